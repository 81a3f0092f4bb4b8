local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

-- What an apply of a list of one item "a" writes.
local function told(list, reset)
  return ('{"event":"apply","list":%d,"animation":"automatic"}\n%s'
    .. '{"event":"insert_section","id":"s","to":0}\n{"event":"insert_item","id":"a","to":{"section":0,"item":0,"section_id":"s"}}\n'
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

  it("undoes an apply whose provider fails, and writes nothing of it", function()
    local source = diffable.data_source{ view = view, cell = function(item) return item ~= "bad" and item or error("broken") end }
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
