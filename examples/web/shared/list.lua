-- The program that owns the list. server.mjs starts it and writes requests to its standard input, one in each line. The
-- program writes an answer to each request in a line of standard output. It shows the changes of the list on standard
-- error.

local diffable = require "diffable"

local source = diffable.data_source{
  cell = function(task) return { text = task.text, detail = task.done and "done" or nil } end,
  view = diffable.text_view{ write = function(text) io.stderr:write(text) end },
}
source:apply(diffable.snapshot{ { id = "tasks", items = {
  { id = "milk", text = "Buy milk", done = false },
  { id = "rent", text = "Pay rent", done = true },
  { id = "call", text = "Call Ann", done = false },
} } })
local publisher = diffable.publisher(source)

local function to_hex(bytes)
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

local function from_hex(digits)
  return (digits:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

-- Raises an error if a page could not show the list. This must be checked, because clients may send anything.
local function check(list)
  for _, id, _, task in list:each() do
    local is_task = type(task) == "table" and type(task.text) == "string" and type(task.done) == "boolean"
    if not is_task then error(("%s is no task"):format(id), 0) end
  end
end

local answers = {}

-- Returns the current version, and the message for a page whose list has the given version. The version of a page
-- without a list is "none".
function answers.message(version)
  local document = publisher:message(version ~= "none" and version or nil)
  return publisher:version() .. " " .. to_hex(document or "")
end

-- Applies an edit of a page. Returns WRONG_VERSION if the list has changed since the version that the page edited. Then
-- the page must merge first.
function answers.edit(patch)
  local list = source:snapshot()
  local ok, err = pcall(function()
    list:apply_patch(from_hex(patch))
    check(list)
    source:apply(list)
  end)
  return ok and "OK" or type(err) == "table" and err.code or "REFUSED"
end

for line in io.lines() do
  local request, value = line:match("^(%w+) ?(.*)$")
  print(answers[request](value))
  io.stdout:flush()
end
