-- The data source of the lists that are shown. Sets `watch.shown_list`, `watch.publish` and `watch.joined_columns`.
local watch, command = ...
local diffable = require "diffable"

-- Columns

-- A field that is wider than this many columns of the screen is cut.
local max_width = 40

local function width_of(text)
  if not text:find("[^\x20-\x7e]") then return #text end
  return command.width(text)
end

local function cut(text)
  if #text <= max_width or width_of(text) <= max_width then return text end
  local characters, width = {}, 0
  for character in text:gmatch("[%z\1-\x7f\xc2-\xf4][\x80-\xbf]*") do
    width = width + width_of(character)
    if width >= max_width then break end
    characters[#characters + 1] = character
  end
  return table.concat(characters) .. "…"
end

-- Returns a layout that aligns the details of all rows in columns. A column in which every field is a number is aligned
-- at the right, and any other column at the left. Columns grow, and never shrink.
local function make_columns()
  local columns, widths, are_texts, names = {}, {}, {}, {}

  -- Widens a column if a text does not fit into it. Returns whether the column has grown.
  local function grow(index, text)
    local width = width_of(cut(text))
    if widths[index] and width <= widths[index] then return false end
    widths[index] = width
    return true
  end

  -- Adapts the columns to the details of an item. Returns whether columns have changed.
  function columns.measure(details)
    local has_changed = false
    for index, text in ipairs(details) do
      has_changed = grow(index, text) or has_changed
      if not are_texts[index] and text ~= "" and not watch.number_of(text) then
        are_texts[index], has_changed = true, true
      end
    end
    return has_changed
  end

  -- Sets the names of the columns. Returns whether columns have changed.
  function columns.name(new_names)
    names = new_names
    local has_changed = false
    for index, text in ipairs(names) do has_changed = grow(index, text) or has_changed end
    return has_changed
  end

  function columns.line(texts)
    local parts = {}
    for index, text in ipairs(texts) do
      text = cut(text)
      local blank = (" "):rep(widths[index] - width_of(text))
      parts[index] = are_texts[index] and text .. blank or blank .. text
    end
    return table.concat(parts, "  ")
  end

  -- Returns the names of the columns as a line, or nil if there are fewer than two.
  function columns.header() return #names > 1 and columns.line(names) or nil end

  return columns
end

local function header(section)
  local id = type(section) == "table" and section.id or section
  return id ~= 0 and id or nil
end

-- Returns the texts of several columns as one text, without empty ones.
function watch.joined_columns(columns)
  local texts = {}
  for _, value in ipairs(columns) do
    local text = watch.shown(value)
    if text ~= "" then texts[#texts + 1] = text end
  end
  return table.concat(texts, "  ")
end

-- Returns the list that is shown. Its `source` is the data source. `show(sections)` applies a list, and
-- `show_snapshot(snapshot, time)` a list of a history. `add(rows)` appends rows, or replaces the rows that have the
-- same keys, and returns an error message or nil; each element of `rows` is an array of a row and the names of its
-- table. `date()` returns a time as a text: that of the list if it comes from a history, or else the present time.
function watch.shown_list(options, view)
  local shown = {}
  local columns = options.format ~= "ndjson" and make_columns() or nil
  -- Whether the width or the alignment of a column has changed since a list was last shown on the screen.
  local columns_changed = false

  function shown.date() return os.date("%Y-%m-%d %H:%M:%S", shown.time and math.floor(shown.time)) end

  local function cell(item)
    local texts = item.columns
    return {
      text = item.text, detail = texts and (columns and columns.line or watch.joined_columns)(texts) or item.detail,
    }
  end

  local source = diffable.data_source{ view = view, cell = cell, header = header }
  shown.source = source

  local function apply(snapshot) source:apply(snapshot, options.timestamps and { caption = shown.date() } or {}) end

  -- Adapts the columns to the details of new items. Cuts details that are too wide, unless they are published.
  local function measure(items)
    if not columns then return end
    for _, item in ipairs(items) do
      local texts = item.columns
      if texts then
        for index = 1, options.publish and 0 or #texts do texts[index] = cut(texts[index]) end
        columns_changed = columns.measure(texts) or columns_changed
      end
    end
  end

  local function name(names)
    if columns and names then columns_changed = columns.name(names) or columns_changed end
  end

  local function measure_snapshot(snapshot)
    if not columns then return end
    for _, section in ipairs(snapshot:section_identifiers()) do
      local content = snapshot:section(section)
      if type(content) == "table" then name(content.columns) end
    end
    for _, _, _, item in snapshot:each() do
      if item.columns then columns_changed = columns.measure(item.columns) or columns_changed end
    end
  end

  function shown.show_snapshot(snapshot, time)
    shown.time = time
    measure_snapshot(snapshot)
    apply(snapshot)
  end

  -- Returns a derived list to show on the screen, which may be held, and a function `update(snapshot, is_from_file)`
  -- that shows a snapshot in it, the newest or an earlier one. `is_from_file` says that the snapshot was read from a
  -- file, so its columns were not measured yet.
  function shown.screen()
    local stage = diffable.data_source{ view = false }
    local visible = stage:derive{ view = false, cell = cell, header = header, keep_empty_sections = true }
    local function update(snapshot, is_from_file)
      if is_from_file then measure_snapshot(snapshot) end
      -- A column that changes its width or alignment changes every row, so all cells are requested again.
      if columns_changed and stage:snapshot():number_of_items() > 0 then
        stage:apply_using_reload_data(snapshot)
      else
        stage:apply(snapshot)
      end
      columns_changed = false
    end
    return visible, update
  end

  -- `entries` has the rows of the list by key, each with its section and its index in `keys`. It is nil until
  -- `note_all` makes it. `keys` has the keys from the oldest row to the newest, with gaps for deleted rows; there are
  -- only gaps before `first`. These tables are needed because a look-up in a snapshot raises an error for the key 3 if
  -- the list has "3".
  local entries, keys, first, last = nil, {}, 1, 0
  -- The number of rows in each section.
  local counts = {}
  -- The number of rows that were read.
  local number = 0

  function shown.show(sections)
    for _, section in ipairs(sections) do
      name(section.columns)
      measure(section.items)
    end
    apply(diffable.snapshot(sections))
    entries = nil
  end

  function shown.header() return columns and columns.header() end

  local function note(id, section, has_key)
    last = last + 1
    keys[last], entries[id] = id, { section = section, place = last, has_key = has_key }
    counts[section] = (counts[section] or 0) + 1
  end

  local function note_all(snapshot)
    entries, keys, first, last, counts = {}, {}, 1, 0, {}
    for _, section in ipairs(snapshot:section_identifiers()) do
      counts[section] = 0
      for _, id in ipairs(snapshot:item_identifiers(section)) do note(id, section, true) end
    end
  end

  local function require_section(snapshot, section, names)
    if counts[section] then return end
    counts[section] = 0
    local top = section == 0 and snapshot:section_identifiers()[1]
    local added = { { id = section, columns = names } }
    if top then snapshot:insert_sections_before(added, top) else snapshot:append_sections(added) end
  end

  -- Call it when a row has left a section. With --section, a section without rows is deleted, as in a list that is read
  -- as a whole.
  local function leave_section(snapshot, section)
    counts[section] = counts[section] - 1
    if counts[section] == 0 and options.section then
      snapshot:delete_sections(section)
      counts[section] = nil
    end
  end

  local function delete_item(snapshot, id)
    local entry = entries[id]
    entries[id], keys[entry.place] = nil, nil
    snapshot:delete_items(id)
    leave_section(snapshot, entry.section)
  end

  -- Replaces the row that has the key of `item`.
  local function replace_item(snapshot, item, section, names)
    -- `update_items` keeps fields that the new content does not have.
    local loses_detail = item.detail == nil and snapshot:item(item.id).detail ~= nil
    if loses_detail then snapshot:reconfigure_items{ item } else snapshot:update_items{ item } end
    local entry = entries[item.id]
    local old = entry.section
    if old == section then return end
    require_section(snapshot, section, names)
    snapshot:move_items_to_section({ item.id }, section)
    entry.section, counts[section] = section, counts[section] + 1
    leave_section(snapshot, old)
  end

  local function add_item(snapshot, item, has_key, names)
    local section = item.section
    item.section = nil
    if entries[item.id] then return replace_item(snapshot, item, section, names) end
    require_section(snapshot, section, names)
    snapshot:append_items({ item }, section)
    note(item.id, section, has_key)
    while options.follow and snapshot:number_of_items() > options.follow do
      while keys[first] == nil do first = first + 1 end
      delete_item(snapshot, keys[first])
    end
  end

  -- Counts rows that are not shown, so that later rows have the right numbers.
  function shown.pass(count) number = number + count end

  function shown.add(rows)
    local snapshot, items, message = source:snapshot(), {}, nil
    local row_options, column_names = options, watch.names_of(options.detail)
    if not entries then note_all(snapshot) end
    for _, added in ipairs(rows) do
      local row, names = added[1], added[2]
      number = number + 1
      if names then
        row_options = watch.options_for_table(options, {}, names)
        column_names = watch.names_of(row_options.detail)
      end
      local has_key = #options.key > 0 or not names and type(row) == "table" and row.id ~= nil
      local item, problem = watch.row(row, row_options, not has_key and "#" .. number or nil)
      if item and not has_key and #row_options.text == 0 then item.text = tostring(number) end
      if item and entries[item.id] and entries[item.id].has_key ~= has_key then
        item, problem = nil, ('the key "%s" is that of a row without a key'):format(item.id)
      end
      if not item then
        message = ("row %d: %s"):format(number, problem)
      elseif watch.is_shown(row, options.where) then
        items[#items + 1] = item
        add_item(snapshot, item, has_key, column_names)
      elseif entries[item.id] then
        delete_item(snapshot, item.id)
      end
    end
    name(column_names)
    measure(items)
    apply(snapshot)
    return message
  end

  return shown
end

-- Writes the list that is shown, and its changes, to the file of --publish. The file contains the details of the rows,
-- and not their alignment.
function watch.publish(options, shown)
  if not options.publish then return end
  local published = diffable.data_source{ view = false }
  command.publish(published)
  shown.source:on_apply(function() published:apply(shown.source:snapshot()) end)
end
