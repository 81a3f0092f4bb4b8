-- Lists on a terminal: the command in tmux, which plays the terminal and tells what is on its screen.
local folder = require "folder"
local full_screen = require "full_screen"
local tmux = require "tmux"
local execute, quoted, screen = tmux.execute, tmux.quoted, tmux.screen
local await, shows, press = full_screen.await, full_screen.shows, full_screen.press
local run, is_over, last = full_screen.run, full_screen.is_over, full_screen.last

-- What the command prints without a terminal: in a session of its own, which has none.
local function prints(expression)
  return execute("setsid -w build/bin/diffable -e " .. quoted("print(" .. expression .. ")") .. " </dev/null")
end

-- Rows from 1 to `count`, and a list that is run with some options.
local function rows(count, options)
  return ([[
    local items = {}
    for i = 1, %d do items[i] = i end
    local source = diffable.data_source{ view = false, cell = function(item) return { text = "row " .. item } end }
    source:apply(diffable.snapshot{ { id = "s", items = items } })
    local options = { hints = false, %s }
    options.source = source
    diffable.run(options)
  ]]):format(count, options)
end

describe("diffable.run", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("shows badges, of which a tap hides five and another brings them back", function()
    local all = {
      "All badges", "  ★ Early bird         10 points", "  ★ Night owl          20 points",
      "  ★ Explorer           30 points", "  ★ Commuter           40 points", "  ★ Marathon           50 points",
      "  ★ Polyglot           60 points", "  ★ Mentor             70 points", "  ★ Curator            80 points",
      "  ★ Pioneer            90 points", "  ★ Legend            100 points",
      "", last(34, "Enter choose  ? keys", "1/10"),
    }
    run("scripts/badges.lua", 34, 13)
    shows(all)
    press("Enter")
    local some = table.move(all, 1, 6, 1, { [7] = "", [8] = "", [9] = "", [10] = "", [11] = "", [12] = "" })
    some[1], some[13] = "First badges", last(34, "Enter choose  ? keys", "1/5")
    shows(some)
    press("Enter")
    shows(all)
    press("q")
    assert.equal("", is_over(0))
  end)

  it("shows the states, whose stars are toggled by Enter and by a click", function()
    local function states(place, ...)
      local lines = { "A", "  Alabama", "  Alaska", "  Arizona", "  Arkansas", "C", "  California" }
      for index, star in ipairs{ ... } do lines[index + 1] = ("%-27s%s"):format(lines[index + 1], star) end
      lines[7] = "  California               ☆"
      lines[8] = last(30, "Enter choose  ? keys", place)
      return lines
    end
    run("scripts/states.lua", 30, 8)
    shows(states("1/51", "☆", "☆", "☆", "☆"))
    press("Down", "Enter")
    shows(states("2/51", "☆", "★", "☆", "☆"))
    press("-l", "\27[<0;5;5M\27[<0;5;5M")
    shows(states("4/51", "☆", "★", "☆", "★"))
    press("Enter")
    shows(states("4/51", "☆", "★", "☆", "☆"))
    press("q")
    await("status 0", function() return screen():match("status %d+") end)
  end)

  it("shows the jokes, whose stars are toggled by a key and by a click", function()
    local function row(text, star) return ("  %-33s%s"):format(text, star) end
    local warning, quarrel = "  ! Jokes from nearby need your loc…", "Why do two lists never quarrel?"
    local calm, twins = "Why is the array so calm?", "How does a set invite twins?"
    run("scripts/jokes.lua", 38, 11)
    press("Down", "a")
    shows{
      warning, "Favorites (1), offline", row(quarrel, "★"),
      "Jokes, offline", row(quarrel, "★"), "  They work out their differences.",
      row(calm, "☆"), "  All its elements are in order.",
      row(twins, "☆"), "  It invites one of them.", last(38, "/ search  q leave  ? keys", "3/6"),
    }
    press("-l", "\27[<0;36;7M")
    shows{
      warning, "Favorites (2), offline", row(quarrel, "★"), row(calm, "★"),
      "Jokes, offline", row(quarrel, "★"), "  They work out their differences.",
      row(calm, "★"), "  All its elements are in order.",
      row(twins, "☆"), last(38, "/ search  q leave  ? keys", "5/7"),
    }
    press("q")
    await("status 0", function() return screen():match("status %d+") end)
  end)

  it("searches the contacts, and brings them back", function()
    local function row(name, address)
      return ("  %-" .. 32 - #address + (name:find("ë") and 1 or 0) .. "s%s"):format(name, address)
    end
    local maria, ann = row("Lopez, Maria", "maria@example.org"), row("Marsh, Ann", "ann@example.org")
    local marta, zoe = row("Nowak, Marta", "marta@example.org"), row("Martin, Zoë", "zoe@example.org")
    local all = {
      "Friends Contacts", maria, row("Haddad, Omar", "omar@example.org"), ann,
      "Your Contacts", marta, row("Berg, Mona", "mona@example.org"), zoe, row("Li, Wei", "wei@example.org"),
      last(36, "/ search  q leave  ? keys", "1/7"),
    }
    run("scripts/contacts.lua", 36, 10)
    shows(all)
    press("/", "M", "a")
    shows{ "Friends Contacts", maria, ann, "Your Contacts", marta, zoe, "", "", "", last(36, "/Ma_", "1/4") }
    press("Escape")
    shows(all)
    press("q")
    await("status 0", function() return screen():match("status %d+") end)
  end)

  it("holds the tasks, of which one is done meanwhile", function()
    local function tasks(count, ...)
      local lines = { "Open tasks", "Day 1", ... }
      while #lines < 7 do lines[#lines + 1] = "" end
      lines[7] = last(36, "h hold  d done  ? keys", "1/" .. count)
      return lines
    end
    local function row(title, urgency) return ("  %-" .. 32 - #urgency .. "s%s"):format(title, urgency) end
    local bike, ann, read = row("Fix the bike", "!!!"), row("Call Ann!", "!!"), row("Read", "!")
    run("scripts/tasks.lua", 36, 7)
    shows(tasks(3, bike, ann, read))
    press("h", "d")
    shows(tasks(3, bike, ann, read))
    press("h")
    shows(tasks(2, ann, read))
    press("q")
    await("status 0", function() return screen():match("status %d+") end)
  end)

  it("gives keys to the script, whose applies are shown, and lets it leave", function()
    run(rows(3, [[on_key = function(key, item)
      if key == "d" then
        local snapshot = source:snapshot()
        snapshot:delete_items(item)
        source:apply(snapshot)
      elseif key == "q" then
        return "handled"
      elseif key == "x" then
        return "leave"
      end
    end]]))
    press("Down", "d", "q")
    shows{ "  row 1", "  row 3", "", "", "", "", "", "                         2/2" }
    press("x")
    assert.equal("", is_over(0))
  end)

  it("searches", function()
    run(rows(30, [[on_search = function(text)
      local snapshot = diffable.snapshot{ "s" }
      for _, item in ipairs(items) do
        if tostring(item):find(text, 1, true) then snapshot:append_items(item) end
      end
      source:apply(snapshot)
    end]]), 30, 5)
    press("/", "2", "2")
    shows{ "  row 22", "", "", "", "  /22_                   1/1" }
    press("BSpace", "Enter", "End")
    shows{ "  row 26", "  row 27", "  row 28", "  row 29", "  /2                   12/12" }
    press("q")
    is_over(0)
  end)

  it("cuts a long text in front of its detail and accessory, as a text view does", function()
    run([[
      local source = diffable.data_source{ view = false, cell = function(item)
        return { text = ("word "):rep(item), detail = "detail " .. item, accessory = "star", secondary_text = ("more "):rep(item) }
      end }
      source:apply(diffable.snapshot{ { id = "s", items = { 3, 30 } } })
      diffable.run{ source = source, hints = false }
    ]], 60, 6)
    shows{
      "  word word word                                detail 3 ☆", "  more more more",
      "  word word word word word word word word wo…  detail 30 ☆", "  " .. ("more "):rep(11) .. "…",
      "", (" "):rep(55) .. "1/2",
    }
    press("q")
    is_over(0)
  end)

  it("shows a million rows, and follows the size of the window", function()
    run(rows(1000000, ""), 30, 4)
    press("End")
    shows{ "  row 999998", "  row 999999", "  row 1000000", "             1000000/1000000" }
    tmux.call("resize-window", "-x", "24", "-y", "5")
    shows{ "  row 999997", "  row 999998", "  row 999999", "  row 1000000", "       1000000/1000000" }
    press("q")
    is_over(0)
  end)

  it("does what the mouse does", function()
    run(rows(20, [[on_select = function(item)
      local snapshot = source:snapshot()
      snapshot:delete_items(item)
      source:apply(snapshot)
    end]]), 30, 4)
    shows{ "  row 1", "  row 2", "  row 3", "                        1/20" }
    press("-l", "\27[<65;1;1M\27[<0;9;2M\27[<0;9;2M")
    shows{ "  row 4", "  row 6", "  row 7", "                        5/19" }
    press("q")
    is_over(0)
  end)

  it("drags a row with the mouse", function()
    run([[
      local source = diffable.data_source{ view = false, cell = function(item) return item end }
      source.can_reorder_item = function() return true end
      source:apply(diffable.snapshot{ { id = "s", items = { "a", "b", "c" } } })
      diffable.run{ source = source, hints = false, on_key = function(key) io.stderr:write(key, ";") end }
    ]], 30, 5)
    shows{ "  a", "  b", "  c", "", last(30, "", "1/3") }
    press("-l", "\27[<0;9;1M\27[<32;10;1M\27[<32;10;2M\27[<32;10;3M\27[<0;10;3m\27[<35;10;1M")
    shows{ "  b", "  c", "  a", "", last(30, "", "3/3") }
    press("q")
    assert.equal("click;drag;drag;q;", is_over(0))
  end)

  it("has a title and a footer, whose control characters are spelled out, and which are cut", function()
    run(rows(9, [[title = "Nine\27rows", footer = ("long "):rep(9)]]), 30, 7)
    shows{
      [[Nine\u{1b}rows]], "  row 1", "  row 2", "  row 3", "  row 4", "  long long long long long …",
      last(30, "", "1/9"),
    }
    press("-l", "\27[<0;9;3M")
    shows{
      [[Nine\u{1b}rows]], "  row 1", "  row 2", "  row 3", "  row 4", "  long long long long long …",
      last(30, "", "2/9"),
    }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("has a prompt before the search text", function()
    run(rows(3, [[prompt = "find\27> "]]), 40, 5)
    press("-l", "/ro")
    shows{ "  row 1", "  row 2", "  row 3", "", last(40, [[find\u{1b}> ro_]], "1/3 of 3") }
    press("Enter", "q")
    assert.equal("", is_over(0))
  end)

  it("names the most important keys, as many as fit, while the last line has nothing else to show", function()
    run(rows(3, "on_select = print, hints = true, "
      .. "on_key = function(key) if key == 'x' then diffable.set_status('status') end end"), 60, 5)
    shows{ "  row 1", "  row 2", "  row 3", "", last(60, "Enter choose  / search  q leave  ? keys", "1/3") }
    press("x")
    shows{ "  row 1", "  row 2", "  row 3", "", last(60, "status", "1/3") }
    press("/")
    shows{ "  row 1", "  row 2", "  row 3", "", last(60, "/_", "1/3") }
    press("Escape")
    tmux.call("resize-window", "-x", "40", "-y", "5")
    shows{ "  row 1", "  row 2", "  row 3", "", last(40, "Enter choose  / search  ? keys", "1/3") }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("names the keys of the script as well", function()
    run(rows(3, [[hints = true, keys = "d delete\nF2 save\27 it\nr"]]), 60, 12)
    local hint = [[d delete  F2 save\u{1b} it  r  / search  ? keys]]
    shows{ "  row 1", "  row 2", "  row 3", "", "", "", "", "", "", "", "", last(60, hint, "1/3") }
    press("?")
    full_screen.await("  d             delete\n  F2            save\\u{1b} it\n  r\n", function()
      return tmux.screen():match("  d  .*\n  r\n")
    end)
    press("q", "q")
    assert.equal("", is_over(0))
  end)

  it("taps accessories", function()
    run([[
      local source = diffable.data_source{ view = false }
      source.cell = function(item) return { text = item.id, accessory = item.is_starred and "star.fill" or "star" } end
      source:apply(diffable.snapshot{ { id = "s", items = { { id = "one" }, { id = "two" } } } })
      diffable.run{
        source = source, hints = false,
        on_accessory = function(item)
          if item.id == "one" then io.stderr:write(tostring(select(2, pcall(function() source.view = nil end)))) end
          local snapshot = source:snapshot()
          snapshot:reconfigure_items{ id = item.id, is_starred = not item.is_starred }
          source:apply(snapshot)
          return item.id == "two" and item.is_starred and "leave" or nil
        end,
      }
    ]], 30, 4)
    shows{ "  one                      ☆", "  two                      ☆", "", "                         1/2" }
    press("a")
    shows{ "  one                      ★", "  two                      ☆", "", "                         1/2" }
    press("-l", "\27[<0;28;2M")
    shows{ "  one                      ★", "  two                      ★", "", "                         2/2" }
    press("a")
    assert.truthy(is_over(0):find('field "view": diffable.run shows the data source; set it afterwards', 1, true))
  end)

  it("gives the screen back in coroutines, where nobody closes what an error leaves", function()
    run("print(coroutine.resume(coroutine.create(function() " .. rows(3, "on_key = function() source:close() end")
      .. " end)) == false)")
    press("x")
    await("before\ntrue\nstatus 0\nas before", screen)
    assert.equal("", folder.read("errors"))
  end)

  for _, case in ipairs{
    { "^C", "C-c", 130, "", "" },
    { "^C in a callback that never ends", "x", 130,
      "on_key = function() io.popen('kill -INT $PPID'):close() while true do end end", "" },
    { "SIGTERM", "x", 143, "on_key = function() os.execute('kill -TERM $PPID') end", "Terminated\n" },
    { "SIGHUP", "x", 129, "on_key = function() os.execute('kill -HUP $PPID') end", "Hangup\n" },
    { "os.exit", "x", 3, "on_key = function() os.exit(3) end", "" },
    { "os.exit that closes the state", "x", 4, "on_key = function() os.exit(4, true) end", "" },
  } do
    it("gives the screen back at " .. case[1], function()
      run(rows(3, case[4]))
      shows{ "  row 1", "  row 2", "  row 3", "", "", "", "", "                         1/3" }
      press(case[2])
      assert.equal(case[5], is_over(case[3]))
    end)
  end

  it("gives the screen back while ^Z stops the program, and draws it anew when that goes on", function()
    local list = { "  row 1", "  row 2", "  row 3", "", "", "", "", "                         1/3" }
    run(rows(3, ""), 30, 8, true)
    shows(list)
    press("C-z")
    shows{ "stopped", "as before" }
    assert.equal(full_screen.as_before, full_screen.modes())
    press("Enter")
    shows(list)
    press("Down")
    list[8] = "                         2/3"
    shows(list)
    press("q")
    shows{ "stopped", "as before", "", "status 0", "as before" }
  end)

  it("runs once at a time", function()
    run(rows(3, [[on_key = function()
      io.stderr:write(tostring(select(2, pcall(diffable.run, { source = source }))))
      return "leave"
    end]]), 60)
    press("x")
    assert.equal("INVALID_ARGUMENT: terminal: the terminal is in use", is_over(0))
  end)

  it("refuses what is no terminal", function()
    local output = prints("diffable.terminal_is_available(), pcall(diffable.run, { source = diffable.data_source() })")
    assert.equal("false\tfalse\tINVALID_ARGUMENT: terminal: \z
      standard input and output are no terminal, and the process has "
      .. "no other (/dev/tty)\n", output)
    run("print(pcall(diffable.run, { source = diffable.data_source() }))", 80)
    press("q")
    await("before\ntrue\nstatus 0\nas before", screen)
  end)

  it("refuses a dumb terminal, and one without a type", function()
    local script = folder.write("script.lua",
      "print(select(2, pcall(diffable.run, { source = diffable.data_source() })))")
    tmux.start(("sh -c 'TERM=dumb build/bin/diffable %s; read _'"):format(script), 80, 4)
    shows{ "INVALID_ARGUMENT: terminal: the terminal is dumb (TERM says so): it has no full", "screen" }
    for _, environment in ipairs{ "-u TERM", "TERM=" } do
      tmux.start(("sh -c 'env %s build/bin/diffable %s; read _'"):format(environment, script), 80, 4)
      shows{
        "INVALID_ARGUMENT: terminal: TERM is not set: set it to the type of the terminal,", " such as xterm-256color",
      }
    end
  end)

  it("checks its options", function()
    local function message(options)
      return prints("select(2, pcall(diffable.run, " .. options .. "))")
    end
    assert.equal('INVALID_ARGUMENT: run: option "source": data source expected, got nil\n', message("{}"))
    assert.matches("INVALID_ARGUMENT: run: unknown option \"sauce\": did you mean \"source\"%?",
      message("{ sauce = 1 }"))
    assert.equal('INVALID_ARGUMENT: run: option "on_key": function expected, got number\n',
      message("{ source = diffable.data_source(), on_key = 1 }"))
    for _, option in ipairs{ "title", "footer", "keys" } do
      assert.equal(('INVALID_ARGUMENT: run: option "%s": string expected, got number\n'):format(option),
        message("{ source = diffable.data_source(), " .. option .. " = 1 }"))
    end
    assert.equal('INVALID_ARGUMENT: run: option "hints": boolean expected, got string\n',
      message("{ source = diffable.data_source(), hints = 'no' }"))
    assert.equal("INVALID_ARGUMENT: run: argument 1: table expected, got nil\n", message("nil"))
  end)

  it("takes neither a closed data source nor one whose callback runs", function()
    assert.equal('INVALID_ARGUMENT: run: option "source": the data source is closed\n',
      prints("select(2, (function(s) s:close() return pcall(diffable.run, { source = s }) end)\z
        (diffable.data_source()))"))
    local script = [[
      local source, message
      local function cell(item)
        message = message or select(2, pcall(diffable.run, { source = source }))
        return { text = item }
      end
      source = diffable.data_source{ cell = cell, view = false }
      source:apply(diffable.snapshot{ { id = "s", items = { "a" } } })
      source:cell_at{ section = 1, item = 1 }
      print(message)
    ]]
    assert.equal('INVALID_ARGUMENT: run: option "source": \z
      the data source is in use; run it when its callback is over\n',
      execute("build/bin/diffable " .. folder.write("script.lua", script)))
  end)

  it("is not there in the module alone, which says where it is", function()
    local output = execute("LUA_CPATH='build/lua/?.so;;' lua5.4 -l diffable -e "
      .. "'print(diffable.terminal_is_available(), pcall(diffable.run, {}))'")
    assert.equal("false\tfalse\t"
      .. "INVALID_ARGUMENT: run: the list on a terminal is part of the command; run the script with `diffable`\n",
      output)
  end)
end)
