-- Motion on a terminal: the command in tmux, by the screen that it leaves.
local folder = require "folder"
local support = require "support"
local tmux = require "tmux"
local write = folder.write

local function await(expected, look)
  assert.matches(expected, tmux.wait(look, function(found) return found:find(expected) end))
end

-- All that stands there, also what went beyond the upper edge; with its colours by "-e".
local function screen(...)
  return tmux.screen("-S", "-", ...)
end

local function cursor()
  return tmux.call("display-message", "-p", "#{cursor_flag}")
end

-- Runs lines of the shell in a window.
local function start(lines, columns, rows)
  local job = write("job.sh", "trap : INT TERM HUP QUIT\nstty -g >" .. folder.path .. "/before\n" .. lines .. ([[

    stty -g | cmp - %s/before && echo "as before"
    read _
  ]]):format(folder.path))
  tmux.start("sh " .. job, columns, rows)
end

local function finish(...)
  await("as before$", screen)
  assert.equal("1\n", cursor())
  local shown = screen(...)
  tmux.call("kill-server")
  return shown
end

-- What stands there when the command has run.
local function shown(command, columns, rows)
  start("LUA_INIT= build/bin/diffable " .. command .. '; echo "status $?"', columns, rows)
  return finish("-e")
end

-- A list of which an item moves again and again.
local endless = [[
  local source = diffable.data_source{ cell = function(item) return { text = "row " .. item } end }
  while true do
    for _, items in ipairs{ { 1, 2, 3 }, { 3, 1, 2 } } do source:apply(diffable.snapshot{ { id = "s", items = items } }) end
  end
]]

