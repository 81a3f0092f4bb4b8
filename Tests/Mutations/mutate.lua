-- Tries the mutants of mutants.lua in the tree that this is called in, and prints a table.

local wanted = arg[1] or ""
local mutants = dofile("Tests/Mutations/mutants.lua")

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(text))
end

-- The text of the file of a mutant with the change made. What it changes must be there, and once.
local function changed(mutant)
  local text = read(mutant.file)
  local first, last = text:find(mutant.before, 1, true)
  if not first then error(("%s has no longer: %s"):format(mutant.file, mutant.before), 0) end
  if text:find(mutant.before, last + 1, true) then error(("%s has more than once: %s"):format(mutant.file, mutant.before), 0) end
  return text:sub(1, first - 1) .. mutant.after .. text:sub(last + 1), select(2, text:sub(1, first):gsub("\n", "")) + 1
end

-- Which tests notice a mutant; the tree is then as it was.
local function try(mutant)
  local original = read(mutant.file)
  write(mutant.file, (changed(mutant)))
  local pipe <close> = assert(io.popen(("nice -n 10 Tests/Mutations/suites %s %s"):format(mutant.file, mutant.tests)))
  local found = pipe:read("a"):gsub("\n$", "")
  write(mutant.file, original)
  return found
end

for _, mutant in ipairs(mutants) do changed(mutant) end

local counts = setmetatable({}, { __index = function() return 0 end })
local survivors, tried = {}, 0
io.stdout:setvbuf("line")
for _, mutant in ipairs(mutants) do
  if (mutant.file .. " " .. mutant.breaks):find(wanted, 1, true) then
    local _, line = changed(mutant)
    local found = try(mutant)
    local kind = (found == "not compiled" or found == "hangs" or found == "nothing") and found or "noticed"
    counts[kind] = counts[kind] + 1
    tried = tried + 1
    if kind ~= "noticed" then survivors[#survivors + 1] = mutant end
    print(("%-22s %s:%d: %s"):format(found, mutant.file:gsub("^Sources/", ""), line, mutant.breaks))
  end
end

print(("%d mutants: %d noticed, %d not, %d hang, %d do not compile"):format(
  tried, counts.noticed, counts.nothing, counts.hangs, counts["not compiled"]))
for _, mutant in ipairs(survivors) do
  print(("  %s: %s"):format(mutant.breaks, mutant.reason or "THE REASON IS NOT KNOWN"))
end
os.exit(counts.noticed * 50 >= tried * 48)
