-- Carries differences out over plain tables, by the rules of the documentation and by nothing else.
local replay = {}

-- { { id =, content =, items = { { id =, content = } ... } } ... }
local function plain(snapshot)
  local list = {}
  for i, section in ipairs(snapshot:section_identifiers()) do
    local items = {}
    for j, item in ipairs(snapshot:item_identifiers(section)) do
      items[j] = { id = item, content = snapshot:item(item) }
    end
    list[i] = { id = section, content = snapshot:section(section), items = items }
  end
  return list
end

local function version(row) return type(row.content) == "table" and row.content.version or 0 end

local function same(left, right)
  if left.id ~= right.id or version(left) ~= version(right) then return false end
  if not left.items then return true end
  if #left.items ~= #right.items then return false end
  for i, item in ipairs(left.items) do
    if not same(item, right.items[i]) then return false end
  end
  return true
end

local function equal(left, right)
  return same({ id = 0, items = left }, { id = 0, items = right })
end

local function join(...)
  local all = {}
  for _, list in ipairs{ ... } do table.move(list, 1, #list, #all + 1, all) end
  return all
end

local function before(left, right)
  if type(left) ~= "table" then return left < right end
  if left.section ~= right.section then return left.section < right.section end
  return left.item < right.item
end

local function by(list, field, is_descending)
  table.sort(list, function(left, right)
    if is_descending then left, right = right, left end
    return before(left[field], right[field])
  end)
  return list
end

-- Takes away the deleted and moved items and then the sections, by `from`; puts sections and items in place,
-- by `to`, in ascending order.
function replay.batch(difference, old, new)
  local list, target = plain(old), plain(new)
  for _, change in ipairs(difference.updated_sections) do list[change.from].content = target[change.to].content end
  for _, change in ipairs(join(difference.reloaded_items, difference.reconfigured_items)) do
    local row = list[change.from.section].items[change.from.item]
    if row.id ~= (change.old_id or change.id) then return false end
    row.id, row.content = change.id, target[change.to.section].items[change.to.item].content
  end
  local rows, sections = {}, {}
  for _, change in ipairs(by(join(difference.deleted_items, difference.moved_items), "from", true)) do
    rows[change.id] = table.remove(list[change.from.section].items, change.from.item)
    if rows[change.id].id ~= change.id then return false end
  end
  for _, change in ipairs(by(join(difference.deleted_sections, difference.moved_sections), "from", true)) do
    sections[change.id] = table.remove(list, change.from)
    if sections[change.id].id ~= change.id then return false end
  end
  for _, change in ipairs(by(join(difference.inserted_sections, difference.moved_sections), "to")) do
    local there = target[change.to]
    table.insert(list, change.to,
      change.from and sections[change.id] or { id = there.id, content = there.content, items = {} })
  end
  for _, change in ipairs(by(join(difference.inserted_items, difference.moved_items), "to")) do
    local there = target[change.to.section].items[change.to.item]
    table.insert(list[change.to.section].items, change.to.item, change.from and rows[change.id] or there)
  end
  return equal(list, target)
end

-- Where a step is carried out, and the first place there: among the sections, or among the items of one.
local function rows_at(list, place)
  if type(place) == "table" then return list[place.section].items, place.item end
  return list, place
end

-- What is in the new list, by what it is called.
local function by_id(list)
  local sections, items = {}, {}
  for _, section in ipairs(list) do
    sections[section.id] = section
    for _, item in ipairs(section.items) do items[item.id] = item end
  end
  return { sections = sections, items = items }
end

-- Carries the steps out one after the other.
function replay.steps(difference, old, new)
  local list, target = plain(old), plain(new)
  local there, old_ids = by_id(target), {}
  for _, change in ipairs(join(difference.reloaded_items, difference.reconfigured_items)) do
    old_ids[change.id] = change.old_id
  end
  for _, step in ipairs(difference:steps()) do
    local verb, noun = step.kind:match("^(%a+)_(%a+)$")
    local changed = {}
    if verb == "insert" then
      for i, id in ipairs(step.ids) do
        changed[i] = { id = id, content = there[noun][id].content, items = noun == "sections" and {} or nil }
      end
    elseif verb == "delete" or verb == "move" then
      local rows, first = rows_at(list, step.from)
      for i = 1, step.count do changed[i] = table.remove(rows, first) end
    else
      local rows, first = rows_at(list, step.from)
      for i, id in ipairs(step.ids) do
        local row = rows[first + i - 1]
        if row.id ~= (noun == "items" and old_ids[id] or id) then return false end
        row.id, row.content = id, there[noun][id].content
      end
    end
    if verb == "insert" or verb == "move" then
      if #changed ~= step.count then return false end
      local rows, first = rows_at(list, step.to)
      for i, row in ipairs(changed) do table.insert(rows, first + i - 1, row) end
    end
  end
  return equal(list, target)
end

return replay
