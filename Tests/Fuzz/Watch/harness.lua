-- Runs `diffable watch` on the bytes of an input, twice, with chunks of other sizes. Both runs must write the same.
-- Nothing but text may be written, and NDJSON must be JSON. What is wrong is an error, which ends the fuzzer.
local diffable = require "diffable"
local ndjson_view = diffable.ndjson_view

local options = {
  {}, { "--key", ".name" }, { "--key", ".a", "--key", ".b" }, { "--key", "." }, { "--rows", ".items" },
  { "--section", ".kind" },
  { "--sort", ".n" }, { "--sort", "-.n", "--section", ".kind" }, { "--text", ".name", "--detail", ".n" }, { "--once" },
  { "--where", "n > 1 or not kind = x" }, { "--follow", "3" }, { "--input", "csv" },
  { "--input", "columns", "--follow", "2" },
  { "--input", "lines" },
  { "--input", "tsv", "--detail", ".a", "--detail", ".b" }, { "--rows", ".items[]" }, { "--diff-only" },
  { "--key", ".metadata.name", "--text", ".labels[0]", "--detail", ".labels[-1]" }, { "--rows", ".", "--text", "." },
}

-- The files of the program, in the order in which files.c runs them; each one is parsed once.
local files = {}
for index, name in ipairs{
  "paths", "options", "quantities", "tables", "conditions", "lists", "inputs", "source", "moments", "history",
  "saved_history", "stream", "screen", "main",
} do
  files[index] = assert(loadfile("Sources/Command/Watch/Lua/" .. name .. ".lua"))
end

-- The program as it begins.
local function program(command)
  local watch, main = functions(), nil
  for _, file in ipairs(files) do main = file(watch, command) end
  return main
end

local function escaped(text)
  return (text:gsub("[^\n\32-\126]", function(byte) return ("\\x%02x"):format(byte:byte()) end))
end

-- What one run writes to standard output and standard error, and what it returns.
local function output(text, chunk, arguments)
  local written = { out = {}, err = {} }
  local function stream(lines)
    return {
      write = function(self, ...)
        for _, part in ipairs{ ... } do lines[#lines + 1] = part end
        return self
      end,
      flush = function() end,
    }
  end
  local stdout, stderr = io.stdout, io.stderr
  io.stdout, io.stderr = stream(written.out), stream(written.err)
  diffable.ndjson_view = function()
    return ndjson_view{ write = function(event) written.out[#written.out + 1] = event end }
  end
  input(text, chunk)
  local command = {
    escaped = escaped, columns = function() return 80 end, width = function(part) return #part end, colors = false,
  }
  local results = table.pack(pcall(program(command), "watch", table.unpack(arguments)))
  io.stdout, io.stderr = stdout, stderr
  if not results[1] then error(results[2], 0) end
  return table.concat(written.out), table.concat(written.err), results[2]
end

-- YAJL tells where a wrong token begins, or, if its chunk is another one, about where.
local function without_columns(messages) return (messages:gsub(", column %d+", "")) end

local function check(condition, what, text) if not condition then error(what .. ":\n" .. text, 0) end end

return function(bytes)
  local first, second, text = (bytes:byte(1) or 0), (bytes:byte(2) or 0), bytes:sub(3)
  local arguments = table.move(options[first % #options + 1], 1, 9, 1, {})
  local is_ndjson = first >= 128
  arguments[#arguments + 1] = "--format=" .. (is_ndjson and "ndjson" or "text")
  local out, err, is_well = output(text, second % 16 + 1, arguments)
  local whole, whole_err, whole_is_well = output(text, 1 << 20, arguments)
  check(out == whole, "other chunks give another output", out .. "\nand\n" .. whole)
  check(is_well == whole_is_well, "other chunks give another result", text)
  check(without_columns(err) == without_columns(whole_err),
    "other chunks give other error messages", err .. "\nand\n" .. whole_err)
  check(not out:find("[%z\1-\9\11-\31\127]"), "the output has control characters", out)
  check(is_well or err ~= "", "a failure is not reported", out)
  if is_ndjson then
    for line in out:gmatch("[^\n]*\n?") do
      check(line == "" or line:find("^{.*}\n$"), "a line of NDJSON is no object", line)
    end
  end
end
