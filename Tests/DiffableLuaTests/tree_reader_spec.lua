-- Trees that are handed over as one table: children, what is expanded, and what is expandable.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local function fruit()
  return {
    {
      id = "fruit", title = "Fruit", expanded = true,
      children = { "apple", { id = "pear", price = 3, children = { "conference" } } },
    },
    "bread",
  }
end

-- The calls that take a tree in one table, each with the tree that they edit, which nothing may change if they fail.
local function adding()
  local tree = diffable.section_snapshot{ { id = "first", children = { "second" } } }
  return tree, {
    append_items = function(items) tree:append_items(items) end,
    replace_items = function(items) tree:replace_items(items) end,
    append_below = function(items) tree:append_items(items, { parent = "first" }) end,
    insert_items_before = function(items) tree:insert_items_before(items, "second") end,
    insert_items_after = function(items) tree:insert_items_after(items, "first") end,
    section_snapshot = function(items) diffable.section_snapshot(items) end,
  }
end

describe("a tree in one table", function()
  it("has the children of its items below them, at any level", function()
    local items = fruit()
    local tree = diffable.section_snapshot(items)
    assert.equal('+* "fruit"\n *   "apple"\n-*   "pear"\n       "conference"\n * "bread"', tostring(tree))
    assert.equal(items[1], tree:item("fruit"))
    assert.equal(items[1].children[2], tree:item("pear"))
    assert.equal("apple", tree:item("apple"))
    assert.same({ 1, 2 }, diffable.section_snapshot{ id = 1, children = { 2 } }:all_item_identifiers())
    assert.same({ 1, 2 }, diffable.section_snapshot{ id = 1, children = { id = 2 } }:all_item_identifiers())
    assert.same({}, diffable.section_snapshot{}:item_identifiers())
    support.fails("table expected, got string", diffable.section_snapshot, "one")
  end)

  it("can be handed to each call that adds items", function()
    local tree = diffable.section_snapshot{ "a", "z" }
    tree:append_items({ { id = "b", expanded = true, children = { "c" } } }, { parent = "a" })
    tree:insert_items_before({ { id = "d", children = { { id = "e", children = { "f" } } } } }, "c")
    tree:insert_items_after({ id = "g", children = { "h" } }, "a")
    assert.same({ "a", "b", "d", "e", "f", "c", "g", "h", "z" }, tree:all_item_identifiers())
    assert.same({ "b" }, tree:expanded_item_identifiers())
  end)

  it("says what is expanded and expandable outside of the content", function()
    local tree = diffable.section_snapshot(fruit())
    local plain = diffable.section_snapshot()
    plain:append_items{ { id = "fruit", title = "Fruit" }, "bread" }
    plain:append_items({ "apple", { id = "pear", price = 3 } }, { parent = "fruit" })
    plain:append_items("conference", { parent = "pear" })
    plain:expand("fruit")
    assert.is_true(plain == tree)
    plain:set_expandable("bread", true)
    assert.is_false(plain == tree)
    assert.is_true(plain:is_expandable("bread"))
    local other = fruit()
    other[2] = { id = "bread", expandable = true, expanded = false }
    assert.is_true(diffable.section_snapshot(other):is_expandable("bread"))
    plain:set_expandable("bread", false)
    assert.is_true(plain == tree)
  end)

  it("keeps contents by value, without the children", function()
    local items = fruit()
    local tree = diffable.section_snapshot(items)
    items[1].children[1], items[1].expanded = "plum", nil
    assert.equal(items[1], tree:item("fruit"))
    items[1].title = "Vegetables"
    assert.same({ id = "fruit", title = "Fruit" }, tree:item("fruit"))
    tree:reconfigure_items("fruit")
    assert.equal(items[1], tree:item("fruit"))
    assert.same({ "fruit", "apple", "pear", "conference", "bread" }, tree:all_item_identifiers())
  end)

  it("hands the very tables to providers", function()
    local items, shown = fruit(), {}
    local source = support.counting_source{ cell = function(item)
      shown[#shown + 1] = item
      return "x"
    end }
    source:apply_section(diffable.section_snapshot(items), "shop")
    assert.same({ items[1], "apple", items[1].children[2], "bread" }, shown)
    assert.equal(items[1], shown[1])
    assert.equal(items[1].children[2], shown[3])
  end)

  it("is not changed by other children alone, as far as its parents go", function()
    local source, calls = support.counting_source()
    source:apply_section(diffable.section_snapshot(fruit()), "shop")
    support.clear(calls)
    local items = fruit()
    items[1].children[3] = "plum"
    source:apply_section(diffable.section_snapshot(items), "shop")
    assert.same({ "plum" }, support.ids(calls))
  end)

  it("is added as a whole or not at all", function()
    local deep = { id = "deep" }
    deep.children = { deep }
    local tree, calls = adding()
    local before = tree:copy()
    for message, items in pairs{
      ['children of "x", item 2: string, integer or table with "id" expected, got boolean'] = {
        { id = "x", children = { 1, true } },
      },
      ['children of "y", item 1: table without'] = { { id = "x", children = { { id = "y", children = { {} } } } } },
      ['children of "x": list or table with'] = { { id = "x", children = { y = 1 } } },
      ['children of "x": "id": string or integer expected, got boolean'] = { { id = "x", children = { id = true } } },
      ['children of "x": list expected, got boolean; put one child in braces, and call a count by another name'] =
        { { id = "x", children = true } },
      ['children of "x": list expected, got number'] = { { id = "x", children = 2 } },
      ['children of "x": list expected, got string'] = { { id = "x", children = "y" } },
      ['item "x": "expanded": boolean expected, got number'] = { { id = "x", expanded = 1 } },
      ['item "y": "expandable": boolean expected, got string'] = {
        { id = "x", children = { { id = "y", expandable = "yes" } } },
      },
      [': item "x" is already at index'] = { { id = "x", children = { "x" } } },
      [': item "y" is already at index'] = { { id = "x", children = { "y" } }, "y" },
      [': item "deep" is already at index'] = { deep },
      ["nested more than 100 levels deep"] = (function()
        local content = {}
        for _ = 1, 101 do content = { content } end
        return { { id = "x", children = { { id = "y", content = content } } } }
      end)(),
    } do
      for _, call in pairs(calls) do support.fails(message, call, items) end
    end
    assert.is_true(tree == before)
    assert.same({ "first", "second" }, tree:all_item_identifiers())
  end)

  it("refuses fields that are named like those it reads", function()
    local tree, calls = adding()
    for _, call in pairs(calls) do
      support.fails('item 1 has a field "childen": did you mean "children"?', call, { { id = 1, childen = { 2 } } })
      support.fails('item 2 has a field "chidlren": did you mean "children"?', call,
                    { { id = 1, children = { { id = 2, chidlren = {} } } } })
      support.fails('did you mean "expanded"?', call, { { id = 1, expandd = true } })
      support.fails('item 1 has a field "Children": did you mean "children"?', call, { { id = 1, Children = { 2 } } })
      support.fails('item 1 has a field "expand": did you mean "expanded"?',
        call, { { id = 1, expand = true, children = { 2 } } })
      support.fails('did you mean "expandable"?', call, { { id = 1, expandible = true } })
      support.fails('item 1 has a field "is_expanded": did you mean "expanded"?',
        call, { { id = 1, is_expanded = true } })
      support.fails('item 1 has a field "isExpanded": did you mean "expanded"?',
        call, { { id = 1, isExpanded = false } })
      support.fails('item 1 has a field "is_expandable": did you mean "expandable"?',
        call, { { id = 1, is_expandable = true } })
      support.fails('item 1 has a field "isExpandable": did you mean "expandable"?',
        call, { { id = 1, isExpandable = true } })
    end
    assert.equal(2, tree:number_of_all_items())
    -- These hold what no such field holds, or stand beside the right one.
    tree:append_items{ { id = 1, childen = "no", expandd = {}, children = {}, childrens = {} },
                       { id = 2, expand = true, expanded = false, extended = true } }
    assert.same({ "no", true, true }, { tree:item(1).childen, tree:item(2).expand, tree:item(2).extended })
  end)

  it("refuses such fields in lists, too", function()
    local snapshot = support.list{ 1, 2 }
    local before = snapshot:copy()
    for _, call in ipairs{
      function(items) diffable.snapshot{ { id = "s", items = items } } end,
      function(items) snapshot:append_sections{ { id = "t", items = items } } end,
      function(items) snapshot:append_items(items) end,
      function(items) snapshot:prepend_items(items) end,
      function(items) snapshot:insert_items_at(items, 1) end,
      function(items) snapshot:insert_items_before(items, 1) end,
      function(items) snapshot:replace_items(items) end,
    } do
      support.fails('item 4 has a field "childern": did you mean "children"?',
        call, { 3, { id = 4, childern = { 5 } } })
      support.fails('item 5 has a field "childen": did you mean "children"?',
        call, { { id = 4, children = { { id = 5, childen = {} } } } })
      support.fails('item 3 has a field "expand": did you mean "expanded"?', call, { { id = 3, expand = false } })
    end
    assert.is_true(snapshot == before)
    assert.same({ 3 }, support.list{ { id = 1, child = { 3 }, extended = true, expands = "x" } }:item(1).child)
  end)

  it("refuses such fields where items are marked or updated, too", function()
    local snapshot = support.list{ { id = 1, title = "One" }, { id = 2, children = { 3 } } }
    local before = snapshot:copy()
    for _, method in ipairs{ "update_items", "reconfigure_items", "reload_items" } do
      support.fails(method .. ': item 2 has a field "is_expanded": did you mean "expanded"?',
        snapshot[method], snapshot, { { id = 1 }, { id = 2, is_expanded = true } })
      support.fails('item 2 has a field "childern": did you mean "children"?',
        snapshot[method], snapshot, { id = 2, childern = {} })
    end
    assert.is_true(snapshot == before)
    assert.same({}, snapshot:reconfigured_item_identifiers())
  end)

  it("refuses `items`, which sections have, in a section snapshot", function()
    support.fails('section_snapshot: item 2 has a table "items": did you mean "children"?', diffable.section_snapshot,
      { "a", { id = "x", items = { 1 } } })
    support.fails('item 1 has a table "items"', diffable.section_snapshot, { id = "x", items = { 1 } })
    assert.equal(2, diffable.section_snapshot{ { id = "x", items = 2 } }:item("x").items)
    assert.same({ 1 }, diffable.section_snapshot{ { id = "x", items = { 1 }, children = {} } }:item("x").items)
  end)

  it("may have any number of levels", function()
    local root = { id = 1 }
    local item = root
    for id = 2, 50000 do
      item.children, item.expanded = { { id = id } }, true
      item = item.children[1]
    end
    local tree = diffable.section_snapshot{ root }
    assert.equal(49999, tree:level_of_item(50000))
    assert.equal(50000, #tree:item_identifiers())
    assert.equal(50000, tree:delete_items(1))
  end)

  it("survives finalizers that change the tables while they are read", function()
    for _ = 1, 20 do
      local items = fruit()
      local tree = diffable.section_snapshot{ "a" }
      setmetatable({}, { __gc = function()
        items[1].children[2], items[1].id = nil, "other"
        tree:close()
      end })
      local old = collectgarbage("incremental", 100, 1000)
      pcall(function() tree:append_items(items) end)
      pcall(diffable.section_snapshot, items)
      collectgarbage(old)
    end
    support.collect()
  end)
end)

describe("set_expandable", function()
  it("takes identifiers and a boolean", function()
    local tree = diffable.section_snapshot{ "a", "b" }
    tree:set_expandable("a", true)
    support.fails('there is no item "nobody"', tree.set_expandable, tree, { "b", "nobody" }, true)
    assert.same({ true, false }, { tree:is_expandable("a"), tree:is_expandable("b") })
    support.fails("boolean expected, got no value", tree.set_expandable, tree, "a")
    support.fails('there is no item "nobody"', tree.is_expandable, tree, "nobody")
    assert.equal('-* "a"\n * "b"', tostring(tree))
  end)

  it("gives rows a sign before their children are known, and has the handler asked for these", function()
    local source, _, written = support.counting_source()
    local asked = 0
    source.snapshot_for_expanding_parent = function(item, children)
      asked = asked + 1
      assert.same({ "docs", 0 }, { item.id, #children })
      return diffable.section_snapshot{ "guide" }
    end
    source:apply_section(diffable.section_snapshot{ { id = "docs", expandable = true }, "readme" }, "files")
    assert.equal("+    ▸ docs\n+      readme\n=  1 section inserted; 2 items inserted\n",
      written[1]:match("[^\n]*docs.*"))
    source:toggle_item("docs")
    assert.equal(1, asked)
    assert.same({ { "files", "docs", "guide", "readme" } }, support.plain(source:snapshot()))
    assert.is_true(source:section_snapshot("files"):is_expandable("docs"))
  end)

  it("is told to readers of event streams when it changes", function()
    local lines = {}
    local source = diffable.data_source{
      view = diffable.ndjson_view{ write = function(text) lines[#lines + 1] = text end },
      cell = function(item) return item end,
    }
    local tree = diffable.section_snapshot{ "docs", "readme" }
    source:apply_section(tree, "files")
    assert.is_nil(table.concat(lines):find('"disclosure":"'))
    support.clear(lines)
    tree:set_expandable("docs", true)
    source:apply_section(tree, "files")
    local text = table.concat(lines)
    local outline = '"outline","id":"%s","at":{"section":0,"item":%d,"section_id":"files"},"level":0,"disclosure":"%s"'
    assert.truthy(text:find(outline:format("docs", 0, "collapsed"), 1, true))
    assert.truthy(text:find(outline:format("readme", 1, "leaf"), 1, true))
  end)
end)
