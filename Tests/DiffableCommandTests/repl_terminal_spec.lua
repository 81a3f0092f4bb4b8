-- The REPL on a terminal: editing, completion, history, ^C and ^D.
local open = require "terminal"

describe("the REPL on a terminal", function()
  local home, terminal

  -- Starts the command, and waits for its prompt.
  local function start(arguments, environment, columns)
    local command = "env -u XDG_STATE_HOME HOME=%s LUA_INIT= NO_COLOR=1 %s build/bin/diffable %s"
    terminal = open(command:format(home, environment or "", arguments or ""), columns)
    terminal:shows(columns and ">" or "Type .help for a tour.\n>")
  end

  local function contents(path)
    local file = assert(io.open(path))
    local text = file:read("a")
    file:close()
    return text
  end

  local function leave()
    terminal:type("", "C-d")
    terminal:shows("status 0")
    terminal:close()
  end

  before_each(function()
    home = os.tmpname()
    os.remove(home)
    assert(os.execute("mkdir " .. home))
  end)

  after_each(function()
    if terminal then terminal:close() end
    os.execute("rm -r " .. home)
  end)

  it("shows a long result with .more in the pager", function()
    start("", "PAGER='sed s/^/paged:/'")
    terminal:enter("s = diffable.snapshot() for i = 1, 30 do s:append_sections(i) end return s")
    terminal:shows("\n30 (0 items)\n>")
    terminal:enter(".more")
    terminal:shows("\npaged:29 (0 items)\npaged:30 (0 items)\n>")
    terminal:enter("1")
    terminal:shows("\n1\n>")
    terminal:enter(".more")
    terminal:shows("> .more\n1\n>")
    leave()
  end)

  it("edits a line", function()
    start()
    terminal:type('x"helo', "Left", "l", "End", [['"']], "Home", "Delete", "Enter")
    terminal:shows('> "hello"\n"hello"\n>')
    terminal:type('"世é', "BSpace", "BSpace", "ü", [['"']], "Enter")
    terminal:shows('> "ü"\n"ü"\n>')
    leave()
  end)

  it("reads an entry of many lines, and recalls it as one", function()
    start()
    terminal:enter("for i = 1, 2 do")
    terminal:shows(">>")
    terminal:enter("print(i)")
    terminal:shows("print(i)\n>>")
    terminal:enter("end")
    terminal:shows(">> end\n1\n2\n>")
    terminal:type("", "Up")
    terminal:shows("> for i = 1, 2 do\nprint(i)\nend")
    terminal:type("", "Left", "Left", "Left", "Left", "Left")
    terminal:type(" + 7", "Enter")
    terminal:shows("> for i = 1, 2 do\nprint(i + 7)\nend\n8\n9\n>")
    leave()
  end)

  it("^C clears the line, and the entry it belongs to", function()
    start()
    terminal:type("garbage(", "C-c")
    terminal:shows("> garbage(^C\n>")
    terminal:enter("1 +")
    terminal:shows(">>")
    terminal:type("2", "C-c")
    terminal:shows(">> 2^C\n>")
    terminal:enter("5")
    terminal:shows("> 5\n5\n>")
    leave()
  end)

  it("^C interrupts what runs, and a second one ends the program", function()
    start()
    terminal:enter('print "first" while true do end')
    terminal:shows("\nfirst")
    terminal:type("", "C-c")
    terminal:shows("stdin:1: in main chunk\n>")
    assert.truthy(terminal:screen():find("interrupted!", 1, true))
    terminal:enter('print "second" while true do pcall(function() print "once" while true do end end) end')
    terminal:shows("\nsecond\nonce")
    terminal:type("", "C-c")
    terminal:shows("\nsecond\nonce\n^Conce")
    terminal:type("", "C-c")
    terminal:shows("status 130")
  end)

  it("^D leaves, also out of an entry that is not whole, and .quit does", function()
    start()
    terminal:enter("for i = 1, 2 do")
    terminal:shows(">>")
    terminal:type("", "C-d")
    terminal:shows("status 0")
    terminal:close()
    start()
    terminal:enter(".quit")
    terminal:shows("> .quit\nstatus 0")
  end)

  it("keeps the history, for nobody else to read", function()
    start()
    terminal:enter("'first'")
    terminal:shows('"first"\n>')
    terminal:enter("'of two \\")
    terminal:shows(">>")
    terminal:enter("lines'")
    terminal:shows('lines"\n>')
    leave()
    local modes = io.popen("cd " .. home
      .. " && stat -c '%a %n' .local .local/state/diffable .local/state/diffable/history")
    assert.equal("700 .local\n700 .local/state/diffable\n600 .local/state/diffable/history\n", modes:read("a"))
    modes:close()
    assert.equal("-- what was typed in diffable\n'first'\n'of two \\\n\tlines'\n",
      contents(home .. "/.local/state/diffable/history"))
    start()
    terminal:type("", "Up")
    terminal:shows("> 'of two \\\nlines'")
    terminal:type("", "Up")
    terminal:shows("> 'first'")
    terminal:type("", "Enter")
    terminal:shows('"first"\n>')
    leave()
  end)

  it("keeps the history for nobody else to read if the new file of an earlier session is left", function()
    local directory = home .. "/.local/state/diffable"
    assert(os.execute(("mkdir -p %s && cd %s && echo old >history.new && chmod 644 history.new")
      :format(directory, directory)))
    start()
    terminal:enter("'first'")
    terminal:shows('"first"\n>')
    leave()
    local modes = io.popen("cd " .. directory .. " && stat -c '%a %n' *")
    assert.equal("600 history\n", modes:read("a"))
    modes:close()
  end)

  it("shares the history among sessions, in XDG_STATE_HOME", function()
    local environment = "XDG_STATE_HOME=" .. home .. "/state"
    start("", environment)
    local other = terminal
    start("", environment)
    other:enter("'one'")
    other:shows('"one"\n>')
    terminal:enter("'two'")
    terminal:shows('"two"\n>')
    other:close()
    leave()
    start("", environment)
    terminal:type("", "Up")
    terminal:shows("> 'two'")
    terminal:type("", "Up")
    terminal:shows("> 'one'")
    terminal:type("", "C-c")
    terminal:shows("^C\n>")
    leave()
  end)

  it("says why the history is not kept, and goes on", function()
    local file = assert(io.open(home .. "/.local", "w"))
    file:close()
    start()
    assert.truthy(terminal:screen():find("diffable: the history is not kept: ", 1, true))
    assert.truthy(terminal:screen():find("Not a directory", 1, true))
    terminal:enter("1")
    terminal:shows("\n1\n>")
    leave()
  end)

  -- What is in the place of the history, how to make it, and what is said of it.
  for what, case in pairs{
    ["a file of something else"] = { "echo 'dear diary' >$H; chmod 644 $H", "it holds no history" },
    ["a folder"] = { "mkdir $H; touch $H/kept", "it is not a regular file" },
    ["a pipe"] = { "mkfifo $H", "it is not a regular file" },
    ["a file that cannot be read"] = { "ln -s /proc/self/mem $H", "Input/output error" },
    ["a file that is too large"] = { "truncate -s 20M $H", "it is larger than 16 MiB" },
  } do
    it("leaves " .. what .. " alone where its history should be, and goes on", function()
      local directory = home .. "/.local/state/diffable"
      assert(os.execute(("mkdir -p %s; H=%s/history; %s"):format(directory, directory, case[1])))
      local function found()
        local pipe = io.popen(("cd %s; find . -printf '%%p %%m %%s\n' | sort; test ! -f history || cksum history 2>&1")
          :format(directory))
        local text = pipe:read("a")
        pipe:close()
        return text
      end
      local before = found()
      start()
      assert.truthy(terminal:screen():find(
        ("diffable: the history is not kept: %s/history: %s\n"):format(directory, case[2]), 1, true))
      terminal:enter("1 + 1")
      terminal:shows("\n2\n>")
      terminal:type("", "Up")
      terminal:shows("> 1 + 1")
      terminal:type("", "C-c")
      leave()
      assert.equal(before, found())
    end)
  end

  it("reads what it can of a history that is cut off", function()
    local directory = home .. "/.local/state/diffable"
    local line = "mkdir -p %s; printf -- '-- what was typed in diffable\\n1 2\\n\\0\\n\\377bro' >%s/history"
    assert(os.execute(line:format(directory, directory)))
    start()
    terminal:enter("'new'")
    terminal:shows('"new"\n>')
    terminal:type("", "Up", "Up", "Up")
    terminal:shows("> 1 2")
    terminal:type("", "C-c")
    leave()
  end)

  it("gives the terminal back when a signal ends it at the prompt", function()
    -- libedit sends the signal on to the whole group.
    local line = "trap : TERM; cd %s; mkfifo go; stty -g >before; HOME=. LUA_INIT= $OLDPWD/build/bin/diffable; "
      .. "stty -g | cmp - before && echo same; false"
    terminal = open(line:format(home))
    terminal:shows("Type .help for a tour.\n>")
    terminal:enter("os.execute('(read _ <go; kill -TERM $PPID) &')")
    terminal:shows(" 0\n>")
    assert(os.execute("echo >" .. home .. "/go"))
    terminal:shows("\nsame\nstatus 1")
  end)

  it("works where TERM is missing or unknown", function()
    for _, environment in ipairs{ "env -u TERM", "TERM=nonsense" } do
      start("", environment)
      terminal:enter("1 + 1")
      terminal:shows("\n2\n>")
      leave()
    end
  end)

  it("works on a dumb terminal, and without a home", function()
    start("", "TERM=dumb HOME=")
    terminal:enter("1 + 1")
    terminal:shows("\n2\n>")
    leave()
  end)

  -- Pastes a text as a terminal does, with marks if it was asked for them.
  local function paste(text)
    local file = assert(io.open(home .. "/pasted", "w"))
    file:write(text)
    file:close()
    assert(os.execute(("%s load-buffer %s/pasted && %s paste-buffer -p"):format(terminal.tmux, home, terminal.tmux)))
  end

  it("takes what is pasted for text, also tabs and newlines", function()
    start()
    paste("str\t= 6")
    terminal:shows("> str   = 6")
    terminal:type("", "Enter")
    terminal:enter("{ str, type(string) }")
    terminal:shows('{ 6, "table" }\n>')
    paste("a = 'é世'\nb = a .. a\27[31m\3\nb\n")
    terminal:shows("> a = 'é世'\nb = a .. a[31m\nb")
    terminal:type("", "C-c")
    terminal:shows("^C\n>")
    paste("local a = 'é世'\nb = a .. a\nb\n")
    terminal:shows("\nb")
    terminal:type("", "Enter")
    terminal:shows('\nb\n"é世é世"\n>')
    local long = "x = '" .. ("0123456789"):rep(500) .. "' #x"
    paste(long)
    terminal:type("", "BSpace", "BSpace")
    terminal:type("return #x", "Enter")
    terminal:shows("\n5000\n>")
    leave()
  end)

  it("asks for marks around pastes at the prompt only, and not where TERM is dumb", function()
    local function log(term)
      local typescript = home .. "/typescript"
      assert(os.execute((
        [[printf '1\nos.exit()\n' | TERM=%s HOME=%s LUA_INIT= script -qec build/bin/diffable %s >/dev/null]]
      ):format(term, home, typescript)))
      local text = contents(typescript)
      return select(2, text:gsub("\27%[%?2004h", "")), select(2, text:gsub("\27%[%?2004l", ""))
    end
    assert.same({ 2, 2 }, { log("xterm") })
    assert.same({ 0, 0 }, { log("dumb") })
  end)

  it("drops into the running screen", function()
    start("-i scripts/payment.lua")
    terminal:type("sour", "Tab")
    terminal:shows("> source")
    terminal:enter(':index_path_of_item("cash")')
    terminal:shows("{ section = 2, item = 3 }\n>")
    leave()
  end)

  it("fits into a narrow window", function()
    start("", "", 40)
    terminal:enter('xx = "' .. ("a"):rep(40) .. '" +* 3 + ' .. ("4"):rep(40))
    terminal:shows("\n  ...aaaaaaaaaa\" +* 3 + 44444444...\n                  ^\n>")
    terminal:enter('{ "aaaaaaaaaaaaaaa", "世世世世世世世世世" }')
    terminal:shows('\n{\n  "aaaaaaaaaaaaaaa",\n  "世世世世世世世世世"\n}\n>')
    terminal:enter('{ "aaaaaaaaaaaa", "世世世世世世世世" }')
    terminal:shows('\n{ "aaaaaaaaaaaa", "世世世世世世世世" }\n>')
    terminal:type("coroutine.", "Tab")
    terminal:shows("> coroutine.\n\z
      close        resume       wrap\n\z
      create       running      yield\n\z
      isyieldable  status\n\z
      > coroutine.")
    terminal:type("", "C-c")
    leave()
  end)

  it("shows prompts on the terminal, where standard output is a file of events", function()
    local file = home .. "/events"
    terminal = open(("env -u XDG_STATE_HOME HOME=%s LUA_INIT= NO_COLOR=1 build/bin/diffable --format=ndjson >%s")
      :format(home, file))
    terminal:shows("Type .help for a tour.\n>")
    terminal:enter("source = diffable.data_source()")
    terminal:enter("source:apply(diffable.snapshot{ 7 });")
    terminal:type("sour", "Tab", "Enter")
    terminal:shows("> source\ndata source (1 section, 0 items)\n7 (0 items)\n>")
    leave()
    local events = assert(io.open(file))
    local text = events:read("a")
    events:close()
    assert.truthy(text:find('^{"event":"stream".*"items":0}\n$') and not text:find("[^}]\n"))
  end)

  it("colours errors, unless NO_COLOR is set", function()
    start("", "NO_COLOR=")
    terminal:enter("f(1 + + 2)")
    terminal:shows("\n        ^\n>")
    local pipe = io.popen(terminal.tmux .. "capture-pane -p -e")
    local screen = pipe:read("a")
    pipe:close()
    assert.truthy(screen:find("\27%[3[13]m"))
    leave()
  end)
end)
