-- `diffable follow` on a terminal.
local folder = require "folder"
local full_screen = require "full_screen"
local tmux = require "tmux"
local press, shows, last, is_over = full_screen.press, full_screen.shows, full_screen.last, full_screen.is_over

local writer

-- A script that publishes into a file, and applies a list for each line that it reads.
local function start_publishing(name)
  local script = folder.write("script.lua", [[
local source = diffable.data_source{ view = false }
for line in io.lines() do
  local items = {}
  for item in line:gmatch("%S+") do items[#items + 1] = item end
  source:apply(diffable.snapshot{ { id = "list", items = items } })
end
]])
  writer = assert(io.popen(("LUA_INIT= build/bin/diffable --publish=%s/%s %s"):format(folder.path, name, script), "w"))
end

local function apply(line)
  writer:write(line, "\n")
  writer:flush()
end

describe("diffable follow on a terminal", function()
  before_each(tmux.open)
  after_each(function()
    if writer then writer:close() end
    writer = nil
    tmux.close()
  end)

  it("shows the list of a file, and keeps the selected row when rows come and move", function()
    folder.write("list", "")
    start_publishing("list")
    apply("a b c")
    tmux.wait(function() return folder.read("list") end, function(bytes) return bytes:find("c", 1, true) end)
    full_screen.start("follow " .. folder.path .. "/list", 40, 6)
    shows{ "list", "  a", "  b", "  c", "", last(40, "/ search  q leave  ? keys", "1/3") }
    press("Down")
    shows{ "list", "  a", "  b", "  c", "", last(40, "/ search  q leave  ? keys", "2/3") }
    apply("x c a b")
    shows{ "list", "  x", "  c", "  a", "  b", last(40, "/ search  q leave  ? keys", "4/4") }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("says that other bytes follow the list of a file", function()
    folder.write("list", "")
    start_publishing("list")
    apply("a b")
    writer:close()
    writer = nil
    local path = folder.write("list", folder.read("list") .. "garbage")
    full_screen.start("follow " .. path, 80, 5)
    shows{ "list", "  a", "  b", "", last(80, path .. ": there is no document of a list", "1/2") }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("waits for a list, and says when a pipe ends", function()
    assert(os.execute("mkfifo " .. folder.path .. "/pipe"))
    start_publishing("pipe")
    full_screen.start("follow " .. folder.path .. "/pipe", 60, 5)
    apply("a")
    shows{ "list", "  a", "", "", last(60, "/ search  q leave  ? keys", "1/1") }
    writer:close()
    writer = nil
    shows{ "list", "  a", "", "", last(60, folder.path .. "/pipe has ended", "1/1") }
    press("q")
    assert.equal("", is_over(0))
  end)
end)
