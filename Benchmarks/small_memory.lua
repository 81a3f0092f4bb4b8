-- What small_memory.c measures of Lua.
local diffable = require "diffable"

local function item_tables(count)
  local items = {}
  for index = 1, count do
    items[index] = {
      id = ("%08x-0000-4000-8000-%012x"):format(index, index), title = "Item " .. index, price = index / 4,
    }
  end
  return items
end

local memory = {}
local lists, sources, snapshots = {}, {}, {}

-- The item tables of some lists.
function memory.make_tables(count)
  for index = 1, count do lists[index], sources[index], snapshots[index] = item_tables(50), false, false end
  collectgarbage()
  collectgarbage()
end

-- A data source and its snapshot for each of them.
function memory.make_sources()
  for index, items in ipairs(lists) do
    sources[index] = diffable.data_source{ view = false }
    snapshots[index] = diffable.snapshot{ { id = "list", items = items } }
    sources[index]:apply(snapshots[index]):close()
  end
  collectgarbage()
  collectgarbage()
end

-- Applies 20 lists of 1,000 tables in turn; between two of them one title differs. The tables are there before, so that
-- the script itself gives the collector hardly anything to do.
local function soak(applies, closes)
  local source, turns = diffable.data_source{ view = false }, {}
  for turn = 1, 20 do
    turns[turn] = item_tables(1000)
    turns[turn][turn].title = "Another title"
  end
  for number = 1, applies do
    local snapshot = diffable.snapshot{ { id = "list", items = turns[number % 20 + 1] } }
    local transaction = source:apply(snapshot)
    if closes then
      snapshot:close()
      transaction:close()
    end
  end
end

function memory.soak_closing(applies) soak(applies, true) end
function memory.soak_collecting(applies) soak(applies, false) end

return memory
