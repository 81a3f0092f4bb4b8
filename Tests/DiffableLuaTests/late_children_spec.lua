-- snapshot_for_expanding_parent: children that are loaded when their parent is expanded.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local source, calls

before_each(function()
  source, calls = support.counting_source()
  local tree = diffable.section_snapshot()
  tree:append_items{ { id = "docs", title = "Docs" }, "readme" }
  tree:append_items({ { id = "guide", title = "Guide" } }, { parent = "docs" })
  source:apply_section(tree, "files")
  support.clear(calls)
end)

describe("snapshot_for_expanding_parent", function()
  it("may edit the children it is given and return them", function()
    source.snapshot_for_expanding_parent = function(item, children)
      assert.equal("Docs", item.title)
      assert.same({ "guide" }, children:all_item_identifiers())
      assert.equal("Guide", children:item("guide").title)
      children:append_items{ { id = "loaded", title = "Loaded" } }
      children:append_items({ { id = "deep", title = "Deep" } }, { parent = "loaded" })
      children:expand("loaded")
      return children
    end
    local transaction = source:toggle_item("docs")
    assert.same({ { "files", "docs", "guide", "loaded", "deep", "readme" } }, support.plain(source:snapshot()))
    assert.equal("Deep", source:item("deep").title)
    assert.equal("Deep", transaction.final_snapshot:item("deep").title)
    assert.same({ "deep", "guide", "loaded" }, support.ids(calls))
    local tree = source:section_snapshot("files")
    assert.same({ "docs", "loaded" }, tree:expanded_item_identifiers())
    assert.equal("Guide", tree:item("guide").title)
  end)

  it("may return another tree, with contents, hidden items and marks of its own", function()
    source:toggle_item("docs")
    source:toggle_item("docs")
    source.snapshot_for_expanding_parent = function(_, children)
      local other = diffable.section_snapshot()
      other:append_items{ { id = "guide", title = "Newer" }, "mark" }
      other:append_items({ { id = "hidden", title = "Hidden" } }, { parent = "guide" })
      other:reload_items("mark")
      other:reconfigure_items("guide")
      children:close()
      return other
    end
    source:toggle_item("docs")
    assert.same({ { "files", "docs", "guide", "mark", "readme" } }, support.plain(source:snapshot()))
    assert.equal("Newer", source:item("guide").title)
    assert.equal("Hidden", source:section_snapshot("files"):item("hidden").title)
    source.snapshot_for_expanding_parent = nil
    source:toggle_item("guide")
    assert.equal("Hidden", source:item("hidden").title)
  end)

  it("may return items that are expandable, expanded, or keep their expansion", function()
    source.snapshot_for_expanding_parent = function()
      return diffable.section_snapshot{
        { id = "folder", expandable = true }, { id = "open", expanded = true, children = { "a" } },
        { id = "kept", children = { "b" } },
      }
    end
    source:toggle_item("docs")
    local tree = source:section_snapshot("files")
    assert.is_true(tree:is_expandable("folder"))
    assert.is_false(tree:is_expandable("open"))
    assert.same({ "docs", "open" }, tree:expanded_item_identifiers())
    assert.same({ { "files", "docs", "folder", "open", "a", "kept", "readme" } }, support.plain(source:snapshot()))
  end)

  it("keeps what is there by returning nil, or nothing", function()
    local asked = 0
    source.snapshot_for_expanding_parent = function() asked = asked + 1 end
    source:toggle_item("docs")
    assert.equal(1, asked)
    assert.same({ { "files", "docs", "guide", "readme" } }, support.plain(source:snapshot()))
    assert.equal("Guide", source:item("guide").title)
  end)

  it("may take all children away", function()
    source.snapshot_for_expanding_parent = function() return diffable.section_snapshot() end
    source:toggle_item("docs")
    assert.same({ "docs", "readme" }, source:section_snapshot("files"):all_item_identifiers())
    assert.is_true(source:section_snapshot("files"):is_expanded("docs"))
  end)

  it("makes a tree of a plain section", function()
    source:apply(support.list{ "parent", { id = "b", title = "B" } })
    source.snapshot_for_expanding_parent = function(_, children)
      children:append_items{ { id = "child", title = "Child" } }
      return children
    end
    source:toggle_item("parent")
    source:toggle_item("parent")
    assert.equal("Child", source:section_snapshot("s"):item("child").title)
    local snapshot = source:snapshot()
    snapshot:replace_items{ "parent", "new" }
    source:apply(snapshot)
    assert.equal("Child", source:item("child").title)
    assert.same({ "child" }, source:snapshot():children_of_item("parent"))
  end)

  it("is an error where it returns anything else, and nothing has changed", function()
    local closed = diffable.section_snapshot()
    closed:close()
    local before = source:section_snapshot("files")
    for got, value in pairs{ table = {}, boolean = false, number = 1, string = "x", ["a closed one"] = closed,
                             ["diffable.snapshot"] = diffable.snapshot() } do
      source.snapshot_for_expanding_parent = function() return value end
      support.fails("INVALID_ARGUMENT: section snapshot or nil expected, got " .. got,
        source.toggle_item, source, "docs")
      assert.is_true(source:section_snapshot("files") == before)
    end
    source.snapshot_for_expanding_parent = function(_, children)
      children:append_items("readme")
      return children
    end
    support.fails(
      'DUPLICATE_IDENTIFIER: snapshot_for_expanding_parent: item "readme" is already at section "files", item 2',
      source.toggle_item, source, "docs")
    assert.is_true(source:section_snapshot("files") == before)
    assert.same({}, calls)
  end)

  it("is an error if it edits the children and returns nothing, and nothing has changed", function()
    local before = source:section_snapshot("files")
    source.snapshot_for_expanding_parent = function(_, children) children:append_items("more") end
    support.fails("INVALID_ARGUMENT: it edited the children and returned nothing; return the children",
      source.toggle_item, source, "docs")
    assert.is_true(source:section_snapshot("files") == before)
    source.snapshot_for_expanding_parent = function(_, children) children:close() end
    assert.truthy(source:toggle_item("docs"))
  end)

  it("gives a tree that outlives the call", function()
    local kept
    source.snapshot_for_expanding_parent = function(_, children) kept = children end
    source:toggle_item("docs")
    kept:append_items{ { id = "more", title = "More" } }
    source:close()
    support.collect()
    assert.same({ "guide", "more" }, kept:all_item_identifiers())
    assert.equal("Guide", kept:item("guide").title)
  end)

  it("may bring new contents again and again without gathering the old", function()
    local weak, n = setmetatable({}, { __mode = "v" }), 0
    source.snapshot_for_expanding_parent = function()
      local children = diffable.section_snapshot()
      n = n + 1
      weak[n] = { id = "guide", n = n }
      children:append_items{ weak[n] }
      return children
    end
    for _ = 1, 6000 do
      source:toggle_item("docs")
      support.clear(calls)
    end
    support.collect()
    local left = 0
    for _ in pairs(weak) do left = left + 1 end
    assert(left < 2000, left)
    assert.equal(n, source:section_snapshot("files"):item("guide").n)
  end)
end)
