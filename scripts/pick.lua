-- A picker in a pipeline: shows the lines of standard input as a list, and writes the line that is chosen. With `-m`,
-- Tab picks lines, and Enter writes all of them, in their order.
--
--     seq 10 | diffable pick.lua
--     file=$(ls | diffable pick.lua) && less "$file"
--     git branch --format='%(refname:short)' | diffable pick.lua -m | xargs git branch -d
--
-- Neither standard input nor standard output is a terminal then, so the list is drawn on /dev/tty. The lines are read
-- while the list is shown. `/` searches, Enter chooses. The exit status is 0 after a choice, 1 without one (`q`), and
-- 130 after ^C, as that of other pickers.

local diffable = require "diffable"

local source = diffable.data_source{ view = false, cell = function(line) return { text = line.text } end }
source:apply(diffable.snapshot{ "lines" })

-- Two lines may be equal, so the number of a line is its identifier.
local count = 0

-- The beginning of a line whose end has not come.
local rest = ""

-- Appends the lines that have come to the list. To describe the whole list each time would take quadratic time.
local function on_input(data)
  rest = rest .. (data or (rest ~= "" and "\n" or ""))
  local lines = {}
  for line in rest:gmatch("([^\n]*)\n") do
    count = count + 1
    lines[#lines + 1] = { id = count, text = line }
  end
  rest = rest:match("[^\n]*$")
  local snapshot = source:snapshot()
  snapshot:append_items(lines)
  source:apply(snapshot)
end

local is_multiple = arg[1] == "-m"
local chosen

diffable.run{
  source = source,
  multiple = is_multiple,
  watch = io.stdin,
  on_input = on_input,
  on_select = function(found)
    chosen = is_multiple and found or { found }
    return "leave"
  end,
}

if not chosen then os.exit(1, true) end
for _, line in ipairs(chosen) do print(line.text) end
