-- What a callback raises: a table is the very table, a string has its frames, and a script that fails has one
-- traceback.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

-- Every callback of a data source, as a function that raises a value in it. They are called with a source that has one
-- item, 1.
local raising = {
  ["cell"] = function(raise)
    return diffable.data_source{ view = support.recorder(), cell = raise }, function(source) source:apply(list{ 1 }) end
  end,
  ["header"] = function(raise)
    local source = diffable.data_source{ view = support.recorder(), cell = function() return "x" end, header = raise }
    return source, function() source:apply(list{ 1 }) end
  end,
  ["writer"] = function(raise)
    local source = diffable.data_source{ view = diffable.text_view{ write = raise }, cell = function() return "x" end }
    return source, function() source:apply(list{ 1 }) end
  end,
  ["observer"] = function(raise)
    local source = diffable.data_source{ view = false }
    source:on_apply(raise)
    return source, function() source:apply(list{ 1 }) end
  end,
  ["completion"] = function(raise)
    local source = diffable.data_source{ view = false }
    return source, function() source:apply(list{ 1 }, { completion = raise }) end
  end,
  ["should_expand_item"] = function(raise)
    local source = diffable.data_source{ view = false, should_expand_item = raise }
    source:apply(list{ { id = 1, children = { 2 } } })
    return source, function() source:toggle_item(1) end
  end,
  ["snapshot_for_expanding_parent"] = function(raise)
    local source = diffable.data_source{ view = false, snapshot_for_expanding_parent = raise }
    source:apply(list{ 1 })
    return source, function() source:toggle_item(1) end
  end,
  ["did_reorder"] = function(raise)
    local source = diffable.data_source{
      view = false, can_reorder_item = function() return true end, did_reorder = raise,
    }
    source:apply(list{ 1, 2 })
    return source, function() source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 }) end
  end,
}

describe("an error of a callback", function()
  for name, make in pairs(raising) do
    it("is the very value that was raised, unless it is a string: " .. name, function()
      for _, value in ipairs{ { code = 3 }, setmetatable({}, { __tostring = function() return "an error" end }), 7,
                              true } do
        local source, call = make(function() error(value, 0) end)
        local ok, raised = pcall(call, source)
        assert.is_false(ok)
        assert.is_true(rawequal(value, raised))
      end
    end)

    it("has its frames and no others if it is a string: " .. name, function()
      local function deep() error("boom", 0) end
      local source, call = make(function() deep() end)
      local message = support.error_of(call, source)
      assert.matches(
        "^boom %(in [^\n]*%)\n\t%[C%]: in function 'error'\n\t[^\n]*: in [^\n]*'deep'\n\t[^\n]*: in function <[^\n]*>$",
        message)
    end)
  end

  it("names at most twenty frames", function()
    local function recurse(depth)
      if depth == 0 then error("deep", 0) end
      recurse(depth - 1)
      return nil
    end
    local source = diffable.data_source{ view = false }
    source:on_apply(function() recurse(100) end)
    local message = support.error_of(source.apply, source, list{ 1 })
    assert.equal(21, select(2, message:gsub("\n\t", "")))
    assert.matches("\n\t%.%.%.$", message)
    source = diffable.data_source{ view = false }
    source:on_apply(function() recurse(math.huge) end)
    assert.matches("stack overflow", support.error_of(source.apply, source, list{ 1 }))
  end)

  it("keeps a traceback that the callback made", function()
    local source = diffable.data_source{ view = false }
    source:on_apply(function() error(debug.traceback("mine"), 0) end)
    local message = support.error_of(source.apply, source, list{ 1 })
    assert.matches("^mine", message)
    assert.matches("%(in an observer of applies%)", message)
  end)

  it("leaves one traceback, from the error to the line of the script", function()
    local output = support.run([[
      -- line 1
      local diffable = require "diffable"
      local function deep() error("boom") end
      local outer, inner = diffable.data_source{ view = false }, diffable.data_source{ view = false }
      inner:on_apply(function() deep() end)
      outer:on_apply(function() inner:apply(diffable.snapshot{ "s" }) end)
      outer:apply(diffable.snapshot{ "s" }) -- line 7
    ]])
    assert.equal(1, select(2, output:gsub("stack traceback:", "")))
    assert.matches(":3: boom %(in an observer of applies%) %(in an observer of applies%)\n", output)
    local lines = {}
    for line in output:gmatch("\n\t[^\n]-:(%d+): in") do lines[#lines + 1] = line end
    assert.equal("3 5 6 7", table.concat(lines, " "))
  end)
end)
