-- Trees and handlers: closing, collecting and ending at any moment.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local methods = {
  "append_items", "insert_items_before", "insert_items_after", "delete_items", "clear", "replace_children", "expand",
  "collapse", "reload_items", "reconfigure_items", "item_identifiers", "root_item_identifiers",
  "expanded_item_identifiers", "is_expanded", "is_visible", "level_of_item", "parent_of_item", "index_of_item",
  "contains_item", "item", "snapshot_of", "section_snapshot", "set_section_snapshot", "all_item_identifiers",
  "children_of_item", "number_of_children", "number_of_all_items", "keeps_expansion", "is_expandable",
  "is_section_snapshot", "keep_expansion", "keep_children", "set_expandable", "move_items_to_parent",
  "reloaded_item_identifiers", "reconfigured_item_identifiers", "copy",
}
local handlers = { "should_expand_item", "will_expand_item", "snapshot_for_expanding_parent", "should_collapse_item",
                   "will_collapse_item", "can_reorder_item", "will_reorder", "did_reorder" }

local function tree_of(items, parent, children)
  local tree = diffable.section_snapshot()
  tree:append_items(items)
  if parent then tree:append_items(children, { parent = parent }) end
  return tree
end

describe("after close", function()
  it("a section snapshot says so in every method, and closing again does nothing", function()
    local tree = tree_of{ "a" }
    for _ = 1, 3 do
      assert.equal(0, select("#", tree:close()))
      support.collect()
    end
    for _, name in ipairs(methods) do support.fails("snapshot is closed", tree[name], tree) end
    support.fails("snapshot is closed", function() return #tree end)
    assert.equal("(closed snapshot)", tostring(tree))
    assert.is_false(tree == tree_of{ "a" })
    local source = diffable.data_source{ view = false }
    support.fails("INVALID_ARGUMENT: apply_section: the snapshot is closed",
      function() source:apply_section(tree, "s") end)
    support.fails("snapshot is closed", tree_of{ "a" }.replace_children, tree_of{ "a" }, "a", tree)
    tree = tree_of{ "a" }
    support.end_block(tree)
    assert.equal("(closed snapshot)", tostring(tree))
  end)

  it("a data source says so in the new methods and fields", function()
    local source = diffable.data_source{ view = false }
    source:close()
    for _, name in ipairs{ "apply_using_reload_data", "apply_section", "section_snapshot", "toggle_item",
                           "reorder_item" } do
      support.fails("data source is closed", source[name], source)
    end
    for _, name in ipairs(handlers) do
      support.fails("data source is closed", function() return source[name] end)
      support.fails("data source is closed", function() source[name] = print end)
    end
  end)
end)

-- A source with a tree that calls `callback` in every handler.
local function source_calling(callback)
  local options = {
    view = support.recorder(), cell = function(item) return tostring(type(item) == "table" and item.title or item) end,
  }
  for _, name in ipairs(handlers) do
    options[name] = function(_, children)
      callback(name)
      return name == "snapshot_for_expanding_parent" and children or name ~= "snapshot_for_expanding_parent"
    end
  end
  local source = diffable.data_source(options)
  source:apply_section(
    tree_of({ { id = "docs", title = "Docs" }, "readme" }, "docs", { { id = "guide", title = "Guide" }, "api" }), "s")
  return source
end

local function use(source)
  source:toggle_item("docs")
  source:toggle_item("docs")
  source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 })
end

describe("handlers", function()
  it("may collect, and cannot close their source", function()
    local source
    local called = {}
    source = source_calling(function(name)
      called[#called + 1] = name
      support.collect()
      support.fails("close: the data source is in use; close it when its callback is over", source.close, source)
    end)
    use(source)
    assert.same(handlers, called)
    source:close()
  end)

  it("may run in coroutines and start some", function()
    local source
    source = source_calling(function()
      coroutine.wrap(function()
        assert.is_truthy(source:section_snapshot("s"):contains_item("guide"))
        assert.equal("Docs", source:cell_at{ section = 1, item = source:index_path_of_item("docs").item }.text)
      end)()
    end)
    coroutine.wrap(use)(source)
    assert.same({ { "s", "readme", "docs" } }, support.plain(source:snapshot()))
  end)

  it("and trees are collected with their source, also in cycles", function()
    local weak = setmetatable({}, { __mode = "v" })
    do
      local source
      source = source_calling(function() return source end)
      local content = { id = "content" }
      content.owner = function() return source, content end
      local tree = tree_of({ content }, "content", { { id = "hidden", owner = content.owner } })
      source:apply_section(tree, "t")
      use(source)
      weak.source, weak.content, weak.tree, weak.handler = source, content, tree, source.will_reorder
      weak.transaction = source:toggle_item("content")
    end
    support.collect()
    for name in pairs(weak) do assert.is_nil(name) end
  end)

  it("are let go when their source is closed", function()
    local weak = setmetatable({}, { __mode = "v" })
    local source = diffable.data_source{ view = false }
    do
      local content = { id = "a" }
      weak.content, weak.handler = content, function() return content end
      source.will_reorder = weak.handler
      source:apply_section(tree_of({ "root" }, "root", { content }), "s")
    end
    support.collect()
    assert.is_truthy(weak.content)
    source:close()
    support.collect()
    assert.is_nil(next(weak))
  end)
end)
