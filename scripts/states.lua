-- The states: which data belong in a list, and which in a store behind it.
--
-- A list needs only the identifiers of its items. A backing store has the data, and the provider looks up what a row
-- shows. The second half of the script puts whole items into the list instead, and shows two mistakes and how to avoid
-- them. On a terminal you can tap the stars at the end: press Enter or double-click, and `q` to leave.

local diffable = require "diffable"

-- THE BACKING STORE has the data of each state. The identifiers are random, so that two states may have the same name,
-- and a name may change.

local backing_store = {}

math.randomseed(50) -- the same identifiers in every run

local function uuid()
  return (("xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx"):gsub("[xy]", function(digit)
    return ("%x"):format(digit == "x" and math.random(0, 15) or math.random(8, 11))
  end))
end

local function add(name)
  local id = uuid()
  backing_store[id] = { name = name, is_favorite = false }
  return id
end

local names = [[
  Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho,
  Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota,
  Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina,
  North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas,
  Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming]]

for name in names:gmatch("%a[%a ]*") do add(name) end

-- THE LIST has a section for each letter. Its items are identifiers, in the order of the names.

local cells_made = 0

local source = diffable.data_source{
  view = diffable.text_view{ context = 1 },
  cell = function(id)
    cells_made = cells_made + 1
    local state = backing_store[id] or error("no state is stored under " .. id, 0)
    return { text = state.name, accessory = state.is_favorite and "star.fill" or "star" }
  end,
  header = function(letter)
    return letter
  end,
}

local function sorted_identifiers()
  local ids = {}
  for id in pairs(backing_store) do ids[#ids + 1] = id end
  table.sort(ids, function(a, b)
    local first, second = backing_store[a].name, backing_store[b].name
    return first < second or first == second and a < b
  end)
  return ids
end

local function snapshot_of_states()
  local snapshot = source:new_snapshot()
  for _, id in ipairs(sorted_identifiers()) do
    local letter = backing_store[id].name:sub(1, 1)
    if not snapshot:contains_section(letter) then snapshot:append_sections(letter) end
    snapshot:append_items(id, letter)
  end
  return snapshot
end

print("1. The states, in sections by letter")

source:apply(snapshot_of_states(), { animating_differences = false })

-- 2. In a list of names, a second Georgia is a duplicate. In this list it has an identifier of its own.

print()
print("2. A second Georgia")

print(select(2, pcall(diffable.snapshot, { { id = "G", items = { "Georgia", "Georgia" } } })))

local georgia = add("Georgia")
source:apply(snapshot_of_states())

-- 3. The store can change without the list, for example when an answer comes from the network. `reload_items` marks the
-- item, and the provider is called for marked items only.

print()
print("3. The second Georgia gets a longer name")

backing_store[georgia].name = "Georgia, the country"
cells_made = 0

local snapshot = source:snapshot()
snapshot:reload_items(georgia)
source:apply(snapshot)
print("cells made: " .. cells_made)

-- 4. The user taps a place, which is given by its index path. The data source returns the item there, the script
-- changes the store, and the item is reloaded.

local function toggle_star(id)
  backing_store[id].is_favorite = not backing_store[id].is_favorite
  local marked = source:snapshot()
  marked:reload_items(id)
  source:apply(marked, { animating_differences = false })
end

local function tap_star(index_path)
  toggle_star(source:item_at(index_path))
end

print()
print("4. A tap on the star of the third state, and another one")

tap_star{ section = 1, item = 3 }
print()
tap_star{ section = 1, item = 3 }

-- 5. The provider raises an error for an identifier that is not in the store. The error names the row, and undoes the
-- apply.

print()
print("5. An item that is missing from the store")

snapshot = source:snapshot()
snapshot:insert_items_after("Atlantis", source:item_at{ section = 1, item = 3 })
local ok, message = pcall(source.apply, source, snapshot)
print("applied: " .. tostring(ok))
print((message:match("[^\n]*")))
print("in the list: " .. tostring(source:index_path_of_item("Atlantis") ~= nil))

-- WITHOUT A STORE the list contains the whole items. A tap on a star makes a changed copy of the item.

local function copy_with_star(state)
  return { id = state.id, name = state.name, is_favorite = not state.is_favorite }
end

-- 6. A mistake: the identifier is made of all fields. Then the changed copy is another item, which is not in the list.

print()
print("6. The whole item is the identifier: the changed copy is not in the list")

local function whole_identifier(state)
  return state.name .. (state.is_favorite and ", a favorite" or "")
end

local texas = { id = 44, name = "Texas", is_favorite = false }
snapshot = diffable.snapshot{ { id = "T", items = { whole_identifier(texas) } } }
ok, message = pcall(snapshot.reload_items, snapshot, whole_identifier(copy_with_star(texas)))
print("marked: " .. tostring(ok))
print(message)

-- 7. A mistake: only the id is passed. The provider is called with the content that is in the list, and that is still
-- the old content.

local list_of_items = diffable.data_source{
  cell = function(state)
    return { text = state.name, accessory = state.is_favorite and "star.fill" or "star" }
  end,
}

print()
print("7. The id alone is the identifier: the row is made again, with the old star")

list_of_items:apply(diffable.snapshot{ { id = "T", items = { texas } } })
print()
snapshot = list_of_items:snapshot()
snapshot:reload_items(copy_with_star(texas).id)
list_of_items:apply(snapshot)

-- 8. Passing the changed copy gives the list the new content. The other solution is the store above.

print()
print("8. The changed copy is handed over: the star is filled")

snapshot = list_of_items:snapshot()
snapshot:reload_items(copy_with_star(texas))
list_of_items:apply(snapshot)

-- 9. `update_items` needs no copy, only the fields that change. An older snapshot still has the old content.

print()
print("9. The list is told that Texas is no favorite any more, and then the update is undone")

local before = list_of_items:snapshot()
snapshot = list_of_items:snapshot()
snapshot:update_items{ { id = 44, is_favorite = false } }
list_of_items:apply(snapshot)
print()
list_of_items:apply(before)

-- ON A TERMINAL the user taps stars.

if diffable.terminal_is_available() then diffable.run{ source = source, on_select = toggle_star } end
