-- Arguments that are most likely a mistake: each is an error that says what would be right, and changes nothing.

local diffable = require "diffable"
local support = require "support"
local fails = support.fails

local function list() return diffable.snapshot{ { id = "a", items = { 1, 2 } }, "b" } end

-- That a call fails with a message, and leaves the object as it was.
local function refuses(message, object, method, ...)
  local before = object:copy()
  fails(message, object[method], object, ...)
  assert.is_true(before == object)
end

describe("a nil that is passed", function()
  it("is no default section", function()
    refuses("identifier expected, got nil; leave it out for the last section", list(), "append_items", { 3 }, nil)
    local snapshot = list()
    snapshot:append_items{ 3 }
    assert.same({ 3 }, snapshot:item_identifiers("b"))
  end)

  it("is no default parent", function()
    refuses("identifier expected, got nil; leave it out for the roots",
      diffable.section_snapshot(), "append_items", { 3 }, nil)
    local tree = diffable.section_snapshot()
    tree:append_items(3)
    assert.same({ 3 }, tree:root_item_identifiers())
  end)
end)

describe("swapped arguments", function()
  it("are recognised", function()
    refuses("one identifier expected, got a list; are the arguments swapped?", list(), "append_items", "a", { 3, 4 })
    refuses("one identifier expected, got a list; are the arguments swapped?",
      list(), "insert_sections_before", "a", { "c" })
    refuses("one identifier expected, got a list; are the arguments swapped?",
      list(), "move_items_to_section", "b", { 1 })
  end)
end)

