-- Checks that the text of each mutant is in Sources exactly once, and that its change changes something.

package.path = "Tests/Mutations/?.lua"
local change = require "change"
local mutants = require "mutants"

local known, failed = {}, 0

local function expect(holds, ...)
  if holds then return end
  failed = failed + 1
  io.stderr:write("FAILED: ", string.format(...), "\n")
end

for _, mutant in ipairs(mutants) do
  expect(not known[mutant.name], "two mutants have the name %s", mutant.name)
  known[mutant.name] = true
  local path, wrong = change(mutant)
  expect(path, "mutant %s: %s", mutant.name, wrong)
end

print(("mutants: %d with a text in Sources, %d failures"):format(#mutants, failed))
os.exit(failed == 0)
