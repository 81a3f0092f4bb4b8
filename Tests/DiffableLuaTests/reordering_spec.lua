-- reorder_item, its handlers, and the transactions of sections.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local function at(section, item) return { section = section, item = item } end

local source, written
before_each(function()
  source, written = (function(one, _, three) return one, three end)(support.counting_source{
    can_reorder_item = function(item) return item ~= 1 end,
  })
  source:apply(diffable.snapshot{
    { id = "a", items = { 1, { id = 2, title = "Two" }, 3 } }, { id = "b", items = { 4 } },
  })
  support.clear(written)
end)

describe("reorder_item", function()
  it("moves one item", function()
    local transaction = source:reorder_item(at(1, 3), at(1, 1))
    assert.same({ { "a", 3, 1, 2 }, { "b", 4 } }, support.plain(source:snapshot()))
    assert.same({ { id = 3, from = at(1, 3), to = at(1, 1) } }, transaction.difference.moved_items)
    assert.equal("Two", source:item(2).title)
    assert.equal(1, #written)
    source:reorder_item(at(1, 3), at(2, 2))
    assert.same({ { "a", 3, 1 }, { "b", 4, 2 } }, support.plain(source:snapshot()))
    assert.equal("Two", source:item(2).title)
  end)

  it("asks first, with the item as providers get it; no answer is no", function()
    local asked = {}
    source.can_reorder_item = function(...) asked[#asked + 1] = table.pack(...) end
    assert.is_nil(source:reorder_item(at(1, 2), at(1, 1)))
    assert.same({ { n = 1, { id = 2, title = "Two" } } }, asked)
    assert.same({ { "a", 1, 2, 3 }, { "b", 4 } }, support.plain(source:snapshot()))
    assert.equal(0, #written)
  end)

  it("is not refused by a handler that is only told", function()
    for _, name in ipairs{ "will_reorder", "did_reorder" } do
      source[name] = function() return false end
      local message = "INVALID_ARGUMENT: it returned false, which would be ignored; can_reorder_item refuses, "
        .. "and so does an error (in %s)"
      support.fails(message:format(name), source.reorder_item, source, at(1, 3), at(1, 1))
      assert.same({ { "a", 1, 2, 3 }, { "b", 4 } }, support.plain(source:snapshot()))
      source[name] = function() return true end
    end
    assert.equal("1 item moved", tostring(source:reorder_item(at(1, 3), at(1, 1))))
  end)

  it("needs the handler that is asked", function()
    source.can_reorder_item = nil
    support.fails('INVALID_ARGUMENT: reorder_item: the data source has no "can_reorder_item"; '
      .. 'set it to a function that returns true', source.reorder_item, source, at(1, 2), at(1, 1))
    assert.same({ { "a", 1, 2, 3 }, { "b", 4 } }, support.plain(source:snapshot()))
  end)

  it("tells before and after, with the transaction, and before a view shows it", function()
    local log = {}
    local function handler(name)
      return function(...)
        local transaction = ...
        assert.equal(1, select("#", ...))
        log[#log + 1] = {
          name, #written, source:snapshot():item_identifiers("a"), transaction.initial_snapshot:item_identifiers("a"),
          transaction.final_snapshot:item_identifiers("a"),
        }
        assert.equal("Two", transaction.final_snapshot:item(2).title)
        assert.equal("Two", transaction.initial_snapshot:item(2).title)
      end
    end
    source.will_reorder, source.did_reorder = handler("will"), handler("did")
    source:on_apply(function() log[#log + 1] = { "observer", #written } end)
    source:reorder_item(at(1, 2), at(1, 3))
    assert.same({
      { "will", 0, { 1, 2, 3 }, { 1, 2, 3 }, { 1, 3, 2 } }, { "did", 0, { 1, 3, 2 }, { 1, 2, 3 }, { 1, 3, 2 } },
      { "observer", 1 },
    }, log)
  end)

  it("raises what handlers raise, and nothing has changed", function()
    for _, name in ipairs{ "can_reorder_item", "will_reorder", "did_reorder" } do
      for _, value in ipairs{ "boom", { "a table" }, 42, false } do
        local kept = source[name]
        source[name] = function() error(value, 0) end
        local ok, raised = pcall(source.reorder_item, source, at(1, 2), at(1, 3))
        assert.is_false(ok)
        if value == "boom" then
          assert.matches("boom %(in " .. name .. "[^\n]*%)\n\t", raised)
        else
          assert.equal(value, raised)
        end
        assert.same({ { "a", 1, 2, 3 }, { "b", 4 } }, support.plain(source:snapshot()))
        assert.equal(0, #written)
        source[name] = kept
      end
    end
  end)

  it("needs places that are in the list", function()
    for _, places in ipairs{ { at(1, 4), at(1, 1) }, { at(3, 1), at(1, 1) }, { at(1, 2), at(1, 4) },
                             { at(1, 2), at(3, 1) }, { at(0, 1), at(1, 1) }, { at(1, 2), at(2, 0) },
                             { at(1, -5), at(1, math.maxinteger) } } do
      support.fails("INVALID_ARGUMENT", source.reorder_item, source, table.unpack(places))
    end
    support.fails("reorder_item: item 2 cannot go to section 1, item 4; the last place there is item 3, "
      .. "counted without the rows that move", source.reorder_item, source, at(1, 2), at(1, 4))
    support.fails("reorder_item: item 2 cannot go to section 3, item 1; the last section is 2",
      source.reorder_item, source, at(1, 2), at(3, 1))
    support.fails('index path with an integer "item" expected', source.reorder_item, source, at(1, 1), { section = 1 })
    support.fails("index path, such as { section = 1, item = 2 }, expected, got nil",
      source.reorder_item, source, nil, at(1, 1))
    assert.same({ { "a", 1, 2, 3 }, { "b", 4 } }, support.plain(source:snapshot()))
  end)

  it("waits its turn inside callbacks, with the places as they were", function()
    local log = {}
    local from = at(1, 3)
    source.did_reorder = function()
      log[#log + 1] = source:snapshot():item_identifiers("a")
      if #log == 1 then
        assert.is_nil(source:reorder_item(from, at(1, 1)))
        from.item = 99
        assert.is_nil(source:reorder_item(at(9, 9), at(1, 1)))
      end
    end
    support.fails("INVALID_ARGUMENT", source.reorder_item, source, at(1, 2), at(1, 3))
    assert.same({ { 1, 3, 2 }, { 2, 1, 3 } }, log)
  end)
end)

describe("section transactions", function()
  it("tell of each section that changed, the last one first", function()
    local transaction = source:reorder_item(at(1, 2), at(2, 1))
    local sections = transaction.section_transactions
    assert.same({ "b", "a" }, { sections[1].section, sections[2].section })
    assert.same({ 4 }, sections[1].initial_snapshot:all_item_identifiers())
    assert.same({ 2, 4 }, sections[1].final_snapshot:all_item_identifiers())
    assert.equal("Two", sections[1].final_snapshot:item(2).title)
    assert.equal("Two", sections[2].initial_snapshot:item(2).title)
    local content = { id = 2, title = "Two" }
    assert.same({ { id = 2, to = at(1, 1), new = content } }, sections[1].difference.inserted_items)
    assert.same({ { id = 2, from = at(1, 2), old = content } }, sections[2].difference.deleted_items)
    assert.same({ { kind = "insert_items", count = 1, to = at(1, 1), ids = { 2 } } }, sections[1].difference:steps())
  end)

  it("are there for every apply, with whole trees, and may be empty", function()
    assert.same({}, source:apply(source:snapshot()).section_transactions)
    local tree = source:section_snapshot("b")
    tree:append_items({ { id = "hidden", title = "Hidden" } }, { parent = 4 })
    tree:append_items("root")
    local sections = source:apply_section(tree, "b").section_transactions
    assert.equal(1, #sections)
    assert.same({ 4, "hidden", "root" }, sections[1].final_snapshot:all_item_identifiers())
    assert.equal("Hidden", sections[1].final_snapshot:item("hidden").title)
    local expanded = source:toggle_item(4)
    source:apply(diffable.snapshot())
    source:close()
    support.collect()
    local initial = expanded.section_transactions[1].initial_snapshot
    local final = expanded.section_transactions[1].final_snapshot
    assert.same({ {}, { 4 } }, { initial:expanded_item_identifiers(), final:expanded_item_identifiers() })
    assert.equal("Hidden", initial:item("hidden").title)
    assert.equal("Hidden", final:item("hidden").title)
  end)

  it("are objects of their own, and need an open transaction", function()
    local transaction = source:reorder_item(at(1, 2), at(1, 1))
    local section = transaction.section_transactions[1]
    support.fails("clear: the snapshot belongs to a transaction", section.final_snapshot.clear, section.final_snapshot)
    support.fails("clear: the snapshot belongs to a transaction",
      section.initial_snapshot.clear, section.initial_snapshot)
    section.final_snapshot:copy():clear()
    assert.same({ 2, 1, 3 }, transaction.section_transactions[1].final_snapshot:item_identifiers())
    transaction:close()
    support.fails("transaction is closed", function() return transaction.section_transactions end)
    assert.same({ 1, 2, 3 }, section.initial_snapshot:item_identifiers())
    assert.equal(1, #section.difference.moved_items)
  end)
end)
