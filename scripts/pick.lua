-- A picker in a pipeline: shows the lines of standard input as a list, and writes the line that is chosen.
--
--     seq 10 | diffable pick.lua
--     file=$(ls | diffable pick.lua) && less "$file"
--
-- Neither standard input nor standard output is a terminal then, so the list is drawn on /dev/tty. The lines are read
-- while the list is shown. `/` searches, Enter chooses. The exit status is 0 after a choice, 1 without one (`q`), and 130
-- after ^C, as that of other pickers.

local diffable = require "diffable"

local source = diffable.data_source{ view = false, cell = function(line) return { text = line.text } end }
source:apply(diffable.snapshot{ "lines" })

local lines = {}
local wanted = ""

-- Shows the lines that have the searched text.
local function show()
  local found = {}
  for _, line in ipairs(lines) do
    if line.text:find(wanted, 1, true) then found[#found + 1] = line end
  end
  source:apply(diffable.snapshot{ { id = "lines", items = found } })
end

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
  show()
end

local chosen

diffable.run{
  source = source,
  watch = io.stdin,
  on_input = on_input,
  on_search = function(text)
    wanted = text
    show()
  end,
  on_select = function(line)
    chosen = line.text
    return "leave"
  end,
}

if not chosen then os.exit(1, true) end
print(chosen)
