-- Parses tables: CSV, TSV, and the columns that programs such as ps and df print. Each line below the header is a row,
-- whose fields have the names in the header. Sets `watch.table_form`, `watch.table_of`, `watch.row_reader` and
-- `watch.is_repeated_header`.
local watch = ...
local find, match, sub = string.find, string.match, string.sub

-- CSV and TSV

-- Calls `take(fields, line)` for each record of a text. Returns an error message or nil. As in RFC 4180, a field in
-- quotes may contain separators, newlines, and quotes that are doubled.
local function each_csv_record(text, take)
  local position, line, fields, start = 1, 1, {}, 1
  while position <= #text + 1 do
    local field
    if sub(text, position, position) == '"' then
      local last = position
      repeat
        last = find(text, '"', last + 1, true)
        if not last then return ("line %d: a quote is not closed"):format(line) end
        local is_doubled = sub(text, last + 1, last + 1) == '"'
        if is_doubled then last = last + 1 end
      until not is_doubled
      field = sub(text, position + 1, last - 1):gsub('""', '"')
      line = line + select(2, field:gsub("\n", ""))
      position = last + 1
    else
      local last = (find(text, "[,\r\n]", position) or #text + 1) - 1
      -- A carriage return that is not followed by a newline is part of the field.
      while sub(text, last + 1, last + 1) == "\r" and sub(text, last + 2, last + 2) ~= "\n" and last + 1 <= #text do
        last = (find(text, "[,\r\n]", last + 2) or #text + 1) - 1
      end
      field = sub(text, position, last)
      position = last + 1
    end
    fields[#fields + 1] = field
    local separator = match(text, "^\r?\n", position)
    if separator or position > #text then
      if #fields > 1 or fields[1] ~= "" then take(fields, start) end
      position, line, fields = position + #(separator or " "), line + 1, {}
      start = line
      if position > #text then return nil end
    elseif sub(text, position, position) == "," then
      position = position + 1
    else
      return ("line %d: a comma expected after a quoted field"):format(line)
    end
  end
end

local function split_at_tabs(line)
  local fields = {}
  for field in (line .. "\t"):gmatch("([^\t]*)\t") do fields[#fields + 1] = field end
  return fields
end

-- Columns

-- The names of columns that contain a blank. Any other blank in a header separates two names.
local names_with_blanks = {
  "CONTAINER ID", "IMAGE ID", "NETWORK ID", "VOLUME NAME", "MEM USAGE / LIMIT", "MEM %", "CPU %", "NET I/O",
  "BLOCK I/O", "CREATED AT", "LAST SEEN", "NOMINATED NODE", "READINESS GATES", "Mounted on",
  "Local Address:Port", "Peer Address:Port", "Local Address", "Foreign Address", "PID/Program name",
}

-- Returns a part of a line, by columns of the screen. Each character counts as one column.
local function part(line, first, last)
  if not find(line, "[\x80-\xff]") or not utf8.len(line) then return sub(line, first, last) end
  local count = utf8.len(line)
  if first > count then return "" end
  return sub(line, utf8.offset(line, first), last >= count and #line or utf8.offset(line, last + 1) - 1)
end

-- Whether there is a column without a name before the first name of a header, as in the table of `free`: in some line,
-- a word ends before that name begins. If the header only begins with blanks because its first column is aligned at the
-- right, no word ends there.
local function has_unnamed_column(header, lines)
  local first = find(header, "[^ ]")
  if first == 1 then return false end
  for _, line in ipairs(lines) do
    if find(part(line .. " ", 1, first), "[^%s]%s") then return true end
  end
  return false
end

-- Returns the columns of a header: the name of each, and the first and last column of the screen that the name takes. A
-- first column without a name is called `name`.
local function columns_of(header, lines)
  local columns, position = {}, 1
  if has_unnamed_column(header, lines) then columns[1] = { name = "name", first = 1, last = 1 } end
  while true do
    local first, last = find(header, "[^ ]+", position)
    if not first then return columns end
    for _, name in ipairs(names_with_blanks) do
      if sub(header, first, first + #name - 1) == name then
        last = first + #name - 1
        break
      end
    end
    columns[#columns + 1] = { name = sub(header, first, last), first = first, last = last }
    position = last + 1
  end
end

local function trimmed(text) return match(text, "^%s*(.-)%s*$") end

-- Whether each column begins where its name begins, as in the tables of docker and kubectl. If so, at least two blanks
-- separate the names, and a blank precedes each field.
local function begin_at_names(columns, lines)
  for index = 2, #columns do
    local first = columns[index].first
    if first - columns[index - 1].last < 3 then return false end
    for _, line in ipairs(lines) do
      local before = part(line, first - 2, first - 1)
      local begins_later = find(part(line, first, first), "^ $") and find(before, "^[^ ]")
      local is_cut = find(before, "[^ ]$") and (utf8.len(before) or #before) == 2
      if is_cut or begins_later then return false end
    end
  end
  return #columns > 1
end

-- Returns the fields of a line by name, if each column begins where its name begins.
local function fields_at_names(columns, line)
  local row = {}
  for index, column in ipairs(columns) do
    local field = trimmed(part(line, column.first, index < #columns and columns[index + 1].first - 1 or #line))
    if field ~= "" then row[column.name] = field end
  end
  return row
end

-- Splits a line into words, one for each column, and returns them by name. The last column gets the rest of the line.
-- If there are fewer words than columns, each word belongs to the column whose name is above it. If one of the words
-- has no name above it, the words belong to the first columns in order.
local function fields_as_words(columns, line)
  local words, position = {}, 1
  while #words < #columns do
    local first, last = find(line, "[^ \t]+", position)
    if not first then break end
    if #words + 1 == #columns then last = #match(line, "^(.-)%s*$") end
    words[#words + 1] = { text = sub(line, first, last), first = first, last = last }
    position = last + 1
  end
  local row, places, before = {}, {}, 0
  if #words < #columns then
    for index, word in ipairs(words) do
      for number = before + 1, #columns do
        if word.first <= columns[number].last and word.last >= columns[number].first then
          places[index] = number
          break
        end
      end
      if not places[index] then
        places = {}
        break
      end
      before = places[index]
    end
  end
  for index, word in ipairs(words) do row[columns[places[index] or index].name] = word.text end
  return row
end

-- Whether a line groups the names in the next line, as the first line of vmstat: it has at least two names between
-- dashes, and no other name follows one of them.
local function is_line_of_groups(line)
  local count = 0
  for word in line:gmatch("%S+") do
    if find(word, "^%-+[%w/]+%-+$") then
      count = count + 1
    elseif count > 0 then
      return false
    end
  end
  return count > 1
end

-- All forms of tables

-- Returns the form of a table with this header: "csv", "tsv" or "columns".
function watch.table_form(header)
  if find(header, "\t", 1, true) then return "tsv" end
  return find(header, ",", 1, true) and not find(header, "  ", 1, true) and "csv" or "columns"
end

local function check_names(names)
  local seen = {}
  for _, name in ipairs(names) do
    if seen[name] then return ('the header has the name "%s" twice'):format(name) end
    seen[name] = true
  end
end

local function named(names, fields, line)
  if #fields ~= #names then
    return nil, ("line %d: %d fields expected, as in the header, got %d"):format(line, #names, #fields)
  end
  local row = {}
  for index, name in ipairs(names) do row[name] = fields[index] end
  return row
end

-- Whether a line of a table of columns must be skipped, because it repeats the header or groups the names in it.
function watch.is_repeated_header(form, header, line)
  return form == "columns" and (line == header or is_line_of_groups(line))
end

local function without_return(line) return (line:gsub("\r$", "")) end

-- Returns the names in a header, and a function that parses a line below it: it returns the row, or nil and an error
-- message. If there is an error in the header, returns nil and an error message. `lines` are all lines of the table
-- below the header, or nil if they are not known yet.
function watch.row_reader(form, header, lines)
  local names, read = {}
  if form == "columns" then
    local columns = columns_of(header, lines or {})
    for index, column in ipairs(columns) do names[index] = column.name end
    local fields_of = lines and begin_at_names(columns, lines) and fields_at_names or fields_as_words
    read = function(line) return fields_of(columns, line) end
  elseif form == "tsv" then
    names = split_at_tabs(without_return(header))
    read = function(line, number) return named(names, split_at_tabs(without_return(line)), number) end
  else
    local message = each_csv_record(header, function(fields) names = fields end)
    if message then return nil, message end
    read = function(line, number)
      local row, problem
      local wrong = each_csv_record(line, function(fields) row, problem = named(names, fields, number) end)
      if wrong then problem = wrong:gsub("^line %d+", "line " .. number) end
      return row, problem
    end
  end
  local message = check_names(names)
  if message then return nil, message end
  return names, read
end

-- Parses a table. Returns an array of its rows, which has the field `names`, or nil and an error message. The field
-- `is_numbered` is true if a line that is no row was skipped. Then the key of each row is its number.
function watch.table_of(form, text)
  local rows, names, message = watch.as_array{}, nil, nil
  if form == "csv" then
    local wrong = each_csv_record(text, function(fields, line)
      if message then return end
      if not names then
        names, message = fields, check_names(fields)
        return
      end
      local row, problem = named(names, fields, line)
      rows[#rows + 1], message = row, problem
    end)
    message = message or wrong
  else
    local lines, header, header_number = {}, nil, 1
    for line in (find(text, "\n$") and text or text .. "\n"):gmatch("([^\n]*)\n") do
      if watch.is_repeated_header(form, header, line) then
        rows.is_numbered = true
      elseif header then
        lines[#lines + 1] = line
      elseif find(line, "[^%s]") then
        header = line
      else
        header_number = header_number + 1
      end
    end
    local read
    names, read = watch.row_reader(form, header or "", lines)
    message = not names and read
    for number, line in ipairs(lines) do
      if message then break end
      if find(line, "[^%s]") then rows[#rows + 1], message = read(line, header_number + number) end
    end
  end
  if message then return nil, message end
  rows.names = names
  return rows
end
