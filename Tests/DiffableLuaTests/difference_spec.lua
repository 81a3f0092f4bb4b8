local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local names = { "deleted_sections", "inserted_sections", "moved_sections", "updated_sections", "deleted_items",
                "inserted_items", "moved_items", "reloaded_items", "reconfigured_items" }

local function at(section, item) return { section = section, item = item } end

describe("a difference", function()
  it("is empty between equal snapshots", function()
    local snapshot = diffable.snapshot{ { id = "a", items = { 1, { id = 2, title = "Two" } } } }
    local difference = diffable.difference(snapshot, snapshot:copy())
    assert.is_true(difference.is_empty)
    for _, name in ipairs(names) do assert.same({}, difference[name], name) end
    for _, count in pairs(difference:counts()) do assert.equal(0, count) end
  end)

  it("tells everything that changed, in plain tables", function()
    local old = diffable.snapshot{
      { id = "goes", items = { 1, 2 } },
      { id = "stays", title = "Old", items = { "a", "b", "c", { id = "d", title = "D" }, "e" } },
      { id = "moves", items = { "m" } },
    }
    local new = diffable.snapshot{
      { id = "moves", items = { "m" } },
      { id = "comes", items = { "n" } },
      { id = "stays", title = "New", items = { "c", "a", { id = "d", title = "New" }, 2, "x", "e" } },
    }
    new:reload_items("e")
    local difference = diffable.difference(old, new)
    assert.is_false(difference.is_empty)
    assert.same({ { id = "goes", from = 1, old = { id = "goes" } } }, difference.deleted_sections)
    assert.same({ { id = "comes", to = 2, new = { id = "comes" } } }, difference.inserted_sections)
    assert.equal(1, #difference.moved_sections)
    local function title(id, text) return { id = id, title = text } end
    local updated = { id = "stays", from = 2, to = 3, old = title("stays", "Old"), new = title("stays", "New") }
    assert.same({ updated }, difference.updated_sections)
    assert.same({ { id = 1, from = at(1, 1), with_section = true }, { id = "b", from = at(2, 2) } },
      difference.deleted_items)
    assert.same({ { id = "n", to = at(2, 1), with_section = true }, { id = "x", to = at(3, 5) } },
      difference.inserted_items)
    assert.equal(2, #difference.moved_items)
    assert.same({ id = 2, from = at(1, 2), to = at(3, 4) }, difference.moved_items[2])
    assert.same({ { id = "e", from = at(2, 5), to = at(3, 6) } }, difference.reloaded_items)
    local reconfigured = { id = "d", from = at(2, 4), to = at(3, 3), old = title("d", "D"), new = title("d", "New") }
    assert.same({ reconfigured }, difference.reconfigured_items)
    local counts = {}
    for _, name in ipairs(names) do counts[name] = #difference[name] end
    assert.same(counts, difference:counts())
    assert.same({
      deleted_sections = 1, inserted_sections = 1, moved_sections = 1, updated_sections = 1, deleted_items = 2,
      inserted_items = 2, moved_items = 2, reloaded_items = 1, reconfigured_items = 1,
    }, counts)
  end)

  it("gives fresh arrays", function()
    local difference = diffable.difference(diffable.snapshot(), support.list{ 1 })
    local array = difference.inserted_items
    array[1].id = "changed"
    array[2] = "more"
    assert.same({ { id = 1, to = at(1, 1), with_section = true } }, difference.inserted_items)
  end)

  it("is one line as a string", function()
    local line = tostring(diffable.difference(diffable.snapshot(), support.list{ 1, 2 }))
    assert.matches("1 section inserted", line)
    assert.matches("2 items inserted", line)
    assert.is_nil(line:find("\n"))
  end)

  it("does not change when its snapshots do", function()
    local old, new = support.list{ 1 }, support.list{ 1, 2 }
    local difference = diffable.difference(old, new)
    old:delete_all_items()
    new:close()
    assert.same({ { id = 2, to = at(1, 2) } }, difference.inserted_items)
  end)

  it("has no other fields, and takes no new ones", function()
    local difference = diffable.difference(diffable.snapshot(), diffable.snapshot())
    support.fails('a difference has no member "inserted": did you mean "inserted_items"?',
      function() return difference.inserted end)
    support.fails("a difference is not an array", function() return difference[1] end)
    assert.is_false(pcall(function() difference.inserted_items = {} end))
  end)
end)

describe("a transaction", function()
  local source, transaction

  before_each(function()
    source = diffable.data_source{ view = false, default_row_animation = "fade" }
    source:apply(diffable.snapshot{ { id = "s", title = "S", items = { { id = "a", title = "Old" }, "b" } } })
    local snapshot = source:snapshot()
    snapshot:reconfigure_items{ { id = "a", title = "New" } }
    snapshot:reload_items("b")
    snapshot:append_items("c")
    transaction = source:apply(snapshot)
  end)

  it("has the list before and after, with contents and without marks", function()
    local initial, final = transaction.initial_snapshot, transaction.final_snapshot
    assert.same({ { "s", "a", "b" } }, support.plain(initial))
    assert.same({ { "s", "a", "b", "c" } }, support.plain(final))
    assert.equal("Old", initial:item("a").title)
    assert.equal("New", final:item("a").title)
    assert.equal("S", final:section("s").title)
    assert.same({}, final:reloaded_item_identifiers())
    assert.same({}, final:reconfigured_item_identifiers())
  end)

  it("has both contents, also of snapshots that have nothing in common", function()
    local observed, completed
    source:on_apply(function(each) observed = each end)
    local returned = source:apply(support.list{ { id = "a", title = "Newest" } }, { completion = function(each)
      completed = each
    end })
    for _, each in ipairs{ returned, observed, completed } do
      assert.equal("New", each.initial_snapshot:item("a").title)
      assert.equal("S", each.initial_snapshot:section("s").title)
      assert.equal("Newest", each.final_snapshot:item("a").title)
      assert.same({ id = "s" }, each.final_snapshot:section("s"))
    end
  end)

  it("gives snapshots that cannot be edited, and copies of them that can", function()
    local message = "delete_all_items: the snapshot belongs to a transaction, and cannot be edited; "
      .. "copy() returns one that can"
    support.fails("INVALID_ARGUMENT: " .. message, function() transaction.final_snapshot:delete_all_items() end)
    support.fails("append_items: the snapshot belongs to a transaction",
      function() transaction.initial_snapshot:append_items(9) end)
    support.fails("expand: the snapshot belongs to a transaction",
      function() transaction.initial_snapshot:expand("a") end)
    local copy = transaction.final_snapshot:copy()
    copy:delete_all_items()
    assert.equal(0, #copy)
    assert.same({ { "s", "a", "b", "c" } }, support.plain(transaction.final_snapshot))
    assert.same({ { "s", "a", "b", "c" } }, support.plain(source:snapshot()))
  end)

  it("has the difference", function()
    local difference = transaction.difference
    assert.same({ { id = "c", to = at(1, 3) } }, difference.inserted_items)
    assert.same({ { id = "b", from = at(1, 2), to = at(1, 2) } }, difference.reloaded_items)
    local old, new = { id = "a", title = "Old" }, { id = "a", title = "New" }
    assert.same({ { id = "a", from = at(1, 1), to = at(1, 1), old = old, new = new } }, difference.reconfigured_items)
    assert.equal(tostring(difference), tostring(transaction))
  end)

  it("has a difference whose fields pairs visits", function()
    local fields = {}
    for name, value in support.pairs(transaction.difference) do fields[name] = value end
    local count = 0
    for name in pairs(transaction.difference:counts()) do
      assert.same(transaction.difference[name], fields[name])
      count = count + 1
    end
    assert.equal(9, count)
    assert.is_false(fields.is_empty)
    fields.is_empty = nil
    for name in pairs(transaction.difference:counts()) do fields[name] = nil end
    assert.is_nil(next(fields))
    local closed = diffable.difference(diffable.snapshot(), diffable.snapshot())
    closed:close()
    assert.is_false(pcall(pairs, closed))
  end)

  it("has the animation", function()
    assert.equal("fade", transaction.animation)
    assert.equal("left", source:apply(source:snapshot(), { animation = "left" }).animation)
    assert.equal("none", source:apply(source:snapshot(), { animating_differences = false }).animation)
    local still = { animating_differences = false, animation = "left" }
    assert.equal("none", source:apply(source:snapshot(), still).animation)
    source.default_row_animation = "top"
    assert.equal("top", source:apply(source:snapshot(), {}).animation)
  end)

  it("outlives its source", function()
    source:close()
    source = nil -- luacheck: ignore
    support.collect()
    assert.equal("New", transaction.final_snapshot:item("a").title)
    local difference = transaction.difference
    transaction:close()
    assert.same({ { id = "c", to = at(1, 3) } }, difference.inserted_items)
  end)

  it("has no other fields", function()
    support.fails('a transaction has no member "snapshot": did you mean "final_snapshot"?',
      function() return transaction.snapshot end)
    support.fails("a transaction is not an array", function() return transaction[1] end)
    assert.is_false(pcall(function() transaction.animation = "left" end))
  end)
end)
