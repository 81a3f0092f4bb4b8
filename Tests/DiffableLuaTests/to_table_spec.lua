-- Lists as plain tables, which describe equal lists.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

describe("to_table", function()
  it("has sections with their content and items", function()
    local snapshot = diffable.snapshot{ { id = "fares", title = "Fares", items = { { id = 1, price = 3 }, "bare" } } }
    snapshot:append_sections("empty")
    assert.same({ { id = "fares", title = "Fares", items = { { id = 1, price = 3 }, "bare" } }, "empty" },
      snapshot:to_table())
    assert.same({}, diffable.snapshot():to_table())
  end)

  it("has trees, with what is hidden and what is expanded", function()
    local described = {
      {
        id = "a", title = "A", expanded = true,
        children = { "b", { id = "c", expanded = false, children = { { id = "d", x = 1 } } } },
      },
      { id = "e", expandable = true, expanded = false, children = {} },
      "f",
    }
    assert.same(described, diffable.section_snapshot(described):to_table())
    local list = diffable.snapshot{ { id = "docs", items = described } }
    assert.same({ { id = "docs", items = described } }, list:to_table())
  end)

  it("leaves out what items leave to the data source", function()
    local tree = diffable.section_snapshot{ { id = "a", children = { "b" } } }
    assert.same({ { id = "a", children = { "b" } } }, tree:to_table())
    assert.is_true(diffable.section_snapshot(tree:to_table()):keeps_expansion("a"))
  end)

  it("gives new tables, which may be changed", function()
    local fare = { id = 1, inner = { 2 } }
    local snapshot = diffable.snapshot{ { id = "fares", items = { fare } } }
    local sections = snapshot:to_table()
    sections[1].items[1].inner[1], sections[1].items[1].children = 3, { "x" }
    assert.same({ id = 1, inner = { 2 } }, fare)
    assert.equal(fare, snapshot:item(1))
    fare.inner[1] = 4
    assert.same({ id = 1, inner = { 2 } }, snapshot:to_table()[1].items[1])
    assert.same({ id = 1, inner = { 2 } }, snapshot:item(1))
  end)

  it("has tables for bare identifiers with children, by the key", function()
    local tree = diffable.section_snapshot({}, { key = "uuid" })
    tree:append_items{ "a" }
    tree:append_items({ "b" }, { parent = "a" })
    assert.same({ { uuid = "a", expanded = false, children = { "b" } } }, tree:to_table())
    local by_function = diffable.section_snapshot({}, { key = function(item) return item.n end })
    by_function:append_items{ "a" }
    by_function:append_items({ "b" }, { parent = "a" })
    fails('to_table: the key is a function, and the item "a" has children but no content',
      by_function.to_table, by_function)
  end)

  it("describes equal lists, of all kinds and depths", function()
    local Fare = {}
    local deep = { id = 0, title = "leaf" }
    for id = 1, 3000 do deep = { id = id, expanded = id % 3 ~= 0, children = { deep, { id = -id, f = print } } } end
    local random = support.random(7)
    local items, number = {}, 10000
    for i = 1, 200 do
      local children = {}
      for j = 1, random(4) do
        number = number + 1
        children[j] = {
          id = number, n = random(3), expandable = random(2) == 1 or nil, expanded = random(2) == 1 or nil,
        }
      end
      items[i] = { id = "item " .. i, expanded = random(2) == 1, children = children }
    end
    local snapshot = diffable.snapshot{
      { id = "deep", items = { deep } }, { id = "wide", items = items, f = print },
      { id = "class", items = { setmetatable({ id = "fare", price = 1.5 }, Fare), "bare" } },
      { id = "none", items = {} },
    }
    local sections = snapshot:to_table()
    assert.equal(Fare, getmetatable(sections[3].items[1]))
    assert.is_true(snapshot == diffable.snapshot(sections))
    local tree = snapshot:section_snapshot("wide")
    assert.is_true(tree == diffable.section_snapshot(tree:to_table()))
  end)
end)
