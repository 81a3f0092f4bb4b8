-- What Tab completes.
local open = require "terminal"

describe("completion", function()
  local home, terminal

  before_each(function()
    home = os.tmpname()
    os.remove(home)
    terminal = open(("env -u XDG_STATE_HOME HOME=%s LUA_INIT= NO_COLOR=1 build/bin/diffable"):format(home))
    terminal:shows("Type .help for a tour.\n>")
  end)

  after_each(function()
    if terminal then terminal:close() end
    os.execute("rm -rf " .. home)
  end)

  -- What a line becomes.
  local function completes(line, expected)
    terminal:type(line, "Tab")
    terminal:shows("> " .. expected)
    terminal:type("", "C-c")
    terminal:shows("^C\n>")
  end

  local function define(line)
    terminal:enter(line)
    terminal:shows(line .. "\n>")
  end

  it("of globals, fields, methods, reserved words and commands", function()
    completes("diffa", "diffable")
    completes("x = 1 + string.for", "x = 1 + string.format")
    completes("loc", "local")
    completes("x = 'a'..diffa", "x = 'a'..diffable")
    completes(".h", ".help")
    define('s = diffable.snapshot() text = "x"')
    completes("s:append_s", "s:append_sections")
    completes("f(s:append_i", "f(s:append_items")
    completes("text:up", "text:upper")
  end)

  it("lists the names there are to choose from", function()
    terminal:type("diffable.s", "Tab")
    terminal:shows("> diffable.s\n\z
      section_snapshot  set_status        snapshot\n\z
      set_default_view  set_title         strict\n\z
      > diffable.s")
    terminal:type("n", "Tab")
    terminal:shows("> diffable.snapshot")
  end)

  it("of the fields of the module's objects, and of what these hold", function()
    define("source = diffable.data_source{ view = false } t = source:apply(diffable.snapshot())")
    completes("source:apply_u", "source:apply_using_reload_data")
    completes("source.default", "source.default_row_animation")
    completes("t.final_snapshot:number_of_s", "t.final_snapshot:number_of_sections")
    completes("t.difference.reconf", "t.difference.reconfigured_items")
  end)

  it("of every field and method that the reference has", function()
    local names = { source = {}, transaction = {}, difference = {}, history = {} }
    for line in io.lines("docs/lua.md") do
      if line:find("^### ") or line:find("^| `") then
        for object, name in line:gmatch("(%l+)[.:]([%l_]+)") do
          if names[object] then table.insert(names[object], name) end
        end
      end
    end
    define("source = diffable.data_source{ view = false } transaction = source:apply(diffable.snapshot())")
    define("difference = transaction.difference history = diffable.history(source)")
    for object, list in pairs(names) do
      assert.is_true(#list > 5)
      terminal:type(object .. ".", "Tab", "z")
      terminal:shows("> " .. object .. ".z")
      local screen = terminal:screen()
      for _, name in ipairs(list) do
        assert.truthy(screen:find("%f[%w_]" .. name .. "%f[^%w_]"), object .. "." .. name)
      end
      terminal:type("", "C-u")
    end
  end)

  it("of modules after require", function()
    completes('x = require "coro', 'x = require "coroutine')
    completes("require('diff", "require('diffable")
    assert(os.execute(("cd %s && mkdir -p only_here && touch only_here/init.lua only_there.lua only_here/within.lua")
      :format(home)))
    define("package.path = '" .. home .. "/?.lua;" .. home .. "/?/init.lua'")
    terminal:type('require "only_', "Tab")
    terminal:shows('> require "only_\nonly_here   only_there\n> require "only_')
    terminal:type("", "C-u")
    completes('require "only_t', 'require "only_there')
    completes('require "only_here.w', 'require "only_here.within')
  end)

  it("of options of the module's functions", function()
    completes("diffable.data_source{ ce", "diffable.data_source{ cell")
    completes("diffable.data_source{ cell = function() f{ a } end, fo",
      "diffable.data_source{ cell = function() f{ a } end, footer")
    completes("s:apply(t, { anima", "s:apply(t, { animati")
    completes("s:apply(t, { animating", "s:apply(t, { animating_differences")
    completes("diffable.text_view{ conte", "diffable.text_view{ context")
    completes("diffable.text_view{ width = diffa", "diffable.text_view{ width = diffable")
    completes("s:apply(t, { 'a }', cap", "s:apply(t, { 'a }', caption")
    terminal:enter("f( -- not ), not '")
    terminal:shows("\n>>")
    terminal:type("s:apply(t, { cap", "Tab")
    terminal:shows(">> s:apply(t, { caption")
    terminal:type("", "C-c")
    terminal:shows("^C\n>")
    terminal:enter("diffable.ndjson_view{")
    terminal:shows("\n>>")
    terminal:type("wri", "Tab")
    terminal:shows(">> write")
    terminal:type("", "C-c")
    terminal:shows("^C\n>")
  end)

  it("of commands and of what .help tells", function()
    completes(".ti", ".timer")
    completes(".help append_s", ".help append_sections")
    completes("?set_def", "?set_default_view")
  end)

  it("runs no code of the user", function()
    define("called = 0 local function f() called = called + 1 end \z
      m = { __index = f, __len = f, __pairs = f, __eq = f }")
    define("trap = setmetatable({ field_of_it = 1 }, m) \z
      heir = setmetatable({}, { __index = trap, __name = 'diffable.snapshot' })")
    completes("trap.fie", "trap.field_of_it")
    completes("heir.fie", "heir.field_of_it")
    terminal:type("trap.none.x", "Tab")
    terminal:type("", "C-u")
    terminal:enter("called")
    terminal:shows("\n0\n>")
  end)

  it("survives cycles of __index and names that lead nowhere", function()
    define("a = {} setmetatable(a, { __index = a }) a.only_one = 1")
    completes("a.on", "a.only_one")
    for _, line in ipairs{ "a.none.", "1.", "f().", "nobody:" } do
      terminal:type(line, "Tab")
      terminal:type("", "C-c")
      terminal:shows("> " .. line .. "^C\n>")
    end
  end)

  it("indents where there is nothing to complete", function()
    terminal:type("", "Tab")
    terminal:type("1", "Enter")
    terminal:shows(">   1\n1\n>")
  end)
end)
