-- Converts a JSON value or a table to a list: checks its rows, and reads the texts that they show. Sets `watch.list`,
-- and for inputs that are read row by row `watch.row`, `watch.is_shown` and `watch.options_for_table`. Also sets
-- `watch.names_of` and `watch.as_line`.
local watch, command = ...
local is_array, shown = watch.is_array, watch.shown
local format, concat, sort, tointeger, type = string.format, table.concat, table.sort, math.tointeger, type

-- Returns the number or the text by which a value is sorted. A string that is a number counts as a number, because
-- JSON numbers that Lua would round are kept as digits, and many programs write numbers as strings, or with a unit.
local function sortable(value)
  if value == nil then return nil end
  local text = shown(value)
  return watch.number_of(text) or text
end

-- Numbers come before texts, and missing values (nil) come last.
local function precedes(one, other)
  if one == nil or other == nil then return one ~= nil and other == nil end
  if type(one) == type(other) then return one < other end
  return type(one) == "number"
end

-- Sorts the rows. The sort is stable. Returns the sorted rows, and the old index of each.
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

-- Returns the texts of several paths in one string. Missing values are left out. Returns nil if all are missing.
local function joined(paths, row, between)
  local texts = {}
  for index = 1, #paths do
    local value = paths[index].get(row)
    if value ~= nil then texts[#texts + 1] = shown(value) end
  end
  return #texts > 0 and concat(texts, between) or nil
end

-- Returns the text that a row shows at the right, or nil if it shows none. If it shows several columns there, returns
-- nil and the array of their texts.
local function detail_of(paths, row)
  if #paths < 2 then return joined(paths, row, "") end
  local columns = {}
  for index = 1, #paths do columns[index] = shown(paths[index].get(row)) end
  return nil, columns
end

-- Returns the names of the columns, or nil if there are fewer than two.
function watch.names_of(paths)
  if #paths < 2 then return nil end
  local names = {}
  for index = 1, #paths do names[index] = paths[index].name end
  return names
end

-- Returns a message as one line, without control characters.
function watch.as_line(message) return command.escaped((message:gsub("[\n\t]", { ["\n"] = "\\n", ["\t"] = "\\t" }))) end

local function described(key)
  return type(key) == "string" and '"' .. command.escaped(key:sub(1, 100), true) .. '"' or tostring(key)
end

-- Returns the key of a row. If the value at one of the paths cannot be a part of a key, returns nil, the path and the
-- value.
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

-- Returns the array of rows in a value, or nil and an error message. If the rows are the values of an object, the array
-- has a field `keys`, which is an array of the names of their fields.
local function rows_of(value, path)
  local rows = value
  if path then rows = path.get(value) end
  if is_array(rows) then return rows end
  if path and path.takes_values and kind_of(rows) == "an object" then
    local values, names = watch.as_array{}, {}
    for name in pairs(rows) do names[#names + 1] = name end
    sort(names)
    for index = 1, #names do values[index] = rows[names[index]] end
    values.keys = names
    return values
  end
  if path then return nil, format("an array expected at %s, got %s", path.text, kind_of(rows)) end
  return nil, "a list is an array, not an object; --rows names the array in an object, or its values with []"
end

local function has_value(rows, path)
  for index = 1, #rows do
    if path.get(rows[index]) ~= nil then return true end
  end
  return false
end

-- Returns a warning if an option names a path that no row has, which is usually a mistake. There is no warning about a
-- column of a table that is empty in every row.
local function warning_of(rows, options)
  if #rows == 0 then return end
  local columns = {}
  for _, name in ipairs(rows.names or {}) do columns["." .. name] = true end
  local function warning_for(option, paths)
    for _, path in ipairs(paths) do
      if not columns[path.text] and not has_value(rows, path) then
        return format("no row has %s, which --%s names", path.text, option)
      end
    end
  end
  local warning = warning_for("text", options.text) or warning_for("detail", options.detail)
    or warning_for("section", { options.section }) or warning_for("sort", options.sort)
  for _, condition in ipairs(options.where) do warning = warning or warning_for("where", condition.paths) end
  return warning
end

-- Tables

local function field(name) return { text = "." .. name, name = name, get = function(row) return row[name] end } end

local key_names = { "id", "pid", "name", "names", "container id", "unit", "key" }

-- Returns whether every row has a different, non-empty value in a column. Unless `takes_numbers` is true, numbers do
-- not qualify.
local function is_distinct(rows, name, takes_numbers)
  local seen = {}
  for index = 1, #rows do
    local value = rows[index][name]
    if value == nil or value == "" or seen[value] or not takes_numbers and watch.number_of(value) then return false end
    seen[value] = true
  end
  return true
end

-- Returns the name of the column that identifies the rows of a table: of the columns with distinct values, the one
-- whose name comes first in `key_names`, or else the first that has only texts, or else the first. Columns of numbers
-- are avoided, because numbers usually change. Returns nil if no column has distinct values.
local function key_column(rows, names)
  for _, usual in ipairs(key_names) do
    for _, name in ipairs(names) do
      if name:lower() == usual and is_distinct(rows, name, true) then return name end
    end
  end
  for _, takes_numbers in ipairs{ false, true } do
    for _, name in ipairs(names) do
      if is_distinct(rows, name, takes_numbers) then return name end
    end
  end
end

-- Returns the options, completed with the columns of a table. The column of the keys is chosen for the first table that
-- has rows, and stays the same while the names of the columns do, so that rows keep their keys.
function watch.options_for_table(options, rows, names)
  local chosen = options.chosen
  if not chosen or chosen.names ~= concat(names, "\t") then
    chosen = {
      names = concat(names, "\t"), key = #rows > 0 and not rows.is_numbered and key_column(rows, names) or nil,
    }
    if #rows > 0 then options.chosen = chosen end
  end
  local result = setmetatable({}, { __index = options })
  if #options.key == 0 and chosen.key then result.key = { field(chosen.key) } end
  if #options.text == 0 and #options.detail == 0 then
    -- The row shows its key at the left, so a column that is the key is not shown again.
    local key, details = #result.key == 1 and result.key[1].name, {}
    for _, name in ipairs(names) do
      if name ~= key then details[#details + 1] = field(name) end
    end
    result.detail = details
  end
  return result
end

-- Rows

-- Whether a row meets all conditions of --where.
function watch.is_shown(row, conditions)
  for index = 1, #conditions do
    if not conditions[index].is_met(row) then return false end
  end
  return true
end

-- Returns the item for a row, with the fields `id`, `text`, `detail` or `columns`, and `section` (0 if the row has no
-- section). Returns nil and an error message if the row has no valid key. Without --key, `key` is the key of the row;
-- if that is nil, the key is the field `id` of an object, or else the row itself.
function watch.row(row, options, key)
  local paths = options.key
  if #paths > 0 or key == nil then
    if #paths == 0 then paths = { type(row) == "table" and not watch.digits(row) and id or whole } end
    local path, part
    key, path, part = key_of(row, paths)
    if key == nil then
      return nil, format("a string or an integer expected at %s, the key, got %s", path.text, kind_of(part))
    end
  end
  local section = options.section and options.section.get(row)
  local detail, columns = detail_of(options.detail, row)
  return {
    id = key, text = #options.text > 0 and (joined(options.text, row, " ") or "") or shown(key),
    detail = detail, columns = columns,
    section = section ~= nil and shown(section) or 0,
  }
end

-- Returns the list in a value, and a warning or nil. The list is an array of sections, each with its `id`, its `items`,
-- and the names of its `columns` if there are several. If the value is not a list, returns nil and an error message.
function watch.list(value, options)
  local rows, message = rows_of(value, options.rows)
  if not rows then return nil, message end
  local warning, places = warning_of(rows, options), nil
  if rows.names then options = watch.options_for_table(options, rows, rows.names) end
  local keys, is_table = rows.keys, rows.names ~= nil
  if #options.sort > 0 then rows, places = sort_rows(rows, options.sort) end
  local function number(index) return places and places[index] or index end
  local sections, sections_by_id, indexes, columns = {}, {}, {}, watch.names_of(options.detail)
  if not options.section then
    sections[1] = { id = 0, columns = columns, items = {} }
    sections_by_id[0] = sections[1]
  end
  for index = 1, #rows do
    local row = rows[index]
    local item, problem = watch.row(row, options, keys and keys[number(index)] or is_table and number(index) or nil)
    if not item then return nil, format("row %d: %s", number(index), problem) end
    local key = item.id
    if indexes[key] then
      local one, other = number(indexes[key]), number(index)
      return nil, format("rows %d and %d have the same key %s",
        math.min(one, other), math.max(one, other), described(key))
    end
    indexes[key] = index
    if watch.is_shown(row, options.where) then
      local section = item.section
      item.section = nil
      local target = sections_by_id[section]
      if not target then
        target = { id = section, columns = columns, items = {} }
        sections_by_id[section] = target
        -- Rows without a section have no header, so below another section they would seem to belong to it.
        table.insert(sections, section == 0 and 1 or #sections + 1, target)
      end
      target.items[#target.items + 1] = item
    end
  end
  return sections, warning
end
