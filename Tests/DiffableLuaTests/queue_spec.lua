-- Applies from inside callbacks wait in a queue: in order, nothing dropped, nothing nested.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

describe("on_apply", function()
  it("tells every observer of every apply, in order, before the completion", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    assert.equal(1, select("#", source:on_apply(function(transaction) log[#log + 1] = "one " .. #transaction.final_snapshot end)))
    source:on_apply(function(...)
      assert.equal(1, select("#", ...))
      log[#log + 1] = "two " .. tostring((...).difference.is_empty)
    end)
    source:apply(list{ 1 }, { completion = function() log[#log + 1] = "done" end })
    source:apply(list{ 1 })
    assert.same({ "one 1", "two false", "done", "one 1", "two true" }, log)
  end)

  it("sees the new list and its contents", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{ { id = "a", title = "Old" } })
    local seen
    source:on_apply(function(transaction)
      assert.is_true(source:snapshot() == transaction.final_snapshot)
      seen = { source:item("a").title, source:snapshot():item("a").title,
               transaction.initial_snapshot:item("a").title, transaction.final_snapshot:item("a").title }
    end)
    source:apply(list{ { id = "a", title = "New" } })
    assert.same({ "New", "New", "Old", "New" }, seen)
  end)

  it("needs a function", function()
    local source = diffable.data_source{ view = false }
    support.fails("function expected, got table", source.on_apply, source, {})
    support.fails("function expected, got no value", source.on_apply, source)
  end)

  it("may add observers from inside, for the applies that follow", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    source:on_apply(function()
      log[#log + 1] = "outer"
      if #log == 1 then source:on_apply(function() log[#log + 1] = "inner" end) end
    end)
    source:apply(list{ 1 })
    support.clear(log)
    source:apply(list{ 2 })
    assert.same({ "outer", "inner" }, log)
  end)

  it("returns a function that removes the observer", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    local remove = source:on_apply(function() log[#log + 1] = "first" end)
    source:on_apply(function() log[#log + 1] = "second" end)
    source:apply(list{ 1 })
    assert.is_true(remove())
    assert.is_false(remove())
    source:apply(list{ 2 })
    assert.same({ "first", "second", "second" }, log)
    local other = source:on_apply(function() end)
    source:close()
    assert.is_false(other())
  end)

  it("may remove observers from inside, also in the apply that runs", function()
    local log = {}
    local source = diffable.data_source{ view = false }
    local remove_first, remove_second
    remove_first = source:on_apply(function()
      log[#log + 1] = "first"
      remove_first()
      remove_second()
      collectgarbage()
      error("first failed", 0)
    end)
    remove_second = source:on_apply(function() log[#log + 1] = "second" end)
    source:on_apply(function() log[#log + 1] = "third" end)
    support.fails("first failed", source.apply, source, list{ 1 })
    source:apply(list{ 2 })
    assert.same({ "first", "third", "third" }, log)
  end)

  it("lets go of what a removed observer refers to", function()
    local source = diffable.data_source{ view = false }
    local kept = setmetatable({}, { __mode = "v" })
    do
      local big = { "big" }
      kept[1] = big
      source:on_apply(function() return big end)()
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(kept[1])
    source:apply(list{ 1 })
  end)

  it("raises what observers raise, after the apply took place, and all are told", function()
    local object = {}
    local source = diffable.data_source{ view = false }
    local told, completed = 0, 0
    source:on_apply(function() error(object) end)
    source:on_apply(function() told = told + 1; error("second") end)
    local ok, value = pcall(source.apply, source, list{ 1 }, { completion = function() completed = completed + 1 end })
    assert.is_false(ok)
    assert.equal(object, value)
    assert.equal(1, told)
    assert.equal(1, completed)
    assert.same({ { "s", 1 } }, support.plain(source:snapshot()))
  end)

  it("names itself in errors", function()
    local source = diffable.data_source{ view = false }
    source:on_apply(function() error("boom") end)
    assert.matches("boom %(in an observer of applies%)\nstack traceback:\n", support.error_of(source.apply, source, list{ 1 }))
  end)
end)

describe("a completion", function()
  it("raises after the apply took place", function()
    local object = {}
    local source = diffable.data_source{ view = false }
    local ok, value = pcall(source.apply, source, list{ 1 }, { completion = function() error(object) end })
    assert.is_false(ok)
    assert.equal(object, value)
    assert.matches("boom %(in the completion of an apply%)\nstack traceback:\n",
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
            assert.equal(0, #source:snapshot())
          end
        end
        return item
      end,
    }
    source:on_apply(function(transaction) log[#log + 1] = "observed " .. transaction.final_snapshot:item_identifiers()[1] end)
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
      tree:append{ 4, 5, 6, 7 }
      source:apply_section(tree, "s")
      tree:delete_all()
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

  it("works for a hundred thousand in a row", function()
    local source = diffable.data_source{ view = false }
    local count = 0
    source:on_apply(function()
      count = count + 1
      if count < 100000 then source:apply(count % 2 == 0 and list{} or list{ { id = "a", title = count } }) end
    end)
    source:apply(list{})
    assert.equal(100000, count)
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
          assert.is_nil(source:item("a"))
        end
        return item.title
      end,
    }
    source:apply(list{ { id = "a", title = "first" } })
    assert.same({ "first", "second", "third" }, shown)
    assert.equal("third", source:item("a").title)
  end)

  it("leaves the list as it was while a provider looks", function()
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
    assert.same({ {}, { "old", "old" } }, seen)
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
      cell = function(item) return { height = item == "high" and 5000 or 1 } end,
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
    assert.matches('boom %(in the cell provider for item "string" at { section = 1, item = 1 }%) %(in an observer of applies%)\nstack',
                   message)
    assert.equal(1, select(2, message:gsub("stack traceback:", "")))
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
      cells[#cells + 1] = source:cell{ section = 1, item = 1 }.text
      assert.matches("row", source:render())
    end)
    source:apply(list{ "a" })
    source:apply(list{ "b", "a" })
    assert.same({ "row a", "row b" }, cells)
  end)
end)

describe("last_transaction", function()
  it("is that of an apply which took place and raised", function()
    local source = diffable.data_source{ view = false }
    local fails
    source:on_apply(function() if fails then error("late", 0) end end)
    assert.is_nil(source:last_transaction())
    fails = true
    local ok, message = pcall(source.apply, source, list{ 1 })
    assert.is_false(ok)
    assert.matches("^late %(in an observer of applies%)", message)
    assert.equal("1 section inserted; 1 item inserted", tostring(source:last_transaction()))
    assert.is_true(source:snapshot() == source:last_transaction().final_snapshot)
    fails = false
    assert.is_userdata(source:apply(list{ 1, 2 }))
    assert.is_nil(source:last_transaction())
  end)

  it("has the contents of both lists", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{ { id = "a", title = "Old" } })
    pcall(source.apply, source, list{ { id = "a", title = "New" } }, { completion = function() error("late") end })
    local transaction = source:last_transaction()
    assert.equal("Old", transaction.initial_snapshot:item("a").title)
    assert.equal("New", transaction.final_snapshot:item("a").title)
  end)

  it("is nil after a call that changed nothing", function()
    local source
    source = diffable.data_source{ view = support.recorder(),
      cell = function(item) return item ~= 2 and tostring(item) or error("no 2") end }
    source:on_apply(function() error("late") end)
    assert.is_false(pcall(source.apply, source, list{ 1 }))
    assert.is_userdata(source:last_transaction())
    assert.is_false(pcall(source.apply, source, list{ 1, 2 }))
    assert.is_nil(source:last_transaction())
    assert.same({ { "s", 1 } }, support.plain(source:snapshot()))
  end)

  it("is that of the outermost call if a queued apply fails", function()
    local source
    source = diffable.data_source{ view = support.recorder(),
      cell = function(item) return item ~= 2 and tostring(item) or error("no 2") end }
    local ok, message = pcall(source.apply, source, list{ 1 }, { completion = function()
      source:apply(list{ 1, 2 })
      source:apply(list{ 1, 3 })
    end })
    assert.is_false(ok)
    assert.matches("no 2", message)
    assert.same({ { "s", 1 } }, support.plain(source:last_transaction().final_snapshot))
    assert.same({ { "s", 1, 3 } }, support.plain(source:snapshot()))
  end)

  it("keeps tables that are raised", function()
    local object = {}
    local source = diffable.data_source{ view = false, can_reorder_item = function() return true end }
    source:apply(list{ 1, 2 })
    source:on_apply(function() error(object) end)
    local ok, value = pcall(source.reorder_item, source, { section = 1, item = 1 }, { section = 1, item = 2 })
    assert.is_false(ok)
    assert.equal(object, value)
    assert.equal("1 item moved", tostring(source:last_transaction()))
  end)
end)

describe("a look-up whose provider applies", function()
  local function source_that_fails_later()
    local source
    source = diffable.data_source{
      view = false,
      cell = function(item)
        if item == 1 then
          source:apply(diffable.snapshot{ { id = "s", items = { 1 } } }, { completion = function() error("late", 0) end })
        end
        return "row " .. item
      end,
      header = function() return "head" end,
      supplementary = {
        badge = function()
          source:apply(diffable.snapshot(), { completion = function() error("late", 0) end })
          return "badge"
        end,
      },
    }
    source:apply(list{ 1 })
    return source
  end

  it("returns what it read, and the error", function()
    local source = source_that_fails_later()
    local cell, failure = source:cell{ section = 1, item = 1 }
    assert.equal("row 1", cell.text)
    assert.matches("^late %(in the completion of an apply%)", failure)
    local text
    text, failure = source:render()
    assert.equal("   head\n     row 1\n", text)
    assert.matches("^late", failure)
    cell, failure = source:supplementary_cell("badge", 1)
    assert.equal("badge", cell.text)
    assert.matches("^late", failure)
    assert.equal(0, #source:snapshot())
  end)

  it("returns one value if nothing failed", function()
    local source = diffable.data_source{ view = false, cell = tostring, header = tostring }
    source:apply(list{ 1 })
    assert.equal(1, select("#", source:cell{ section = 1, item = 1 }))
    assert.equal(1, select("#", source:supplementary_cell("header", 1)))
    assert.equal(1, select("#", source:render()))
  end)
end)

describe("caption", function()
  it("is that of the options", function()
    local source = diffable.data_source{ view = false }
    assert.is_nil(source:apply(list{ 1 }).caption)
    assert.equal("a \0 tap", source:apply(list{ 1 }, { caption = "a \0 tap" }).caption)
    assert.equal("b", source:apply_using_reload_data(list{ 1 }, { caption = "b" }).caption)
    assert.equal("c", source:apply_section(diffable.section_snapshot(), "s", { caption = "c" }).caption)
    support.fails("option 'caption': string expected, got table", source.apply, source, list{ 1 }, { caption = {} })
  end)

  it("is kept by an apply that waits", function()
    local source = diffable.data_source{ view = false }
    local captions = {}
    source:on_apply(function(transaction) captions[#captions + 1] = transaction.caption end)
    source:apply(list{ 1 }, { caption = "first", completion = function() source:apply(list{ 2 }, { caption = "sec" .. "ond" }) end })
    assert.same({ "first", "second" }, captions)
  end)
end)
