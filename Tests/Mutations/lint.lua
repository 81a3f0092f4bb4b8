-- Holds mutants.lua and the sources equal: each mutant has its one line in Sources and changes it, and each mark in Sources
-- belongs to a mutant.

package.path = "Tests/Mutations/?.lua"
local marks = require "marks"
local mutants = require "mutants"

local found, known, failed = marks.read(), {}, 0

local function expect(holds, ...)
  if holds then return end
  failed = failed + 1
  io.stderr:write("FAILED: ", string.format(...), "\n")
end

for _, mutant in ipairs(mutants) do
  expect(not known[mutant.name], "two mutants have the name %s", mutant.name)
  known[mutant.name] = true
  local at, wrong = marks.apply(mutant, found)
  expect(at, "mutant %s: %s", mutant.name, wrong)
end
for name, lines in pairs(found) do
  expect(known[name], "%s:%d: mutants.lua has no mutant %s", lines[1].file, lines[1].line, name)
end

print(("mutants: %d with a line in Sources, %d failures"):format(#mutants, failed))
os.exit(failed == 0)
