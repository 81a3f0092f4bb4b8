-- Applies from inside callbacks wait in a queue: in order, nothing dropped, nothing nested.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

describe("a completion", function()
  it("raises after the apply took place", function()
    local object = {}
    local source = diffable.data_source{ view = false }
    local ok, value = pcall(source.apply, source, list{ 1 }, { completion = function() error(object) end })
    assert.is_false(ok)
    assert.equal(object, value)
    assert.matches("boom %(in the completion of an apply%)\n\t",
                   support.error_of(source.apply, source, list{ 2 }, { completion = function() error("boom") end }))
    assert.same({ { "s", 2 } }, support.plain(source:snapshot()))
  end)

  it("sees the new list and its contents, and the next apply starts from there", function()
    local source = diffable.data_source{ view = false }
    local log = {}
    source:on_apply(function(transaction)
      log[#log + 1] = { #transaction.initial_snapshot, #transaction.final_snapshot }
    end)
    source:apply(list{ { id = "a", title = "A" } }, { completion = function()
      local snapshot = source:snapshot()
      assert.equal("A", snapshot:item("a").title)
      snapshot:append_items{ { id = "b", title = "B" } }
      assert.is_nil(source:apply(snapshot))
    end })
    assert.same({ { 0, 1 }, { 1, 2 } }, log)
    assert.equal("A", source:item("a").title)
    assert.equal("B", source:item("b").title)
  end)
end)

describe("an apply from inside", function()
  it("returns nil, runs after the current one, and in the order of the calls", function()
    local log = {}
    local source
    local started = false
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        log[#log + 1] = "cell " .. item
        if not started then
          started = true
          for i = 1, 3 do
            local results = table.pack(source:apply(list{ "queued " .. i }, { completion = function()
              log[#log + 1] = "completed " .. i
            end }))
            assert.equal(1, results.n)
            assert.is_nil(results[1])
            assert.same({ "first" }, source:snapshot():item_identifiers())
          end
        end
        return item
      end,
    }
    source:on_apply(function(transaction)
      log[#log + 1] = "observed " .. transaction.final_snapshot:item_identifiers()[1]
    end)
    local transaction = source:apply(list{ "first" }, { completion = function() log[#log + 1] = "completed first" end })
    assert.same({ "first" }, transaction.final_snapshot:item_identifiers())
    assert.same({
      "cell first", "observed first", "completed first",
      "cell queued 1", "observed queued 1", "completed 1",
      "cell queued 2", "observed queued 2", "completed 2",
      "cell queued 3", "observed queued 3", "completed 3",
    }, log)
    assert.same({ { "s", "queued 3" } }, support.plain(source:snapshot()))
  end)

  it("takes what is handed over as it is then, whatever becomes of it", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    source:on_apply(function(transaction)
      log[#log + 1] = #transaction.final_snapshot
      if #log > 1 then return end
      local snapshot, options = list{ 1, 2 }, { completion = function() log[#log + 1] = "done" end }
      source:apply(snapshot, options)
      snapshot:append_items{ 3 }
      options.completion = nil
      local tree = diffable.section_snapshot()
      tree:append_items{ 4, 5, 6, 7 }
      source:apply_section(tree, "s")
      tree:clear()
    end)
    source:apply(list{ 1 })
    assert.same({ 1, 2, "done", 4 }, log)
  end)

  it("works from observer, completion and writer, many deep", function()
    local order = {}
    local source
    local function follow(name)
      return function()
        if #order < 300 then
          order[#order + 1] = name
          local snapshot = source:snapshot()
          snapshot:append_items(#order)
          source:apply(snapshot)
        end
      end
    end
    source = diffable.data_source{
      cell = function(item) return tostring(item) end,
      view = diffable.text_view{ write = follow("writer") },
    }
    source:on_apply(follow("observer"))
    source:apply(list{}, { completion = follow("completion") })
    assert.equal(300, #order)
    assert.same({ "writer", "observer", "completion" }, { order[1], order[2], order[3] })
  end)

  it("works for ten thousand, and again in the next call", function()
    local source = diffable.data_source{ view = false }
    local count
    source:on_apply(function()
      count = count + 1
      if count > 1 then return end
      for turn = 1, 10000 do source:apply(turn % 2 == 0 and list{} or list{ { id = "a", title = turn } }) end
    end)
    for _ = 1, 3 do
      count = 0
      source:apply(list{})
      assert.equal(10001, count)
    end
  end)

  it("uses the contents of its own snapshot", function()
    local shown = {}
    local source
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        shown[#shown + 1] = item.title
        if item.title == "first" then
          source:apply(list{ { id = "a", title = "second" } })
          source:apply(list{ { id = "a", title = "third" } }, { completion = function()
            assert.equal("third", source:item("a").title)
            assert.equal("third", source:snapshot():item("a").title)
          end })
          assert.equal("first", source:item("a").title)
        end
        return item.title
      end,
    }
    source:apply(list{ { id = "a", title = "first" } })
    assert.same({ "first", "second", "third" }, shown)
    assert.equal("third", source:item("a").title)
  end)

  it("shows the new list to a provider", function()
    local source
    local seen = {}
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        local current, copied = source:item("a"), source:snapshot():item("a")
        seen[#seen + 1] = { current and current.title, copied and copied.title }
        return item.title
      end,
    }
    source:apply(list{ { id = "a", title = "old" } })
    source:apply(list{ { id = "a", title = "new" } })
    assert.same({ { "old", "old" }, { "new", "new" } }, seen)
  end)

  it("covers what a writer sees between the change and the observers", function()
    local source
    local seen = {}
    source = diffable.data_source{
      cell = function(item) return item.title end,
      view = diffable.text_view{ write = function()
        local snapshot = source:snapshot()
        seen[#seen + 1] = snapshot:item("a").title
        assert.equal(seen[#seen], source:item("a").title)
        assert.equal("S", snapshot:section("s").title)
      end },
    }
    source:apply(diffable.snapshot{ { id = "s", title = "S", items = { { id = "a", title = "old" } } } })
    source:apply(diffable.snapshot{ { id = "s", title = "S", items = { { id = "a", title = "new" } } } })
    assert.same({ "old", "new" }, seen)
  end)

  it("fails the outermost apply when all are done, with the first failure", function()
    local source
    local object = {}
    local queued = false
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        if item == "bad" then error(object) end
        if item == "worse" then error("worse") end
        return item
      end,
    }
    source:on_apply(function()
      if not queued then
        queued = true
        source:apply(list{ "bad" })
        source:apply(list{ "worse" })
        source:apply(list{ "good" })
      end
    end)
    local ok, value = pcall(source.apply, source, list{ "first" })
    assert.is_false(ok)
    assert.equal(object, value)
    assert.same({ { "s", "good" } }, support.plain(source:snapshot()))
  end)

  it("tells the engine's own failure from a callback's that follows it", function()
    local source
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item) return { text = "x", height = item == "high" and 5000 or 1 } end,
    }
    source:on_apply(function(transaction)
      if transaction.initial_snapshot:number_of_sections() == 0 then
        source:apply(list{ "high" })
        source:apply(list{ "last" })
      else
        error("from an observer")
      end
    end)
    assert.matches("INVALID_CELL", support.error_of(source.apply, source, list{ "first" }))
    assert.same({ { "s", "last" } }, support.plain(source:snapshot()))
  end)

  it("has its contents, and those of the list, if the running apply fails", function()
    local source
    local queues
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        if queues then
          queues = false
          source:toggle_item("folder")
          source:apply_section(diffable.section_snapshot{ { id = "x", title = "X" } }, { id = "t", title = "T" })
        end
        return { text = item.title, height = item.id == "high" and 5000 or 1 }
      end,
    }
    local titles = {}
    source:on_apply(function(transaction)
      local before, after = transaction.initial_snapshot:item("folder"), transaction.final_snapshot:item("folder")
      titles[#titles + 1] = { before and before.title, after.title }
    end)
    source:apply(list{ { id = "folder", title = "Folder", children = { { id = "file", title = "File" } } } })
    queues = true
    support.fails("INVALID_CELL",
      source.apply, source, list{ { id = "folder", title = "Other" }, { id = "high", title = "High" } })
    assert.same({ { "s", "folder", "file" }, { "t", "x" } }, support.plain(source:snapshot()))
    for id, title in pairs{ folder = "Folder", file = "File", x = "X" } do
      assert.equal(title, source:item(id).title)
      assert.equal(title, source:snapshot():item(id).title)
    end
    assert.equal("T", source:section("t").title)
    assert.same({ { nil, "Folder" }, { "Folder", "Folder" }, { "Folder", "Folder" } }, titles)
  end)

  it("from a provider has its contents after the running apply has its own", function()
    local source
    local queued = false
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        if not queued then
          queued = true
          source:apply(list{ { id = "c", title = "C" } })
        end
        return item.title
      end,
    }
    local transactions = {}
    source:on_apply(function(transaction) transactions[#transactions + 1] = transaction end)
    source:apply(list{ { id = "a", title = "A" } })
    assert.equal("C", source:item("c").title)
    assert.equal("A", transactions[1].final_snapshot:item("a").title)
    assert.equal("A", transactions[2].initial_snapshot:item("a").title)
    assert.equal("C", transactions[2].final_snapshot:item("c").title)
  end)

  it("leaves nothing behind: neither its contents nor its completion", function()
    local source
    local turn = 0
    local completions = setmetatable({}, { __mode = "k" })
    source = diffable.data_source{ view = false, cell = function()
      local items = {}
      for i = 1, 100 do
        turn = turn + 1
        items[i] = { id = i, text = ("%06d"):format(turn):rep(100) }
      end
      local completion = function() return items end
      completions[completion] = true
      source:apply(list(items), { completion = completion })
      return "cell"
    end }
    source:apply(list{ 1 }, { completion = function() end })
    local function used()
      for _ = 1, 20 do source:cell_at{ section = 1, item = 1 } end
      collectgarbage()
      collectgarbage()
      return collectgarbage("count")
    end
    local before = used()
    for _ = 1, 3 do assert.is_true(used() < before + 500) end
    assert.is_nil(next(completions))
  end)

  it("of another source runs at once", function()
    local log = {}
    local inner = diffable.data_source{ view = false }
    inner:on_apply(function() log[#log + 1] = "inner" end)
    local outer = diffable.data_source{ view = false }
    outer:on_apply(function()
      assert.equal(1, #inner:apply(list{ 1 }).difference.inserted_items)
      log[#log + 1] = "outer"
    end)
    outer:apply(list{ 1 })
    assert.same({ "inner", "outer" }, log)
  end)

  it("passes errors through several sources", function()
    local object = {}
    local inner = diffable.data_source{
      view = support.recorder(),
      cell = function(item) error(item == "object" and object or "boom") end,
    }
    local outer = diffable.data_source{ view = false }
    local wanted
    outer:on_apply(function() inner:apply(list{ wanted }) end)
    wanted = "object"
    local _, value = pcall(outer.apply, outer, list{ 1 })
    assert.equal(object, value)
    wanted = "string"
    local message = support.error_of(outer.apply, outer, list{ 2 })
    assert.matches(
      'boom %(in the cell provider for item "string" at section 1, item 1%) %(in an observer of applies%)\n\t', message)
    assert.equal(1, select(2, message:gsub("in function 'error'", "")))
  end)

  it("may edit and close the snapshot that is being applied", function()
    local source, snapshot
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        if item == 1 then
          snapshot:append_items{ 99 }
          snapshot:delete_items{ 2 }
          snapshot:close()
        end
        return tostring(item)
      end,
    }
    snapshot = list{ 1, 2, 3 }
    source:apply(snapshot)
    assert.same({ { "s", 1, 2, 3 } }, support.plain(source:snapshot()))
  end)

  it("may ask the source for cells and texts", function()
    local source
    local cells = {}
    source = diffable.data_source{
      view = support.recorder(),
      cell = function(item) return { text = "row " .. item } end,
    }
    source:on_apply(function()
      cells[#cells + 1] = source:cell_at{ section = 1, item = 1 }.text
      assert.matches("row", source:render())
    end)
    source:apply(list{ "a" })
    source:apply(list{ "b", "a" })
    assert.same({ "row a", "row b" }, cells)
  end)
end)
