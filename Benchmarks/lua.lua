-- What lua.c times. Everything that is made is closed there, when the clock stands still.
local diffable = require "diffable"

local source = diffable.data_source{ view = false }
local benchmarks = {}

function benchmarks.apply(ids)
  source:apply(diffable.snapshot{ { id = "list", items = ids } })
end

function benchmarks.free_snapshot(items)
  return diffable.snapshot{ { id = "list", items = items } }
end

function benchmarks.new_snapshot(items)
  local snapshot = source:new_snapshot()
  snapshot:append_sections{ { id = "list" } }
  snapshot:append_items(items)
  return snapshot
end

function benchmarks.new_snapshot_and_difference(items)
  local snapshot = benchmarks.new_snapshot(items)
  return snapshot, diffable.difference(source:snapshot(), snapshot)
end

function benchmarks.operations(difference)
  local sum = 0
  for _, count in pairs(difference:counts()) do sum = sum + count end
  return sum
end

-- The yardstick for items that are tables: whatever reads them has to do this.
function benchmarks.read_fields(items)
  local read = 0
  for index = 1, #items do
    local item = items[index]
    local id, title, price = item.id, item.title, item.price
    if id and title and price then read = read + 1 end
  end
  assert(read == #items)
end

-- Lists of `count` item tables, 20,000 in all or one list, each with tables of its own.
function benchmarks.lists_of_tables(ids, count)
  local lists = {}
  for index = 1, math.max(1, 20000 // count) do
    lists[index] = benchmarks.item_tables(table.move(ids, 1, count, 1, {}))
  end
  return lists
end

function benchmarks.hand_over(lists)
  for index = 1, #lists do benchmarks.free_snapshot(lists[index]):close() end
end

-- The yardstick for contents that are kept by value: what a script does that keeps them itself.
function benchmarks.copy_tables(lists)
  local copies
  for number = 1, #lists do
    local list = lists[number]
    copies = {}
    for index = 1, #list do
      local item = list[index]
      copies[index] = { id = item.id, title = item.title, price = item.price }
    end
  end
  return copies
end

function benchmarks.item_tables(ids)
  local items = {}
  for index, id in ipairs(ids) do
    items[index] = { id = id, title = "Item " .. index, price = index % 1000 / 4 }
  end
  return items
end

-- How often the provider runs when one row of a list shows something else. The text view shows it with six rows before
-- and after it.
function benchmarks.provider_calls(ids)
  local calls = 0
  local shown = diffable.data_source{
    cell = function() calls = calls + 1; return { text = "row" } end,
    view = diffable.text_view{ write = function() end },
  }
  shown:apply(diffable.snapshot{ { id = "list", items = ids } })
  calls = 0
  local snapshot = shown:snapshot()
  snapshot:reconfigure_items(ids[#ids // 2])
  shown:apply(snapshot)
  return calls
end

return benchmarks
