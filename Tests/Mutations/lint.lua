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

for _, list in ipairs{ mutants.placed, mutants.not_placed } do
  for _, mutant in ipairs(list) do
    expect(not known[mutant.name], "two mutants have the name %s", mutant.name)
    known[mutant.name] = true
  end
end
for _, mutant in ipairs(mutants.placed) do
  local at, wrong = marks.apply(mutant, found)
  expect(at, "mutant %s: %s", mutant.name, wrong)
end
for _, mutant in ipairs(mutants.not_placed) do
  expect(not found[mutant.name], "mutant %s is in Sources, and mutants.lua says that it is not", mutant.name)
end
for name, lines in pairs(found) do
  expect(known[name], "%s:%d: mutants.lua has no mutant %s", lines[1].file, lines[1].line, name)
end

print(("mutants: %d with a line in Sources, %d without, %d failures"):format(#mutants.placed, #mutants.not_placed, failed))
os.exit(failed == 0)
