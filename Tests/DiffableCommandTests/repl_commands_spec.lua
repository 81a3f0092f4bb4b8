-- The commands of the REPL, which begin with a dot.
local folder = require "folder"
local support = require "support"
local read, write = folder.read, folder.write

local function typed(...)
  return support.run("-i", table.concat({ ... }, "\n") .. "\n")
end

before_each(folder.open)
after_each(folder.close)

describe(".help", function()
  local function help(name)
    local output, message = typed(name)
    assert.equal("", message)
    return output:match("^> (.*)> \n$")
  end

  it("of a function has its parameters, options and results", function()
    local text = [[
DataSource:apply(snapshot, [options]) -> Transaction<T>?
  snapshot  Snapshot<T>
  options   ApplyOptions<T>
    rebase                 boolean  -- merges the snapshot with what was applied since it was taken; for `apply` alone
    animating_differences  boolean
    animation              RowAnimation
    caption                string
    completion             fun(transaction: Transaction<T>)
  -> transaction nil if the apply was queued
]]
    for _, line in ipairs{
      ".help apply", " .help  apply() ", "?apply", "? DataSource:apply", ".help datasource:apply",
    } do
      assert.equal(text, help(line))
    end
    assert.matches("^diffable%.terminal_is_available%(%) %-> boolean\n  Whether ",
      help("?diffable.terminal_is_available"))
  end)

  it("of a type has its fields and methods, and a variable stands for its type", function()
    local text = help("?transaction")
    assert.matches("^Transaction\n  One apply%.\n  initial_snapshot      Snapshot<T>\n", text)
    assert.matches("\n  :close%(%)\n$", text)
    local output = typed("t = diffable.data_source{ view = false }:apply(diffable.snapshot())", "?t", "?t:close")
    assert.equal("> > " .. text .. "> Transaction:close()\n> \n", output)
  end)

  it("of the module lists its functions", function()
    local text = help("?diffable")
    assert.matches("\ndiffable%.data_source%(%[options%]%)\n", text)
    for line in io.lines("library/diffable.lua") do
      local name = line:match("^function (diffable%.[%w_]+%()")
      if name then assert.truthy(text:find(name, 1, true), name) end
    end
  end)

  it("says what there is help about, and what was probably meant", function()
    assert.equal('There is no help about "snapshott": did you mean snapshot?\n', help("?snapshott"))
    assert.matches('^There is no help about "%[%[%%\\u{1b}"%.\nThere is help about:\n', help("?[[%\27"))
    assert.matches("about \"\".\nThere is help about:\n.*data_source.*\nand about each member of these%.\n$",
      help(".help ()"))
  end)

  it("has every function and type of library/diffable.lua", function()
    local names, lines = {}, {}
    for line in io.lines("library/diffable.lua") do
      local name = line:match("^function ([%w_.:]+)%(") or line:match("^%-%-%-@class diffable%.(%w+)")
      if name then
        names[#names + 1] = name
        lines[#lines + 1] = "?" .. name
      end
    end
    assert.is_true(#names > 100)
    local output, message = typed(table.unpack(lines))
    assert.equal("", message)
    assert.falsy(output:find("no help", 1, true))
    for _, name in ipairs(names) do
      assert.truthy(output:find("\n> " .. name, 1, true) or output:find("^> " .. name), name)
    end
  end)

  it("is there where a command comes first in a pipe, without prompts", function()
    local tour, message, status = support.run("", ".help\n")
    assert.same({ "", 0 }, { message, status })
    assert.matches("^Type Lua%. .*\n%.quit, %^D     leaves\n$", tour)
    assert.same({ "2\n" .. tour, "", 0 }, { support.run("", ".timer off\n1 + 1\n.help") })
  end)
end)

describe("the other commands", function()
  it(".read runs a script and keeps its variables", function()
    local path = write("script.lua", "local kept = 7\nprint('read', ...)")
    local output, message = typed(".read " .. path, "kept", ".read /nowhere", ".read")
    assert.equal("> read\n> 7\n> > > \n", output)
    assert.equal("diffable: cannot open /nowhere: No such file or directory\n\z
      diffable: .read needs the name of a script\n", message)
  end)

  it(".more shows the last result without limits", function()
    local many = "(function() local t = {} for i = 1, %d do t[i] = %s end return t end)()"
    local output, message = typed(".more", many:format(500, "{}"), ".more", "2;", ".more", "('x'):rep(600), 1", ".more",
      ("diffable.snapshot{ { id = 1, items = %s } }"):format(many:format(300, "i")), ".more", "('x'):rep(501)")
    assert.equal("", message)
    local parts = {}
    for part in (output .. "> "):gmatch("> (.-)%f[>\0]") do parts[#parts + 1] = part end
    assert.equal("nothing was shown yet\n", parts[1])
    assert.truthy(parts[2]:find("... 400 more", 1, true))
    for _, index in ipairs{ 3, 5 } do assert.equal(501, select(2, parts[index]:gsub("{", ""))) end
    assert.equal("", parts[4])
    assert.truthy(parts[6]:find("(600 bytes)", 1, true))
    assert.equal('"' .. ("x"):rep(600) .. '"\t1\n', parts[7])
    assert.truthy(parts[8]:find("201 more", 1, true))
    assert.truthy(parts[9]:find("\n  300\n$"))
    assert.truthy(parts[10]:find("(501 bytes)", 1, true))
  end)

  it(".save writes the entries", function()
    local path = folder.path .. "/saved.lua"
    local _, message = typed("x = 1", "y = {", "2 }", "?apply", "1 +* 2",
      ".save " .. path, ".save /nowhere/at/all", ".save")
    assert.equal("x = 1\ny = {\n2 }\n", read("saved.lua"))
    assert.matches("\ndiffable: /nowhere/at/all: No such file or directory\n\z
      diffable: %.save needs the name of a file\n$", message)
  end)

  it(".timer tells how long each entry takes", function()
    local output, message = typed(".timer on", "1", "x = 1;", ".timer off", "2", ".timer soon")
    assert.matches("^> > 1\n%(%d+%.%d%d%d ms%)\n> %(%d+%.%d%d%d ms%)\n> > 2\n> > \n$", output)
    assert.equal("diffable: .timer is on or off\n", message)
  end)

  it(".record records what is applied from now on, and any number of pages", function()
    local list = "s = diffable.data_source{ view = false, cell = function(i) return { text = 'row ' .. i } end } "
    local function apply(id) return "s:apply(diffable.snapshot{ { id = 's', items = { " .. id .. " } } });" end
    local one, two = folder.path .. "/one.html", folder.path .. "/two.html"
    local output, message, status = typed(
      list .. apply(1), ".record " .. one, "print 'the caption'", apply(2), ".record " .. two, apply(3), apply(4))
    assert.same({ "> > > the caption\n> > > > > \n", "", 0 }, { output, message, status })
    local function texts(name)
      local found = {}
      for text in read(name):match('id="events"[^>]*>(.-)</script>'):gmatch('"text":"(.-)"') do
        found[#found + 1] = text
      end
      return table.concat(found, ", ")
    end
    assert.equal("row 2", texts("one.html"))
    assert.equal("row 3, row 4", texts("two.html"))
    assert.truthy(read("one.html"):find('["the caption"]', 1, true))
    message = select(2, typed(".record page.lua", ".record off", ".record"))
    assert.equal("diffable: .record needs the name of a page, and 'page.lua' is that of a script\n", message)
  end)

  it(".record makes the exit status 1 if a page cannot be written", function()
    local _, message, status = typed(".record /nowhere/page.html", ".record off", "print 'goes on'")
    assert.same({ "diffable: cannot write /nowhere/page.html: No such file or directory\n", 1 }, { message, status })
    _, message, status = typed(".record /dev/full", ".record off")
    assert.same({ "diffable: cannot write /dev/full: No space left on device\n", 1 }, { message, status })
  end)

  it(".record asks for cells that are shown already, and an apply for which that fails shows nothing", function()
    local apply = "print(pcall(s.apply, s, diffable.snapshot{ { id = 's', items = { %s } } }))"
    local output = typed("function cell(i) if i == fails then error('no cell', 0) end return { text = i } end",
      "s = diffable.data_source{ cell = cell }", apply:format("'a'"), ".record " .. folder.path .. "/page.html",
      "fails = 'a'", apply:format("'a', 'b'"), "fails = nil", apply:format("'a', 'c'"))
    local rows = {}
    for row in output:gmatch("[+-] +(%w+)\n") do rows[#rows + 1] = row end
    assert.same({ "a", "c" }, rows)
    assert.matches('\n> > > false\tno cell [^\n]*item "a"', output)
    assert.matches('"text":"a".*"text":"c"', read("page.html"))
    assert.falsy(read("page.html"):find('"text":"b"', 1, true))
  end)
end)
