-- Edits that change only what differs: update_items, replace_items, reconfigure_sections.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails, list, plain = support.fails, support.list, support.plain

describe("update_items", function()
  local snapshot
  before_each(function()
    snapshot = list{ { id = 1, title = "one", tags = { "a", "b" } }, { id = 2, title = "two" }, "bare" }
  end)

  it("merges fields into the content, and marks what differs", function()
    local two = snapshot:item(2)
    assert.equal(2,
      snapshot:update_items{ { id = 1, price = 3 }, { id = 2, title = "two" }, { id = "bare", title = "Bare" } })
    assert.same({ id = 1, title = "one", tags = { "a", "b" }, price = 3 }, snapshot:item(1))
    assert.equal(two, snapshot:item(2))
    assert.same({ id = "bare", title = "Bare" }, snapshot:item("bare"))
    assert.same({ 1, "bare" }, snapshot:reconfigured_item_identifiers())
  end)

  it("compares tables in fields by what they contain, and replaces them", function()
    assert.equal(0, snapshot:update_items{ id = 1, tags = { "a", "b" } })
    assert.equal(1, snapshot:update_items{ id = 1, tags = { "c" } })
    assert.same({ "c" }, snapshot:item(1).tags)
    assert.equal(1, snapshot:update_items{ id = 1, tags = { "c", 1.0 } })
    assert.equal(support.has_integers and 1 or 0, snapshot:update_items{ id = 1, tags = { "c", 1 } })
  end)

  it("hands over a new table with the old metatable, and leaves older snapshots as they are", function()
    local Fare = { __index = { currency = "CHF" } }
    local fare = setmetatable({ id = "fare", price = 1 }, Fare)
    snapshot:append_items{ fare }
    local before = snapshot:copy()
    assert.equal(1, snapshot:update_items{ id = "fare", price = 2 })
    assert.equal(Fare, getmetatable(snapshot:item("fare")))
    assert.equal("CHF", snapshot:item("fare").currency)
    assert.equal(1, fare.price)
    assert.equal(fare, before:item("fare"))
  end)

  it("gives the new table no finalizer and no weak fields", function()
    local finalized = 0
    local fare = setmetatable({ id = "fare", price = 1 }, { __gc = function() finalized = finalized + 1 end })
    local tram = setmetatable({ id = "tram", times = { 7 } }, { __mode = "v" })
    snapshot:append_items{ fare, tram }
    local times = { 8, 9 }
    snapshot:update_items{ { id = "fare", price = 2 }, { id = "tram", price = 3, times = times } }
    assert.is_nil(getmetatable(snapshot:item("fare")))
    assert.is_nil(getmetatable(snapshot:item("tram")))
    snapshot:clear()
    support.collect()
    assert.equal(0, finalized)
    assert.equal(1, fare.price)
  end)

  it("merges into what the snapshot has, also where the table was changed since", function()
    local item = { id = "x", title = "x", price = 1 }
    snapshot:append_items{ item }
    item.title, item.price = "changed", 2
    assert.equal(0, snapshot:update_items{ id = "x", price = 1 })
    assert.same({ id = "x", title = "x", price = 1 }, snapshot:item("x"))
    assert.equal(1, snapshot:update_items{ item })
    assert.same(item, snapshot:item("x"))
    assert.are_not.equal(item, snapshot:item("x"))
  end)

  it("takes items by their key", function()
    for _, key in ipairs{ "uuid", function(item) return item.uuid end } do
      local keyed = diffable.snapshot({ { id = "s", items = { { uuid = "a", id = 7, title = "A" }, { uuid = "b" } } } },
        { key = key })
      assert.equal(1, keyed:update_items{ { uuid = "a", title = "AA" }, { uuid = "b" } })
      assert.same({ uuid = "a", id = 7, title = "AA" }, keyed:item("a"))
      assert.equal(0, keyed:update_items{ uuid = "a", id = 7 })
    end
  end)

  it("gives no content to an item of which only the state is set", function()
    local function sets(object, item, id)
      assert.equal(0, object:update_items{ item })
      assert.equal(id, object:item(id))
      assert.is_nil(object:item_content(id))
      assert.same({}, object:reconfigured_item_identifiers())
    end
    sets(snapshot, { id = "bare", expanded = true, expandable = true }, "bare")
    assert.is_true(snapshot:is_expanded("bare") and snapshot:is_expandable("bare"))
    assert.equal(0, snapshot:update_items{ id = "bare", expanded = false })
    assert.is_false(snapshot:is_expanded("bare"))
    assert.equal("bare", snapshot:item("bare"))
    sets(diffable.section_snapshot{ { id = "a", children = { "b" } }, "c" }, { id = "c", expandable = true }, "c")
    sets(diffable.snapshot({ { id = "s", items = { "a" } } }, { key = "uuid" }), { uuid = "a", expanded = true }, "a")
    assert.equal(1, snapshot:update_items{ id = "bare", title = "Bare", expanded = true })
    assert.equal("Bare", snapshot:item("bare").title)
    assert.equal(list{ { id = "bare", title = "Bare" } }:item_content("bare"), snapshot:item_content("bare"))
    fails('UNKNOWN_IDENTIFIER: update_items: there is no item "x"',
      snapshot.update_items, snapshot, { id = "x", expanded = true })
  end)

  it("is refused as a whole", function()
    local two = { id = 2, title = "changed" }
    fails('UNKNOWN_IDENTIFIER: update_items: there is no item "2"',
      snapshot.update_items, snapshot, { two, { id = "2" } })
    fails("DUPLICATE_IDENTIFIER: update_items: item 2 is in the call twice, at 1 and 2",
      snapshot.update_items, snapshot, { two, two })
    for _, name in ipairs{ "reconfigure_items", "reload_items" } do
      fails("DUPLICATE_IDENTIFIER: " .. name .. ": item 2 is in the call twice, at 1 and 3",
        snapshot[name], snapshot, { two, 1, 2 })
    end
    fails("INVALID_ARGUMENT: update_items: item 2: table with the fields that change expected, got number; "
      .. "reconfigure_items takes identifiers", snapshot.update_items, snapshot, { two, 1 })
    fails("update_items: argument 1: table with the fields that change expected, got string",
      snapshot.update_items, snapshot, "bare")
    fails('update_items: item 2: table without "id"', snapshot.update_items, snapshot, { two, { title = "x" } })
    fails('update_items: argument 1: list or table with "id" expected',
      snapshot.update_items, snapshot, { title = "x" })
    fails("update_items: argument 1: table with the fields that change expected, got nil",
      snapshot.update_items, snapshot)
    assert.equal("two", snapshot:item(2).title)
    assert.same({}, snapshot:reconfigured_item_identifiers())
    assert.equal(0, snapshot:update_items{})
  end)

  it("is of trees, too", function()
    local tree = diffable.section_snapshot{ { id = "a", title = "A", children = { { id = "b", title = "B" } } }, "c" }
    assert.equal(2, tree:update_items{ { id = "a", title = "A" }, { id = "b", price = 1 }, { id = "c", price = 2 } })
    assert.same({ id = "b", title = "B", price = 1 }, tree:item("b"))
    assert.same({ "b", "c" }, tree:reconfigured_item_identifiers())
    fails("update_items: item 1: table with the fields that change expected", tree.update_items, tree, { "c" })
    fails('UNKNOWN_IDENTIFIER: update_items: there is no item "x"', tree.update_items, tree, { id = "x" })
    tree:close()
    fails("snapshot is closed", tree.update_items, tree, { id = "a" })
  end)

  it("survives contents of a thousand updates", function()
    for i = 1, 3000 do assert.equal(1, snapshot:update_items{ id = 1, price = i }) end
    assert.same({ id = 1, title = "one", tags = { "a", "b" }, price = 3000 }, snapshot:item(1))
    assert.equal("two", snapshot:item(2).title)
  end)
end)

