-- A signal at any moment that something is written to a terminal: in front of a write, when half of it is there, and
-- behind it. However the program ends, the terminal is as it was.
local folder = require "folder"
local open = require "terminal"

-- Runs the command on a terminal, with a signal at a write as signal_at_write.c says.
local function start(arguments, signal)
  return open(([[cd "%s"; echo before; stty -g >%s/before;
    LD_PRELOAD=%s/signal_at_write.so SIGNAL_AT="%s" LUA_INIT= build/bin/diffable %s 2>%s/errors;
    status=$?; stty -g | cmp - %s/before && echo "as before"; (exit $status)]])
    :format(os.getenv("PWD"), folder.path, folder.path, signal, arguments, folder.path, folder.path))
end

-- The screen, and whether its modes are those of a shell.
local function ends(terminal, status)
  terminal:shows("status " .. status)
  local screen = terminal:screen():gsub("\nTerminated\n", "\n") -- as the shell says
  assert.equal("before\nas before\nstatus " .. status, screen)
  local pipe = io.popen(terminal.tmux .. [[display-message -p "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"]])
  local modes = pipe:read("a")
  pipe:close()
  assert.equal("0 1 0\n", modes)
  terminal:close()
end

setup(function()
  folder.open()
  local compile = "cc -shared -fPIC -Wall -Werror -o %s/signal_at_write.so Tests/DiffableCommandTests/signal_at_write.c"
  assert(os.execute(compile:format(folder.path)))
end)

teardown(folder.close)

describe("a list on the terminal", function()
  -- What is written, and how to come there. After the list, ^C interrupts the script.
  local moments = {
    { name = "the way in", bytes = "1 ?1049h" },
    { name = "the first frame", bytes = "1 ?2026h" },
    { name = "a frame of a motion", bytes = "2 ?2026h", key = "Enter" },
    { name = "the way out", bytes = "1 ?1049l", key = "q", is_after_list = true },
  }

  for _, signal in ipairs{
    { name = "SIGINT", number = 2, status = 130 }, { name = "SIGTERM", number = 15, status = 143 },
  } do
    for _, moment in ipairs(moments) do
      for _, place in ipairs{ "before", "middle", "after" } do
        it(("gives the terminal back at %s, %s: %s"):format(signal.name, moment.name, place), function()
          local terminal = start("scripts/badges.lua", ("%d %s %s"):format(signal.number, place, moment.bytes))
          if moment.key then
            terminal:shows("1/10")
            terminal:type("", moment.key)
          end
          local is_script_interrupted = signal.name == "SIGINT" and moment.is_after_list or false
          ends(terminal, signal.status)
          assert.equal(is_script_interrupted, folder.read("errors"):find("interrupted!", 1, true) ~= nil)
        end)
      end
    end
  end
end)
