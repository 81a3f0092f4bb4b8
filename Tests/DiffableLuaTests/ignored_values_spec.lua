-- What a table says and a call would ignore is refused: fields beside a list, entries behind a hole, items by another
-- name, a second result of a provider.
local diffable = require "diffable"
local support = require "support"
local fails = support.fails

local function list() return diffable.snapshot{ { id = "a", title = "A", items = { 1, 2 } }, "b" } end

-- That a call fails with a message, and leaves the snapshot as it was.
local function refuses(message, method, ...)
  local snapshot = list()
  fails(message, snapshot[method], snapshot, ...)
  assert.is_true(snapshot == list())
end

describe("the items of a section", function()
  it("are found by no other name", function()
    for _, name in ipairs{ "rows", "children", "entries", "elements", "cells", "item", "itmes" } do
      local message = ('section 1 has a table "%s": did you mean "items"?'):format(name)
      fails(message, diffable.snapshot, { { id = "c", [name] = { 3 } } })
      refuses(message, "append_sections", { { id = "c", [name] = { 3 } } })
      refuses(message, "insert_sections_before", { id = "c", [name] = { 3 } }, "a")
    end
  end)

  it("are not entries of the section itself", function()
    local message = 'section 1 has list entries: did you mean "items"?'
    fails("INVALID_ARGUMENT: snapshot: " .. message, diffable.snapshot, { { id = "c", 3, 4 } })
    refuses(message, "append_sections", { { id = "c", { id = 3 } } })
    refuses(message, "insert_sections_after", { { id = "c", 3 } }, "a")
    refuses('section 2 has list entries beside "items"; put them into "items"',
      "append_sections", { "c", { id = "d", 3, items = { 4 } } })
    for _, edit in ipairs{ "update_sections", "reconfigure_sections", "reload_sections" } do
      refuses("section 1 has list entries; replace_items replaces its items", edit, { { id = "a", 3 } })
    end
    local snapshot = list()
    snapshot:append_items{ { id = 3, 7, 8 } }
    assert.same({ id = 3, 7, 8 }, snapshot:item(3))
  end)

  it("leave other content alone", function()
    assert.equal(2, diffable.snapshot{ { id = "c", rows = 2 } }:section("c").rows)
    assert.same({ 2 }, diffable.snapshot{ { id = "c", rows = { 2 }, items = {} } }:section("c").rows)
  end)

  it("are not behind __index", function()
    local section = setmetatable({ id = "c" }, { __index = { items = { 3 } } })
    fails('section 1: "items" behind __index are not read', diffable.snapshot, { section })
    assert.equal("c", diffable.snapshot{ setmetatable({ id = "c" }, { __index = { title = "C" } }) }:section("c").id)
  end)
end)

describe("an identifier behind __index", function()
  it("is refused", function()
    local item = setmetatable({}, { __index = { id = 3 } })
    for _, edit in ipairs{ "append_items", "replace_items", "update_items", "delete_items", "append_sections" } do
      refuses('argument 1: a field "id" behind __index is not read; pass a table that has it', edit, item)
    end
    refuses('argument 1: a field "id" behind __index is not read',
      "append_items", setmetatable({ title = "Three" }, getmetatable(item)))
  end)

  it("is refused in the field that is the key", function()
    local snapshot = diffable.snapshot({ "c" }, { key = "uuid" })
    local item = setmetatable({ title = "Three" }, { __index = { id = 3, uuid = 4 } })
    local message = 'argument 1: a field "uuid" behind __index is not read; pass a table that has it'
    for _, edit in ipairs{ "append_items", "update_items" } do fails(message, snapshot[edit], snapshot, item) end
  end)
end)

