-- What is known of an apply after its call: the last transaction, what failed in applies that a look-up caused,
-- captions.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

describe("last_transaction", function()
  it("is that of an apply which took place and raised", function()
    local source = diffable.data_source{ view = false }
    local fails
    source:on_apply(function() if fails then error("late", 0) end end)
    assert.is_nil(source:last_transaction())
    fails = true
    local ok, message = pcall(source.apply, source, list{ 1 })
    assert.is_false(ok)
    assert.matches("^late %(in an observer of applies%)", message)
    assert.equal("1 section inserted; 1 item inserted", tostring(source:last_transaction()))
    assert.is_true(source:snapshot() == source:last_transaction().final_snapshot)
    fails = false
    assert.is_userdata(source:apply(list{ 1, 2 }))
    assert.is_nil(source:last_transaction())
  end)

  it("has the contents of both lists", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{ { id = "a", title = "Old" } })
    pcall(source.apply, source, list{ { id = "a", title = "New" } }, { completion = function() error("late") end })
    local transaction = source:last_transaction()
    assert.equal("Old", transaction.initial_snapshot:item("a").title)
    assert.equal("New", transaction.final_snapshot:item("a").title)
  end)

  it("is nil after a call that changed nothing", function()
    local source
    source = diffable.data_source{ view = support.recorder(),
      cell = function(item) return item ~= 2 and tostring(item) or error("no 2") end }
    source:on_apply(function() error("late") end)
    assert.is_false(pcall(source.apply, source, list{ 1 }))
    assert.is_userdata(source:last_transaction())
    assert.is_false(pcall(source.apply, source, list{ 1, 2 }))
    assert.is_nil(source:last_transaction())
    assert.same({ { "s", 1 } }, support.plain(source:snapshot()))
  end)

  it("is that of the outermost call if a queued apply fails", function()
    local source
    source = diffable.data_source{ view = support.recorder(),
      cell = function(item) return item ~= 2 and tostring(item) or error("no 2") end }
    local ok, message = pcall(source.apply, source, list{ 1 }, { completion = function()
      source:apply(list{ 1, 2 })
      source:apply(list{ 1, 3 })
    end })
    assert.is_false(ok)
    assert.matches("no 2", message)
    assert.same({ { "s", 1 } }, support.plain(source:last_transaction().final_snapshot))
    assert.same({ { "s", 1, 3 } }, support.plain(source:snapshot()))
  end)

  it("keeps tables that are raised", function()
    local object = {}
    local source = diffable.data_source{ view = false, can_reorder_item = function() return true end }
    source:apply(list{ 1, 2 })
    source:on_apply(function() error(object) end)
    local ok, value = pcall(source.reorder_item, source, { section = 1, item = 1 }, { section = 1, item = 2 })
    assert.is_false(ok)
    assert.equal(object, value)
    assert.equal("1 item moved", tostring(source:last_transaction()))
  end)
end)

describe("a look-up whose provider applies", function()
  local function source_that_fails_later()
    local source
    source = diffable.data_source{
      view = false,
      cell = function(item)
        if item == 1 then
          source:apply(diffable.snapshot{ { id = "s", items = { 1 } } }, { completion = function()
            error("late", 0)
          end })
        end
        return "row " .. item
      end,
      header = function() return "head" end,
      supplementary = {
        badge = function()
          source:apply(diffable.snapshot(), { completion = function() error("late", 0) end })
          return "badge"
        end,
      },
    }
    source:apply(list{ 1 })
    return source
  end

  it("returns what it read, and the error", function()
    local source = source_that_fails_later()
    local cell, failure = source:cell_at{ section = 1, item = 1 }
    assert.equal("row 1", cell.text)
    assert.matches("^late %(in the completion of an apply%)", failure)
    local text
    text, failure = source:render()
    assert.equal("   head\n     row 1\n", text)
    assert.matches("^late", failure)
    cell, failure = source:supplementary_cell("badge", 1)
    assert.equal("badge", cell.text)
    assert.matches("^late", failure)
    assert.equal(0, #source:snapshot())
  end)

  it("returns one value if nothing failed", function()
    local source = diffable.data_source{ view = false, cell = tostring, header = tostring }
    source:apply(list{ 1 })
    assert.equal(1, select("#", source:cell_at{ section = 1, item = 1 }))
    assert.equal(1, select("#", source:supplementary_cell("header", 1)))
    assert.equal(1, select("#", source:render()))
  end)
end)

describe("caption", function()
  it("is that of the options", function()
    local source = diffable.data_source{ view = false }
    assert.is_nil(source:apply(list{ 1 }).caption)
    assert.equal("a \0 tap", source:apply(list{ 1 }, { caption = "a \0 tap" }).caption)
    assert.equal("b", source:apply_using_reload_data(list{ 1 }, { caption = "b" }).caption)
    assert.equal("c", source:apply_section(diffable.section_snapshot(), "s", { caption = "c" }).caption)
    support.fails('option "caption": string expected, got table', source.apply, source, list{ 1 }, { caption = {} })
  end)

  it("is kept by an apply that waits", function()
    local source = diffable.data_source{ view = false }
    local captions = {}
    source:on_apply(function(transaction) captions[#captions + 1] = transaction.caption end)
    source:apply(list{ 1 }, { caption = "first", completion = function()
      source:apply(list{ 2 }, { caption = "sec" .. "ond" })
    end })
    assert.same({ "first", "second" }, captions)
  end)
end)
