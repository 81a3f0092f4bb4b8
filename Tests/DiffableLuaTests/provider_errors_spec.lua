local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

describe("a wrong cell", function()
  local function message_of(cell, name, content, section)
    local options = { view = support.recorder(), cell = function() return "row" end }
    options[name or "cell"] = function() return cell end
    local source = diffable.data_source(options)
    local message = support.error_of(source.apply, source,
                                     diffable.snapshot{
                                       section or { id = "s", items = { content or { id = "x", kind = "row" } } },
                                     })
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
      assert.equal(of .. "cell field \"" .. name .. "\": string or number expected, got boolean",
        message_of{ [name] = true })
      assert.equal(of .. "cell field \"" .. name .. "\": string or number expected, got table",
        message_of{ [name] = {} })
    end
    for name, limit in pairs{ height = "1,000", indentation = "100" } do
      local large = 99999999999
      for got, value in pairs{ string = "1", ["1.5"] = 1.5, [tostring(large)] = large } do
        assert.equal(("%scell field %q: integer from 0 to %s expected, got %s"):format(of, name, limit, got),
          message_of{ [name] = value })
      end
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

  it("has a field behind __index", function()
    local class = { text = "behind", detail = "default" }
    class.__index = class
    local message = of .. 'cell field "%s" behind __index is not read; set it in the cell itself'
    assert.equal(message:format("text"), message_of(setmetatable({ detail = "x" }, class)))
    assert.equal(message:format("detail"), message_of(setmetatable({ text = "x" }, class)))
    local source = diffable.data_source{
      view = false, cell = function() return setmetatable({ text = "x", detail = "y" }, class) end,
    }
    source:apply(support.list{ 1 })
    assert.same({ text = "x", detail = "y" }, source:cell_at{ section = 1, item = 1 })
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
      .. '; if the section has none, return nil', message_of({}, "header"))
    assert.equal('INVALID_CELL: header of section "s" at 1: ' .. blank
      .. '; the section is the string "s", not a table; if the section has none, return nil',
      message_of({}, "header", nil, "s"))
  end)

  it("may be empty on purpose, and may have any of the four alone", function()
    for _, cell in ipairs{ { text = "" }, { text = "", height = 2 }, { detail = "x" }, { secondary_text = "x" },
                           { image = "x" } } do
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
    assert.equal('INVALID_CELL: header of section "s" at 1: table, string or nil expected, got boolean',
      message_of(true, "header"))
    assert.equal('INVALID_CELL: footer of section "s" at 1: unknown cell field "subtitle": '
      .. 'did you mean "secondary_text"? '
      .. '(there are: detail, height, image, text, accessory, indentation, secondary_text)',
      message_of({ subtitle = "x" }, "footer"))
  end)

  it("names the place in the script", function()
    local source = diffable.data_source{ view = support.recorder(), cell = function() return nil end }
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() source:apply(support.list{ 1 }) end)
    assert.matches("^[^\n]*provider_errors_spec%.lua:" .. line .. ": INVALID_CELL: ", message)
  end)
end)

describe("what a provider raises", function()
  -- A source with one row "old", and what it raised when `raise` ran in a provider of the row or section "new", and how
  -- many values pcall gave back. The parentheses around its calls drop the count, which `matches` would take as the
  -- character to begin at.
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
    local results = table.pack(pcall(source.apply, source,
      diffable.snapshot{ { id = "new", items = { "old", "new" } } },
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
    assert.matches("^[^\n]*provider_errors_spec%.lua:%d+: boom "
                   .. '%(in the cell provider for item "new" at section 1, item 2%)\n'
                   .. "\t%[C%]: in function 'error'\n\t[^\n]*provider_errors_spec%.lua:%d+: in [^\n]*\n"
                   .. "\t[^\n]*provider_errors_spec%.lua:%d+: in function <[^\n]*>$",
                   message)
    assert.matches(': boom %(in the header provider for section "new" at 1%)\n\t',
      (raised("header", function() error("boom") end)))
    assert.matches(': boom %(in the footer provider for section "new" at 1%)\n\t',
      (raised("footer", function() error("boom") end)))
    assert.matches("attempt to index .*nil value", (raised("cell", function() local x = nil; return x.field end)))
  end)

  it("comes out as it is if it is no string", function()
    local object = setmetatable({}, { __tostring = function() error("not asked") end })
    for _, value in ipairs{ object, 42, 1.5, false, true, print, coroutine.create(function() end), io.stdout } do
      for _, name in ipairs{ "cell", "header", "footer" } do
        assert.equal(value, (raised(name, function() error(value, 0) end)))
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
    assert.matches("attempt to yield across .*C%-call boundary", message)
  end)

  it("is a stack overflow if it recurses without end", function()
    local function endless() return 1 + endless() end
    assert.matches("stack overflow", (raised("cell", endless)))
    local source
    source = diffable.data_source{ view = false, cell = function() return source:cell_at{ section = 1, item = 1 } end }
    source:apply(support.list{ 1 })
    assert.matches("C stack overflow", support.error_of(source.cell_at, source, { section = 1, item = 1 }))
  end)

  it("is a lack of memory where there is none left", function()
    local output, ok = support.run([[
      local diffable = require "diffable"
      local source = diffable.data_source{ cell = function(item) return item == "new" and ("x"):rep(2^30) or item end }
      source:apply(diffable.snapshot{ { id = "s", items = { "old" } } })
      print(pcall(source.apply, source, diffable.snapshot{ { id = "s", items = { "new" } } }))
      print(source:item_at{ section = 1, item = 1 })
    ]], "ulimit -v 500000; ")
    assert.is_true(ok, output)
    assert.matches(
      '\nfalse\t[^\n]*not enough memory.* %(in the cell provider for item "new" at section 1, item 1%)\n.*old\n$',
      output)
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

describe("a provider that is no function", function()
  it("is named with the field that has it", function()
    local source = diffable.data_source{ cells = {}, supplementary = {}, view = support.recorder() }
    local message = "INVALID_ARGUMENT: function expected in source."
    source.cells.row = "row"
    support.fails(message .. 'cells, got string (in the cell provider for item 1 at section 1, item 1)',
      source.apply, source, support.list{ { id = 1, kind = "row" } })
    source.supplementary.header = true
    support.fails(message .. 'supplementary, got boolean (in the header provider for section "s" at 1)',
      source.apply, source, support.list{})
    assert.equal(0, source:snapshot():number_of_sections())
  end)
end)

describe("a kind", function()
  it("is a string or a number", function()
    local function cell() return "x" end
    local source = diffable.data_source{ cells = { [true] = cell }, cell = cell, view = support.recorder() }
    for _, kind in ipairs{ true, {} } do
      support.fails('"kind", which selects one of source.cells: string or number expected, got ' .. type(kind),
        source.apply, source, support.list{ { id = 1, kind = kind } })
    end
    source.cells = nil
    source:apply(support.list{ { id = 1, kind = true } })
  end)
end)
