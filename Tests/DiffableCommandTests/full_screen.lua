-- The command in tmux, with a list on the full screen.
local assert = require "luassert"
local folder = require "folder"
local tmux = require "tmux"

local full_screen = {}

function full_screen.await(expected, look)
  assert.equal(expected, tmux.wait(look, function(found) return found == expected end))
end

function full_screen.shows(lines)
  full_screen.await(table.concat(lines, "\n"), tmux.screen)
end

-- The last line of a screen of so many columns: a text, and the number of the selected row among how many.
function full_screen.last(columns, left, right)
  return "  " .. left .. (" "):rep(columns - 4 - utf8.len(left) - #right) .. right
end

function full_screen.press(...)
  tmux.call("send-keys", ...)
end

-- Whether there is a full screen, a cursor, a mouse that is told of, and lines that go on in the next one.
function full_screen.modes()
  return tmux.call("display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{wrap_flag}")
end

full_screen.as_before = "0 1 0 1\n"

-- Runs the command with these words of the shell. When it is over the screen says how, and whether the terminal is as
-- it was. Where it is to be stopped, the same before it goes on after the next key.
function full_screen.start(words, columns, rows, is_stopped)
  local job = folder.write("job.sh", ([[
    trap : INT TERM HUP QUIT
    cd %s/..
    echo before
    stty -g >%s/before
    compare() { stty -g | cmp - %s/before && echo "as before"; }
    %s
    tmux pipe-pane -O 'cat >%s/sent'
    LUA_INIT= build/bin/diffable %s 2>%s/errors
    %s
    echo "status $?"
    compare
    read _
  ]]):format(
    tmux.execute("realpath Tests"):gsub("\n", ""), folder.path, folder.path, is_stopped and "set -m" or "",
    folder.path, words, folder.path, is_stopped and "clear; echo stopped; compare; read _; fg >/dev/null" or ""))
  tmux.start("sh " .. job, columns or 30, rows or 8)
  -- From then on what is typed is not echoed.
  full_screen.await("1\n", function() return tmux.call("display-message", "-p", "#{alternate_on}") end)
end

-- Runs a script, or one with this text.
function full_screen.run(script, ...)
  full_screen.start(script:find("%.lua$") and script or folder.write("script.lua", script), ...)
end

-- Waits for the end, and returns what was reported.
function full_screen.is_over(status)
  full_screen.shows{ "before", "status " .. status, "as before" }
  assert.equal(full_screen.as_before, full_screen.modes())
  return folder.read("errors")
end

-- What was sent to the terminal, from the beginning of the list to its end.
function full_screen.sent()
  return tmux.wait(function() return folder.read("sent") end,
    function(bytes) return bytes:find("\27[?1049l", 1, true) end)
end

return full_screen
