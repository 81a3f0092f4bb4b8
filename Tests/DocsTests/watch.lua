-- Holds docs/watch.md, docs/publishing.md and docs/pick.md true: a block of shell prints the block of text that follows
-- it, and the pages name the options that there are.

local checks = require "checks"
local examples = require "examples"
local check = checks.check

local root = checks.output_of("pwd"):match("[^\n]+")
local folder = os.tmpname()
assert(os.remove(folder) and os.execute("mkdir " .. folder))

local function output_of(code)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(code)
  file:close()
  local output = checks.output_of(("cd %s && PATH='%s/build/bin':\"$PATH\" sh %s || true"):format(folder, root, path))
  os.remove(path)
  return output
end

-- Runs the examples of a page, which has at least `least`, and checks that it and a man page name the options of a
-- command.
local function check_page(path, least, command, manual_path)
  local page, output, count = checks.read(path), nil, 0
  examples.visit(page, function(section, _, code, language)
    if not code then return end
    if language == "sh" then
      check(not output, "%s, %s: the output of the block before is missing", path, section)
      output = output_of(code)
      count = count + 1
    elseif output then
      check(code == output, "%s, %s: an example prints\n%sin place of\n%s", path, section, output, code)
      output = nil
    end
  end)
  check(count >= least and not output, "%s has %d examples", path, count)
  local usage = checks.output_of("build/bin/diffable " .. command .. " --help")
  local manual = checks.read(manual_path):gsub("\\%-", "-")
  for name in ("\n" .. usage):gmatch("\n  [-%w, ]-%-%-(%a[%w-]+)") do
    check(name == "version" or name == "help" or page:find("--" .. name, 1, true), "%s has no --%s", path, name)
    check(manual:find("--" .. name, 1, true), "%s has no --%s", manual_path, name)
  end
end

check_page("docs/watch.md", 5, "watch", "docs/diffable-watch.1")
check_page("docs/publishing.md", 2, "follow", "docs/diffable-follow.1")
check_page("docs/pick.md", 3, "pick", "docs/diffable-pick.1")
os.execute("rm -r " .. folder)

checks.finish("diffable watch")
