-- What a user does wrong: each has a message that names the culprit, and nothing has changed.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

describe("a broken rule", function()
  local snapshot, before

  before_each(function()
    snapshot = diffable.snapshot{
      { id = "a", title = "A", items = { { id = "x", title = "X" }, "y" } }, { id = "b", items = { "z" } },
    }
    snapshot:reload_items{ "x" }
    before = snapshot:copy()
  end)

  local function fails(text, method, ...)
    local message = support.fails(text, snapshot[method], snapshot, ...)
    assert.is_true(snapshot == before)
    assert.same({ "x" }, snapshot:reloaded_item_identifiers())
    assert.same({}, snapshot:reconfigured_item_identifiers())
    assert.same({}, snapshot:reloaded_section_identifiers())
    assert.same({ id = "x", title = "X" }, snapshot:item("x"))
    return message
  end

  it("items before any section", function()
    local empty = diffable.snapshot()
    support.fails("NO_SECTIONS", empty.append_items, empty, { "x" })
    assert.equal(0, #empty)
  end)

  it("an unknown section", function()
    assert.matches('"nobody"', fails("UNKNOWN_IDENTIFIER", "append_items", { "n" }, "nobody"))
    fails("UNKNOWN_IDENTIFIER", "move_items_to_section", { "x" }, "nobody")
    fails("UNKNOWN_IDENTIFIER", "move_section_before", "nobody", "a")
    fails("UNKNOWN_IDENTIFIER", "move_section_after", "a", "nobody")
    fails("UNKNOWN_IDENTIFIER", "insert_sections_before", { "n" }, "nobody")
    fails("UNKNOWN_IDENTIFIER", "insert_sections_after", { "n" }, "nobody")
    fails("UNKNOWN_IDENTIFIER", "reload_sections", { "a", "nobody" })
  end)

  it("a duplicate: in the call, in the section, in another section", function()
    assert.matches('"n"', fails("DUPLICATE_IDENTIFIER", "append_items", { "n", "m", "n" }, "a"))
    assert.matches('"x"', fails("DUPLICATE_IDENTIFIER", "append_items", { "n", "x" }, "a"))
    local message = fails("DUPLICATE_IDENTIFIER", "append_items", { "n", { id = "x", title = "New" } }, "b")
    assert.matches('"x"', message)
    assert.matches('"a"', message)
    fails("DUPLICATE_IDENTIFIER", "insert_items_before", { "n", "x" }, "z")
    fails("DUPLICATE_IDENTIFIER", "insert_items_after", { "n", "n" }, "z")
    fails("DUPLICATE_IDENTIFIER", "append_sections", { "n", "a" })
    fails("DUPLICATE_IDENTIFIER", "insert_sections_before", { "n", "n" }, "a")
    fails("DUPLICATE_IDENTIFIER", "insert_sections_after", { "b" }, "a")
    fails("DUPLICATE_IDENTIFIER", "move_items_to_section", { "x", "x" }, "b")
  end)

  it("an unknown anchor", function()
    assert.matches('"nobody"', fails("UNKNOWN_IDENTIFIER", "insert_items_before", { "n" }, "nobody"))
    fails("UNKNOWN_IDENTIFIER", "insert_items_after", { "n" }, "nobody")
    fails("UNKNOWN_IDENTIFIER", "move_item_before", "x", "nobody")
    fails("UNKNOWN_IDENTIFIER", "move_item_after", "nobody", "x")
  end)

  it("an anchor that is itself moved or inserted", function()
    fails("INVALID_DESTINATION", "move_item_before", "x", "x")
    fails("INVALID_DESTINATION", "move_item_after", "x", "x")
    fails("INVALID_DESTINATION", "move_section_before", "a", "a")
    fails("INVALID_DESTINATION", "move_section_after", "a", "a")
    fails("INVALID_DESTINATION", "insert_items_after", { "n" }, "n")
    fails("INVALID_DESTINATION", "insert_sections_before", { "n" }, "n")
  end)

  it("reload and reconfigure of an unknown item", function()
    assert.matches('"nobody"', fails("UNKNOWN_IDENTIFIER", "reload_items", { "y", "nobody" }))
    fails("UNKNOWN_IDENTIFIER", "reconfigure_items", { { id = "x", title = "New" }, { id = "nobody", title = "New" } })
  end)

  it("begins with the place in the script, then the code", function()
    local line = debug.getinfo(1, "l").currentline + 1
    local ok, message = pcall(function() snapshot:append_items({ "x" }, "b") end)
    assert.is_false(ok)
    assert.matches("^[^\n]*errors_spec%.lua:" .. line .. ": DUPLICATE_IDENTIFIER: [^\n]+$", message)
  end)

  it("begins with the code where Lua itself calls", function()
    assert.matches("^DUPLICATE_IDENTIFIER: ", fails("DUPLICATE", "append_items", { "x" }, "b"))
    assert.matches("^INVALID_ARGUMENT: ", fails("INVALID", "append_items", true))
  end)

  it("counts from 1", function()
    assert.matches("item 2", fails("DUPLICATE_IDENTIFIER", "append_items", { "y" }, "a"))
  end)
end)

describe("a wrong argument", function()
  local snapshot
  before_each(function() snapshot = diffable.snapshot{ { id = "a", items = { "x" } } } end)

  -- As a method call, so that positions do not count the snapshot.
  local function message_of(call)
    return support.error_of(function() call(snapshot) end)
  end

  it("an item table without id", function()
    assert.matches('INVALID_ARGUMENT: append_items: argument 1: list or table with "id" expected, '
                   .. "got a table with neither",
                   message_of(function(s) s:append_items({ title = "Fare" }) end))
    assert.matches('INVALID_ARGUMENT: append_items: item 2: table without "id"',
                   message_of(function(s) s:append_items({ "b", { title = "Fare" } }) end))
  end)

  it("an id of a wrong type", function()
    assert.matches('INVALID_ARGUMENT: append_items: argument 1: "id": string or integer expected, got boolean',
                   message_of(function(s) s:append_items({ id = true }) end))
    assert.matches('INVALID_ARGUMENT: append_items: item 3: "id": string or integer expected, got table',
                   message_of(function(s) s:append_items({ "b", "c", { id = {} } }) end))
    assert.matches("INVALID_ARGUMENT: append_sections: section 1: integer or string expected, got 1.5",
                   message_of(function(s) s:append_sections({ 1.5 }) end))
    assert.matches('INVALID_ARGUMENT: insert_items_before: argument 2: '
                   .. 'string, integer or table with "id" expected, got nil',
                   message_of(function(s) s:insert_items_before("b") end))
    assert.matches('INVALID_ARGUMENT: append_items: argument 2: '
                   .. 'string, integer or table with "id" expected, got boolean',
                   message_of(function(s) s:append_items("b", false) end))
    assert.matches('INVALID_ARGUMENT: move_item_after: argument 1: '
                   .. 'string, integer or table with "id" expected, got no value',
                   message_of(function(s) s:move_item_after() end))
  end)

  it("a list that is left out", function()
    for _, name in ipairs{ "append_sections", "delete_sections", "reload_sections", "append_items", "delete_items",
                           "reload_items", "reconfigure_items", "insert_items_before", "insert_items_after",
                           "insert_sections_before", "insert_sections_after", "move_items_to_section" } do
      support.fails('string, integer or table with "id" expected, got nil', snapshot[name], snapshot)
    end
    assert.same({ { "a", "x" } }, support.plain(snapshot))
  end)

  it("a dot in place of a colon", function()
    support.fails("append_items: snapshot expected before the colon, got table; methods are called with a colon, "
      .. "as in x:append_items(...)", snapshot.append_items, { "x" })
    support.fails("append_items: snapshot expected before the colon, got no value", snapshot.append_items)
  end)
end)
