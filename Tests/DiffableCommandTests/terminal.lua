-- A command on a terminal of its own: in tmux, which can tell what stands on the screen.
local assert = require "luassert"

local Terminal = {}
Terminal.__index = Terminal

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function output(command)
  local pipe = io.popen(command .. " 2>&1")
  local text = pipe:read("a")
  pipe:close()
  return text
end

-- Runs a line of the shell; behind it the screen shows its status.
local function open(command, columns)
  local path = os.tmpname()
  os.remove(path)
  local name = "diffable-" .. path:match("[^/_]+$")
  local terminal = setmetatable({ tmux = "tmux -u -L " .. name .. " -f /dev/null " }, Terminal)
  local line = "trap : INT; " .. command .. '; echo "status $?"; exec cat'
  assert.equal("", output(terminal.tmux .. "new-session -d -x " .. (columns or 140) .. " -y 40 " .. quoted(line)))
  return terminal
end

-- Types text, and what follows as names of keys.
function Terminal:type(text, ...)
  if text ~= "" then assert.equal("", output(self.tmux .. "send-keys -l -- " .. quoted(text))) end
  for _, key in ipairs{ ... } do assert.equal("", output(self.tmux .. "send-keys " .. key)) end
end

function Terminal:enter(text)
  self:type(text, "Enter")
end

-- The screen without the blanks and the empty lines at its end.
function Terminal:screen()
  return (output(self.tmux .. "capture-pane -p"):gsub("[ \n]+$", ""):gsub(" +\n", "\n"))
end

-- Waits until the screen ends in a text.
function Terminal:shows(text)
  local screen
  for _ = 1, 600 do
    screen = self:screen()
    if screen:sub(-#text) == text then return end
    os.execute("sleep 0.05")
  end
  assert.equal(text, screen)
end

function Terminal:close()
  output(self.tmux .. "kill-server")
end

return open
