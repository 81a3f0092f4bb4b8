-- What the specs of the command share.
local support = {}

-- Runs the command with some standard input. Returns what it prints, what it reports, and its status.
function support.run(arguments, input, environment)
  local errors = os.tmpname()
  local source = os.tmpname()
  local file = assert(io.open(source, "w"))
  file:write(input or "")
  file:close()
  local pipe = assert(io.popen(("LUA_INIT= %s build/bin/diffable %s <%s 2>%s")
    :format(environment or "", arguments, source, errors)))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  file = assert(io.open(errors))
  local message = file:read("a")
  file:close()
  os.remove(errors)
  os.remove(source)
  return output, message, status
end

-- Returns the path of a new file with this text.
function support.script(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

return support
