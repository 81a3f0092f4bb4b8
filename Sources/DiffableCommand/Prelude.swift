/// What the command does in Lua, because it may raise, and nothing may be raised through a frame of Swift:
/// a chunk that returns the first functions of `Interpreter.Function`.
let prelude: StaticString = """
    local function handler(message)
      if type(message) ~= "string" then
        local metatable = getmetatable(message)
        if type(metatable) == "table" and metatable.__tostring then return tostring(message) end
        message = "(error object is a " .. type(message) .. " value)"
      end
      return message .. debug.traceback("", 2) -- a message may have zeros in it
    end

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
    """
