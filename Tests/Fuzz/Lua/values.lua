-- Random values to hand to the module: mostly what it wants, sometimes what nobody should hand it.
local diffable = require "diffable"

local values = {}
local random = math.random

-- Random numbers that are the same for the same seed. One of several is chosen by its place, never by `pairs`, whose
-- order differs from state to state.
function values.one_of(list) return list[random(#list)] end

function values.chance(percent) return random(100) <= percent end

local function fail() error("a metamethod fails") end

local function with_metamethods()
  return setmetatable({ id = random(20) },
    { __index = fail, __len = fail, __pairs = fail, __eq = fail, __tostring = fail, __name = 5 })
end

local function cyclic()
  local one, other = {}, {}
  one.other, other.one, one.self = other, one, one
  return { id = random(20), one = one }
end

local function deep()
  local inner = {}
  for _ = 1, 200 do inner = { inner } end
  return { id = random(20), inner = inner }
end

local wrong = {
  function() return nil end, function() return {} end, function() return { id = {} } end, function() return 1.5 end,
  function() return 0 / 0 end, function() return math.huge end, function() return true end,
  function() return os.clock end,
  function() return io.stdout end, function() return coroutine.create(print) end, function() return { 1, nil, 3 } end,
  function() return setmetatable({}, { __index = fail, __len = fail }) end, function() return { { { 1 } } } end,
  function() return setmetatable({}, { __call = 5 }) end,
  function() return { uuid = 1.5 } end, function() return { [1] = { uuid = {} } } end,
}

function values.wrong() return values.one_of(wrong)() end

-- What can be called: a function, now and then a table with __call, or one whose __call is such a table.
function values.callable(f)
  local kind = random(12)
  if kind > 2 then return f end
  local called = setmetatable({}, { __call = function(_, ...) return f(...) end })
  return kind == 1 and called or setmetatable({}, { __call = called })
end

local texts = {
  "", "text", "a\0b", "\27[31m", "\xff\xfe", "e\u{301}", "\u{202e}right", "line\nline", ("long "):rep(300), "7",
}

function values.text() return values.one_of(texts) end

function values.id()
  local kind = random(20)
  if kind <= 12 then return random(20) end
  if kind <= 18 then return string.char(96 + random(8)) end
  return kind == 19 and values.text() or values.one_of{ math.mininteger, math.maxinteger, -1, 3.0 }
end

local metatables = { { __gc = fail }, { __mode = "k" }, { __index = {} }, { __name = "entry", __gc = function() end } }

-- Tables that were handed over, and may be changed and handed over again.
local used, number_of_uses = {}, 0

-- Changes a table that was handed over, and what is in it.
function values.change_used()
  if #used == 0 then return end
  local entry = values.one_of(used)
  entry.title = values.text()
  entry.number = values.one_of{ random(3), random(), 1.0, 0 / 0, true }
  entry.more = values.one_of{
    { random(3) }, { entry }, { { inner = values.text() } }, print, io.stdout, false, function() return entry end,
    coroutine.create(print),
  }
  if values.chance(10) then entry.uuid = values.chance(80) and values.id() or values.wrong() end
  entry[random(3)] = values.chance(50) and values.text() or nil
end

-- Takes some out of a list that was handed over, or puts others into it.
local function change_list(list)
  if type(list) ~= "table" or getmetatable(list) then return end
  if values.chance(50) then table.remove(list) else list[#list + 1] = values.id() end
end

local function use(entry)
  used[number_of_uses % 40 + 1] = entry
  number_of_uses = number_of_uses + 1
  return entry
end

-- A table for an identifier.
function values.content(id)
  local more = values.chance(10) and function() return id end or { random(3) }
  return use{
    id = id, uuid = id, kind = values.one_of{ "row", "other", "strange" }, title = values.text(), more = more,
  }
end

-- Some tables that were handed over.
function values.used()
  local list = {}
  for _ = 1, random(0, 3) do list[#list + 1] = values.one_of(used) end
  return list
end

function values.entry()
  if #used > 0 and values.chance(20) then return values.one_of(used) end
  local kind = random(20)
  if kind <= 8 then return values.id() end
  if kind <= 16 then
    local entry = values.content(values.id())
    if values.chance(20) then entry.uuid = values.id() end
    return values.chance(90) and entry or setmetatable(entry, values.one_of(metatables))
  end
  if kind == 17 then return cyclic() end
  if kind == 18 then return deep() end
  return kind == 19 and with_metamethods() or values.id()
end

-- A content as text, to a depth.
function values.described(value, depth)
  if type(value) ~= "table" then return math.type(value) == "float" and value ~= value and "nan" or tostring(value) end
  if depth == 0 then return "{}" end
  local parts = {}
  for key, inner in next, value do
    parts[#parts + 1] = type(key) .. values.described(key, depth - 1) .. "=" .. values.described(inner, depth - 1)
  end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end

function values.entries()
  if values.chance(4) then return values.wrong() end
  if values.chance(20) then return values.entry() end
  local list, seen, may_repeat = {}, {}, values.chance(10)
  values.last_list = list
  for _ = 1, random(0, values.chance(20) and 40 or 5) do
    local entry = values.entry()
    local id = type(entry) == "table" and rawget(entry, "id") or entry
    if may_repeat or not seen[id] then list[#list + 1] = entry end
    seen[id] = true
  end
  return list
end

-- Items of a tree: entries, some of which have children, and say how they are expanded.
function values.branches(depth)
  local list = values.entries()
  if type(list) ~= "table" then return list end
  depth = depth or 0
  for i, entry in next, list do
    if type(i) == "number" and values.chance(40) then
      local id = values.chance(70) and random(1000) or type(entry) == "table" and rawget(entry, "id") or entry
      list[i] = {
        id = id, uuid = id, title = values.chance(50) and values.text() or nil,
        children = depth < 4 and values.chance(60) and values.branches(depth + 1) or nil,
        expanded = values.one_of{ true, false, false, values.chance(5) and 1 or true },
        expandable = values.one_of{ true, false, values.chance(5) and "x" or false },
      }
      if values.chance(50) then list[i].expanded = nil end
      if values.chance(3) then list[i].childen = {} end
      if values.chance(2) then list[i].children = list end
    end
  end
  return list
end

-- One item below the other, `levels` deep, each with the same children beside it.
local function chain(levels)
  local shared = values.chance(30) and values.entries() or nil
  local root = { id = "level", uuid = "level", children = shared }
  for level = 1, levels do
    local id = "level " .. level
    root = { id = id, uuid = id, title = level, expanded = values.one_of{ true, false }, children = { root } }
  end
  return { root }
end

-- The items of a tree.
function values.tree() return values.chance(3) and chain(random(200)) or values.branches() end

-- A function that says what the identifier of a table is: mostly always the same.
function values.key_function()
  local is_odd = values.chance(20)
  return function(item)
    if is_odd and values.chance(10) then
      local kind = random(5)
      if kind == 1 then return nil end
      if kind == 2 then return values.wrong() end
      if kind == 3 then return values.id() end
      if kind == 4 then values.change_used() end
      if kind == 5 then change_list(values.last_list) end
    end
    return rawget(item, "uuid")
  end
end

function values.anchor()
  if values.chance(5) then return values.wrong() end
  return values.chance(10) and values.entry() or values.id()
end

function values.sections()
  local list = {}
  for i = 1, random(0, 4) do
    local section = values.entry()
    if values.chance(70) then section = { id = i, title = values.text(), items = values.entries() } end
    list[i] = section
  end
  return list
end

function values.place() return { section = random(0, 4), item = random(0, 6) } end

function values.animation()
  return values.one_of{ "automatic", "left", "fade", "none", values.chance(10) and "sideways" or "top" }
end

-- What a provider returns.
function values.cell(item)
  local kind = random(90)
  if kind == 4 then
    return values.one_of{
      {}, { text = "" }, { accessory = "star" }, { height = 2 }, "", { detail = "" }, { image = " " },
    }
  end
  if kind == 1 then return values.wrong() end
  if kind == 2 then return { text = {}, unknown = 1 } end
  if kind == 3 then return { text = "x", height = random(-1, 2000), indentation = random(-1, 200) } end
  if kind <= 45 then return values.text() end
  local title = type(item) == "table" and rawget(item, "title") or item
  return { text = title, detail = random(9), image = values.text(), secondary_text = values.text(), accessory = "star" }
end

-- What is raised.
local errors = {
  function() return "message" end, function() return "a\0b" end, function() return {} end, function() return nil end,
  function() return { code = 3, message = "no" } end,
  function() return 42 end, function() return io.stdout end, function() return diffable.snapshot() end,
  function() return coroutine.create(print) end,
  function() return setmetatable({}, { __tostring = fail }) end,
  function() return setmetatable({}, { __tostring = function() return {} end }) end,
  function() return ("x"):rep(20000) end, function() return false end, function() return print end,
}

function values.error() return values.one_of(errors)() end

return values
