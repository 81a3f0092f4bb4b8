-- Closing, collecting, coroutines: at any moment, in any order.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

local methods = {
  snapshot = {
    "append_sections", "insert_sections_before", "insert_sections_after", "delete_sections", "move_section_before",
    "move_section_after", "reload_sections", "reconfigure_sections", "update_sections", "replace_items", "update_items",
    "append_items", "prepend_items", "insert_items_at", "rename_item", "each", "to_table", "item_at", "section_at",
    "insert_items_before", "insert_items_after", "delete_items", "clear", "delete_all_items", "move_item_before",
    "move_item_after", "move_items_to_section", "reload_items", "reconfigure_items", "section_identifiers",
    "item_identifiers", "number_of_sections", "number_of_items", "index_of_section", "index_of_item",
    "index_path_of_item", "section_containing_item", "contains_item", "contains_section", "item", "section",
    "reloaded_item_identifiers", "reconfigured_item_identifiers", "reloaded_section_identifiers",
    "reconfigured_section_identifiers", "copy", "encode", "version", "apply_patch",
  },
  source = {
    "apply", "snapshot", "new_snapshot", "item_at", "index_path_of_item", "section_at", "index_of_section", "item",
    "section", "cell_at", "render", "on_apply",
  },
}

describe("after close", function()
  it("a snapshot says so in every method", function()
    local snapshot = list{ 1 }
    snapshot:close()
    for _, name in ipairs(methods.snapshot) do
      support.fails("snapshot is closed", snapshot[name], snapshot)
    end
    support.fails("snapshot is closed", function() return #snapshot end)
    assert.equal("(closed snapshot)", tostring(snapshot))
    assert.is_false(snapshot == list{ 1 })
    assert.is_true(snapshot == snapshot)
    local source = diffable.data_source{ view = false }
    support.fails("INVALID_ARGUMENT: apply: the snapshot is closed", function() source:apply(snapshot) end)
    support.fails("snapshot is closed", diffable.difference, snapshot, list{})
    support.fails("snapshot is closed", diffable.difference, list{}, snapshot)
    support.fails("INVALID_ARGUMENT: append_items: the snapshot is closed", function() snapshot:append_items(1) end)
  end)

  it("a data source says so in every method", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{ 1 })
    source:close()
    for _, name in ipairs(methods.source) do
      support.fails("data source is closed", source[name], source)
    end
    support.fails("data source is closed", function() return source.default_row_animation end)
    support.fails("data source is closed", function() source.default_row_animation = "left" end)
    assert.equal("(closed data source)", tostring(source))
  end)

  it("a difference, a transaction and a text view say so", function()
    local source = diffable.data_source{ view = false }
    local transaction = source:apply(list{ 1 })
    local difference = transaction.difference
    transaction:close()
    for _, name in ipairs{ "initial_snapshot", "final_snapshot", "difference", "animation" } do
      support.fails("transaction is closed", function() return transaction[name] end)
    end
    assert.equal("(closed transaction)", tostring(transaction))
    difference:close()
    for _, name in ipairs{ "inserted_items", "is_empty", "deleted_sections" } do
      support.fails("difference is closed", function() return difference[name] end)
    end
    support.fails("difference is closed", difference.counts, difference)
    assert.equal("(closed difference)", tostring(difference))
    local view = diffable.text_view()
    assert.matches("^view: ", tostring(view))
    view:close()
    assert.equal("(closed view)", tostring(view))
    support.fails('option "view": the view is closed', diffable.data_source, { view = view })
    support.fails("view is closed", diffable.set_default_view, view)
  end)

  it("closing again does nothing", function()
    local source = diffable.data_source{ view = false }
    for _, object in ipairs{ list{ 1 }, source:apply(diffable.snapshot()), source:apply(diffable.snapshot()).difference,
                             source, diffable.text_view(), diffable.ndjson_view() } do
      for _ = 1, 3 do
        assert.equal(0, select("#", object:close()))
        support.collect()
      end
    end
  end)

  it("everything closes at the end of its block", function()
    local source = diffable.data_source{ view = false }
    local snapshot = list{ 1 }
    local transaction = source:apply(snapshot)
    local kept = { source, snapshot, transaction, transaction.difference, diffable.text_view() }
    for _, object in ipairs(kept) do
      support.end_block(object)
      assert.matches("closed", tostring(object))
    end
  end)
end)

describe("a data source in use", function()
  it("refuses to be closed", function()
    local source
    local function try()
      support.fails("close: the data source is in use; close it when its callback is over", source.close, source)
    end
    source = diffable.data_source{
      cell = function(item) try() return item end,
      header = function() try() end,
      footer = function() try() end,
      view = diffable.text_view{ write = try },
    }
    source:on_apply(try)
    source:apply(list{ "a" }, { completion = try })
    assert.equal("a", source:cell_at{ section = 1, item = 1 }.text)
    source:render()
    source:close()
    assert.equal("(closed data source)", tostring(source))
  end)
end)

