-- The yardstick for short lists in Lua: textbook.h again, for item tables with the fields id, title and price. It owns
-- its list, which is the fields of the tables in three arrays, so that a table may be changed after it was passed. The
-- arrays of the list before are used again for the next one.

local function new_rows() return { count = 0, ids = {}, titles = {}, prices = {} } end

local function copy(items, rows)
  local ids, titles, prices, count = rows.ids, rows.titles, rows.prices, #items
  for index = 1, count do
    local item = items[index]
    ids[index], titles[index], prices[index] = item.id, item.title, item.price
  end
  for index = count + 1, rows.count do ids[index], titles[index], prices[index] = nil, nil, nil end
  rows.count = count
end

local function add(list, from, to)
  list = list or {}
  list[#list + 1] = from
  if to then list[#list + 1] = to end
  return list
end

-- The new places in a longest increasing subsequence of the old places. `old_places` has false for what is inserted.
local function stationary(old_places, first, last)
  local tops, before, length = {}, {}, 0
  for place = first, last do
    local old_place = old_places[place]
    if old_place then
      local low, high = 1, length + 1
      while low < high do
        local middle = (low + high) // 2
        if old_places[tops[middle]] < old_place then low = middle + 1 else high = middle end
      end
      before[place] = tops[low - 1]
      tops[low] = place
      if low > length then length = low end
    end
  end
  local stays, place = {}, tops[length]
  while place do
    stays[place] = true
    place = before[place]
  end
  return stays
end

-- Makes `items` the list, and returns what changed: the old places of what is deleted and the new ones of what is
-- inserted, then moves and updates as pairs of places in a row. A kind that does not occur is nil.
local function apply(list, items)
  local old, new = list.rows, list.spare
  copy(items, new)
  list.rows, list.spare = new, old
  local old_ids, new_ids = old.ids, new.ids
  local old_titles, new_titles, old_prices, new_prices = old.titles, new.titles, old.prices, new.prices
  local deleted, inserted, moved, updated
  local first, old_last, last = 1, old.count, new.count
  while first <= old_last and first <= last and old_ids[first] == new_ids[first] do
    if old_titles[first] ~= new_titles[first] or old_prices[first] ~= new_prices[first] then
      updated = add(updated, first, first)
    end
    first = first + 1
  end
  while first <= old_last and first <= last and old_ids[old_last] == new_ids[last] do
    if old_titles[old_last] ~= new_titles[last] or old_prices[old_last] ~= new_prices[last] then
      updated = add(updated, old_last, last)
    end
    old_last, last = old_last - 1, last - 1
  end
  if first > old_last and first > last then return nil, nil, nil, updated end

  local places, old_places = {}, {}
  for place = first, old_last do places[old_ids[place]] = place end
  for place = first, last do
    local id = new_ids[place]
    local old_place = places[id]
    old_places[place] = old_place or false
    if old_place then places[id] = nil end
  end
  for place = first, old_last do
    if places[old_ids[place]] then deleted = add(deleted, place) end
  end
  local stays = stationary(old_places, first, last)
  for place = first, last do
    local old_place = old_places[place]
    if not old_place then
      inserted = add(inserted, place)
    else
      if not stays[place] then moved = add(moved, old_place, place) end
      if old_titles[old_place] ~= new_titles[place] or old_prices[old_place] ~= new_prices[place] then
        updated = add(updated, old_place, place)
      end
    end
  end
  return deleted, inserted, moved, updated
end

return { apply = apply, new = function() return { rows = new_rows(), spare = new_rows() } end }
