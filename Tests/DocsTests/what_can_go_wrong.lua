-- Holds docs/what-can-go-wrong.md true: every error code has a script that causes it, or the message that the tests in
-- C cause. The table of docs/guide.md has a row for each. That the scripts print their messages is a test of the guide.

local checks = require "checks"
local examples = require "examples"
local check, read = checks.check, checks.read

local path = "docs/what-can-go-wrong.md"
local page, guide, header = read(path), read("docs/guide.md"), read("include/diffable.h")

local code_of = {}
examples.visit(page, function(_, heading, code)
  if heading and code then code_of[heading] = (code_of[heading] or "") .. code end
end)

local c_tests = checks.output_of("cat Tests/DiffableCTests/*.c"):gsub('"\n%s*"', ""):gsub('\\"', '"')

for code in header:gmatch("DIFFABLE_ERROR_([A-Z_]+) =") do
  local row = ("\n| [%s](what-can-go-wrong.md#%s) | "):format(code, code:lower())
  check(guide:find(row, 1, true), "docs/guide.md: the table of errors has no %s", code)
  local text = (page .. "\n##"):match("\n### " .. code .. "\n(.-)\n##")
  if check(text, "%s: there is no heading %s", path, code) then
    local message_in_c = text:gsub("\n", " "):match("`(" .. code .. ": [^`]+)`")
    if message_in_c then
      check(c_tests:find('"' .. message_in_c .. '"', 1, true), "%s, %s: no test in C says %s", path, code, message_in_c)
    else
      local output = examples.expected_output(code_of[code] or "")
      check(("\n" .. output):find("\n" .. code .. ": ", 1, true), "%s, %s: no example says so", path, code)
    end
  end
end

checks.finish("what can go wrong")