describe("the collector", function()
  it("may run in every callback", function()
    local source
    local function collect() support.collect() end
    source = diffable.data_source{
      cell = function(item)
        collect()
        return { text = "row " .. item.title, detail = item.title .. "!", image = 1.5 }
      end,
      header = function(section) collect() return { text = "section " .. section.id } end,
      footer = function(section) collect() return "end of " .. section.id end,
      view = diffable.text_view{ write = collect },
    }
    source:on_apply(collect)
    for i = 1, 20 do
      local items = {}
      for j = 1, i do items[j] = { id = j, title = "title " .. i * j % 7 } end
      source:apply(list(items), { completion = collect })
    end
    assert.equal("row title 2", source:cell_at{ section = 1, item = 5 }.text)
    assert.equal("1.5", source:cell_at{ section = 1, item = 5 }.image)
    assert.matches("row title 2 +title 2!", source:render())
  end)

  it("frees a source that its own closures refer to", function()
    local weak = setmetatable({}, { __mode = "v" })
    do
      local source
      local content = { id = "a" }
      content.owner = function() return source, content end
      source = diffable.data_source{
        cells = { x = function() return source end },
        cell = function() return tostring(source) end,
        header = function() return tostring(source) end,
        footer = function() return not source and "x" or nil end,
        view = diffable.text_view{ write = function() return source end },
      }
      source:on_apply(function() return source end)
      source:apply(list{ content }, { completion = function() return source end })
      weak.source, weak.content, weak.snapshot = source, content, source:snapshot()
      weak.transaction = source:apply(list{ { id = "a", title = "T", owner = content.owner } })
    end
    support.collect()
    assert.is_nil(weak.source)
    assert.is_nil(weak.content)
    assert.is_nil(weak.snapshot)
    assert.is_nil(weak.transaction)
  end)

  it("frees closures and contents when a source is closed", function()
    local weak = setmetatable({}, { __mode = "v" })
    local source
    do
      local content = { id = "a" }
      local function cell() return tostring(content) end
      local function completion() return content end
      source = diffable.data_source{ cell = cell, view = support.recorder() }
      source:apply(list{ content }, { completion = completion })
      weak.content, weak.cell = content, cell
    end
    support.collect()
    assert.is_truthy(weak.content)
    source:close()
    support.collect()
    assert.is_nil(weak.content)
    assert.is_nil(weak.cell)
  end)

  it("frees completions when they have run or have failed", function()
    local weak = setmetatable({}, { __mode = "v" })
    local source = diffable.data_source{
      view = support.recorder(), cell = function(item) return assert(item ~= "bad" and item) end,
    }
    local function apply(item)
      local big = {}
      weak[#weak + 1] = big
      pcall(source.apply, source, list{ item }, { completion = function() return big end })
    end
    apply("good")
    apply("bad")
    support.collect()
    assert.is_nil(next(weak))
  end)

  it("may find snapshots, sources and transactions in any order", function()
    for _ = 1, 200 do
      local source = diffable.data_source{ view = support.recorder(), cell = function(item) return item end }
      local transaction = source:apply(list{ "a" })
      local cycle = { source, transaction, transaction.difference, transaction.final_snapshot, source:snapshot() }
      cycle[6] = cycle
      assert.equal(6, #cycle)
    end
    support.collect()
  end)

  it("may run finalizers that use and close everything", function()
    -- In a process of its own: the heap is small there, so that a collection ends, and finalizers run, every
    -- few allocations.
    local output, ok = support.run[[
      local diffable = require "diffable"
      local items = {}
      local others = {}
      for i = 1, 50 do
        items[i] = "item " .. i .. ("x"):rep(50)
        others[i] = "item " .. i .. ("y"):rep(50)
      end
      local function list(ids) return diffable.snapshot{ { id = "s", items = ids } } end
      local source = diffable.data_source{
        view = false,
        cell = function(item)
          return { text = ("text"):rep(20), detail = item, image = "image", secondary_text = ("x"):rep(99) }
        end,
      }
      source:apply(list(items))

      local target, alone, difference, transaction -- nothing shares its storage with `alone`
      local armed, running, finalized = true, false, 0
      local function finalize()
        -- Everything that may be read at this moment is changed or closed, whatever comes of it.
        if running then finalized = finalized + 1 end
        pcall(function() source:cell_at{ section = 1, item = 2 } end)
        pcall(function() target:delete_all_items() end)
        pcall(function() target:close() end)
        pcall(function() alone:close() end)
        list(others) -- takes the memory that became free
        pcall(function() difference:close() end)
        pcall(function() transaction:close() end)
        source:apply(list{ "other" })
        source:apply(list(items))
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

      -- What is read must be what was there when the call began, or an error that says what is closed.
      local function check(ids)
        assert(#ids == #items, "wrong length")
        for i, id in ipairs(ids) do assert((type(id) == "table" and id.id or id) == items[i], "wrong entry") end
      end
      local calls = {
        function() check(alone:item_identifiers()) end,
        function() check(alone:item_identifiers("s")) end,
        function()
          local outline = tostring(alone)
          assert(outline == "(closed snapshot)" or select(2, outline:gsub(("x"):rep(50), "")) == 10, "wrong outline")
        end,
        function() target:copy() end,
        function() target:section_containing_item(items[1]) end,
        function() target:append_items{ { id = "new", title = "New" } } end,
        function() target:append_items(items) end,
        function() check(difference.inserted_items) end,
        function() assert(difference:counts().inserted_items == #items, "wrong counts") end,
        function()
          local description = tostring(difference)
          assert(description == "(closed difference)" or description:find("50 items inserted", 1, true),
            "wrong description")
        end,
        function() check(transaction.difference.inserted_items) end,
        function() check(transaction.final_snapshot:item_identifiers()) end,
        function()
          local cell = source:cell_at{ section = 1, item = 1 }
          assert(cell.text == ("text"):rep(20) and cell.detail == items[1] and cell.secondary_text == ("x"):rep(99),
            "wrong cell")
        end,
        function() assert(#source:render() > 50 * 100, "wrong text") end,
        function() source:apply(target) end,
        function() check(source:snapshot():item_identifiers()) end,
        function() check(diffable.difference(diffable.snapshot(), target).inserted_items) end,
      }
      collectgarbage("incremental", 10, 1000, 6)
      for _, call in ipairs(calls) do
        for _ = 1, 8 do
          collectgarbage("stop")
          target, alone = list(items), list(items)
          difference = diffable.difference(diffable.snapshot(), target)
          source:apply(diffable.snapshot())
          transaction = source:apply(target)
          running = true
          collectgarbage("restart")
          local ok, message = pcall(call)
          running = false
          if not ok and message:find("wrong") then print(message) end
        end
      end
      armed = false
      assert(finalized > 200, finalized .. " finalizers ran")
      source:apply(list(items))
      assert(#source:snapshot() == 50)
    ]]
    assert.equal("", output)
    assert.is_true(ok)
  end)
end)

describe("coroutines", function()
  it("may apply, from any of them and from inside callbacks", function()
    local source
    local log = {}
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        coroutine.wrap(function()
          log[#log + 1] = item
          if item == "a" then
            assert.is_nil(source:apply(list{ "b" }))
            assert.same({ "a" }, source:snapshot():item_identifiers())
          end
        end)()
        return item
      end,
    }
    local thread = coroutine.create(function()
      local transaction = source:apply(list{ "a" })
      coroutine.yield(transaction)
      source:apply(list{ "c" }, { completion = function() log[#log + 1] = "completed" end })
    end)
    local ok, transaction = coroutine.resume(thread)
    assert.is_true(ok)
    assert.equal(1, #transaction.difference.inserted_items)
    assert.is_true(coroutine.resume(thread))
    assert.same({ "a", "b", "c", "completed" }, log)
  end)

  it("may end, fail and be collected while a source lives on", function()
    local source = diffable.data_source{
      view = support.recorder(),
      cell = function(item) if item == "bad" then error({}) end return item end,
    }
    for _ = 1, 8 do
      local thread = coroutine.create(function()
        source:apply(list{ "good" })
        coroutine.yield()
        source:apply(list{ "bad" })
      end)
      assert.is_true(coroutine.resume(thread))
      assert.is_false(coroutine.resume(thread))
      coroutine.close(thread)
    end
    support.collect()
    assert.same({ { "s", "good" } }, support.plain(source:snapshot()))
  end)

  it("may ask for cells inside a callback, each on its own stack", function()
    local source
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item) return { text = "row " .. item } end,
    }
    local seen
    source:on_apply(function()
      seen = coroutine.wrap(function() return source:cell_at{ section = 1, item = 1 }.text end)()
      local ok, value = coroutine.wrap(function() return pcall(source.cell_at, source, { section = 9, item = 9 }) end)()
      assert.is_false(ok)
      assert.matches("INVALID_ARGUMENT", value)
    end)
    source:apply(list{ "a" })
    assert.equal("row a", seen)
  end)
end)
