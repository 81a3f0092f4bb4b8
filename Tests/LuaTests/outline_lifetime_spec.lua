-- Trees and handlers: closing, collecting and ending at any moment.
local diffable = require "diffable"
local support = require "Tests.LuaTests.support"

local methods = { "append", "insert_before", "insert_after", "delete", "delete_all", "replace_children", "expand", "collapse",
                  "reload_items", "reconfigure_items", "items", "root_items", "visible_items", "expanded_items", "is_expanded",
                  "is_visible", "level", "parent", "index", "contains", "item", "snapshot_of", "reloaded_item_identifiers",
                  "reconfigured_item_identifiers", "copy" }
local handlers = { "should_expand_item", "will_expand_item", "snapshot_for_expanding_parent", "should_collapse_item",
                   "will_collapse_item", "can_reorder_item", "will_reorder", "did_reorder" }

local function tree_of(items, parent, children)
  local tree = diffable.section_snapshot()
  tree:append(items)
  if parent then tree:append(children, parent) end
  return tree
end

describe("after close", function()
  it("a section snapshot says so in every method, and closing again does nothing", function()
    local tree = tree_of{ "a" }
    for _ = 1, 3 do
      assert.equal(0, select("#", tree:close()))
      support.collect()
    end
    for _, name in ipairs(methods) do support.fails("section snapshot is closed", tree[name], tree, "a", "a") end
    support.fails("section snapshot is closed", function() return #tree end)
    assert.equal("(closed section snapshot)", tostring(tree))
    assert.is_false(tree == tree_of{ "a" })
    local source = diffable.data_source{ view = false }
    support.fails("bad argument #1 to 'apply_section' (section snapshot is closed)", function() source:apply_section(tree, "s") end)
    support.fails("section snapshot is closed", tree_of{ "a" }.replace_children, tree_of{ "a" }, "a", tree)
    do
      local closing <close> = tree_of{ "a" }
      tree = closing
    end
    assert.equal("(closed section snapshot)", tostring(tree))
  end)

  it("a data source says so in the new methods and fields", function()
    local source = diffable.data_source{ view = false }
    source:close()
    for _, name in ipairs{ "apply_using_reload_data", "apply_section", "section_snapshot", "toggle_item", "reorder_item" } do
      support.fails("data source is closed", source[name], source, tree_of{ "a" }, "s")
    end
    for _, name in ipairs(handlers) do
      support.fails("data source is closed", function() return source[name] end)
      support.fails("data source is closed", function() source[name] = print end)
    end
  end)
end)

-- A source with a tree that calls `callback` in every handler.
local function source_calling(callback)
  local options = { view = support.recorder(), cell = function(item) return tostring(type(item) == "table" and item.title or item) end }
  for _, name in ipairs(handlers) do
    options[name] = function(_, children)
      callback(name)
      return name == "snapshot_for_expanding_parent" and children or name ~= "snapshot_for_expanding_parent"
    end
  end
  local source = diffable.data_source(options)
  source:apply_section(tree_of({ { id = "docs", title = "Docs" }, "readme" }, "docs", { { id = "guide", title = "Guide" }, "api" }), "s")
  return source
end

local function use(source)
  source:toggle_item("docs")
  source:toggle_item("docs")
  source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 })
end

