-- uncovered.lua <ranges> <functions>: prints the names of the functions that begin in none of the ranges. A line of the
-- one file is two addresses, the second one outside of the range; a line of the other an address and a name.
local starts, ends = {}, {}
for line in io.lines(arg[1]) do
  local first, last = line:match("^(%x+) (%x+)$")
  starts[#starts + 1] = tonumber(first, 16)
  ends[starts[#starts]] = tonumber(last, 16)
end
table.sort(starts)

local function is_covered(address)
  local low, high = 1, #starts + 1
  while low < high do
    local middle = (low + high) // 2
    if starts[middle] <= address then low = middle + 1 else high = middle end
  end
  return low > 1 and address < ends[starts[low - 1]]
end

assert(#starts > 100, "there are hardly any ranges")
for line in io.lines(arg[2]) do
  local address, name = line:match("^(%x+) (.+)$")
  if not is_covered(tonumber(address, 16)) then print(name) end
end
