-- Lines that are written out of a habit from elsewhere: each is an error whose message leads to the right line.
local diffable = require "diffable"
local support = require "support"
local fails = support.fails

local function list() return diffable.snapshot{ { id = "a", items = { 1, 2 } }, "b" } end

-- That a piece of Lua raises a message, which names its line.
local function says(message, code)
  local source = diffable.data_source{ view = false }
  local variables = { diffable = diffable, snapshot = list(), source = source, pairs = pairs, ipairs = ipairs }
  variables.transaction, variables.difference = source:apply(list()), diffable.difference(list(), list())
  local parameters, values = {}, {}
  for name, value in pairs(variables) do parameters[#parameters + 1], values[#values + 1] = name, value end
  local body = ("local %s = ...\nreturn function() %s end"):format(table.concat(parameters, ", "), code)
  local text = fails(message, assert(load(body, "=line"))(table.unpack(values)))
  assert.matches("^line:2: ", text)
end

describe("an object that is read as a table", function()
  it("says which of its methods or fields returns one", function()
    says("INVALID_ARGUMENT: a snapshot is not an array; its method item_identifiers returns one", "return snapshot[1]")
    says("a data source is not an array; source:snapshot():item_identifiers() returns one", "return source[1]")
    says("a transaction is not an array; the fields of its difference are arrays", "return transaction[1]")
    says("a difference is not an array; its fields are arrays, such as inserted_items, and steps() returns one",
      "return difference[1]")
  end)

  if _VERSION >= "Lua 5.2" then
    it("is not visited by pairs", function()
      says("INVALID_ARGUMENT: a snapshot is not a table; its method each visits its items", "pairs(snapshot)")
      says("a data source is not a table; source:snapshot():each() visits its items", "pairs(source)")
      says("a transaction is not a table; pairs(transaction.difference) visits the changes", "pairs(transaction)")
      says("a history is not a table", "pairs(diffable.history(source))")
    end)
  end

  if _VERSION >= "Lua 5.3" then
    it("is not visited by ipairs, which is named by its line", function()
      says("a snapshot is not an array", "for _ in ipairs(snapshot) do end")
      says("a difference is not an array", "for _ in ipairs(difference) do end")
    end)
  end
end)

describe("a member of another type", function()
  it("is found by the words of other libraries, too", function()
    local edited = 'a data source has no member "%s"; a snapshot has "%s": edit source:snapshot(), and apply that'
    local meant_by = {
      set_items = "replace_items", removeItems = "delete_items", add_item = "append_items",
      delete_item = "delete_items",
    }
    for given, meant in pairs(meant_by) do
      says(edited:format(given, meant), ("source:%s(3)"):format(given))
    end
    says('a transaction has no member "get_inserted_items"; its difference has "inserted_items"',
      "return transaction.get_inserted_items")
    says('a data source has no member "get_snapshot": did you mean "snapshot"?', "source:get_snapshot()")
  end)

  it("is not one of the module", function()
    says('the module has no member "apply"; a data source has it, as in source:apply(...)',
      "diffable.apply(source, snapshot)")
    says('the module has no member "expand"; a snapshot has it, as in snapshot:expand(...)',
      "diffable.expand(snapshot, 1)")
    says('the module has no member "undo"; a history has it, which diffable.history(source) returns',
      "diffable.undo(source)")
  end)

  it("is what removes an observer, which on_apply returns", function()
    for _, name in ipairs{ "remove_observer", "off_apply", "unsubscribe", "unobserve" } do
      local message = ('a data source has no member "%s"; '
        .. "on_apply returns the function that removes its observer"):format(name)
      says(message, ("source:%s(ipairs)"):format(name))
    end
  end)

  it("is no constant", function()
    says('the module has no constants; an error code is a string, as in err.code == "STALE_SNAPSHOT"',
      "return diffable.STALE_SNAPSHOT")
  end)
end)

describe("what an edit returns", function()
  it("is no snapshot", function()
    local cure = "edits return no snapshot: keep it in a variable, edit it, and pass the variable"
    says("apply: argument 1: snapshot expected, got no value; " .. cure,
      "source:apply(source:snapshot():append_items(9))")
    says("apply: argument 1: snapshot expected, got number; " .. cure,
      "source:apply(source:snapshot():delete_items(9))")
    says("argument 1: section snapshot expected, got number; " .. cure,
      "source:apply_section(snapshot:delete_items(9), 'a')")
  end)
end)

describe("a copy", function()
  it("is made by a method with a colon", function()
    says("copy: snapshot expected before the colon, got no value; methods are called with a colon, as in x:copy(...)",
      "snapshot.copy()")
    for _, name in ipairs{ "snapshot", "section_snapshot" } do
      says(name .. ": argument 1: table expected, got a snapshot; its method copy returns a copy",
        ("diffable.%s(snapshot)"):format(name))
    end
  end)
end)

describe("options", function()
  it("name the field that is the identifier by key", function()
    says('snapshot: unknown option "id": did you mean "key"?',
      "diffable.snapshot({ { id = 'a', items = {} } }, { id = 'uuid' })")
    local message = "snapshot: argument 2: table of options expected; argument 1 has the whole list, in braces"
    says(message, "diffable.snapshot({ id = 'a' }, { id = 'b' })")
  end)

  it("are one table", function()
    says("apply: at most 2 arguments expected, got 3; the options are one table, the last argument",
      "source:apply(snapshot, {}, ipairs)")
  end)
end)

describe("a field of another kind", function()
  it("says what is meant", function()
    says('option "cells": table from kinds to functions expected, got a list of one; '
      .. '"cell" is the provider of all other items', "diffable.data_source{ cells = { ipairs } }")
    says('field "cells": table from kinds to functions expected, got a list of one', "source.cells = { ipairs }")
    assert.is_function(diffable.data_source{ cells = { ipairs, ipairs, fare = ipairs } }.cells[2])
    local message = 'section 1: table without "id"; the key is for items, and a section has an "id"'
    says(message, "diffable.snapshot({ { uuid = 1 } }, { key = 'uuid' })")
  end)

  it("is the function strict, which is called", function()
    local strict = diffable.strict
    diffable.strict = true
    local ok, message = pcall(diffable.data_source)
    diffable.strict = strict
    assert.is_false(ok)
    assert.matches("diffable.strict is a function, and was set to a boolean; call diffable.strict%(true%)", message)
  end)
end)

describe("what Lua decides before the module is asked", function()
  it("is no error", function()
    local data = {}
    assert.equal(0, #diffable.snapshot{ { id = "a", items = data.misspelt } })
    assert.equal(1, #diffable.snapshot{ { id = "a", items = { 1, data.misspelt } } })
    local snapshot = list()
    assert.is_true(snapshot.is_section_snapshot ~= nil)
    assert.is_false(snapshot:index_path_of_item(1) == snapshot:index_path_of_item(1))
    assert.is_nil(("bus").title)
  end)
end)

describe("what a provider asks the list for", function()
  it("is old until the content of the row changes or the item is marked", function()
    local view = diffable.text_view{ write = function() end }
    local function cell(item, _, source) return source:snapshot():number_of_children(item) end
    local source = diffable.data_source{ view = view, cell = cell }
    local history, path = diffable.history(source), { section = 1, item = 1 }
    source:apply(support.list{ "a" })
    local snapshot = source:snapshot()
    snapshot:append_items("b", { parent = "a" })
    source:apply(snapshot)
    assert.equal("0", source:cell_at(path).text)
    snapshot = source:snapshot()
    snapshot:reconfigure_items("a")
    source:apply(snapshot)
    assert.equal("1", source:cell_at(path).text)
    history:undo()
    assert.equal(0, source:snapshot():number_of_children("a"))
    assert.equal("1", source:cell_at(path).text)
  end)
end)

describe("several elements", function()
  it("are one list", function()
    for _, call in ipairs{ "append_items(3, 4, 5)", "insert_items_before(3, 4, 1)",
                           "move_items_to_section(1, 2, 'b')" } do
      says(call:match("^[%a_]+") .. ": 2 arguments expected, got 3; several are one list, in braces",
        "snapshot:" .. call)
    end
  end)

  it("become roots by move_items_to_section", function()
    local cure = "; move_items_to_section makes items roots"
    says("move_items_to_parent: argument 2: a parent expected, got nil" .. cure,
      "snapshot:move_items_to_parent(1, nil)")
    says("move_items_to_parent: argument 2: a parent expected, got no value" .. cure,
      "snapshot:move_items_to_parent(1)")
  end)
end)

describe("an anchor and the element that is inserted", function()
  it("are swapped if the element is in the list and the anchor is not", function()
    local message = "DUPLICATE_IDENTIFIER: %s: %s is in the list already, and there is no %s; "
      .. "are the arguments swapped?"
    for _, name in ipairs{ "insert_items_before", "insert_items_after", "insert_items_at" } do
      says(message:format(name, "item 1", "item 9"), ("snapshot:%s(1, 9)"):format(name))
    end
    for _, name in ipairs{ "insert_sections_before", "insert_sections_after" } do
      says(message:format(name, 'section "a"', 'section "new"'), ("snapshot:%s('a', 'new')"):format(name))
    end
    local _, raised = pcall(list().insert_items_at, list(), 1, 9)
    if type(raised) == "table" then assert.equal(1, raised.identifier) end -- not in 5.1
  end)

  it("are not swapped if the element cannot be an index", function()
    local snapshot = support.list{ "x", "y" }
    fails('DUPLICATE_IDENTIFIER: insert_items_at: item "x" is already at section "s", item 1',
      snapshot.insert_items_at, snapshot, "x", 2)
  end)

  it("are not swapped otherwise", function()
    says('insert_items_before: item 1 is already at section "a", item 1', "snapshot:insert_items_before(1, 2)")
    says("insert_items_before: there is no item 8", "snapshot:insert_items_before(9, 8)")
    says('insert_items_at: item 1 is already at section "a", item 1', "snapshot:insert_items_at(1, 2)")
    local snapshot = list()
    snapshot:insert_items_at(9, 1, "b")
    snapshot:insert_items_after(8, 9)
    assert.same({ 9, 8 }, snapshot:item_identifiers("b"))
  end)
end)

describe("a difference", function()
  it("is one of two lists or of two section snapshots", function()
    local message = "difference: one argument is a section snapshot, and the other is a snapshot of a list; "
      .. "snapshot:section_snapshot(section) returns one"
    says(message, "diffable.difference(snapshot, snapshot:section_snapshot('a'))")
    says(message, "diffable.difference(snapshot:section_snapshot('a'), snapshot)")
    assert.is_true(diffable.difference(list():section_snapshot("a"), diffable.section_snapshot{ 1, 2 }).is_empty)
  end)

  it("has tables that raise for fields that they never have", function()
    local old, new = list(), list()
    new:append_items(9)
    local difference = diffable.difference(old, new)
    local change, step, counts = difference.inserted_items[1], difference:steps()[1], difference:counts()
    assert.same({ id = 9, to = { section = 2, item = 1 } }, change)
    for _, name in ipairs{ "from", "old_id", "with_section", "old", "new" } do assert.is_nil(change[name]) end
    assert.is_nil(step.from)
    fails('a change has no member "index" (there are: ', function() return change.index end)
    fails('a step has no member "type" (there are: ', function() return step.type end)
    fails('a count has no member "inserted": did you mean "inserted_items"?', function() return counts.inserted end)
    fails("a change is not an array", function() return change[1] end)
    change.index = 3
    assert.equal(3, change.index)
  end)
end)

describe("a provider that asks for its own cell", function()
  it("fails with a short message", function()
    local source = diffable.data_source{ view = diffable.text_view{ write = function() end } }
    source.cell = function(_, path) return source:cell_at(path) end
    local message = support.error_of(source.apply, source, list())
    local first = message:match("[^\n]*")
    assert.matches("stack overflow", first)
    assert.equal(2, select(2, first:gsub("in the cell provider for item 1 at section 1, item 1", "")))
    assert.is_true(select(2, message:gsub("\n\t", "")) <= 21)
  end)
end)

if _VERSION >= "Lua 5.2" then
  describe("a provider or a handler", function()
    it("is no method", function()
      says('field "cell": a function with item as its first parameter expected, got one with self before it; '
        .. "define it with a dot, as in function source.cell(item), "
        .. "and pass a method as function(...) return object:cell(...) end", "function source:cell(item) end")
      says('field "header": a function with section as its first', "function source:header(section) return section end")
      says('field "did_reorder": a function with transaction as its first',
        "function source:did_reorder(transaction) end")
      says('option "cell": a function with item as its first',
        "diffable.data_source{ cell = function(self, item) return self, item end }")
    end)

    it("may be a method of the item", function()
      local fare = { id = 1, title = "Bus" }
      function fare:cell(path, source) return { text = self.title, detail = path and source and "x" } end
      local source = diffable.data_source{ view = false, cell = fare.cell }
      source:apply(support.list{ { id = 1, title = "Bus" } })
      assert.equal("Bus", source:cell_at{ section = 1, item = 1 }.text)
      function source.cell(self) return self.title .. "!" end
      source:apply_using_reload_data(source:snapshot())
      assert.equal("Bus!", source:cell_at{ section = 1, item = 1 }.text)
    end)
  end)
end
