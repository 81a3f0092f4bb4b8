-- Servers of tmux, one after another, which play a terminal and tell what is on its screen; with a folder for files.
local folder = require "folder"

local tmux = {}

-- A server that ends does not let the next one have its name at once.
local sessions = 0

function tmux.execute(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local output = pipe:read("a")
  assert(pipe:close(), output)
  return output
end

function tmux.quoted(text)
  return "'" .. text:gsub("'", [['\'']]) .. "'"
end

tmux.open = folder.open

function tmux.close()
  os.execute(("for socket in %s/[0-9]*; do tmux -S $socket kill-server 2>/dev/null; done"):format(folder.path))
  folder.close()
end

-- Asks the server for something.
function tmux.call(...)
  local words = { "LC_ALL=C.UTF-8 tmux -u -f /dev/null -S", folder.path .. "/" .. sessions }
  for _, word in ipairs{ ... } do words[#words + 1] = tmux.quoted(word) end
  return tmux.execute(table.concat(words, " "))
end

-- Runs a line of the shell in a window.
function tmux.start(line, columns, rows)
  sessions = sessions + 1
  tmux.call("new-session", "-d", "-x", tostring(columns), "-y", tostring(rows), line)
end

-- What stands on the screen, without blanks at the ends; options are those of capture-pane.
function tmux.screen(...)
  return (tmux.call("capture-pane", "-p", ...):gsub("[ \n]+$", ""):gsub("[ ]+\n", "\n"))
end

-- Looks until that is right, or it took too long, and returns what was seen last: that is all that time means here.
function tmux.wait(look, is_right)
  local deadline = os.time() + 20
  local found = look()
  while not is_right(found) and os.time() <= deadline do
    os.execute("sleep 0.01")
    found = look()
  end
  return found
end

return tmux
