-- The lists that `diffable watch` has seen: its keys [ and ], --save and --play.
local diffable = require "diffable"
local folder = require "folder"
local full_screen = require "full_screen"
local support = require "support"
local tmux = require "tmux"
local press, is_over = full_screen.press, full_screen.is_over

local function watch(arguments, input) return support.run("watch " .. arguments, input) end

-- What it prints, with one blank for several; nothing was reported.
local function text(arguments, input)
  local output, message, status = watch(arguments, input)
  assert.same({ "", 0 }, { message, status })
  return (output:gsub("  +", " "):gsub(" \n", "\n"))
end

local function message_of(arguments, input)
  local output, message, status = watch(arguments, input)
  assert.same({ "", 1 }, { output, status })
  return message
end

-- A document of docs/wire.md that --save could have written at a time.
local function document(bytes, time)
  return (bytes:gsub("n%d+%.%d%d%d", ("n%.3f"):format(time), 1))
end

describe("diffable watch with a history", function()
  before_each(tmux.open)
  after_each(tmux.close)

  local function path() return folder.path .. "/saved" end

  local function save(input, arguments)
    return text(("--save %s %s"):format(path(), arguments or ""), input)
  end

  describe("in a file", function()
    it("plays the lists that differ from the one before them", function()
      local first, last = "+ 1\n= 1 section inserted; 1 item inserted\n", "- 1\n+ 2\n= 1 item deleted, 1 inserted\n"
      assert.equal(first .. " 1\n= no changes\n" .. last, save("[1][1][2]"))
      assert.equal(first .. last, text("--play " .. path()))
      assert.equal(first, text("--once --play " .. path()))
    end)

    it("keeps sections, texts, and columns with their names", function()
      local rows = '[{"id":1,"g":"x","a":7,"b":"long"},{"id":2,"a":1024},{"id":3,"g":"x","b":"c"}]'
      local expected = save(rows, "--section g --detail a --detail b --text id")
      assert.equal(expected, text("--play " .. path()))
      assert.truthy(folder.read("saved"):find("columns\x82aaab", 1, true))
      assert.equal("", select(2, support.run("follow --once " .. path())))
      assert.equal(expected, (support.run("follow --once " .. path()):gsub("  +", " "):gsub(" \n", "\n")))
    end)

    it("adds to the file, whatever end it has", function()
      save("[1][2]")
      local bytes = folder.read("saved")
      for _, missing in ipairs{ 0, 1, 60, #bytes - 1 } do
        folder.write("saved", bytes:sub(1, #bytes - missing))
        save("[3]")
        local expected = missing == #bytes - 1 and "" or missing == 0 and "12" or "1"
        local numbers = text("--play " .. path()):gsub("= [^\n]*\n", ""):gsub("%- [^\n]*\n", ""):gsub("[^%d]", "")
        assert.equal(expected .. "3", numbers)
        assert.same({ "+ 3\n= 1 section inserted; 1 item inserted\n", "", 0 },
          {
            support.run("follow --once " .. path()):gsub("  +", " "),
            select(2, support.run("follow --once " .. path())),
          })
      end
    end)

    it("plays what was written before the writer was killed", function()
      local script = ([[
        mkfifo %s/pipe
        build/bin/diffable watch --save %s <%s/pipe >/dev/null & process=$!
        exec 3>%s/pipe
        printf '[1][2]' >&3
        while [ "$(build/bin/diffable watch --play %s 2>/dev/null | grep -c =)" != 2 ]; do sleep 0.05; done
        kill -KILL $process
        exec 3>&-
        wait
      ]]):format(folder.path, path(), folder.path, folder.path, path())
      assert.truthy(os.execute(("timeout 20 sh -c '%s' 2>/dev/null"):format(script:gsub("'", "'\\''"))))
      assert.equal("+ 1\n= 1 section inserted; 1 item inserted\n- 1\n+ 2\n= 1 item deleted, 1 inserted\n",
        text("--play " .. path()))
    end)

    it("plays what a file has whose end is cut anywhere", function()
      save("[1][2][3]")
      local bytes, counts = folder.read("saved"), {}
      for step = 0, #bytes + 6, 7 do
        local size = math.min(step, #bytes)
        folder.write("saved", bytes:sub(1, size))
        local output, message, status = watch("--play " .. path())
        local count = select(2, output:gsub("= ", ""))
        if count == 0 then
          assert.same({ 1, true },
            { status, message:find("^diffable watch: cannot play [^\n]*: it has no [^\n]*\n$") ~= nil })
        else
          assert.same({ "", 0 }, { message, status })
        end
        counts[count] = true
      end
      assert.same({ [0] = true, true, true, true }, { [0] = counts[0], table.unpack(counts) })
    end)

    -- A file with a list for each of these times: one item with the number of the list. Every `every` of them is whole.
    local function write_times(times, every)
      local parts = {}
      for index, time in ipairs(times) do
        -- One file has a whole list at its beginning, and two have the patch between them.
        os.remove(path())
        if (index - 1) % every == 0 then
          save(("[%d]"):format(index))
          parts[index] = document(folder.read("saved"), time)
        else
          save(("[%d]"):format(index - 1))
          local first = #folder.read("saved")
          os.remove(path())
          save(("[%d][%d]"):format(index - 1, index))
          parts[index] = document(folder.read("saved"):sub(first + 1), time)
        end
      end
      folder.write("saved", table.concat(parts))
    end

    it("adds lists that are not earlier than those of the file, whatever the clock says", function()
      write_times({ 2000000000 }, 1)
      save("[7]")
      local first = os.date("@ %Y-%m-%d %H:%M:%S\n+ 1\n", 2000000000)
      assert.equal(first, text("--timestamps --once --play " .. path()):match("^[^\n]*\n[^\n]*\n"))
      assert.equal(2, select(2, folder.read("saved"):gsub("n2000000000%.000", "")))
      assert.equal("- 1\n+ 7\n", text("--timestamps --play " .. path()):match("\n(%-.-)="))
    end)

    local function at(time) return text(("--once --play %s '--at=%s'"):format(path(), time)):match("%+ (%d+)") end

    it("goes to a time", function()
      local noon = os.time{ year = 2026, month = 11, day = 27, hour = 12 }
      write_times({ noon - 86400, noon, noon + 0.25, noon + 1, noon + 61, noon + 3600, noon + 3601.5 }, 3)
      for time, expected in pairs{
        ["2026-11-27 12:00"] = "3", ["2026-11-27T12:00:01"] = "4", ["12:00"] = "3", ["12:01"] = "4",
        ["12:01:01"] = "5", ["13:00"] = "6", ["13:01"] = "1", ["2026-11-27 23:00"] = "7",
        ["2026-01-01 00:00"] = "1", ["23:00"] = "1", ["2024-02-29 12:00"] = "1",
        ["-1s"] = "6", ["-2s"] = "5", ["-1h"] = "4", ["+0s"] = "1", ["+1d"] = "2", ["-9d"] = "1", ["+9d"] = "7",
        [" 12:01 "] = "4",
      } do
        assert.same({ time, expected }, { time, at(time) })
      end
      for _, time in ipairs{
        "", "noon", "25:00", "12:60", "12:00:60", "26-11-27 12:00", "+", "+x", "12", "06:100", "06:10:", "06:10:0",
        "2026-02-31 06:10", "2026-02-29 06:10", "2026-13-01 06:10", "2026-00-10 06:10", "2026-11-00 06:10",
        "2026-11-2706:10",
      } do
        assert.equal("diffable watch: a time such as 06:10, 06:10:30, 2026-11-27 06:10, -5m or +1h expected, got '"
          .. time .. "'\n",
          message_of(("--play %s '--at=%s'"):format(path(), time)))
      end
      assert.matches("^@ 2026%-11%-26 12:00:00\n%+ 1\n.*\n@ 2026%-11%-27 12:00:01\n",
        text("--timestamps --play " .. path()))
    end)

    it("finds each of many lists of different size", function()
      local input, expected = {}, {}
      for index = 1, 700 do
        local rows = {}
        for row = 1, index % 40 * 5 + 1 do
          rows[row] = ('{"id":%d,"v":"%s"}'):format(row, row == 1 and index or ("x"):rep(index % 7 * 9))
        end
        input[index] = "[" .. table.concat(rows, ",") .. "]"
      end
      save(table.concat(input, "\n"), "--detail v")
      local count, last = 0, nil
      for number in text("--play " .. path()):gmatch("\n[~+]? ?1 [^\n]-(%d+)\n") do count, last = count + 1, number end
      assert.equal("700", last)
      for time in support.run("watch --play " .. path() .. " --timestamps"):gmatch("@ ([^\n]*)") do
        expected[time] = true
      end
      for time in pairs(expected) do assert.truthy(at(time)) end
      assert.truthy(count > 600)
    end)

    it("refuses other files, and options without use", function()
      folder.write("other", "some text")
      assert.equal(("diffable watch: cannot play %s/other: it has no lists that --save wrote\n"):format(folder.path),
        message_of("--play " .. folder.path .. "/other"))
      assert.equal(("diffable watch: cannot play %s/none: No such file or directory\n"):format(folder.path),
        message_of("--play " .. folder.path .. "/none"))
      assert.equal(
        ("diffable watch: cannot write %s/other: it exists, and --save did not write it\n"):format(folder.path),
        message_of("--save " .. folder.path .. "/other", "[1]"))
      assert.equal("some text", folder.read("other"))
      assert.matches("cannot play .*: it has no lists", message_of("--play " .. folder.path))
      for arguments, wanted in pairs{
        ["--at 12:00"] = "'--at' is for '--play'",
        ["--play x -- true"] = "'--play' shows a file, and has no use for a command",
        ["--play x --follow 3"] = "'--play' shows a file, and has no use for '--follow'",
        ["--play x --where 'cpu > 5'"] = "'--play' shows a file, and has no use for '--where'",
        ["--play x --sort cpu"] = "'--play' shows a file, and has no use for '--sort'",
        ["--play x --key ."] = "'--play' shows a file, and has no use for '--key'",
        ["--play x --text a"] = "'--play' shows a file, and has no use for '--text'",
        ["--play x --detail a"] = "'--play' shows a file, and has no use for '--detail'",
        ["--play x --input csv"] = "'--play' shows a file, and has no use for '--input'",
      } do
        assert.same({ "", "diffable watch: " .. wanted .. "; try 'diffable watch --help'\n", 2 }, { watch(arguments) })
      end
    end)

    it("says that a file is damaged, where it is, and that a pipe is no file", function()
      save('[1][{"id":"abc"}][3]')
      local bytes = folder.read("saved")
      folder.write("saved", (bytes:gsub("abc", "ab\xff")))
      local output, message, status = watch("--play " .. path())
      assert.equal(1, status)
      assert.equal("+    1\n=  1 section inserted; 1 item inserted\n", output)
      assert.matches("^diffable watch: cannot play [^\n]*/saved: MALFORMED: [^\n]*\n$", message)
      assert.equal("diffable watch: cannot play /dev/stdin: it is not a regular file\n",
        select(2, support.run("-e 'os.execute[[echo | build/bin/diffable watch --play /dev/stdin]]'")))
    end)

    it("refuses a list of another program, and a file that is damaged", function()
      folder.write("list", diffable.snapshot{ { id = 0, items = { 1 } } }:encode{ name = "orders-archive" })
      save("[1][2]")
      local bytes = folder.read("saved")
      local size = #bytes
      folder.write("first", bytes:sub(1, 35) .. "\x1c" .. bytes:sub(37))
      -- The length of a text reaches over the patch.
      folder.write("length", bytes:sub(1, 35) .. "\x79\xff\xff" .. bytes:sub(36))
      save("[3]")
      bytes = folder.read("saved")
      folder.write("last", bytes:sub(1, size + 35) .. "\x1c" .. bytes:sub(size + 37))
      for name, wanted in pairs{
        list = "it exists, and --save did not write it", first = "it is damaged after 0 bytes",
        length = "it is damaged after 0 bytes", last = "it is damaged after " .. size .. " bytes",
      } do
        local before = folder.read(name)
        assert.equal(("diffable watch: cannot write %s/%s: %s\n"):format(folder.path, name, wanted),
          message_of("--save " .. folder.path .. "/" .. name, "[1]"))
        assert.equal(before, folder.read(name))
      end
    end)

    it("lets one program at a time add to a file", function()
      folder.write("output", "")
      local pipe <close> = assert(io.popen(
        ("build/bin/diffable watch --save %s >%s/output"):format(path(), folder.path), "w"))
      pipe:write("[1]")
      pipe:flush()
      tmux.wait(function() return folder.read("output") end, function(output) return output:find("1 item") end)
      local bytes = folder.read("saved")
      assert.equal(("diffable watch: cannot write %s: another --save adds to it\n"):format(path()),
        message_of("--save " .. path(), "[7]"))
      assert.equal(bytes, folder.read("saved"))
      pipe:close()
      save("[2]")
      assert.equal("+ 2\n", text("--play " .. path()):match("\n%- 1\n(.-)="))
    end)

    it("reads a file of long lists a few times, and not once for each part of it", function()
      local counted, program = 0, {
        document_reader = function() return { feed = function(_, bytes) return { bytes } end } end,
      }
      local io = setmetatable({
        open = function(...)
          local file = assert(io.open(...))
          return {
            seek = function(_, ...) return file:seek(...) end,
            read = function(_, size)
              local bytes = file:read(size)
              counted = counted + #(bytes or "")
              return bytes
            end,
          }
        end,
      }, { __index = io })
      assert(loadfile("Sources/Command/Watch/Lua/saved_history.lua", "t",
        setmetatable({ io = io }, { __index = _G })))(program)
      local parts = {}
      for number = 1, 2 do
        local list = diffable.snapshot{ { id = 0, items = { number, { id = "long", text = ("x"):rep(4000000) } } } }
        parts[number] = list:encode{ name = ("200000000%d.000"):format(number) }
      end
      folder.write("saved", table.concat(parts))
      local history = program.open_history(path())
      for name, find in pairs{
        last = history.last, first = history.first,
        at_first = function() return history.group_at(2000000001.5) end,
        at_last = function() return history.group_at(2000000002) end,
      } do
        counted = 0
        assert.same({ name, name:find("first") and 0 or #parts[1] }, { name, find().offset })
        assert.truthy(counted < 2 * 8000000, counted)
      end
    end)

    it("says that it cannot be written, and goes on", function()
      local output, message, status = watch("--save /dev/full", "[1][2]")
      assert.equal(1, status)
      assert.equal(("diffable watch: cannot write /dev/full: No space left on device\n"):rep(2), message)
      assert.matches("2", output)
    end)
  end)

  describe("in memory", function()
    local program

    before_each(function()
      local now = 0
      program = {
        time = function()
          now = now + 1
          return now
        end,
      }
      assert(loadfile("Sources/Command/Watch/Lua/history.lua"))(program)
    end)

    -- Keeps lists in a history of so many bytes: the list n has the item n and, with a text of so many bytes, the item
    -- "long".
    local function kept(limit, count, size)
      local history = program.new_history(limit)
      local keep, bytes = program.keep_history({}, history, error), 0
      for number = 1, count do
        keep(diffable.snapshot{ { id = 0, items = { number, { id = "long", text = ("x"):rep(size) .. number } } } })
      end
      local group = history.first()
      while group do
        for _, part in ipairs(group.documents) do bytes = bytes + #part end
        group = history.after(group)
      end
      return history, bytes
    end

    local function list_of(snapshot) return snapshot and snapshot:item_identifiers()[1] end

    it("has all lists while there is room, forwards, backwards and at any time", function()
      local reader = program.history_reader((kept(1 << 30, 400, 10)))
      assert.equal(1, list_of(reader.go_to_first()))
      for number = 2, 400 do assert.equal(number, list_of(reader.next())) end
      assert.is_nil(reader.next())
      for number = 399, 1, -1 do assert.equal(number, list_of(reader.previous())) end
      assert.is_nil(reader.previous())
      for number = 400, 1, -7 do assert.equal(number, list_of(reader.go_to(number + 0.5))) end
      assert.equal(1, list_of(reader.go_to(-1)))
      assert.equal(400, list_of(reader.go_to_last()))
    end)

    it("drops the oldest lists when there is no room, also while one of them is shown", function()
      local history, bytes = kept(100000, 3000, 100)
      assert.truthy(bytes <= 100000 and bytes > 50000)
      local reader = program.history_reader(history)
      local first = list_of(reader.go_to_first())
      assert.truthy(first > 2000)
      assert.equal(1, list_of(diffable.decode(history.first().documents[1])) - first + 1)
      local writer = program.keep_history({}, history, error)
      for number = 3001, 6000 do
        writer(diffable.snapshot{ { id = 0, items = { number, { id = "long", text = ("y"):rep(100) } } } })
      end
      assert.truthy(list_of(reader.next()) >= first)
      local number = list_of(reader.go_to_last())
      assert.equal(6000, number)
      repeat
        local snapshot = reader.previous()
        if snapshot then
          number = number - 1
          assert.equal(number, list_of(snapshot))
        end
      until not snapshot
      assert.truthy(number > 3000)
    end)

    it("keeps the newest list, however long it is", function()
      local reader = program.history_reader((kept(1000, 5, 20000)))
      assert.equal(5, list_of(reader.go_to_last()))
    end)

    it("has patches for a long list of which little changes", function()
      local history = program.new_history(1)
      local keep, long = program.keep_history({}, history, error), ("x"):rep(9000000)
      for number = 1, 3 do keep(diffable.snapshot{ { id = 0, items = { number, { id = "long", text = long } } } }) end
      assert.equal(3, #history.first().documents)
      assert.truthy(#history.first().documents[3] < 1000)
    end)

    it("begins with a whole list again when there are bytes of four", function()
      local history = kept(1 << 30, 100, 20000)
      local group, sizes = history.first(), {}
      while group do
        sizes[#sizes + 1] = #group.documents
        group = history.after(group)
      end
      assert.same({ 4, 4, 4 }, { sizes[1], sizes[2], sizes[3] })
    end)
  end)

  describe("on a terminal", function()
    local pipe
    before_each(function() assert(os.execute("mkfifo " .. folder.path .. "/input")) end)
    after_each(function()
      if pipe then pipe:close() end
      pipe = nil
    end)

    local function start(arguments)
      pipe = assert(io.open(folder.path .. "/input", "r+"))
      full_screen.start(("watch %s <%s/input"):format(arguments or "", folder.path), 60, 6)
    end

    local function send(list)
      pipe:write(list)
      pipe:flush()
    end

    -- Waits for a title, with AT for "at" and a time, and TIME for a time, and the rows below it.
    local function shows(title, rows)
      local expected = title .. "\n" .. table.concat(rows, " ")
      full_screen.await(expected, function()
        local lines = {}
        for line in (tmux.screen() .. "\n"):gmatch("([^\n]*)\n") do
          lines[#lines + 1] = line:match("^%s*(.-)%s*$"):gsub(" +", " ")
        end
        local first = lines[1]:gsub(" at %d+%-%d+%-%d+ %d+:%d+:%d+$", " AT")
          :gsub("%d%d:%d%d:%d%d$", "TIME"):gsub(" +", " ")
        return first .. "\n" .. table.concat(lines, " ", 2, math.min(5, #lines)):gsub(" +$", "")
      end)
    end

    local function says(message)
      tmux.wait(tmux.screen, function(screen) return screen:find(message, 1, true) end)
      assert.truthy(tmux.screen():find(message, 1, true))
    end

    it("shows the lists before with [, the next ones with ], and at the end the one that came meanwhile", function()
      start()
      press("[")
      says("there is no list yet")
      send("[1]")
      shows("standard input 1 row TIME", { "1" })
      press("[")
      says("there is no earlier list")
      press("]")
      says("this is the newest list")
      send("[1,2]")
      shows("standard input +1 2 rows TIME", { "1", "2" })
      send("[3]")
      shows("standard input +1 -2 1 row TIME", { "3" })
      press("[")
      shows("standard input +2 -1 2 rows AT", { "1", "2" })
      send("[4,3]")
      press("[")
      shows("standard input -1 1 row AT", { "1" })
      press("[")
      says("there is no earlier list")
      press("]")
      shows("standard input +1 2 rows AT", { "1", "2" })
      press("]")
      shows("standard input +1 -2 1 row AT", { "3" })
      press("]")
      shows("standard input +1 2 rows TIME", { "4", "3" })
      send("[5]")
      shows("standard input +1 -2 1 row TIME", { "5" })
      press("q")
      assert.equal("", is_over(0))
    end)

    it("goes to a time that is typed after t", function()
      start()
      send("[1]")
      shows("standard input 1 row TIME", { "1" })
      os.execute("sleep 1.1")
      send("[2]")
      shows("standard input +1 -1 1 row TIME", { "2" })
      press("t", "-", "x", "BSpace", "1", "h")
      says("go to time: -1h_")
      press("Enter")
      shows("standard input +1 -1 1 row AT", { "1" })
      press("t", "q", "q", "Enter")
      says("a time such as 06:10")
      press("t", "5")
      says("go to time: 5_")
      press("Escape")
      tmux.wait(tmux.screen, function(screen) return not screen:find("go to time") end)
      shows("standard input +1 -1 1 row AT", { "1" })
      press("t", "+", "1", "h", "Enter")
      shows("standard input +1 -1 1 row TIME", { "2" })
      press("t", "-", "1", "s", "Enter")
      shows("standard input +1 -1 1 row AT", { "1" })
      press("q")
      assert.equal("", is_over(0))
    end)

    it("shows the lists around the one that was on the screen when it was paused", function()
      -- Waits until so many lists are kept.
      local function await(count)
        tmux.wait(function() return select(2, folder.read("saved"):gsub("hdiffable", "")) end,
          function(kept) return kept == count end)
      end
      start("--save " .. path())
      press("p")
      press("[")
      says("there is no list yet")
      press("p")
      send("[1]")
      shows("standard input 1 row TIME", { "1" })
      send("[1,2]")
      shows("standard input +1 2 rows TIME", { "1", "2" })
      press("p")
      says("paused")
      press("]")
      says("this is the newest list")
      for number = 3, 5 do
        send(("[%d]"):format(number))
        await(number)
      end
      press("[")
      shows("standard input -1 1 row AT", { "1" })
      press("]")
      shows("standard input +1 2 rows AT", { "1", "2" })
      press("p")
      press("]")
      shows("standard input +1 -2 1 row AT", { "3" })
      press("]")
      shows("standard input +1 -1 1 row AT", { "4" })
      press("]")
      shows("standard input +1 -1 1 row TIME", { "5" })
      send("[6]")
      shows("standard input +1 -1 1 row TIME", { "6" })
      press("p")
      says("paused")
      send("[7]")
      await(7)
      press("]")
      shows("standard input +1 -1 1 row TIME", { "7" })
      press("q")
      assert.equal("", is_over(0))
    end)

    it("says that a file is damaged, in the status line", function()
      save('[1][{"id":"abc"}][3]')
      folder.write("saved", (folder.read("saved"):gsub("abc", "ab\xff")))
      full_screen.start("watch --play " .. path(), 100, 6)
      shows(path() .. " 1 row AT", { "1" })
      press("]")
      says("cannot play " .. path() .. ": MALFORMED: ")
      press("q")
    end)

    it("ends a hold before it shows another list", function()
      start()
      send("[1]")
      shows("standard input 1 row TIME", { "1" })
      press("h")
      send("[2]")
      shows("standard input held +1 -1 1 row TIME", {})
      press("[")
      shows("standard input +1 -1 1 row AT", { "1" })
      press("]")
      shows("standard input +1 -1 1 row TIME", { "2" })
      press("q")
      assert.equal("", is_over(0))
    end)

    it("plays a file, with the names of its columns, and goes on as the file grows", function()
      save('[{"id":1,"a":7,"b":8}][{"id":1,"a":7,"b":90000}]', "--detail a --detail b")
      full_screen.start("watch --play " .. path(), 100, 6)
      local name = path()
      shows(name .. " 1 row AT", { "a", "b 1", "7", "8" })
      press("[")
      says("there is no earlier list")
      press("]")
      shows(name .. " ~1 1 row AT", { "a", "b 1", "7", "90000" })
      press("]")
      says("there is no later list")
      save("[5]")
      press("]")
      shows(name .. " +1 -1 1 row AT", { "a", "b 5" })
      press("t", "-", "9", "d", "Enter")
      shows(name .. " +1 -1 1 row AT", { "a", "b 1", "7", "8" })
      press("q")
      assert.equal("", is_over(0))
    end)
  end)
end)
