-- Lists that change by themselves: ticks, and a file whose input is waited for.
local folder = require "folder"
local full_screen = require "full_screen"
local tmux = require "tmux"
local shows, press, run, is_over = full_screen.shows, full_screen.press, full_screen.run, full_screen.is_over

-- A list that begins empty, a function `add` that adds an item, and then the script.
local function live(script)
  return [[
    local source = diffable.data_source{ view = false, cell = function(item) return { text = "row " .. item } end }
    source:apply(diffable.snapshot{ "s" })
    local function add(item)
      local snapshot = source:snapshot()
      snapshot:append_items{ item }
      source:apply(snapshot)
    end
  ]] .. script
end

describe("a live list", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("calls on_tick again and again while keys are handled, and may be left by it", function()
    run(live([[
      local count = 0
      diffable.run{
        source = source, hints = false,
        interval = 0.02,
        on_tick = function()
          count = count + 1
          if count <= 3 then add(count) end
          if count == 3 then error("three ticks", 0) end
          if count == 4 then count = 3 end
        end,
        on_key = function(key) if key == "x" then count = 10 end end,
        on_select = function(item) io.stderr:write(item) end,
      }
    ]]), 30, 5)
    shows{ "  row 1", "  row 2", "  row 3", "", "  three ticks            1/3" }
    press("Down", "Enter")
    shows{ "  row 1", "  row 2", "  row 3", "", "                         2/3" }
    press("q")
    assert.equal("2", is_over(0))
  end)

  it("is left by on_tick", function()
    run(live("diffable.run{ source = source, hints = false, interval = 0.5, on_tick = function() return 'leave' end }"))
    assert.equal("", is_over(0))
  end)

  it("calls on_input with what a file has, and then with nil", function()
    os.execute("mkfifo " .. folder.path .. "/pipe")
    run(live(([[
      local rest = ""
      diffable.run{
        source = source, hints = false,
        watch = io.popen("cat %s/pipe"),
        on_input = function(data)
          rest = rest .. (data or "end\n")
          for line in rest:gmatch("([^\n]*)\n") do add(line) end
          rest = rest:match("[^\n]*$")
        end,
      }
    ]]):format(folder.path)), 30, 6)
    local pipe = assert(io.open(folder.path .. "/pipe", "w"))
    pipe:write("one\ntw")
    pipe:flush()
    shows{ "  row one", "", "", "", "", "                         1/1" }
    press("Down")
    pipe:write("o\n")
    pipe:flush()
    shows{ "  row one", "  row two", "", "", "", "                         1/2" }
    pipe:close()
    shows{ "  row one", "  row two", "  row end", "", "", "                         1/3" }
    press("Down")
    shows{ "  row one", "  row two", "  row end", "", "", "                         2/3" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("watches one file after another", function()
    run(live([[
      local pipe
      diffable.run{
        source = source, hints = false,
        interval = 0.01,
        on_tick = function() if not pipe and #source:snapshot() < 3 then pipe = io.popen("echo some; echo more") end end,
        watch = function() return pipe end,
        on_input = function(data)
          if data then return end
          add(#source:snapshot() + 1)
          pipe:close()
          pipe = nil
        end,
      }
    ]]), 30, 5)
    shows{ "  row 1", "  row 2", "  row 3", "", "                         1/3" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("tells the reason where a file cannot be read", function()
    run(live([[
      local function on_input(data, reason) add(tostring(data) .. ": " .. reason) end
      diffable.run{ source = source, hints = false, watch = 99, on_input = on_input }
    ]]), 40, 4)
    shows{ "  row nil: Bad file descriptor", "", "", "                                   1/1" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("has a status that set_status shows, until the next key", function()
    run(live([[
      add(1)
      diffable.run{
        source = source, hints = false,
        on_key = function(key)
          if key == "x" then diffable.set_status("copied\tit\nand more") end
          if key == "y" then
            diffable.set_status("gone")
            diffable.set_status()
          end
        end,
      }
      io.stderr:write(tostring(select(2, pcall(diffable.set_status, "late"))))
    ]]), 70, 4)
    press("x")
    shows{ "  row 1", "", "", [[  copied\tit]] .. (" "):rep(53) .. "1/1" }
    press("Up")
    shows{ "  row 1", "", "", (" "):rep(65) .. "1/1" }
    press("y")
    shows{ "  row 1", "", "", (" "):rep(65) .. "1/1" }
    press("q")
    assert.truthy(is_over(0):find("INVALID_ARGUMENT: set_status: no list is shown; diffable.run shows one", 1, true))
  end)

  it("checks its options", function()
    local function message(options)
      return tmux.execute("build/bin/diffable -e "
        .. tmux.quoted("print(select(2, pcall(diffable.run, { source = diffable.data_source(), " .. options .. " })))")
        .. " </dev/null"):match("^INVALID_ARGUMENT: run: option (.*)\n$")
    end
    assert.equal('"on_tick" needs "interval"', message("on_tick = print"))
    assert.equal('"interval" needs "on_tick"', message("interval = 1"))
    assert.equal('"on_input" needs "watch"', message("on_input = print"))
    assert.equal('"watch" needs "on_input"', message("watch = 0"))
    for _, seconds in ipairs{ "0", "-1", "2000001", "0/0" } do
      assert.matches('^"interval": seconds expected, more than 0 and at most 2,000,000, got ',
        message("on_tick = print, interval = " .. seconds))
    end
    local expected = '"watch": open file, file descriptor, or a function that returns one or nothing expected, got '
    assert.equal(expected .. "-1", message("on_input = print, watch = -1"))
    assert.equal(expected .. "a closed file",
      message("on_input = print, watch = (function() local f = io.tmpfile() f:close() return f end)()"))
  end)
end)
