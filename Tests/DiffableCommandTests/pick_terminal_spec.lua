-- `diffable pick` on a terminal.
local folder = require "folder"
local full_screen = require "full_screen"
local tmux = require "tmux"
local shows, press = full_screen.shows, full_screen.press

-- The last line of a screen of so many columns: the prompt with the query, and the counter.
local function last(columns, left, right)
  return "  " .. left .. (" "):rep(columns - 4 - utf8.len(left) - utf8.len(right)) .. right
end

-- Runs a script of the shell on a terminal.
local function shell(script, columns, rows)
  tmux.start("sh " .. folder.write("job.sh", "trap : INT\n" .. script .. "\nread _"), columns or 40, rows or 5)
end

local pick = "LUA_INIT= build/bin/diffable pick "

-- Starts the picker on a pipe, and returns the file to which its lines are written.
local function pick_from_pipe(options)
  tmux.execute("mkfifo " .. folder.path .. "/lines")
  shell(("%s %s <%s/lines | sed 's/^/answer /'"):format(pick, options, folder.path))
  return assert(io.open(folder.path .. "/lines", "w"))
end

-- Four rows, and the last line: the query with the cursor, and the counter.
local function rows(query, counter, ...)
  local lines = { ... }
  for index = 1, 4 do lines[index] = lines[index] and "  " .. lines[index] or "" end
  lines[5] = last(40, "> " .. query .. "_", counter)
  return lines
end

-- Rows that have a mark of their own.
local function marked(query, counter, ...)
  local lines = rows(query, counter, ...)
  for index, line in ipairs(lines) do lines[index] = line:gsub("^  %*", "* ") end
  return lines
end

local fruits = "printf 'apple\\npear\\nplum\\npineapple\\n' | "

