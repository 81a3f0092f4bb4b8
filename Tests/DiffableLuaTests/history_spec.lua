-- Undo and redo.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails, list = support.fails, support.list

local function ids(source) return table.concat(source:snapshot():item_identifiers(), " ") end

local function edit(source, caption, change)
  local snapshot = source:snapshot()
  change(snapshot)
  return source:apply(snapshot, { caption = caption })
end

local function append(source, id, caption)
  return edit(source, caption, function(snapshot) snapshot:append_items{ id } end)
end

describe("a history", function()
  local source, history
  before_each(function()
    source = diffable.data_source{ view = false, can_reorder_item = function() return true end }
    source:apply(list{ "a" })
    history = diffable.history(source)
  end)

  it("undoes and redoes applies, with their captions", function()
    assert.is_false(history.can_undo)
    assert.is_nil(history.undo_caption)
    assert.is_nil(history:undo())
    append(source, "b", "append b")
    append(source, "c")
    assert.is_true(history.can_undo)
    assert.is_false(history.can_redo)
    assert.is_nil(history.undo_caption)
    local undone = history:undo()
    assert.equal("1 item deleted", tostring(undone))
    assert.equal("append b", history.undo_caption)
    assert.equal("undo append b", history:undo().caption)
    assert.equal("a", ids(source))
    assert.equal("append b", history.redo_caption)
    assert.equal("redo append b", history:redo().caption)
    history:redo()
    assert.is_nil(history:redo())
    assert.equal("a b c", ids(source))
    assert.is_true(history.can_undo and not history.can_redo)
  end)

  it("undoes taps, drags, trees, contents and new identifiers", function()
    edit(source, nil, function(snapshot)
      snapshot:append_items{ { id = "p", title = "P", expanded = false, children = { "q", "r" } } }
    end)
    local states = { source:snapshot() }
    source:toggle_item("p")
    states[2] = source:snapshot()
    source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 })
    states[3] = source:snapshot()
    edit(source, nil, function(snapshot) snapshot:update_items{ id = "p", title = "New" } end)
    states[4] = source:snapshot()
    edit(source, nil, function(snapshot) snapshot:rename_item("p", "s") end)
    states[5] = source:snapshot()
    assert.equal("p", history:undo().difference.reconfigured_items[1].id)
    local captions = { [2] = "Expand", [3] = "Move" }
    for step = 4, 2, -1 do
      assert.is_true(source:snapshot() == states[step])
      assert.equal(captions[step], history.undo_caption)
      history:undo()
    end
    assert.is_true(source:snapshot() == states[1])
    for step = 2, 5 do
      history:redo()
      assert.is_true(source:snapshot() == states[step])
    end
  end)

  it("forgets the oldest entries beyond its limit, and what could be redone", function()
    local short = diffable.history(source, { limit = 2 })
    for _, id in ipairs{ "b", "c", "d" } do append(source, id) end
    short:undo()
    short:undo()
    assert.is_false(short.can_undo)
    assert.equal("a b", ids(source))
    append(source, "x")
    assert.is_false(short.can_redo)
    history:clear()
    assert.is_false(history.can_undo)
  end)

  it("joins what a group changes, and returns what its function returns", function()
    local one, two = history:group("both", function()
      append(source, "b", "one")
      history:group(function() append(source, "c", "two") end)
      return 1, nil
    end)
    assert.equal(1, one)
    assert.is_nil(two)
    assert.equal("both", history.undo_caption)
    assert.equal("2 items deleted", tostring(history:undo()))
    assert.equal("a", ids(source))
    history:group(function() end)
    assert.is_true(history.can_redo)
  end)

  it("ends a group whose function raises", function()
    local reason = { code = 3 }
    local _, raised = pcall(history.group, history, function()
      append(source, "b")
      fails("undo: the group is open", history.undo, history)
      error(reason)
    end)
    assert.equal(reason, raised)
    assert.equal("1 item deleted", tostring(history:undo()))
    fails('undo: the group "g" is open; end it first', history.group, history, "g", function() history:undo() end)
    assert.is_true(history.can_redo)
  end)

  it("queues what a callback undoes", function()
    append(source, "b")
    local queued
    local remove = source:on_apply(function()
      if queued == nil then queued = history:undo() or "queued" end
    end)
    append(source, "c")
    remove()
    assert.equal("queued", queued)
    assert.equal("a b", ids(source))
    assert.is_true(history.can_redo)
  end)

  it("raises what a provider raises, and stays where it was", function()
    local failing
    local shown = diffable.data_source{
      view = diffable.text_view{ write = function() end },
      cell = function(item) return failing and error({ item }) or item end,
    }
    shown:apply(list{ "a" })
    local own = diffable.history(shown)
    shown:apply(list{})
    failing = true
    assert.is_false((pcall(own.undo, own)))
    assert.is_true(own.can_undo)
    failing = false
    own:undo()
    assert.equal("a", ids(shown))
  end)

  it("may be closed at any time", function()
    append(source, "b")
    local remove = source:on_apply(function() history:close() end)
    history:undo()
    remove()
    assert.equal("a", ids(source))
    assert.equal("(closed history)", tostring(history))
    history:close()
    for _, name in ipairs{ "undo", "redo", "clear" } do fails("the history is closed", history[name], history) end
    fails("the history is closed", function() history:group(function() end) end)
    fails("the history is closed", function() return history.can_undo end)
    local own = diffable.history(source)
    own:group(function() own:close() end)
    own = diffable.history(source)
    assert.equal("history (cannot undo, cannot redo)", tostring(own))
    source:close()
    fails("undo: the data source is closed", own.undo, own)
    fails("history: the data source is closed", diffable.history, source)
    own:close()
  end)

  it("refuses wrong arguments", function()
    fails("history: argument 1: data source expected, got table", diffable.history, {})
    fails('history: unknown option "limits": did you mean "limit"?', diffable.history, source, { limits = 3 })
    for _, limit in ipairs{ 0, -1, 1.5 } do
      fails('history: option "limit": a positive integer expected, got ' .. limit,
        diffable.history, source, { limit = limit })
    end
    fails("group: argument 1: function expected, got no value", history.group, history)
    fails("group: argument 2: function expected, got no value", history.group, history, "caption")
    fails("group: argument 1: string expected, got number", history.group, history, 3, function() end)
    fails("undo: no arguments expected, got 1", history.undo, history, 2)
    fails('a history has no member "undoes": did you mean "undo"?', function() return history.undoes end)
  end)
