-- Very many applies whose snapshots and transactions a script leaves to the collector hold about as much memory as if
-- it closed them. And contents that change with each apply, which older snapshots and transactions keep for a while,
-- take no more memory after many applies than after some.
--
--     soak.lua              what `make test-soak` runs
--     soak.lua COUNT APPLIES close|leave|change    prints the peak of the resident memory of one loop, in KB

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
end

-- The tables are changed, and described anew or marked by turns. The last few transactions are kept, and every few
-- applies a content that is no table's any more is asked for, or an older list is applied again.
local function change(count, applies)
  local KEPT <const> = 8
  local diffable = require "diffable"
  local list = items(count, 0, 0)
  for _, item in ipairs(list) do item.title = "Title of price 0" end
  local source = diffable.data_source{ view = false }
  local transactions = {}
  for apply = 1, applies do
    for index = apply % 3 + 1, count, 3 do
      list[index].price, list[index].title = apply, "Title of price " .. apply
    end
    local snapshot
    if apply % 20 == 0 then
      snapshot = transactions[(apply + 1) % KEPT].initial_snapshot
    elseif apply % 2 == 0 then
      snapshot = diffable.snapshot{ { id = "list", number = apply, items = list } }
    else
      snapshot = source:snapshot()
      if snapshot:contains_section("list") then snapshot:reconfigure_items(list) end
    end
    local transaction = source:apply(snapshot)
    transactions[apply % KEPT] = transaction
    if apply % 7 == 0 then
      for _, item in ipairs(transaction.difference.reconfigured_items) do
        local title = "Title of price " .. item.old.price
        assert(item.old.title == title and item.new.title == "Title of price " .. item.new.price, "a content is wrong")
      end
    end
  end
end

local function print_peak()
  for line in io.lines("/proc/self/status") do
    local peak = line:match("^VmHWM:%s*(%d+) kB")
    if peak then print(peak) end
  end
end

if arg[1] then
  local count, applies = math.tointeger(arg[1]), math.tointeger(arg[2])
  if arg[3] == "change" then
    change(count, applies)
  else
    loop(count, applies, arg[3] == "close")
  end
  return print_peak()
end

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

for _, case in ipairs{ { 10, 20000 }, { 1000, 400 } } do
  local count, applies = table.unpack(case)
  local some, many = peak(count, applies, "change"), peak(count, 4 * applies, "change")
  print(("soak: %d applies of %d items that change, %.1f MB at most, %.1f MB after a quarter")
    :format(4 * applies, count, many / MB, some / MB))
  assert(many <= some + 2 * MB, "contents that changed are kept")
end
