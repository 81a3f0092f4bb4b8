-- Snapshots that would undo another apply; headers that follow their sections.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails, list = support.fails, support.list

-- Applies a snapshot that is older than the apply of another one.
local function overwrite(source)
  source:apply(list{ "a" })
  local old, new = source:snapshot(), source:snapshot()
  new:append_items("b")
  source:apply(new)
  old:append_items("c")
  return pcall(source.apply, source, old)
end

describe("strict", function()
  after_each(function() diffable.strict(false) end)

  it("refuses a snapshot that was taken before another apply", function()
    local source = diffable.data_source{ view = false, strict = true }
    assert.is_true(source.strict)
    local ok, err = overwrite(source)
    assert.is_false(ok)
    assert.matches("STALE_SNAPSHOT", tostring(err))
    assert.same({ "a", "b" }, source:snapshot():item_identifiers())
    source.strict = false
    assert.is_true((overwrite(source)))
  end)

  it("is off at first, and may be on for all data sources made afterwards", function()
    local before = diffable.data_source{ view = false }
    assert.is_false(before.strict)
    diffable.strict(true)
    local source = diffable.data_source{ view = false }
    assert.is_true(source.strict)
    assert.is_false((overwrite(source)))
    assert.is_true((overwrite(before)))
    assert.is_true((overwrite(diffable.data_source{ view = false, strict = false })))
  end)

  it("is a boolean", function()
    fails("strict: argument 1: boolean expected, got number", diffable.strict, 1)
    fails('option "strict": boolean expected, got string', diffable.data_source, { strict = "yes" })
    local source = diffable.data_source{ view = false }
    fails('field "strict": boolean expected, got nil', function() source.strict = nil end)
  end)
end)

describe("refreshes_headers", function()
  it("shows headers of sections whose items came or went", function()
    local headers = {}
    local source = diffable.data_source{
      view = diffable.text_view{ write = function() end }, cell = tostring, refreshes_headers = true,
      header = function(section, _, of)
        headers[#headers + 1] = section.id .. " " .. of:snapshot():number_of_items(section.id)
        return headers[#headers]
      end,
    }
    source:apply(diffable.snapshot{ { id = "a", items = { 1 } }, { id = "b", items = { 2 } } },
      { animating_differences = false })
    headers = {}
    local snapshot = source:snapshot()
    snapshot:append_items({ 3 }, "a")
    assert.equal("1 section updated; 1 item inserted", tostring(source:apply(snapshot)))
    assert.same({ "a 2" }, headers)
    source.refreshes_headers = false
    assert.is_false(source.refreshes_headers)
    snapshot:append_items({ 4 }, "a")
    assert.equal("1 item inserted", tostring(source:apply(snapshot)))
  end)

  it("is a boolean, and false at first", function()
    assert.is_false(diffable.data_source{ view = false }.refreshes_headers)
    fails('option "refreshes_headers": boolean expected, got number', diffable.data_source, { refreshes_headers = 1 })
  end)
end)
