-- linear CASE SIZE: hostile input of a size, for Benchmarks/linear to count the instructions of. Without arguments: the
-- names of the cases.
local diffable = require "diffable"

local function ids(count)
  local list = {}
  for i = 1, count do list[i] = i end
  return list
end

local function reversed(list)
  local result = {}
  for i = #list, 1, -1 do result[#result + 1] = list[i] end
  return result
end

local function every_other(list)
  local result = {}
  for i = 1, #list, 2 do result[#result + 1] = list[i] end
  return result
end

local function list(items) return diffable.snapshot{ { id = "s", items = items } } end

-- A source whose one row shows a text, after an apply that wrote it, and an error that names it.
local function show(text, new_view)
  local function cell() return { text = text, detail = text } end
  local source = diffable.data_source{ view = new_view{ write = function() end }, cell = cell }
  source:apply(list{ text })
  source:render()
  assert(not pcall(list, { text, text }))
end

local function tree(items)
  local result = diffable.section_snapshot()
  result:append_items(items)
  return result
end

local cases = {
  { "ascii", function(size) show(("0123456789abcdef"):rep(size), diffable.text_view) end },
  { "escapes", function(size) show(("\27[2J\0"):rep(size), diffable.text_view) end },
  { "escapes_as_ndjson", function(size) show(("\27[2J\0"):rep(size), diffable.ndjson_view) end },
  { "broken_utf8", function(size) show(("\xff\xc3"):rep(size), diffable.text_view) end },
  { "bidi", function(size) show(("\u{202e}\u{2066}"):rep(size), diffable.text_view) end },
  { "combining_marks", function(size) show("e" .. ("\u{301}"):rep(size), diffable.text_view) end },
  { "joined_pictures", function(size) show(("\u{1f468}\u{200d}"):rep(size), diffable.text_view) end },
  { "wide_marks", function(size) show("e" .. ("\u{903}"):rep(size), diffable.text_view) end },
  { "common_prefixes", function(size)
    local prefix, items = ("p"):rep(1024), {}
    for i = 1, size do items[i] = prefix .. i end
    diffable.difference(list(items), list(reversed(items)))
  end },
  { "captions_and_names", function(size)
    local text = ("\27<"):rep(size)
    local view = diffable.ndjson_view{ write = function() end }
    local source = diffable.data_source{ view = view, name = text, cell = function() return "" end }
    source:apply(list{ 1 }, { caption = text })
  end },
  -- Two ranges of items whose handles are equal modulo the slots of a table for all of them.
  { "equal_handles", function(size)
    local slots = 4
    while slots < 2 * size do slots = 2 * slots end
    local snapshot, deleted = list(ids(slots + size // 2)), {}
    for i = 1, size // 2 do deleted[i], deleted[size // 2 + i] = i, slots + i end
    snapshot:delete_items(deleted)
  end },
  { "flags", function(size) show(("\u{1f1e9}"):rep(size), diffable.text_view) end },
  { "numbers_apart", function(size)
    local far = {}
    for i = 1, size do far[i] = i << 20 end
    list(far)
  end },
  { "duplicates", function(size)
    local snapshot = list(ids(size))
    assert(not pcall(snapshot.append_items, snapshot, ids(size)))
  end },
  { "reversal_in_steps", function(size) diffable.difference(list(ids(size)), list(reversed(ids(size)))):steps() end },
  { "deletions", function(size) list(ids(size)):delete_items(every_other(ids(size))) end },
  { "deleted_sections", function(size) diffable.snapshot(ids(size)):delete_sections(every_other(ids(size))) end },
  { "deleted_children", function(size) tree(ids(size)):delete_items(every_other(ids(size))) end },
  { "replaced_children", function(size)
    local parents = tree{ "parent" }
    parents:append_items(ids(size), { parent = "parent" })
    parents:replace_children("parent", tree{ "child" })
  end },
  { "deep_tree", function(size)
    local deep = tree{ 0 }
    for i = 1, size do deep:append_items(i, { parent = i - 1 }) end
    deep:expand(ids(size))
    deep:all_item_identifiers()
    deep:delete_items(0)
  end },
  { "shared_content", function(size)
    local inner = {}
    for _ = 1, 10 do inner = { inner, inner } end
    local items = {}
    for i = 1, size // 100 do items[i] = { id = i, inner = inner } end
    list(items)
  end },
}

collectgarbage("stop") -- which comes at some sizes and not at others
local name, size = ...
for _, case in ipairs(cases) do
  if not name then print(case[1]) end
  if name == case[1] then case[2](math.tointeger(tonumber(size))) end
end
