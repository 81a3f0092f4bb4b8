-- Functions for running scripts: the message handler of every call, `prepare` for the module and the arguments, and
-- `library` for the option -l. They are written in Lua because they may raise errors, which must not jump over frames
-- of Swift.
local command = ...

-- If a message is about a global that is nil, adds a hint: the global that was probably meant, or that the name was
-- local.
local function with_hint(message)
  local name = message:match("%(global '([%a_][%w_]*)'%)")
  local hint = name and command.hint_about_local(name)
  if hint then return (message:gsub("%(global '[%w_]+'%)", "%0; " .. hint, 1)) end
  local nearest = name and rawget(_G, name) == nil and command.nearest(name, _G)
  return nearest and (message:gsub("%(global '[%w_]+'%)", "%0; did you mean '" .. nearest .. "'?", 1)) or message
end

local function handler(message)
  if message == "interrupted" then return message end -- from diffable.run, which ^C ended
  if type(message) ~= "string" then
    local metatable = getmetatable(message)
    local is_of_library = type(metatable) == "table" and metatable.__name == "diffable.error"
    if type(metatable) == "table" and metatable.__tostring and not is_of_library then return tostring(message) end
    if type(message) == "number" or is_of_library then
      message = tostring(message)
    else
      message = command.error_text(message)
    end
  end
  if command.is_interactive then message = with_hint(message) end
  -- ^C ends a script without a traceback. At the prompt, the traceback shows where the entry was interrupted.
  if not command.is_interactive and message:match("^interrupted!") then return "interrupted!" end
  local traceback = debug.traceback("", 2) -- not traceback(message, 2), which ends at a zero byte of the message
  traceback = traceback:gsub("\n\tdiffable:%d+: in [^\n]*", "") -- the frames of the command
  -- The frames of a callback, which the module adds to a message, belong in the traceback.
  local text, frames = message:match("^(.-)(\n\t[^\n]*: in .*)$")
  return text and text .. traceback:gsub("\n\t", function() return frames .. "\n\t" end, 1) or message .. traceback
end

-- Makes `require "diffable"` work, and sets the globals `diffable` and `arg`. `script` is the index of the script among
-- the arguments; without a script it is 0, the index of the command, as in lua.
local function prepare(open, script, ...)
  package.preload.diffable = open
  diffable = require "diffable"
  arg = {}
  for index = 1, select("#", ...) do arg[index - 1 - script] = (select(index, ...)) end
end

local function library(name)
  local global, module = name:match("^([^=]+)=(.+)$")
  -- Called by pcall, `require` adds no position of this file to its message.
  local succeeded, result = pcall(require, module or name)
  if not succeeded then error(result, 0) end
  _G[global or name] = result
end

return handler, prepare, library