describe("replace_items", function()
  local snapshot
  before_each(function()
    local items = { { id = 1, title = "one" }, { id = 2, title = "two" }, 3 }
    snapshot = diffable.snapshot{ { id = "a", items = items }, { id = "b", items = { 4 } } }
  end)

  it("makes items those of a section, and changes nothing else", function()
    snapshot:reload_items{ 1, 2 }
    assert.equal(0, select("#", snapshot:replace_items({ "new", 2, { id = 3, title = "three" } }, "a")))
    assert.same({ { "a", "new", 2, 3 }, { "b", 4 } }, plain(snapshot))
    assert.same({ 2 }, snapshot:reloaded_item_identifiers())
    assert.same({ "two", "three" }, { snapshot:item(2).title, snapshot:item(3).title })
    snapshot:replace_items(5)
    assert.same({ { "a", "new", 2, 3 }, { "b", 5 } }, plain(snapshot))
    snapshot:replace_items({}, "a")
    assert.same({ { "a" }, { "b", 5 } }, plain(snapshot))
    snapshot:append_items({ 1 }, "a")
    assert.equal(1, snapshot:item(1))
  end)

  it("is the smallest change", function()
    local source = diffable.data_source{ view = false }
    source:apply(snapshot)
    snapshot:replace_items({ { id = 1, title = "one" }, "x", { id = 2, title = "TWO" } }, "a")
    assert.equal("1 item deleted, 1 inserted, 1 reconfigured", tostring(source:apply(snapshot)))
    snapshot:replace_items({ { id = 1, title = "one" }, "x", { id = 2, title = "TWO" } }, "a")
    assert.equal("no changes", tostring(source:apply(snapshot)))
  end)

  it("is refused as a whole", function()
    local before = snapshot:copy()
    fails('DUPLICATE_IDENTIFIER: replace_items: item 4 is already at section "b", item 1',
      snapshot.replace_items, snapshot, { 1, 4 }, "a")
    fails("DUPLICATE_IDENTIFIER: replace_items: item 9 is in the call twice, at 1 and 2",
      snapshot.replace_items, snapshot, { 9, 9 })
    fails('UNKNOWN_IDENTIFIER: replace_items: there is no section "c"', snapshot.replace_items, snapshot, { 9 }, "c")
    fails("replace_items: argument 2: identifier expected, got nil; leave it out for the last section",
          snapshot.replace_items, snapshot, { 9 }, nil)
    fails("NO_SECTIONS: replace_items: there are no sections yet",
      diffable.snapshot().replace_items, diffable.snapshot(), { 9 })
    assert.equal(before, snapshot)
    assert.equal("one", snapshot:item(1).title)
  end)
end)

