-- Every function of the Lua module, called once or more in a small world of objects.
local diffable = require "diffable"

local operations = {}

local function items(first, last, title)
  local list = {}
  for id = first, last do
    list[#list + 1] = { id = id, kind = "row", title = title .. id, more = { id, { "deep" } } }
  end
  return list
end

-- Enough of them that they do not fit into what the module keeps on the C stack.
local function list()
  return diffable.snapshot{
    { id = "plain", title = "Plain", items = items(1, 12, "item ") },
    { id = "tree", title = "Tree" },
    { id = "last", items = { "bare", "other", { id = "third", kind = "row", title = "third" } } },
  }
end

local function tree()
  local result = diffable.section_snapshot()
  result:append_items(items(101, 110, "root "))
  result:append_items(items(111, 113, "child "), { parent = 101 })
  result:append_items(items(114, 124, "leaf "), { parent = 112 })
  result:append_items({ "late" })
  result:expand{ 101 }
  return result
end

-- A data source that shows a list with a tree in it, and a snapshot and a tree that it does not know.
function operations.world()
  local world = { written = {}, told = 0 }
  local function write(text) world.written[#world.written + 1] = text end
  world.view = diffable.text_view{ width = 30, context = 1, color = "never", write = write }
  world.source = diffable.data_source{
    view = world.view,
    cells = { row = function(item) return { text = item.title, detail = item.id, accessory = "star" } end },
    cell = function(item) return "bare " .. tostring(item) end,
    supplementary = { badge = function(section, index) return index .. (section.title or section) end },
    header = function(section) return type(section) == "table" and section.title or nil end,
    footer = function(section) return { text = "end", secondary_text = type(section) } end,
    default_row_animation = "left",
    should_expand_item = function() return true end,
    will_expand_item = function() end,
    should_collapse_item = function() return true end,
    will_collapse_item = function() end,
    snapshot_for_expanding_parent = function(item, children)
      if item ~= "late" then return nil end
      children:append_items(items(201, 210, "late "))
      local own = diffable.section_snapshot()
      own:append_items(items(211, 220, "own "))
      own:append_items("below", { parent = 211 })
      own:expand(211)
      own:reload_items(212)
      return own
    end,
    can_reorder_item = function() return true end,
    will_reorder = function() end,
    did_reorder = function() end,
  }
  world.source:on_apply(function(transaction) world.told = world.told + #transaction.final_snapshot end)
  world.source:apply(list())
  world.source:apply_section(tree(), "tree")
  world.snapshot = list()
  world.tree = tree()
  world.next = world.source:snapshot()
  world.next:delete_items{ 2, 3 }
  world.next:insert_items_before(items(13, 24, "new "), 1)
  world.next:move_item_after(1, "bare")
  world.next:reconfigure_items(items(5, 5, "changed "))
  return world
end

local function content(item)
  return type(item) == "table" and tostring(item.id) .. "=" .. tostring(item.title) or tostring(item)
end

local function outline(snapshot)
  local lines = { tostring(snapshot) }
  for _, id in ipairs(snapshot:section_identifiers()) do lines[#lines + 1] = content(snapshot:section(id)) end
  for _, id in ipairs(snapshot:all_item_identifiers()) do lines[#lines + 1] = content(snapshot:item(id)) end
  for _, marks in ipairs{
    "reloaded_item_identifiers", "reconfigured_item_identifiers", "reloaded_section_identifiers",
    "reconfigured_section_identifiers",
  } do
    lines[#lines + 1] = table.concat(snapshot[marks](snapshot), ",")
  end
  return table.concat(lines, "\n")
end

local function branches(snapshot)
  local lines = { tostring(snapshot) }
  for _, id in ipairs(snapshot:all_item_identifiers()) do lines[#lines + 1] = content(snapshot:item(id)) end
  for _, marks in ipairs{ "reloaded_item_identifiers", "reconfigured_item_identifiers", "expanded_item_identifiers" } do
    lines[#lines + 1] = table.concat(snapshot[marks](snapshot), ",")
  end
  return table.concat(lines, "\n")
end

-- What the world shows, as text: of the list and of the two values beside it.
function operations.shown(world)
  local source = world.source
  local list_shown = outline(source:snapshot()) .. branches(source:section_snapshot("tree")) .. source:render()
  return source.default_row_animation .. list_shown, outline(world.snapshot) .. "\n" .. branches(world.tree)
end

local function say(value)
  if type(value) ~= "table" then return content(value) end
  local parts = {}
  for key, inner in pairs(value) do parts[#parts + 1] = tostring(key) .. "=" .. say(inner) end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end

-- The name of each is that of the function it is about. What it returns is compared, as text, with what it returned
-- before. An operation that is two applies has a first half.
local function add(name, operation, first_half)
  operations[#operations + 1] = {
    name = name, run = function(world) return say(operation(world)) end, first_half = first_half,
  }
end

-- Edits of the snapshot.
for _, edit in ipairs{
  { "append_sections", { items(301, 312, "section ") } },
  { "insert_sections_before", { { id = "s", title = "S" }, "tree" } },
  { "insert_sections_after", { items(301, 312, "section "), "tree" } },
  { "delete_sections", { { "plain", "gone" } } },
  { "move_section_before", { "last", "plain" } },
  { "move_section_after", { "plain", "last" } },
  { "update_sections", { { { id = "plain", more = { 1 } }, { id = "last", title = "Other" } } } },
  { "reload_sections", { { "plain", { id = "last", title = "Other" } } } },
  { "reconfigure_sections", { { "plain", { id = "last", title = "Other" } } } },
  { "append_items", { items(301, 312, "more "), "tree" } },
  { "append_items", { { id = 301, kind = "row", title = "one" } } },
  { "prepend_items", { items(301, 312, "more "), "tree" } },
  { "insert_items_at", { items(301, 312, "more "), 5, "plain" } },
  { "insert_items_before", { items(301, 312, "more "), 5 } },
  { "insert_items_after", { { "a", "b" }, "bare" } },
  { "delete_items", { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "gone" } } },
  { "clear", {} },
  { "delete_all_items", {} },
  { "move_item_before", { 3, "bare" } },
  { "move_item_after", { "bare", 3 } },
  { "move_items_to_section", { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, "last" } },
  { "reload_items", { items(1, 12, "changed ") } },
  { "reconfigure_items", { { 1, { id = 2, title = "changed" } } } },
  {
    "update_items",
    { { { id = 1, title = "changed" }, { id = 2, title = "item 2" }, { id = "bare", title = "bare" } } },
  },
  { "rename_item", { 1, "the new identifier" } },
  {
    "replace_items",
    { { 12, { id = 2, title = "changed" }, "new", { id = 31, kind = "row", title = "more" } }, "plain" },
  },
  { "section_identifiers", {} },
  { "item_identifiers", {} },
  { "item_identifiers", { "plain" } },
  { "number_of_sections", {} },
  { "number_of_items", {} },
  { "number_of_items", { "plain" } },
  { "index_of_section", { "last" } },
  { "index_of_item", { "bare" } },
  { "index_path_of_item", { "bare" } },
  { "item_at", { { section = 1, item = 2 } } },
  { "section_at", { 2 } },
  { "to_table", {} },
  { "version", {} },
  { "item_content", { 1 } },
  { "section_content", { "plain" } },
  { "section_containing_item", { "bare" } },
  { "contains_item", { 1 } },
  { "contains_section", { "plain" } },
  { "item", { 1 } },
  { "section", { "plain" } },
  { "reloaded_item_identifiers", {} },
  { "reconfigured_item_identifiers", {} },
  { "reloaded_section_identifiers", {} },
  { "reconfigured_section_identifiers", {} },
} do
  local name, arguments = edit[1], edit[2]
  add(name, function(world) return world.snapshot[name](world.snapshot, table.unpack(arguments)) end)
end

-- Edits of the tree.
for _, edit in ipairs{
  { "append_items", { items(301, 312, "more "), { parent = 113 } } },
  { "append_items", { "bare" } },
  { "insert_items_before", { items(301, 312, "more "), 114 } },
  { "insert_items_after", { { "a", "b" }, 102 } },
  { "replace_items", { { 102, { id = 103, children = items(301, 312, "more ") }, 101 } } },
  { "delete_items", { { 101, 102, 103, 104, 105, 106, 107, 108, 109 } } },
  { "prepend_items", { items(301, 312, "more "), { parent = 113 } } },
  { "insert_items_at", { { "a", "b" }, 3 } },
  { "rename_item", { 101, "the new identifier" } },
  { "to_table", {} },
  { "move_items_to_parent", { { 103, 104, 105 }, 114 } },
  { "clear", {} },
  { "delete_all_items", {} },
  { "expand", { { 112, 101 } } },
  { "collapse", { { 101 } } },
  { "keep_expansion", { { 101, 112 } } },
  { "keep_children", { { 101, 112 } } },
  { "set_expandable", { { 102, 114 }, true } },
  { "is_expandable", { 102 } },
  { "keeps_expansion", { 102 } },
  { "reload_items", { items(101, 112, "changed ") } },
  { "reconfigure_items", { { 101, { id = 102, title = "changed" } } } },
  {
    "update_items",
    { { { id = 101, title = "changed" }, { id = 102, title = "root 102" }, { id = "late", title = "late" } } },
  },
  { "update_items", { { { id = 101, title = "changed", expanded = true }, { id = 102, expandable = true } } } },
  { "item_identifiers", {} },
  { "root_item_identifiers", {} },
  { "all_item_identifiers", {} },
  { "children_of_item", { 101 } },
  { "number_of_children", { 101 } },
  { "number_of_all_items", {} },
  { "is_section_snapshot", {} },
  { "expanded_item_identifiers", {} },
  { "is_expanded", { 101 } },
  { "is_visible", { 114 } },
  { "level_of_item", { 114 } },
  { "parent_of_item", { 114 } },
  { "index_of_item", { 102 } },
  { "contains_item", { 102 } },
  { "item", { 102 } },
  { "reloaded_item_identifiers", {} },
  { "reconfigured_item_identifiers", {} },
} do
  local name, arguments = edit[1], edit[2]
  add(name, function(world) return world.tree[name](world.tree, table.unpack(arguments)) end)
end

-- Items with children, and what is expanded of them.
local function branch(last)
  local below = items(311, 316, "child ")
  below[2].children, below[2].expanded = items(321, 325, "leaf "), true
  return { { id = 310, title = "branch", children = below }, { id = 326, expandable = true }, last or "bare" }
end
for _, edit in ipairs{
  { "append_items", { parent = 113 } }, { "prepend_items", { parent = 113 } }, { "insert_items_at", 2 },
  { "insert_items_before", 114 }, { "insert_items_after", 102 }, { "replace_items" },
} do
  add(edit[1], function(world)
    if edit[2] then return world.tree[edit[1]](world.tree, branch(), edit[2]) end
    return world.tree[edit[1]](world.tree, branch())
  end)
end
for _, edit in ipairs{
  { "append_items", "tree" }, { "append_items", { parent = 1 } }, { "insert_items_before", 2 },
  { "insert_items_after", 2 }, { "replace_items", "tree" },
} do
  add(edit[1], function(world) return world.snapshot[edit[1]](world.snapshot, branch("end"), edit[2]) end)
end
add("append_sections", function(world) world.snapshot:append_sections{ { id = "branches", items = branch("end") } } end)
add("snapshot", function() return outline(diffable.snapshot{ { id = "branches", items = branch() } }) end)
add("section_snapshot", function(world) return branches(world.snapshot:section_snapshot("last")) end)
add("set_section_snapshot", function(world)
  world.snapshot:set_section_snapshot(world.tree, "another")
  return branches(world.snapshot:section_snapshot("another"))
end)
add("keep_children", function(world)
  local described = items(101, 102, "kept ")
  described[1].expandable = true
  world.source:apply(diffable.snapshot{ { id = "tree", items = described } })
  return branches(world.source:section_snapshot("tree"))
end)
add("section_snapshot", function() return branches(diffable.section_snapshot(branch())) end)

add("replace_children", function(world)
  local children = diffable.section_snapshot()
  children:append_items(items(301, 312, "child "))
  world.tree:replace_children(112, children)
end)
add("snapshot_of", function(world)
  return tostring(world.tree:snapshot_of(101, true)) .. tostring(world.tree:snapshot_of(101))
end)

-- Content that was changed after it was handed over is unpacked: numbers, long strings, tables, what is kept by
-- reference.
local function changed_content()
  local one = { id = 401, kind = "row", title = ("long "):rep(100), numbers = { 1, 2.5, true, { print } } }
  one.inner = setmetatable({ 1 }, { __name = "inner" })
  setmetatable(one, { __name = "one" })
  local other = { id = 402, kind = "row", title = "other", file = io.stdout }
  return one, other, function()
    one.title, one.numbers[4], one.inner = "changed", nil, nil
    other.title, other.file = "changed", nil
  end
end
add("item", function(world)
  local one, other, change = changed_content()
  world.snapshot:append_items{ one, other }
  change()
  local first, second = world.snapshot:item(401), world.snapshot:item(402)
  local name = getmetatable(first).__name
  return say{ first.title, first.numbers[4][1] == print, name, first.inner[1], second.title, second.file == io.stdout }
end)
for _, mark in ipairs{ "reload_items", "reconfigure_items" } do
  add(mark, function(world)
    local one, other, change = changed_content()
    local copy = world.snapshot:copy()
    copy:append_items{ one, other }
    change()
    copy[mark](copy, { 1, 401, 402 })
    return say{ copy:item(401).title, copy:item(402) == other }
  end)
end
local function apply_content(world)
  local one, other, change = changed_content()
  local following = world.next:copy()
  following:append_items{ one, other }
  world.source:apply(following)
  change()
  following:reconfigure_items{ one, other }
  return following
end
add("apply", function(world)
  local updated = world.source:apply(apply_content(world)).difference.reconfigured_items
  return say{ #updated, updated[1].old.title, updated[1].new.title }
end, apply_content)

-- What makes, compares, shows and closes.
add("copy", function(world) return outline(world.snapshot:copy()) .. branches(world.tree:copy()) end)
add("snapshot", function() return outline(list()) end)
add("section_snapshot", function() return branches(tree()) end)
add("==", function(world)
  return say{ world.snapshot == list(), world.tree == tree(), #world.snapshot, #world.tree }
end)
add("tostring", function(world)
  return say{ tostring(world.source), tostring(world.tree), tostring(world.snapshot), tostring(world.view) ~= nil }
end)
add("close", function()
  local source = diffable.data_source{ view = diffable.text_view{ write = function() end } }
  local snapshot = list()
  source:apply(diffable.snapshot())
  local one = tree()
  one:close()
  local view = diffable.ndjson_view{ write = function() end }
  view:close()
  diffable.difference(snapshot, snapshot):close()
  snapshot:close()
  source:close()
  return tostring(one)
end)
add("difference", function(world)
  local difference = diffable.difference(diffable.snapshot(), world.snapshot)
  return say{ difference.inserted_items, difference.inserted_sections, difference.is_empty }
end)
add("counts", function(world) return diffable.difference(world.source:snapshot(), world.next):counts() end)
add("steps", function(world) return diffable.difference(world.source:snapshot(), world.next):steps() end)
add("ndjson_view", function()
  local written = {}
  local source = diffable.data_source{
    view = diffable.ndjson_view{ write = function(text) written[#written + 1] = text end },
    cell = function(item) return type(item) == "table" and item.title or item end,
  }
  source:apply(list())
  return table.concat(written)
end)
add("ndjson_view_with_old_cells", function()
  local written = {}
  local source = diffable.data_source{
    name = "list",
    view = diffable.ndjson_view{ shows_old = true, write = function(text) written[#written + 1] = text end },
    cell = function(item) return type(item) == "table" and item.title or item end,
  }
  source:apply(list())
  local snapshot = source:snapshot()
  snapshot:reload_items(snapshot:item_identifiers()[1])
  source:apply(snapshot)
  return table.concat(written)
end)
add("set_default_view", function()
  diffable.set_default_view(false)
  local source = diffable.data_source()
  diffable.set_default_view(nil)
  return tostring(source)
end)
add("data_source", function()
  return say{
    pcall(diffable.data_source, { cells = { 1 } }), pcall(diffable.data_source, { default_row_animation = "sideways" }),
  }
end)
add("text_view", function()
  return say{ pcall(diffable.text_view, { color = "pink\27" }), pcall(diffable.text_view, { with = 1 }) }
end)
add("run", function() return say{ pcall(diffable.run, {}) } end)
add("terminal_is_available", function() return diffable.terminal_is_available() end)

-- What changes the list that is shown, and what asks about it.
add("apply", function(world)
  local transaction = world.source:apply(world.next, {
    animation = "fade", animating_differences = true, caption = "a tap", completion = function() end,
  })
  local before, after = outline(transaction.initial_snapshot), outline(transaction.final_snapshot)
  return say{ transaction.difference.moved_items, transaction.animation, transaction.caption, before, after }
end)
add("apply", function(world)
  return world.source:apply(world.next, {
    completion = function()
      local following = world.source:snapshot()
      following:delete_sections("last")
      world.source:apply(following)
    end,
  }) ~= nil
end, function(world) world.source:apply(world.next) end)
add("apply_using_reload_data", function(world)
  return tostring(world.source:apply_using_reload_data(world.next, { completion = function() end }))
end)
add("apply_section", function(world)
  world.tree:delete_items{ 101 }
  local transaction = world.source:apply_section(world.tree, "tree", { animation = "top", completion = function() end })
  local one = transaction.section_transactions[1]
  return say{ one.section, branches(one.initial_snapshot), branches(one.final_snapshot), tostring(one.difference) }
end)
add("toggle_item", function(world) return tostring(world.source:toggle_item(101)) end)
add("toggle_item", function(world) return tostring(world.source:toggle_item("late")) end)
add("reorder_item", function(world)
  return tostring(world.source:reorder_item({ section = 1, item = 1 }, { section = 3, item = 2 }))
end)
add("new_snapshot", function(world)
  local snapshot = world.source:new_snapshot()
  snapshot:append_sections{ "plain" }
  snapshot:append_items(items(1, 12, "item "), "plain")
  return outline(snapshot)
end)
add("item_at", function(world) return world.source:item_at{ section = 1, item = 1 } end)
add("index_path_of_item", function(world) return world.source:index_path_of_item("bare") end)
add("section_at", function(world) return world.source:section_at(1) end)
add("index_of_section", function(world) return world.source:index_of_section("last") end)
add("item", function(world) return world.source:item(1) end)
add("section", function(world) return world.source:section("plain") end)
add("cell", function(world) return world.source:cell_at{ section = 1, item = 1 } end)
add("supplementary_cell", function(world)
  return say{ world.source:supplementary_cell("badge", 1), world.source:supplementary_cell("none", 1) }
end)
add("render", function(world) return world.source:render() end)
add("on_apply", function(world)
  local told = 0
  local remove = world.source:on_apply(function() told = told + 1 end)
  world.source:apply(world.next)
  return say{ told, remove(), remove() }
end)
add("default_row_animation", function(world) world.source.default_row_animation = "right" end)
add("can_reorder_item", function(world)
  local before = world.source.can_reorder_item
  world.source.can_reorder_item = nil
  world.source.can_reorder_item = before
end)
require "more_operations"(add, outline, branches)

return operations
