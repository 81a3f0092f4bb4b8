local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

describe("cell providers", function()
  it("get the content or the bare id, the index path and the source", function()
    local fare = { id = "fare", title = "Fare" }
    local source, calls
    source, calls = support.counting_source{
      cell = function(...)
        assert.equal(3, select("#", ...))
        local item, index_path, self = ...
        calls[#calls + 1] = { item, index_path }
        assert.equal(source, self)
        return "row"
      end,
    }
    source:apply(diffable.snapshot{ { id = "a", items = { fare } }, { id = "b", items = { "bare", 7 } } })
    assert.equal(fare, calls[1][1])
    assert.same({ { fare, { section = 1, item = 1 } }, { "bare", { section = 2, item = 1 } }, { 7, { section = 2, item = 2 } } }, calls)
  end)

  it("are chosen by the kind of the item, also where its class has it", function()
    local class = { __index = { kind = "two" } }
    local source = diffable.data_source{
      view = false,
      cells = {
        one = function(item) return "one " .. item.id end,
        two = function(item) return "two " .. item.id end,
        [3] = function(item) return "three " .. item.id end,
      },
    }
    source:apply(support.list{ { id = "a", kind = "one" }, setmetatable({ id = "b" }, class), { id = "c", kind = 3 } })
    assert.equal("one a", source:cell_at{ section = 1, item = 1 }.text)
    assert.equal("two b", source:cell_at{ section = 1, item = 2 }.text)
    assert.equal("three c", source:cell_at{ section = 1, item = 3 }.text)
  end)

  it("leave what no kind covers to the one for all", function()
    local source = diffable.data_source{
      view = false,
      cells = { one = function() return "by kind" end },
      cell = function() return "for all" end,
    }
    source:apply(support.list{ { id = "a", kind = "one" }, { id = "b", kind = "two" }, { id = "c" }, "d" })
    local texts = {}
    for i = 1, 4 do texts[i] = source:cell_at{ section = 1, item = i }.text end
    assert.same({ "by kind", "for all", "for all", "for all" }, texts)
  end)

  it("are those that were given, whatever becomes of the table", function()
    local cells = { one = function() return "first" end }
    local source = diffable.data_source{ view = false, cells = cells }
    cells.one = "no function"
    source:apply(support.list{ { id = "a", kind = "one" } })
    assert.equal("first", source:cell_at{ section = 1, item = 1 }.text)
  end)

  it("must cover every kind", function()
    local source = support.counting_source()
    source:apply(support.list{ "shown" })
    local other = diffable.data_source{ view = support.recorder(), cells = { one = function() return "x" end } }
    local function message_of(item)
      local message = support.error_of(other.apply, other, support.list{ { id = "first", kind = "one" }, item })
      assert.equal(0, #other:snapshot())
      return message
    end
    assert.equal('NO_PROVIDER: no cell provider for kind "x" of item "y" at section 1, item 2',
                 message_of{ id = "y", kind = "x" })
    assert.equal('NO_PROVIDER: no cell provider for item 5 at section 1, item 2: it is a bare identifier, without a "kind"',
                 message_of(5))
    assert.equal('NO_PROVIDER: no cell provider for item "y" at section 1, item 2: its content has no "kind"',
                 message_of{ id = "y" })
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() other:apply(support.list{ { id = "y", kind = "x\n" } }) end)
    assert.matches('^[^\n]*providers_spec%.lua:' .. line .. ': NO_PROVIDER: no cell provider for kind "x\\n" of item "y" at ', message)
  end)

  it("are needed where a view shows cells", function()
    local source = diffable.data_source{ view = support.recorder() }
    support.fails("NO_PROVIDER", source.apply, source, support.list{ 1 })
    assert.equal(0, #source:snapshot())
    source:apply(diffable.snapshot())
  end)
end)

describe("the cell provider is called", function()
  local source, calls
  before_each(function()
    source, calls = support.counting_source()
    source:apply(support.list{ "a", "b", { id = "c", title = "C" }, "d" })
  end)

  it("once for an inserted row, and in no view for none", function()
    assert.same({ "a", "b", "c", "d" }, support.ids(calls))
    support.clear(calls)
    local snapshot = source:snapshot()
    snapshot:insert_items_before({ "x" }, "a")
    source:apply(snapshot)
    assert.same({ "x" }, support.ids(calls))
  end)

  it("never for a move or a deletion", function()
    support.clear(calls)
    local snapshot = source:snapshot()
    snapshot:move_item_before("d", "a")
    snapshot:delete_items("b")
    source:apply(snapshot)
    assert.same({}, calls)
  end)

  it("never where nothing changed", function()
    support.clear(calls)
    source:apply(source:snapshot())
    source:apply(support.list{ "a", "b", { id = "c", title = "C" }, "d" })
    assert.same({}, calls)
  end)

  it("once for a reload, a reconfigure, both, and new content", function()
    for _, mark in ipairs{ { "reload_items" }, { "reconfigure_items" }, { "reload_items", "reconfigure_items" } } do
      support.clear(calls)
      local snapshot = source:snapshot()
      for _, name in ipairs(mark) do snapshot[name](snapshot, { "a" }) end
      source:apply(snapshot)
      assert.same({ "a" }, support.ids(calls))
    end
    support.clear(calls)
    source:apply(support.list{ "a", "b", { id = "c", title = "New" }, "d" })
    assert.same({ "c" }, support.ids(calls))
    assert.equal("New", calls[1].item.title)
  end)

  it("once for a row that is inserted and reloaded, or moved and updated", function()
    support.clear(calls)
    local snapshot = source:snapshot()
    snapshot:append_items("x")
    snapshot:reload_items("x")
    snapshot:move_item_before("c", "a")
    snapshot:reconfigure_items{ { id = "c", title = "New" } }
    source:apply(snapshot)
    assert.same({ "c", "x" }, support.ids(calls))
  end)

  it("for any number of rows in one apply", function()
    local items, count = {}, 0
    for i = 1, 200000 do items[i] = i end
    -- A text view folds so many rows; events name each.
    local written = {}
    local view = diffable.ndjson_view{ write = function(text) written[#written + 1] = text end }
    local many = diffable.data_source{ view = view, cell = function(item) count = count + 1 return { text = item, detail = "x" } end }
    many:apply(support.list(items))
    assert.equal(200000, count)
    assert.is_truthy(table.concat(written):find('"cell":{"text":"200000","detail":"x"}', 1, true))
  end)

  it("again in the apply after one that failed", function()
    local broken = true
    local other = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        if item == "b" and broken then error("not yet") end
        return item
      end,
    }
    support.fails("not yet", other.apply, other, support.list{ "a", "b" })
    broken = false
    other:apply(support.list{ "a", "b" })
    assert.same({ { "s", "a", "b" } }, support.plain(other:snapshot()))
  end)

  it("with the newest of equal contents", function()
    support.clear(calls)
    local newest = { id = "c", title = "C" }
    local snapshot = source:snapshot()
    snapshot:reload_items{ newest }
    source:apply(snapshot)
    assert.equal(newest, calls[1].item)
  end)
end)

describe("header and footer providers", function()
  it("get the section, its index and the source, and may return text, cells or nothing", function()
    local calls = {}
    local view, written = support.recorder()
    local source
    source = diffable.data_source{
      view = view,
      cell = function(item) return item end,
      header = function(...)
        assert.equal(3, select("#", ...))
        local section, index, self = ...
        assert.equal(source, self)
        calls[#calls + 1] = { section, index }
        return type(section) == "table" and section.title or nil
      end,
      footer = function(_, index) return { text = "footer " .. index, detail = "!" } end,
    }
    source:apply(diffable.snapshot{ { id = "a", title = "Title" }, "b", 3 })
    assert.same({ { { id = "a", title = "Title" }, 1 }, { "b", 2 }, { 3, 3 } }, calls)
    assert.matches("Title\n", written[1])
    for i = 1, 3 do assert.matches("footer " .. i .. " +!\n", written[1]) end
  end)

  it("run again for a section with new content, and the rows do not", function()
    local headers = 0
    local source, calls = support.counting_source{
      header = function(section) headers = headers + 1 return section.title end,
    }
    source:apply(diffable.snapshot{ { id = "s", title = "2 jokes", items = { 1, 2 } }, { id = "t", title = "T" } })
    assert.equal(2, headers)
    support.clear(calls)
    source:apply(diffable.snapshot{ { id = "s", title = "3 jokes", items = { 1, 2 } }, { id = "t", title = "T" } })
    assert.equal(3, headers)
    assert.same({}, calls)
  end)
end)

describe("a wrong cell", function()
  local function message_of(cell, name, content, section)
    local options = { view = support.recorder(), cell = function() return "row" end }
    options[name or "cell"] = function() return cell end
    local source = diffable.data_source(options)
    local message = support.error_of(source.apply, source,
                                     diffable.snapshot{ section or { id = "s", items = { content or { id = "x", kind = "row" } } } })
    assert.equal(0, source:snapshot():number_of_sections())
    return message
  end
  local of = 'INVALID_CELL: cell of kind "row" of item "x" at section 1, item 1: '

  it("is no table and no string", function()
    assert.equal(of .. "table or string expected, got nil", message_of(nil))
    assert.equal(of .. "table or string expected, got boolean", message_of(false))
    assert.equal(of .. "table or string expected, got function", message_of(print))
    assert.equal("INVALID_CELL: cell of item 5 at section 1, item 1: table or string expected, got nil; "
      .. "the item is the integer 5, not a table", message_of(nil, "cell", 5))
  end)

  it("has a field that nobody knows", function()
    local fields = " (there are: detail, text, height, image, accessory, indentation, secondary_text)"
    assert.equal(of .. 'unknown cell field "titel"' .. fields, message_of{ titel = "x" })
    local start, rest = "^" .. of:gsub("%p", "%%%0"), " %(there are: .*%)$"
    assert.matches(start .. 'unknown cell field "1"' .. rest, message_of{ "x" })
    assert.matches(start .. 'unknown cell field "a\\nb"' .. rest, message_of{ ["a\nb"] = 1 })
  end)

  it("has a field of a wrong type", function()
    for _, name in ipairs{ "text", "detail", "secondary_text", "image", "accessory" } do
      assert.equal(of .. "cell field \"" .. name .. "\": string or number expected, got boolean", message_of{ [name] = true })
      assert.equal(of .. "cell field \"" .. name .. "\": string or number expected, got table", message_of{ [name] = {} })
    end
    for _, name in ipairs{ "height", "indentation" } do
      assert.equal(of .. "cell field \"" .. name .. "\": small integer expected, got string", message_of{ [name] = "1" })
      assert.equal(of .. "cell field \"" .. name .. "\": small integer expected, got 1.5", message_of{ [name] = 1.5 })
      local large = 99999999999
      assert.equal(of .. "cell field \"" .. name .. "\": small integer expected, got " .. large, message_of{ [name] = large })
    end
  end)

  it("has a number out of range", function()
    for _, cell in ipairs{ { height = -1 }, { height = 1001 }, { indentation = -1 }, { indentation = 101 } } do
      local name = next(cell)
      cell.text = "x"
      local message = message_of(cell)
      assert.matches("INVALID_CELL", message)
      assert.matches(name, message)
      assert.matches('"x"', message)
    end
  end)

  it("has nothing to show", function()
    local blank = "it has no text, detail, secondary text or image"
    local right = '; an empty row says text = ""'
    assert.equal(of .. blank .. right, message_of{})
    assert.equal(of .. blank .. right, message_of{ height = 2, indentation = 1, accessory = "star" })
    assert.equal('INVALID_CELL: cell of item "bus" at section 1, item 1: ' .. blank
                 .. '; the item is the string "bus", not a table' .. right,
                 message_of({ text = ("bus").title }, "cell", "bus"))
    assert.equal('INVALID_CELL: header of section "s" at 1: ' .. blank
      .. '; where there is none, return nil', message_of({}, "header"))
    assert.equal('INVALID_CELL: header of section "s" at 1: ' .. blank
      .. '; the section is the string "s", not a table; where there is none, return nil', message_of({}, "header", nil, "s"))
  end)

  it("may be empty on purpose, and may have any of the four alone", function()
    for _, cell in ipairs{ { text = "" }, { text = "", height = 2 }, { detail = "x" }, { secondary_text = "x" }, { image = "x" } } do
      local source = diffable.data_source{ view = support.recorder(), cell = function() return cell end }
      source:apply(support.list{ 1 })
      local shown = source:cell_at{ section = 1, item = 1 }
      shown.text = shown.text or cell.text
      assert.same(cell, shown)
    end
    local source = diffable.data_source{ view = support.recorder(), cell = function() return "" end }
    assert.truthy(source:apply(support.list{ 1 }))
  end)

  it("need not have text in a header", function()
    local function header(_, index) return { detail = index == 1 and "3" or nil, text = "" } end
    local source = diffable.data_source{ view = false, header = header }
    source:apply(diffable.snapshot{ "s", "t" })
    assert.same({ detail = "3" }, source:supplementary_cell("header", 1))
    assert.is_nil(source:supplementary_cell("header", 2))
  end)

  it("is a header or a footer, too", function()
    assert.equal('INVALID_CELL: header of section "s" at 1: table, string or nil expected, got boolean; '
      .. 'the section is the string "s", not a table', message_of(true, "header", nil, "s"))
    assert.equal('INVALID_CELL: header of section "s" at 1: table, string or nil expected, got boolean', message_of(true, "header"))
    assert.equal('INVALID_CELL: footer of section "s" at 1: unknown cell field "subtitle": did you mean "secondary_text"? '
      .. '(there are: detail, height, image, text, accessory, indentation, secondary_text)',
      message_of({ subtitle = "x" }, "footer"))
  end)

  it("names the place in the script", function()
    local source = diffable.data_source{ view = support.recorder(), cell = function() return nil end }
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() source:apply(support.list{ 1 }) end)
    assert.matches("^[^\n]*providers_spec%.lua:" .. line .. ": INVALID_CELL: ", message)
  end)
end)

describe("what a provider raises", function()
  -- A source with one row "old", and what it raised when `raise` ran in a provider of the row or section "new".
  local function raised(name, raise)
    local view, written = support.recorder()
    local options = { view = view, cell = function() return "row" end }
    options[name] = function(item)
      if item == "new" or type(item) == "table" and item.id == "new" then raise() end
      return "row"
    end
    local source = diffable.data_source(options)
    local completions = 0
    source:apply(diffable.snapshot{ { id = "old", items = { "old" } } })
    local results = table.pack(pcall(source.apply, source, diffable.snapshot{ { id = "new", items = { "old", "new" } } },
                                     { completion = function() completions = completions + 1 end }))
    assert.is_false(results[1])
    assert.same({ { "old", "old" } }, support.plain(source:snapshot()))
    assert.equal(1, #written)
    assert.equal(0, completions)
    source:apply(diffable.snapshot{ { id = "after", items = { "old" } } }) -- it works as before
    assert.same({ { "after", "old" } }, support.plain(source:snapshot()))
    return results[2], results.n
  end

  it("comes out with place and traceback if it is a string", function()
    local message = raised("cell", function() error("boom") end)
    assert.matches('^[^\n]*providers_spec%.lua:%d+: boom %(in the cell provider for item "new" at section 1, item 2%)\n'
                   .. "\t%[C%]: in function 'error'\n\t[^\n]*providers_spec%.lua:%d+: in [^\n]*\n"
                   .. "\t[^\n]*providers_spec%.lua:%d+: in function <[^\n]*>$",
                   message)
    assert.matches(': boom %(in the header provider for section "new" at 1%)\n\t', raised("header", function() error("boom") end))
    assert.matches(': boom %(in the footer provider for section "new" at 1%)\n\t', raised("footer", function() error("boom") end))
    assert.matches("attempt to index a nil value", raised("cell", function() local x = nil; return x.field end))
  end)

  it("comes out as it is if it is no string", function()
    local object = setmetatable({}, { __tostring = function() error("not asked") end })
    for _, value in ipairs{ object, 42, 1.5, false, true, print, coroutine.create(print), io.stdout } do
      for _, name in ipairs{ "cell", "header", "footer" } do
        assert.equal(value, (raised(name, function() error(value) end)))
      end
    end
    local value, count = raised("cell", function() error(nil) end)
    assert.is_nil(value)
    assert.equal(2, count)
  end)

  it("comes out of cell and render as well", function()
    local source = diffable.data_source{ view = false, cell = function(item) error({ item }) end }
    source:apply(support.list{ "x" })
    for _, call in ipairs{ function() source:cell_at{ section = 1, item = 1 } end, function() source:render() end } do
      local ok, value = pcall(call)
      assert.is_false(ok)
      assert.same({ "x" }, value)
    end
  end)

  it("is an error if it yields", function()
    local message
    coroutine.wrap(function() message = raised("cell", coroutine.yield) end)()
    assert.matches("attempt to yield across a C%-call boundary", message)
  end)

  it("is a stack overflow if it recurses without end", function()
    local function endless() return 1 + endless() end
    assert.matches("stack overflow", raised("cell", endless))
    local source
    source = diffable.data_source{ view = false, cell = function() return source:cell_at{ section = 1, item = 1 } end }
    source:apply(support.list{ 1 })
    assert.matches("C stack overflow", support.error_of(source.cell_at, source, { section = 1, item = 1 }))
  end)

  it("is a lack of memory where there is none left", function()
    local output, ok = support.run([[
      local diffable = require "diffable"
      local source = diffable.data_source{ cell = function(item) return item == "new" and ("x"):rep(1 << 30) or item end }
      source:apply(diffable.snapshot{ { id = "s", items = { "old" } } })
      print(pcall(source.apply, source, diffable.snapshot{ { id = "s", items = { "new" } } }))
      print(source:item_at{ section = 1, item = 1 })
    ]], "ulimit -v 500000; ")
    assert.is_true(ok, output)
    assert.matches('\nfalse\tnot enough memory %(in the cell provider for item "new" at section 1, item 1%)\nold\n$', output)
  end)

  it("leaves nothing behind", function()
    local source = diffable.data_source{
      view = support.recorder(),
      cell = function(item) if item == "bad" then error("bad") end return item end,
    }
    source:apply(support.list{ "a" })
    local bad = support.list{ "a", "bad" }
    pcall(source.apply, source, bad)
    support.collect()
    local before = collectgarbage("count")
    for _ = 1, 2000 do assert.is_false(pcall(source.apply, source, bad)) end
    support.collect()
    assert.is_true(collectgarbage("count") - before < 10)
  end)
end)
