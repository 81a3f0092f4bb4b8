-- script_memory SCRIPT: a whole script, from its `require` on, whose memory runs out at each of its requests in turn.
-- It ends with "not enough memory", and run again in the same state it prints what it prints undisturbed. So does one
-- whose state is closed at that moment: every tenth is, in a process of its own.
local diffable = require "diffable"

local script = ...
local file = assert(io.open(script))
local source = file:read("*a")
file:close()

local printed

local function write(text) printed[#printed + 1] = text end

diffable.set_default_view(diffable.text_view{ write = write })

local environment = setmetatable({
  print = function(...)
    local words = table.pack(...)
    for i = 1, words.n do write(tostring(words[i]) .. (i < words.n and "\t" or "\n")) end
  end,
}, { __index = _G })

local function run()
  printed = {}
  package.loaded.diffable = nil
  assert(load(source, "@" .. script, "t", environment))()
end

local function output()
  run()
  return table.concat(printed)
end

local wanted = output()

-- How much the engine has after the script. Lua collects without finalizers while it has no memory: the first
-- collection runs these, and the second those of what was reachable from their objects.
local function held()
  collectgarbage()
  collectgarbage()
  return host.blocks()
end

-- Returns whether there was such a request.
local function check(request)
  local has_failed, ok, message = host.try(request, math.maxinteger, run)
  if not has_failed then return false end
  if ok or not tostring(message):find("not enough memory", 1, true) then
    error(("request %d: %s"):format(request, ok and "nothing is said" or tostring(message)), 0)
  end
  return true
end

local held_before = held()
local request = 1
while check(request) do
  if output() ~= wanted then error(("request %d: afterwards the script prints something else"):format(request), 0) end
  local lost = held() - held_before
  if lost ~= 0 then error(("request %d: %d blocks of the engine are lost"):format(request, lost), 0) end
  if request % 10 == 0 and host.fork(check, request) ~= 0 then
    error(("request %d: the state cannot be closed"):format(request), 0)
  end
  request = request + 1
end
print(("memory: %s, %d requests that failed"):format(script, request - 1))
