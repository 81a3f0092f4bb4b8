-- Tries mutants of mutants.lua in the tree that this is called in, and prints a table: of those that have the text in
-- their name, file or description each n-th, all of them without a number.

package.path = "Tests/Mutations/?.lua"
local change = require "change"
local mutants = require "mutants"

local wanted, step = arg[1] or "", math.tointeger(arg[2]) or 1

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(text))
end

-- Returns the first test that notices a mutant, and the place of the change. Afterwards the tree is as it was.
local function try(mutant)
  local path, text, line = change(mutant)
  local original = read(path)
  write(path, text)
  local pipe <close> = assert(io.popen(("nice -n 10 Tests/Mutations/suites %s %s"):format(path, mutant.tests)))
  local noticed_by = pipe:read("a"):gsub("\n$", "")
  write(path, original)
  return noticed_by, ("%s:%d"):format(mutant.file, line)
end

local matching = {}
for _, mutant in ipairs(mutants) do
  local path, wrong = change(mutant)
  if not path then error(("mutant %s: %s"):format(mutant.name, wrong), 0) end
  if (mutant.name .. " " .. mutant.file .. " " .. mutant.breaks):find(wanted, 1, true) then
    matching[#matching + 1] = mutant
  end
end

local counts = setmetatable({}, { __index = function() return 0 end })
local survivors, tried = {}, 0
io.stdout:setvbuf("line")
for index = step, #matching, step do
  local mutant = matching[index]
  local noticed_by, place = try(mutant)
  local is_not_noticed = noticed_by == "not compiled" or noticed_by == "hangs" or noticed_by == "nothing"
  local kind = is_not_noticed and noticed_by or "noticed"
  counts[kind] = counts[kind] + 1
  tried = tried + 1
  if kind ~= "noticed" then survivors[#survivors + 1] = mutant end
  print(("%-22s %s (%s): %s"):format(noticed_by, mutant.name, place, mutant.breaks))
end

print(("%d mutants: %d noticed, %d not, %d hang, %d do not compile"):format(
  tried, counts.noticed, counts.nothing, counts.hangs, counts["not compiled"]))
for _, mutant in ipairs(survivors) do
  print(("  %s: %s"):format(mutant.breaks, mutant.reason or "THE REASON IS NOT KNOWN"))
end
os.exit(counts.noticed * 100 >= tried * 97)
