-- What small_lua.c times: one way of applying a list of item tables again and again, in a Lua state of its own.
package.path = "Benchmarks/?.lua;" .. package.path
local diffable = require "diffable"
local textbook = require "textbook"

local ways = {}

function ways.textbook()
  local list = textbook.new()
  return function(items) textbook.apply(list, items) end, function(items)
    local deleted, inserted, moved, updated = textbook.apply(list, items)
    return { #(deleted or ""), #(inserted or ""), #(moved or "") // 2, #(updated or "") // 2 }
  end
end

local function counts(transaction)
  local all = transaction.difference:counts()
  return { all.deleted_items, all.inserted_items, all.moved_items, all.reconfigured_items }
end

function ways.free()
  local source = diffable.data_source{ view = false }
  local function apply(items) return source:apply(diffable.snapshot{ { id = "list", items = items } }) end
  return apply, function(items) return counts(apply(items)) end
end

function ways.sharing()
  local source = diffable.data_source{ view = false }
  local function apply(items)
    local snapshot = source:new_snapshot()
    snapshot:append_sections("list")
    snapshot:append_items(items)
    return source:apply(snapshot)
  end
  return apply, function(items) return counts(apply(items)) end
end

-- The same numbers in every state.
local seed = 1
local function below(limit)
  seed = (seed * 6364136223846793005 + 1442695040888963407)
  return (seed >> 33) % limit
end

-- `spell` is C's: the identifier of a number.
local function new_item(spell, number)
  return { id = spell(number), title = "Item " .. number, price = number % 1000 / 4 }
end

local changes = {}

function changes.identical() end

function changes.few(items, fresh)
  table.remove(items, below(#items) + 1)
  local from, to = below(#items) + 1, below(#items - 1) + 1
  if to >= from then to = to + 1 end
  table.insert(items, to, table.remove(items, from))
  local updated = below(#items) + 1
  local old = items[updated]
  items[updated] = { id = old.id, title = old.title .. "'", price = old.price }
  table.insert(items, below(#items + 1) + 1, fresh())
end

function changes.shuffled(items)
  for index = #items, 2, -1 do
    local other = below(index) + 1
    items[index], items[other] = items[other], items[index]
  end
end

function changes.replaced(items, fresh)
  for index = 1, #items do items[index] = fresh() end
end

-- The lists that are applied in turn, each with tables of its own. From the last one to the first there is the same change,
-- or the same way back.
local function make_lists(spell, change, count)
  local next_number, items, lists = 0, {}, {}
  local function fresh()
    next_number = next_number + 1
    return new_item(spell, next_number)
  end
  for index = 1, count do items[index] = fresh() end
  for number = 1, 8 do
    local list = {}
    changes[change](items, fresh)
    for index, item in ipairs(items) do list[index] = { id = item.id, title = item.title, price = item.price } end
    lists[number] = list
  end
  if change == "few" then
    for number = #lists - 1, 2, -1 do lists[#lists + 1] = lists[number] end
  end
  return lists
end

local benchmark = {}
local lists, is_shuffled, apply, next_list

-- Returns the counts of all changes between the lists in turn, as text, once the first list was applied.
function benchmark.start(spell, way, change, count)
  lists, is_shuffled = make_lists(spell, change, count), change == "shuffled"
  local count_changes
  apply, count_changes = ways[way]()
  apply(lists[#lists])
  local all = {}
  for index, list in ipairs(lists) do all[index] = table.concat(count_changes(list), " ") end
  next_list = 1
  collectgarbage()
  return table.concat(all, "; ")
end

-- Brings lists that are shuffled into another order, without garbage: a processor learns the branches of few lists.
function benchmark.prepare()
  if not is_shuffled then return end
  for _, list in ipairs(lists) do changes.shuffled(list) end
end

function benchmark.cycles(count)
  for _ = 1, count do
    apply(lists[next_list])
    next_list = next_list % #lists + 1
  end
end

local old, new

-- The difference of 1,000 items and 1,000 others.
function benchmark.replace(spell)
  local ids = { {}, {} }
  for index = 1, 1000 do ids[1][index], ids[2][index] = spell(index), spell(index + 1000) end
  old, new = diffable.snapshot{ { id = "list", items = ids[1] } }, diffable.snapshot{ { id = "list", items = ids[2] } }
  old = diffable.difference(old, new)
end

-- Reads that difference some times, and returns how many changes that were.
function benchmark.read(times)
  local read = 0
  for _ = 1, times do read = read + #old.deleted_items + #old.inserted_items end
  return read
end

return benchmark
