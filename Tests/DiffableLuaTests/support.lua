-- What the specs share.
local diffable = require "diffable"

local support = {}

-- A text view that keeps what it writes, and the array it keeps it in.
function support.recorder(options)
  local written = {}
  options = options or {}
  options.write = function(text) written[#written + 1] = text end
  return diffable.text_view(options), written
end

-- A data source whose view shows every row as its id, and an array of the ids its cell provider was asked for.
function support.counting_source(options)
  local calls = {}
  local view, written = support.recorder()
  options = options or {}
  options.view = view
  options.cell = options.cell or function(item, index_path)
    local id = type(item) == "table" and item.id or item
    calls[#calls + 1] = { id = id, item = item, index_path = index_path }
    return tostring(id)
  end
  return diffable.data_source(options), calls, written
end

function support.ids(calls)
  local ids = {}
  for i, call in ipairs(calls) do ids[i] = call.id end
  table.sort(ids, function(a, b) return tostring(a) < tostring(b) end)
  return ids
end

function support.clear(array)
  for i = #array, 1, -1 do array[i] = nil end
end

-- One section called "s" with these items.
function support.list(items)
  return diffable.snapshot{ { id = "s", items = items } }
end

-- What a snapshot says, as plain tables: { { section, item, item, ... }, ... }
function support.plain(snapshot)
  local result = {}
  for i, section in ipairs(snapshot:section_identifiers()) do
    result[i] = { section, table.unpack(snapshot:item_identifiers(section)) }
  end
  return result
end

-- What an error says, which is a string or an error of the library.
local function text_of(value)
  local metatable = type(value) == "table" and getmetatable(value)
  if metatable and metatable.__name == "diffable.error" then return tostring(value) end
  assert(type(value) == "string", "the error is a " .. type(value))
  return value
end

-- Calls, expects an error of the library or a string, and returns what it says.
function support.error_of(call, ...)
  local results = table.pack(pcall(call, ...))
  assert(not results[1], "no error was raised")
  return text_of(results[2])
end

-- Calls, and expects an error that contains a text.
function support.fails(text, call, ...)
  local message = support.error_of(call, ...)
  if not message:find(text, 1, true) then
    error(("expected an error with %q, got %q"):format(text, message), 2)
  end
  return message
end

-- The Lua that the specs run in, as a command. Before 5.4, Tests/TestSupport/old_lua.lua has what the tests use.
support.lua = os.getenv("LUA") or "lua5.4"

-- Runs a script in a process of its own, behind what the shell is to do first; returns what it wrote and
-- whether it ended well.
function support.run(script, before)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(script)
  file:close()
  local process = assert(io.popen((before or "") .. "NO_COLOR=1 " .. support.lua .. " " .. name .. " 2>&1; echo $?"))
  local output, status = process:read("*a"):match("^(.-)(%d+)\n$")
  process:close()
  os.remove(name)
  return output, status == "0"
end

-- Numbers from 1 to n, the same for the same seed.
function support.random(seed)
  local state = seed
  return function(n)
    state = state * 16807 % 2147483647
    return math.floor(state / 256) % n + 1
  end
end

-- The bytes that a text spells as Lua does: [[\u{202e}]] and [[\xff]], which 5.1 does not know.
function support.text(spelled)
  return (spelled:gsub("\\u{(%x+)}", function(scalar) return utf8.char(tonumber(scalar, 16)) end)
    :gsub("\\x(%x%x)", function(byte) return string.char(tonumber(byte, 16)) end))
end

support.has_integers = math.type(1.0) == "float"
support.finalizers_may_raise = _VERSION >= "Lua 5.4" -- before, whatever runs the collector raises that

-- The fields of a difference; 5.1 and LuaJIT call no metamethod for that.
function support.pairs(object)
  local metamethod = debug.getmetatable(object).__pairs
  return metamethod(object)
end

-- Ends the block of a variable that is to be closed. Before 5.4 there are none: calls what 5.4 would.
support.end_block = load("local object <close> = ...")
  or function(object) debug.getmetatable(object).__close(object) end

-- A trace of LuaJIT keeps the closures alive that it was recorded with, and which traces there are differs from run to
-- run.
function support.collect()
  if jit then jit.flush() end
  collectgarbage()
  collectgarbage()
end

return support
