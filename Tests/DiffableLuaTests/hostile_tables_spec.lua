-- Lua tables that nobody should hand over: the module reads them raw, to their end, or says what is wrong.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local function fail() error("a metamethod ran", 0) end

local disturbing = {
  __index = fail, __newindex = fail, __len = fail, __pairs = fail, __eq = fail, __call = fail, __close = fail,
  __tostring = fail, __lt = fail, __concat = fail, __metatable = "locked", __mode = "kv",
}

local function disturbed(table) return setmetatable(table, disturbing) end

local function source_of(options)
  options = options or {}
  options.view = support.recorder()
  options.cell = options.cell or function(item) return { text = rawget(item, "title") or "" } end
  return diffable.data_source(options)
end

describe("tables whose metamethods raise", function()
  it("are read without them", function()
    local item = disturbed{ id = 1, title = "one", inner = disturbed{ 1, 2 } }
    local snapshot = diffable.snapshot(disturbed{
      disturbed{ id = "s", items = disturbed{ item, disturbed{ id = 2 } } },
    })
    assert.same({ { "s", 1, 2 } }, support.plain(snapshot))
    assert.is_true(rawequal(item, snapshot:item(1)))
    snapshot:append_items(disturbed{ 3, 4 }, disturbed{ id = "s" })
    snapshot:delete_items(disturbed{ 3 })
    assert.equal(3, #snapshot)
    local source = source_of{ cell = function() return disturbed{ text = "x" } end }
    support.fails("options behind __index are not read",
      source.apply, source, snapshot, disturbed{ animation = "left" })
    source:apply(snapshot)
    assert.equal("x", source:cell_at(disturbed{ section = 1, item = 1 }).text)
    assert.same({ section = 1, item = 3 }, source:index_path_of_item(disturbed{ id = 4 }))
  end)

  it("fail where their kind is asked for, and nothing changes", function()
    local source = diffable.data_source{ view = support.recorder(), cells = { row = function() return "x" end } }
    local message = support.fails("a metamethod ran", source.apply, source, support.list{ disturbed{ id = 1 } })
    assert.matches("%(in the cell provider for item 1 at section 1, item 1%)", message)
    assert.equal(0, #source:snapshot())
  end)

  it("are errors like any other when they are raised or named in a message", function()
    local raised = disturbed{}
    local source = source_of{ cell = function() error(raised) end }
    local ok, value = pcall(source.apply, source, support.list{ 1 })
    assert.is_false(ok)
    assert.is_true(rawequal(raised, value))
    for _, call in ipairs{
      function() diffable.data_source{ [disturbed{}] = 1 } end,
      function() diffable.data_source{ cells = { [disturbed{}] = 1 } } end,
      function() source.default_row_animation = disturbed{} end,
    } do
      support.fails("a metamethod ran", call)
    end
    support.fails('table without "id"', support.list, { disturbed{} })
    assert.equal(0, #source:snapshot())
  end)

  it("may have a __name that is no string, or one that is hostile", function()
    for _, name in ipairs{ 5, true, {}, "\27[2J\0" } do
      local strange = setmetatable({}, { __name = name })
      local snapshot = diffable.snapshot()
      assert.is_false(pcall(snapshot.append_sections, snapshot, 1.5, strange))
      assert.is_false(pcall(diffable.difference, snapshot, strange))
      local source = source_of{ snapshot_for_expanding_parent = function() return strange end }
      local tree = diffable.section_snapshot()
      tree:append_items{ { id = "p" } }
      source:apply(diffable.snapshot{ { id = "s" } })
      source:apply_section(tree, "s")
      local message = support.fails("INVALID_ARGUMENT: section snapshot or nil expected, got ",
        source.toggle_item, source, "p")
      assert.is_nil(message:find("\27", 1, true))
    end
  end)
end)

describe("tables that finalizers and blocks end", function()
  it("may raise from __gc and __close", function()
    local source = source_of()
    if support.finalizers_may_raise then
      source:apply(support.list{ setmetatable({ id = 1, title = "one" }, { __gc = fail }) })
      source:apply(diffable.snapshot())
      support.collect()
    end
    local ok, message = pcall(function()
      local item = setmetatable({ id = 1, title = "one" }, { __close = fail })
      source:apply(support.list{ item })
      support.end_block(item)
    end)
    assert.is_false(ok)
    assert.equal("a metamethod ran", message)
    assert.equal(1, #source:snapshot())
  end)
end)

describe("tables that contain themselves", function()
  local function cycle(title)
    local item = { id = 1, title = title, list = {} }
    item.self, item.list[1], item[item] = item, item, item
    return item
  end

  it("are no content", function()
    local source = source_of()
    source:apply(support.list{ { id = 1, title = "one" } })
    local snapshot = source:snapshot()
    support.fails("content contains itself", snapshot.reconfigure_items, snapshot, cycle("two"))
    assert.is_true(source:apply(snapshot).difference.is_empty)
    assert.same({ id = 1, title = "one" }, source:item(1))
  end)

  it("may be lists, of which the entries count", function()
    local list = { 1, 2 }
    list[3] = list
    support.fails('item 3: table with "id" expected, got a list', support.list, list)
  end)
end)

describe("tables that are nested too deep", function()
  local function deep(levels)
    local inner = { "bottom" }
    for _ = 3, levels do inner = { inner } end
    return { id = 1, title = "x", inner = inner }
  end

  it("are no content beyond 100 levels, and nothing is changed", function()
    local source = source_of()
    local snapshot = support.list{ deep(100) }
    source:apply(snapshot)
    assert.is_true(source:apply(support.list{ deep(100) }).difference.is_empty)
    for _, levels in ipairs{ 101, 102, 200, 100000 } do
      support.fails("section 1, item 2: content is nested more than 100 levels deep",
        support.list, { { id = 2 }, deep(levels) })
      support.fails("content is nested more than 100 levels deep", snapshot.reconfigure_items, snapshot, deep(levels))
    end
    assert.is_true(source:apply(snapshot).difference.is_empty)
  end)

  it("may become so after they were handed over", function()
    local item = deep(100)
    local snapshot = support.list{ item }
    item.inner = { item.inner }
    assert.same(deep(100), snapshot:item(1))
  end)
end)

local function tree_of(items)
  local tree = diffable.section_snapshot()
  tree:append_items(items)
  return tree
end

describe("lists that lie about their length", function()
  -- An entry at each power of two, made by a constructor, so that no part of it is an array: Lua counts by doubling.
  local function with_holes(bits)
    local entries = {}
    for bit = 0, bits do entries[#entries + 1] = ("[%d] = %d"):format(2^bit, bit) end
    return load("return { " .. table.concat(entries, ", ") .. " }")()
  end

  local function hole(list, role)
    for position = 1, #list do
      if list[position] == nil then return ("%s %d: "):format(role, position) end
    end
  end

  it("are found out at the first hole", function()
    local list = with_holes(20)
    assert.is_true(#list > 3)
    support.fails('section 1, item 3: string, integer or table with "id" expected, got nil', support.list, list)
  end)

  local function anchored(anchor)
    if anchor then return anchor end
  end

  it("are not read behind the first hole, whatever length Lua counts", function()
    -- Lua 5.1 and 5.2 count one by one where doubling leads beyond 2^31, so longer lists of theirs do not lie.
    for _, bits in ipairs(#with_holes(45) > 2 and { 29, 30, 31, 45 } or { 29 }) do
      local list = with_holes(bits)
      support.fails("section 1, " .. hole(list, "item"), support.list, list)
      support.fails(hole(list, "section"), diffable.snapshot, list)
      local snapshot = diffable.snapshot{ { id = "s", items = { "a", 1, 2, 4, 8 } } }
      for _, edit in ipairs{ "append_items", "delete_items", "reload_items", "reconfigure_items", "replace_items",
                             "move_items_to_section", "insert_items_after" } do
        local anchor = edit:match("insert") and "a"
          or (edit:match("^append") or edit:match("^move") or edit:match("^replace")) and "s"
        support.fails(hole(list, "item"), snapshot[edit], snapshot, list, anchored(anchor))
      end
      for _, edit in ipairs{ "append_sections", "insert_sections_before", "delete_sections", "reload_sections",
                             "reconfigure_sections" } do
        support.fails(hole(list, "section"), snapshot[edit], snapshot, list, anchored(edit:match("insert") and "s"))
      end
      support.fails("item 1: table with the fields that change expected", snapshot.update_items, snapshot, list)
      assert.same({ { "s", "a", 1, 2, 4, 8 } }, support.plain(snapshot))
      local tree = tree_of{ "a", 1, 2, 4, 8 }
      for _, edit in ipairs{ "append_items", "insert_items_before", "insert_items_after", "delete_items", "expand",
                             "collapse", "move_items_to_parent", "reload_items", "reconfigure_items" } do
        local anchor = (edit:match("^insert") or edit:match("^move")) and "a"
          or edit == "append_items" and { parent = "a" } or nil
        support.fails(hole(list, "item"), tree[edit], tree, list, anchored(anchor))
      end
      support.fails("item 1: table with the fields that change expected", tree.update_items, tree, list)
      support.fails("children of 3, " .. hole(list, "item"), diffable.section_snapshot, { { id = 3, children = list } })
      assert.same({ "a", 1, 2, 4, 8 }, tree:all_item_identifiers())
      assert.equal("a", diffable.snapshot{ { id = "s", items = { { id = "a", times = list } } } }:item("a").id)
    end
  end)
end)

describe("snapshots and trees with themselves", function()
  it("take part of themselves", function()
    local tree = diffable.section_snapshot()
    tree:append_items{ 1, 2 }
    support.fails("DUPLICATE_IDENTIFIER", tree.replace_children, tree, 1, tree)
    assert.same({ 1, 2 }, tree:all_item_identifiers())
    assert.is_true(diffable.difference(support.list{ 1 }, support.list{ 1 }).is_empty)
  end)
end)
