local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

local function text_of(source, item) return source:cell_at{ section = 1, item = item or 1 }.text end

local function set(source, name, value) source[name] = value end

describe("a provider that is set later", function()
  local source
  before_each(function()
    source = diffable.data_source{ view = false }
    source:apply(diffable.snapshot{ { id = "s", items = { "a", { id = "b", kind = "row" } } } })
  end)

  it("gives the next cell that is asked for", function()
    fails("NO_PROVIDER", source.cell_at, source, { section = 1, item = 1 })
    source.cell = function(item) return "first " .. item end
    assert.equal("first a", text_of(source))
    source.cell = function(item) return "second " .. item end
    assert.equal("second a", text_of(source))
    source.cell = nil
    fails("NO_PROVIDER", source.cell_at, source, { section = 1, item = 1 })
  end)

  it("can be one for a kind", function()
    source.cells = { row = function(item) return "row " .. item.id end }
    assert.equal("row b", text_of(source, 2))
    fails("NO_PROVIDER", source.cell_at, source, { section = 1, item = 1 })
    source.cell = function(item) return "other " .. item end
    source.cells.row = function(item) return "new row " .. item.id end
    assert.equal("new row b", text_of(source, 2))
    source.cells = nil
    source.cell = function(item) return type(item) end
    assert.equal("table", text_of(source, 2))
  end)

  it("can be a header, a footer or another supplementary cell", function()
    assert.is_nil(source:supplementary_cell("header", 1))
    source.header = function(section) return "header of " .. section.id end
    source.footer = function(section) return "footer of " .. section.id end
    assert.equal("header of s", source:supplementary_cell("header", 1).text)
    assert.equal("footer of s", source:supplementary_cell("footer", 1).text)
    source.header = nil
    assert.is_nil(source:supplementary_cell("header", 1))
    assert.equal("footer of s", source:supplementary_cell("footer", 1).text)
    local badge = function() return "3 new" end
    source.supplementary = { badge = badge }
    assert.equal(badge, source.supplementary.badge)
    assert.equal("3 new", source:supplementary_cell("badge", 1).text)
    assert.is_nil(source:supplementary_cell("footer", 1))
    source.supplementary = nil
    assert.is_nil(source:supplementary_cell("badge", 1))
  end)

  it("is what the field then is", function()
    for _, name in ipairs{ "cell", "header", "footer", "can_reorder_item", "snapshot_for_expanding_parent" } do
      assert.is_nil(source[name])
      source[name] = print
      assert.equal(print, source[name])
      assert.equal(print, diffable.data_source{ view = false, [name] = print }[name])
      source[name] = nil
      assert.is_nil(source[name])
    end
    assert.is_nil(source.cells)
    for _, name in ipairs{ "cells", "supplementary" } do
      source[name] = { x = print }
      assert.same({ x = print }, source[name])
      source[name] = nil
      assert.is_nil(source[name])
    end
    local other = diffable.data_source{ view = false, footer = print }
    assert.same({ footer = print }, other.supplementary)
  end)

  it("can be set by a callback of an apply", function()
    source.cell = function(item)
      source.cell = function(next_item) return "later " .. next_item end
      return "at first " .. item
    end
    local texts = {}
    source.view = diffable.text_view{ write = function(text) texts[#texts + 1] = text end }
    source:apply(diffable.snapshot{ { id = "s", items = { "c", "d" } } })
    assert.matches("at first c\n.*later d\n", texts[1])
  end)

  it("is checked as the option is", function()
    source.cell = print
    fails('field "cell": function or nil expected, got table', set, source, "cell", {})
    fails('field "header": function or nil expected, got string', set, source, "header", "Header")
    fails('field "footer": function or nil expected, got boolean', set, source, "footer", false)
    fails('field "cells": table or nil expected, got function', set, source, "cells", print)
    fails('field "cells": function expected for kind "row", got string', set, source, "cells", { row = "x" })
    fails('field "supplementary": string expected as a kind, got number', set, source, "supplementary", { print })
    fails('field "did_reorder": function or nil expected, got number', set, source, "did_reorder", 1)
    assert.equal(print, source.cell)
    assert.is_nil(source.cells)
    assert.is_nil(source.supplementary)
    source:close()
    for _, name in ipairs{ "cell", "cells", "header", "view", "will_reorder" } do
      fails("data source is closed", set, source, name, nil)
      fails("data source is closed", function() return source[name] end)
    end
  end)
end)

describe("a view that is set later", function()
  local function writes()
    local log = {}
    return log, diffable.text_view{ write = function(text) log[#log + 1] = text end }
  end

  it("shows the list from the next apply on", function()
    local source = diffable.data_source{ view = false, cell = tostring }
    source:apply(support.list{ "a" })
    local log, view = writes()
    assert.is_nil(source.view)
    source.view = view
    assert.equal(view, source.view)
    assert.equal(0, #log)
    source:apply(support.list{ "a", "b" })
    assert.equal(1, #log)
    assert.matches("    a\n%+    b\n", log[1])
  end)

  it("replaces another, and nil or false removes it", function()
    local first_log, first = writes()
    local second_log, second = writes()
    local source = diffable.data_source{ view = first, cell = tostring }
    source:apply(support.list{ "a" })
    source.view = second
    source:apply(support.list{ "b" })
    assert.same({ 1, 1 }, { #first_log, #second_log })
    for _, none in ipairs{ false, "nil" } do
      source.view = second
      source.view = none ~= "nil" and none or nil
      assert.is_nil(source.view)
      source:apply(support.list{ "c" })
    end
    assert.same({ 1, 1 }, { #first_log, #second_log })
  end)

  it("stays while a callback of the source runs", function()
    local log, view = writes()
    local source = diffable.data_source{ view = view, cell = tostring }
    local messages = {}
    local function change() messages[#messages + 1] = support.error_of(set, source, "view", nil) end
    source.header = change
    source:on_apply(change)
    source:apply(support.list{ "a" }, { completion = change })
    assert.equal(3, #messages)
    for _, message in ipairs(messages) do
      assert.matches('field "view": the data source is in use; set it when its callback is over', message, 1, true)
    end
    assert.equal(view, source.view)
    assert.equal(1, #log)
  end)

  it("is checked as the option is", function()
    local source = diffable.data_source{ view = false }
    fails('field "view": view or false expected, got boolean', set, source, "view", true)
    fails('field "view": view or false expected, got userdata', set, source, "view", diffable.snapshot())
    local _, view = writes()
    view:close()
    fails('field "view": the view is closed', set, source, "view", view)
    assert.is_nil(source.view)
  end)

  it("is not collected while the source shows it, and is afterwards", function()
    local source = diffable.data_source{ view = false, cell = tostring }
    local log = {}
    local kept = setmetatable({}, { __mode = "v" })
    source.view = diffable.text_view{ write = function(text) log[#log + 1] = text end }
    kept.view = source.view
    collectgarbage()
    source:apply(support.list{ "a" })
    assert.equal(1, #log)
    source.view = nil
    support.collect()
    assert.is_nil(kept.view)
    source:apply(support.list{ "b" })
    assert.equal(1, #log)
  end)
end)
