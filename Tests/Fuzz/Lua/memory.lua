-- memory [STRIDE]: memory that runs out. Every operation fails at each of its requests for memory in turn, or at every
-- so many of them: once with all requests that follow, and once alone. A failure is "not enough memory"; it leaves what
-- was there, or all that was asked for, and the same call can follow. Without a stride every operation also gives the
-- same with a full collection in front of every object that it makes.
local diffable = require "diffable"
local called = require "called"
local operations = require "operations"
local huge = math.maxinteger

-- 5.1 and LuaJIT do not collect when memory is refused, so no collection can be asked for in that way.
local collects = not newproxy -- luacheck: globals newproxy

local function fail(what, operation, request)
  error(("%s: %s, at request %d"):format(operation.name, what, request), 0)
end

local function is_of_memory(message)
  return type(message) == "string" and message:find("not enough memory", 1, true) ~= nil
end

-- What an operation returns and leaves, undisturbed.
local function expected(operation)
  local world = operations.world()
  local list_before, rest_before = operations.shown(world)
  local result = called.noting(operation.run, world)
  local list, rest = operations.shown(world)
  local halfway = operations.world()
  if operation.first_half then operation.first_half(halfway) end
  return {
    list_before = list_before, rest_before = rest_before, result = result, list = list, rest = rest,
    list_halfway = operations.shown(halfway),
  }
end

local function check_collecting(operation, wanted)
  local world = operations.world()
  host.collect(true)
  local result = operation.run(world)
  host.collect(false)
  local list, rest = operations.shown(world)
  if result ~= wanted.result or list ~= wanted.list or rest ~= wanted.rest then
    fail("something else with collections", operation, 0)
  end
end

-- Returns whether there was such a request.
local function check_request(operation, wanted, first, last)
  local world = operations.world()
  local has_failed, ok, result = host.try(first, last, operation.run, world)
  if not has_failed then return false end
  if ok and last == first then -- Lua collected and asked again
    if collects and result ~= wanted.result then fail("another result", operation, first) end
  elseif not ok and not is_of_memory(result) then
    fail(tostring(result), operation, first)
  end
  local list, rest = operations.shown(world)
  if list ~= wanted.list_before and list ~= wanted.list_halfway and list ~= wanted.list then
    fail("half a change of the list", operation, first)
  end
  if rest ~= wanted.rest_before and rest ~= wanted.rest then fail("half an edit", operation, first) end
  if list == wanted.list_before and rest == wanted.rest_before then
    if operation.run(world) ~= wanted.result then fail("another result afterwards", operation, first) end
    list, rest = operations.shown(world)
    if list ~= wanted.list or rest ~= wanted.rest then fail("something else afterwards", operation, first) end
  end
  return true
end

-- How much the engine has where nobody has anything of it.
local function held()
  collectgarbage() -- Lua collects without finalizers while it has no memory, so that they pile up
  collectgarbage() -- the contents of an object whose finalizer had to wait
  diffable.section_snapshot{ "a" } -- reading a list drops what is left of one that was not handed over
  collectgarbage()
  collectgarbage()
  return host.blocks()
end

-- In 5.2 objects of a call that gets no memory may wait for their finalizers until the state is closed. The host then
-- checks that nothing is lost.
local may_wait = _VERSION == "Lua 5.2"

local stride = math.tointeger(tonumber((...) or 1))
local total = 0
for _, operation in ipairs(operations) do
  local wanted = expected(operation)
  if stride == 1 and collects then check_collecting(operation, wanted) end
  local held_before = held()
  for _, alone in ipairs{ true, false } do
    local request = 1
    while check_request(operation, wanted, request, alone and request or huge) do
      local lost = held() - held_before
      if lost ~= 0 and not may_wait then fail(lost .. " blocks of the engine are lost", operation, request) end
      request = request + stride
      total = total + 1
    end
  end
end
called.check(operations.world())
print(("memory: %d operations, %d requests that failed"):format(#operations, total))