describe("sections with items", function()
  it("are appended with their items", function()
    local snapshot = list()
    snapshot:append_sections{ { id = "c", title = "C", items = { 3, { id = 4, title = "Four" } } }, "d" }
    assert.same({ "a", "b", "c", "d" }, snapshot:section_identifiers())
    assert.same({ 3, 4 }, snapshot:item_identifiers("c"))
    assert.equal("Four", snapshot:item(4).title)
    assert.equal("C", snapshot:section("c").title)
    assert.equal(4, #snapshot)
  end)

  it("are inserted with their items", function()
    local snapshot = list()
    snapshot:insert_sections_before({ id = "c", items = { 3 } }, "a")
    snapshot:insert_sections_after({ { id = "d", items = { 4 } }, { id = "e", items = {} } }, "c")
    assert.same({ "c", "d", "e", "a", "b" }, snapshot:section_identifiers())
    assert.same({ 3, 4, 1, 2 }, snapshot:item_identifiers())
  end)

  it("are not added if one of the items cannot be", function()
    local sections = { { id = "c", items = { 3 } }, { id = "d", items = { 4, 2 } } }
    refuses('DUPLICATE_IDENTIFIER: append_items: item 2 is already at section "a", item 2',
      list(), "append_sections", sections)
    refuses('section 1, item 2: string, integer or table with "id" expected, got boolean',
      list(), "insert_sections_before", { { id = "c", items = { 3, true } } }, "a")
  end)

  it("are not added to a snapshot that a finalizer closed meanwhile", function()
    local snapshot = list()
    local items = setmetatable({}, { __index = function() snapshot:close() end })
    pcall(snapshot.append_sections, snapshot, { { id = "c", items = items } })
    collectgarbage()
  end)

  it("leave copies of the snapshot alone", function()
    local snapshot = list()
    local copy = snapshot:copy()
    snapshot:append_sections{ { id = "c", items = { 3 } } }
    assert.is_true(copy == list())
  end)

  it("whose field is almost called items are refused", function()
    refuses('section 1 has a table "item": did you mean "items"?',
      list(), "append_sections", { { id = "c", item = { 3 } } })
    fails('section 2 has a table "itmes": did you mean "items"?',
      diffable.snapshot, { "a", { id = "c", itmes = { 3 } } })
    assert.equal(0, #diffable.snapshot{ { id = "c", item = "a word", options = { 1 } } })
  end)
end)

describe("an unknown identifier", function()
  local function hints(hint, object, method, ...)
    local message = support.error_of(object[method], object, ...)
    assert.matches("UNKNOWN_IDENTIFIER: " .. method .. ": there is no ", message, 1, true)
    assert.equal(hint, message:match(", but there is .*$"), message)
  end

  it("is told if the integer is there where the string is not, and the other way round", function()
    local snapshot = diffable.snapshot{ { id = "1", items = { 1, "2", 3 } }, { id = 2, items = { "x" } } }
    hints(', but there is "1"', snapshot, "append_items", { 9 }, 1)
    hints(", but there is 2", snapshot, "replace_items", { 9 }, "2")
    hints(", but there is 2", snapshot, "item_identifiers", "2")
    hints(', but there is "1"', snapshot, "number_of_items", 1)
    hints(", but there is 2", snapshot, "insert_sections_before", "new", "2")
    hints(', but there is "1"', snapshot, "move_section_after", 1, 2)
    hints(", but there is 2", snapshot, "reload_sections", { "1", "2" })
    hints(", but there is 1", snapshot, "insert_items_after", 9, "1")
    hints(', but there is "2"', snapshot, "move_item_before", 1, 2)
    hints(", but there is 3", snapshot, "reconfigure_items", { 1, "3" })
    hints(", but there is 3", snapshot, "reload_items", "3")
    hints(', but there is "2"', snapshot, "update_items", { id = 2, title = "x" })
    assert.same({ { "1", 1, "2", 3 }, { 2, "x" } }, support.plain(snapshot))
  end)

  it("is told in a section snapshot as well", function()
    local tree = diffable.section_snapshot{ { id = 1, children = { "2" } } }
    hints(", but there is 1", tree, "append_items", "new", { parent = "1" })
    hints(', but there is "2"', tree, "reload_items", 2)
    hints(", but there is 1", tree, "snapshot_of", "1")
    hints(", but there is 1", tree, "replace_children", "1", diffable.section_snapshot())
    hints(', but there is "2"', tree, "level_of_item", 2)
  end)

  it("has no hint where there is no such thing, or only a look-alike of the other kind", function()
    local snapshot = diffable.snapshot{ { id = "s", items = { 1 } } }
    for _, section in ipairs{ "1", 7, "7", "t", "1x", "1\0", "" } do
      hints(nil, snapshot, "append_items", { 9 }, section)
    end
    hints(nil, snapshot, "reload_items", { 2 })
    hints(nil, diffable.section_snapshot{ 1 }, "reload_items", "2")
  end)
end)

describe("must_exist", function()
  it("makes what is absent an error", function()
    refuses('UNKNOWN_IDENTIFIER: delete_items: there is no item "1", but there is 1',
      list(), "delete_items", { 2, "1" }, { must_exist = true })
    refuses("UNKNOWN_IDENTIFIER: delete_items: there is no item 3",
      list(), "delete_items", { 2, 3 }, { must_exist = true })
    refuses('UNKNOWN_IDENTIFIER: delete_sections: there is no section "c"',
      list(), "delete_sections", { "a", "c" }, { must_exist = true })
    local digits = diffable.snapshot{ { id = "a", items = { "7" } } }
    refuses('UNKNOWN_IDENTIFIER: delete_items: there is no item 7, but there is "7"',
      digits, "delete_items", 7, { must_exist = true })
  end)

  it("changes nothing where all exist", function()
    assert.equal(2, list():delete_items({ 1, 2 }, { must_exist = true }))
    assert.equal(1, list():delete_items({ 1, 3 }, { must_exist = false }))
    assert.equal(1, list():delete_items{ 1, 3 })
  end)

  it("is the only option", function()
    refuses('unknown option "must_exits": did you mean "must_exist"?', list(), "delete_items", 1, { must_exits = true })
    refuses('option "must_exist": boolean expected, got number', list(), "delete_items", 1, { must_exist = 1 })
  end)
end)

describe("each", function()
  it("visits the items in order, with their sections", function()
    local snapshot = diffable.snapshot{
      "none", { id = "a", items = { 1, 2 } }, "empty", { id = "b", items = { "x" } }, "end",
    }
    local visited = {}
    for section, item in snapshot:each() do visited[#visited + 1] = section .. ":" .. item end
    assert.same({ "a:1", "a:2", "b:x" }, visited)
    for _ in diffable.snapshot():each() do error("there is nothing to visit") end
  end)

  it("visits what the snapshot had at first", function()
    local snapshot = list()
    local visited = {}
    for _, item in snapshot:each() do
      visited[#visited + 1] = item
      snapshot:clear()
      collectgarbage()
    end
    assert.same({ 1, 2 }, visited)
  end)
end)

describe("an argument that belongs elsewhere", function()
  local snapshot, tree = diffable.snapshot{ { id = "s", items = { 1 } } }, diffable.section_snapshot{ "a" }
  local source = diffable.data_source{ view = false }
  local transaction = source:apply(snapshot)

  it("is a transaction in place of one of its snapshots", function()
    fails(
      "apply: argument 1: snapshot expected, got a transaction; its initial_snapshot and final_snapshot are snapshots",
      source.apply, source, transaction)
  end)

  it("is the option itself", function()
    fails("apply: argument 2: table of options expected, got boolean; pass { animating_differences = false }",
      source.apply, source, snapshot, false)
    fails("apply: argument 2: table of options expected, got function; pass { completion = function }",
      source.apply, source, snapshot, print)
    fails("apply_using_reload_data: argument 2: table of options expected, got boolean; pass { caption = text }",
      source.apply_using_reload_data, source, snapshot, true)
  end)

  it("is a snapshot among the options", function()
    fails("apply: argument 1: snapshot expected, got table; the options are a table of their own, after the snapshot",
      source.apply, source, { snapshot, caption = "x" })
  end)

  it("is swapped with another one", function()
    fails("apply_section: argument 1: section snapshot expected, got string; are the arguments swapped?",
      source.apply_section, source, "s", tree)
    fails("set_section_snapshot: argument 1: section snapshot expected, got string; are the arguments swapped?",
      snapshot.set_section_snapshot, snapshot, "s", tree)
    fails("replace_children: argument 2: section snapshot expected, got number; are the arguments swapped?",
      snapshot.replace_children, snapshot, tree, 1)
  end)

  it("is missing before the colon", function()
    fails("each: snapshot expected before the colon, got nil", function() for _ in snapshot.each do end end)
  end)
end)
