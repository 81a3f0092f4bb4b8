-- Lists of item tables with the fields id, title and price, that change in the same way from one to the next.

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

-- The lists that are applied in turn, each with tables of its own. From the last one to the first there is the same
-- change, or the same way back.
local function make(spell, change, count, number_of_lists)
  local next_number, items, lists = 0, {}, {}
  local function fresh()
    next_number = next_number + 1
    return new_item(spell, next_number)
  end
  for index = 1, count do items[index] = fresh() end
  for number = 1, number_of_lists do
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

return { make = make, shuffle = changes.shuffled }
