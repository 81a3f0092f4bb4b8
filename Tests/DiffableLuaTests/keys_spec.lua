local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

local function uuid_of(table) return table.uuid end

local function rows(...)
  local list = {}
  for i, uuid in ipairs{ ... } do list[i] = { uuid = uuid, title = "row " .. uuid } end
  return list
end

-- Everything holds for the name of a field and for a function, which may read it from anywhere.
for what, key in pairs{ ["a field"] = "uuid", ["a field with a long name"] = ("uuid"):rep(20),
                        ["a function"] = uuid_of } do
  local name = type(key) == "string" and key or "uuid"

  local function made(uuid) return { uuid = uuid, [name] = uuid, title = "T" } end

  describe("a snapshot whose key is " .. what, function()
    local a, b, snapshot
    before_each(function()
      a, b = { uuid = "a", [name] = "a", title = "A" }, { uuid = 2, [name] = 2, title = "B" }
      snapshot = diffable.snapshot({ { id = "s", title = "S", items = { a, "bare", b } } }, { key = key })
    end)

    it("names its items by it, and keeps their tables", function()
      assert.same({ { "s", "a", "bare", 2 } }, support.plain(snapshot))
      assert.equal(a, snapshot:item("a"))
      assert.equal("bare", snapshot:item("bare"))
      assert.equal("S", snapshot:section("s").title)
    end)

    it("finds items by their tables", function()
      assert.equal(3, snapshot:index_of_item(b))
      assert.same({ section = 1, item = 1 }, snapshot:index_path_of_item(a))
      assert.equal("s", snapshot:section_containing_item(a))
      assert.is_true(snapshot:contains_item(a))
      assert.equal(b, snapshot:item(b))
      assert.is_false(snapshot:contains_item(made("c")))
    end)

    it("is edited by them", function()
      local c, d = made("c"), made("d")
      snapshot:append_items{ c }
      snapshot:insert_items_before(d, b)
      assert.same({ { "s", "a", "bare", "d", 2, "c" } }, support.plain(snapshot))
      snapshot:move_item_before(c, a)
      snapshot:move_item_after(b, c)
      assert.same({ { "s", "c", 2, "a", "bare", "d" } }, support.plain(snapshot))
      assert.equal(2, snapshot:delete_items{ a, d })
      snapshot:append_sections{ { id = "t", items = { a } } }
      snapshot:move_items_to_section({ b }, { id = "t" })
      assert.same({ { "s", "c", "bare" }, { "t", "a", 2 } }, support.plain(snapshot))
    end)

    it("marks by them, and by identifiers of tables that were changed", function()
      snapshot:reload_items(a)
      snapshot:reconfigure_items{ uuid = 2, [name] = 2, title = "C" }
      assert.same({ "a" }, snapshot:reloaded_item_identifiers())
      assert.same({ 2 }, snapshot:reconfigured_item_identifiers())
      assert.equal("C", snapshot:item(2).title)
      a.title = "changed"
      assert.equal("A", snapshot:item("a").title)
      snapshot:reconfigure_items("a")
      assert.equal("changed", snapshot:item("a").title)
    end)

    it("gives its key to copies", function()
      local copy = snapshot:copy()
      copy:append_items{ made("c") }
      assert.equal(4, copy:index_of_item(made("c")))
      assert.equal(3, #snapshot)
    end)

    it("keeps an `id` of an item as content", function()
      local item = { uuid = "c", [name] = "c", id = "something else" }
      snapshot:append_items(item)
      item.id = "changed"
      assert.equal("something else", snapshot:item("c").id)
      assert.is_false(snapshot:contains_item("something else"))
    end)

    it("refuses a table without it", function()
      fails("item 2: ", snapshot.append_items, snapshot, { made("c"), { id = 3 } })
      fails("item 1: ", snapshot.append_items, snapshot, { { [name] = true, uuid = true } })
      fails("section 1, item 2: ", diffable.snapshot, { { id = "s", items = { a, {} } } }, { key = key })
      fails("argument 1: ", snapshot.index_of_item, snapshot, { id = "a" })
      fails("argument 2: ", snapshot.insert_items_after, snapshot, "x", { id = "a" })
      assert.equal(3, #snapshot)
    end)
  end)

  describe("a data source whose key is " .. what, function()
    local source, a, b
    before_each(function()
      source = diffable.data_source{ view = false, key = key, cell = function(item) return item.title end }
      a, b = { uuid = "a", [name] = "a", title = "A" }, { uuid = "b", [name] = "b", title = "B" }
      local snapshot = source:new_snapshot()
      snapshot:append_sections{ { id = "s", items = { a, b } } }
      source:apply(snapshot)
    end)

    it("says it", function() assert.equal(key, source.key) end)

    it("finds items by their tables", function()
      assert.same({ section = 1, item = 2 }, source:index_path_of_item(b))
      assert.equal(b, source:item(b))
      assert.equal("B", source:cell_at(source:index_path_of_item(b)).text)
    end)

    it("gives it to its snapshots", function()
      local snapshot = source:snapshot()
      snapshot:append_items{ { uuid = "c", [name] = "c", title = "C" } }
      local transaction = source:apply(snapshot)
      assert.equal(3, transaction.final_snapshot:index_of_item(made("c")))
      assert.equal(2, transaction.initial_snapshot:index_of_item(b))
      local seen
      source:on_apply(function(observed) seen = observed.final_snapshot:index_of_item(b) end)
      snapshot:delete_items(a)
      source:apply(snapshot)
      assert.equal(1, seen)
    end)

    it("keeps it when a snapshot without one is applied", function()
      source:apply(diffable.snapshot{ { id = "s", items = { "b" } } })
      assert.same({ section = 1, item = 1 }, source:index_path_of_item(b))
      assert.is_true(source:snapshot():contains_item(b))
    end)

    it("gives it to trees, and to the handler of children", function()
      local tree = source:section_snapshot("s")
      tree:append_items({ { uuid = "c", [name] = "c", title = "C" } }, { parent = a })
      assert.equal("a", tree:parent_of_item(made("c")))
      assert.equal(1, tree:level_of_item(made("c")))
      tree:insert_items_before({ { uuid = "d", [name] = "d", title = "D" } }, b)
      source:apply_section(tree, "s")
      source.snapshot_for_expanding_parent = function(expanded, children)
        assert.equal(a, expanded)
        children:append_items{ { uuid = "e", [name] = "e", title = "E" } }
        assert.is_true(children:contains_item(made("e")))
        return children
      end
      local transaction = source:toggle_item(a)
      assert.same({ { "s", "a", "c", "e", "d", "b" } }, support.plain(source:snapshot()))
      assert.is_true(transaction.section_transactions[1].final_snapshot:contains_item(made("e")))
      assert.is_true(source:section_snapshot("s"):snapshot_of(a):contains_item(made("e")))
    end)
  end)

  describe("a section snapshot whose key is " .. what, function()
    it("names its items by it", function()
      local tree = diffable.section_snapshot({}, { key = key })
      local parent = made("p")
      tree:append_items{ parent }
      tree:append_items({ made("c") }, { parent = parent })
      tree:expand(parent)
      assert.is_true(tree:is_expanded(parent))
      assert.equal(2, tree:copy():index_of_item(made("c")))
      tree:append_items{ made("d") }
      tree:move_items_to_parent({ made("d") }, parent)
      assert.same({ "c", "d" }, tree:children_of_item(parent))
      assert.equal(2, tree:number_of_children(parent))
      tree:replace_children(parent, diffable.section_snapshot())
      assert.equal(1, tree:delete_items(parent))
    end)
  end)
end

describe("a tree of tables with a key", function()
  it("is read with its children", function()
    for _, key in ipairs{ "uuid", uuid_of } do
      local apple = { uuid = "apple" }
      local tree = diffable.section_snapshot(
        { { uuid = "fruit", children = { apple, "pear" }, expanded = true }, { uuid = "bread" } }, { key = key })
      assert.same({ "fruit", "apple", "pear", "bread" }, tree:all_item_identifiers())
      assert.equal("fruit", tree:parent_of_item(apple))
      tree:append_items{ uuid = "cheese", children = { { uuid = "brie", children = { { uuid = "old brie" } } } } }
      assert.equal("brie", tree:parent_of_item{ uuid = "old brie" })
      fails('children of "milk", item 1: ', tree.append_items, tree, { { uuid = "milk", children = { { id = 1 } } } })
      fails('item "milk": ', tree.append_items, tree, { { uuid = "milk", expanded = 1 } })
      assert.equal(7, tree:number_of_all_items())
    end
  end)
end)

describe("a key", function()
  it("is named by messages", function()
    local snapshot = diffable.snapshot({ "s" }, { key = "uuid" })
    fails('append_items: item 2: table without "uuid"', snapshot.append_items, snapshot, { { uuid = 1 }, { id = 1 } })
    fails('append_items: item 1: "uuid": string or integer expected, got boolean',
      snapshot.append_items, snapshot, { { uuid = true } })
    fails('append_items: item 1: "uuid": string or integer expected, got 2.5',
      snapshot.append_items, snapshot, { { uuid = 2.5 } })
    fails('append_items: item 1: string, integer or table with "uuid" expected, got boolean',
      snapshot.append_items, snapshot, { true })
    fails('append_items: item 1: table with "uuid" expected, got a list',
      snapshot.append_items, snapshot, { { { uuid = 1 } } })
    fails('append_items: argument 1: table without "uuid"', snapshot.append_items, snapshot, { id = 1 })
    fails('index_of_item: argument 1: table without "uuid"', snapshot.index_of_item, snapshot, { id = 1 })
    local by_function = diffable.snapshot({ "s" }, { key = uuid_of })
    fails("append_items: item 1: string or integer expected as the result of the key function, got nil",
          by_function.append_items, by_function, { { id = 1 } })
    fails("index_of_item: argument 1: string or integer expected as the result of the key function, got boolean",
          by_function.index_of_item, by_function, { uuid = false })
  end)

  it("is the name of a field or a function", function()
    for _, wrong in ipairs{ true, 1, {}, diffable.snapshot() } do
      local message = 'option "key": name of a field or function expected, got ' .. type(wrong)
      fails(message, diffable.snapshot, {}, { key = wrong })
      fails(message, diffable.section_snapshot, {}, { key = wrong })
      fails(message, diffable.data_source, { key = wrong })
    end
    fails('unknown option "kay": did you mean "key"?', diffable.snapshot, {}, { kay = "uuid" })
    fails("argument 2: table of options expected, got string", diffable.snapshot, {}, "uuid")
    assert.is_nil(diffable.data_source{ view = false }.key)
    fails('field "key": it cannot be set later', function() diffable.data_source{ view = false }.key = "uuid" end)
  end)

  it("is not that of sections", function()
    local snapshot = diffable.snapshot({ { id = "s", uuid = "t" } }, { key = "uuid" })
    assert.equal(1, snapshot:index_of_section{ id = "s" })
    fails('section 1: table without "id"', snapshot.append_sections, snapshot, { { uuid = "u" } })
  end)

  it("can be a function that raises, and nothing changes then", function()
    local snapshot = diffable.snapshot({ "s" }, { key = function(item) return item.uuid.number end })
    fails("attempt to index", snapshot.append_items, snapshot, { { uuid = { number = 1 } }, { id = 2 } })
    fails("attempt to index", snapshot.index_of_item, snapshot, { id = 2 })
    assert.equal(0, #snapshot)
    local failure = {}
    local raises = diffable.snapshot({ "s" }, { key = function() error(failure) end })
    local _, value = pcall(raises.append_items, raises, { {}, {} })
    assert.equal(failure, value)
  end)

  it("can be a function that edits or closes what is edited", function()
    local snapshot, list
    local acts = {
      function() snapshot:close() end,
      function() snapshot:append_items("other") end,
      function() snapshot:delete_sections("s") end,
      function() list[2] = nil end,
      function() list[2] = true end,
      function() list[2] = { uuid = "new" } end,
      function() for i = 1, #list do list[i].uuid = nil end end,
      function() collectgarbage() end,
      function() coroutine.yield() end,
    }
    for _, act in ipairs(acts) do
      for _, edit in ipairs{ "append_items", "reconfigure_items", "delete_items", "index_of_item",
                             "move_item_before" } do
        local is_first = true
        snapshot = diffable.snapshot({ { id = "s", items = { "a", "b", "c" } } }, {
          key = function(item)
            local uuid = item.uuid
            if is_first then
              is_first = false
              act()
            end
            return uuid
          end,
        })
        list = rows("x", "y", "z")
        pcall(snapshot[edit], snapshot, edit:find("item_", 1, true) and list[1] or list, "a")
        collectgarbage()
      end
    end
  end)

  it("is let go with its snapshot", function()
    local kept = setmetatable({}, { __mode = "v" })
    do
      local function key(item) return kept and item.uuid end
      kept.key = key
      diffable.snapshot({ { id = "s", items = rows("a", "b") } }, { key = key }):close()
    end
    support.collect()
    assert.is_nil(kept.key)
  end)

  it("does not keep items that were deleted", function()
    local snapshot = diffable.snapshot({ "s" }, { key = uuid_of })
    local kept = setmetatable({}, { __mode = "v" })
    kept.item = rows("a")[1]
    snapshot:contains_item(kept.item)
    support.collect()
    assert.is_nil(kept.item)
  end)

  it("works for long lists", function()
    for _, key in ipairs{ "uuid", uuid_of } do
      local list = {}
      for i = 1, 10000 do list[i] = { uuid = "item " .. i, title = i % 7 } end
      local snapshot = diffable.snapshot({ { id = "s", items = list } }, { key = key })
      assert.equal(10000, #snapshot)
      assert.equal(list[777], snapshot:item("item 777"))
      assert.equal(9999, snapshot:index_of_item(list[9999]))
      assert.equal(10000, snapshot:delete_items(list))
    end
  end)
end)
