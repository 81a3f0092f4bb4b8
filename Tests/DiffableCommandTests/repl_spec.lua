-- The REPL over a pipe: what is typed is not echoed, so the prompts stand side by side.
local support = require "support"

local function typed(...)
  return support.run("-i", table.concat({ ... }, "\n") .. "\n")
end

-- What is shown for one line.
local function shown(line)
  local output, message = typed(line)
  assert.equal("", message)
  return (output:gsub("^> ", ""):gsub("\n> \n$", ""))
end

local function reported(...)
  return (select(2, typed(...)))
end

describe("the REPL", function()
  it("says that a name is nil which was local in an entry before", function()
    local hint = " was local in an entry before; without 'local', it is kept\n"
    for _, declaration in ipairs{
      "local one = 1", "local a, one", "local one <const> = 1", "do local a <const>, one = 1 end",
      "local function one() end",
    } do
      assert.equal("> > nil  -- one" .. hint .. "> \n", (typed(declaration, "one")))
      assert.matches("%(global 'one'%); one" .. hint, reported(declaration, "one()"))
      assert.matches("%(global 'one'%); one" .. hint, reported(declaration, "return one + 1"))
    end
    assert.equal("> > > 2\n> nil\n> nil\n> \n",
      (typed("local one = 1", "one = 2", "one", "two", "local one = nil return one")))
    assert.falsy(reported("local one = 1", "print(two.three)"):find("local in", 1, true))
    for _, text in ipairs{
      "-- local one", "--[[ local one ]]", "x = 'local one'", [[x = '\' local one']], "x = [==[ local one ]] ]==]",
      [[x = '\\' -- ' local one]], "--[ local one",
    } do
      assert.equal("> > nil\n> \n", (typed(text, "one")))
    end
    for _, text in ipairs{
      "x = '--' local one = 1", [[x = "\"" local one = 1]], "local --[[ two ]] one = 1", "x = {1} x = x[1]-1 local one",
    } do
      assert.equal("> > nil  -- one" .. hint .. "> \n", (typed(text, "one")))
    end
  end)

  it("shows what a line returns, and keeps it in _", function()
    assert.equal("> 3\n> 4\n> \n", (typed("1 + 2", "_ + 1")))
    assert.equal('"a"\tnil\ttrue', shown('"a", nil, true'))
  end)

  it("runs statements, and shows nothing for them", function()
    assert.equal("> > 5\n> \n", (typed("x = 5", "=x")))
    assert.equal("> > > \n", (typed("", "-- nothing")))
  end)

  it("reads on until an entry is whole", function()
    assert.equal("> >> >> 1\n2\n> \n", (typed("for i = 1, 2 do", "print(i)", "end")))
    assert.equal("> >> { 1, 2 }\n> \n", (typed("{ 1,", "2 }")))
    assert.equal("> >> 3\n> \n", (typed("1 +", "2")))
    assert.equal('> >> "a\\nb"\n> \n', (typed('"a\\', 'b"')))
  end)

  it("reports what the end of the input leaves unfinished", function()
    local output, message, status = typed("for i = 1, 2 do")
    assert.equal("> >> \n", output)
    assert.equal("diffable: stdin:1: 'end' expected near <eof>\n", message)
    assert.equal(0, status)
  end)

  it("shows nothing for a line that ends in a semicolon", function()
    assert.equal("> > 7\n> \n", (typed("7;", "_")))
  end)

  it("takes a dot and letters for a command", function()
    assert.equal("> ", (typed(".quit", "print(1)")))
    assert.equal("> 0.5\n> \n", (typed(" .5 ")))
    assert.equal("diffable: .quiet: no such command; .help lists them\n", reported(".quiet"))
  end)

  it("keeps the globals and the locals of a script, where no global has their name", function()
    local path = support.script("answer = 42\nlocal answer, twice, print = 43, 1, 2\nlocal twice, none = twice + 1\n"
      .. "local function inner() local hidden = 1 return hidden end\ninner()")
    assert.equal("> 42\n> 2\n> true\n> nil\n> \n", (support.run("-i " .. path, "answer\ntwice\nprint ~= 2\nhidden\n")))
    os.remove(path)
  end)

  it("drops into the screen of the payment script", function()
    local output, message = support.run("-i scripts/payment.lua",
      'source:index_path_of_item("cash")\nsource:apply(snapshot)\n')
    assert.equal("", message)
    assert.truthy(output:find("> { section = 2, item = 3 }\n> ", 1, true))
    assert.truthy(output:find("\n=  no changes (fade)\n> \n", 1, true))
  end)

  it("does not depend on functions that a script replaced", function()
    assert.equal("> > { \"a\" }\n> \n", (typed(
      "for _, library in ipairs{ string, table, math, utf8 } do \z
        for name in pairs(library) do library[name] = nil end end "
      .. "print, type, next, tostring, select, pcall, rawget, load, error = nil", '{ "a" }')))
  end)
end)

describe("the REPL of a stream of events", function()
  it("shows everything else on standard error", function()
    local output, message, status = support.run("--format=ndjson -i", table.concat({
      "1 + 1", "source = diffable.data_source()", "source:apply(diffable.snapshot{ 7 })",
      "for i = 1, 1 do", "print(i)", "end", "nonsense", ".help", "for",
    }, "\n"))
    assert.equal(0, status)
    assert.equal('{"event":"stream","schema":"diffable-ndjson-1","indexes_from":0}\n\z
      {"event":"apply","list":0,"animation":"automatic"}\n'
      .. '{"event":"insert_section","id":7,"to":0}\n{"event":"applied","list":0,"sections":1,"items":0}\n', output)
    assert.equal("> 2\n> > +  7  [1]\n=  1 section inserted\n> >> >> 1\n> nil\n> ", message:match("^(.*)Type Lua%."))
    assert.equal("> >> \ndiffable: stdin:1: <name> expected near <eof>\n", message:match("leaves\n(.*)$"))
  end)
end)

describe("a tour", function()
  it("of ten lines, each of which runs", function()
    local help = typed(".help")
    local lines = {}
    for line in help:match("^(.*)\nTab completes"):gmatch("\n  ([^\n]+)") do lines[#lines + 1] = line end
    assert.equal(10, #lines)
    -- Whoever goes on by themselves may well name items by numbers.
    local own = { 'snapshot:append_items{ 1, { id = 2, title = "two" } }', "source:apply(snapshot);" }
    for _, line in ipairs(lines) do assert.is_true(#line <= 78) end
    table.move(own, 1, #own, #lines + 1, lines)
    local output, message = typed(table.unpack(lines))
    assert.equal("", message)
    assert.equal([[
> > "fruit" (2 items)
  "apple"
  "pear"
> > > +    apple
+    pear
=  1 section inserted; 2 items inserted
> > 1
> +    Figs
     apple
-    pear
=  1 item deleted, 1 inserted
> { { id = "fig", to = { section = 1, item = 1 }, new = { id = "fig", title = "Figs" } } }
> { section = 1, item = 2 }
> >      Figs
     apple
+    1
+    two
=  2 items inserted
]] .. "> \n", output)
  end)
end)

describe("the transcripts of docs/repl.md", function()
  it("show what the REPL shows", function()
    local file = assert(io.open("docs/repl.md"))
    local page = file:read("a")
    file:close()
    local transcript = ""
    for block in page:gmatch("```text\n(> .-)```") do transcript = transcript .. block end
    local lines = {}
    for line in ("\n" .. transcript):gmatch("\n> (%g[^\n]*)") do lines[#lines + 1] = line end
    local path = support.script(table.concat(lines, "\n"))
    local pipe = io.popen("LUA_INIT= NO_COLOR=1 build/bin/diffable -i 2>&1 <" .. path)
    local output = pipe:read("a")
    pipe:close()
    os.remove(path)
    -- What was typed is not echoed: it is put behind its prompt.
    for _, line in ipairs(lines) do
      transcript = transcript:gsub("> " .. line:gsub("%p", "%%%0") .. "\n", "> ", 1)
    end
    assert.equal(transcript .. "> \n", output)
  end)
end)

describe("values", function()
  it("are shown as one would write them", function()
    assert.equal('{ 1, "1", id = "a", from = 1, ["a b"] = 3, ["end"] = 2, x = {}, [2.5] = true }',
      shown('{ 1, "1", x = {}, ["end"] = 2, from = 1, [2.5] = true, ["a b"] = 3, id = "a" }'))
  end)

  it("strings show control characters and broken characters, and are cut where they are long", function()
    assert.equal([["\u{1b}[2J\n\"\\\u{85}\u{7f}é"]], shown([["\27[2J\n\"\\\u{85}\127é"]]))
    assert.equal([["a\xff\xc3"]], shown([["a\xff\xc3"]]))
    assert.equal([["é\xff"]], shown([["é\xff"]]))
    assert.equal('"' .. ("x"):rep(499) .. '"... (501 bytes)', shown('("x"):rep(499) .. "é"'))
  end)

  it("tables are cut where they are long, deep or cyclic", function()
    assert.equal("{ 1, (cycle), { (cycle) } }",
      shown("(function() local t = { 1 } t[2], t[3] = t, { t } return t end)()"))
    assert.equal("{ { { { { { { ... } } } } } } }", shown("{{{{{{{{{}}}}}}}}}"))
    local long = shown("(function() local t = {} for i = 1, 100000 do t[i] = i end return t end)()")
    assert.truthy(long:find(", 99, 100,\n  ... 99900 more\n}", 1, true))
    long = shown("(function() local t = {} for i = 1, 5000 do t['k' .. i] = i end return t end)()")
    assert.truthy(long:find("... 4900 more\n}", 1, true))
    local tables = shown("(function() local t = {} for i = 1, 50 do t[i] = { 7, 7, 7 } end return t end)()")
    assert.equal(("  { 7, 7, 7 },\n"):rep(25), tables:match("^{\n(.*)  %.%.%. 25 more\n}$"))
  end)

  it("of strange metatables do no harm", function()
    assert.equal("{ 1 }",
      shown("setmetatable({ 1 }, { __index = error, __len = error, __pairs = error, __name = 7, __metatable = 1 })"))
    assert.equal('(table whose __tostring raised "stdin:1: no")',
      shown("setmetatable({}, { __tostring = function() error'no' end })"))
    assert.equal("(table whose __tostring raised a nil)",
      shown("setmetatable({}, { __tostring = function() error() end })"))
    assert.equal("(table whose __tostring raised \"'__tostring' must return a string\")",
      shown("setmetatable({}, { __tostring = function() return {} end })"))
    local lines = shown("setmetatable({}, { __tostring = function() return ('x\\n'):rep(999) .. 'x' end })")
    assert.equal(("x\n"):rep(200) .. "... 800 more", lines)
    assert.equal([[{ a\u{1b} }]], shown("{ setmetatable({}, { __tostring = function() return 'a\\27' end }) }"))
  end)

  it("snapshots are outlines, cut where they are long, and short inside a table", function()
    assert.equal('"fruit" (2 items)\n  "apple"\n  7',
      shown('diffable.snapshot{ { id = "fruit", items = { "apple", 7 } } }'))
    assert.equal("{ snapshot (1 item), a = section snapshot (0 items) }",
      shown("{ diffable.snapshot{ { id = 1, items = { 1 } } }, a = diffable.section_snapshot() }"))
    local long = "(function() local s = diffable.snapshot() for i = 1, 1000 do s:append_sections(i) end return s end)()"
    assert.truthy(shown(long):find("\n100 %(0 items%)\n%.%.%. 900 more$"))
  end)

  it("snapshots have the titles that the contents of their elements have", function()
    assert.equal('"fruit" (3 items)  Fruit\n  "apple"\n  2  Pears\n  "fig"  a\\u{1b}b',
      shown('diffable.snapshot{ { id = "fruit", title = "Fruit", items = { { id = "apple", title = "apple" }, '
        .. '{ id = 2, name = "Pears" }, { id = "fig", text = "a\\27b" } } } }'))
  end)

  it("data sources are shown with their list, and what an apply has shown is not shown again", function()
    local output, message = typed('s = diffable.data_source{ cell = function(i) return "row " .. i end }',
      "s:apply(diffable.snapshot{ { id = 1, items = { 1 } } })", "s", "_ == s", "t = s:apply(s:snapshot())", "t",
      "s.view = false s:apply(diffable.snapshot()) ", "return s:apply(diffable.snapshot{ 1 })",
      's = diffable.data_source{ cell = function() error "broken" end, view = false }',
      "s:apply(diffable.snapshot{ { id = 1, items = { 1 } } });", "s")
    assert.equal("", message)
    assert.equal("> > +    row 1\n=  1 section inserted; 1 item inserted\n> data source (1 section, 1 item)\n"
      .. "     row 1\n> true\n>      row 1\n=  no changes\n> no changes\n> > +  1  [1]\n=  1 section inserted\n"
      .. "> > > data source (1 section, 1 item)\n> \n", output)
  end)

  it("closed objects are shown as such", function()
    local output, message = typed(
      "s, d = diffable.snapshot(), diffable.difference(diffable.snapshot(), diffable.snapshot())",
      "s:close() d:close()", "s", "d", "{ s, d }")
    assert.equal("", message)
    assert.equal("> > > (closed snapshot)\n> (closed difference)\n\z
      > { snapshot (closed), difference ((closed difference)) }\n> \n", output)
  end)

  it("differences and transactions are the changes, marked, with their index paths", function()
    local output, message = typed(
      'old = diffable.snapshot{ { id = "a", items = { 1, 2, 3, "x" } }, "gone", "c", { id = "d", t = 1 } }',
      'new = diffable.snapshot{ { id = "a", items = { "x", 2, { id = 3, t = 1 } } }, { id = "b", items = { 7 } } }',
      'new:append_sections{ { id = "d", t = 2 }, "c" }',
      'new:reconfigure_items("x")',
      "diffable.difference(old, new)")
    assert.equal("", message)
    assert.equal([[
> > > > > -    1     [1, 1]
-  "gone"  [2]
>~   "x"   [1, 4] -> [1, 1]
~    3     [1, 3]
+  "b"     [2]
+    7     [2, 1]
~  "d"     [3]
>  "c"     [3] -> [4]
]] .. "> \n", (output:gsub("=[^\n]*\n", "")))
  end)

  it("changes of wide identifiers stand in columns", function()
    assert.equal('+  "s"       [1]\n+    "世界"  [1, 1]\n+    "ab"    [1, 2]\n=  1 section inserted; 2 items inserted',
      shown('diffable.difference(diffable.snapshot(), diffable.snapshot{ { id = "s", items = { "世界", "ab" } } })'))
  end)

  it("a difference with many changes is cut, and tells its counts", function()
    local output = shown("(function() local s = diffable.snapshot{ 1 } for i = 1, 1000 do s:append_items(i) end "
      .. "return diffable.difference(diffable.snapshot(), s) end)()")
    local _, lines = output:gsub("\n", "\n")
    assert.equal(101, lines)
    assert.truthy(output:find("\n   ...\n=  1 section inserted; 1000 items inserted$"))
  end)
end)

describe("errors", function()
  it("are reported, and the REPL goes on", function()
    local output, message, status = typed("error('broken')", "'still here'")
    assert.truthy(message:find("diffable: stdin:1: broken\nstack traceback:", 1, true))
    assert.equal('> > "still here"\n> \n', output)
    assert.equal(0, status)
  end)

  it("that are tables are shown as values", function()
    local traceback = "\nstack traceback:\n\t[C]: in function 'error'\n\tstdin:1: in main chunk\n"
    assert.equal("diffable: { code = 1 }" .. traceback, reported("error{ code = 1 }"))
    assert.matches("^diffable: %(error object is a nil value%)\n", reported("error()"))
  end)

  it("of a global that is nil name the one that was probably meant", function()
    assert.matches("(global 'sorce'); did you mean 'source'?\n", reported("source = {}", "sorce:apply()"), 1, true)
    assert.falsy(reported("qqq()"):find("did you mean", 1, true))
    for _, entry in ipairs{ "diffable.snapshoot", "diffable.snapshoot()" } do
      assert.truthy(reported(entry):find('the module has no member "snapshoot": did you mean "snapshot"?', 1, true))
    end
    local _, message = support.run("-e 'sorce = 1 sorces()'")
    assert.falsy(message:find("did you mean", 1, true))
  end)

  it("of syntax show the line with its offending part marked", function()
    assert.equal("diffable: stdin:1: unexpected symbol near '*'\n  1 +* 2\n     ^\n", reported("1 +* 2"))
    assert.equal("diffable: stdin:1: unexpected symbol near '*'\n   1 +* 2\n      ^\n", reported("=1 +* 2"))
    assert.equal("diffable: stdin:1: ',' expected near 'do'\n  for i = 1 do end\n            ^^\n",
      reported("for i = 1 do end"))
    assert.equal("diffable: stdin:2: unexpected symbol near ')'\n  bb(1 + )\n         ^\n",
      reported("aa = function()", "bb(1 + )"))
    assert.equal("diffable: stdin:1: unfinished string near '\"abc'\n  x = \"abc\n      ^^^^\n", reported('x = "abc'))
  end)

  it("of syntax are marked behind wide characters and marks that join, too", function()
    for text, columns in pairs{ ["世界"] = 4, ["e\u{301}"] = 1, ["👩‍🚀"] = 2, ["é"] = 1 } do
      assert.equal(
        ("diffable: stdin:1: unexpected symbol near '*'\n  x = \"%s\" +* 2\n%s^\n")
          :format(text, (" "):rep(columns + 10)),
        reported(('x = "%s" +* 2'):format(text)))
    end
    assert.equal("diffable: stdin:1: unfinished string near '\"世'\n  x = \"世\n      ^^^\n", reported('x = "世'))
    local message = reported(("x = '世' "):rep(100) .. "+* 2 " .. ("y = '界' "):rep(100))
    local line, marks = message:match("\n  (%.%.%.[^\n]+%.%.%.)\n  ( +)%^\n$")
    local before = line:match("^(.*)%*")
    assert.truthy(utf8.len(line))
    local _, wide = before:gsub("世", "")
    assert.equal(#marks, utf8.len(before) + wide)
  end)

  it("mark the token that fails, not one that is like it", function()
    assert.equal("diffable: stdin:1: unexpected symbol near ')'\n  f(g(1), '))', h(2 + ))\n                      ^\n",
      reported("f(g(1), '))', h(2 + ))"))
  end)

  it("of syntax in a long line show the part around it", function()
    local message = reported(("x = 1 "):rep(100) .. "+* 2 " .. ("y = 1 "):rep(100))
    assert.truthy(message:find("\n  %.%.%.[^\n]+%+%* 2 [^\n]+%.%.%.\n +%^\n$"))
    local line, marks = message:match("\n([^\n]+)\n( +)%^\n$")
    assert.equal("*", line:sub(#marks + 1, #marks + 1))
  end)

  it("have the code and what they name in colour, where colour is asked for", function()
    local function colored(environment, line)
      local pipe = io.popen(("echo '%s' | env -u NO_COLOR %s build/bin/diffable -i 2>&1 >/dev/null")
        :format(line, environment))
      local message = pipe:read("a")
      pipe:close()
      return message
    end
    local duplicate = 'diffable.snapshot{ "a", "a" }'
    assert.truthy(colored("CLICOLOR_FORCE=1", duplicate):find('\27[1;31mDUPLICATE_IDENTIFIER\27[0m: ', 1, true))
    assert.truthy(colored("CLICOLOR_FORCE=1", duplicate):find('section \27[33m"a"\27[0m', 1, true))
    assert.truthy(colored("CLICOLOR_FORCE=1", "f(1 + + 2)"):find("f(1 + + 2)\n        \27[1;31m^\27[0m", 1, true))
    assert.truthy(colored("CLICOLOR_FORCE=1", "sorce:x()"):find("(global \27[33m'sorce'\27[0m)", 1, true))
    assert.falsy(colored("CLICOLOR_FORCE=1 NO_COLOR=1", duplicate):find("\27", 1, true))
    assert.falsy(colored("CLICOLOR_FORCE=0", duplicate):find("\27", 1, true))
    assert.falsy(colored("TERM=xterm", duplicate):find("\27", 1, true))
  end)
end)
