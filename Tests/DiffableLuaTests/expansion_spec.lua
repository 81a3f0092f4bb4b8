-- toggle_item: the handlers, their order, what they see, what they refuse and how they fail.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local names = {
  "should_expand_item", "will_expand_item", "snapshot_for_expanding_parent", "should_collapse_item",
  "will_collapse_item",
}

local function with_files(options)
  local source, calls, written = support.counting_source(options)
  local tree = diffable.section_snapshot()
  tree:append_items{ { id = "docs", title = "Docs" }, "readme" }
  tree:append_items({ { id = "guide", title = "Guide" }, "api" }, { parent = "docs" })
  source:apply_section(tree, "files")
  support.clear(calls)
  support.clear(written)
  return source, calls, written
end

describe("toggle_item", function()
  it("expands and collapses, as an apply", function()
    local source, calls, written = with_files()
    local observed = 0
    source:on_apply(function() observed = observed + 1 end)
    local transaction = source:toggle_item("docs")
    assert.same({ { "files", "docs", "guide", "api", "readme" } }, support.plain(source:snapshot()))
    assert.equal("automatic", transaction.animation)
    assert.equal(2, #transaction.difference.inserted_items)
    assert.equal("Guide", transaction.final_snapshot:item("guide").title)
    assert.same({ "api", "guide" }, support.ids(calls))
    assert.equal("Guide", calls[1].item.title)
    assert.equal(2, #source:toggle_item{ id = "docs" }.difference.deleted_items)
    assert.same({ { "files", "docs", "readme" } }, support.plain(source:snapshot()))
    assert.equal(2, observed)
    assert.equal(2, #written)
    source.default_row_animation = "fade"
    assert.equal("fade", source:toggle_item("docs").animation)
  end)

  it("is not in the difference where only trees change, but in the lists, the history and the view", function()
    local source, _, written = with_files()
    source:toggle_item("docs")
    support.clear(written)
    local history = diffable.history(source)
    for _, edit in ipairs{
      function(list) list:move_items_to_parent("readme", "docs") end,                      -- the parent of a row
      function(list) list:set_expandable("guide", true) end,                               -- a sign
      -- what is below a collapsed item
      function(list) list:append_items({ "hidden" }, { parent = "guide" }) end,
    } do
      local before = source:snapshot()
      local list = source:snapshot()
      edit(list)
      local transaction = source:apply(list)
      assert.is_true(transaction.difference.is_empty)
      assert.equal("no changes", tostring(transaction))
      assert.is_false(transaction.initial_snapshot == transaction.final_snapshot)
      history:undo()
      assert.is_true(source:snapshot() == before)
      history:redo()
      assert.is_true(source:snapshot() == list)
    end
    assert.matches("\n       readme", written[2])
    assert.matches("\n         readme", written[3])
    assert.matches("▸ guide", written[6], 1, true)
    assert.is_nil(written[5]:find("▸ guide", 1, true))
  end)

  it("does nothing for a leaf, unless a handler gives it children", function()
    local source, calls, written = with_files()
    local history = diffable.history(source)
    local observed, children = {}, nil
    source:on_apply(function(transaction) observed[#observed + 1] = transaction end)
    for _ = 1, 2 do
      assert.is_nil(source:toggle_item("readme"))
      assert.is_false(source:snapshot():is_expanded("readme"))
      source.snapshot_for_expanding_parent = function(item)
        assert.equal("readme", item)
        return children
      end
    end
    assert.same({ {}, {}, {} }, { observed, calls, written })
    assert.is_false(history.can_undo)
    source.snapshot_for_expanding_parent = nil
    source.will_expand_item = function() error("there is nothing to expand") end
    assert.is_nil(source:toggle_item("readme"))
    source.will_expand_item = nil
    children = diffable.section_snapshot{ "more" }
    source.snapshot_for_expanding_parent = function() return children end
    source:toggle_item("readme")
    assert.same({ "more" }, source:snapshot():children_of_item("readme"))
    assert.equal("Expand", history.undo_caption)
  end)

  it("fails for an item that the list does not show", function()
    local source = with_files()
    assert.matches('"guide"', support.fails("UNKNOWN_IDENTIFIER", source.toggle_item, source, "guide"))
    support.fails('string, integer or table with "id" expected, got no value', source.toggle_item, source)
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() source:toggle_item("nobody") end)
    assert.matches("^[^\n]*expansion_spec%.lua:" .. line .. ": UNKNOWN_IDENTIFIER: ", message)
  end)
end)

describe("the handlers of expansion", function()
  it("are asked and told in order, with items as providers get them, while the old state is in place", function()
    local log = {}
    local source
    local options = {}
    for _, name in ipairs(names) do
      options[name] = function(item, children)
        log[#log + 1] = {
          name, type(item) == "table" and item.title or item, #source:snapshot(), children and #children,
        }
        return name:find("^should") and true or nil
      end
    end
    source = with_files(options)
    source:toggle_item("docs")
    assert.same({ { "should_expand_item", "Docs", 2 }, { "will_expand_item", "Docs", 2 },
                  { "snapshot_for_expanding_parent", "Docs", 2, 2 } }, log)
    support.clear(log)
    source:toggle_item("docs")
    assert.same({ { "should_collapse_item", "Docs", 4 }, { "will_collapse_item", "Docs", 4 } }, log)
    support.clear(log)
    source:toggle_item("readme")
    assert.same({ "readme", "readme", "readme" }, { log[1][2], log[2][2], log[3][2] })
  end)

  it("are fields that can be read, set and cleared", function()
    local function no() return false end
    local source = with_files{ should_expand_item = no }
    assert.equal(no, source.should_expand_item)
    assert.is_nil(source:toggle_item("docs"))
    source.should_expand_item = nil
    assert.is_nil(source.should_expand_item)
    assert.is_truthy(source:toggle_item("docs"))
    source.should_collapse_item = function() end -- no answer is no
    assert.is_nil(source:toggle_item("docs"))
    assert.equal(4, #source:snapshot())
    for _, name in ipairs(names) do
      support.fails('field "' .. name .. '": function or nil expected, got string', function() source[name] = "x" end)
      support.fails('option "' .. name .. '": function expected, got boolean', diffable.data_source, { [name] = true })
    end
  end)

  it("may be changed by one another", function()
    local source = with_files()
    local told = 0
    source.will_expand_item = function()
      source.will_expand_item, source.snapshot_for_expanding_parent, told = nil, nil, told + 1
    end
    source.snapshot_for_expanding_parent = error
    source:toggle_item("docs")
    source:toggle_item("docs")
    source:toggle_item("docs")
    assert.equal(1, told)
  end)

  it("change nothing when they refuse", function()
    local source, calls, written = with_files{
      should_expand_item = function() return false end, will_expand_item = error,
    }
    local completed = 0
    source:on_apply(function() completed = completed + 1 end)
    assert.is_nil(source:toggle_item("docs"))
    assert.is_false(source:section_snapshot("files"):is_expanded("docs"))
    assert.same({ 0, 0, 0 }, { completed, #calls, #written })
  end)

  it("raise what they raise, and nothing has changed", function()
    for _, name in ipairs(names) do
      for _, value in ipairs{ "boom", { "a table" }, 42, false } do
        local source, calls, written = with_files()
        if name:find("collapse") then source:toggle_item("docs") end
        support.clear(calls)
        support.clear(written)
        local before, tree = source:snapshot(), source:section_snapshot("files")
        source[name] = function(_, children)
          if children then children:clear() end
          error(value, 0)
        end
        local ok, raised = pcall(source.toggle_item, source, "docs")
        assert.is_false(ok)
        if value == "boom" then
          assert.matches("boom %(in " .. name .. ' for item "docs"%)\n\t', raised)
        else
          assert.equal(value, raised)
        end
        assert.is_true(source:snapshot() == before)
        assert.is_true(source:section_snapshot("files") == tree)
        assert.same({ 0, 0 }, { #calls, #written })
        source[name] = nil
        source:toggle_item("docs")
      end
    end
  end)

  it("do not refuse if they are only told", function()
    for name, asks in pairs{ will_expand_item = "should_expand_item", will_collapse_item = "should_collapse_item" } do
      local source = with_files()
      if name:find("collapse") then source:toggle_item("docs") end
      local before = source:snapshot()
      source[name] = function() return false end
      local message = "INVALID_ARGUMENT: it returned false, which would be ignored; %s refuses, "
        .. "and so does an error (in %s for item"
      support.fails(message:format(asks, name), source.toggle_item, source, "docs")
      assert.is_true(source:snapshot() == before)
    end
  end)

  it("may raise nil", function()
    local source = with_files{ will_expand_item = function() error() end }
    local ok, value = pcall(source.toggle_item, source, "docs")
    assert.is_false(ok)
    assert.is_nil(value)
  end)

  it("may not yield", function()
    local source = with_files{ will_expand_item = coroutine.yield }
    local ok, message = coroutine.resume(coroutine.create(function() source:toggle_item("docs") end))
    assert.is_false(ok)
    assert.matches("attempt to yield across .*C%-call boundary %(in will_expand_item", message)
    assert.equal(2, #source:snapshot())
  end)

  it("may apply and toggle, which waits", function()
    local source, log = nil, {}
    source = with_files{
      will_expand_item = function()
        assert.is_nil(source:toggle_item("docs"))
        assert.is_nil(source:apply(diffable.snapshot(), { completion = function() log[#log + 1] = "gone" end }))
        assert.is_nil(source:toggle_item("docs"))
      end,
      will_collapse_item = function() log[#log + 1] = "collapsed" end,
    }
    assert.matches('UNKNOWN_IDENTIFIER: .*"docs"', support.error_of(source.toggle_item, source, "docs"))
    assert.same({ "collapsed", "gone" }, log)
    assert.equal(0, #source:snapshot())
  end)
end)
