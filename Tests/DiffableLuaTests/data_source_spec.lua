local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

describe("diffable.data_source", function()
  it("needs no options", function()
    assert.equal("data source (0 sections, 0 items)", tostring(diffable.data_source()))
    assert.equal("data source (0 sections, 0 items)", tostring(diffable.data_source{}))
    local source = diffable.data_source{ view = false }
    source:apply(diffable.snapshot{ { id = "a", items = { 1, 2 } } })
    assert.equal("data source (1 section, 2 items)", tostring(source))
  end)

  it("names an option that it does not know", function()
    fails('data_source: unknown option "cel"', diffable.data_source, { cel = print })
    fails('unknown option "completion"', diffable.data_source, { completion = print })
    fails('unknown option "1"', diffable.data_source, { print })
    fails("table of options expected, got function", diffable.data_source, print)
  end)

  it("names an option of a wrong type", function()
    fails('option "cell": function expected, got table', diffable.data_source, { cell = {} })
    fails('option "header": function expected, got string', diffable.data_source, { header = "Header" })
    fails('option "footer": function expected, got boolean', diffable.data_source, { footer = false })
    fails('option "cells": table expected, got function', diffable.data_source, { cells = print })
    fails('option "cells": function expected for kind "row", got string',
      diffable.data_source, { cells = { row = "x" } })
    fails('option "view": view or false expected, got boolean', diffable.data_source, { view = true })
    fails('option "view": view or false expected, got userdata', diffable.data_source, { view = diffable.snapshot() })
    fails('option "default_row_animation": string expected, got number',
      diffable.data_source, { default_row_animation = 1 })
    fails('unknown row animation "lef" (there are: automatic, fade, right, left, top, bottom, middle, none)',
          diffable.data_source, { default_row_animation = "lef" })
  end)
end)