describe("a list", function()
  local edits = {
    "append_items", "replace_items", "reload_items", "reconfigure_items", "update_items", "delete_items", "expand",
  }

  it("with a hole is refused", function()
    local with_hole = { { id = 1 }, { id = 2 } }
    with_hole[5] = { id = 3 }
    for _, edit in ipairs(edits) do
      refuses("argument 1: a list without holes expected: entry 3 is nil, and there is entry 5", edit, with_hole)
    end
    refuses("argument 1: a list without holes expected: entry 1 is nil, and there is entry 2",
      "append_items", { [2] = 3 })
    for _, key in ipairs{ 0, -1, 1.5 } do
      refuses("argument 1: a list expected, whose entries are numbered from 1; there is entry " .. key,
        "append_items", { [key] = 7, 8, 9 })
    end
    local far = { 3 }
    far[100] = 5
    fails("section 1, items: a list without holes expected: entry 2 is nil, and there is entry 100", support.list, far)
    fails('children of "x": a list without holes expected: entry 2 is nil, and there is entry 100',
      diffable.section_snapshot, { { id = "x", children = far } })
  end)

  it("with a field beside its entries is refused", function()
    for _, edit in ipairs(edits) do
      refuses('argument 1: a list expected, got one with the field "title" beside its entries; '
        .. 'each item that is a table has braces', edit, { { id = 1 }, title = "One" })
    end
    refuses('argument 1: a list expected, got one with the field "title" beside its entries; '
      .. 'each section that is a table has braces', "append_sections", { "c", title = "C" })
    fails('section 1, items: a list expected, got one with the field "kind" beside', support.list, { 3, kind = "x" })
  end)

  it("may be long, and have the count of table.pack", function()
    for _, count in ipairs{ 1, 31, 32, 33, 64, 65, 1000, 4097 } do
      local items = {}
      for i = 1, count do items[i] = i end
      assert.equal(count, #support.list(items))
      items.n = count
      assert.equal(count, #support.list(items))
      items.n = count + 1
      fails('the field "n" beside its entries', support.list, items)
      items.n = nil
      items[count + 2] = count + 2
      local message = support.error_of(support.list, items) -- Lua counts up to one side of the hole or the other
      local is_counted = message:find(("item %d: string"):format(count + 1), 1, true)
      assert.truthy(
        is_counted or message:find(("entry %d is nil, and there is entry %d"):format(count + 1, count + 2), 1, true),
        message)
    end
    assert.equal(3, #support.list(table.pack("x", "y", "z")))
  end)

  it("whose entries are behind __index is refused", function()
    local message = "argument 1: a list whose entries are behind __index is not read; pass a table that has them"
    for _, edit in ipairs(edits) do refuses(message, edit, setmetatable({}, { __index = { 1, 2 } })) end
    refuses(message, "append_items", setmetatable({}, { __index = function(_, key) return key end }))
    local class = { __index = { add = print } }
    assert.equal(0, #support.list(setmetatable({}, class)))
    assert.equal(1, #support.list(setmetatable({ 1 }, class)))
  end)

  it("of tables whose id is behind __index is refused", function()
    local item = setmetatable({ title = "One" }, { __index = { id = 3 } })
    refuses('item 1: table with "id" expected, got one that has it behind __index, which is not read',
      "append_items", { item })
  end)

  it("that is also an element is refused", function()
    for _, edit in ipairs(edits) do
      refuses("argument 1: this is both a list and one item; put the item in braces of its own", edit, { id = 3, "x" })
    end
    refuses("argument 1: this is both a list and one section; put the section in braces of its own",
      "append_sections", { id = "c", "d" })
    fails("section 1, items: this is both a list and one item",
      diffable.snapshot, { { id = "s", items = { id = 3, "x" } } })
    fails("this is both a list and one item", diffable.section_snapshot, { uuid = 3, "x" }, { key = "uuid" })
    assert.same({ id = 3, "x" }, support.list{ { id = 3, "x" } }:item(3))
  end)
end)

describe("a table that names a section", function()
  it("says nothing else than that section", function()
    local other = "argument 2: it names a section, whose other content would be ignored; "
      .. "reconfigure_sections changes the content"
    for _, edit in ipairs{ "append_items", "replace_items", "move_items_to_section" } do
      refuses(other, edit, { 1 }, { id = "a", title = "New" })
      refuses(other, edit, { 1 }, { id = "b", title = "B" })
      refuses('argument 2: it names a section, whose "items" would be ignored; append_sections',
        edit, { 1 }, { id = "a", items = { 3 } })
    end
    refuses(other, "append_items", { 3 }, { section = { id = "a", title = "New" } })
    refuses(other, "insert_sections_after", "c", { id = "a", title = "New" })
    for _, edit in ipairs{ "move_section_before", "move_section_after" } do
      refuses(other, edit, "b", { id = "a", title = "New" })
      refuses('argument 2: it names a section, whose "items" would be ignored', edit, "b", { id = "a", items = { 3 } })
    end
    local tree = diffable.section_snapshot{ 3 }
    refuses(other, "set_section_snapshot", tree, { id = "a", title = "New" })
    refuses(other, "set_section_snapshot", tree, { id = "c", title = "C" })
    refuses('argument 2: it names a section, whose "items" would be ignored',
      "set_section_snapshot", tree, { id = "a", items = { 4 } })
    refuses('UNKNOWN_IDENTIFIER: append_items: there is no section "c"',
      "append_items", { 3 }, { id = "c", title = "C" })
  end)

  it("may be the content that it has", function()
    local snapshot = list()
    snapshot:append_items({ 3 }, { id = "a", title = "A" })
    snapshot:append_items({ 4 }, snapshot:section("a"))
    snapshot:append_items({ 5 }, { id = "a" })
    assert.same({ 1, 2, 3, 4, 5 }, snapshot:item_identifiers("a"))
    snapshot:move_section_after("b", snapshot:section("a"))
    snapshot:move_section_before("b", { id = "a" })
    assert.same({ "b", "a" }, snapshot:section_identifiers())
    snapshot:set_section_snapshot(diffable.section_snapshot{ 6 }, snapshot:section("a"))
    snapshot:set_section_snapshot(diffable.section_snapshot{ 7 }, { id = "c" })
    assert.same({ 6, 7 }, snapshot:item_identifiers())
  end)

  it("has no items where a section snapshot has them", function()
    local source = diffable.data_source{ view = false }
    fails('argument 2: the items are those of the section snapshot; "items" would be ignored',
      source.apply_section, source, diffable.section_snapshot{ 1 }, { id = "s", items = { 2 } })
  end)
end)

describe("a provider that returns nothing", function()
  it("is asked for its return", function()
    local source = diffable.data_source{ view = support.recorder(), cell = function() end }
    fails(
      'cell of item "a" at section 1, item 1: table or string expected, got no value; does the provider lack a return?',
      source.apply, source, support.list{ "a" })
    source.cell, source.header = function() return "x" end, function() end
    source:apply(support.list{ "a" })
  end)
end)

describe("a provider that returns several values", function()
  it("is refused", function()
    local message = "one cell expected, got 2 values; a table has several fields, and parentheses keep the first value"
    local source = diffable.data_source{ view = support.recorder(), cell = function(item) return item, "detail" end }
    fails('INVALID_CELL: cell of item "a" at section 1, item 1: ' .. message, source.apply, source, support.list{ "a" })
    source.cell = function(item) return item:gsub("a", "b") end
    fails(message, source.apply, source, support.list{ "a" })
    source.cell = function(item) return (item:gsub("a", "b")) end
    source.header = function() return nil, nil end
    fails('INVALID_CELL: header of section "s" at 1: ' .. message, source.apply, source, support.list{ "a" })
    assert.equal(0, #source:snapshot())
  end)
end)
