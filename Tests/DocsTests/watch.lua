-- Holds docs/watch.md true: a block of shell prints the block of text that follows it, and the table of options names those
-- that there are.

local checks = require "checks"
local examples = require "examples"
local check = checks.check

local root = checks.output_of("pwd"):match("[^\n]+")
local page = checks.read("docs/watch.md")

local function output_of(code)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(code)
  file:close()
  local output = checks.output_of(("cd /tmp && PATH='%s/build/bin':\"$PATH\" sh %s || true"):format(root, path))
  os.remove(path)
  return output
end

local output, count = nil, 0
examples.visit(page, function(section, _, code, language)
  if not code then return end
  if language == "sh" then
    check(not output, "docs/watch.md, %s: the output of the block before is missing", section)
    output = output_of(code)
    count = count + 1
  elseif output then
    check(code == output, "docs/watch.md, %s: an example prints\n%sin place of\n%s", section, output, code)
    output = nil
  end
end)
check(count >= 5 and not output, "docs/watch.md has %d examples", count)

local usage = checks.output_of("build/bin/diffable watch --help")
local manual = checks.read("docs/diffable-watch.1"):gsub("\\%-", "-")
for name in usage:gmatch("\n  %-%-(%a+)") do
  check(name == "help" or page:find("--" .. name, 1, true), "docs/watch.md has no --%s", name)
  check(manual:find("--" .. name, 1, true), "docs/diffable-watch.1 has no --%s", name)
end

checks.finish("diffable watch")
