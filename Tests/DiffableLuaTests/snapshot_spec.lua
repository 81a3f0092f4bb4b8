local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local plain, fails = support.plain, support.fails

-- { { "a", 1, 2, 3 }, { "b", 4, 5 }, { "c" } }
local function example()
  return diffable.snapshot{ { id = "a", items = { 1, 2, 3 } }, { id = "b", items = { 4, 5 } }, "c" }
end

describe("diffable.snapshot", function()
  it("makes an empty snapshot", function()
    local snapshot = diffable.snapshot()
    assert.same({}, plain(snapshot))
    assert.equal(0, #snapshot)
    assert.same({}, plain(diffable.snapshot{}))
  end)

  it("makes a snapshot from an array of sections", function()
    assert.same({ { "a", 1, 2, 3 }, { "b", 4, 5 }, { "c" } }, plain(example()))
  end)

  it("takes one section in place of an array, and one item in place of a list", function()
    assert.same({ { "a", 1 } }, plain(diffable.snapshot{ id = "a", items = 1 }))
    assert.same({ { "a", "x" } }, plain(diffable.snapshot{ id = "a", items = { id = "x", title = "X" } }))
  end)

  it("names the culprit by section and item", function()
    fails('section 2: table without "id"', diffable.snapshot, { "a", { title = "B" } })
    fails('section 2: string, integer or table with "id" expected, got boolean', diffable.snapshot, { "a", true })
    fails('section 2, item 3: table without "id"',
      diffable.snapshot, { "a", { id = "b", items = { 1, 2, { title = "X" } } } })
    fails('section 1, item 1: table with "id" expected, got a list; are there braces too many?',
      diffable.snapshot, { { id = "a", items = { { { id = 1 }, { id = 2 } } } } })
    fails('section 1: table with "id" expected, got a list', diffable.snapshot, { { { id = "a" } } })
    fails('section 1, items: string, integer or table with "id" expected, got function',
      diffable.snapshot, { { id = "a", items = print } })
    fails("argument 2: table of options expected; argument 1 has the whole list, in braces",
      diffable.snapshot, "a", { 1, 2 })
    fails("argument 2: table of options expected; argument 1 has the whole list",
      diffable.snapshot, { id = "a" }, { id = "b" })
    fails("DUPLICATE_IDENTIFIER", diffable.snapshot, { "a", "a" })
    fails("DUPLICATE_IDENTIFIER", diffable.snapshot, { { id = "a", items = { 1 } }, { id = "b", items = { 1 } } })
    fails("table expected, got string", diffable.snapshot, "a")
  end)
end)

describe("edits of sections", function()
  local snapshot
  before_each(function() snapshot = example() end)

  it("append_sections", function()
    assert.equal(0, select("#", snapshot:append_sections{ "d", "e" }))
    snapshot:append_sections("f")
    snapshot:append_sections{}
    assert.same({ "a", "b", "c", "d", "e", "f" }, snapshot:section_identifiers())
  end)

  it("insert_sections_before and _after", function()
    snapshot:insert_sections_before({ "x", "y" }, "a")
    snapshot:insert_sections_after("z", "b")
    assert.same({ "x", "y", "a", "b", "z", "c" }, snapshot:section_identifiers())
  end)

  it("delete_sections, which returns how many went", function()
    assert.equal(2, snapshot:delete_sections{ "a", "nobody", "c", "a" })
    assert.equal(0, snapshot:delete_sections("a"))
    assert.same({ { "b", 4, 5 } }, plain(snapshot))
  end)

  it("move_section_before and _after", function()
    snapshot:move_section_before("c", "a")
    assert.same({ { "c" }, { "a", 1, 2, 3 }, { "b", 4, 5 } }, plain(snapshot))
    snapshot:move_section_after("c", "b")
    assert.same({ { "a", 1, 2, 3 }, { "b", 4, 5 }, { "c" } }, plain(snapshot))
  end)

  it("reload_sections marks them", function()
    snapshot:reload_sections{ "b", "a" }
    assert.same({ "b", "a" }, snapshot:reloaded_section_identifiers())
  end)
end)

describe("edits of items", function()
  local snapshot
  before_each(function() snapshot = example() end)

  it("append_items to a section, and to the last one", function()
    assert.equal(0, select("#", snapshot:append_items({ 6, 7 }, "a")))
    snapshot:append_items{ 8, 9 }
    snapshot:append_items(10)
    snapshot:append_items({}, "b")
    assert.same({ { "a", 1, 2, 3, 6, 7 }, { "b", 4, 5 }, { "c", 8, 9, 10 } }, plain(snapshot))
  end)

  it("insert_items_before and _after", function()
    snapshot:insert_items_before({ 6, 7 }, 1)
    snapshot:insert_items_after("x", 4)
    assert.same({ { "a", 6, 7, 1, 2, 3 }, { "b", 4, "x", 5 }, { "c" } }, plain(snapshot))
  end)

  it("delete_items, which returns how many went", function()
    assert.equal(3, snapshot:delete_items{ 1, 99, 5, 1, 2 })
    assert.equal(0, snapshot:delete_items(1))
    assert.equal(1, snapshot:delete_items{ id = 3, title = "a table names an item, too" })
    assert.same({ { "a" }, { "b", 4 }, { "c" } }, plain(snapshot))
  end)

  it("delete_all_items, which takes the sections along", function()
    assert.equal(5, snapshot:clear())
    assert.same({}, plain(snapshot))
  end)

  it("move_item_before and _after, also between sections", function()
    snapshot:move_item_before(3, 1)
    snapshot:move_item_after(2, 4)
    assert.same({ { "a", 3, 1 }, { "b", 4, 2, 5 }, { "c" } }, plain(snapshot))
  end)

  it("move_items_to_section", function()
    snapshot:move_items_to_section({ 5, 1 }, "c")
    snapshot:move_items_to_section(2, "b")
    assert.same({ { "a", 3 }, { "b", 4, 2 }, { "c", 5, 1 } }, plain(snapshot))
  end)

  it("reload_items and reconfigure_items mark them", function()
    snapshot:reload_items{ 4, 1 }
    snapshot:reconfigure_items(2)
    assert.same({ 4, 1 }, snapshot:reloaded_item_identifiers())
    assert.same({ 2 }, snapshot:reconfigured_item_identifiers())
    assert.same({}, snapshot:reloaded_section_identifiers())
  end)

  it("tables name anchors and sections, too", function()
    snapshot:insert_items_after(6, { id = 1, title = "One" })
    snapshot:append_items(7, { id = "b" })
    snapshot:move_item_before({ id = 3 }, { id = 1 })
    snapshot:move_section_before({ id = "c" }, { id = "a" })
    assert.same({ { "c" }, { "a", 3, 1, 6, 2 }, { "b", 4, 5, 7 } }, plain(snapshot))
  end)
end)

describe("look-ups", function()
  local snapshot
  before_each(function() snapshot = example() end)

  it("list identifiers", function()
    assert.same({ "a", "b", "c" }, snapshot:section_identifiers())
    assert.same({ 1, 2, 3, 4, 5 }, snapshot:item_identifiers())
    assert.same({ 4, 5 }, snapshot:item_identifiers("b"))
    assert.same({}, snapshot:item_identifiers("c"))
  end)

  it("list more identifiers than fit in one piece", function()
    local ids, doubled = {}, {}
    for i = 1, 1000 do ids[i] = i end
    for i = 1, 2000 do doubled[i] = i <= 1000 and i or "x" .. i end
    local long = support.list(ids)
    assert.same(ids, long:item_identifiers())
    assert.same(ids, long:item_identifiers("s"))
    long:append_sections("t")
    for i = 1001, 2000 do long:append_items("x" .. i, "t") end
    assert.same(doubled, long:item_identifiers())
    local sections = diffable.snapshot(ids)
    assert.same(ids, sections:section_identifiers())
    for _, count in ipairs{ 99, 100, 101, 127, 128, 129, 256 } do
      assert.same({ table.unpack(ids, 1, count) }, support.list{ table.unpack(ids, 1, count) }:item_identifiers("s"))
    end
  end)

  it("count", function()
    assert.equal(3, snapshot:number_of_sections())
    assert.equal(5, snapshot:number_of_items())
    assert.equal(3, snapshot:number_of_items("a"))
    assert.equal(0, snapshot:number_of_items("c"))
    assert.equal(5, #snapshot)
  end)

  it("tell places, counted from 1", function()
    assert.equal(1, snapshot:index_of_section("a"))
    assert.equal(3, snapshot:index_of_section("c"))
    assert.equal(1, snapshot:index_of_item(1))
    assert.equal(4, snapshot:index_of_item(4))
    assert.same({ section = 1, item = 1 }, snapshot:index_path_of_item(1))
    assert.same({ section = 2, item = 2 }, snapshot:index_path_of_item(5))
    assert.equal("b", snapshot:section_containing_item(5))
  end)

  it("return nil where nothing is found", function()
    for _, name in ipairs{ "index_of_section", "index_of_item", "index_path_of_item", "section_containing_item", "item",
                           "section" } do
      local results = table.pack(snapshot[name](snapshot, "nobody"))
      assert.equal(1, results.n, name)
      assert.is_nil(results[1], name)
    end
  end)

  it("raise inside a section that is not there", function()
    fails("UNKNOWN_IDENTIFIER", snapshot.item_identifiers, snapshot, "nobody")
    fails("UNKNOWN_IDENTIFIER", snapshot.number_of_items, snapshot, "nobody")
  end)

  it("tell what is there", function()
    assert.is_true(snapshot:contains_item(1))
    assert.is_false(snapshot:contains_item("99"))
    assert.is_false(snapshot:contains_item("a"))
    assert.is_true(snapshot:contains_section("a"))
    assert.is_false(snapshot:contains_section(1))
  end)

  it("need an identifier", function()
    for _, name in ipairs{ "index_of_section", "index_of_item", "index_path_of_item", "section_containing_item",
                           "contains_item", "contains_section", "item", "section" } do
      fails('string, integer or table with "id" expected, got no value', snapshot[name], snapshot)
      fails('string, integer or table with "id" expected, got boolean', snapshot[name], snapshot, true)
      fails('table without "id"', snapshot[name], snapshot, {})
    end
  end)
end)

describe("identifiers", function()
  it("are strings of any bytes and integers, and floats that are integers", function()
    local ids = { "", "a\0b", "\255\254", ("x"):rep(10000), 0, -1, math.maxinteger, math.mininteger }
    local snapshot = support.list(ids)
    assert.same(ids, snapshot:item_identifiers())
    for _, id in ipairs(ids) do
      assert.is_true(snapshot:contains_item(id))
    end
    snapshot:append_items{ 3.0, 2^52 }
    assert.equal("integer", math.type(snapshot:item_identifiers()[#ids + 1]))
    assert.is_true(snapshot:contains_item(3))
    assert.is_true(snapshot:contains_item(4503599627370496))
    assert.is_false(snapshot:contains_item("4"))
  end)

  it("are nothing else", function()
    local snapshot = support.list{}
    for _, value in ipairs{ 1.5, 0/0, 1/0, 2^63, true, print, coroutine.create(function() end), io.stdout } do
      support.error_of(snapshot.append_items, snapshot, value)
      local message = support.error_of(snapshot.append_items, snapshot, { 1, value })
      assert.matches("item 2: ", message)
      support.error_of(snapshot.append_items, snapshot, { id = value })
      support.error_of(snapshot.contains_item, snapshot, value)
    end
    assert.same({}, snapshot:item_identifiers())
  end)

  it("live in separate spaces for sections and items", function()
    local snapshot = diffable.snapshot{ { id = "a", items = { "a" } } }
    assert.same({ { "a", "a" } }, plain(snapshot))
  end)

  it("are read without metamethods", function()
    local snapshot = support.list{}
    local proxy = setmetatable({}, { __index = function() return "x" end, __len = function() return 3 end })
    fails("argument 1: a list whose entries are behind __index is not read", snapshot.append_items, snapshot, proxy)
    assert.same({}, snapshot:item_identifiers())
    fails('table without "id"', snapshot.append_items, snapshot, { proxy })
  end)
end)

describe("a snapshot as a value", function()
  it("copy shares nothing that can be seen", function()
    local original = example()
    original:reload_items{ 1 }
    local copy = original:copy()
    assert.is_true(copy == original)
    assert.same({ 1 }, copy:reloaded_item_identifiers())
    copy:delete_items{ 1, 4 }
    copy:append_sections{ { id = "d", title = "D" } }
    assert.same({ { "a", 1, 2, 3 }, { "b", 4, 5 }, { "c" } }, plain(original))
    original:delete_all_items()
    assert.same({ { "a", 2, 3 }, { "b", 5 }, { "c" }, { "d" } }, plain(copy))
  end)

  it("equality compares sections and items in order, and ignores marks", function()
    local one, other = example(), example()
    assert.is_true(one == other)
    other:reload_items{ 1 }
    other:reload_sections{ "a" }
    other:reconfigure_items{ 2 }
    assert.is_true(one == other)
    other:move_item_before(2, 1)
    assert.is_false(one == other)
    other:move_item_after(2, 1)
    assert.is_true(one == other)
    other:move_section_before("c", "b")
    assert.is_false(one == other)
    assert.is_false(one == {})
    assert.is_false(one == io.stdout)
    assert.is_false(one == diffable.text_view())
  end)

  it("tostring draws the outline", function()
    assert.equal([[
"a" (3 items)
  1
  2
  3
"b" (2 items)
  4
  5
"c" (0 items)]], tostring(example()))
    assert.equal("(empty)", tostring(diffable.snapshot()))
    assert.equal("7 (1 item)\n  \"7\"", tostring(diffable.snapshot{ { id = 7, items = { "7" } } }))
  end)

  it("tostring cuts long lists short", function()
    local ids = {}
    for i = 1, 100 do ids[i] = i end
    assert.equal('"s" (100 items)\n  1\n  2\n  3\n  4\n  5\n  6\n  7\n  8\n  9\n  10\n  ... 90 more',
      tostring(support.list(ids)))
    for i = 1, 150 do ids[i] = i end
    local outline = tostring(diffable.snapshot(ids))
    assert.matches("^1 %(0 items%)\n2 %(0 items%)\n", outline)
    assert.matches("\n100 %(0 items%)\n%.%.%. 50 more$", outline)
  end)

  it("tostring shows control characters and never sends them", function()
    local snapshot = diffable.snapshot{ { id = "a\"b\\c",
      items = { "\n\r\t\0\27[2J\127", support.text[[\u{9b}31m\u{202e}\u{61c}é]],
                support.text[[\xff\xc0\x80\xed\xa0\x80\xe0\x80\xaf]] } } }
    assert.equal([[
"a\"b\\c" (3 items)
  "\n\r\t\u{0}\u{1b}[2J\u{7f}"
  "\u{9b}31m\u{202e}\u{61c}é"
  "\xff\xc0\x80\xed\xa0\x80\xe0\x80\xaf"]], tostring(snapshot))
  end)
end)

describe("lists", function()
  it("are read as they are, without metamethods, from 1 to their length", function()
    local snapshot = support.list{}
    snapshot:append_items(setmetatable({ 1, 2, 3 }, { __len = function() return 2 end, __index = { 1, 2, 3, 4 } }))
    assert.same({ 1, 2, 3 }, snapshot:item_identifiers())
    local with_hole = { 4, nil, 5 }
    if #with_hole == 3 then -- LuaJIT may say 1
      fails('item 2: string, integer or table with "id" expected, got nil', snapshot.append_items, snapshot, with_hole)
    end
    assert.same({ 1, 2, 3 }, snapshot:item_identifiers())
  end)

  it("of any length mix bare identifiers and tables", function()
    local items, ids = {}, {}
    for i = 1, 500 do
      ids[i] = i
      items[i] = i % 3 == 0 and { id = i, title = "item " .. i } or i
    end
    local snapshot = support.list(items)
    assert.same(ids, snapshot:item_identifiers())
    for i = 1, 500 do assert.equal(items[i], snapshot:item(i)) end
  end)

  it("a hundred thousand long cross in one call", function()
    local items = {}
    for i = 1, 100000 do items[i] = "item " .. i end
    local snapshot = support.list(items)
    assert.equal(100000, #snapshot)
    assert.equal(99999, snapshot:index_of_item("item 99999"))
  end)
end)
