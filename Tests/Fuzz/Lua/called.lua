-- Notes which functions of the module are called, and fails where one of them was not. library/diffable.lua has the
-- names of all.
local diffable = require "diffable"

local called = {}
local functions = {}

-- What `f` returns.
function called.noting(f, ...)
  debug.sethook(function() functions[debug.getinfo(2, "f").func] = true end, "c")
  local result = f(...)
  debug.sethook()
  return result
end

function called.check(world)
  local objects = {
    diffable = diffable, Snapshot = world.snapshot, DataSource = world.source, View = world.view,
    Difference = diffable.difference(world.snapshot, world.next), Transaction = world.source:apply(world.next),
    History = diffable.history(world.source), Publisher = diffable.publisher(world.source),
    Follower = diffable.follower(world.source),
  }
  local file = assert(io.open("library/diffable.lua"))
  local count, missing = 0, {}
  for class, name in file:read("*a"):gmatch("\nfunction (%a+)[.:]([%w_]+)%(") do
    if not functions[objects[class][name]] then missing[#missing + 1] = class .. " " .. name end
    count = count + 1
  end
  file:close()
  if count < 110 then error(("there are %d functions"):format(count), 0) end
  if #missing > 0 then error("nothing calls " .. table.concat(missing, ", "), 0) end
end

return called
