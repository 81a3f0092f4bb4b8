-- What surrounds the command fails: streams are full, closed or not read, files are not what they should be.

local folder = require "folder"
local read, write = folder.read, folder.write

-- Runs a line of the shell in which $D is the command. Returns its status, and what is on stderr.
local function run(line)
  local path = write("line.sh", "D='env LUA_INIT= build/bin/diffable'; " .. line)
  local pipe = io.popen(("sh %s 2>&1 >/dev/null"):format(path))
  local message = pipe:read("a")
  local _, _, status = pipe:close()
  return status, message
end

-- A script that applies three lists.
local function script()
  return write("script.lua", [[
    local source = diffable.data_source{ cell = function(item) return item end }
    for _, items in ipairs{ { "a", "b" }, { "b", "c" }, { "c" } } do
      source:apply(diffable.snapshot{ { id = "s", items = items } })
    end
  ]])
end

before_each(folder.open)
after_each(folder.close)

describe("a full standard output", function()
  -- Of each way to print: the first byte that is not taken may be any one.
  for what, arguments in pairs{
    ["of lists"] = "SCRIPT",
    ["of events"] = "--format=ndjson SCRIPT",
    ["of print"] = [[-e 'for i = 1, 9 do print("line " .. i) end']],
    ["of io.write"] = [[-e 'for i = 1, 9 do io.write("line ", i, "\n") end']],
    ["of render"] = [[-e 's = diffable.data_source{ view = false, cell = function(i) return "row " .. i end }
      s:apply(diffable.snapshot{ { id = "s", items = { 1, 2, 3 } } }) print(s:render())']],
    ["of os.exit"] = [[-e 'io.write("to be lost") os.exit(0)']],
    ["of os.exit that closes the state"] = [[-e 'io.write("to be lost") os.exit(true, true)']],
    ["of a finalizer"] = [[-e 'setmetatable({}, { __gc = function() print "the end" end })']],
    ["of the REPL"] = [[-i <INPUT]],
    ["of --version"] = "--version",
    ["of --help"] = "--help",
  } do
    it(what .. " is an error at every byte", function()
      arguments = arguments:gsub("SCRIPT", (script())):gsub("INPUT", (write("input", "1 + 1\nprint(_)\n.help\n")))
      assert.equal(0, (run("$D " .. arguments .. " >" .. folder.path .. "/whole")))
      local whole = read("whole")
      local step = #whole > 100 and 29 or 3
      for limit = 0, #whole + step do
        if limit % step == 0 or limit == #whole - 1 or limit == #whole then
          local status, message = run(
            ("trap '' XFSZ; prlimit --fsize=%d $D %s >%s/part"):format(limit, arguments, folder.path))
          assert.equal(whole:sub(1, limit), read("part"))
          assert.same({ limit, limit < #whole and 1 or 0 }, { limit, status })
          assert.equal(limit < #whole, message:find("stdout could not be written to", 1, true) ~= nil)
        end
      end
    end)
  end

  it("says why, and where a script was told", function()
    local status, message = run("$D " .. script() .. " >/dev/full")
    assert.equal(1, status)
    assert.truthy(message:find(
      "script.lua:3: OUTPUT_FAILED: stdout could not be written to: No space left on device\nstack", 1, true))
    assert.same({ 1, "diffable: stdout could not be written to: No space left on device\n" },
      { run("$D --version >/dev/full") })
  end)

  it("is no success for a script that does not mind", function()
    local status, message = run([[$D -e 'pcall(dofile, "]] .. script() .. [[")' >/dev/full]])
    assert.same({ 1, "diffable: stdout could not be written to: No space left on device\n" }, { status, message })
    assert.same({ 1, "diffable: stdout could not be written to: No space left on device\n" },
      { run("$D -e 'print(1)' >/dev/full") })
  end)

  it("leaves other files as they should be", function()
    local status = run(([[
      $D -e 'kept = io.open("%s/kept", "w") kept:write("all of it") print(1) os.exit(0)' >/dev/full
    ]]):format(folder.path))
    assert.same({ 1, "all of it" }, { status, read("kept") })
  end)

  it("is no matter where nothing is printed", function()
    assert.same({ 0, "" }, { run("$D -e 'x = 1' >/dev/full") })
    assert.same({ 2, "" }, { run("$D --nonsense 2>/dev/null >/dev/full") })
  end)

  it("is an error in the module alone", function()
    local status, message = run([[LUA_CPATH='build/lua/?.so;;' lua5.4 -e 'diffable = require "diffable"' ]]
      .. script() .. " >/dev/full")
    assert.equal(1, status)
    assert.truthy(message:find(
      "script.lua:3: OUTPUT_FAILED: stdout could not be written to: No space left on device", 1, true))
  end)
end)

describe("a pipe whose reader has gone", function()
  -- The script applies a list, and another one when its reader, who read some lines, has gone.
  local function run_without_reader(setting, arguments)
    local path = write("script.lua", ([[
      local source = diffable.data_source{ cell = function(item) return item end }
      source:apply(diffable.snapshot{ { id = "s", items = { "a" } } })
      io.open("%s/fifo"):read()
      source:apply(diffable.snapshot{ { id = "s", items = { "b" } } })
      io.stderr:write("still there\n")
    ]]):format(folder.path))
    local status, message = run(([[
      F=%s; mkfifo $F/fifo
      %s { timeout 60 $D %s %s; echo $? >$F/status; } | { read -r line; exec <&-; timeout 60 sh -c "echo >$F/fifo"; }
    ]]):format(folder.path, setting, arguments, path))
    assert.equal(0, status)
    return tonumber(read("status")), message
  end

  for _, arguments in ipairs{ "", "--format=ndjson" } do
    it(("ends the program in silence, as it ends cat: diffable %s"):format(arguments), function()
      assert.same({ 141, "" }, { run_without_reader("", arguments) })
    end)

    it(("is an error where the signal is ignored: diffable %s"):format(arguments), function()
      local status, message = run_without_reader("trap '' PIPE;", arguments)
      assert.equal(1, status)
      assert.truthy(message:find(
        "script.lua:4: OUTPUT_FAILED: stdout could not be written to: Broken pipe\nstack traceback:", 1, true))
      assert.falsy(message:find("still there", 1, true))
    end)
  end

  it("ends a script that prints for ever", function()
    local line = "{ $D -e 'while true do print(1) end'; echo $? >%s/status; } | head -n 1 >/dev/null"
    assert.same({ 0, "" }, { run(line:format(folder.path)) })
    assert.equal("141\n", read("status"))
  end)
end)

describe("a closed standard stream", function()
  it("of output is an error of whoever prints", function()
    local status, message = run("$D " .. script() .. " >&-")
    assert.equal(1, status)
    assert.truthy(message:find(
      "script.lua:3: OUTPUT_FAILED: stdout could not be written to: Bad file descriptor", 1, true))
    assert.equal(1, (run("$D -e 'print(1)' >&-")))
    assert.equal(1, (run("$D --help >&-")))
    assert.same({ 0, "" }, { run("$D -e 'x = 1' >&-") })
  end)

  it("does not write into the files that a script opens", function()
    run(([[$D -e 'file = io.open("%s/file", "w")' -e 'file:write("mine")' %s >&- 2>&-]]):format(folder.path, script()))
    assert.equal("mine", read("file"))
    run(([[$D -e 'file = io.open("%s/file", "w")' -e 'file:write("mine") error "lost"' 2>&-]]):format(folder.path))
    assert.equal("mine", read("file"))
  end)

  it("of input is none to a script, and an error where it should be one", function()
    assert.same({ 0, "" }, { run("$D " .. script() .. " <&- >/dev/null") })
    assert.same({ 1, "diffable: cannot read stdin: Bad file descriptor\n" }, { run("$D <&-") })
    assert.same({ 0, "" }, { run("$D -i <&- >/dev/null") })
  end)

  it("of errors leaves the status", function()
    assert.equal(1, (run("$D -e 'error(1)' 2>&-")))
    assert.equal(1, (run("$D -e 'error(1)' 2>/dev/full")))
    assert.equal(1, (run("$D -e 'error(1)' 2>&- >&- <&-")))
    assert.equal(2, (run("$D --nonsense 2>&-")))
  end)
end)

describe("a script", function()
  it("that is a folder is an error", function()
    assert.same({ 1, ("diffable: cannot read %s: Is a directory\n"):format(folder.path) },
      { run("$D " .. folder.path) })
  end)

  it("runs without HOME and TERM", function()
    assert.same({ 0, "" }, { run("env -u HOME -u TERM -u XDG_STATE_HOME $D " .. script() .. " >/dev/null") })
    assert.same({ 0, "" }, { run("echo 1 | env -u HOME -u TERM -u XDG_STATE_HOME $D -i >/dev/null") })
  end)
end)
