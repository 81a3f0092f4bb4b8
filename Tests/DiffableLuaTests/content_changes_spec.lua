-- The old and the new content of a change.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

describe("the content of a change", function()
  it("is the old one and the new one, as far as there is one", function()
    local before = diffable.snapshot{
      {
        id = "s", title = "S",
        items = { { id = 1, title = "one" }, { id = 2, title = "two" }, { id = 3, title = "three" }, "bare" },
      },
      { id = "gone", title = "Gone" },
    }
    local after = diffable.snapshot{
      {
        id = "s", title = "S2",
        items = { { id = 3, title = "three" }, { id = 2, title = "TWO" }, { id = 4, title = "four" }, "new" },
      },
    }
    local difference = diffable.difference(before, after)
    local function contents(kind)
      local result = {}
      for i, change in ipairs(difference[kind]) do
        result[i] = { change.id, change.old and change.old.title or false, change.new and change.new.title or false }
      end
      return result
    end
    assert.same({ { "gone", "Gone", false } }, contents("deleted_sections"))
    assert.same({ { "s", "S", "S2" } }, contents("updated_sections"))
    assert.same({ { 1, "one", false }, { "bare", false, false } }, contents("deleted_items"))
    assert.same({ { 4, false, "four" }, { "new", false, false } }, contents("inserted_items"))
    assert.same({ { 2, "two", "TWO" } }, contents("reconfigured_items"))
    assert.equal(1, #difference.moved_items)
    local moved = difference.moved_items[1]
    assert.same(before:item(moved.id), moved.old)
    assert.same(after:item(moved.id), moved.new)
    assert.is_nil(rawget(difference.deleted_items[1], "new"))
  end)

  it("is what was handed over, also where a table was changed or the lists are closed", function()
    local fare = { id = "fare", price = 1 }
    local before = list{ fare }
    fare.price = 2
    local after = list{ fare }
    fare.price = 3
    local difference = diffable.difference(before, after)
    before:close()
    after:close()
    support.collect()
    local change = difference.reconfigured_items[1]
    assert.same({ { id = "fare", price = 1 }, { id = "fare", price = 2 } }, { change.old, change.new })
  end)

  it("is in the differences of transactions, and of their trees", function()
    local seen
    local source = diffable.data_source{ view = false }
    source:on_apply(function(transaction)
      local change = transaction.difference.reconfigured_items[1]
      seen = change and { change.old.price, change.new.price }
    end)
    local tree = diffable.section_snapshot()
    local bread = { id = "bread", price = 1 }
    tree:append_items(bread)
    source:apply_section(tree, "shop")
    assert.is_nil(seen)
    bread.price = 2
    tree:reconfigure_items(bread)
    local transaction = source:apply_section(tree, "shop")
    assert.same({ 1, 2 }, seen)
    local change = transaction.section_transactions[1].difference.reconfigured_items[1]
    assert.same({ { id = "bread", price = 1 }, { id = "bread", price = 2 } }, { change.old, change.new })
    assert.equal(bread, change.new)
  end)
end)
