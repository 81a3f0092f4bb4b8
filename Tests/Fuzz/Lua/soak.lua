-- Very many applies whose snapshots and transactions a script leaves to the collector hold about as much memory as if it
-- closed them.
--
--     soak.lua              what `make test-soak` runs
--     soak.lua COUNT APPLIES close|leave    prints the peak of the resident memory of one loop, in KB

local function items(count, first, price)
  local list = {}
  for i = 1, count do list[i] = { id = "the item of number " .. first + i, title = "Title " .. i, price = price } end
  return list
end

local function loop(count, applies, closes)
  local diffable = require "diffable"
  local lists = { [0] = items(count, 0, 1), items(count, 0, 2), items(count, count // 2, 2), items(count, count, 1) }
  local source = diffable.data_source{ view = false }
  for apply = 1, applies do
    local snapshot = diffable.snapshot{ { id = "list", items = lists[apply % 4] } }
    local transaction = source:apply(snapshot)
    if closes then
      snapshot:close()
      transaction:close()
    end
  end
  for line in io.lines("/proc/self/status") do
    local peak = line:match("^VmHWM:%s*(%d+) kB")
    if peak then print(peak) end
  end
end

if arg[1] then return loop(math.tointeger(arg[1]), math.tointeger(arg[2]), arg[3] == "close") end

local function peak(count, applies, ending)
  local process <close> = assert(io.popen(("%s %s %d %d %s"):format(arg[-1], arg[0], count, applies, ending)))
  return assert(tonumber(process:read("a")), "a loop failed")
end

local MB = 1024
local cases = {
  { 100, 100000, function(closed) return closed + 8 * MB end },
  { 1000, 20000, function(closed) return 2.5 * closed end },
}
for _, case in ipairs(cases) do
  local count, applies, limit = table.unpack(case)
  local closed, left = peak(count, applies, "close"), peak(count, applies, "leave")
  local figures = ("nothing closed: %.1f MB at most, %.1f MB with close"):format(left / MB, closed / MB)
  print(("soak: %d applies of %d items, %s"):format(applies, count, figures))
  assert(left <= limit(closed), "too much memory is left to the collector")
end
