-- Two lists that change at random, shown by the view that --format=ndjson sets. After each apply `print` says
-- what the list is and shows, which the command puts on standard error then; check.py makes the same of the events.
-- With a file as second argument the events are written there, with old cells.
local diffable = require "diffable"
local random = math.random
math.randomseed(tonumber(arg[1]))

local names = {
  1, 2, 3, math.mininteger, math.maxinteger, "", "1", "tall \"quotes\" \\ and /", "line\nfeed", "\27[2J",
  "\u{2028}\u{85}\u{202E}", "東京 👍🏽", "\xff\xfe", "half \xe2\x82", "nul\0",
  "a", "b", "c", "d", "e", "f", "g", "h", "i",
}

local function quoted(value)
  if value == nil then return "-" end
  if math.type(value) then return tostring(value) end
  return "'" .. value:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end) .. "'"
end

-- What an item shows, from its content alone; some fields are there at some times only.
local function cell_of(item)
  local look = item.look
  return {
    text = type(item.id) == "string" and item.id or "", detail = look > 1 and tostring(look) or nil,
    secondary_text = look == 3 and "below" or nil, image = look == 4 and "*" or nil,
    accessory = look == 5 and "star" or nil, height = look == 6 and 2 or nil, indentation = look == 7 and 1 or nil,
  }
end

-- A section that a tree brought into the list is a bare identifier.
local function look_of(section) return type(section) == "table" and section.look or 1 end
local function header_of(section) return look_of(section) > 1 and "header " .. look_of(section) or nil end
local function footer_of(section)
  return look_of(section) == 3 and { text = "end", detail = tostring(section.id) } or nil
end

local fields = { "text", "detail", "secondary_text", "image", "accessory", "height", "indentation" }

local function shown(cell)
  if cell == nil then return "-" end
  if type(cell) == "string" then cell = { text = cell } end
  local texts = {}
  for index, field in ipairs(fields) do
    local value = cell[field] or index > 5 and 0 or ""
    texts[index] = quoted(value)
  end
  return table.concat(texts, " ")
end

-- Which items of a section stand how in its tree.
local function standing(tree, item)
  if #tree:root_item_identifiers() == tree:number_of_all_items() then return "0 -" end
  local has_children = tree:number_of_children(item) > 0
  return tree:level_of_item(item) .. " "
    .. (has_children and (tree:is_expanded(item) and "expanded" or "collapsed") or "leaf")
end

local function describe(number, source)
  local snapshot = source:snapshot()
  print("list " .. number)
  for _, id in ipairs(snapshot:section_identifiers()) do
    local section = snapshot:section(id)
    print("section " .. quoted(id) .. " / " .. shown(header_of(section)) .. " / " .. shown(footer_of(section)))
    local tree = source:section_snapshot(id)
    for _, item in ipairs(snapshot:item_identifiers(id)) do
      print("row " .. quoted(item) .. " " .. standing(tree, item) .. " / " .. shown(cell_of(snapshot:item(item))))
    end
  end
end

local function element(id) return { id = id, look = random(8) } end

local function shuffled(ids)
  local result = table.move(ids, 1, #ids, 1, {})
  for index = #result, 2, -1 do
    local other = random(index)
    result[index], result[other] = result[other], result[index]
  end
  return result
end

-- The content of an item; nil if the list lacks it, also if the list has 1 in place of "1".
local function content_of(snapshot, id)
  local found, content = pcall(snapshot.item, snapshot, id)
  return found and content or nil
end

-- A list of some of the names in any order; what was there keeps its content, mostly.
local function any_list(current)
  local sections, next = {}, 1
  local ids = shuffled(names)
  for _, id in ipairs(table.move(shuffled{ "s", "t", 7, "\xff", "u" }, 1, random(0, 5), 1, {})) do
    local items, last = {}, math.min(#ids, next + random(0, 9))
    for index = next, last do
      items[#items + 1] = random(4) > 1 and content_of(current, ids[index]) or element(ids[index])
    end
    next = last + 1
    local look = random(3) > 1 and look_of(current:section(id)) or random(3)
    sections[#sections + 1] = { id = id, look = look, items = items }
  end
  return diffable.snapshot(sections)
end

local function any_edit(snapshot)
  for _ = 1, random(4) do
    local items, sections = shuffled(snapshot:item_identifiers()), shuffled(snapshot:section_identifiers())
    local kind = random(9)
    if kind == 1 and items[1] then snapshot:delete_items{ items[1], items[2] } end
    if kind == 2 and items[2] then snapshot:move_item_before(items[1], items[2]) end
    if kind == 3 and sections[2] then snapshot:move_section_after(sections[1], sections[2]) end
    if kind == 4 and items[1] then snapshot:reload_items(items[1]) end
    if kind == 5 and sections[1] then snapshot:reload_sections(sections[1]) end
    if kind == 6 and sections[2] then snapshot:delete_sections(sections[1]) end
    if kind == 7 and items[1] then snapshot:reconfigure_items(element(items[1])) end
    if kind == 8 and sections[1] then
      -- Neighbours that move towards the end together.
      local ids = snapshot:item_identifiers(sections[1])
      snapshot:move_items_to_section({ ids[1], ids[2] }, sections[1])
    end
    -- A name that another item has is refused.
    if kind == 9 and items[1] then pcall(snapshot.rename_item, snapshot, items[1], names[random(#names)]) end
  end
  return snapshot
end

local function any_tree()
  local tree, known = diffable.section_snapshot(), {}
  for _, id in ipairs(table.move(shuffled(names), 1, random(0, 10), 1, {})) do
    if known[1] and random(3) > 1 then
      tree:append_items(element(id), { parent = known[random(#known)] })
    else
      tree:append_items(element(id))
    end
    known[#known + 1] = id
    if random(2) == 1 then tree:expand(id) end
  end
  return tree
end

local function any_apply(source)
  local kind = random(10)
  if kind <= 4 then
    source:apply(any_list(source:snapshot()))
  elseif kind <= 7 then
    source:apply(any_edit(source:snapshot()))
  elseif kind == 8 then
    -- A tree is refused if an item of it is hidden, here or there, and in another section.
    local is_done = pcall(source.apply_section, source, any_tree(),
      random(2) == 1 and "s" or { id = "t", look = random(3) })
    if not is_done then source:apply(source:snapshot()) end
  elseif kind == 9 then
    source:apply_using_reload_data(any_list(source:snapshot()))
  else
    local items = source:snapshot():item_identifiers()
    if not items[1] or not source:toggle_item(items[random(#items)]) then source:apply(source:snapshot()) end
  end
end

local sources, view = {}, nil
if arg[2] then
  local file = assert(io.open(arg[2], "w"))
  view = diffable.ndjson_view{ shows_old = true, write = function(text) file:write(text) end }
end
for number = 0, 1 do
  sources[number] = diffable.data_source{
    name = arg[2] and "list \xff" .. number, cell = cell_of, header = header_of, footer = footer_of, view = view,
  }
end
for _ = 1, 40 do
  local number = random(0, 1)
  any_apply(sources[number])
  describe(number, sources[number])
end
