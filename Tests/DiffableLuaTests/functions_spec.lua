-- Functions: what may be called in place of one, and functions in content, of which a warning says what they cost.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

-- Runs the body of a script with warnings on, and returns the warnings without their prefix.
local function warnings(body)
  local output = support.run([[
    warn "@on"
    local diffable = require "diffable"
    local source = diffable.data_source{ view = false }
    local function fresh() local n = 0; return function() n = n + 1 end end
    local function list(item, section)
      section = section or { id = "s" }
      section.items = { item, { id = "other", title = "x" } }
      return diffable.snapshot{ section }
    end
  ]] .. body)
  local result = {}
  for line in output:gmatch("[^\n]+") do result[#result + 1] = assert(line:match("^Lua warning: (.*)$"), output) end
  return result
end

local function text(element)
  return "diffable: the content of " .. element .. " is the same as before but for a function, "
    .. "so it counts as changed at each apply; "
    .. "keep functions out of content, or make each function once"
end

describe("functions in content", function()
  it("are warned of, once, when nothing else differs", function()
    assert.same({ text 'item "a"' }, warnings[[
      for _ = 1, 3 do source:apply(list{ id = "a", title = "A", on_tap = fresh() }) end
    ]])
    assert.same({ text 'item 7' }, warnings[[
      for _ = 1, 3 do
        source:apply(list{ id = 7, actions = { { name = "open", run = fresh() }, { name = "close" } } })
      end
    ]])
    assert.same({ text 'section "s"' }, warnings[[
      for _ = 1, 3 do source:apply(list("a", { id = "s", on_tap = fresh() })) end
    ]])
    assert.same({ text 'item "a"', text 'item "a"' }, warnings[[
      local another = diffable.data_source{ view = false }
      for _ = 1, 3 do
        source:apply(list{ id = "a", on_tap = fresh() })
        another:apply(list{ id = "a", on_tap = fresh() })
      end
    ]])
    assert.same({ text 'item "a"' }, warnings[[
      local item = { id = "a" }
      for _ = 1, 3 do
        item.on_tap = fresh()
        local snapshot = list(item)
        snapshot:reconfigure_items(item)
        source:apply(snapshot)
      end
    ]])
  end)

  it("are not warned of where they are the same, or something else differs", function()
    assert.same({}, warnings[[
      local on_tap = fresh()
      for _ = 1, 3 do source:apply(list{ id = "a", on_tap = on_tap }) end
      for turn = 1, 3 do source:apply(list{ id = "b", turn = turn, on_tap = fresh() }) end
      for turn = 1, 3 do source:apply(list{ id = "c", { turn = turn }, on_tap = fresh() }) end
      for turn = 1, 3 do source:apply(list{ id = "d", ["key" .. turn] = true, on_tap = fresh() }) end
      for turn = 1, 3 do source:apply(list{ id = "e", on_tap = turn == 2 and "none" or fresh() }) end
      for turn = 1, 3 do source:apply(list{ id = "f" .. turn, on_tap = fresh() }) end
      local class = { __index = {} }
      for turn = 1, 3 do source:apply(list(setmetatable({ id = "g", turn = turn }, class))) end
      local snapshot = list{ id = "h", on_tap = fresh() }
      source:apply(snapshot)
      snapshot:reconfigure_items("h")
      source:apply(snapshot)
    ]])
  end)

  it("are not warned of where warnings are off", function()
    assert.same({}, warnings[[
      warn "@off"
      for _ = 1, 3 do source:apply(list{ id = "a", on_tap = fresh() }) end
    ]])
  end)

  it("may be nested deeply", function()
    assert.same({}, warnings[[
      for turn = 1, 3 do
        local item = { id = "a", on_tap = fresh(), turn = turn }
        local deep = item
        for _ = 1, 90 do
          deep.next = { run = fresh() }
          deep = deep.next
        end
        source:apply(list(item))
      end
    ]])
  end)
end)

describe("what can be called", function()
  local function callable(f) return setmetatable({}, { __call = function(_, ...) return f(...) end }) end

  it("is as good as a function for each callback", function()
    local log = {}
    local function logging(name, result)
      return callable(function() log[#log + 1] = name return result end)
    end
    local source = diffable.data_source{
      view = diffable.text_view{ write = logging("write") },
      cell = logging("cell", "x"),
      cells = { special = logging("special", "y") },
      header = logging("header", "h"),
      supplementary = { badge = logging("badge", "b") },
      should_expand_item = logging("should_expand_item", true),
      can_reorder_item = logging("can_reorder_item", false),
    }
    source.will_expand_item = logging("will_expand_item")
    source:on_apply(logging("observer"))
    source:apply(support.list{ { id = 1, expandable = true }, { id = 2, kind = "special" } },
      { completion = logging("completion") })
    assert.same({ "header", "cell", "special", "write", "observer", "completion" }, log)
    assert.equal("b", source:supplementary_cell("badge", 1).text)
    log = {}
    source:toggle_item(1)
    source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 })
    assert.same({ "should_expand_item", "will_expand_item" }, { log[1], log[2] })
    assert.equal("can_reorder_item", log[#log])
  end)

  it("names items as a function does", function()
    local snapshot = diffable.snapshot({ { id = "s", items = { { uuid = 4 } } } },
                                       { key = callable(function(item) return item.uuid or item.id end) })
    assert.same({ 4 }, snapshot:item_identifiers())
  end)

  it("is a method by a function around it", function()
    local controller = { prefix = "Line " }
    function controller:cell(item) return self.prefix .. item end
    local source = diffable.data_source{ view = false, cell = function(...) return controller:cell(...) end }
    source:apply(support.list{ 4 })
    assert.same({ text = "Line 4" }, source:cell_at{ section = 1, item = 1 })
  end)

  it("is nothing else", function()
    support.fails('option "cell": function expected, got table', diffable.data_source, { cell = setmetatable({}, {}) })
    support.fails('option "cell": function expected, got string', diffable.data_source, { cell = "cell" })
    local source = diffable.data_source{ view = false }
    support.fails("function expected, got table", source.on_apply, source, setmetatable({}, { __index = {} }))
  end)
end)
