-- The data source that shows the lists. Sets `watch.shown_list` and `watch.publish`.
local watch, command = ...
local diffable = require "diffable"

-- Columns

-- A field of more columns of the screen than this is cut.
local widest = 40

local function cut(text)
  if command.width(text) <= widest then return text end
  local characters, width = {}, 0
  for character in text:gmatch("[%z\1-\x7f\xc2-\xf4][\x80-\xbf]*") do
    width = width + command.width(character)
    if width >= widest then break end
    characters[#characters + 1] = character
  end
  return table.concat(characters) .. "…"
end

-- The details of all rows as columns: numbers end at the right of their column, texts begin at its left. Columns grow,
-- and never shrink.
local function make_columns()
  local columns, widths, are_texts, names = {}, {}, {}, {}

  -- Makes room for a text in a column. Returns whether the column has grown.
  local function grow(index, text)
    local width = command.width(cut(text))
    if width <= (widths[index] or 0) then return false end
    widths[index] = width
    return true
  end

  -- Makes room for the details of an item. Returns whether columns have changed.
  function columns.measure(details)
    local has_changed = false
    for index, text in ipairs(details) do
      has_changed = grow(index, text) or has_changed
      if not are_texts[index] and text ~= "" and not watch.number_of(text) then are_texts[index], has_changed = true, true end
    end
    return has_changed
  end

  -- Gives the columns the names of these paths. Returns whether columns have changed.
  function columns.name(paths)
    names = {}
    local has_changed = false
    for index, path in ipairs(paths) do
      names[index] = path.name
      has_changed = grow(index, path.name) or has_changed
    end
    return has_changed
  end

  function columns.line(texts)
    local parts = {}
    for index, text in ipairs(texts) do
      text = cut(text)
      local blank = (" "):rep(widths[index] - command.width(text))
      parts[index] = are_texts[index] and text .. blank or blank .. text
    end
    return table.concat(parts, "  ")
  end

  -- The names as a line; nil if there is no column.
  function columns.header() return #names > 1 and columns.line(names) or nil end

  return columns
end

local function header(section)
  local id = type(section) == "table" and section.id or section
  return id ~= 0 and id or nil
end

-- Returns the list that is shown. Its `source` is the data source; `show(list)` applies a list, and `add(rows)` rows
-- that are appended, or take the place of those with the same keys: arrays of a row and the names of its table. It
-- returns what is wrong, or nil.
function watch.shown_list(options, view)
  local shown = { count = 0 }
  local columns = options.format ~= "ndjson" and make_columns() or nil

  local function cell(item)
    return { text = item.text, detail = columns and item.columns and columns.line(item.columns) or item.detail }
  end

  local source = diffable.data_source{ view = view, cell = cell, header = header }
  shown.source = source

  -- A list that follows this one, and may be held.
  function shown.derive()
    return source:derive{ view = false, cell = cell, header = header, keep_empty_sections = true }
  end

  local function apply(snapshot, has_grown)
    -- A wider column changes every row, so all cells are requested again.
    if has_grown and options.is_on_screen and source:snapshot():number_of_items() > 0 then
      source:apply_using_reload_data(snapshot)
    else
      source:apply(snapshot, options.timestamps and { caption = os.date("%Y-%m-%d %H:%M:%S") } or {})
    end
    shown.count = snapshot:number_of_items()
  end

  local function measure(items)
    local has_grown = false
    for _, item in ipairs(items) do
      if columns and item.columns then has_grown = columns.measure(item.columns) or has_grown end
    end
    return has_grown
  end

  local function name(paths)
    return columns ~= nil and #paths > 1 and columns.name(paths)
  end

  -- The rows of the list by key, each with its section and its place in `keys`, which has the keys from the oldest row
  -- to the newest; nil if they are not noted yet. Keys before `first` have been removed, and others can be. These
  -- tables are needed because a look-up in a snapshot raises an error for the key 3 if the list has "3".
  local entries, keys, first, last = nil, {}, 1, 0
  -- How many rows each section has.
  local counts = {}
  local number = 0

  function shown.show(list)
    local has_grown = name(list.paths)
    for _, section in ipairs(list.sections) do has_grown = measure(section.items) or has_grown end
    apply(diffable.snapshot(list.sections), has_grown)
    entries = nil
  end

  function shown.header() return columns and columns.header() end

  local function note(id, section)
    last = last + 1
    keys[last], entries[id] = id, { section = section, place = last }
    counts[section] = (counts[section] or 0) + 1
  end

  local function note_all(snapshot)
    entries, keys, first, last, counts = {}, {}, 1, 0, {}
    for _, section in ipairs(snapshot:section_identifiers()) do
      counts[section] = 0
      for _, id in ipairs(snapshot:item_identifiers(section)) do note(id, section) end
    end
  end

  local function require_section(snapshot, section)
    if counts[section] then return end
    counts[section] = 0
    local top = section == 0 and snapshot:section_identifiers()[1]
    if top then snapshot:insert_sections_before({ section }, top) else snapshot:append_sections{ section } end
  end

  -- Notes that a row has left a section. An empty section leaves, too, as in a whole list.
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

  -- Replaces the row that has the same key.
  local function replace_item(snapshot, item, section)
    -- `update_items` keeps fields that the new content does not have.
    local loses_detail = item.detail == nil and snapshot:item(item.id).detail ~= nil
    if loses_detail then snapshot:reconfigure_items{ item } else snapshot:update_items{ item } end
    local entry = entries[item.id]
    local old = entry.section
    if old == section then return end
    require_section(snapshot, section)
    snapshot:move_items_to_section({ item.id }, section)
    entry.section, counts[section] = section, counts[section] + 1
    leave_section(snapshot, old)
  end

  local function add_item(snapshot, item)
    local section = item.section
    item.section = nil
    if entries[item.id] then return replace_item(snapshot, item, section) end
    require_section(snapshot, section)
    snapshot:append_items({ item }, section)
    note(item.id, section)
    while options.follow and snapshot:number_of_items() > options.follow do
      while keys[first] == nil do first = first + 1 end
      delete_item(snapshot, keys[first])
    end
  end

  function shown.add(rows)
    local snapshot, items, message = source:snapshot(), {}, nil
    local row_options = options
    if not entries then note_all(snapshot) end
    for _, added in ipairs(rows) do
      local row, names = added[1], added[2]
      number = number + 1
      if names then row_options = watch.options_for_table(options, {}, names) end
      local has_id = not names and type(row) == "table" and row.id ~= nil
      local item, problem = watch.row(row, row_options, not has_id and number or nil)
      if not item then
        message = ("row %d: %s"):format(number, problem)
      elseif watch.is_shown(row, options.where) then
        items[#items + 1] = item
        add_item(snapshot, item)
      elseif entries[item.id] then
        delete_item(snapshot, item.id)
      end
    end
    local has_grown = name(row_options.detail)
    apply(snapshot, measure(items) or has_grown)
    return message
  end

  return shown
end

-- Writes a list that is shown, and its changes, to the file of --publish. Whoever reads it gets the details and not
-- their alignment.
function watch.publish(options, shown)
  if not options.publish then return end
  local published = diffable.data_source{ view = false }
  command.publish(published)
  shown.source:on_apply(function() published:apply(shown.source:snapshot()) end)
end
