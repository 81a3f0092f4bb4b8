local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

describe("the module", function()
  it("is a table of functions and a version", function()
    local types = {}
    for name, value in pairs(diffable) do types[name] = type(value) end
    assert.same({
      snapshot = "function", data_source = "function", concat = "function", text_view = "function",
      difference = "function", section_snapshot = "function", ndjson_view = "function",
      set_default_view = "function", run = "function", terminal_is_available = "function", set_status = "function",
      set_title = "function", history = "function", strict = "function", decode = "function", merge = "function",
      publisher = "function", follower = "function", _VERSION = "string",
    }, types)
    assert.matches("^diffable %d+%.%d+%.%d+$", diffable._VERSION)
  end)

  it("sets no global", function()
    local output, ok = support.run[[
      local before = {}
      for name in pairs(_G) do before[name] = true end
      require "diffable"
      for name in pairs(_G) do assert(before[name], name) end
    ]]
    assert.equal("", output)
    assert.is_true(ok)
  end)

  it("can be opened twice", function()
    local open = assert(package.searchers[3]("diffable"))
    local again = open("diffable")
    assert.is_table(again)
    local snapshot = again.snapshot{ { id = "a", items = { 1, 2 } } }
    assert.equal(2, #snapshot)
    assert.is_true(snapshot == diffable.snapshot{ { id = "a", items = { 1, 2 } } })
  end)

  it("hides its metatables", function()
    assert.equal("diffable.snapshot", getmetatable(diffable.snapshot()))
    assert.equal("diffable.data_source", getmetatable(diffable.data_source{ view = false }))
    assert.equal("diffable.view", getmetatable(diffable.text_view()))
    assert.equal("diffable.view", getmetatable(diffable.ndjson_view()))
    assert.equal("diffable.difference", getmetatable(diffable.difference(diffable.snapshot(), diffable.snapshot())))
    local source = diffable.data_source{ view = false }
    assert.equal("diffable.transaction", getmetatable(source:apply(diffable.snapshot())))
  end)

  it("tells types apart", function()
    local snapshot, source = diffable.snapshot(), diffable.data_source{ view = false }
    support.fails("snapshot expected before the colon, got diffable.data_source", snapshot.copy, source)
    support.fails("data source expected before the colon, got diffable.snapshot", source.snapshot, snapshot)
    support.fails("snapshot expected, got table", source.apply, source, {})
    support.fails("snapshot expected, got nil", diffable.difference, snapshot)
    support.fails("snapshot expected, got nil", diffable.difference, nil, snapshot)
  end)
end)
