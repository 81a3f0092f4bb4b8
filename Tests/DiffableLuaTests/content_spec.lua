-- Content: the tables that say what items and sections show, and how they are compared.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

-- Whether two contents of one item count as the same.
local function same(one, other)
  local result = list{ one } == list{ other }
  local difference = diffable.difference(list{ one }, list{ other })
  assert.equal(not result, #difference.reconfigured_items == 1)
  assert.equal(result, difference.is_empty)
  return result
end

local function item(fields)
  fields.id = "x"
  return fields
end

describe("the comparison of contents", function()
  it("tells contents apart and equal ones not", function()
    assert.is_true(same(item{ title = "Fare" }, item{ title = "Fare" }))
    assert.is_false(same(item{ title = "Fare" }, item{ title = "Fee" }))
    assert.is_false(same(item{ title = "Fare" }, item{ titel = "Fare" }))
    assert.is_false(same(item{ title = "Fare" }, item{ title = "Fare", price = 1 }))
    assert.is_false(same(item{ a = "b" }, item{ b = "a" }))
    assert.is_false(same(item{}, "x"))
  end)

  it("does not depend on the order of keys", function()
    local names = {}
    for i = 1, 50 do names[i] = "field" .. i end
    local forwards, backwards = item{}, item{}
    for i = 1, 50 do forwards[names[i]] = i end
    for i = 50, 1, -1 do backwards[names[i]] = i end
    backwards.extra = true
    backwards.extra = nil
    assert.is_true(same(forwards, backwards))
    backwards.field1, backwards.field2 = 2, 1
    assert.is_false(same(forwards, backwards))
  end)

  it("goes into nested tables", function()
    local function nested(value) return item{ a = { b = { c = { value, { d = value } } } }, [{ 1 }] = 2 } end
    assert.is_true(same(nested(1), nested(1)))
    assert.is_false(same(nested(1), nested(2)))
    assert.is_false(same(item{ {}, a = { {} } }, item{ { {} }, a = {} }))
    assert.is_false(same(item{ a = { 1 }, b = { 2 } }, item{ a = { 2 }, b = { 1 } }))
    assert.is_false(same(item{ a = {} }, item{ a = { {} } }))
  end)

  it("sees every byte of a string, and how many there are", function()
    for size = 1, 40 do
      local text = ("x"):rep(size)
      assert.is_false(same(item{ title = text }, item{ title = text .. "x" }))
      for place = 1, size do
        local other = text:sub(1, place - 1) .. "y" .. text:sub(place + 1)
        assert.is_false(same(item{ title = text }, item{ title = other }), other)
        assert.is_false(same(item{ [text] = true }, item{ [other] = true }), other)
      end
    end
  end)

  it("tells the types of values apart", function()
    local values = {
      1, "1", true, false, 0, -1 / (1/0), "", "true", {}, { 1 }, 1/0, -1/0, "a\0b", "a\0c", "a", math.mininteger,
    }
    if support.has_integers then values[#values + 1], values[#values + 2] = 1.0, 0.0 end
    for i, one in ipairs(values) do
      for j, other in ipairs(values) do
        assert.equal(i == j, same(item{ value = one }, item{ value = other }), i .. " " .. j)
      end
    end
    assert.is_true(same(item{ value = 0/0 }, item{ value = -(0/0) }))
    assert.is_false(same(item{ [1] = "a" }, item{ ["1"] = "a" }))
  end)

  it("tells strings of all lengths apart", function()
    local seen = {}
    for length = 0, 40 do seen[#seen + 1] = ("a"):rep(length) end
    for position = 1, 40 do seen[#seen + 1] = ("a"):rep(position - 1) .. "b" .. ("a"):rep(40 - position) end
    for i, one in ipairs(seen) do
      for j, other in ipairs(seen) do
        if j <= i then assert.equal(i == j, list{ item{ value = one } } == list{ item{ value = other } }) end
      end
    end
  end)

  it("takes functions, userdata and threads by identity", function()
    local thread = coroutine.create(function() end)
    for _, value in ipairs{ print, function() end, io.stdout, thread } do
      assert.is_true(same(item{ value = value }, item{ value = value }))
    end
    assert.is_false(same(item{ value = print }, item{ value = pairs }))
    assert.is_false(same(item{ value = thread }, item{ value = coroutine.create(function() end) }))
    assert.is_false(same(item{ value = io.stdout }, item{ value = io.stderr }))
  end)

  it("runs no metamethod", function()
    local function trap() error("a metamethod ran") end
    local meta = { __index = trap, __pairs = trap, __len = trap, __eq = trap, __hash = trap, __tostring = trap }
    local function trapped(title)
      return setmetatable(item{ title = title, inner = setmetatable({ 1 }, meta) }, meta)
    end
    assert.is_true(same(trapped("a"), trapped("a")))
    assert.is_false(same(trapped("a"), trapped("b")))
    assert.is_true(same(setmetatable(item{ title = "a" }, { __index = { more = 1 } }), item{ title = "a" }))
  end)

  it("may not contain itself; the message names the field", function()
    local one = item{ inner = { list = { 1, 2 } } }
    one.inner.list[3] = one
    support.fails('item 1: content contains itself, in the field "inner.list.3"', list, { one })
    one.inner.list[3] = one.inner
    support.fails('item 1: content contains itself, in the field "inner.list.3"', list, { one })
    one.inner.list[3] = nil
    assert.is_true(same(one, item{ inner = { list = { 1, 2 } } }))
    local it = item{}
    it.self = it
    support.fails('item 1: content contains itself, in the field "self"', list, { it })
  end)

  it("goes into tables of 100 levels", function()
    local function deep(value)
      local inner = { value }
      for _ = 3, 100 do inner = { inner } end
      return item{ inner }
    end
    assert.is_true(same(deep(1), deep(1)))
    assert.is_false(same(deep(1), deep(2)))
  end)

  it("does not go on where tables are shared over and over", function()
    local inner = {}
    for _ = 1, 80 do inner = { inner, inner, inner } end
    local start = os.clock()
    support.fails("section 1, item 1: content has more than 4,096 tables", list, { item{ inner } })
    assert.is_true(os.clock() - start < 1)
    local many = {}
    for i = 1, 4094 do many[i] = {} end
    assert.is_true(same(item{ many = many }, item{ many = many }))
    many[4095] = {}
    support.fails("content has more than 4,096 tables", list, { item{ many = many } })
  end)

  it("does not count the items of a section", function()
    local function section(title, items) return diffable.snapshot{ { id = "s", title = title, items = items } } end
    assert.is_true(section("S", {}) == section("S", nil))
    assert.is_false(section("S", {}) == section("T", {}))
    local one, other = diffable.snapshot(), diffable.snapshot()
    one:append_sections{ { id = "s", title = "S", items = { 1 } } }
    other:append_sections{ { id = "s", title = "S", items = { 2 } } }
    one:delete_items(1)
    other:delete_items(2)
    assert.is_true(one == other)
    assert.same({ { "s" } }, support.plain(one))
  end)

  it("counts the items of an item, and of what a section contains", function()
    assert.is_false(same(item{ items = { 1 } }, item{ items = { 2 } }))
    local function section(items) return diffable.snapshot{ { id = "s", inner = { items = items } } } end
    assert.is_false(section{ 1 } == section{ 2 })
  end)
end)

describe("the content of an item", function()
  it("is given back as the table it was", function()
    local fare = { id = "fare", title = "Fare" }
    local snapshot = list{ fare, "bare", 7 }
    assert.equal(fare, snapshot:item("fare"))
    assert.equal(fare, snapshot:item{ id = "fare" })
    assert.equal("bare", snapshot:item("bare"))
    assert.equal(7, snapshot:item(7.0))
    assert.equal("integer", math.type(snapshot:item(7.0)))
    assert.is_nil(snapshot:item("nobody"))
    assert.equal(fare, snapshot:copy():item("fare"))
  end)

  it("has an id of its own even where all else is equal", function()
    local one, other = { id = "a", kind = "space" }, { id = "b", kind = "space" }
    local snapshot = list{ one, other }
    assert.equal(one, snapshot:item("a"))
    assert.equal(other, snapshot:item("b"))
  end)

  it("is the newest of equal tables", function()
    local old, new = { id = "a", title = "A" }, { id = "a", title = "A" }
    local snapshot = list{ old }
    local later = snapshot:copy()
    later:delete_items("a")
    later:append_items(new)
    assert.equal(new, later:item("a"))
  end)

  it("is not touched by an edit that fails", function()
    local old, new = { id = "a", title = "A" }, { id = "a", title = "A" }
    local snapshot = list{ old }
    support.fails("DUPLICATE_IDENTIFIER", snapshot.append_items, snapshot, { new })
    assert.equal(old, snapshot:item("a"))
    support.fails("UNKNOWN_IDENTIFIER", snapshot.reload_items, snapshot, { new, "nobody" })
    assert.equal(old, snapshot:item("a"))
  end)

  it("stays with a copy when the original changes", function()
    local snapshot = list{ { id = "a", title = "A" } }
    local copy = snapshot:copy()
    snapshot:reconfigure_items{ { id = "a", title = "B" } }
    assert.equal("A", copy:item("a").title)
    assert.equal("B", snapshot:item("a").title)
  end)

  it("is replaced by reload and reconfigure with a table, and kept with a bare id", function()
    for _, name in ipairs{ "reload_items", "reconfigure_items" } do
      local before = list{ { id = "a", title = "A" }, { id = "b", title = "B" }, "c" }
      local after = before:copy()
      after[name](after, { { id = "a", title = "New" }, "b", { id = "c", title = "C" } })
      assert.same({ id = "a", title = "New" }, after:item("a"))
      assert.same({ id = "b", title = "B" }, after:item("b"))
      assert.same({ id = "c", title = "C" }, after:item("c"))
      assert.is_false(before == after)
      local bare = before:copy()
      bare[name](bare, { "a", "b" })
      assert.is_true(before == bare)
      assert.same({ id = "a", title = "A" }, bare:item("a"))
    end
  end)

  it("survives moves, and goes with the item", function()
    local snapshot = diffable.snapshot{ { id = "s", items = { { id = "a", title = "A" }, "b" } }, "t" }
    snapshot:move_items_to_section("a", "t")
    assert.equal("A", snapshot:item("a").title)
    snapshot:delete_items("a")
    assert.is_nil(snapshot:item("a"))
  end)

  it("makes an update, in place or of an item that moves", function()
    local before = list{ { id = "a", title = "A" }, "b", "c" }
    local after = list{ "b", "c", { id = "a", title = "New" } }
    local difference = diffable.difference(before, after)
    local change = {
      id = "a", from = { section = 1, item = 1 }, to = { section = 1, item = 3 }, old = { id = "a", title = "A" },
      new = { id = "a", title = "New" },
    }
    assert.same({ change }, difference.moved_items)
    assert.same({ change }, difference.reconfigured_items)
    assert.same({}, difference.deleted_items)
    assert.same({}, difference.inserted_items)
  end)
end)

describe("the content of a section", function()
  it("is given back: a table without its items as a table, and a bare identifier as it is", function()
    local options, alone = { id = "options", title = "Payment Options", items = { 1 } }, { id = "alone" }
    local snapshot = diffable.snapshot{ options, "bare", alone, { id = "owner", items = { 2 } }, 5 }
    assert.same({ id = "options", title = "Payment Options" }, snapshot:section("options"))
    assert.equal("bare", snapshot:section("bare"))
    assert.equal(alone, snapshot:section("alone"))
    assert.same({ id = "owner" }, snapshot:section("owner"))
    assert.equal(5, snapshot:section(5))
    assert.is_nil(snapshot:section("nobody"))
    assert.is_nil(snapshot:section(1))
  end)

  it("has the metatable of the table, also where that has nothing but id and items", function()
    local Section = { heading = function(self) return "Section " .. self.id end }
    Section.__index = Section
    local headings = {}
    local source = diffable.data_source{
      view = support.recorder(),
      cell = tostring,
      header = function(section)
        headings[#headings + 1] = section:heading()
        return section:heading()
      end,
      footer = function(section) return "end of " .. section.id end,
    }
    local snapshot = diffable.snapshot{ setmetatable({ id = "s", items = { 1 } }, Section) }
    snapshot:append_sections{ setmetatable({ id = "t", items = { 2 } }, Section), setmetatable({ id = "u" }, Section) }
    local transaction = source:apply(snapshot)
    assert.same({ "Section s", "Section t", "Section u" }, headings)
    assert.equal("end of t", source:supplementary_cell("footer", 2).text)
    assert.equal("Section t", source:section("t"):heading())
    assert.equal("Section s", transaction.final_snapshot:section("s"):heading())
    assert.same({ id = "s" }, transaction.difference.inserted_sections[1].new)
  end)

  it("is the same for tables with the same fields, whatever their items", function()
    local source = diffable.data_source{ view = false }
    source:apply(diffable.snapshot{ { id = "s", items = { 1 } } })
    local difference = source:apply(diffable.snapshot{ { id = "s", items = { 1, 2 } } }).difference
    assert.same({}, difference.updated_sections)
    assert.equal(1, #difference.inserted_items)
  end)

  it("makes an update of the section and not of its rows", function()
    local before = diffable.snapshot{ { id = "s", title = "2 favourites", items = { 1, 2 } } }
    local after = diffable.snapshot{ { id = "s", title = "3 favourites", items = { 1, 2, 3 } } }
    local difference = diffable.difference(before, after)
    local old, new = { id = "s", title = "2 favourites" }, { id = "s", title = "3 favourites" }
    assert.same({ { id = "s", from = 1, to = 1, old = old, new = new } }, difference.updated_sections)
    assert.same({ { id = 3, to = { section = 1, item = 3 } } }, difference.inserted_items)
    assert.equal(0, #difference.reconfigured_items + #difference.reloaded_items + #difference.deleted_sections)
  end)

  it("is replaced by reload_sections with a table, and kept with a bare id", function()
    local snapshot = diffable.snapshot{
      { id = "s", title = "S" }, { id = "t", title = "T" }, { id = "u", title = "U" },
    }
    snapshot:reload_sections{ { id = "s", title = "New" }, "t", { id = "u" } }
    assert.equal("New", snapshot:section("s").title)
    assert.equal("T", snapshot:section("t").title)
    assert.same({ id = "u" }, snapshot:section("u"))
    assert.same({ "s", "t", "u" }, snapshot:reloaded_section_identifiers())
  end)
end)

describe("contents that nobody shows any more", function()
  local function alive(tables)
    support.collect()
    local count = 0
    for _ in pairs(tables) do count = count + 1 end
    return count
  end

  it("go in the end where one snapshot is edited over and over", function()
    local tables = setmetatable({}, { __mode = "k" })
    local snapshot = list{ "a", { id = "kept", title = "Kept" } }
    local peak = 0
    for i = 1, 20000 do
      local content = { id = "a", title = i }
      tables[content] = true
      snapshot:reconfigure_items(content)
      if i % 1000 == 0 then peak = math.max(peak, alive(tables)) end
    end
    assert.is_true(peak < 1100, peak .. " contents are alive")
    assert.equal(20000, snapshot:item("a").title)
    assert.equal("Kept", snapshot:item("kept").title)
  end)

  it("go in the end where a source is fed over and over", function()
    local tables = setmetatable({}, { __mode = "k" })
    local source = diffable.data_source{ view = false }
    source:apply(diffable.snapshot{ { id = "s", title = "Kept" } })
    for i = 1, 5000 do
      local content = { id = "a", title = i }
      tables[content] = true
      local snapshot = i % 2 == 0 and source:snapshot() or source:new_snapshot()
      if snapshot:number_of_sections() == 0 then snapshot:append_sections{ { id = "s", title = "Kept" } } end
      snapshot:delete_items("a")
      snapshot:append_items(content)
      source:apply(snapshot)
    end
    local count = alive(tables)
    assert.is_true(count < 1100, count .. " contents are alive")
    assert.equal(5000, source:item("a").title)
    assert.equal("Kept", source:section("s").title)
  end)

  it("do not go from snapshots that still show them", function()
    local snapshot = list{ { id = "a", title = "A" } }
    local copy = snapshot:copy()
    for i = 1, 5000 do snapshot:reconfigure_items{ { id = "a", title = i } } end
    assert.equal("A", copy:item("a").title)
    support.collect()
    assert.equal("A", copy:item("a").title)
    assert.equal(5000, snapshot:item("a").title)
  end)
end)
