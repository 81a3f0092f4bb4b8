-- Makes a list of a value of JSON: checks its rows, and reads what they show. Sets `watch.list`.
local watch, command = ...
local is_array, shown = watch.is_array, watch.shown
local format, concat, sort, tointeger, type = string.format, table.concat, table.sort, math.tointeger, type

-- What a value is compared as: a number, or a text. JSON's numbers that Lua would round are strings of digits, and many
-- programs write numbers as strings.
local function sortable(value)
  if value == nil then return nil end
  local text = shown(value)
  return tonumber(text) or text
end

-- Numbers come before texts, and both before what is missing.
local function precedes(one, other)
  if one == nil or other == nil then return one ~= nil and other == nil end
  if type(one) == type(other) then return one < other end
  return type(one) == "number"
end

-- Sorts the rows; rows that compare equal stay in their order.
local function sort_rows(rows, orders)
  local places, columns = {}, {}
  for index = 1, #rows do places[index] = index end
  for number, order in ipairs(orders) do
    local column = {}
    for index = 1, #rows do column[index] = sortable(order.get(rows[index])) end
    columns[number] = column
  end
  sort(places, function(one, other)
    for number, order in ipairs(orders) do
      local column = columns[number]
      local first, second = column[one], column[other]
      if first ~= second then
        if order.descends and first ~= nil and second ~= nil then first, second = second, first end
        if precedes(first, second) then return true end
        if precedes(second, first) then return false end
      end
    end
    return one < other
  end)
  local sorted = {}
  for index = 1, #rows do sorted[index] = rows[places[index]] end
  return sorted, places
end

-- The texts of several paths, two blanks apart. Missing ones are left out; nil if all are.
local function joined(paths, row, between)
  if #paths == 1 then
    local value = paths[1].get(row)
    return value ~= nil and shown(value) or nil
  end
  local texts = {}
  for index = 1, #paths do
    local value = paths[index].get(row)
    if value ~= nil then texts[#texts + 1] = shown(value) end
  end
  return #texts > 0 and concat(texts, between) or nil
end

-- A message as one line, with nothing that a terminal would obey.
function watch.as_line(message) return command.escaped((message:gsub("[\n\t]", { ["\n"] = "\\n", ["\t"] = "\\t" }))) end

local function described(key) return type(key) == "string" and '"' .. command.escaped(key:sub(1, 100), true) .. '"' or tostring(key) end

-- The key of a row; or nil, the path that has none, and what is there.
local function key_of(row, paths)
  local parts = {}
  for index = 1, #paths do
    local path = paths[index]
    local part = path.get(row)
    if type(part) ~= "string" and not tointeger(part) then return nil, path, part end
    if #paths == 1 then return part end
    parts[index] = shown(part)
  end
  return concat(parts, "/")
end

local function kind_of(value)
  if value == nil then return "nothing" end
  if watch.digits(value) then return "the number " .. watch.digits(value) end
  return type(value) == "table" and (is_array(value) and "an array" or "an object") or "a " .. type(value)
end

local whole, id = watch.path("."), watch.path(".id")

-- The array of rows of a value; or nil and what is wrong.
local function rows_of(value, path)
  local rows = value
  if path then rows = path.get(value) end
  if is_array(rows) then return rows end
  if path then return nil, format("an array expected at %s, got %s", path.text, kind_of(rows)) end
  return nil, "a list is an array, not an object; --rows names the array in an object"
end

-- Warns of paths that no row has, which are mostly mistakes.
local function warning_of(rows, options)
  if #rows == 0 then return end
  for _, name in ipairs{ "text", "detail", "section", "sort" } do
    local paths = options[name] or {}
    for _, path in ipairs(paths.get and { paths } or paths) do
      local found = false
      for index = 1, #rows do
        if path.get(rows[index]) ~= nil then
          found = true
          break
        end
      end
      if not found then return format("no row has %s, which --%s names", path.text, name) end
    end
  end
end

-- Returns the sections of a value, each with its `id` and its `items`, whose fields are `id`, `text` and `detail`; then a
-- warning or nil. If the value is no list, returns nil and what is wrong.
function watch.list(value, options)
  local rows, message = rows_of(value, options.rows)
  if not rows then return nil, message end
  local warning, places = warning_of(rows, options), nil
  if #options.sort > 0 then rows, places = sort_rows(rows, options.sort) end
  local function number(index) return places and places[index] or index end
  local sections, sections_by_id, indexes = {}, {}, {}
  if not options.section then
    sections[1] = { id = 0, items = {} }
    sections_by_id[0] = sections[1]
  end
  for index = 1, #rows do
    local row = rows[index]
    local paths = options.key
    if #paths == 0 then paths = { type(row) == "table" and id or whole } end
    local key, path, part = key_of(row, paths)
    if key == nil then
      return nil, format("row %d: a string or an integer expected at %s, the key, got %s", number(index), path.text, kind_of(part))
    end
    if indexes[key] then
      local one, other = number(indexes[key]), number(index)
      return nil, format("rows %d and %d have the same key %s", math.min(one, other), math.max(one, other), described(key))
    end
    indexes[key] = index
    local section = 0
    if options.section then
      local found = options.section.get(row)
      if found ~= nil then section = shown(found) end
    end
    local target = sections_by_id[section]
    if not target then
      target = { id = section, items = {} }
      sections_by_id[section] = target
      -- Rows without a section have no header, so below another section they would seem to belong to it.
      table.insert(sections, section == 0 and 1 or #sections + 1, target)
    end
    local text = #options.text > 0 and (joined(options.text, row, " ") or "") or shown(key)
    target.items[#target.items + 1] = { id = key, text = text, detail = joined(options.detail, row, "  ") }
  end
  return sections, warning
end
