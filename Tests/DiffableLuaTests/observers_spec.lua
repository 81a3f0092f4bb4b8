-- Observers of applies: their order, what they see, and their removal.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

describe("on_apply", function()
  it("tells every observer of every apply, in order, before the completion", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    assert.equal(1,
      select("#", source:on_apply(function(transaction) log[#log + 1] = "one " .. #transaction.final_snapshot end)))
    source:on_apply(function(...)
      assert.equal(1, select("#", ...))
      log[#log + 1] = "two " .. tostring((...).difference.is_empty)
    end)
    source:apply(list{ 1 }, { completion = function() log[#log + 1] = "done" end })
    source:apply(list{ 1 })
    assert.same({ "one 1", "two false", "done", "one 1", "two true" }, log)
  end)

  it("sees the new list and its contents", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{ { id = "a", title = "Old" } })
    local seen
    source:on_apply(function(transaction)
      assert.is_true(source:snapshot() == transaction.final_snapshot)
      seen = { source:item("a").title, source:snapshot():item("a").title,
               transaction.initial_snapshot:item("a").title, transaction.final_snapshot:item("a").title }
    end)
    source:apply(list{ { id = "a", title = "New" } })
    assert.same({ "New", "New", "Old", "New" }, seen)
  end)

  it("needs a function", function()
    local source = diffable.data_source{ view = false }
    support.fails("function expected, got table", source.on_apply, source, {})
    support.fails("function expected, got no value", source.on_apply, source)
  end)

  it("may add observers from inside, for the applies that follow", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    source:on_apply(function()
      log[#log + 1] = "outer"
      if #log == 1 then source:on_apply(function() log[#log + 1] = "inner" end) end
    end)
    source:apply(list{ 1 })
    support.clear(log)
    source:apply(list{ 2 })
    assert.same({ "outer", "inner" }, log)
  end)

  it("returns a function that removes the observer", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    local remove = source:on_apply(function() log[#log + 1] = "first" end)
    source:on_apply(function() log[#log + 1] = "second" end)
    source:apply(list{ 1 })
    assert.is_true(remove())
    assert.is_false(remove())
    source:apply(list{ 2 })
    assert.same({ "first", "second", "second" }, log)
    local other = source:on_apply(function() end)
    source:close()
    assert.is_false(other())
  end)

  it("may remove observers from inside, also in the apply that runs", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    local remove_first, remove_second
    remove_first = source:on_apply(function()
      log[#log + 1] = "first"
      remove_first()
      remove_second()
      collectgarbage()
      error("first failed", 0)
    end)
    remove_second = source:on_apply(function() log[#log + 1] = "second" end)
    source:on_apply(function() log[#log + 1] = "third" end)
    support.fails("first failed", source.apply, source, list{ 1 })
    source:apply(list{ 2 })
    assert.same({ "first", "third", "third" }, log)
  end)

  it("lets go of what a removed observer refers to", function()
    local source = diffable.data_source{ view = false }
    local kept = setmetatable({}, { __mode = "v" })
    do
      local big = { "big" }
      kept[1] = big
      source:on_apply(function() return big end)()
    end
    support.collect()
    assert.is_nil(kept[1])
    source:apply(list{ 1 })
  end)

  it("raises what observers raise, after the apply took place, and all are told", function()
    local object = {}
    local source = diffable.data_source{ view = false }
    local told, completed = 0, 0
    source:on_apply(function() error(object) end)
    source:on_apply(function() told = told + 1; error("second") end)
    local ok, value = pcall(source.apply, source, list{ 1 }, { completion = function() completed = completed + 1 end })
    assert.is_false(ok)
    assert.equal(object, value)
    assert.equal(1, told)
    assert.equal(1, completed)
    assert.same({ { "s", 1 } }, support.plain(source:snapshot()))
  end)

  it("names itself in errors", function()
    local source = diffable.data_source{ view = false }
    source:on_apply(function() error("boom") end)
    assert.matches("boom %(in an observer of applies%)\n\t", support.error_of(source.apply, source, list{ 1 }))
  end)
end)
