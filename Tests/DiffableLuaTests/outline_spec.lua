-- Trees in a data source, and how they live with snapshots of the whole list.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local function files()
  local tree = diffable.section_snapshot()
  tree:append_items{ { id = "docs", title = "Docs" }, "readme" }
  tree:append_items({ { id = "guide", title = "Guide" }, { id = "api", title = "API" } }, { parent = "docs" })
  return tree
end

local function source_with_files()
  local source = support.counting_source()
  source:apply_section(files(), "files")
  return source
end

describe("a tree", function()
  it("stays when a snapshot keeps the children, with the contents of what is hidden", function()
    local source = source_with_files()
    -- Built from nothing: it knows no content but its own.
    local snapshot = diffable.snapshot{
      { id = "other", items = { "x" } },
      { id = "files", items = { "docs", { id = "new", title = "New" }, "readme" } },
    }
    snapshot:keep_children("docs")
    source:apply(snapshot)
    local tree = source:section_snapshot("files")
    assert.same({ "docs", "guide", "api", "new", "readme" }, tree:all_item_identifiers())
    assert.equal("Guide", tree:item("guide").title)
    assert.equal("New", tree:item("new").title)
    assert.equal("docs", tree:item("docs"))
    source:toggle_item("docs")
    assert.equal("API", source:item("api").title)
    assert.equal("API", source:snapshot():item("api").title)
  end)

  it("leaves when a snapshot that is the whole list has no children", function()
    local source = source_with_files()
    source:apply(diffable.snapshot{ { id = "files", items = { "docs", "readme" } } })
    assert.same({ "docs", "readme" }, source:section_snapshot("files"):all_item_identifiers())
  end)

  it("shows what the list shows, also where a snapshot brings a hidden item to light", function()
    local source = source_with_files()
    local snapshot = source:snapshot()
    support.fails('DUPLICATE_IDENTIFIER: insert_items_after: item "guide" is already below the collapsed item "docs"',
      snapshot.insert_items_after, snapshot, "guide", "docs")
    snapshot:move_item_after("guide", "docs")
    source:apply(snapshot)
    local tree = source:section_snapshot("files")
    assert.same(snapshot:item_identifiers(), tree:item_identifiers())
    assert.same({ "docs", "api", "guide", "readme" }, tree:all_item_identifiers())
    assert.is_true(source:apply_section(tree, "files").difference.is_empty)
  end)

  it("goes with its section", function()
    local source = source_with_files()
    source:apply(diffable.snapshot())
    source:apply(diffable.snapshot{ { id = "files", items = { "docs" } } })
    assert.same({ "docs" }, source:section_snapshot("files"):all_item_identifiers())
  end)

  it("is made of roots where a section has none", function()
    local source = diffable.data_source{ view = false }
    source:apply(support.list{ { id = "a", title = "A" }, "b" })
    local tree = source:section_snapshot("s")
    assert.same({ "a", "b" }, tree:root_item_identifiers())
    assert.equal("A", tree:item("a").title)
  end)

  it("covers what a writer sees between the change and the observers", function()
    local source
    local seen = {}
    source = diffable.data_source{
      cell = function(item) return item.title end,
      view = diffable.text_view{ write = function()
        seen[#seen + 1] = source:section_snapshot("s"):item("a").title
        seen[#seen + 1] = source:section_snapshot("files"):item("docs").title
      end },
    }
    local tree = diffable.section_snapshot()
    tree:append_items{ { id = "docs", title = "Docs" } }
    source:apply(diffable.snapshot{ { id = "s", items = { { id = "a", title = "old" } } },
                                    { id = "files", items = { { id = "docs", title = "Plain" } } } })
    source:apply_section(tree, "files")
    source:apply(diffable.snapshot{ { id = "s", items = { { id = "a", title = "new" } } },
                                    { id = "files", items = { { id = "docs", title = "Newer" } } } })
    assert.same({ "old", "Plain", "old", "Docs", "new", "Newer" }, seen)
  end)

  it("does not gather contents that nothing shows", function()
    local source = diffable.data_source{ view = false }
    local weak = setmetatable({}, { __mode = "v" })
    local last
    for i = 1, 4000 do
      last = { id = "hidden", n = i }
      weak[i] = last
      local tree = diffable.section_snapshot()
      tree:append_items{ { id = "root", n = i } }
      tree:append_items({ last }, { parent = "root" })
      source:apply_section(tree, "s")
    end
    support.collect()
    local left = 0
    for _ in pairs(weak) do left = left + 1 end
    assert(left < 2000, left)
    assert.equal(last, source:section_snapshot("s"):item("hidden"))
    source:toggle_item("root")
    assert.equal(last, source:item("hidden"))
  end)
end)