end)

describe("what contents of a history refer to", function()
  it("is there when it brings the contents back", function()
    local source = diffable.data_source{ view = false }
    local history = diffable.history(source)
    source:apply(list{ { id = 1, on_tap = function() return "tapped" end } })
    source:apply(list{})
    for round = 1, 200 do -- as many as let the source drop what nothing refers to
      source:apply(list{ { id = 2, f = function() return round end } })
      if round % 50 == 0 then support.collect() end
    end
    for _ = 1, 90 do history:undo() end
    support.collect()
    assert.equal(110, source:item(2).f())
  end)

  it("is there when nothing but the history has the data source", function()
    local function remember()
      local source = diffable.data_source{ view = false }
      local history = diffable.history(source)
      source:apply(list{ { id = 2, f = function() return "kept" end } })
      source:apply(list{})
      return history
    end
    local history = remember()
    support.collect()
    assert.equal("kept", history:undo().final_snapshot:item(2).f())
  end)

  it("is collected with a history and a source that are in the source's own content", function()
    local weak = setmetatable({}, { __mode = "k" })
    do
      local source = diffable.data_source{ view = false }
      local history = diffable.history(source)
      local inner = { f = function() return source, history end }
      source:apply(list{ { id = 1, inner = inner } })
      source:apply(list{})
      weak[source], weak[history], weak[inner.f] = true, true, true
    end
    support.collect()
    support.collect()
    assert.is_nil(next(weak))
  end)

  it("is collected when a history is closed, and nothing else has it", function()
    local source = diffable.data_source{ view = false }
    local history = diffable.history(source)
    local weak = setmetatable({}, { __mode = "k" })
    for i = 1, 50 do
      local f = function() return i end
      weak[f] = true
      source:apply(list{ { id = 1, f = f } })
    end
    support.collect()
    for f in pairs(weak) do assert.equal("function", type(f)) end
    history:close()
    for i = 1, 200 do -- a source drops what nothing refers to when it has many values
      source:apply(list{ { id = 1, f = function() return i end } })
      if i % 50 == 0 then support.collect() end
    end
    support.collect()
    assert.is_nil(next(weak))
  end)
end)
