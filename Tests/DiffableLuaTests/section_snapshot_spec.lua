-- Section snapshots by themselves: trees, what is expanded in them, contents and marks.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local function files()
  local tree = diffable.section_snapshot()
  tree:append_items{ { id = "docs", title = "Docs" }, "readme" }
  tree:append_items({ "guide", { id = "api", title = "API" } }, { parent = "docs" })
  tree:append_items("types", { parent = "api" })
  return tree
end

describe("a section snapshot", function()
  it("is a tree whose children are hidden until their parents are expanded", function()
    local tree = files()
    assert.same({ "docs", "guide", "api", "types", "readme" }, tree:all_item_identifiers())
    assert.same({ "docs", "readme" }, tree:root_item_identifiers())
    assert.same({ "docs", "readme" }, tree:item_identifiers())
    assert.same({}, tree:expanded_item_identifiers())
    assert.same({ 2, 5 }, { #tree, tree:number_of_all_items() })
    tree:expand{ "api", "docs" }
    assert.same({ "docs", "api" }, tree:expanded_item_identifiers())
    assert.same(tree:all_item_identifiers(), tree:item_identifiers())
    tree:collapse("docs")
    assert.same({ "docs", "readme" }, tree:item_identifiers())
    assert.is_true(tree:is_expanded("api"))
    assert.is_false(tree:is_visible("types"))
    assert.is_true(tree:is_visible("readme"))
  end)

  it("knows where each item is", function()
    local tree = files()
    assert.same({ 0, 1, 2 }, { tree:level_of_item("docs"), tree:level_of_item("api"), tree:level_of_item("types") })
    assert.equal("api", tree:parent_of_item("types"))
    assert.is_nil(tree:parent_of_item("docs"))
    assert.equal(1, tree:index_of_item("docs"))
    assert.equal(2, tree:index_of_item("readme"))
    assert.is_nil(tree:index_of_item("types"))
    assert.is_nil(tree:index_of_item("nobody"))
    assert.is_true(tree:contains_item("types"))
    assert.is_false(tree:contains_item("nobody"))
    assert.equal("API", tree:item("api").title)
    assert.equal("guide", tree:item("guide"))
    assert.is_nil(tree:item("nobody"))
    tree:expand{ "docs", "api" }
    assert.equal(5, tree:index_of_item("readme"))
    assert.equal(4, tree:index_of_item{ id = "types" })
  end)

  it("takes items anywhere, and lets them go with what is below them", function()
    local tree = files()
    tree:insert_items_before({ "first", { id = 2, title = "Two" } }, "docs")
    tree:insert_items_after("last", "docs")
    tree:insert_items_after({ "behind" }, "guide")
    assert.same({ "first", 2, "docs", "guide", "behind", "api", "types", "last", "readme" },
      tree:all_item_identifiers())
    assert.equal("Two", tree:item(2).title)
    assert.equal(3, tree:delete_items{ "api", "last", "nobody" })
    assert.equal(0, tree:delete_items("api"))
    assert.equal(6, tree:clear())
    assert.equal(0, #tree)
    assert.same({}, tree:all_item_identifiers())
  end)

  it("gives and takes parts", function()
    local tree = files()
    tree:expand{ "docs", "api" }
    local below, with = tree:snapshot_of("docs"), tree:snapshot_of("docs", true)
    assert.same({ "guide", "api", "types" }, below:item_identifiers())
    assert.same({ "docs", "guide", "api", "types" }, with:all_item_identifiers())
    assert.equal("API", below:item("api").title)
    assert.equal("Docs", with:item("docs").title)
    local children = diffable.section_snapshot()
    children:append_items{ { id = "new", title = "New" }, "guide" }
    children:append_items("below", { parent = "new" })
    children:expand("new")
    tree:replace_children("docs", children)
    children:close()
    assert.same({ "docs", "new", "below", "guide", "readme" }, tree:item_identifiers())
    assert.equal("New", tree:item("new").title)
    tree:replace_children("readme", tree:snapshot_of("guide"))
    assert.equal(5, tree:number_of_all_items())
    support.fails("DUPLICATE_IDENTIFIER", tree.replace_children, tree, "readme", with)
    support.fails("DUPLICATE_IDENTIFIER", tree.replace_children, tree, "docs", tree)
  end)

  it("is a value", function()
    local tree = files()
    local copy = tree:copy()
    assert.is_true(tree == copy)
    copy:expand("docs")
    assert.is_false(tree == copy)
    copy:collapse("docs")
    copy:reconfigure_items("guide")
    assert.is_true(tree == copy)
    copy:reconfigure_items{ id = "guide", title = "Guide" }
    assert.is_false(tree == copy)
    assert.equal("guide", tree:item("guide"))
    assert.is_false(tree == diffable.snapshot())
  end)

  it("carries marks, also of what is hidden, with new content or without", function()
    local tree = files()
    tree:reload_items{ "types", { id = "api", title = "New" } }
    tree:reconfigure_items("docs")
    assert.same({ "types", "api" }, tree:reloaded_item_identifiers())
    assert.same({ "docs" }, tree:reconfigured_item_identifiers())
    assert.equal("New", tree:item("api").title)
    assert.equal("Docs", tree:item("docs").title)
  end)

  it("is an outline as a string", function()
    assert.equal("(empty)", tostring(diffable.section_snapshot()))
    local tree = files()
    assert.equal('-* "docs"\n     "guide"\n-    "api"\n       "types"\n * "readme"', tostring(tree))
    tree:expand("docs")
    tree:insert_items_before({ 1, "a\27b" }, "docs")
    assert.equal(' * 1\n * "a\\u{1b}b"\n+* "docs"\n *   "guide"\n-*   "api"\n       "types"\n * "readme"',
      tostring(tree))
    local long = {}
    for i = 1, 1002 do long[i] = i end
    tree:clear()
    tree:append_items(long)
    assert.matches("\n %* 1000\n%.%.%. 2 more$", tostring(tree))
  end)

  it("lets go of contents that nothing refers to", function()
    local weak = setmetatable({}, { __mode = "v" })
    local tree = diffable.section_snapshot()
    tree:append_items{ { id = "kept", title = "Kept" } }
    weak[1] = { id = "gone" }
    tree:append_items{ weak[1] }
    tree:delete_items("gone")
    for i = 1, 3000 do tree:reconfigure_items{ id = "kept", title = i } end
    support.collect()
    assert.is_nil(weak[1])
    assert.equal(3000, tree:item("kept").title)
  end)
end)

describe("a broken rule of a section snapshot", function()
  local tree, before
  before_each(function()
    tree = files()
    before = tree:copy()
  end)

  local function fails(text, method, ...)
    local message = support.fails(text, tree[method], tree, ...)
    assert.is_true(tree == before)
    assert.same({ id = "docs", title = "Docs" }, tree:item("docs"))
    return message
  end

  it("names the culprit, and nothing has changed", function()
    assert.matches('"guide"', fails("DUPLICATE_IDENTIFIER", "append_items", { "n", "guide" }))
    fails("DUPLICATE_IDENTIFIER", "append_items", { "n", "n" }, { parent = "docs" })
    fails("DUPLICATE_IDENTIFIER", "insert_items_before", { { id = "docs", title = "Other" } }, "api")
    assert.matches('"nobody"', fails("UNKNOWN_IDENTIFIER", "append_items", "n", { parent = "nobody" }))
    fails("UNKNOWN_IDENTIFIER", "insert_items_after", "n", "nobody")
    fails("INVALID_DESTINATION", "insert_items_before", "n", "n")
    fails("UNKNOWN_IDENTIFIER", "reload_items", { "api", "nobody" })
    fails("UNKNOWN_IDENTIFIER", "reconfigure_items", { { id = "docs", title = "Other" }, "nobody" })
    fails("UNKNOWN_IDENTIFIER", "replace_children", "nobody", diffable.section_snapshot())
    for _, name in ipairs{ "is_expanded", "is_visible", "level_of_item", "parent_of_item", "snapshot_of" } do
      fails("UNKNOWN_IDENTIFIER", name, "nobody")
    end
  end)

  it("is an argument error where the type is wrong", function()
    fails('list or table with "id" expected', "append_items", { title = "x" })
    fails('string, integer or table with "id" expected, got nil', "append_items")
    fails('string, integer or table with "id" expected, got boolean', "append_items", "n", { parent = false })
    fails("a section snapshot has one section; { parent = ... } names a parent", "append_items", "n", "docs")
    fails("a section, { section = ... } or { parent = ... } expected", "append_items", "n", {})
    fails("a section, { section = ... } or { parent = ... } expected",
      "append_items", "n", { parent = "docs", section = "s" })
    fails('unknown option "parnt": did you mean "parent"?', "append_items", "n", { parnt = "docs" })
    fails('string, integer or table with "id" expected, got nil', "insert_items_before", "n")
    fails("a section snapshot expected, got a snapshot of a list", "replace_children", "docs", diffable.snapshot())
    fails("section snapshot expected, got table; diffable.section_snapshot{ ... } makes one",
      "replace_children", "docs", { "x" })
    fails("boolean expected, got string", "snapshot_of", "docs", "yes")
    fails("integer or string expected, got 1.5", "level_of_item", 1.5)
    for _, edit in ipairs{ "append_sections", "delete_sections", "reload_sections", "reconfigure_sections" } do
      fails("INVALID_ARGUMENT: " .. edit .. ": a section snapshot has one section and no others", edit, { "x" })
    end
  end)

  it("tells the place in the script", function()
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() tree:append_items("docs") end)
    assert.matches(
      "^[^\n]*section_snapshot_spec%.lua:" .. line .. ": DUPLICATE_IDENTIFIER: [^\n]+at index 1 of the tree$", message)
  end)
end)

describe("each of a section snapshot", function()
  local function visited(tree, visit)
    local found = {}
    for item, level in tree:each() do
      if visit then visit(item) end
      found[#found + 1] = level .. " " .. item
    end
    return found
  end

  it("visits the visible items in order, with their levels", function()
    local b = { id = "b", expanded = true, children = { 3 } }
    local tree = diffable.section_snapshot{ { id = "a", expanded = true, children = { b, "c" } }, 4 }
    assert.same({ "0 a", "1 b", "2 3", "1 c", "0 4" }, visited(tree))
    tree:collapse("b")
    assert.same({ "0 a", "1 b", "1 c", "0 4" }, visited(tree))
    assert.same({}, visited(diffable.section_snapshot()))
  end)

  it("visits the items that the tree had, also if it is edited or closed meanwhile", function()
    local tree = diffable.section_snapshot{ { id = "a", expanded = true, children = { "b" } }, "c" }
    assert.same({ "0 a", "1 b", "0 c" }, visited(tree, function(item)
      support.collect()
      if item == "a" then tree:clear() else tree:close() end
    end))
    support.fails("closed", tree.each, tree)
  end)

  it("goes on being at its end", function()
    local next_item = diffable.section_snapshot{ "a" }:each()
    assert.equal("a", (next_item()))
    assert.is_nil(next_item())
    assert.is_nil(next_item())
  end)
end)