describe("apply", function()
  local source
  before_each(function() source = diffable.data_source{ view = false } end)

  it("makes the list what the snapshot says", function()
    source:apply(diffable.snapshot{ { id = "a", items = { 1, 2 } } })
    assert.same({ { "a", 1, 2 } }, support.plain(source:snapshot()))
    source:apply(diffable.snapshot{ { id = "b", items = { 2, 3 } } })
    assert.same({ { "b", 2, 3 } }, support.plain(source:snapshot()))
  end)

  it("leaves the snapshot alone, and is not touched by it later", function()
    local snapshot = support.list{ 1 }
    snapshot:reload_items(1)
    source:apply(snapshot)
    assert.same({ 1 }, snapshot:reloaded_item_identifiers())
    snapshot:append_items(2)
    assert.same({ { "s", 1 } }, support.plain(source:snapshot()))
    assert.same({}, source:snapshot():reloaded_item_identifiers())
    snapshot:close()
    assert.same({ { "s", 1 } }, support.plain(source:snapshot()))
  end)

  it("calls the completion once, with the transaction, also when nothing changed", function()
    local transactions = {}
    local function completion(...)
      assert.equal(1, select("#", ...))
      transactions[#transactions + 1] = ...
    end
    source:apply(support.list{ 1 }, { completion = completion })
    assert.equal(1, #transactions)
    assert.equal(1, #transactions[1].difference.inserted_items)
    assert.equal(1, #transactions[1].final_snapshot)
    source:apply(support.list{ 1 }, { completion = completion })
    assert.equal(2, #transactions)
    assert.is_true(transactions[2].difference.is_empty)
  end)

  it("names an option that it does not know or that is of a wrong type", function()
    local snapshot = support.list{ 1 }
    fails('unknown option "animate"', source.apply, source, snapshot, { animate = true })
    fails('option "animating_differences": boolean expected, got number',
      source.apply, source, snapshot, { animating_differences = 1 })
    fails('option "animation": string expected, got boolean', source.apply, source, snapshot, { animation = false })
    fails('unknown row animation "lef\\n"', source.apply, source, snapshot, { animation = "lef\n" })
    fails('option "completion": function expected, got table', source.apply, source, snapshot, { completion = {} })
    fails("argument 2: table of options expected, got boolean", source.apply, source, snapshot, true)
    fails("argument 1: snapshot expected, got table; diffable.snapshot{ ... } makes one", source.apply, source, { "s" })
    local tree = diffable.section_snapshot()
    fails("apply: this is a section snapshot; apply_section applies it", source.apply, source, tree)
    assert.equal(0, source:snapshot():number_of_sections())
  end)

  it("accepts every animation", function()
    for _, name in ipairs{ "automatic", "fade", "right", "left", "top", "bottom", "middle", "none" } do
      assert.equal(name, source:apply(diffable.snapshot(), { animation = name }).animation)
      source.default_row_animation = name
      assert.equal(name, source.default_row_animation)
      assert.equal(name, diffable.data_source{ view = false, default_row_animation = name }.default_row_animation)
    end
  end)
end)

describe("default_row_animation", function()
  it("is automatic at first, and a field", function()
    local source = diffable.data_source{ view = false }
    assert.equal("automatic", source.default_row_animation)
    source.default_row_animation = "left"
    assert.equal("left", source.default_row_animation)
  end)

  it("refuses what is no animation, and other fields", function()
    local source = diffable.data_source{ view = false, default_row_animation = "left" }
    local function set(name, value) source[name] = value end
    fails('unknown row animation "sideways" (there are: automatic, ', set, "default_row_animation", "sideways")
    fails("unknown row animation", set, "default_row_animation", nil)
    fails("unknown row animation", set, "default_row_animation", 3)
    assert.equal("left", source.default_row_animation)
    fails('a data source has no field to set "animation": did you mean "default_row_animation"?',
      set, "animation", "left")
    fails('a data source has no field to set "apply"; it is a method, as in source:apply(...)', set, "apply", print)
  end)
end)

describe("look-ups of a data source", function()
  local source
  local fare = { id = "fare", title = "Fare" }

  before_each(function()
    source = diffable.data_source{ view = false }
    source:apply(diffable.snapshot{ { id = "a", title = "A", items = { fare, 2 } }, { id = "b", items = { 3 } } })
  end)

  it("lead from places to identifiers and back", function()
    assert.equal("fare", source:item_at{ section = 1, item = 1 })
    assert.equal(3, source:item_at{ section = 2, item = 1 })
    assert.same({ section = 1, item = 2 }, source:index_path_of_item(2))
    assert.same({ section = 1, item = 1 }, source:index_path_of_item(fare))
    assert.equal("b", source:section_at(2))
    assert.equal(1, source:index_of_section("a"))
  end)

  it("return nil where nothing is found", function()
    for _, path in ipairs{ { section = 1, item = 3 }, { section = 3, item = 1 }, { section = 0, item = 0 },
                           { section = -1, item = 1 }, { section = 1, item = math.maxinteger },
                           { section = math.mininteger, item = math.mininteger } } do
      assert.is_nil(source:item_at(path))
    end
    assert.is_nil(source:index_path_of_item("nobody"))
    for _, index in ipairs{ 0, 3, -1, math.maxinteger, math.mininteger } do assert.is_nil(source:section_at(index)) end
    assert.is_nil(source:index_of_section("nobody"))
    assert.is_nil(source:item("nobody"))
    assert.is_nil(source:section("nobody"))
  end)

  it("refuse what is no index path", function()
    for _, path in ipairs{ {}, { section = 1 }, { item = 1 }, { section = "1", item = 1 },
                           { section = 1.5, item = 1 } } do
      fails('index path with an integer "', source.item_at, source, path)
      fails('index path with an integer "', source.cell_at, source, path)
    end
    fails("argument 1: index path, such as { section = 1, item = 2 }, expected, got no value", source.item_at, source)
    fails("integer expected, got string", source.section_at, source, "a")
    assert.equal("fare", source:item_at{ section = 1.0, item = 1.0 })
  end)

  it("give contents back", function()
    assert.equal(fare, source:item("fare"))
    assert.equal(2, source:item(2))
    assert.same({ id = "a", title = "A" }, source:section("a"))
    assert.same({ id = "b" }, source:section("b"))
    assert.equal(fare, source:snapshot():item("fare"))
  end)

  it("snapshot is a copy of the list", function()
    local snapshot = source:snapshot()
    snapshot:delete_all_items()
    assert.same({ { "a", "fare", 2 }, { "b", 3 } }, support.plain(source:snapshot()))
  end)

  it("new_snapshot is empty, and is filled and applied like any other", function()
    local snapshot = source:new_snapshot()
    assert.equal(0, #snapshot)
    assert.is_nil(snapshot:item("fare"))
    snapshot:append_sections{ "b", { id = "c", title = "C" } }
    snapshot:append_items({ fare, { id = 4, title = "Four" } }, "c")
    local transaction = source:apply(snapshot)
    assert.equal(1, #transaction.difference.moved_items)
    assert.equal(fare, source:item("fare"))
    assert.equal("Four", source:item(4).title)
    assert.equal("C", source:section("c").title)
    assert.is_nil(source:section("a"))
  end)
end)

describe("cell_at", function()
  local everything = {
    text = "Text", detail = "Detail", secondary_text = "Second line", image = "*", accessory = "checkmark", height = 3,
    indentation = 2,
  }

  it("is a table of the fields that are set", function()
    local source = diffable.data_source{
      view = false,
      cell = function(item) return item == "all" and everything or item == "text" and "Just text" or { text = "" } end,
    }
    source:apply(support.list{ "all", "text", "nothing" })
    assert.same(everything, source:cell_at{ section = 1, item = 1 })
    assert.same({ text = "Just text" }, source:cell_at{ section = 1, item = 2 })
    assert.same({}, source:cell_at{ section = 1, item = 3 })
  end)

  it("turns numbers into texts as tostring does", function()
    local source = diffable.data_source{
      view = false, cell = function() return { text = 12, detail = 1.5, image = 2.0, height = 2.0 } end,
    }
    source:apply(support.list{ 1 })
    assert.same({ text = "12", detail = "1.5", image = tostring(2.0), height = 2 },
      source:cell_at{ section = 1, item = 1 })
    local plain = diffable.data_source{ view = false, cell = function() return 7 end }
    plain:apply(support.list{ 1 })
    assert.same({ text = "7" }, plain:cell_at{ section = 1, item = 1 })
  end)

  it("does not change the table that the provider returned", function()
    local cell = { text = 12 }
    local source = diffable.data_source{ view = false, cell = function() return cell end }
    source:apply(support.list{ 1 })
    source:cell_at{ section = 1, item = 1 }
    assert.same({ text = 12 }, cell)
    assert.equal("integer", math.type(cell.text))
  end)

  it("keeps any bytes", function()
    local bytes = "a\0b\255\27[31m"
    local source = diffable.data_source{
      view = false, cell = function() return { text = bytes, detail = ("x"):rep(100000) } end,
    }
    source:apply(support.list{ 1 })
    assert.same({ text = bytes, detail = ("x"):rep(100000) }, source:cell_at{ section = 1, item = 1 })
  end)

  it("fails where there is no such row or no provider", function()
    local source = diffable.data_source{ view = false, cell = function() return "x" end }
    fails("INVALID_ARGUMENT", source.cell_at, source, { section = 1, item = 1 })
    fails("INVALID_ARGUMENT", source.cell_at, source, { section = 0, item = 0 })
    local without = diffable.data_source{ view = false }
    without:apply(support.list{ 1 })
    fails("NO_PROVIDER", without.cell_at, without, { section = 1, item = 1 })
  end)
end)

describe("render", function()
  it("is the whole list as text", function()
    local source = diffable.data_source{
      view = false,
      cell = function(item) return { text = "row " .. item, detail = "$" .. item } end,
      header = function(section) return "Section " .. section.id end,
      footer = function(section, index) return section.id == "b" and { text = "end of " .. index } or nil end,
    }
    source:apply(diffable.snapshot{ { id = "a", items = { 1 } }, { id = "b", items = { 2 } } })
    local text = source:render()
    local place = 1
    for _, part in ipairs{ "Section a\n", "row 1", "$1\n", "Section b\n", "row 2", "$2\n", "end of 2\n" } do
      local first, last = text:find(part, place, true)
      assert.is_truthy(first, part .. " in " .. text)
      place = last
    end
    assert.is_nil(text:find("+", 1, true))
    assert.is_nil(text:find("end of 1", 1, true))
  end)

  it("is empty for an empty list, and long for a long one", function()
    local source = diffable.data_source{ view = false, cell = function(item) return ("x"):rep(100) .. item end }
    assert.equal("", source:render())
    local items = {}
    for i = 1, 3000 do items[i] = i end
    source:apply(support.list(items))
    local text = source:render()
    assert.matches("x3000\n$", text)
    assert.equal(3000, select(2, text:gsub("\n", "")))
  end)

  it("fails as its providers do", function()
    local source = diffable.data_source{ view = false, cell = function() error({ code = 1 }) end }
    source:apply(support.list{ 1 })
    local ok, value = pcall(source.render, source)
    assert.is_false(ok)
    assert.same({ code = 1 }, value)
  end)
end)

describe("a text view", function()
  it("writes each apply in one call, with its changes marked", function()
    local view, written = support.recorder()
    local source = diffable.data_source{ view = view, cell = function(item) return "row " .. item end }
    source:apply(support.list{ "a", "b" })
    assert.equal(1, #written)
    assert.matches("%+%s+row a\n%+%s+row b\n", written[1])
    source:apply(support.list{ "b" })
    assert.equal(2, #written)
    assert.matches("%-%s+row a\n", written[2])
  end)

  it("has a width and a context", function()
    local view, written = support.recorder{ width = 30, context = 1 }
    local source = diffable.data_source{
      view = view, cell = function(item) return { text = "row", detail = "<" .. item .. ">" } end,
    }
    local items = {}
    for i = 1, 9 do items[i] = i end
    source:apply(support.list(items))
    for line in written[1]:gmatch("[^\n]*<%d>") do assert.equal(30, #line) end
    items[5] = "new"
    source:apply(support.list(items))
    assert.matches("2 unchanged", written[2])
    assert.is_nil(written[2]:find("<2>", 1, true))
    assert.is_truthy(written[2]:find("<4>", 1, true))
  end)

  it("has colours always, never, or where stdout has them", function()
    for color, line in pairs{ always = "\27[32m+    row\27[m\n", never = "+    row\n", auto = "+    row\n" } do
      local view, written = support.recorder{ color = color }
      diffable.data_source{ view = view, cell = function() return "row" end }:apply(support.list{ 1 })
      assert.equal(line, written[1]:match("[^\n]*\n"))
    end
  end)

  it("names a wrong option", function()
    fails('unknown option "with"', diffable.text_view, { with = 1 })
    fails('option "width": number expected, got string', diffable.text_view, { width = "60" })
    fails('option "width": integer from 20 to 1,000 expected, got -1', diffable.text_view, { width = -1 })
    fails('option "context": integer of at least 0 expected, got 1.5', diffable.text_view, { context = 1.5 })
    fails('option "write": function expected, got userdata', diffable.text_view, { write = io.stdout })
    fails([[option "color": "auto", "always" or "never" expected, got "red\n"]],
      diffable.text_view, { color = "red\n" })
    fails('option "color": string expected, got boolean', diffable.text_view, { color = true })
    for _, width in ipairs{ 0, 1, 19, 1001, 100000 } do
      fails(('text_view: option "width": 20 to 1,000 columns expected, got %d'):format(width),
        diffable.text_view, { width = width })
    end
    for _, width in ipairs{ 20, 1000 } do diffable.text_view{ width = width }:close() end
  end)

  it("is on stdout by default, in step with print", function()
    local output, ok = support.run[[
      local diffable = require "diffable"
      local source = diffable.data_source{ cell = function(item) return item end }
      print("before")
      source:apply(diffable.snapshot{ { id = "s", items = { "row" } } })
      print("after")
      diffable.data_source{ view = diffable.text_view(), cell = function(item) return item end }
        :apply(diffable.snapshot{ { id = "s", items = { "other" } } })
    ]]
    assert.is_true(ok, output)
    assert.matches("^before\n.*row\n.*after\n.*other\n.*$", output)
  end)

  it("may be shared, and closed while sources go on", function()
    local view, written = support.recorder()
    local one = diffable.data_source{ view = view, cell = function(item) return item end }
    local other = diffable.data_source{ view = view, cell = function(item) return item end }
    view:close()
    view = nil -- luacheck: ignore
    support.collect()
    one:apply(support.list{ "first" })
    other:apply(support.list{ "second" })
    assert.equal(2, #written)
    assert.matches("second", written[2])
  end)

  it("raises what its writer raises, after the apply took place", function()
    for _, value in ipairs{ "a string", { "a table" } } do
      local source = diffable.data_source{
        cell = function(item) return item end,
        view = diffable.text_view{ write = function() error(value, 0) end },
      }
      local ok, raised = pcall(source.apply, source, support.list{ "row" })
      assert.is_false(ok)
      if type(value) == "table" then
        assert.equal(value, raised)
      else
        assert.matches("^a string %(in the writer of a view%)\n\t", raised)
      end
      assert.same({ { "s", "row" } }, support.plain(source:snapshot()))
    end
  end)
end)
