-- Reordering: a list of songs that a user drags, and a store that has their order.
--
-- A drag calls three handlers. `can_reorder_item` says whether an item may be dragged. `will_reorder` is called before
-- the change, and can refuse it. `did_reorder` is called when the list has changed, and stores the new order.

local diffable = require "diffable"

-- THE STORE has the songs in their order. "Up next" has a limited number of places.

local store = {
  next = { "Overture", "March", "Waltz" },
  later = { "Nocturne", "Finale" },
}
local places_in_next = 3

local titles = { next = "Up next", later = "Later" }

local source = diffable.data_source{
  cell = function(song) return { text = song, accessory = song == "Overture" and "pinned" or "≡" } end,
  header = function(section) return titles[section.id] end,
}

local function snapshot()
  return diffable.snapshot{ { id = "next", items = store.next }, { id = "later", items = store.later } }
end

-- THE HANDLERS. Without `can_reorder_item`, nothing can be dragged.

function source.can_reorder_item(song)
  return song ~= "Overture"
end

function source.will_reorder(transaction)
  if transaction.final_snapshot:number_of_items("next") > places_in_next then
    error("up next has only " .. places_in_next .. " places", 0)
  end
end

local function remember(transaction)
  for _, change in ipairs(transaction.section_transactions) do
    store[change.section] = change.final_snapshot:item_identifiers()
  end
end

source.did_reorder = remember

-- ACTIONS. `to` is an index path in the list without the dragged item.

local before_the_last_drag

local function print_store()
  print("stored: " .. table.concat(store.next, ", ") .. " | " .. table.concat(store.later, ", "))
end

local function drag(from, to)
  local ok, result = pcall(source.reorder_item, source, from, to)
  if not ok then
    print("refused: " .. result:match("[^\n]*"))
  elseif result then
    before_the_last_drag = result.initial_snapshot
  else
    print("may not be dragged")
  end
  print_store()
end

local function undo()
  remember(source:apply(before_the_last_drag))
  print_store()
end

print("1. The list, from the store")
source:apply(snapshot(), { animating_differences = false })

print()
print("2. The march goes behind the waltz")
drag({ section = 1, item = 2 }, { section = 1, item = 3 })

print()
print("3. The overture is pinned")
drag({ section = 1, item = 1 }, { section = 1, item = 3 })

print()
print("4. The finale would be one too many up next")
drag({ section = 2, item = 2 }, { section = 1, item = 2 })

print()
print("5. The march is put off: it moves into the other section")
drag({ section = 1, item = 3 }, { section = 2, item = 1 })

print()
print("6. Now there is a place for the finale")
drag({ section = 2, item = 3 }, { section = 1, item = 2 })

-- 7. A transaction has the list from before the drag. Applying that list undoes the drag. The store must be changed,
-- too.

print()
print("7. The last drag is undone")
undo()

-- 8. Another device has sorted the second section. `replace_items` takes the items that the section is to have, in
-- their new order.

print()
print("8. Another order of what comes later, and a song that is new")
store.later = { "Finale", "Serenade", "March", "Nocturne" }
local list = source:snapshot()
list:replace_items(store.later, "later")
source:apply(list)

-- 9. The store is up to date: the list that is made from it equals the list that is shown.

print()
print("9. The list from the store is what is shown: " .. tostring(snapshot() == source:snapshot()))

-- On a terminal you can drag rows with Shift and the arrow keys. The last line shows why a drag was refused.

if diffable.terminal_is_available() then diffable.run{ source = source } end
