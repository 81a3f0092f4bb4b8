-- Snapshots are values, content included: what an item or a section shows is what its table contained when it was
-- handed over.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

-- A source that shows titles as text, what was written, and the items that its provider was given.
local function shown_source()
  local view, written = support.recorder()
  local given = {}
  local source = diffable.data_source{
    view = view,
    cell = function(item)
      given[#given + 1] = item
      return tostring(item.title)
    end,
  }
  return source, written, given
end

describe("the content of an item", function()
  it("is what it was when it was handed over", function()
    local fare = { id = "fare", title = "Fare", stops = { "a", "b" } }
    local snapshot = list{ fare }
    fare.title, fare.stops[2], fare.extra = "changed", "changed", true
    assert.same({ id = "fare", title = "Fare", stops = { "a", "b" } }, snapshot:item("fare"))
    assert.same({ id = "fare", title = "Fare", stops = { "a", "b" } }, snapshot:copy():item("fare"))
    assert.equal("changed", fare.title)
  end)

  it("is the very table as long as that was not changed, and again when it was changed back", function()
    local fare = { id = "fare", title = "Fare" }
    local snapshot = list{ fare }
    assert.equal(fare, snapshot:item("fare"))
    fare.title = "changed"
    assert.is_false(rawequal(fare, snapshot:item("fare")))
    fare.title = "Fare"
    snapshot:reconfigure_items(fare)
    assert.equal(fare, snapshot:item("fare"))
  end)

  it("is the same table each time, also after a change", function()
    local fare = { id = "fare", title = "Fare" }
    local snapshot = list{ fare }
    fare.title = "changed"
    local first = snapshot:item("fare")
    assert.equal(first, snapshot:item("fare"))
    first.title = "changed as well"
    assert.same({ id = "fare", title = "Fare" }, snapshot:item("fare"))
  end)

  it("is of its own revision in every snapshot", function()
    local fare = { id = "fare", price = 1 }
    local snapshots = {}
    for price = 1, 50 do
      fare.price = price
      snapshots[price] = price == 1 and list{ fare } or snapshots[price - 1]:copy()
      snapshots[price]:reconfigure_items(fare)
    end
    for price = 50, 1, -1 do assert.equal(price, snapshots[price]:item("fare").price) end
    assert.equal(fare, snapshots[50]:item("fare"))
  end)

  it("is what its table contains now where its bare identifier is marked", function()
    for _, mark in ipairs{ "reconfigure_items", "reload_items" } do
      local fare, bus = { id = "fare", title = "Fare" }, { id = "bus", title = "Bus" }
      local before = list{ fare, "bare", bus }
      local after = before:copy()
      fare.title = "changed"
      assert.equal("Fare", after:item("fare").title)
      after[mark](after, { "bare", "fare", "bus" })
      assert.equal(fare, after:item("fare"))
      assert.equal(bus, after:item("bus"))
      assert.equal("bare", after:item("bare"))
      assert.same({ id = "fare", title = "Fare" }, before:item("fare"))
      assert.is_false(before == after)
      local other = list{ bus }
      other[mark](other, "bus")
      assert.is_true(other == list{ bus })
    end
  end)

  it("is what its table contains now where a bare section or an item of a tree is marked", function()
    local section = { id = "s", title = "S", items = { 1 } }
    local snapshot = diffable.snapshot{ section }
    section.title = "T"
    snapshot:reload_sections("s")
    assert.same({ id = "s", title = "T" }, snapshot:section("s"))
    local bread = { id = "bread", price = 1 }
    local tree = diffable.section_snapshot()
    tree:append_items{ bread }
    bread.price = 2
    tree:reconfigure_items("bread")
    assert.equal(bread, tree:item("bread"))
  end)

  it("stays where a table that is marked by its identifier got another one", function()
    local fare = { id = "fare", title = "Fare" }
    local snapshot = list{ fare }
    fare.id, fare.title = "other", "changed"
    snapshot:reconfigure_items("fare")
    assert.same({ id = "fare", title = "Fare" }, snapshot:item("fare"))
    fare.id, fare.inner = "fare", {}
    for _ = 1, 100 do fare.inner = { fare.inner } end
    support.fails("content is nested more than 100 levels deep", snapshot.reconfigure_items, snapshot, "fare")
    assert.same({ id = "fare", title = "Fare" }, snapshot:item("fare"))
  end)

  it("stays where the table that is marked by its identifier was collected", function()
    local snapshot = list{ { id = "fare", title = "Fare" } }
    support.collect()
    local others = {}
    for i = 1, 200 do others[i] = list{ { id = "fare", title = "other" } } end
    snapshot:reconfigure_items("fare")
    assert.same({ id = "fare", title = "Fare" }, snapshot:item("fare"))
    assert.same({ id = "fare", title = "other" }, others[200]:item("fare"))
  end)

  it("is that of a tree, too", function()
    local bread = { id = "bread", price = 3 }
    local tree = diffable.section_snapshot()
    tree:append_items{ "fruit", bread }
    local source = diffable.data_source{ view = false }
    source:apply_section(tree, "shop")
    bread.price = 4
    assert.equal(3, tree:item("bread").price)
    assert.equal(3, source:item("bread").price)
    assert.equal(3, source:section_snapshot("shop"):item("bread").price)
    assert.equal(3, tree:snapshot_of("bread", true):item("bread").price)
    tree:reconfigure_items(bread)
    source:apply_section(tree, "shop")
    assert.equal(bread, source:item("bread"))
  end)
end)

describe("the content of a section", function()
  it("is what it was when it was handed over, without the items", function()
    local section = { id = "s", title = "S", items = { 1 } }
    local snapshot = diffable.snapshot{ section }
    section.title, section.items[2] = "changed", 2
    assert.same({ id = "s", title = "S" }, snapshot:section("s"))
    assert.equal(1, #snapshot)
  end)

  it("is the very table if that has no items", function()
    local section = { id = "s", title = "S" }
    local snapshot = diffable.snapshot{ section }
    assert.equal(section, snapshot:section("s"))
    section.title = "changed"
    assert.same({ id = "s", title = "S" }, snapshot:section("s"))
  end)

  it("is not mixed up with that of an item", function()
    local item = { id = "a", title = "A" }
    local section = { id = "a", title = "A", items = { item } }
    local snapshot = diffable.snapshot{ section }
    assert.equal(item, snapshot:item("a"))
    item.title = "changed"
    assert.same({ id = "a", title = "A" }, snapshot:section("a"))
    assert.same({ id = "a", title = "A" }, snapshot:item("a"))
  end)
end)

describe("an undo", function()
  it("brings back content, the provider's argument and the text", function()
    local source, written, given = shown_source()
    local fare = { id = "fare", title = "old" }
    source:apply(list{ fare })
    local older = source:snapshot()
    fare.title = "new"
    local newer = source:snapshot()
    newer:reconfigure_items(fare)
    source:apply(newer)
    assert.equal(fare, given[2])
    support.clear(written)
    local difference = source:apply(older).difference
    assert.equal(1, #difference.reconfigured_items)
    assert.same({ id = "fare", title = "old" }, given[3])
    assert.same({ id = "fare", title = "new" }, fare)
    assert.matches("~ +old\n", table.concat(written))
    assert.same({ id = "fare", title = "old" }, source:item("fare"))
    source:apply(newer)
    assert.equal(fare, given[4])
    assert.equal(fare, source:item("fare"))
  end)

  it("keeps methods", function()
    local Fare = {}
    Fare.__index = Fare
    function Fare:label() return self.title .. " " .. self.price end
    local texts = {}
    local source = diffable.data_source{
      view = support.recorder(),
      cell = function(fare)
        texts[#texts + 1] = fare:label()
        return texts[#texts]
      end,
    }
    local fare = setmetatable({ id = 1, title = "Bus", price = 2 }, Fare)
    source:apply(list{ fare })
    local older = source:snapshot()
    fare.price = 3
    source:apply(list{ fare })
    source:apply(older)
    assert.same({ "Bus 2", "Bus 3", "Bus 2" }, texts)
    assert.equal(Fare, getmetatable(source:item(1)))
  end)

  it("is possible from a transaction, in an observer as well", function()
    local source = diffable.data_source{ view = false }
    local fare = { id = "fare", price = 1 }
    source:apply(list{ fare })
    local seen
    source:on_apply(function(transaction)
      seen = { transaction.initial_snapshot:item("fare").price, transaction.final_snapshot:item("fare").price }
    end)
    fare.price = 2
    local transaction = source:apply(list{ fare })
    assert.same({ 1, 2 }, seen)
    fare.price = 3
    assert.equal(1, transaction.initial_snapshot:item("fare").price)
    assert.equal(2, transaction.final_snapshot:item("fare").price)
    source:apply(transaction.initial_snapshot)
    assert.same({ 2, 1 }, seen)
    assert.equal(1, source:item("fare").price)
  end)

  it("brings back items that are hidden in a tree", function()
    local source = diffable.data_source{ view = false }
    local leaf = { id = "leaf", title = "old" }
    local tree = diffable.section_snapshot()
    tree:append_items("root")
    tree:append_items(leaf, { parent = "root" })
    source:apply_section(tree, "s")
    leaf.title = "changed"
    source:apply(source:snapshot())
    local transaction = source:toggle_item("root")
    assert.equal("old", source:item("leaf").title)
    local trees = transaction.section_transactions[1]
    assert.equal("old", trees.initial_snapshot:item("leaf").title)
    assert.equal("old", trees.final_snapshot:item("leaf").title)
  end)
end)

describe("what is kept by value", function()
  -- What a content is after it was handed over and the table was changed.
  local function kept(content)
    content.id = "x"
    local snapshot = list{ content }
    for key in pairs(content) do content[key] = nil end
    local result = snapshot:item("x")
    assert.equal("x", result.id)
    return result
  end

  it("is numbers of both types", function()
    local values = { 1, 1.0, -1, math.maxinteger, math.mininteger, 0.0, -0.0, 1/0, -1/0, 2^53, 0.1 }
    local result = kept{ values = values }.values
    assert.equal(#values, #result)
    for i, value in ipairs(values) do
      assert.equal(value, result[i])
      assert.equal(math.type(value), math.type(result[i]))
    end
    assert.equal(1 / values[7], 1 / result[7])
    local nan = kept{ nan = 0 / 0 }.nan
    assert.is_true(nan ~= nan)
  end)

  it("is the identifier, of each type and also in tables within", function()
    for _, id in ipairs{ 7, 7.0, -1, "", "a\0b", ("long"):rep(100) } do
      local content = { id = id, inner = { id = "inner" } }
      local snapshot = list{ content }
      content.inner.id = "changed"
      local result = snapshot:item(id)
      assert.same({ id = id, inner = { id = "inner" } }, result)
      assert.same(result, snapshot:item{ id = id })
    end
  end)

  it("is strings of any bytes and any size", function()
    for size = 0, 300 do
      local text = ("\0\255ab"):rep(size):sub(1, size)
      local result = kept{ text = text, [text] = size }
      assert.equal(text, result.text)
      assert.equal(size, result[text])
    end
    local huge = ("huge\0"):rep(2000000)
    assert.equal(huge, kept{ huge = huge }.huge)
  end)

  it("is booleans, and keys of all types", function()
    local content = { [1] = "a", [2] = "b", [3.5] = "c", [true] = false, [false] = true, ["1"] = "d" }
    local result = kept{ inner = content }.inner
    assert.same({ [1] = "a", [2] = "b", [3.5] = "c", [true] = false, [false] = true, ["1"] = "d" }, result)
    local of_tables = kept{ [{ "key" }] = "value" }
    for key, value in pairs(of_tables) do
      if key ~= "id" then assert.same({ { "key" }, "value" }, { key, value }) end
    end
  end)

  it("is tables of these, each one that is shared once more", function()
    local shared = { 1 }
    local result = kept{ a = { b = { c = { "deep" } } }, one = shared, other = shared, empty = {} }
    assert.same({ id = "x", a = { b = { c = { "deep" } } }, one = { 1 }, other = { 1 }, empty = {} }, result)
    assert.is_false(rawequal(result.one, result.other))
  end)

  it("is arrays with and without holes, and tables of both kinds of keys", function()
    local content = {
      whole = { 1, 2, 3 }, hole = { 1, 2, nil, 4 }, later = { [2] = "b", [3] = "c" }, mixed = { n = 2, [true] = "yes" },
    }
    for i = 1, 300 do content.mixed[i] = i % 7 end
    content.mixed.n = 300
    local result = kept{ whole = content.whole, hole = content.hole, later = content.later, mixed = content.mixed }
    content.id = "x"
    assert.same(content, result)
  end)

  it("is what was read without metamethods", function()
    local function fail() error("a metamethod ran") end
    local failing = {
      __index = fail, __newindex = fail, __pairs = fail, __len = fail, __eq = fail, __metatable = "locked",
    }
    local content = setmetatable({ id = "x", title = "old", inner = setmetatable({ 1 }, failing) }, failing)
    local snapshot = list{ content }
    rawset(content, "title", "new")
    local result = snapshot:item("x")
    assert.equal("old", rawget(result, "title"))
    assert.equal(1, rawget(rawget(result, "inner"), 1))
    assert.equal("locked", getmetatable(result))
    assert.equal("locked", getmetatable(rawget(result, "inner")))
  end)
end)

describe("what is kept by reference", function()
  it("is functions, userdata and threads, in values and keys", function()
    local thread, f = coroutine.create(function() end), function() end
    local content = { id = "x", f = f, file = io.stdout, thread = thread, [print] = "print", twice = { f, f } }
    local snapshot = list{ content }
    content.f, content.twice[1] = nil, nil
    local result = snapshot:item("x")
    assert.same({ f, io.stdout, thread, "print", f, f },
      { result.f, result.file, result.thread, result[print], result.twice[1], result.twice[2] })
  end)

  it("is kept when most contents of a list are replaced", function()
    local functions = {}
    local contents = {}
    for i = 1, 10 do
      functions[i] = function() return i end
      contents[i] = setmetatable({ id = i, f = functions[i] }, { number = i })
    end
    local snapshot = list(contents)
    for i = 1, 5000 do
      snapshot:append_items{ { id = "other", f = function() return i end } }
      snapshot:delete_items("other")
    end
    for i = 1, 10 do
      local metatable = getmetatable(contents[i])
      contents[i].f = nil
      assert.equal(functions[i], snapshot:item(i).f)
      assert.equal(metatable, getmetatable(snapshot:item(i)))
    end
  end)

  it("is any number of metatables", function()
    local items = {}
    for i = 1, 1100 do items[i] = setmetatable({ id = i }, { number = i }) end
    local snapshot = list(items)
    for i = 1, 1100 do assert.is_true(rawequal(items[i], snapshot:item(i)), tostring(i)) end
    -- Changed tables are no longer the contents; copies have their metatables.
    for i = 1, 1100 do items[i].title = "changed" end
    for i = 1, 1100 do
      assert.is_nil(snapshot:item(i).title)
      assert.equal(i, getmetatable(snapshot:item(i)).number)
    end
  end)

  it("is a metatable, but none with a finalizer or weak references", function()
    local finalized = 0
    local metatables = {
      { __gc = function() finalized = finalized + 1 end }, { __mode = "v" }, { __mode = "k" }, { __name = "ordinary" },
    }
    local contents = {}
    for i, metatable in ipairs(metatables) do contents[i] = setmetatable({ id = i, inner = { i } }, metatable) end
    local keep = {}
    for i, content in ipairs(contents) do keep[i] = content.inner end
    local snapshot = list(contents)
    for _, content in ipairs(contents) do content.title = "changed" end
    for i = 1, 3 do
      assert.is_nil(getmetatable(snapshot:item(i)))
      support.collect()
      assert.same({ id = i, inner = { i } }, snapshot:item(i))
    end
    assert.equal(metatables[4], getmetatable(snapshot:item(4)))
    support.collect()
    assert.equal(0, finalized)
    assert.equal(4, #keep)
  end)

  it("is the very function, of which two are two contents", function()
    local function f() end
    local snapshot = list{ { id = 1, f = f }, { id = 2, f = f, twice = { f, f } } }
    assert.equal(f, snapshot:item(1).f)
    assert.equal(f, snapshot:item(2).twice[2])
    assert.is_true(snapshot == list{ { id = 1, f = f }, { id = 2, f = f, twice = { f, f } } })
    assert.is_false(snapshot == list{ { id = 1, f = function() end }, { id = 2, f = f, twice = { f, f } } })
  end)

  it("is in the table that was handed over last, if a list is described again", function()
    local source = diffable.data_source{ view = false }
    local function f() end
    for _ = 1, 3 do
      local snapshot, item = source:new_snapshot(), { id = 1, f = f }
      snapshot:append_sections("s")
      snapshot:append_items{ item }
      source:apply(snapshot)
      assert.equal(item, source:item(1))
    end
  end)

  it("is let go when the engine drops the contents that have it", function()
    local watched = setmetatable({}, { __mode = "k" })
    local source = diffable.data_source{ view = false }
    source:apply(list{ 1 })
    local remaining = 0
    for _ = 1, 3000 do
      local snapshot = source:snapshot()
      local f = function() return snapshot end
      watched[f] = true
      snapshot:reconfigure_items{ { id = 1, f = f, text = ("x"):rep(100) } }
      source:apply(snapshot):close()
      snapshot:close()
    end
    support.collect()
    for _ in pairs(watched) do remaining = remaining + 1 end
    assert.is_true(remaining < 1000, remaining .. " functions are kept")
    assert.is_function(source:item(1).f)
    source:close()
    support.collect()
    assert.is_nil(next(watched))
  end)

  it("is let go while a list that had many such contents has few", function()
    local watched = setmetatable({}, { __mode = "k" })
    local snapshot, ids = diffable.snapshot{ "s" }, {}
    for i = 1, 1000 do
      local f = function() return i end
      watched[f], ids[i] = true, i
      snapshot:append_items{ { id = i, f = f } }
    end
    snapshot:delete_items(ids)
    for i = 1, 3000 do
      snapshot:append_items{ { id = "other", f = function() return i end } }
      snapshot:delete_items("other")
    end
    support.collect()
    assert.is_nil(next(watched))
    snapshot:close()
  end)

  it("is let go with the last snapshot that needs it", function()
    local watched = setmetatable({}, { __mode = "k" })
    do
      local f = function() return watched end
      watched[f] = true
      local snapshot = list{ { id = "x", f = f } }
      support.collect()
      assert.equal(f, next(watched))
      assert.equal(f, snapshot:item("x").f)
    end
    support.collect()
    assert.is_nil(next(watched))
  end)
end)