describe("handlers", function()
  it("may collect, and cannot close their source", function()
    local source
    local called = {}
    source = source_calling(function(name)
      called[#called + 1] = name
      support.collect()
      support.fails("data source is in use and cannot be closed", source.close, source)
    end)
    use(source)
    assert.same(handlers, called)
    source:close()
  end)

  it("may run in coroutines and start some", function()
    local source
    source = source_calling(function()
      coroutine.wrap(function()
        assert.is_truthy(source:section_snapshot("s"):contains("guide"))
        assert.equal("Docs", source:cell{ section = 1, item = source:index_path("docs").item }.text)
      end)()
    end)
    coroutine.wrap(use)(source)
    assert.same({ { "s", "readme", "docs" } }, support.plain(source:snapshot()))
  end)

  it("and trees are collected with their source, also in cycles", function()
    local weak = setmetatable({}, { __mode = "v" })
    do
      local source
      source = source_calling(function() return source end)
      local content = { id = "content" }
      content.owner = function() return source, content end
      local tree = tree_of({ content }, "content", { { id = "hidden", owner = content.owner } })
      source:apply_section(tree, "t")
      use(source)
      weak.source, weak.content, weak.tree, weak.handler = source, content, tree, source.will_reorder
      weak.transaction = source:toggle_item("content")
    end
    support.collect()
    for name in pairs(weak) do assert.is_nil(name) end
  end)

  it("are let go when their source is closed", function()
    local weak = setmetatable({}, { __mode = "v" })
    local source = diffable.data_source{ view = false }
    do
      local content = { id = "a" }
      weak.content, weak.handler = content, function() return content end
      source.will_reorder = weak.handler
      source:apply_section(tree_of({ "root" }, "root", { content }), "s")
    end
    support.collect()
    assert.is_truthy(weak.content)
    source:close()
    support.collect()
    assert.is_nil(next(weak))
  end)
end)

describe("finalizers", function()
  it("may use and close trees at any moment", function()
    -- In a process of its own, where a collection ends every few allocations.
    local output, ok = support.run[[
      local diffable = require "diffable"
      local items = {}
      for i = 1, 50 do items[i] = { id = "item " .. i .. ("x"):rep(50), title = i } end
      local function tree_of()
        local tree = diffable.section_snapshot()
        tree:append(items[1])
        for i = 2, #items do tree:append(items[i], items[i - 1]) end
        tree:expand(items)
        return tree
      end
      local source = diffable.data_source{ view = false, can_reorder_item = function() return true end }
      local function children(_, tree) return tree end
      source.snapshot_for_expanding_parent = children

      local target, alone, difference, transaction
      local armed, running, finalized = true, false, 0
      local function finalize()
        if running then finalized = finalized + 1 end
        pcall(function() target:delete_all() end)
        pcall(function() target:close() end)
        pcall(function() alone:close() end)
        tree_of()
        pcall(function() difference:close() end)
        pcall(function() transaction:close() end)
        source:apply(diffable.snapshot())
      end
      local function arm()
        setmetatable({}, { __gc = function()
          if armed then
            arm()
            finalize()
          end
        end })
      end
      for _ = 1, 5 do arm() end
      local function check(ids, contents)
        assert(#ids == #items, "wrong length")
        for i, id in ipairs(ids) do
          assert(id == items[i].id, "wrong entry")
          assert(not contents or contents:item(id) == items[i], "wrong content")
        end
      end
      local calls = {
        function() check(alone:items()) end,
        function() check(alone:visible_items()) end,
        function() check(alone:expanded_items()) end,
        function() assert(select(2, tostring(alone):gsub("x\"", "")) == 50, "wrong outline") end,
        function() local copy = alone:copy() check(copy:items(), copy) end,
        function() local part = alone:snapshot_of(items[1], true) check(part:items(), part) end,
        function() target:append{ { id = "new", title = "New" } } end,
        function() target:replace_children(items[50], diffable.section_snapshot()) end,
        function() target:reconfigure_items(items) end,
        function() source:apply_section(target, "s") end,
        function() local tree = source:section_snapshot("s") if #tree > 0 then check(tree:items(), tree) end end,
        function() source:toggle_item(items[1]) end,
        function() source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 }) end,
        function() assert(#difference:steps()[2].ids == 50, "wrong steps") end,
        function() check(transaction.section_transactions[1].final_snapshot:items()) end,
      }
      collectgarbage("incremental", 10, 1000, 6)
      for _, call in ipairs(calls) do
        for _ = 1, 8 do
          collectgarbage("stop")
          target, alone = tree_of(), tree_of()
          source:apply(diffable.snapshot{ "s" })
          transaction = source:apply_section(target, "s")
          difference = diffable.difference(diffable.snapshot(), transaction.final_snapshot)
          running = true
          collectgarbage("restart")
          local ok, message = pcall(call)
          running = false
          if not ok and message:find("wrong") then print(message) end
        end
      end
      armed = false
      assert(finalized > 200, finalized .. " finalizers ran")
      source:apply_section(tree_of(), "s")
      assert(#source:snapshot() == 50)
    ]]
    assert.equal("", output)
    assert.is_true(ok)
  end)
end)

describe("the end of the process", function()
  it("may come in any handler", function()
    for _, name in ipairs(handlers) do
      local script = [[
        local diffable = require "diffable"
        local tree = diffable.section_snapshot()
        tree:append{ "a", "b" }
        local source = diffable.data_source{ view = false, can_reorder_item = function() return true end }
        source:apply_section(tree, "s")
        if (NAME):find("collapse") then source:toggle_item("a") end
        source[NAME] = function() os.exit(true, true) end
        if (NAME):find("reorder") then
          source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 })
        else
          source:toggle_item("a")
        end
        print "not reached"
      ]]
      local output, ok = support.run((script:gsub("NAME", ("%q"):format(name))))
      assert.equal("", output)
      assert.is_true(ok)
    end
  end)
end)
