-- Errors of the library are objects with a code and a plain message, which are printed as strings would be.
local diffable = require "diffable"
local support = require "support"

local has_objects = _VERSION ~= "Lua 5.1" or rawget(_G, "jit") ~= nil -- the lua of 5.1 does not print objects

local function list() return diffable.snapshot{ { id = "fares", items = { 1, "bus" } } } end

local function error_of(call, ...)
  local ok, value = pcall(call, ...)
  assert(not ok)
  return value
end

if not has_objects then
  describe("an error in Lua 5.1", function()
    it("is a string", function() assert.equal("string", type(error_of(list().append_items, list(), 1))) end)
  end)
  return
end

describe("an error of the library", function()
  it("has a code, a plain message and an identifier", function()
    local function has(code, message, identifier, call, ...)
      local err = error_of(call, ...)
      assert.same({ code, message, identifier }, { err.code, err.message, err.identifier })
    end
    local snapshot, source = list(), diffable.data_source{ view = support.recorder() }
    has("DUPLICATE_IDENTIFIER", 'item 1 is already at section "fares", item 1', 1, snapshot.append_items, snapshot, 1)
    has("UNKNOWN_IDENTIFIER", 'there is no item "ferry"', "ferry", function() snapshot:reload_items("ferry") end)
    has("UNKNOWN_IDENTIFIER", 'there is no section "x"', "x", function() return snapshot:item_identifiers("x") end)
    has("UNKNOWN_IDENTIFIER", 'there is no item "1", but there is 1', "1", snapshot.item, snapshot, "1")
    has("UNKNOWN_IDENTIFIER", 'there is no item "1", but there is 1', "1", snapshot.reload_items, snapshot, "1")
    has("INVALID_ARGUMENT", "argument 1: integer or string expected, got 2.5", nil,
      snapshot.append_items, snapshot, 2.5)
    has("NO_PROVIDER", "no cell provider for item 1 at section 1, item 1", 1,
      source.apply, source, diffable.snapshot{ { id = "s", items = { 1 } } })
    source.cell = function() return true end
    has("INVALID_CELL", "cell of item 1 at section 1, item 1: table or string expected, got boolean; "
      .. "the item is the integer 1, not a table", 1,
      source.apply, source, diffable.snapshot{ { id = "s", items = { 1 } } })
  end)

  it("is printed with its position, its code and the call", function()
    local snapshot = list()
    local line = debug.getinfo(1, "l").currentline + 1
    local err = error_of(function() snapshot:append_items(1) end)
    local text = "Tests/DiffableLuaTests/error_objects_spec.lua:" .. line
      .. ': DUPLICATE_IDENTIFIER: append_items: item 1 is already at section "fares", item 1'
    assert.equal(text, tostring(err))
    assert.equal("a " .. text, "a " .. err)
    assert.equal(text .. 1, err .. 1)
    assert.equal("1", err:match("item (%d)"))
    assert.equal(text:upper(), err:upper())
    assert.equal(#text, err:len())
    assert.equal(text:find("DUPL", 1, true), (err:find("DUPL", 1, true)))
    assert.is_nil(err.zzz)
  end)

  it("may be raised again, and remains what it is", function()
    local snapshot = list()
    local err = error_of(snapshot.append_items, snapshot, 1)
    assert.is_true(rawequal(err, error_of(error, err)))
    assert.is_true(rawequal(err, error_of(error, err, 2)))
    assert.is_true(rawequal(err, select(2, coroutine.resume(coroutine.create(function() error(err) end)))))
    local _, traced = xpcall(function() snapshot:append_items(1) end, debug.traceback)
    assert.matches("DUPLICATE_IDENTIFIER: append_items: item 1", tostring(traced), 1, true)
  end)

  it("gets the name of a callback that raises it, and its frames", function()
    local source = diffable.data_source{ view = false }
    local snapshot, inner = list(), nil
    source:on_apply(function()
      inner = error_of(snapshot.append_items, snapshot, 1)
      error(inner)
    end)
    local err = error_of(source.apply, source, list())
    local pattern = "^DUPLICATE_IDENTIFIER: append_items: item 1 [^\n]* "
      .. "%(in an observer of applies%)\n\t[^\n]*error[^\n]*\n\t"
    assert.matches(pattern, tostring(err))
    assert.same({ inner.code, inner.message, 1 }, { err.code, err.message, err.identifier })
    assert.falsy(tostring(inner):find("\n", 1, true))
  end)

  it("is shown with a traceback by the host", function()
    local output, ended_well = support.run([[
      local diffable = require "diffable"
      local function add() diffable.snapshot():append_items(1) end
      local ok, err = pcall(add)
      print(err)
      io.stdout:flush()
      add() -- line 6
    ]])
    assert.is_false(ended_well)
    local first, rest = output:match("^([^\n]*)\n(.*)$")
    assert.matches(
      "^[^\n]*:2: NO_SECTIONS: append_items: there are no sections yet; append a section before its items$", first)
    assert.matches(first, rest, 1, true)
    assert.matches("\nstack traceback:\n", rest)
    assert.matches("\n\t[^\n]*:6: in main chunk", rest)
    assert.equal(1, select(2, output:gsub("stack traceback", "")))
  end)
end)

describe("a string that a program raises", function()
  it("stays a string", function()
    local source = diffable.data_source{ view = false }
    source:on_apply(function() error("mine") end)
    assert.equal("string", type(error_of(source.apply, source, list())))
  end)
end)
