-- Shows values in the REPL. Returns `show`, which calls no metamethod of a script but __tostring. Sets `command.more`,
-- `command.hint_about_local` and `command.error_text`.
local command = ...
local globals, stream, write, registry = _G, io.stdout, io.stdout.write, debug.getregistry()
local getmetatable, ipairs, next, pcall, rawget, rawlen, rawset, select, tostring, type, number_type =
  debug.getmetatable, ipairs, next, pcall, rawget, rawlen, rawset, select, tostring, type, math.type
local min, huge, concat, pack, sort = math.min, math.huge, table.concat, table.pack, table.sort
local find, gmatch, gsub, match, sub = string.find, string.gmatch, string.gsub, string.match, string.sub
local execute, getenv, open, remove, tmpname = os.execute, os.getenv, io.open, os.remove, os.tmpname
local quoted, limited, marked, reserved = command.quoted, command.limited, command.marked, command.reserved
local width, columns = command.width, command.columns

-- A table that does not fit into `max_width` columns is shown in several lines. `text_of_results` lowers `max_width` if
-- the terminal is narrower.
local limits, max_width = command.limits, 100

local function described(value)
  local succeeded, text = pcall(tostring, value)
  if succeeded then return limited(text) end
  return "(" .. type(value) .. " whose __tostring raised "
    .. (type(text) == "string" and quoted(text) or "a " .. type(text)) .. ")"
end

-- The type of a userdata of the module without "diffable.", for example "snapshot". Returns nil for everything else.
local function module_type(value)
  local metatable = type(value) == "userdata" and getmetatable(value)
  local name = metatable and rawget(metatable, "__name")
  return type(name) == "string" and registry[name] == metatable and match(name, "^diffable%.(.+)$") or nil
end

