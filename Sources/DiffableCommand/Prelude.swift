/// What the command does in Lua, because it may raise, and nothing may be raised through a frame of Swift:
/// a chunk that returns the functions of `Interpreter.Function`, in their order.
let prelude: StaticString = """
    local function handler(message)
      if type(message) ~= "string" then
        local metatable = getmetatable(message)
        if type(metatable) == "table" and metatable.__tostring then return tostring(message) end
        message = "(error object is a " .. type(message) .. " value)"
      end
      return debug.traceback(message, 2)
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

    local function compile(text)
      local chunk = load("return " .. text:gsub("^=", ""), "=stdin")
      if chunk then return chunk end
      local message
      chunk, message = load(text, "=stdin")
      if chunk then return chunk end
      if message:sub(-5) == "<eof>" then return nil end
      error(message, 0)
    end

    local function show(text, ...)
      if select("#", ...) == 0 then return end
      _ = (...)
      if not text:find(";%s*$") then print(...) end
    end

    return handler, prepare, library, compile, show
    """
