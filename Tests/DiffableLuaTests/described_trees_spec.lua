-- Trees that are described in snapshots of lists: `children`, `expanded` and `expandable` in each function that takes
-- items, what is kept, and what is refused.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local function files()
  local docs = { id = "docs", title = "Docs", children = { { id = "guide", title = "Guide" }, "api" } }
  return diffable.snapshot{ { id = "f", title = "Files", items = { docs, "src" } }, "empty" }
end

local function new()
  return { { id = "new", expanded = true, children = { "one", { id = "two", expandable = true } } }, "flat" }
end

-- The tree of a section as text without marks, such as "docs(guide api) src".
local function drawn(snapshot, section)
  local function line(ids)
    local parts = {}
    for i, id in ipairs(ids) do
      local children = snapshot:children_of_item(id)
      parts[i] = tostring(id) .. (#children > 0 and "(" .. line(children) .. ")" or "")
    end
    return table.concat(parts, " ")
  end
  return line(section == nil and snapshot:root_item_identifiers() or snapshot:root_item_identifiers(section))
end

describe("children", function()
  it("are described in each function that takes items", function()
    for call, expected in pairs{
      [function(s) s:append_items(new(), "f") end] = "docs(guide api) src new(one two) flat",
      [function(s) s:append_items(new(), { section = "f" }) end] = "docs(guide api) src new(one two) flat",
      [function(s) s:append_items(new(), { parent = "docs" }) end] = "docs(guide api new(one two) flat) src",
      [function(s) s:append_items(new(), { parent = "api" }) end] = "docs(guide api(new(one two) flat)) src",
      [function(s) s:insert_items_before(new(), "api") end] = "docs(guide new(one two) flat api) src",
      [function(s) s:insert_items_after(new(), "docs") end] = "docs(guide api) new(one two) flat src",
      [function(s) s:replace_items(new(), "f") end] = "new(one two) flat",
      [function(s) s:delete_sections("f") s:append_sections{ { id = "f", items = new() } } end] = "new(one two) flat",
      [function(s)
        s:delete_sections("f")
        s:insert_sections_before({ { id = "f", items = new() } }, "empty")
      end] = "new(one two) flat",
      [function(s)
        s:delete_sections("f")
        s:insert_sections_after({ { id = "f", items = new() } }, "empty")
      end] = "new(one two) flat",
    } do
      local snapshot = files()
      call(snapshot)
      assert.equal(expected, drawn(snapshot, "f"))
      assert.is_true(snapshot:is_expanded("new"))
      assert.is_true(snapshot:is_expandable("two"))
      assert.same({ id = "new", expanded = true, children = { "one", { id = "two", expandable = true } } },
        snapshot:item("new"))
    end
    assert.equal("new(one two) flat", drawn(diffable.snapshot{ { id = "f", items = new() } }))
    assert.equal("new(one two) flat", drawn(diffable.section_snapshot(new())))
  end)

  it("are no content, and neither is what is expanded", function()
    local snapshot = files()
    snapshot:append_items(new(), "empty")
    local other = files()
    other:append_items({ { id = "new" }, "flat" }, "empty")
    assert.is_true(diffable.difference(snapshot, other).reconfigured_items[1] == nil)
    assert.is_false(snapshot == other)
  end)

  it("are added as a whole or not at all, in lists as well", function()
    local snapshot = files()
    local before = snapshot:copy()
    for message, items in pairs{
      ['item "guide" is already below the collapsed item "docs"'] = { { id = "x", children = { "guide" } } },
      ['item "src" is already at section "f", item 2'] = { { id = "x", children = { "y", "src" } } },
      ['children of "x", item 1: string, integer or table with "id" expected, got boolean'] = {
        { id = "x", children = { true } },
      },
      ['item "x": "expanded": boolean expected, got number'] = { { id = "x", expanded = 1 } },
      ['item "y": "expandable": boolean expected, got string'] = {
        { id = "x", children = { { id = "y", expandable = "yes" } } },
      },
    } do
      for _, method in ipairs{ "append_items", "insert_items_before", "insert_items_after", "replace_items" } do
        local anchor = method:find("insert") and "src" or "empty"
        local text = support.fails(message, snapshot[method], snapshot, items, anchor)
        if text:find("DUPLICATE") then assert.matches("DUPLICATE_IDENTIFIER: [a-z_]+_items[a-z_]*: ", text) end
      end
      support.fails(message, snapshot.append_sections, snapshot, { { id = "more", items = items } })
    end
    assert.is_true(snapshot == before)
    assert.equal("Guide", snapshot:item("guide").title)
  end)
end)

describe("replace_items", function()
  it("keeps what is below the roots that stay, unless it is described", function()
    local snapshot = files()
    snapshot:append_items({ "a", "b" }, { parent = "src" })
    snapshot:expand("src")
    snapshot:reload_items("guide")
    snapshot:replace_items({ "src", "docs", { id = "new", children = { "c" } } }, "f")
    assert.equal("src(a b) docs(guide api) new(c)", drawn(snapshot, "f"))
    assert.is_true(snapshot:is_expanded("src"))
    assert.same({ "guide" }, snapshot:reloaded_item_identifiers())
    snapshot:replace_items({ { id = "src", children = { "b", "d" } }, "docs" }, "f")
    assert.equal("src(b d) docs(guide api)", drawn(snapshot, "f"))
    assert.is_true(snapshot:is_expanded("src"))
    snapshot:replace_items({ { id = "docs", title = "All", children = {} }, { id = "src", children = { "guide" } } },
      "f")
    assert.equal("docs src(guide)", drawn(snapshot, "f"))
    assert.equal("All", snapshot:item("docs").title)
  end)

  it("refuses an item that is below another one", function()
    local snapshot = files()
    local before = snapshot:copy()
    support.fails('DUPLICATE_IDENTIFIER: replace_items: item "guide" is already below the collapsed item "docs"',
      snapshot.replace_items, snapshot, { "docs", "guide" }, "f")
    support.fails('DUPLICATE_IDENTIFIER: replace_items: item "guide" is already below', snapshot.replace_items,
      snapshot, { "docs", { id = "src", children = { "guide" } } }, "f")
    assert.is_true(snapshot == before)
  end)
end)

describe("edits of existing items", function()
  it("expand and collapse with update_items", function()
    local snapshot = files()
    assert.equal(1, snapshot:update_items{ { id = "docs", expanded = true, title = "Open" } })
    assert.is_true(snapshot:is_expanded("docs"))
    assert.equal("Open", snapshot:item("docs").title)
    assert.equal(0, snapshot:update_items{ id = "docs", expanded = false })
    assert.is_false(snapshot:is_expanded("docs"))
    snapshot:update_items{ { id = "src", expandable = true }, { id = "guide", expandable = false, expanded = true } }
    assert.same({ true, true }, { snapshot:is_expandable("src"), snapshot:is_expanded("guide") })
    support.fails('item "docs": "expanded": boolean expected, got string',
      snapshot.update_items, snapshot, { id = "docs", expanded = "yes" })
    support.fails("UNKNOWN_IDENTIFIER",
      snapshot.update_items, snapshot, { { id = "src", expanded = true }, { id = "nobody", expanded = true } })
    assert.is_false(snapshot:is_expanded("src"))
  end)

  it("refuse what they do not change, and name the item and the field", function()
    local snapshot = files()
    local before = snapshot:copy()
    for _, method in ipairs{ "update_items", "reload_items", "reconfigure_items" } do
      support.fails(method .. ': item "docs" has the field "children", which is not content; '
        .. "replace_children replaces what is below an item",
        snapshot[method], snapshot, { { id = "src", title = "x" }, { id = "docs", children = { "x" } } })
    end
    for _, method in ipairs{ "reload_items", "reconfigure_items" } do
      support.fails(method .. ': item "docs" has the field "expanded", which is not content; update_items changes it',
        snapshot[method], snapshot, { id = "docs", expanded = true })
      support.fails('has the field "expandable"', snapshot[method], snapshot, { id = "guide", expandable = false })
    end
    assert.is_true(snapshot == before)
    assert.same({}, snapshot:reloaded_item_identifiers())
  end)

  it("take bare identifiers of items whose tables say what is below them", function()
    local docs = { id = "docs", title = "Docs", expanded = true, children = { "guide" } }
    local snapshot = diffable.snapshot{ { id = "f", items = { docs } } }
    docs.title = "Other"
    snapshot:reconfigure_items("docs")
    assert.equal("Other", snapshot:item("docs").title)
    docs.title = "Third"
    snapshot:replace_items("docs", "f")
    assert.equal("docs(guide)", drawn(snapshot, "f"))
    assert.equal(1, snapshot:update_items{ id = "docs", title = "Fourth" })
    assert.same({ id = "docs", title = "Fourth" }, snapshot:item("docs"))
    assert.equal("docs(guide)", drawn(snapshot, "f"))
  end)
end)

describe("trees of a list", function()
  it("move, and are taken out and put in", function()
    local snapshot = files()
    snapshot:append_items({ "deep" }, { parent = "guide" })
    snapshot:move_items_to_parent("guide", "src")
    assert.equal("docs(api) src(guide(deep))", drawn(snapshot, "f"))
    snapshot:move_items_to_section("src", "empty")
    assert.equal("src(guide(deep))", drawn(snapshot, "empty"))
    local tree = snapshot:section_snapshot("empty")
    assert.equal("Guide", tree:item("guide").title)
    snapshot:delete_sections("empty")
    assert.is_false(snapshot:contains_item("deep"))
    snapshot:set_section_snapshot(tree, "back")
    assert.equal("src(guide(deep))", drawn(snapshot, "back"))
    assert.equal("Guide", snapshot:item("guide").title)
    assert.equal("guide(deep)", drawn(snapshot:snapshot_of("src")))
    assert.equal("src(guide(deep))", drawn(snapshot:snapshot_of("src", true)))
    support.fails('UNKNOWN_IDENTIFIER: section_snapshot: there is no section "nowhere"',
      snapshot.section_snapshot, snapshot, "nowhere")
    support.fails("a section snapshot expected", snapshot.set_section_snapshot, snapshot, files(), "x")
    support.fails('INVALID_DESTINATION', snapshot.move_items_to_parent, snapshot, "src", "deep")
  end)

  it("say where each item is, and which are visible", function()
    local snapshot = files()
    assert.same({ "docs", "guide", "api", "src" }, snapshot:all_item_identifiers())
    assert.same({ "docs", "src" }, snapshot:item_identifiers())
    assert.same({ "docs", "src" }, snapshot:root_item_identifiers("f"))
    assert.same({ "guide", "api" }, snapshot:children_of_item("docs"))
    assert.same({ 2, 4 }, { #snapshot, snapshot:number_of_all_items() })
    assert.same({ 2, 0 }, { snapshot:number_of_children("docs"), snapshot:number_of_children("api") })
    assert.same({ "docs", 1, false },
      { snapshot:parent_of_item("guide"), snapshot:level_of_item("guide"), snapshot:is_visible("guide") })
    assert.equal("f", snapshot:section_containing_item("guide"))
    assert.is_nil(snapshot:index_path_of_item("guide"))
    assert.is_true(snapshot:keeps_expansion("docs"))
    snapshot:expand("docs")
    assert.same({ section = 1, item = 2 }, snapshot:index_path_of_item("guide"))
    assert.same({ "docs" }, snapshot:expanded_item_identifiers())
    assert.equal('"f" (4 items)\n  "docs"\n    "guide"\n    "api"\n  "src"\n"empty" (0 items)', tostring(snapshot))
    local seen = {}
    for section, item, level in snapshot:each() do seen[#seen + 1] = section .. " " .. item .. " " .. level end
    assert.same({ "f docs 0", "f guide 1", "f api 1", "f src 0" }, seen)
    for _, method in ipairs{ "children_of_item", "number_of_children", "is_visible", "parent_of_item",
                             "snapshot_of" } do
      support.fails('there is no item "nobody"', snapshot[method], snapshot, "nobody")
    end
    assert.equal(4, snapshot:clear())
  end)
end)