-- Returns one line for a userdata of the module inside a table.
local function brief(value, name)
  if name == "snapshot" then
    local succeeded, count, is_tree = pcall(function() return #value, value:is_section_snapshot() end)
    local items = succeeded and count .. (count == 1 and " item" or " items") or "closed"
    return (succeeded and is_tree and "section snapshot (" or "snapshot (") .. items .. ")"
  end
  local text = described(value)
  return (name == "difference" or name == "transaction") and name .. " (" .. text .. ")" or text
end

-- These keys come first, in this order. Other strings follow alphabetically, then numbers, then all other keys.
local ranks = { id = 1, kind = 2, count = 3, section = 4, item = 5, from = 6, to = 7 }
local ranks_of_types = { string = 8, number = 9 }

local function key_precedes(one, other)
  local rank = ranks[one] or ranks_of_types[type(one)] or 10
  local other_rank = ranks[other] or ranks_of_types[type(other)] or 10
  if rank ~= other_rank then return rank < other_rank end
  return rank < 10 and one < other
end

-- Joins the parts of a table, one on each line. Array elements (the first `length` parts) share lines, unless they
-- contain tables or newlines.
local function stacked(parts, length, indentation)
  local lines = {}
  for index = 1, #parts do
    local part, last = parts[index], lines[#lines]
    if last and index <= length and not find(last .. part, "[{\n]")
      and #indentation + width(last) + width(part) < max_width then
      lines[#lines] = last .. ", " .. part
    else
      lines[#lines + 1] = part
    end
  end
  return concat(lines, ",\n" .. indentation)
end

local inspect

-- `above` is the set of the tables around this one. `left.count` is how many entries may still be shown.
local function inspect_table(value, above, depth, indentation, left)
  if above[value] then return "(cycle)" end
  if next(value) == nil then return "{}" end
  if depth > limits.depth then return "{ ... }" end
  above[value] = true
  local inner = indentation .. "  "
  local parts, length, keys, more = {}, 0, {}, 0
  while left.count > 0 and rawget(value, length + 1) ~= nil do
    length, left.count = length + 1, left.count - 1
    parts[length] = inspect(rawget(value, length), above, depth + 1, inner, left)
  end
  for key in next, value do
    if number_type(key) ~= "integer" or key < 1 or key > length then
      -- At most `limits.keys` keys are sorted. Array elements that are not shown are only counted.
      if #keys < limits.keys and not (number_type(key) == "integer" and key >= 1 and key <= rawlen(value)) then
        keys[#keys + 1] = key
      else
        more = more + 1
      end
    end
  end
  sort(keys, key_precedes)
  for _, key in next, keys do
    if left.count > 0 then
      left.count = left.count - 1
      local name = type(key) == "string" and find(key, "^[%a_][%w_]*$") and not reserved[key] and key
        or "[" .. inspect(key, above, limits.depth + 1, inner, left) .. "]"
      parts[#parts + 1] = name .. " = " .. inspect(rawget(value, key), above, depth + 1, inner, left)
    else
      more = more + 1
    end
  end
  if more > 0 then parts[#parts + 1] = "... " .. more .. " more" end
  above[value] = nil
  local line = "{ " .. concat(parts, ", ") .. " }"
  if width(line) + #indentation <= max_width and not find(line, "\n", 1, true) then return line end
  return "{\n" .. inner .. stacked(parts, length, inner) .. "\n" .. indentation .. "}"
end

function inspect(value, above, depth, indentation, left)
  if type(value) == "string" then return quoted(value) end
  local name = module_type(value)
  if name then return brief(value, name) end
  local metatable = getmetatable(value)
  if type(value) == "table" and not (metatable and rawget(metatable, "__tostring")) then
    return inspect_table(value, above, depth, indentation, left)
  end
  return described(value)
end

-- Returns the title that people know an element by, which is a field of its content, or nil.
local function title_of(content)
  if type(content) ~= "table" then return nil end
  for _, field in ipairs{ "title", "text", "name", "label" } do
    local title = rawget(content, field)
    if type(title) == "string" and title ~= "" or type(title) == "number" then return limited(tostring(title)) end
  end
end

local function named(id, count, content)
  local text = (type(id) == "string" and quoted(id) or tostring(id)) .. count
  local title = title_of(content)
  return title and title ~= id and text .. "  " .. title or text
end

-- Returns a snapshot as an outline: the identifiers of its sections and items, and their titles.
local function outline(snapshot)
  local lines, left = {}, limits.entries
  local sections = snapshot:section_identifiers()
  for _, section in ipairs(sections) do
    if left == 0 then break end
    local items = snapshot:item_identifiers(section)
    lines[#lines + 1] = named(section, " (" .. #items .. (#items == 1 and " item)" or " items)"),
      snapshot:section(section))
    left = left - 1
    for index = 1, min(#items, left) do
      lines[#lines + 1] = "  " .. named(items[index], "", snapshot:item(items[index]))
    end
    left = left - min(#items, left)
  end
  local more = #sections + #snapshot - #lines
  if more > 0 then lines[#lines + 1] = "... " .. more .. " more" end
  return #lines > 0 and concat(lines, "\n") or described(snapshot)
end

-- Returns the description of a data source and its list. The list is shown as its cells if it is short and the data
-- source has a cell provider in `cell`. Otherwise it is shown as an outline.
local function source_with_list(source)
  local snapshot = source:snapshot()
  local text = #snapshot <= limits.items and source.cell and source:render() or outline(snapshot)
  return described(source) .. "\n" .. limited((gsub(text, "\n$", "")))
end

local texts_of_types = { snapshot = outline, data_source = source_with_list }

local function shown(value)
  local name = module_type(value)
  if texts_of_types[name] then
    local succeeded, text = pcall(texts_of_types[name], value)
    return succeeded and text or described(value)
  end
  if name == "transaction" or name == "difference" then
    local succeeded, text = pcall(function() return marked(name == "transaction" and value.difference or value) end)
    return succeeded and text or described(value)
  end
  return name and described(value) or inspect(value, {}, 1, "", { count = limits.entries })
end

-- The names that entries have declared with `local`.
local locals = {}

-- Returns the text with each string and each comment replaced by a blank. The text must compile. Signs such as `-` and
-- `[`, which may begin a string or a comment, are replaced even if they do not.
local function without_strings(text)
  local parts, position = {}, 1
  local start = find(text, "[-%[\"']")
  while start do
    local level, inside = match(text, "^%-?%-?%[(=*)%[()", start)
    local sign, stop = sub(text, start, start), start
    if level then
      stop = select(2, find(text, "]" .. level .. "]", inside, true))
    elseif sub(text, start, start + 1) == "--" then
      stop = find(text, "\n", start, true)
    elseif sign == "'" or sign == '"' then
      repeat
        stop = find(text, "[\\" .. sign .. "]", stop + 1)
        local is_escape = stop and sub(text, stop, stop) == "\\"
        if is_escape then stop = stop + 1 end
      until not is_escape
    end
    parts[#parts + 1] = sub(text, position, start - 1)
    position = (stop or #text) + 1
    start = find(text, "[-%[\"']", position)
  end
  parts[#parts + 1] = sub(text, position)
  return concat(parts, " ")
end

local function note_locals(text)
  text = without_strings(text)
  for position in gmatch(text, "%f[%w_]local%s+()") do
    position = match(text, "^function%s+()", position) or position
    repeat
      local name, after = match(text, "^([%a_][%w_]*)%s*()", position)
      if not name then break end
      locals[name] = true
      after = match(text, "^<[^>]*>%s*()", after) or after
      position = match(text, "^,%s*()", after)
    until not position
  end
end

-- If a global is nil, and an earlier entry declared a local with this name, returns a hint. Otherwise returns nil.
function command.hint_about_local(name)
  if locals[name] and rawget(globals, name) == nil then
    return name .. " was local in an entry before; without 'local', it is kept"
  end
end

-- The results that were shown last.
local results = { n = 0 }

local function text_of_results()
  max_width = min(100, columns() - 2)
  local texts, separator = {}, "\t"
  for index = 1, results.n do
    texts[index] = shown(results[index])
    if find(texts[index], "\n", 1, true) then separator = "\n" end
  end
  return concat(texts, separator) .. "\n"
end

-- Shows the results of an entry, unless its text ends in a semicolon, and stores the first one in the global `_`.
local function show(text, ...)
  local count, name = select("#", ...), match(text, "^%s*=?%s*([%a_][%w_]*)%s*$")
  note_locals(text)
  if count == 0 then return end
  rawset(globals, "_", (...))
  if find(text, ";%s*$") then return end
  -- The apply of this transaction was just shown by a view.
  if count == 1 and command.has_shown_apply and module_type((...)) == "transaction" then return end
  results = pack(...)
  local hint = (...) == nil and name and command.hint_about_local(name)
  write(stream, hint and "nil  -- " .. hint .. "\n" or text_of_results())
end

-- Shows the last results without limits: in $PAGER, or else `less`, if standard output is a terminal and the text has
-- many lines.
function command.more()
  if results.n == 0 then return write(stream, "nothing was shown yet\n") end
  local kept = {}
  for name, limit in next, limits do
    kept[name], limits[name] = limit, huge
  end
  local succeeded, text = pcall(text_of_results)
  for name, limit in next, kept do limits[name] = limit end
  if not succeeded then error(text, 0) end
  if command.is_terminal and find(text, ("\n[^\n]*"):rep(20)) then
    local path = tmpname()
    local file = open(path, "w")
    file:write(text)
    file:close()
    local has_paged = execute((getenv("PAGER") or "less") .. " '" .. path .. "'")
    remove(path)
    if has_paged then return end
  end
  write(stream, text)
end

-- Returns the text of an error that is not a string.
function command.error_text(value)
  if command.is_interactive and value ~= nil then return shown(value) end
  return "(error object is a " .. type(value) .. " value)"
end

return show
