local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

-- What an apply of a list of one item "a" writes.
local function told(list, reset)
  return ('{"event":"apply","list":%d,"animation":"automatic"}\n%s'
    .. '{"event":"insert_section","id":"s","to":0}\n'
    .. '{"event":"insert_item","id":"a","to":{"section":0,"item":0,"section_id":"s"}}\n'
    .. '{"event":"cell","id":"a","at":{"section":0,"item":0,"section_id":"s"},"cell":{"text":"a"}}\n'
    .. '{"event":"applied","list":%d,"sections":1,"items":1}\n'):format(list, reset or "", list)
end

local begin = '{"event":"stream","schema":"diffable-ndjson-1","indexes_from":0}\n'

local function show_id(item) return item end

describe("an ndjson view", function()
  local written, view

  before_each(function()
    written = {}
    view = diffable.ndjson_view{ write = function(text) written[#written + 1] = text end }
  end)

  it("writes events, one call an apply", function()
    local source = diffable.data_source{ view = view, cell = show_id }
    source:apply(support.list{ "a" })
    source:apply(support.list{})
    assert.same({ begin .. told(0), '{"event":"apply","list":0,"animation":"automatic"}\n'
      .. '{"event":"delete_item","id":"a","from":{"section":0,"item":0,"section_id":"s"}}\n'
      .. '{"event":"applied","list":0,"sections":1,"items":0}\n' }, written)
  end)

  it("tells of many lists in one stream, also when it is closed", function()
    local one = diffable.data_source{ view = view, cell = show_id }
    local other = diffable.data_source{ view = view, cell = show_id }
    view:close()
    one:apply(support.list{ "a" })
    other:apply(support.list{ "a" })
    assert.same({ begin .. told(0), told(1) }, written)
  end)

  it("asks for cells of what comes or is updated, and for no others", function()
    local asked = {}
    local source = diffable.data_source{ view = view, cell = function(item)
      asked[#asked + 1] = item
      return tostring(item)
    end }
    source:apply(support.list{ 1, 2, 3 })
    source:apply(support.list{ 3, 1, 2, 4 })
    local snapshot = source:snapshot()
    snapshot:reload_items(2)
    source:apply(snapshot)
    assert.same({ 1, 2, 3, 4, 2 }, asked)
  end)

  it("tells the name of a list", function()
    local source = diffable.data_source{ name = "Cart", view = view }
    local function name() return written[#written]:match('"list":0,(.-)"animation"') end
    assert.equal("Cart", source.name)
    source:apply(diffable.snapshot())
    assert.equal('"name":"Cart",', name())
    source.name = "\27\255"
    source:apply(diffable.snapshot())
    assert.equal('"name":{"hex":"1bff"},', name())
    for _, none in ipairs{ "", false } do
      source.name = none or nil
      assert.is_nil(source.name)
      source:apply(diffable.snapshot())
      assert.equal("", name())
      source.name = "again"
    end
    fails('option "name": string expected, got number', diffable.data_source, { name = 1 })
    fails('field "name": string or nil expected, got boolean', function() source.name = true end)
    assert.equal("again", source.name)
  end)

  it("tells what updated rows and sections were, if it shows that", function()
    view = diffable.ndjson_view{ shows_old = true, write = function(text) written[#written + 1] = text end }
    local prices = { a = 1, b = 2 }
    local source = diffable.data_source{ view = view, cell = function(item)
      return { text = item, detail = "$" .. prices[item] }
    end,
      header = function(section) return prices[section.id] and "costs " .. prices[section.id] end }
    -- The pairs of new and old cells in the last text.
    local function pairs_told()
      local result = {}
      for new, old in written[#written]:gmatch('"cell":([^\n]-),"old":([^\n]*)}\n') do
        result[#result + 1] = { new, old }
      end
      return result
    end
    source:apply(support.list{ "a", "b" })
    assert.same({}, pairs_told())
    prices.a = 3
    local snapshot = source:snapshot()
    snapshot:reconfigure_items("a")
    snapshot:move_item_after("a", "b")
    source:apply(snapshot)
    assert.same({ { '{"text":"a","detail":"$3"}', '{"text":"a","detail":"$1"}' } }, pairs_told())
    prices.s = 5
    snapshot = source:snapshot()
    snapshot:reconfigure_sections("s")
    source:apply(snapshot)
    assert.same({ { '{"text":"costs 5"}', "null" }, { "null", "null" } }, pairs_told())
    -- A list of its own, which shares no table of identifiers; and one whose provider failed in between.
    local broken = support.list{ "b", "a", "none" }
    assert.has_error(function() source:apply(broken) end)
    prices.b = 7
    local anew = support.list{ "b" }
    anew:reload_items("b")
    source:apply(anew)
    assert.same({ { '{"text":"b","detail":"$7"}', '{"text":"b","detail":"$2"}' } }, pairs_told())
    source:apply_using_reload_data(support.list{ "b" })
    assert.same({}, pairs_told())
    prices.b = 8
    snapshot = source:snapshot()
    snapshot:reload_items("b")
    source:apply(snapshot)
    assert.same({ { '{"text":"b","detail":"$8"}', '{"text":"b","detail":"$7"}' } }, pairs_told())
  end)

  it("undoes an apply whose provider fails, and writes nothing of it", function()
    local source = diffable.data_source{
      view = view, cell = function(item) return item ~= "bad" and item or error("broken") end,
    }
    source:apply(support.list{ "a" })
    fails("broken", source.apply, source, support.list{ "a", "bad" })
    assert.equal(1, #written)
    assert.same({ { "s", "a" } }, support.plain(source:snapshot()))
  end)

  it("begins a list anew after its writer failed", function()
    local broken = true
    local source = diffable.data_source{ cell = show_id, view = diffable.ndjson_view{ write = function(text)
      if broken then error("broken") end
      written[#written + 1] = text
    end } }
    fails("broken", source.apply, source, support.list{})
    broken = false
    source:apply(support.list{ "a" })
    assert.same({ begin .. told(0, '{"event":"reset"}\n') }, written)
  end)

  it("names a wrong option", function()
    fails('unknown option "width"', diffable.ndjson_view, { width = 60 })
    fails('option "shows_old": boolean expected, got number', diffable.ndjson_view, { shows_old = 1 })
    fails('option "write": function expected, got string', diffable.ndjson_view, { write = "x" })
    fails("table of options expected, got number", diffable.ndjson_view, 1)
  end)
end)

describe("the default view", function()
  after_each(function() diffable.set_default_view(nil) end)

  it("shows data sources that name none, made from then on", function()
    local view, written = support.recorder()
    diffable.set_default_view(view)
    local one = diffable.data_source{ cell = show_id }
    local other = diffable.data_source{ cell = show_id }
    local silent = diffable.data_source{ cell = show_id, view = false }
    diffable.set_default_view(false)
    view = nil -- luacheck: ignore
    support.collect()
    diffable.data_source{ cell = show_id }:apply(support.list{ "a" })
    one:apply(support.list{ "a" })
    other:apply(support.list{ "b" })
    silent:apply(support.list{ "c" })
    assert.equal(2, #written)
    assert.matches("b", written[2])
  end)

  it("is a view, false or nil", function()
    for _, value in ipairs{ true, 1, "text", {} } do
      fails("view or false expected, got " .. type(value), diffable.set_default_view, value)
    end
    local view = diffable.text_view()
    diffable.set_default_view(view)
    view:close()
    fails("the default view: the view is closed", diffable.data_source)
  end)
end)
