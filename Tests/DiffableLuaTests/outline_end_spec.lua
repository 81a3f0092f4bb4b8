-- Trees and handlers when finalizers run and when the process ends.
local support = require "Tests.DiffableLuaTests.support"

local handlers = { "should_expand_item", "will_expand_item", "snapshot_for_expanding_parent", "should_collapse_item",
                   "will_collapse_item", "can_reorder_item", "will_reorder", "did_reorder" }

describe("finalizers", function()
  it("may use and close trees at any moment", function()
    -- In a process of its own, where a collection ends every few allocations.
    local output, ok = support.run[[
      local diffable = require "diffable"
      local items = {}
      for i = 1, 50 do items[i] = { id = "item " .. i .. ("x"):rep(50), title = i } end
      local function tree_of()
        local tree = diffable.section_snapshot()
        tree:append_items(items[1])
        for i = 2, #items do tree:append_items(items[i], { parent = items[i - 1] }) end
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
        pcall(function() target:clear() end)
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
        function() check(alone:all_item_identifiers()) end,
        function() check(alone:item_identifiers()) end,
        function() check(alone:expanded_item_identifiers()) end,
        function()
          local outline = tostring(alone)
          assert(outline == "(closed snapshot)" or select(2, outline:gsub("x\"", "")) == 50, "wrong outline")
        end,
        function() local copy = alone:copy() check(copy:item_identifiers(), copy) end,
        function() local part = alone:snapshot_of(items[1], true) check(part:all_item_identifiers(), part) end,
        function() target:append_items{ { id = "new", title = "New" } } end,
        function() target:replace_children(items[50], diffable.section_snapshot()) end,
        function() target:reconfigure_items(items) end,
        function() source:apply_section(target, "s") end,
        function()
          local tree = source:section_snapshot("s")
          if #tree > 0 then check(tree:all_item_identifiers(), tree) end
        end,
        function() source:toggle_item(items[1]) end,
        function() source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 }) end,
        function() assert(#difference:steps()[2].ids == 50, "wrong steps") end,
        function() check(transaction.section_transactions[1].final_snapshot:item_identifiers()) end,
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
      assert(finalized >= 60, finalized .. " finalizers ran") -- the collector decides in how many of the 120 calls
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
        tree:append_items{ "a", "b" }
        tree:append_items({ "c" }, { parent = "a" })
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
