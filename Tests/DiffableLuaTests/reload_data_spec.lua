-- apply_using_reload_data: the new list at once, every cell that is shown anew.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

describe("apply_using_reload_data", function()
  it("asks for every cell anew, and returns the whole difference", function()
    local source, calls = support.counting_source()
    source:apply(list{ "a", { id = "b", n = 1 } })
    support.clear(calls)
    local transaction = source:apply_using_reload_data(list{ { id = "b", n = 2 }, "a", "c" })
    assert.same({ "a", "b", "c" }, support.ids(calls))
    assert.equal("none", transaction.animation)
    assert.same({ "c" }, { transaction.difference.inserted_items[1].id })
    assert.equal(1, #transaction.difference.moved_items)
    assert.same({ "b" }, { transaction.difference.reconfigured_items[1].id })
    assert.equal(2, transaction.final_snapshot:item("b").n)
    assert.equal(1, transaction.initial_snapshot:item("b").n)
    assert.equal(2, source:item("b").n)
  end)

  it("forgets marks", function()
    local source, calls = support.counting_source()
    source:apply(list{ "a", "b" })
    support.clear(calls)
    local snapshot = source:snapshot()
    snapshot:reload_items("a")
    local transaction = source:apply_using_reload_data(snapshot)
    assert.is_true(transaction.difference.is_empty)
    assert.same({ "a", "b" }, support.ids(calls))
  end)

  it("calls observers and the completion, and no other option is known", function()
    local source = diffable.data_source{ view = false }
    local log = {}
    source:on_apply(function(transaction) log[#log + 1] = #transaction.final_snapshot end)
    source:apply_using_reload_data(list{ 1, 2 }, { completion = function(transaction)
      log[#log + 1] = tostring(transaction)
    end })
    assert.same({ 2, "1 section inserted; 2 items inserted" }, log)
    support.fails('unknown option "animation"', source.apply_using_reload_data, source, list{}, { animation = "left" })
    support.fails('option "completion": function expected, got string', source.apply_using_reload_data, source, list{},
                  { completion = "done" })
    support.fails("snapshot expected, got table", source.apply_using_reload_data, source, {})
    assert.equal(2, #log)
  end)

  it("waits its turn inside callbacks", function()
    local log = {}
    local source
    source = diffable.data_source{ view = false }
    source:on_apply(function(transaction)
      log[#log + 1] = #transaction.final_snapshot
      if #log == 1 then
        local snapshot = list{ { id = "x", title = "X" } }
        assert.is_nil(source:apply_using_reload_data(snapshot, { completion = function()
          log[#log + 1] = source:item("x").title
        end }))
        snapshot:delete_all_items()
        assert.is_nil(source:apply(list{ 1, 2, 3 }))
      end
    end)
    source:apply(list{})
    assert.same({ 0, 1, "X", 3 }, log)
  end)

  it("leaves everything as it was when a provider fails", function()
    local source, calls, written = support.counting_source{
      cell = function(item) if item == "bad" then error("boom") end return item end,
    }
    source:apply(list{ "good" })
    local lines = #written
    support.error_of(source.apply_using_reload_data, source, list{ "bad" }, { completion = function()
      calls[1] = true
    end })
    assert.same({ { "s", "good" } }, support.plain(source:snapshot()))
    assert.equal(lines, #written)
    assert.same({}, calls)
  end)
end)