describe("motion", function()
  before_each(tmux.open)
  after_each(tmux.close)

  for _, size in ipairs{ { 80, 24 }, { 30, 7 } } do
    local function same(command)
      local moved = shown(command, size[1], size[2])
      assert.equal(shown("--no-animation " .. command, size[1], size[2]), moved)
      return moved
    end

    it(("ends with what stands there without it, in %d columns and %d lines"):format(size[1], size[2]), function()
      for _, name in ipairs{ "payment", "reorder", "outline" } do
        -- Without a terminal as standard input, the script shows no list at its end.
        assert.matches("status 0\nas before$", same("scripts/" .. name .. ".lua </dev/null"))
      end
    end)

    it(("lets a script do anything, in %d columns and %d lines"):format(size[1], size[2]), function()
      local script = [[
        local source = diffable.data_source{ cell = function(item) return { text = "row " .. item, detail = "$1" } end }
        local function apply(options, ...) source:apply(diffable.snapshot{ { id = "s", items = { ... } } }, options) end
        apply({ animation = "left" }, "a", "b", "c")
        apply({ animation = "right", completion = function() print("completed") end }, "c", "a", "new")
        print("printed")
        io.write("begun ")
        apply({ animation = "top" }, "a")
        apply({ animation = "bottom" }, "a", "b")
        io.stderr:write("reported\n")
        apply({ animation = "fade" }, "b")
        os.execute("echo executed")
        apply({}, "b", "c")
        apply({ animating_differences = false }, "b", "z")
        apply({}, "x")
        for line in io.lines() do
          io.stdout:write(line, "\n"):flush()
          apply({}, line)
        end
        coroutine.wrap(function() apply({}, "y") end)()
        require "diffable"
        package.loaded.diffable = nil
        require "diffable"
      ]]
      local input = " <" .. write("input", "one\ntwo\n")
      local ends = { { "", 0 }, { "os.exit(3)", 3 }, { "os.exit(4, true)", 4 }, { "error('no', 0)", 1 } }
      for _, case in ipairs(ends) do
        local path = write("script.lua", script .. case[1])
        assert.matches("=  .*status " .. case[2] .. "\nas before$", same(path .. input))
      end
    end)

    it(("takes no line for another where text is wider than it looks, in %d columns and %d lines")
      :format(size[1], size[2]), function()
      local script = write("script.lua", [[
        print("above")
        local source = diffable.data_source{ cell = function(item) return { text = item } end }
        local wide = "e" .. ("\u{903}"):rep(100)
        source:apply(diffable.snapshot{ { id = "s", items = { "a", wide, "b" } } }, { animation = "left" })
        source:apply(diffable.snapshot{ { id = "s", items = { "b", wide, "c" } } }, { animation = "fade" })
        print("below")
      ]])
      assert.matches("below\nstatus 0\nas before$", same(script))
    end)
  end

  -- `script` tells what was sent to the terminal.
  it("is there on a terminal that can, unless somebody says no", function()
    local list = "-e " .. tmux.quoted[[diffable.data_source{ cell = function(item) return { text = item } end }
      :apply(diffable.snapshot{ { id = "s", items = { "a" } } }, { animation = "left" })]]
    local plain = support.run("--color=never " .. list)
    local function sent(options, type)
      local job = write("job.sh",
        ("stty cols 80 rows 24; TERM=%s build/bin/diffable --color=never %s %s"):format(type, options, list))
      return (tmux.execute(("LUA_INIT= script -qec 'sh %s' /dev/null </dev/null"):format(job)):gsub("\r\n", "\n"))
    end
    local moving = sent("", "xterm")
    assert.matches("^\27%[%?2026h\27%[%?25l", moving)
    assert.matches("\27%[%?25h\27%[%?2026l$", moving)
    assert.equal(plain, sent("--no-animation", "xterm"))
    assert.equal(plain, sent("", "dumb"))
    assert.equal(plain, sent("", "''"))
    assert.matches("  %-%-no%-animation ", (support.run("--help")))
  end)

  it("ends at ^C, with the rows in their places", function()
    start("LUA_INIT= build/bin/diffable " .. write("script.lua", endless) .. " 2>/dev/null; echo \"status $?\"", 40, 9)
    await("0", cursor)
    tmux.call("send-keys", "C-c")
    assert.matches("=  1 item moved\nstatus 130\nas before$", finish())
  end)

  it("ends at a signal that ends the program", function()
    local script = write("script.lua", "os.execute('(sleep 0.7; kill -TERM $PPID) &')" .. endless)
    start("LUA_INIT= build/bin/diffable " .. script .. "; echo \"status $?\"", 40, 9)
    assert.matches("=  1 item moved\n%a*\n?status 143\nas before$", finish())
  end)

  it("ends where the program is stopped, which then goes on", function()
    start(([[
      set -m
      LUA_INIT= build/bin/diffable %s 2>/dev/null
      echo stopped
      stty -g | cmp - %s/before && echo "as before"
      read _
      fg >/dev/null
    ]]):format(write("script.lua", endless), folder.path), 40, 9)
    await("0", cursor)
    tmux.call("send-keys", "C-z")
    await("\nstopped\nas before$", screen)
    assert.matches("=  1 item moved\n[^=]*stopped\nas before$", screen())
    assert.equal("1\n", cursor())
    tmux.call("send-keys", "Enter")
    await("0", cursor)
    tmux.call("send-keys", "C-c")
    assert.matches("=  1 item moved\nas before$", finish())
  end)

  it("ends where the window gets another size", function()
    start("LUA_INIT= build/bin/diffable " .. write("script.lua", endless) .. " 2>/dev/null; echo \"status $?\"", 60, 12)
    for _, size in ipairs{ { 40, 9 }, { 70, 20 } } do
      await("0", cursor)
      tmux.call("resize-window", "-x", tostring(size[1]), "-y", tostring(size[2]))
    end
    await("0", cursor)
    tmux.call("send-keys", "C-c")
    assert.matches("=  1 item moved\nstatus 130\nas before$", finish())
  end)

  it("is over before the prompt comes", function()
    start("LUA_INIT= XDG_STATE_HOME=" .. folder.path .. " build/bin/diffable", 60, 20)
    await("\n> $", function() return screen() .. " " end)
    tmux.call("send-keys", "-l", "diffable.data_source():apply(diffable.snapshot{ 's' })")
    tmux.call("send-keys", "Enter")
    await("\n=  1 section inserted\n> $", function() return screen() .. " " end)
    tmux.call("send-keys", "C-d")
    finish()
  end)
end)
