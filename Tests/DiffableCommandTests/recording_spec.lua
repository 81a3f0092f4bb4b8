-- `--record`: the page that the command writes. Tests/DiffablePageTests plays such pages.

local support = require "support"
local run, script = support.run, support.script

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function element(page, id)
  return (page:match('<script id="' .. id .. '" type="[%w/-]+">(.-)</script>'):gsub("\\u003c", "<"))
end

local function count(text, part) return select(2, text:gsub(part, "")) end

describe("--record", function()
  local folder, page

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir " .. folder)
    page = folder .. "/page.html"
  end)

  after_each(function() os.execute("rm -rf " .. folder) end)

  local function files()
    local pipe = assert(io.popen("ls -A " .. folder))
    local names = pipe:read("a")
    pipe:close()
    return names
  end

  local list = [[
    local function list(options)
      options.cell = options.cell or function(item) return { text = tostring(item) } end
      return diffable.data_source(options)
    end
    local function of(...) return diffable.snapshot{ { id = "s", items = { ... } } } end
  ]]

  it("writes a page beside what is printed as ever, the same for the same script", function()
    for _, name in ipairs{ "payment", "states", "jokes" } do
      local path = "scripts/" .. name .. ".lua"
      local output = run(path)
      assert.same({ output, "", 0 }, { run("--record " .. page .. " " .. path) })
      local first = read(page)
      run("--record=" .. page .. " " .. path)
      assert.equal(first, read(page))
      assert.truthy(first:find("^<!DOCTYPE html>.*<title>" .. name .. "%.lua</title>.*</html>\n$"))
      assert.equal("page.html\n", files())
    end
  end)

  it("has the events that --format=ndjson prints", function()
    local stream = run("--format=ndjson scripts/payment.lua")
    run("--record " .. page .. " scripts/payment.lua")
    assert.equal(stream, element(read(page), "events"))
    assert.equal(stream, (run("--format=ndjson --record " .. page .. " scripts/payment.lua")))
    assert.equal(stream, element(read(page), "events"))
  end)

  it("names no address, and forbids the network", function()
    run("--record " .. page .. " scripts/payment.lua")
    local text = read(page)
    assert.equal(0, count(text, "https?:") + count(text, "src=") + count(text, "href=") + count(text, "url%("))
    assert.truthy(text:find("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';", 1, true))
  end)

  it("has what was printed last in front of each apply", function()
    local path = script(list .. [[
      local source = list{}
      print("first", 1) print()
      source:apply(of(1))
      source:apply(of(2))
      print("lines\nof </script> \xff\n ")
      source:apply(of(3))
    ]])
    run("--record " .. page .. " " .. path)
    assert.equal('["first\\u00091","",{"hex":"6f66203c2f7363726970743e20ff"}]', element(read(page), "captions"))
    os.remove(path)
  end)

  it("has what was written in any way, in as many parts as one likes", function()
    local path = script(list .. [[
      local source = list{}
      io.write("step ", 1, ": ") io.stdout:write("in parts") print()
      source:apply(of(1))
      io.stderr:write("not this\n") print(" \t")
      source:apply(of(2))
      io.output():write("first\n", "second", "\n")
      source:apply(of(3))
    ]])
    local output = run("--record " .. page .. " " .. path)
    assert.equal('["step 1: in parts","","second"]', element(read(page), "captions"))
    assert.truthy(output:find("^step 1: in parts\n"))
    os.remove(path)
  end)

  it("has the captions of applies", function()
    local path = script(list .. [[
      print("printed")
      list{}:apply(of(1), { caption = "a tap </script>" })
    ]])
    run("--record " .. page .. " " .. path)
    assert.truthy(element(read(page), "events"):find('"animation":"automatic","caption":"a tap </script>"}', 1, true))
    assert.equal('["printed"]', element(read(page), "captions"))
    os.remove(path)
  end)

  it("records every data source, whatever its view", function()
    local path = script(list .. [[
      list{}:apply(of("shown"))
      list{ view = false }:apply(of("without a view"))
      list{ view = diffable.ndjson_view{ write = function() error "full" end } }
      pcall(function() list{ view = diffable.text_view{ write = function() error "full" end } }:apply(of("view fails")) end)
      diffable.set_default_view(false)
      require "diffable".data_source{ cell = function() return "x" end }:apply(of("required"))
    ]])
    run("--record " .. page .. " " .. path)
    local events = element(read(page), "events")
    local names = {}
    for name in events:gmatch('"insert_item","id":"([^"]+)"') do names[#names + 1] = name end
    assert.same({ "shown", "without a view", "view fails", "required" }, names)
    assert.equal(1, count(events, '"event":"stream"'))
    os.remove(path)
  end)

  it("asks providers for nothing that the view has asked for, and for the rest once", function()
    local path = script(list .. [[
      local cells, headers = 0, 0
      local source = list{
        cell = function(item) cells = cells + 1 return { text = "row " .. item } end,
        header = function() headers = headers + 1 return "header " .. headers end,
      }
      source:apply(of(1, 2, 3))
      local snapshot = source:snapshot()
      snapshot:reload_items(2)
      snapshot:reload_sections("s")
      source:apply(snapshot)
      print(cells, headers)
      cells = 0
      local ids = {}
      for id = 1, 100 do ids[id] = id end
      source:apply(of(table.unpack(ids)))
      io.stderr:write(cells, "\n")
    ]])
    local output, without = run(path)
    local recorded, with = run("--record " .. page .. " " .. path)
    assert.equal(output, recorded)
    assert.truthy(output:find("\n6\t2\n", 1, true))
    assert.same({ "97\n", "97\n" }, { without, with })
    os.remove(path)
  end)

  it("calls providers once for each row that are set later, or belong to a kind", function()
    local path = script(list .. [[
      local calls = {}
      local function provider(name)
        return function() calls[#calls + 1] = name return { text = name } end
      end
      local source = list{ cell = function() return "default" end, cells = { bus = provider "bus" } }
      local function show(id)
        source:apply(diffable.snapshot{ { id = "s", items = { { id = id }, { id = id + 1, kind = "bus" } } } })
        io.stderr:write(table.concat(calls, " "), "\n")
        calls = {}
      end
      show(1)
      source.cell = provider "cell"
      show(3)
      source.cells = { bus = provider "other bus" }
      source.header = provider "header"
      show(5)
      source.header = provider "other header"
      local snapshot = source:snapshot()
      snapshot:reload_sections("s")
      source:apply(snapshot)
      io.stderr:write(table.concat(calls, " "), "\n")
    ]])
    local expected = "bus\ncell bus\ncell other bus\nother header cell other bus\n"
    local output, without = run(path)
    local recorded, with = run("--record " .. page .. " " .. path)
    assert.same({ output, expected, expected }, { recorded, without, with })
    os.remove(path)
  end)

  it("tells data sources that fail as without it", function()
    local path = script(list .. [[
      local fails = true
      local source = list{ cell = function(item) return item == "bad" and fails and error "no" or { text = item } end }
      print(pcall(source.apply, source, of("good", "bad")))
      fails = false
      source:apply(of("good", "bad"))
      list{ header = 1 }
    ]])
    local output, message, status = run(path)
    assert.same({ output, message, status }, { run("--record " .. page .. " " .. path) })
    assert.equal(1, status)
    assert.equal(1, count(element(read(page), "events"), '"event":"applied"'))
    os.remove(path)
  end)

  it("writes what was applied until a script failed or ended itself", function()
    local apply = list .. "list{}:apply(of('before')) "
    for ending, expected in pairs{
      ["error 'broken'"] = 1, ["os.exit(3)"] = 3, ["os.exit(true, true)"] = 0, ["local nothing"] = 0,
    } do
      local path = script(apply .. ending)
      local output, message, status = run(path)
      assert.equal(expected, status)
      assert.same({ output, message, status }, { run("--record " .. page .. " " .. path) })
      assert.truthy(element(read(page), "events"):find('"id":"before"', 1, true))
      assert.equal("page.html\n", files())
      os.remove(page)
      os.remove(path)
    end
  end)

  it("writes a page where nothing was applied, and where there is no script", function()
    assert.same({ "", "", 0 }, { run("--record " .. page .. " -e 'local nothing'") })
    assert.equal("", element(read(page), "events"))
    assert.equal("[]", element(read(page), "captions"))
    assert.truthy(read(page):find("<title>Diffable</title>", 1, true))
    assert.equal(0, select(3, run("--record " .. page, list .. "list{}:apply(of('input'))")))
    assert.truthy(element(read(page), "events"):find('"id":"input"', 1, true))
  end)

  it("lets nothing out of the place of the data", function()
    run("--record " .. page .. " -e 'local nothing'")
    local empty = read(page)
    local path = folder .. "/<&amp;>.lua"
    os.rename(script([=[
      print("<!-- </script> <script>")
      diffable.data_source{ cell = function(item) return { text = "</SCRIPT >" .. item, detail = "\u{2028}\0\xff" } end }
        :apply(diffable.snapshot{ { id = "]]>", items = { "<!--", "</script>" } } })
    ]=]), path)
    run("--record " .. page .. " '" .. path .. "'")
    local text = read(page)
    assert.equal(count(empty, "<"), count(text, "<"))
    assert.truthy(text:find("<title>&lt;&amp;amp;>.lua</title>", 1, true))
    assert.truthy(utf8.len(text))
    assert.falsy(text:find("[\0-\8\11-\31\127]"))
    assert.falsy(text:find("\u{2028}", 1, true))
    assert.equal(2, count(element(text, "events"), '"hex":"e280a800ff"'))
  end)

  it("needs the name of a file, which is not that of a script", function()
    for _, arguments in ipairs{ "--record", "--record=", "--record ''" } do
      local output, message, status = run(arguments)
      assert.equal("", output)
      assert.equal("diffable: '--record' needs the name of a file; try 'diffable --help'\n", message)
      assert.equal(2, status)
    end
    local path = folder .. "/precious.lua"
    os.rename(script("print 'precious'"), path)
    local _, message, status = run("--record " .. path)
    assert.truthy(message:find(
      "diffable: '--record' needs the name of a page, and '" .. path .. "' is that of a script; try", 1, true))
    assert.equal(2, status)
    assert.equal("print 'precious'", read(path))
  end)

  -- The status that the shell reports for a process that a signal ended. Under nohup, processes ignore SIGHUP;
  -- `env --default-signal` lets it end them.
  local numbers = { INT = 130, TERM = 143, HUP = 129, KILL = 137 }

  it("is a whole page however a script ends", function()
    local expected
    for signal, number in pairs(numbers) do
      local path = script(list .. ([[
        list{}:apply(of("before"))
        io.popen("kill -%s $PPID"):close()
        while true do end
      ]]):format(signal))
      local pipe = assert(io.popen(([[
        LUA_INIT= env --default-signal build/bin/diffable --record %s %s >/dev/null 2>&1
        echo $?
      ]]):format(page, path)))
      assert.equal(number .. "\n", pipe:read("a"))
      pipe:close()
      local text = read(page):gsub("<title>.-</title>", "")
      assert.truthy(element(text, "events"):find('"id":"before"', 1, true))
      expected = expected or text
      assert.equal(expected, text)
      assert.equal("page.html\n", files())
      os.remove(path)
    end
  end)

  it("is a whole page however `diffable watch` ends", function()
    for signal, number in pairs(numbers) do
      -- The second run of the command ends the process that has started it.
      local command = ("cd %s; if [ -e go ]; then rm go; kill -%s $PPID; exit; fi; touch go; echo '[\"before\"]'")
        :format(folder, signal)
      local pipe = assert(io.popen(([[
        { env --default-signal build/bin/diffable --record %s watch --every 0.1 -- sh %s; echo $? >%s/status; } 2>&1 | cat >/dev/null
        cat %s/status
      ]]):format(page, script(command), folder, folder)))
      assert.equal(number .. "\n", pipe:read("a"))
      pipe:close()
      assert.truthy(element(read(page), "events"):find('"id":"before"', 1, true))
      assert.truthy(read(page):find("</html>\n$"))
    end
  end)

  it("has the cells of `diffable watch` as they are, without what they were", function()
    run("--record " .. page .. " watch --detail n", '[{"id":1,"n":82}] [{"id":1,"n":91}] [{"id":1,"n":91}]')
    local events = element(read(page), "events")
    assert.equal(2, count(events, '"detail":"82"') + count(events, '"detail":"91"'))
    assert.equal(2, count(events, '"detail":'))
  end)

  it("keeps what it has if there is no room for more", function()
    local path = script(list .. [[
      list{}:apply(of("before"))
      list{ cell = function() return { text = ("x"):rep(1000000) } end }:apply(of("large"))
      list{}:apply(of("after"))
    ]])
    local job = script(([[
      trap '' XFSZ
      ulimit -f 1000
      LLVM_PROFILE_FILE=/dev/null exec build/bin/diffable --record %s %s 2>&1 >/dev/null
    ]]):format(page, path))
    local pipe = assert(io.popen("sh " .. job))
    assert.equal("diffable: cannot write " .. page .. ": File too large\n", pipe:read("a"))
    assert.equal(1, select(3, pipe:close()))
    local text = read(page)
    assert.truthy(element(text, "events"):find('"id":"before"', 1, true))
    assert.equal(1, count(element(text, "events"), '"event":"applied"'))
    assert.equal("[]", element(text, "captions"))
    assert.truthy(text:find("</html>\n$"))
    os.remove(path)
    os.remove(job)
  end)

  it("names a file that cannot be written at once, and leaves nothing", function()
    local nowhere = folder .. "/nowhere/page.html"
    local output, message, status = run("--record " .. nowhere .. " -e 'print(1)'")
    assert.same({ "", "diffable: cannot write " .. nowhere .. ": No such file or directory\n", 1 },
      { output, message, status })
    message, status = select(2, run("--record " .. folder .. " -e 'local nothing'"))
    assert.same({ "diffable: cannot write " .. folder .. ": Is a directory\n", 1 }, { message, status })
    assert.equal("", files())
    os.execute("printf old > " .. page)
    -- What `make coverage` counts would be too large as well.
    local path = script(([[
      trap '' XFSZ
      ulimit -f 8
      LLVM_PROFILE_FILE=/dev/null exec build/bin/diffable --record %s -e 'local nothing' 2>&1
    ]]):format(page))
    local pipe = assert(io.popen("sh " .. path))
    assert.equal("diffable: cannot write " .. page .. ": File too large\n", pipe:read("a"))
    assert.equal(1, select(3, pipe:close()))
    assert.same({ "old", "page.html\n" }, { read(page), files() })
    os.remove(path)
  end)

  it("replaces what was there, behind a link as well, but not a pipe", function()
    os.execute(("printf old > %s/real; ln -s real %s"):format(folder, page))
    run("--record " .. page .. " -e 'local nothing'")
    assert.equal("<!DOCTYPE html>", read(folder .. "/real"):sub(1, 15))
    assert.equal("page.html\nreal\n", files())
    os.execute("ln -s /dev/stdout " .. folder .. "/output")
    assert.equal(read(page), (run("--record " .. folder .. "/output -e 'local nothing'")))
    assert.equal("output\npage.html\nreal\n", files())
  end)
end)
