-- Loaded for --record and for .record of the REPL. Functions that write to standard output also pass the text to the
-- recorder. The last line of the text that is not blank becomes the caption of the next apply.
local note = ...
local stdout, output = io.stdout, io.output
local tostring, type, concat, pack, unpack, select = tostring, type, table.concat, table.pack, table.unpack, select
local methods = debug.getmetatable(stdout).__index
local print, io_write, write = print, io.write, methods.write

function _G.print(...)
  local texts = pack(...)
  for index = 1, texts.n do texts[index] = tostring(texts[index]) end
  note(concat(texts, "\t", 1, texts.n) .. "\n")
  return print(unpack(texts, 1, texts.n))
end

local function note_written(...)
  for index = 1, select("#", ...) do
    local value = select(index, ...)
    if type(value) == "string" or type(value) == "number" then note(tostring(value)) end
  end
end

rawset(io, "write", function(...)
  if output() == stdout then note_written(...) end
  return io_write(...)
end)

function methods.write(file, ...)
  if file == stdout then note_written(...) end
  return write(file, ...)
end
