-- What the versions of Lua have and do not have: each line of the table in docs/lua.md has its spec here. The function
-- of a line tells whether the running Lua has it.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local name = rawget(_G, "jit") and "LuaJIT" or _VERSION:match("%d%.%d")

local function raises(f, ...) return not pcall(f, ...) end

local lines = {}

lines["`1` and `1.0` are one number, so they are one content"] = function()
  local item = { id = "a", n = 1 }
  local before, after = support.list{ item }, support.list{ { id = "a", n = 1.0 } }
  assert.is_true(before:contains_item("a"))
  assert.is_true(support.list{ 7.0 }:contains_item(7))
  return before == after
end

lines["integers beyond 2^53 are told apart"] = function()
  assert.equal(2, #support.list{ 2^53 - 1, 2^53 })
  local one, other = load("return 9007199254740992, 9007199254740993")()
  return not raises(support.list, { one, other })
end

lines["`local x <close>` closes an object"] = function()
  local chunk = load("local object <close> = ...")
  local snapshot = diffable.snapshot()
  if chunk then chunk(snapshot) else snapshot:close() end
  support.fails("the snapshot is closed", snapshot.item_identifiers, snapshot)
  return chunk ~= nil
end

lines["`pairs(difference)` visits its fields"] = function()
  local difference = diffable.difference(diffable.snapshot(), support.list{ 1 })
  assert.equal(1, difference:counts().inserted_items)
  if raises(pairs, difference) then return false end
  local fields = {}
  for field, value in pairs(difference) do fields[field] = value end
  assert.same(difference.inserted_items, fields.inserted_items)
  return true
end

lines["`ipairs(snapshot)` says what to write instead"] = function()
  local message = support.error_of(function() for _ in ipairs(diffable.snapshot()) do end end)
  return message:find("its method item_identifiers returns one", 1, true) ~= nil
end

lines["`pairs(snapshot)` raises an error that says what to write instead"] = function()
  local message = support.error_of(pairs, diffable.snapshot())
  return message:find("its method each visits its items", 1, true) ~= nil
end

lines["a provider with the parameters `self, item` is an error"] = function()
  return raises(load("local source = ... function source:cell(item) end"), diffable.data_source{ view = false })
end

lines["warnings are those of Lua; else the module calls a global function `warn`, if there is one"] = function()
  local source = diffable.data_source{ view = false }
  local warned
  local native = rawget(_G, "warn")
  rawset(_G, "warn", function(message) warned = message end)
  source:apply(support.list{ { id = "a", f = function() end } })
  source:apply(support.list{ { id = "a", f = function() return 1 end } })
  rawset(_G, "warn", native)
  if warned then
    assert.matches('^diffable: the content of item "a" is the same as before but for a function', warned)
  end
  return not warned
end

lines["errors of the module are [objects](#error), and not strings"] = function()
  local _, raised = pcall(diffable.snapshot, 1)
  assert.matches("INVALID_ARGUMENT: snapshot: argument 1: ", tostring(raised), 1, true)
  return type(raised) == "table"
end

lines["`error(42)` in a callback raises the number, and not a text with the line"] = function()
  local source = diffable.data_source{ view = false }
  source:on_apply(function() error(42) end)
  local _, raised = pcall(source.apply, source, support.list{ 1 })
  if raised == 42 then return true end
  assert.matches(": 42 %(in an observer of applies%)", raised)
  return false
end

lines["tables have finalizers (`__gc`)"] = function()
  local finalized = false
  debug.setmetatable({ 1 }, { __gc = function() finalized = true end })
  support.collect()
  return finalized
end

lines["an error in a finalizer is only a warning, which does not stop the code that runs then"] = function()
  local proxy = rawget(_G, "newproxy")
  local function fail() error("in a finalizer", 0) end
  if proxy then
    getmetatable(proxy(true)).__gc = fail
  else
    setmetatable({}, { __gc = fail })
  end
  local ok = pcall(support.collect)
  assert.equal(1, #support.list{ 1 })
  return ok
end

lines["a coroutine may yield inside `pcall`, between calls of the module"] = function()
  local source = diffable.data_source{ view = false }
  local thread = coroutine.create(function()
    local ok = pcall(function()
      source:apply(support.list{ 1 })
      coroutine.yield("between")
      source:apply(support.list{ 1, 2 })
    end)
    return ok
  end)
  local _, between = coroutine.resume(thread)
  if between ~= "between" then return false end
  coroutine.resume(thread)
  assert.equal(2, #source:snapshot())
  return true
end

describe("the table of versions", function()
  local file = assert(io.open("docs/lua.md"))
  local page = file:read("*a")
  file:close()
  local section = assert(page:match("\n## Versions of Lua\n(.-)\n## "))
  local columns, rows = {}, {}
  for line in section:gmatch("\n(|[^\n]+)") do
    local cells = {}
    for cell in line:gmatch("|%s*([^|]-)%s*%f[|]") do cells[#cells + 1] = cell end
    if cells[2] and cells[2]:find("5.1", 1, true) then
      for i = 2, #cells do columns[cells[i]] = i end
    elseif not cells[1]:find("^%-") then
      rows[cells[1]] = cells
    end
  end

  for text, has in pairs(lines) do
    it("has a line that is true: " .. text, function()
      local cells = assert(rows[text], "the page has no such line")
      assert.equal(cells[assert(columns[name], name)], has() and "yes" or "no")
    end)
  end

  it("has no other lines", function()
    for text in pairs(rows) do assert.is_function(lines[text], text) end
  end)
end)
