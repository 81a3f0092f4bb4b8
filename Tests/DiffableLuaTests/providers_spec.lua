local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

describe("cell providers", function()
  it("get the content or the bare id, the index path and the source", function()
    local fare = { id = "fare", title = "Fare" }
    local source, calls
    source, calls = support.counting_source{
      cell = function(...)
        assert.equal(3, select("#", ...))
        local item, index_path, self = ...
        calls[#calls + 1] = { item, index_path }
        assert.equal(source, self)
        return "row"
      end,
    }
    source:apply(diffable.snapshot{ { id = "a", items = { fare } }, { id = "b", items = { "bare", 7 } } })
    assert.equal(fare, calls[1][1])
    assert.same(
      { { fare, { section = 1, item = 1 } }, { "bare", { section = 2, item = 1 } }, { 7, { section = 2, item = 2 } } },
      calls)
  end)

  it("are chosen by the kind of the item, also where its class has it", function()
    local class = { __index = { kind = "two" } }
    local source = diffable.data_source{
      view = false,
      cells = {
        one = function(item) return "one " .. item.id end,
        two = function(item) return "two " .. item.id end,
        [3] = function(item) return "three " .. item.id end,
      },
    }
    source:apply(support.list{ { id = "a", kind = "one" }, setmetatable({ id = "b" }, class), { id = "c", kind = 3 } })
    assert.equal("one a", source:cell_at{ section = 1, item = 1 }.text)
    assert.equal("two b", source:cell_at{ section = 1, item = 2 }.text)
    assert.equal("three c", source:cell_at{ section = 1, item = 3 }.text)
  end)

  it("leave what no kind covers to the one for all", function()
    local source = diffable.data_source{
      view = false,
      cells = { one = function() return "by kind" end },
      cell = function() return "for all" end,
    }
    source:apply(support.list{ { id = "a", kind = "one" }, { id = "b", kind = "two" }, { id = "c" }, "d" })
    local texts = {}
    for i = 1, 4 do texts[i] = source:cell_at{ section = 1, item = i }.text end
    assert.same({ "by kind", "for all", "for all", "for all" }, texts)
  end)

  it("are those that were given, whatever becomes of the table", function()
    local cells = { one = function() return "first" end }
    local source = diffable.data_source{ view = false, cells = cells }
    cells.one = "no function"
    source:apply(support.list{ { id = "a", kind = "one" } })
    assert.equal("first", source:cell_at{ section = 1, item = 1 }.text)
  end)

  it("must cover every kind", function()
    local source = support.counting_source()
    source:apply(support.list{ "shown" })
    local other = diffable.data_source{ view = support.recorder(), cells = { one = function() return "x" end } }
    local function message_of(item)
      local message = support.error_of(other.apply, other, support.list{ { id = "first", kind = "one" }, item })
      assert.equal(0, #other:snapshot())
      return message
    end
    assert.equal('NO_PROVIDER: no cell provider for kind "x" of item "y" at section 1, item 2',
                 message_of{ id = "y", kind = "x" })
    assert.equal(
      'NO_PROVIDER: no cell provider for item 5 at section 1, item 2: it is a bare identifier, without a "kind"',
      message_of(5))
    assert.equal('NO_PROVIDER: no cell provider for item "y" at section 1, item 2: its content has no "kind"',
                 message_of{ id = "y" })
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() other:apply(support.list{ { id = "y", kind = "x\n" } }) end)
    assert.matches(
      '^[^\n]*providers_spec%.lua:' .. line .. ': NO_PROVIDER: no cell provider for kind "x\\n" of item "y" at ',
      message)
  end)

  it("are needed where a view shows cells", function()
    local source = diffable.data_source{ view = support.recorder() }
    support.fails("NO_PROVIDER", source.apply, source, support.list{ 1 })
    assert.equal(0, #source:snapshot())
    source:apply(diffable.snapshot())
  end)
end)

describe("the cell provider is called", function()
  local source, calls
  before_each(function()
    source, calls = support.counting_source()
    source:apply(support.list{ "a", "b", { id = "c", title = "C" }, "d" })
  end)

  it("once for an inserted row, and in no view for none", function()
    assert.same({ "a", "b", "c", "d" }, support.ids(calls))
    support.clear(calls)
    local snapshot = source:snapshot()
    snapshot:insert_items_before({ "x" }, "a")
    source:apply(snapshot)
    assert.same({ "x" }, support.ids(calls))
  end)

  it("never for a move or a deletion", function()
    support.clear(calls)
    local snapshot = source:snapshot()
    snapshot:move_item_before("d", "a")
    snapshot:delete_items("b")
    source:apply(snapshot)
    assert.same({}, calls)
  end)

  it("never where nothing changed", function()
    support.clear(calls)
    source:apply(source:snapshot())
    source:apply(support.list{ "a", "b", { id = "c", title = "C" }, "d" })
    assert.same({}, calls)
  end)

  it("once for a reload, a reconfigure, both, and new content", function()
    for _, mark in ipairs{ { "reload_items" }, { "reconfigure_items" }, { "reload_items", "reconfigure_items" } } do
      support.clear(calls)
      local snapshot = source:snapshot()
      for _, name in ipairs(mark) do snapshot[name](snapshot, { "a" }) end
      source:apply(snapshot)
      assert.same({ "a" }, support.ids(calls))
    end
    support.clear(calls)
    source:apply(support.list{ "a", "b", { id = "c", title = "New" }, "d" })
    assert.same({ "c" }, support.ids(calls))
    assert.equal("New", calls[1].item.title)
  end)

  it("once for a row that is inserted and reloaded, or moved and updated", function()
    support.clear(calls)
    local snapshot = source:snapshot()
    snapshot:append_items("x")
    snapshot:reload_items("x")
    snapshot:move_item_before("c", "a")
    snapshot:reconfigure_items{ { id = "c", title = "New" } }
    source:apply(snapshot)
    assert.same({ "c", "x" }, support.ids(calls))
  end)

  it("for any number of rows in one apply", function()
    local items, count = {}, 0
    for i = 1, 200000 do items[i] = i end
    -- A text view folds so many rows; events name each.
    local written = {}
    local view = diffable.ndjson_view{ write = function(text) written[#written + 1] = text end }
    local many = diffable.data_source{
      view = view, cell = function(item) count = count + 1 return { text = item, detail = "x" } end,
    }
    many:apply(support.list(items))
    assert.equal(200000, count)
    assert.is_truthy(table.concat(written):find('"cell":{"text":"200000","detail":"x"}', 1, true))
  end)

  it("again in the apply after one that failed", function()
    local broken = true
    local other = diffable.data_source{
      view = support.recorder(),
      cell = function(item)
        if item == "b" and broken then error("not yet") end
        return item
      end,
    }
    support.fails("not yet", other.apply, other, support.list{ "a", "b" })
    broken = false
    other:apply(support.list{ "a", "b" })
    assert.same({ { "s", "a", "b" } }, support.plain(other:snapshot()))
  end)

  it("with the newest of equal contents", function()
    support.clear(calls)
    local newest = { id = "c", title = "C" }
    local snapshot = source:snapshot()
    snapshot:reload_items{ newest }
    source:apply(snapshot)
    assert.equal(newest, calls[1].item)
  end)
end)

describe("header and footer providers", function()
  it("get the section, its index and the source, and may return text, cells or nothing", function()
    local calls = {}
    local view, written = support.recorder()
    local source
    source = diffable.data_source{
      view = view,
      cell = function(item) return item end,
      header = function(...)
        assert.equal(3, select("#", ...))
        local section, index, self = ...
        assert.equal(source, self)
        calls[#calls + 1] = { section, index }
        return type(section) == "table" and section.title or nil
      end,
      footer = function(_, index) return { text = "footer " .. index, detail = "!" } end,
    }
    source:apply(diffable.snapshot{ { id = "a", title = "Title" }, "b", 3 })
    assert.same({ { { id = "a", title = "Title" }, 1 }, { "b", 2 }, { 3, 3 } }, calls)
    assert.matches("Title\n", written[1])
    for i = 1, 3 do assert.matches("footer " .. i .. " +!\n", written[1]) end
  end)

  it("run again for a section with new content, and the rows do not", function()
    local headers = 0
    local source, calls = support.counting_source{
      header = function(section) headers = headers + 1 return section.title end,
    }
    source:apply(diffable.snapshot{ { id = "s", title = "2 jokes", items = { 1, 2 } }, { id = "t", title = "T" } })
    assert.equal(2, headers)
    support.clear(calls)
    source:apply(diffable.snapshot{ { id = "s", title = "3 jokes", items = { 1, 2 } }, { id = "t", title = "T" } })
    assert.equal(3, headers)
    assert.same({}, calls)
  end)
end)
