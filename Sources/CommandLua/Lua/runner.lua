-- How the command runs scripts: the message handler of every call, the module and the arguments, and the option -l.
-- It is Lua because it may raise, and no error may be raised through a frame of Swift.

local function handler(message)
  if message == "interrupted!" then return message end -- from diffable.run, which ^C ended
  if type(message) ~= "string" then
    local metatable = getmetatable(message)
    if type(metatable) == "table" and metatable.__tostring then return tostring(message) end
    message = "(error object is a " .. type(message) .. " value)"
  end
  local traceback = debug.traceback("", 2) -- not traceback(message, 2), which ends at a zero byte of the message
  -- The frames of a callback, which the module adds to a message, belong in the traceback.
  local text, frames = message:match("^(.-)(\n\t.*)$")
  return text and text .. traceback:gsub("\n\t", function() return frames .. "\n\t" end, 1) or message .. traceback
end

-- Makes `require "diffable"` work, and sets the globals `diffable` and `arg`. `script` is the index of the script among
-- the arguments, or -1.
local function prepare(open, script, ...)
  package.preload.diffable = open
  diffable = require "diffable"
  if script >= 0 then
    arg = {}
    for index = 1, select("#", ...) do arg[index - 1 - script] = (select(index, ...)) end
  end
end

local function library(name)
  local global, module = name:match("^([^=]+)=(.+)$")
  _G[global or name] = require(module or name)
end

return handler, prepare, library
