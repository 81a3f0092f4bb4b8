-- Lists beside other output: in pipelines, where they are drawn on /dev/tty, and with text that is printed meanwhile.
local folder = require "folder"
local full_screen = require "full_screen"
local tmux = require "tmux"
local shows, press, run = full_screen.shows, full_screen.press, full_screen.run
local is_over, last = full_screen.is_over, full_screen.last

-- What the last line of a list begins with.
local hint = "Enter choose  / search  ? keys"

-- Runs a script of the shell on a terminal.
local function shell(script)
  local path = folder.write("job.sh", "trap : INT\n" .. script .. "\nread _")
  tmux.start("sh " .. path, 40, 5)
end

-- Appends the lines of standard input to a list when they come, and writes those that are chosen. At the end of the
-- input, writes the seconds of processor time that the program has taken into a file.
local function pick(options)
  return "LUA_INIT= build/bin/diffable " .. folder.write("pick.lua", ([[
    local source = diffable.data_source{ view = false, cell = function(line) return { text = line.text } end }
    source:apply(diffable.snapshot{ "lines" })
    local count, rest, chosen = 0, "", nil
    diffable.run{
      source = source, multiple = %s, watch = io.stdin,
      on_input = function(data)
        if not data then
          local file <close> = io.open("%s/seconds", "w")
          file:write(os.clock())
        end
        rest = rest .. (data or (rest ~= "" and "\n" or ""))
        local lines = {}
        for line in rest:gmatch("([^\n]*)\n") do
          count = count + 1
          lines[#lines + 1] = { id = count, text = line }
        end
        rest = rest:match("[^\n]*$")
        local snapshot = source:snapshot()
        snapshot:append_items(lines)
        source:apply(snapshot)
      end,
      on_select = function(found)
        chosen = found.id and { found } or found
        return "leave"
      end,
    }
    if not chosen then os.exit(1, true) end
    for _, line in ipairs(chosen) do print(line.text) end
  ]]):format(options == "-m", folder.path))
end

describe("a list in a pipeline", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("draws on /dev/tty, and leaves standard output to the answer", function()
    shell("x=$(seq 12 | " .. pick() .. '); echo "status $?, answer $x"')
    shows{ "  1", "  2", "  3", "  4", last(40, hint, "1/12") }
    press("/", "1", "1", "Enter", "Enter")
    shows{ "status 0, answer 11" }
    assert.equal(full_screen.as_before, full_screen.modes())
  end)

  it("takes the lines when they come", function()
    tmux.execute("mkfifo " .. folder.path .. "/lines")
    shell(("%s <%s/lines | sed 's/^/answer /'"):format(pick(), folder.path))
    local lines = assert(io.open(folder.path .. "/lines", "w"))
    lines:write("one\ntw")
    lines:flush()
    shows{ "  one", "", "", "", last(40, hint, "1/1") }
    lines:write("o")
    lines:close()
    shows{ "  one", "  two", "", "", last(40, hint, "1/2") }
    press("Down", "Enter")
    shows{ "answer two" }
  end)

  it("takes lines in linear time: ten times as many in at most 17 times the time of the processor", function()
    local seconds = {}
    for index, count in ipairs{ 20000, 200000 } do
      shell(("seq -f some/path/with/folders/and/a/file-%%.0f.swift %d | { %s; echo \"status $?\"; }")
        :format(count, pick()))
      local lines = {}
      for number = 1, 4 do lines[number] = "  some/path/with/folders/and/a/file-" .. number .. "…" end
      lines[5] = last(40, "Enter choose  ? keys", "1/" .. count)
      shows(lines)
      press("q")
      shows{ "status 1" }
      seconds[index] = tonumber(folder.read("seconds"))
    end
    assert.is_true(seconds[2] < 17 * seconds[1], table.concat(seconds, " and ") .. " seconds")
  end)

  it("gives all lines that Tab has picked, in their order, with -m", function()
    shell("x=$(seq 12 | " .. pick("-m") .. ' | tr "\\n" ,); echo "answer $x"')
    shows{ "  1", "  2", "  3", "  4", last(40, "Enter choose  Tab pick  ? keys", "1/12") }
    press("Down", "Down", "BTab", "BTab")
    shows{ "  1", "* 2", "* 3", "  4", last(40, "Enter choose  ? keys", "1/12 (2)") }
    press("Enter")
    shows{ "answer 2,3," }
  end)

  it("gives the selected line where none is picked", function()
    shell("x=$(seq 12 | " .. pick("-m") .. '); echo "answer $x"')
    shows{ "  1", "  2", "  3", "  4", last(40, "Enter choose  Tab pick  ? keys", "1/12") }
    press("Down", "Enter")
    shows{ "answer 2" }
  end)

  it("ends with 1 without a choice, and with 130 and no message after ^C", function()
    shell("seq 2 | " .. pick() .. "; echo status $?; seq 2 | " .. pick() .. "; echo status $?")
    local list = { "  1", "  2", "", "", last(40, hint, "1/2") }
    shows(list)
    press("q")
    full_screen.await("1\n", function() return tmux.call("display-message", "-p", "#{alternate_on}") end)
    shows(list)
    press("C-c")
    shows{ "status 1", "status 130" }
  end)

  it("needs a terminal somewhere", function()
    local output = tmux.execute("(setsid -w sh -c 'seq 2 | " .. pick() .. "'; true)")
    local message = "INVALID_ARGUMENT: terminal: standard input and output are no terminal, \z
      and the process has no other (/dev/tty)"
    assert.truthy(output:find(message, 1, true), output)
  end)
end)

describe("what is printed while a list is shown", function()
  before_each(tmux.open)
  after_each(tmux.close)

  local script = [[
    local source = diffable.data_source{ view = false, cell = function(item) return { text = "row " .. item } end }
    source:apply(diffable.snapshot{ { id = "s", items = { 1, 2, 3 } } })
    diffable.run{
      source = source, hints = false,
      on_key = function(key)
        if key == "p" then
          print("printed")
          io.write("written\n")
          io.stdout:flush()
          os.execute("echo by a child; echo also >&2")
          io.stderr:write("to stderr\n")
        end
        if key == "m" then for i = 1, 20000 do print(i) end end
        if key == "e" then os.exit(3) end
      end,
    }
    print("after")
  ]]
  local list = { "  row 1", "  row 2", "  row 3", "", "                                   1/3" }

  it("is held, and written in order when the list is left", function()
    local path = folder.write("script.lua", script)
    shell("LUA_INIT= build/bin/diffable " .. path)
    shows(list)
    press("p")
    press("-l", "m")
    shows(list)
    tmux.call("resize-window", "-x", "40", "-y", "12")
    press("q")
    local lines = {}
    for number = 19991, 20000 do lines[#lines + 1] = tostring(number) end
    lines[#lines + 1] = "after"
    shows(lines)
  end)

  for _, case in ipairs{ { "the list is left", "q", "after" }, { "the script exits", "e" } } do
    it("is written when " .. case[1], function()
      local path = folder.write("script.lua", script)
      shell("LUA_INIT= build/bin/diffable " .. path)
      shows(list)
      press("p")
      shows(list)
      tmux.call("resize-window", "-x", "40", "-y", "12")
      press(case[2])
      shows{ "printed", "written", "by a child", "also", "to stderr", case[3] }
    end)
  end

  it("is not held where it goes to a file", function()
    run(script, 40, 5)
    shows(list)
    press("p")
    -- Standard output is the terminal, and standard error a file.
    full_screen.await("also\nto stderr\n", function() return folder.read("errors") end)
    shows(list)
    press("q")
    full_screen.await("0\n", function() return tmux.call("display-message", "-p", "#{alternate_on}") end)
  end)
end)

describe("pasted text", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("is not taken for keys, but becomes a part of a search", function()
    run([[
      local source = diffable.data_source{ view = false, cell = function(item) return { text = item } end }
      source:apply(diffable.snapshot{ { id = "s", items = { "one" } } })
      diffable.run{ source = source, hints = false, on_search = function() end, on_key = function(key) io.stderr:write(key, ";") end }
    ]], 40, 5)
    shows{ "  one", "", "", "", "                                   1/1" }
    tmux.call("set-buffer", "q/x\rqq\t\27[A")
    tmux.call("paste-buffer", "-p")
    press("/")
    tmux.call("paste-buffer", "-p")
    shows{ "  one", "", "", "", "  /q/xqq[A_                        1/1" }
    press("Enter", "q")
    assert.equal("/;q;", is_over(0))
  end)
end)
