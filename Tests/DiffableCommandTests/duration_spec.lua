-- How long motion takes: an option, the environment, a file.

local full_screen = require "full_screen"
local folder = require "folder"
local support = require "support"
local tmux = require "tmux"

local run = support.run

describe("the duration of motion", function()
  before_each(tmux.open)
  after_each(tmux.close)

  local function configure(text)
    os.execute("mkdir -p " .. folder.path .. "/diffable")
    return folder.write("diffable/config", text)
  end

  local function environment(more) return "XDG_CONFIG_HOME=" .. folder.path .. " HOME=/nonexistent " .. (more or "") end

  -- The seconds that an animated apply takes on a terminal.
  local function seconds(options, more)
    local script = folder.write("script.lua", [[
      local source = diffable.data_source{ cell = function(item) return { text = item } end }
      source:apply(diffable.snapshot{ { id = "s", items = { "a" } } }, { animation = "left" })
    ]])
    local job = folder.write("job.sh",
      ("%s TERM=xterm build/bin/diffable %s %s"):format(environment(more), options, script))
    local start = tonumber(tmux.execute("date +%s.%N"))
    local output = tmux.execute(
      ("LUA_INIT= script -qec 'stty cols 80 rows 24; sh %s' /dev/null </dev/null"):format(job))
    return tonumber(tmux.execute("date +%s.%N")) - start, output:find("\27[?2026h", 1, true) ~= nil
  end

  local function moves(options, more) return (select(2, seconds(options, more))) end

  it("is that of the option, else of the environment, else of the file", function()
    assert.is_true(moves(""))
    configure("# for good\n\n\tduration = 0  # none\r\n")
    assert.is_false(moves(""))
    assert.is_true(moves("", "DIFFABLE_DURATION=50"))
    assert.is_true(moves("", "DIFFABLE_DURATION= DIFFABLE_DURATION=1"))
    assert.is_false(moves("", "DIFFABLE_DURATION="))
    assert.is_true(moves("--duration=50"))
    assert.is_true(moves("--duration 50", "DIFFABLE_DURATION=0"))
    assert.is_false(moves("--duration=50 --no-animation"))
    assert.is_true(moves("-E", "DIFFABLE_DURATION=0"))
    configure("duration = 0\nduration=10")
    assert.is_true(moves(""))
    assert.is_false(moves("", "DIFFABLE_DURATION=0"))
    local long = seconds("--duration=1500")
    assert.is_true(long > 1.4)
  end)

  it("says where a wrong value is from", function()
    local function refuses(message, options, more)
      assert.same({ "", "diffable: " .. message .. "\n", 2 },
        { run(options .. " -e 'print(1)'", nil, environment(more)) })
    end
    local range = " is a number of milliseconds, 0 to 10000, not "
    for _, value in ipairs{ "", "-1", "1.5", "10001", "123456", "fast", "1 " } do
      refuses("'--duration'" .. range .. "'" .. value .. "'; try 'diffable --help'", "'--duration=" .. value .. "'")
    end
    refuses("'--duration'" .. range .. "'-e'; try 'diffable --help'", "--duration")
    refuses("DIFFABLE_DURATION" .. range .. "'\\u{1b}[2J'", "", "DIFFABLE_DURATION=$(printf '\\033[2J')")
    local path = configure("duration = 1\n duration = soon\n")
    refuses(path .. ":2: 'duration'" .. range .. "'soon'", "")
    configure("speed = 1")
    refuses(path .. ":1: 'duration = milliseconds' expected, got 'speed = 1'", "")
    configure("duration")
    refuses(path .. ":1: 'duration = milliseconds' expected, got 'duration'", "")
    -- What is chosen before it is not looked at further, and help is always there.
    assert.same({ "1\n", "", 0 }, { run("-e 'print(1)'", nil, environment("DIFFABLE_DURATION=0")) })
    assert.same({ "1\n", "", 0 }, { run("--duration 10000 -e 'print(1)'", nil, environment()) })
    assert.same({ "1\n", "", 0 }, { run("-E -e 'print(1)'", nil, environment()) })
    assert.equal(0, (select(3, run("--help", nil, environment()))))
    os.execute("rm " .. path .. "; mkdir " .. path)
    refuses(path .. ": Is a directory", "")
  end)

  it("is an option of diffable watch as well", function()
    assert.same(
      { "", "diffable watch: '--duration': 0 to 10000 milliseconds expected, got '1s'; \z
        try 'diffable watch --help'\n", 2 },
      { run("watch --duration=1s", "[1]") })
    local output = run("watch --duration 0", "[1]")
    assert.truthy(output:find("+    1", 1, true))
    local path = configure("duration = x")
    assert.same({ "", "diffable: " .. path .. ":1: 'duration' is a number of milliseconds, 0 to 10000, not 'x'\n", 2 },
      { run("watch", "[1]", environment()) })
  end)

  -- How many times a list on the screen is drawn while a row slides in.
  local function frames(options)
    full_screen.start(options .. " " .. folder.write("script.lua", [[
      local source = diffable.data_source{ view = false, cell = function(item) return { text = item, detail = "1" } end }
      source:apply(diffable.snapshot{ { id = "s", items = { "first" } } })
      diffable.run{ source = source, hints = false, on_key = function(key)
        if key == "x" then source:apply(diffable.snapshot{ { id = "s", items = { "first", "second" } } }, { animation = "left" }) end
      end }
    ]]))
    full_screen.press("x")
    local wanted = "^  first                    1\n  second                   1\n"
    assert.matches(wanted, tmux.wait(tmux.screen, function(shown) return shown:find(wanted) end))
    full_screen.press("q")
    full_screen.is_over(0)
    local count = select(2, full_screen.sent():gsub("\27%[%?2026h", ""))
    tmux.call("kill-server")
    return count
  end

  it("holds for lists on the screen", function()
    assert.is_true(frames("--duration=1000") > 10)
    for _, options in ipairs{ "--duration=0", "--no-animation" } do assert.is_true(frames(options) < 6) end
  end)

  it("leaves room for the usage on a screen", function()
    local _, lines = run("--help"):gsub("\n", "")
    assert.is_true(lines <= 24)
  end)
end)
