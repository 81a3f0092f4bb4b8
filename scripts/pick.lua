-- A picker in a pipeline: shows the lines of standard input as a list, and writes the line that is chosen. With `-m`, Tab picks
-- lines, and Enter writes all of them, in their order.
--
--     seq 10 | diffable pick.lua
--     file=$(ls | diffable pick.lua) && less "$file"
--     git branch --format='%(refname:short)' | diffable pick.lua -m | xargs git branch -d
--
-- Neither standard input nor standard output is a terminal then, so the list is drawn on /dev/tty. The lines are read
-- while the list is shown. `/` searches, Enter chooses. The exit status is 0 after a choice, 1 without one (`q`), and 130
-- after ^C, as that of other pickers.

local diffable = require "diffable"

local source = diffable.data_source{ view = false, cell = function(line) return { text = line.text } end }
source:apply(diffable.snapshot{ "lines" })

local lines = {}

-- Two lines may be equal, so the number of a line is its identifier.
local function add(text)
  lines[#lines + 1] = { id = #lines + 1, text = text }
end

-- The beginning of a line whose end has not come.
local rest = ""

local function on_input(data)
  rest = rest .. (data or (rest ~= "" and "\n" or ""))
  for line in rest:gmatch("([^\n]*)\n") do add(line) end
  rest = rest:match("[^\n]*$")
  source:apply(diffable.snapshot{ { id = "lines", items = lines } })
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