describe("diffable pick on a terminal", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("searches what is typed, the best match first, and writes the line that Enter chooses", function()
    shell("x=$(" .. fruits .. pick .. '); echo "status $?, answer $x"')
    shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
    press("p", "l")
    shows(rows("pl", "1/3 of 4", "plum", "apple", "pineapple"))
    press("e", "Down", "Enter")
    shows{ "status 0, answer pineapple" }
    assert.equal(full_screen.as_before, full_screen.modes())
  end)

  it("takes q, ?, / and blanks as text", function()
    shell("printf 'q? /x\\nno\\n' | " .. pick)
    shows(rows("", "1/2", "q? /x", "no"))
    press("q", "?", "Space", "/")
    shows(rows("q? /", "1/1 of 2", "q? /x"))
    press("Enter")
    shows{ "q? /x" }
  end)

  it("moves with ^N, ^P, ^J and ^K, and edits the query", function()
    shell("x=$(" .. fruits .. pick .. '); echo "status $?, answer $x"')
    shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
    press("C-n", "C-j", "C-n", "C-p")
    shows(rows("", "3/4", "apple", "pear", "plum", "pineapple"))
    press("C-k")
    shows(rows("", "2/4", "apple", "pear", "plum", "pineapple"))
    press("x", "p", "C-w")
    shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
  end)

  for key, name in pairs{ Escape = "Escape", ["C-c"] = "^C", ["C-g"] = "^G", ["C-d"] = "^D" } do
    it("ends with 130 after " .. name, function()
      shell("x=$(" .. fruits .. pick .. '); echo "status $?, answer $x"')
      shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
      press(key)
      shows{ "status 130, answer" }
      assert.equal(full_screen.as_before, full_screen.modes())
    end)
  end

  it("ends with 1 after Enter if nothing matches", function()
    shell(fruits .. pick .. '; echo "status $?"')
    shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
    press("x")
    shows(rows("x", "no matches of 4"))
    press("Enter")
    shows{ "status 1" }
  end)

  it("shows the lines while they come, and searches them", function()
    local lines = pick_from_pipe("-q o")
    lines:write("one\nxx\ntw")
    lines:flush()
    shows(rows("o", "1/1 of 2…", "one"))
    press("Down")
    lines:write("o\n")
    lines:flush()
    shows(rows("o", "1/2 of 3…", "one", "two"))
    lines:close()
    shows(rows("o", "1/2 of 3", "one", "two"))
    press("Down", "Enter")
    shows{ "answer two" }
  end)

  it("scrolls beyond the first 1,000 matches", function()
    shell("seq 5000 | " .. pick .. "--bind end:last")
    shows(rows("", "1/5000", "1", "2", "3", "4"))
    press("End")
    shows(rows("", "5000/5000", "4997", "4998", "4999", "5000"))
    press("1", "Enter")
    shows{ "1" }
  end)

  it("shows the part of a line that matches, and marks the letters", function()
    shell("printf '%060d needle %020d\\nshort\\n' 0 0 | " .. pick)
    shows(rows("", "1/2", ("0"):rep(35) .. "…", "short"))
    press("n", "d")
    shows(rows("nd", "1/1 of 2", "…" .. ("0"):rep(20) .. " needle 000000…"))
    local styled = tmux.screen("-e")
    assert.truthy(styled:find("\27%[1m\27%[36mn\27"), styled)
  end)

  it("spells out what would disturb the terminal, and shows tabs as blanks", function()
    shell([[printf 'a\tb\nc\033[31md\377\n' | ]] .. pick)
    shows(rows("", "1/2", "a       b", [[c\u{1b}[31md\xff]]))
  end)

  describe("with --multi", function()
    it("writes what Tab picked, in that order, also lines that no longer match", function()
      shell("x=$(" .. fruits .. pick .. '-m | tr "\\n" ,); echo "answer $x"')
      shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
      press("p", "l", "u", "Tab", "C-u")
      shows(marked("", "1/4 (1)", "apple", "pear", "*plum", "pineapple"))
      press("Down", "Tab", "BTab")
      shows(marked("", "2/4 (1)", "apple", "*pear", "plum", "pineapple"))
      press("Enter")
      shows{ "answer pear," }
    end)

    it("has actions for all lines that match", function()
      local bindings = "--bind ctrl-a:select-all,ctrl-r:deselect-all,f2:toggle"
      shell("x=$(" .. fruits .. pick .. bindings .. ' -m --print0 | tr "\\0" ,); echo "answer $x"')
      shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
      press("l")
      shows(rows("l", "1/3 of 4", "plum", "apple", "pineapple"))
      press("C-a")
      shows(marked("l", "1/3 of 4 (3)", "*plum", "*apple", "*pineapple"))
      press("F2")
      shows(marked("l", "1/3 of 4 (2)", "plum", "*apple", "*pineapple"))
      press("C-r")
      shows(rows("l", "1/3 of 4", "plum", "apple", "pineapple"))
      press("C-a", "Enter")
      shows{ "answer plum,apple,pineapple," }
    end)
  end)

  it("keeps the selected line with --track when the query changes", function()
    shell("printf 'a1\\na2\\nb1\\n' | " .. pick .. "--track")
    shows(rows("", "1/3", "a1", "a2", "b1"))
    press("Down", "Down", "1")
    shows(rows("1", "2/2 of 3", "a1", "b1"))
    press("Enter")
    shows{ "b1" }
  end)

  it("selects the best match if the line of --track does not match", function()
    shell("printf 'a1\\na2\\nb1\\nb2\\n' | " .. pick .. "--track")
    shows(rows("", "1/4", "a1", "a2", "b1", "b2"))
    press("Down", "Down", "2")
    shows(rows("2", "1/2 of 4", "a2", "b2"))
    press("Enter")
    shows{ "a2" }
  end)

  it("finds the line of --track behind the first 1,000 matches", function()
    shell("seq 5000 | " .. pick .. "--track -q 4999")
    shows(rows("4999", "1/1 of 5000", "4999"))
    press("C-u")
    shows(rows("", "4999/5000", "4996", "4997", "4998", "4999"))
    press("9")
    full_screen.await(true, function() return tmux.screen():find("> 9_ *1355/1355 of 5000") ~= nil end)
    press("Enter")
    shows{ "4999" }
  end)

  it("keeps the selected line when many better lines come", function()
    local lines = pick_from_pipe("-q o")
    lines:write("long o 1\nlong o 2\n")
    lines:flush()
    shows(rows("o", "1/2 of 2…", "long o 1", "long o 2"))
    press("Down")
    shows(rows("o", "2/2 of 2…", "long o 1", "long o 2"))
    lines:write(("o\n"):rep(2000))
    lines:close()
    full_screen.await(true, function() return tmux.screen():find("2002/2002 of 2002", 1, true) ~= nil end)
    press("Enter")
    shows{ "answer long o 2" }
  end)

  it("has a prompt and a header", function()
    shell(fruits .. pick .. "--prompt 'fruit: ' --header 'Enter buys'")
    shows{ "Enter buys", "  apple", "  pear", "  plum", last(40, "fruit: _", "1/4") }
  end)

  it("binds keys, also letters", function()
    shell("x=$(" .. fruits .. pick .. "--bind x:clear-query,y:last,tab:accept,ctrl-o:abort); echo \"status $? $x\"")
    shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
    press("p", "x", "y")
    shows(rows("", "4/4", "apple", "pear", "plum", "pineapple"))
    press("Tab")
    shows{ "status 0 pineapple" }
  end)

  it("binds a comma, a colon, and keys with modifiers in any order", function()
    shell(fruits .. pick .. "--bind ,:last,::up,alt-ctrl-A:first,ä:down")
    shows(rows("", "1/4", "apple", "pear", "plum", "pineapple"))
    press(",", ":")
    shows(rows("", "3/4", "apple", "pear", "plum", "pineapple"))
    press("C-M-a", "ä")
    shows(rows("", "2/4", "apple", "pear", "plum", "pineapple"))
  end)

  it("shows colors with --ansi", function()
    shell([[printf '\033[31mred\033[0m plain\n' | ]] .. pick .. "--ansi")
    shows(rows("", "1/1", "red plain"))
    assert.truthy(tmux.screen("-e"):find("\27%[31mred"), tmux.screen("-e"))
  end)

  it("uses some lines below the cursor with --height, and leaves what is above", function()
    shell("echo above; x=$(" .. fruits .. pick .. '--height 4); echo "answer $x"', 40, 10)
    shows{ "above", "  apple", "  pear", "  plum", last(40, "> _", "1/4") }
    press("n", "e")
    shows{ "above", "  pineapple", "", "", last(40, "> ne_", "1/1 of 4") }
    press("Enter")
    shows{ "above", "answer pineapple" }
  end)

  it("scrolls the terminal for --height if it must", function()
    shell("seq 9; x=$(" .. fruits .. pick .. '--height 40%); echo "answer $x"', 40, 10)
    shows{ "4", "5", "6", "7", "8", "9", "  apple", "  pear", "  plum", last(40, "> _", "1/4") }
    press("Down", "Enter")
    shows{ "4", "5", "6", "7", "8", "9", "answer pear" }
  end)

  describe("with a preview", function()
    it("shows the output of a command about the selected line", function()
      shell([[printf "a 1\nit's 2\n" | ]] .. pick .. "--preview 'echo about {1} {2} {q}; echo {}'", 80, 5)
      shows{
        "  a 1" .. (" "):rep(35) .. "│ about a 1", "  it's 2" .. (" "):rep(32) .. "│ a 1",
        (" "):rep(40) .. "│", (" "):rep(40) .. "│", last(80, "> _", "1/2"),
      }
      press("Down")
      shows{
        "  a 1" .. (" "):rep(35) .. "│ about it's 2", "  it's 2" .. (" "):rep(32) .. "│ it's 2",
        (" "):rep(40) .. "│", (" "):rep(40) .. "│", last(80, "> _", "2/2"),
      }
    end)

    it("does not wait for it, and ends it when the next line is selected", function()
      shell("seq 2 | " .. pick .. "--preview 'echo {}; [ {} = 2 ] || sleep 987'", 80, 3)
      shows{ "  1" .. (" "):rep(37) .. "│ 1", "  2" .. (" "):rep(37) .. "│", last(80, "> _", "1/2") }
      press("Down")
      shows{ "  1" .. (" "):rep(37) .. "│ 2", "  2" .. (" "):rep(37) .. "│", last(80, "> _", "2/2") }
      full_screen.await("", function() return (tmux.execute("pgrep -x -f 'sleep 987' || true")) end)
    end)
  end)

  it("runs the command of the preview again when the query or the picked lines change, if it uses them", function()
    local function previewed(query, counter, shown)
      shows{
        shown .. (" "):rep(40 - #shown) .. "│ Q=" .. query .. " P=a", (" "):rep(40) .. "│",
        last(80, "> " .. query .. "_", counter),
      }
    end
    shell("echo a | " .. pick .. "-m --bind ctrl-t:toggle --preview 'echo Q={q} P={+}'", 80, 3)
    previewed("", "1/1", "  a")
    press("a")
    previewed("a", "1/1 of 1", "  a")
    press("C-u")
    previewed("", "1/1", "  a")
  end)

  it("runs it again when lines are picked", function()
    local function previewed(counter, first, text)
      shows{ first .. "a" .. (" "):rep(37) .. "│ P=" .. text, "  b" .. (" "):rep(37) .. "│", last(80, "> _", counter) }
    end
    shell("printf 'a\\nb\\n' | " .. pick .. "-m --bind ctrl-t:toggle,ctrl-r:deselect-all --preview 'echo P={+}'", 80, 3)
    previewed("1/2", "  ", "a")
    press("C-t", "Down")
    previewed("2/2 (1)", "* ", "a")
    press("C-r")
    previewed("2/2", "  ", "b")
  end)

  it("says that the command of a preview is too long", function()
    shell("seq 30000 | " .. pick .. "-m --bind ctrl-a:select-all --preview 'echo {+}'", 120, 3)
    shows{ "  1" .. (" "):rep(57) .. "│ 1", "  2" .. (" "):rep(57) .. "│", last(120, "> _", "1/30000") }
    press("C-a")
    shows{
      "* 1" .. (" "):rep(57) .. "│ the command cannot be started: Argument list too long",
      "* 2" .. (" "):rep(57) .. "│", last(120, "> _", "1/30000 (30000)"),
    }
  end)

  it("ends its commands when a signal ends it", function()
    shell("seq 2 | sh -c 'echo $$ >" .. folder.path .. "/process; exec " .. pick:gsub("^LUA_INIT= ", "env LUA_INIT= ")
      .. "--preview \"echo {}; exec sleep 986\"'; echo \"status $?\"", 80, 3)
    shows{ "  1" .. (" "):rep(37) .. "│ 1", "  2" .. (" "):rep(37) .. "│", last(80, "> _", "1/2") }
    tmux.execute("kill -TERM $(cat " .. folder.path .. "/process)")
    shows{ "status 143" }
    assert.equal("", (tmux.execute("pgrep -x -f 'sleep 986' || true")))
  end)

  describe("with a command", function()
    local function write(text)
      folder.write("next", text)
      assert(os.rename(folder.path .. "/next", folder.path .. "/list"))
    end

    it("follows the selected line and the picked ones through a reload", function()
      write("1 a\n2 b\n3 c\n")
      shell(("x=$(%s -m --id 1 --bind ctrl-r:reload -- cat %s/list | tr '\\n' ,); echo \"answer $x\"")
        :format(pick, folder.path))
      shows(rows("", "1/3", "1 a", "2 b", "3 c"))
      press("Tab", "Down")
      shows(marked("", "3/3 (1)", "*1 a", "2 b", "3 c"))
      write("0 new\n3 changed\n1 also\n")
      press("C-r")
      shows(marked("", "2/3 (1)", "0 new", "3 changed", "*1 also"))
      press("Tab", "Enter")
      shows{ "answer 1 also,3 changed," }
    end)

    it("tells lines with the same identifier apart, also after a reload and a search", function()
      write("x 1\nx 2\n")
      shell(("x=$(%s -m --id 1 --bind ctrl-r:reload -- cat %s/list); echo \"answer $x\""):format(pick, folder.path))
      shows(rows("", "1/2", "x 1", "x 2"))
      press("Down", "Tab", "2")
      shows(marked("2", "1/1 of 2 (1)", "*x 2"))
      press("C-u")
      shows(marked("", "1/2 (1)", "x 1", "*x 2"))
      write("new\nx 1\nx 3\n")
      press("C-r")
      shows(marked("", "2/3 (1)", "new", "x 1", "*x 3"))
      press("Enter")
      shows{ "answer x 3" }
    end)

    it("keeps the selected line when it is far behind now", function()
      write("1\n2\n3\n4\n5\n")
      shell(("x=$(%s --bind ctrl-r:reload -- cat %s/list); echo \"answer $x\""):format(pick, folder.path))
      shows(rows("", "1/5", "1", "2", "3", "4"))
      press("Down")
      shows(rows("", "2/5", "1", "2", "3", "4"))
      tmux.execute(("{ seq 3 3000; echo 2; } >%s/next; mv %s/next %s/list")
        :format(folder.path, folder.path, folder.path))
      press("C-r")
      full_screen.await(true, function() return tmux.screen():find("2999/2999", 1, true) ~= nil end)
      press("Enter")
      shows{ "answer 2" }
    end)

    it("takes 40,000 equal lines in 4 seconds of a processor", function()
      shell("ulimit -t 4; " .. pick .. "-m --bind ctrl-a:select-all,ctrl-r:reload -- sh -c 'yes | head -40000' | wc -l")
      shows(rows("", "1/40000", "y", "y", "y", "y"))
      press("C-a")
      shows(marked("", "1/40000 (40000)", "*y", "*y", "*y", "*y"))
      press("Enter")
      shows{ "40000" }
    end)

    it("keeps what it reports away from the list", function()
      shell(pick .. [[-- sh -c 'for i in 1 2 3; do echo "error $i" >&2; sleep 0.1; done; echo one; exit 3']])
      shows{ "  one", "", "", "", last(40, "the command failed: error 3", "1/1") }
      press("o", "Enter")
      shows{ "one" }
    end)

    it("runs it again and again with --reload-every, and searches what comes", function()
      write("one\n")
      shell(("%s -q o --reload-every 0.2 -- cat %s/list"):format(pick, folder.path))
      shows(rows("o", "1/1 of 1", "one"))
      write("x\ntwo\none\none\n")
      shows(rows("o", "1/3 of 4", "one", "one", "two"))
      write("")
      shows(rows("o", "no matches of 0"))
    end)

    it("says that it failed", function()
      shell(pick .. "-- sh -c 'echo one; exit 3'")
      shows{ "  one", "", "", "", last(40, "the command failed", "1/1") }
      press("o")
      shows(rows("o", "1/1 of 1", "one"))
    end)

    it("keeps the list of a run before one that fails and prints nothing", function()
      write("one\n")
      shell(("%s --bind ctrl-r:reload -- sh -c 'cat %s/list 2>&-'"):format(pick, folder.path))
      shows(rows("", "1/1", "one"))
      os.remove(folder.path .. "/list")
      press("C-r")
      shows{ "  one", "", "", "", last(40, "the command failed", "1/1") }
    end)
  end)

  it("needs lines that are not the keyboard", function()
    shell(pick .. "; echo status $?", 120)
    shows{
      "diffable pick: standard input is a terminal; lines come out of a pipe, \z
        or from a command after '--'; try 'diffable pick",
      "--help'", "status 2",
    }
  end)

  it("takes 300,000 lines in 4 seconds of a processor, with a query", function()
    shell("ulimit -t 4; seq -f some/path/with/folders/and/a/file-%.0f.swift 300000 | { "
      .. pick .. '-q 299999; echo "status $?"; }')
    shows(rows("299999", "1/1 of 300000", "…ith/folders/and/a/file-299999.swift"))
    press("Enter")
    shows{ "some/path/with/folders/and/a/file-299999", ".swift", "status 0" }
  end)
end)