describe("reconfigure_sections", function()
  it("asks for headers and footers again, and for no cell", function()
    local asked = {}
    local function provider(kind)
      return function(section)
        asked[#asked + 1] = kind .. section.title
        return section.title
      end
    end
    local source = support.counting_source{ header = provider("header "), footer = provider("footer ") }
    local snapshot = diffable.snapshot{ { id = "a", title = "A", items = { 1, 2 } }, { id = "b", title = "B" } }
    source:apply(snapshot)
    support.clear(asked)
    snapshot:reconfigure_sections{ "b", { id = "a", title = "AA" } }
    assert.same({ "b", "a" }, snapshot:reconfigured_section_identifiers())
    assert.equal("2 sections updated", tostring(source:apply(snapshot)))
    table.sort(asked)
    assert.same({ "footer AA", "footer B", "header AA", "header B" }, asked)
    assert.equal("AA", source:section("a").title)
    assert.same({}, source:snapshot():reconfigured_section_identifiers())
  end)

  it("and reload_sections take no items", function()
    local snapshot = list{ 1 }
    for _, name in ipairs{ "reconfigure_sections", "reload_sections" } do
      fails(name .. ': section 2: a section without "items" expected; replace_items replaces its items',
            snapshot[name], snapshot, { "s", { id = "s", items = {} } })
    end
    fails('UNKNOWN_IDENTIFIER: reconfigure_sections: there is no section "x"',
      snapshot.reconfigure_sections, snapshot, { "s", "x" })
    assert.same({}, snapshot:reconfigured_section_identifiers())
  end)
end)

describe("a long identifier in a message", function()
  it("is quoted up to 80 characters", function()
    local long = ("é"):rep(5000000)
    local message = support.error_of(diffable.snapshot().move_item_before, diffable.snapshot(), long, 1)
    assert.matches('there is no item "' .. ("é"):rep(80) .. '"... (10,000,000 bytes)', message, 1, true)
    message = support.error_of(diffable.snapshot().delete_items, diffable.snapshot(), long, { must_exist = true })
    assert.matches('there is no item "' .. ("é"):rep(80) .. '"... (10,000,000 bytes)', message, 1, true)
  end)
end)
