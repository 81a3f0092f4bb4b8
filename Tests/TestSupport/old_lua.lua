-- What tests use of Lua 5.4, for older versions: `lua5.1 -l old_lua`. Changes nothing that a version has.

-- luacheck: globals unpack setfenv loadstring newproxy table math utf8 coroutine load xpcall setmetatable warn package
-- luacheck: globals collectgarbage os
local unpack_list = table.unpack or unpack

table.unpack = unpack_list
table.pack = table.pack or function(...) return { n = select("#", ...), ... } end
table.move = table.move or function(from, first, last, at, to)
  to = to or from
  for i = 0, last - first do to[at + i] = from[first + i] end -- no test moves a range onto itself
  return to
end

if not math.type then
  -- The language has no integers: a number counts as one if it is whole.
  math.maxinteger, math.mininteger = 2^53, -2^53
  function math.type(value)
    if type(value) ~= "number" then return nil end
    return value % 1 == 0 and value >= -2^53 and value <= 2^53 and "integer" or "float"
  end
  function math.tointeger(value) return math.type(value) == "integer" and value or nil end
end

if not utf8 then
  utf8 = {}
  function utf8.char(scalar)
    if scalar < 0x80 then return string.char(scalar) end
    local bytes, first = "", scalar < 0x800 and 0xC0 or scalar < 0x10000 and 0xE0 or 0xF0
    for _ = 1, scalar < 0x800 and 1 or scalar < 0x10000 and 2 or 3 do
      bytes = string.char(0x80 + scalar % 64) .. bytes
      scalar = math.floor(scalar / 64)
    end
    return string.char(first + scalar) .. bytes
  end

  -- The scalar at a byte, and how long it is; nil where no well-formed character begins.
  local function decode(text, at)
    local lead = text:byte(at)
    local size = lead < 0x80 and 1 or lead < 0xE0 and 2 or lead < 0xF0 and 3 or 4
    if lead >= 0x80 and lead < 0xC2 or lead > 0xF4 then return nil end
    local scalar = size == 1 and lead or lead % 2^(7 - size)
    for i = at + 1, at + size - 1 do
      local byte = text:byte(i)
      if not byte or byte < 0x80 or byte > 0xBF then return nil end
      scalar = scalar * 64 + byte % 64
    end
    local is_surrogate = scalar >= 0xD800 and scalar <= 0xDFFF
    return utf8.char(scalar) == text:sub(at, at + size - 1) and not is_surrogate and scalar or nil, size
  end

  function utf8.codes(text)
    return function(_, at)
      local next_at = at == 0 and 1 or at + select(2, decode(text, at))
      if next_at <= #text then return next_at, (assert(decode(text, next_at), "invalid UTF-8 code")) end
    end, text, 0
  end

  function utf8.len(text)
    local at, count = 1, 0
    while at <= #text do
      local scalar, size = decode(text, at)
      if not scalar then return nil, at end
      at, count = at + size, count + 1
    end
    return count
  end
end

package.searchers = package.searchers or package.loaders

-- 5.4 has modes of the collector. Lua 5.1 does not tell whether it is stopped, and its os.exit takes numbers only.
if _VERSION < "Lua 5.4" then
  local collect, is_running = collectgarbage, true
  function collectgarbage(option, argument, multiplier)
    if option == "incremental" or option == "generational" then
      if argument then collect("setpause", argument) end
      if multiplier then collect("setstepmul", multiplier) end
      return "incremental"
    elseif option == "isrunning" then
      return is_running
    end
    if option == "stop" or option == "restart" then is_running = option == "restart" end
    return collect(option, argument)
  end
end
if setfenv then
  local exit = os.exit
  function os.exit(status, ...) exit(status == true and 0 or status == false and 1 or status, ...) end
end

coroutine.close = coroutine.close or function() end

-- 5.1 loads text by another function, and has no arguments for xpcall.
if setfenv then
  local load_functions, call = load, xpcall
  function load(chunk, name, _, environment)
    local loaded, message = (type(chunk) == "string" and loadstring or load_functions)(chunk, name)
    if loaded and environment then setfenv(loaded, environment) end
    return loaded, message
  end
  function xpcall(f, handler, ...)
    local arguments = table.pack(...)
    return call(function() return f(unpack_list(arguments, 1, arguments.n)) end, handler)
  end
end

-- LuaJIT crashes where memory runs out in what it has compiled.
if rawget(_G, "jit") and rawget(_G, "host") then jit.off() end -- luacheck: globals jit

-- Tables have no finalizers there: an empty table gets a userdata that has one.
if newproxy then
  local set = setmetatable
  function setmetatable(object, metatable)
    if metatable and rawget(metatable, "__gc") and next(object) == nil then
      local proxy = newproxy(true)
      getmetatable(proxy).__gc = function() metatable.__gc(object) end
      rawset(object, "finalizer of this table", proxy)
    end
    return set(object, metatable)
  end
end

-- The module calls a global function of this name where Lua has no warnings.
if not warn then
  local is_on = false
  function warn(message)
    if message == "@on" or message == "@off" then
      is_on = message == "@on"
    elseif is_on then
      io.stderr:write("Lua warning: ", message, "\n")
    end
  end
end
