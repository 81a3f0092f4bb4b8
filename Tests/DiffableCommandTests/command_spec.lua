-- The command, from outside: what it prints, where, and how it ends.

local support = require "support"
local run, script = support.run, support.script

describe("diffable script", function()
  it("runs a script, which finds the module as a global and by require", function()
    local path = script('print(diffable == require "diffable")')
    assert.same({ "true\n", "", 0 }, { run(path) })
    os.remove(path)
  end)

  it("hands over the arguments, in arg and in ...", function()
    local path = script("print(arg[0] ~= nil, arg[1], arg[2], #arg, ...)")
    assert.same({ "true\ta\tb c\t2\ta\tb c\n", "", 0 }, { run(path .. " a 'b c'") })
    os.remove(path)
  end)

  it("has the frames of a callback in the one traceback", function()
    local path = script[[
local source = diffable.data_source{ view = false }
source:on_apply(function() error("broken") end)
source:apply(diffable.snapshot{ "s" })
]]
    local _, message = run(path)
    local wanted = ":2: broken (in an observer of applies)\nstack traceback:\n\t[C]: in function 'error'\n\t"
      .. path .. ":2: in function <" .. path .. ":2>\n\t[C]: in method 'apply'\n\t" .. path .. ":3: in main chunk\n"
    assert.truthy(message:find(wanted, 1, true), message)
    os.remove(path)
  end)

  it("reports an error on stderr with file, line and traceback, and ends with 1", function()
    local path = script("local function fail()\n  error('broken')\nend\nfail()")
    local output, message, status = run(path)
    assert.equal("", output)
    assert.truthy(message:find("diffable: " .. path .. ":2: broken\nstack traceback:", 1, true))
    assert.equal(1, status)
    os.remove(path)
  end)

  it("says what is wrong with an error object that is no string", function()
    local _, message, status = run("-e 'error({})'")
    assert.truthy(message:find("diffable: (error object is a table value)", 1, true))
    assert.equal(1, status)
  end)

  it("shows an error object by its __tostring", function()
    local _, message = run([[-e 'error(setmetatable({}, { __tostring = function() return "mine" end }))']])
    assert.equal("diffable: mine\n", message)
  end)

  it("names a script that does not exist", function()
    local output, message, status = run("/nowhere/at-all.lua")
    assert.equal("", output)
    assert.equal("diffable: cannot open /nowhere/at-all.lua: No such file or directory\n", message)
    assert.equal(1, status)
  end)

  it("names the line of a syntax error", function()
    local path = script("local = 1")
    local _, message, status = run(path)
    assert.truthy(message:find(path .. ":1:", 1, true))
    assert.equal(1, status)
    os.remove(path)
  end)

  it("runs standard input where there is no script and no terminal, and for -", function()
    assert.same({ "hello\n", "", 0 }, { run("", 'print "hello"') })
    assert.same({ "hello\tx\n", "", 0 }, { run("- x", 'print("hello", ...)') })
  end)

  it("has the command's own arguments in arg where there is no script", function()
    assert.same({ "build/bin/diffable\t-e\n", "", 0 }, { run("-e 'print(arg[0], arg[1])'") })
    assert.same({ "build/bin/diffable\t0\n", "", 0 }, { run("", "print(arg[0], #arg)") })
  end)

  it("shows an error object that is a number as lua does", function()
    local _, message, status = run("-e 'error(1)'")
    assert.equal("diffable: 1\nstack traceback:\n\t[C]: in function 'error'\n\t(command line):1: in main chunk\n",
      message)
    assert.equal(1, status)
  end)

  it("says where -l looked for a module, and nothing of its own files", function()
    local _, message, status = run("-l nomod")
    assert.matches("^diffable: module 'nomod' not found:\n\tno field package%.preload%['nomod'%]\n.*\n\z
      stack traceback:\n", message)
    assert.falsy(message:find("diffable:%d"))
    assert.equal(1, status)
  end)

  it("is ended by ^C with status 130 and without a traceback", function()
    for _, text in ipairs{
      "while true do end",
      "s = diffable.data_source{ view = false, cell = function() while true do end end } "
        .. "s:apply(diffable.snapshot{ { id = 1, items = { 1 } } }) s:render()",
    } do
      -- Without --foreground the signal may come twice, and a second one ends the program at once.
      local pipe = io.popen((
        "LUA_INIT= timeout --foreground --preserve-status -s INT 1 build/bin/diffable -e '%s' 2>&1"
      ):format(text))
      assert.equal("diffable: interrupted!\n", pipe:read("a"))
      assert.same({ nil, "exit", 130 }, { pipe:close() })
    end
  end)
end)

describe("options", function()
  it("-e and -l run in order, in front of the script", function()
    local path = script("print(a, b)")
    assert.same({ "1\t2\n", "", 0 }, { run("-e 'a = 1' -e'b = a + 1' " .. path) })
    os.remove(path)
    assert.same({ "true\n", "", 0 }, { run("-l d=diffable -e 'print(d == diffable)'") })
  end)

  it("-e stops at the first error", function()
    local output, message, status = run("-e 'error(\"first\")' -e 'print(2)'")
    assert.equal("", output)
    assert.truthy(message:find("diffable: (command line):1: first", 1, true))
    assert.equal(1, status)
  end)

  it("--version and -v show the versions", function()
    local output, message, status = run("--version")
    assert.truthy(output:find("^Diffable %d+%.%d+%.%d+, Lua 5%.4"))
    assert.same({ "", 0 }, { message, status })
    assert.equal(output, (run("-v")))
    assert.equal("Diffable " .. select(3, output:find("Diffable (%S+),")),
      (run("-e 'io.write((diffable._VERSION:gsub(\"^d\", \"D\")))'")))
  end)

  it("--help and -h show how to use it, on one screen", function()
    local output, _, status = run("--help")
    assert.truthy(output:find("^usage: diffable %[options%] %[script %[args%]%]"))
    assert.equal(0, status)
    assert.is_true(select(2, output:gsub("\n", "\n")) < 24)
    for line in output:gmatch("[^\n]+") do assert.is_true(#line <= 80, line) end
    assert.same({ output, "", 0 }, { run("-h") })
  end)

  it("an unknown option is a misuse that names the way to the usage", function()
    assert.same({ "", "diffable: unrecognized option '--nonsense'; try 'diffable --help'\n", 2 }, { run("--nonsense") })
    assert.equal(2, select(3, run("-e")))
    assert.equal(2, select(3, run("-x")))
  end)

  it("LUA_INIT runs first, unless -E is given", function()
    local function output(options)
      local pipe = io.popen("LUA_INIT='print(1)' build/bin/diffable " .. options .. " -e 'print(2)' </dev/null 2>&1")
      local text = pipe:read("a")
      pipe:close()
      return text
    end
    assert.equal("1\n2\n", output(""))
    assert.equal("2\n", output("-E"))
  end)

  it("LUA_INIT may name a file, whose failure is that of the script", function()
    local path = support.script("print(1, ...) error('no more', 0)")
    local pipe = io.popen(("LUA_INIT=@%s build/bin/diffable -e 'print(2)' </dev/null 2>&1; echo $?"):format(path))
    assert.matches("^1\ndiffable: no more\n.*\n1\n$", pipe:read("a"))
    pipe:close()
    os.remove(path)
    assert.matches("^diffable: cannot open /nowhere/at/all",
      select(2, run("-e 'print(2)'", "", "env LUA_INIT_5_4=@/nowhere/at/all")))
  end)

  it("shows warnings, and accepts -W as lua does", function()
    local _, shown = run("-e 'warn(\"careful\")'")
    assert.equal("Lua warning: careful\n", shown)
    assert.equal("", select(2, run("-e 'warn(\"@off\") warn(\"careful\")'")))
    local _, message = run("-W -e 'warn(\"careful\")'")
    assert.equal("Lua warning: careful\n", message)
  end)
end)

describe("what is shown", function()
  local list = "-e 'diffable.data_source{ cell = function(item) return { text = item, detail = \"$1\" } end }"
    .. ":apply(diffable.snapshot{ { id = \"s\", items = { \"%s\" } } })'"
  local plain = "+    a" .. (" "):rep(52) .. "$1\n=  1 section inserted; 1 item inserted\n"
  local colored = "\27[32m+    a" .. (" "):rep(52) .. "$1\27[m\n\27[2m=  1 section inserted; 1 item inserted\27[m\n"

  it("has colours as --color and the environment say", function()
    local show = list:format("a")
    assert.equal(plain, (run(show)))
    assert.equal(plain, (run("--color=auto " .. show)))
    assert.equal(colored, (run("--color=always " .. show)))
    assert.equal(colored, (run("--color=always " .. show, nil, "NO_COLOR=1")))
    assert.equal(colored, (run(show, nil, "CLICOLOR_FORCE=1")))
    assert.equal(plain, (run("--color=never " .. show, nil, "CLICOLOR_FORCE=1")))
    assert.equal(colored, (run("--color always " .. show)))
    assert.equal(plain, (run("--color never " .. show, nil, "CLICOLOR_FORCE=1")))
    assert.equal(colored, (run("--color " .. show)))
    assert.equal(plain, (run(show, nil, "CLICOLOR_FORCE=1 NO_COLOR=1")))
  end)

  -- `script` runs a command on a terminal of its own, `stty` makes that so wide.
  local function on_terminal(columns, arguments, environment)
    local path = script(("stty cols %d; %s build/bin/diffable %s"):format(columns, environment, arguments))
    local pipe = assert(io.popen(("script -qec 'sh %s' /dev/null </dev/null"):format(path)))
    local output = pipe:read("a"):gsub("\r\n", "\n")
    pipe:close()
    os.remove(path)
    return output
  end
  local quiet = "NO_COLOR= CLICOLOR_FORCE= COLUMNS= TERM=xterm"

  it("has colours on a terminal, unless it is dumb or somebody says no", function()
    assert.matches("^\27%[32m%+", on_terminal(60, list:format("a"), quiet))
    assert.matches("^%+", on_terminal(60, list:format("a"), quiet .. " NO_COLOR=1"))
    assert.matches("^%+", on_terminal(60, list:format("a"), quiet .. " TERM=dumb"))
    assert.matches("^%+", on_terminal(60, "--color=never " .. list:format("a"), quiet))
    assert.matches("^\27%[32m%+", on_terminal(60, "--color=always " .. list:format("a"), quiet .. " TERM=dumb"))
  end)

  it("is as wide as the terminal, and cut at its edge", function()
    local long = list:format(("x"):rep(40))
    assert.equal("+    " .. ("x"):rep(40) .. (" "):rep(33) .. "$1\n=  1 section inserted; 1 item inserted\n",
      on_terminal(80, "--color=never " .. long, quiet))
    local narrow = "+    " .. ("x"):rep(20) .. "…  $1\n=  1 section inserted; 1 item…\n"
    assert.equal(narrow, on_terminal(30, "--color=never " .. long, quiet))
    assert.equal(narrow, on_terminal(80, "--color=never " .. long, quiet .. " COLUMNS=30"))
    assert.equal("+    " .. ("x"):rep(40) .. (" "):rep(13) .. "$1\n=  1 section inserted; 1 item inserted\n",
      (run(long, nil, "COLUMNS=30")))
  end)

  it("is a stream of events with --format=ndjson, and nothing else", function()
    local output, message, status = run("--format=ndjson -e 'print(1, nil)' " .. list:format("a"))
    assert.equal('{"event":"stream","schema":"diffable-ndjson-1","indexes_from":0}\n\z
      {"event":"apply","list":0,"animation":"automatic"}\n'
      .. '{"event":"insert_section","id":"s","to":0}\n\z
        {"event":"insert_item","id":"a","to":{"section":0,"item":0,"section_id":"s"}}\n'
      .. '{"event":"cell","id":"a","at":{"section":0,"item":0,"section_id":"s"},"cell":{"text":"a","detail":"$1"}}\n'
      .. '{"event":"applied","list":0,"sections":1,"items":1}\n', output)
    assert.same({ "1\tnil\n", 0 }, { message, status })
    assert.equal(output, (run("--format ndjson " .. list:format("a"))))
    assert.equal(plain, (run("--format=text " .. list:format("a"))))
    assert.equal(plain, (run("--format text " .. list:format("a"))))
  end)

  it("ends in an event of the error that ended the script", function()
    local output, message, status = run("--format=ndjson -e 'error \"broken\"'")
    assert.same({ '{"event":"stream","schema":"diffable-ndjson-1","indexes_from":0}\n'
      .. '{"event":"error","message":"(command line):1: broken"}\n', 1 }, { output, status })
    assert.matches("^diffable: %(command line%):1: broken\nstack traceback:\n", message)
    output = run("--format=ndjson " .. list:format("a") .. " -e 'local a = = 1'")
    assert.matches('"items":1}\n{"event":"error","message":"[^\n]+unexpected symbol[^\n]+"}\n$', output)
    local event = '"indexes_from":0}\n{"event":"error","message":"%s"}\n'
    for arguments, wanted in pairs{
      ["wach"] = "cannot open wach: No such file or directory; did you mean 'diffable watch'?",
      ["--publish=/no/folder -e 'print(1)'"] = "cannot write /no/folder: No such file or directory",
      ["-e 'error{}'"] = "(error object is a table value)",
    } do
      output, message = run("--format=ndjson " .. arguments)
      assert.equal("diffable: " .. wanted, message:match("^[^\n]*"))
      assert.matches(event:format(wanted), output, 1, true)
    end
    output = run("--format=ndjson --color=always -e 'error \"broken\"'")
    assert.matches(event:format("(command line):1: broken"), output, 1, true)
    output = run("--format=ndjson -i", "error 'at the prompt'\n")
    assert.equal("", output)
  end)

  it("has nothing between events, whatever else writes to standard output", function()
    local path = script[[
      local function show(view)
        diffable.data_source{ cell = function() return "row" end, view = view }:apply(diffable.snapshot{ { id = "s", items = { 1 } } })
      end
      print "print"
      io.write "io.write\n"
      show(diffable.text_view())
      show()
      io.stdout:write "io.stdout\n"
      os.execute "echo child"
      show(diffable.ndjson_view())
      io.write "the end"
    ]]
    local output, message, status = run("--format=ndjson " .. path)
    os.remove(path)
    assert.equal(0, status)
    assert.equal("print\nio.write\n+    row\n=  1 section inserted; 1 item inserted\nio.stdout\nchild\nthe end",
      message)
    local events = {}
    for line in output:gmatch("[^\n]+") do events[#events + 1] = assert(line:match('^{"event":"(%l[%l_]*)"'), line) end
    local apply = "apply insert_section insert_item cell applied"
    assert.equal("stream " .. apply .. " " .. apply, table.concat(events, " "))
    assert.truthy(output:find('{"event":"apply","list":1,', 1, true))
  end)

  it("is not chosen by an unknown word", function()
    for _, option in ipairs{ "--color=red", "--color=", "--format=xml", "--format xml", "--format=", "--format" } do
      local output, message, status = run(option .. " -e 'print(1)'")
      assert.same({ "", 2 }, { output, status })
      assert.matches("^diffable: '" .. option:match("%-%-%a+"):gsub("%-", "%%-")
        .. "' [^\n]+; try 'diffable %-%-help'\n$", message)
    end
    assert.equal(2, select(3, run("--format")))
  end)
end)
