-- The program that has the list. It reads a request from each line of its input, and answers with a line: server.mjs is
-- on the other side. What it shows of each change goes to standard error.

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

-- Throws if a page could not show the list. Pages of others may send anything.
local function check(list)
  for _, id, _, task in list:each() do
    local is_task = type(task) == "table" and type(task.text) == "string" and type(task.done) == "boolean"
    if not is_task then error(("%s is no task"):format(id), 0) end
  end
end

local answers = {}

-- What a page must receive that has this version of the list, or none.
function answers.message(version)
  local document = publisher:message(version ~= "none" and version or nil)
  return publisher:version() .. " " .. to_hex(document or "")
end

-- A page edited the list of a version. If the list is another one now, the page must merge first: then this answers
-- WRONG_VERSION.
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
