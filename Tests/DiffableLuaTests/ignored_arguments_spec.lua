-- What a call would ignore is refused: arguments that a function does not have, a nil in place of an optional one,
-- names that no table has.
local diffable = require "diffable"
local support = require "support"
local fails = support.fails

local function list() return diffable.snapshot{ { id = "a", items = { 1, 2 } }, "b" } end

describe("surplus arguments", function()
  -- How many arguments each method takes. The object before the colon does not count.
  local counts = {
    snapshot = {
      [0] = "copy close clear delete_all_items section_identifiers all_item_identifiers expanded_item_identifiers "
        .. "number_of_sections to_table version number_of_all_items is_section_snapshot "
        .. "reloaded_item_identifiers reconfigured_item_identifiers reloaded_section_identifiers "
        .. "reconfigured_section_identifiers",
      "append_sections reload_sections reconfigure_sections update_sections each item_at section_at "
        .. "reload_items reconfigure_items update_items expand collapse keep_expansion "
        .. "keep_children item_identifiers root_item_identifiers children_of_item number_of_items number_of_children "
        .. "index_of_section index_of_item index_path_of_item section_containing_item contains_item contains_section "
        .. "is_expanded is_expandable keeps_expansion is_visible level_of_item parent_of_item section_snapshot item "
        .. "section encode apply_patch",
      "insert_sections_before insert_sections_after delete_sections move_section_before move_section_after "
        .. "append_items prepend_items rename_item replace_items insert_items_before insert_items_after delete_items "
        .. "move_item_before move_item_after move_items_to_section set_expandable move_items_to_parent "
        .. "replace_children set_section_snapshot snapshot_of",
      "insert_items_at",
    },
    source = {
      [0] = "close snapshot new_snapshot last_transaction render",
      "section_snapshot item_at index_path_of_item section_at index_of_section item section toggle_item "
        .. "on_apply cell_at",
      "apply apply_using_reload_data reorder_item supplementary_cell",
      "apply_section",
    },
    difference = { [0] = "counts steps close", "encode" },
    transaction = { [0] = "close" },
    view = { [0] = "close" },
    history = { [0] = "undo redo clear close", [2] = "group" },
    publisher = { [0] = "version close", "message" },
    follower = { [0] = "version close", "receive" },
  }
  local made = {
    snapshot = list,
    source = function() return diffable.data_source{ view = false } end,
    difference = function() return diffable.difference(list(), list()) end,
    transaction = function() return diffable.data_source{ view = false }:apply(list()) end,
    view = function() return diffable.text_view() end,
    history = function() return diffable.history(diffable.data_source{ view = false }) end,
    publisher = function() return diffable.publisher(diffable.data_source{ view = false }) end,
    follower = function() return diffable.follower(diffable.data_source{ view = false }) end,
  }

  for type, methods in pairs(counts) do
    it("are errors in each method of a " .. type, function()
      for count, names in pairs(methods) do
        for name in names:gmatch("%S+") do
          local object, arguments = made[type](), {}
          for argument = 1, count + 1 do arguments[argument] = argument end
          local message = fails(("INVALID_ARGUMENT: %s: "):format(name),
            object[name], object, table.unpack(arguments, 1, count + 1))
          local plural = count == 1 and "" or "s"
          local expected = count == 0 and "no arguments expected, got 1"
            or ("%d argument%s expected, got %d"):format(count, plural, count + 1)
          assert.matches(expected, message, 1, true)
        end
      end
    end)
  end

  it("are errors in each function of the module", function()
    fails("snapshot: at most 2 arguments expected, got 3", diffable.snapshot, {}, {}, {})
    fails("section_snapshot: at most 2 arguments expected, got 3", diffable.section_snapshot, {}, {}, {})
    fails("data_source: at most 1 argument expected, got 2", diffable.data_source, {}, {})
    fails("text_view: at most 1 argument expected, got 2", diffable.text_view, {}, 1)
    fails("ndjson_view: at most 1 argument expected, got 2", diffable.ndjson_view, {}, 1)
    fails("set_default_view: 1 argument expected, got 2", diffable.set_default_view, false, 1)
    fails("difference: 2 arguments expected, got 3", diffable.difference, list(), list(), 1)
    fails("history: at most 2 arguments expected, got 3", diffable.history, {}, {}, 1)
    fails("strict: 1 argument expected, got 2", diffable.strict, true, 1)
    fails("run: 1 argument expected, got 2", diffable.run, {}, 1)
    fails("set_status: 1 argument expected, got 2", diffable.set_status, "x", 1)
    fails("set_title: 1 argument expected, got 2", diffable.set_title, "x", 1)
    fails("terminal_is_available: no arguments expected, got 1", diffable.terminal_is_available, 1)
  end)

  it("delete nothing", function()
    local snapshot = list()
    fails("clear: no arguments expected, got 1; it deletes everything; delete_sections and delete_items delete some",
      snapshot.clear, snapshot, "a")
    fails("expand: 1 argument expected, got 2; several are one list, in braces; collapse is the opposite",
      snapshot.expand, snapshot, 1, true)
    for _, call in ipairs{ "update_items", "update_sections" } do
      fails(
        call .. ": 1 argument expected, got 2; a table has its identifier and the fields that change, as in { id = ",
        snapshot[call], snapshot, 1, { title = "One" })
    end
    fails("append_sections: 1 argument expected, got 2; several are one list, "
      .. 'as in { "a", { id = "b", items = { 1, 2 } } }', snapshot.append_sections, snapshot, "c", { 3 })
    fails("delete_items: argument 2: table of options expected, got number; several are one list, in braces",
      snapshot.delete_items, snapshot, 1, 2)
    assert.is_true(snapshot == list())
  end)
end)

describe("a nil in place of an optional argument", function()
  it("is an error in each function that has one", function()
    local snapshot, source = list(), diffable.data_source{ view = false }
    local function refused(argument, default, call, ...)
      fails(("argument %d: nil is no value for it; leave it out for %s"):format(argument, default), call, ...)
    end
    for _, name in ipairs{ "item_identifiers", "root_item_identifiers", "number_of_items" } do
      refused(1, "the whole list", snapshot[name], snapshot, nil)
    end
    refused(2, "no options", snapshot.delete_items, snapshot, 1, nil)
    refused(2, "no options", snapshot.delete_sections, snapshot, "a", nil)
    refused(2, "what is below the item alone", snapshot.snapshot_of, snapshot, 1, nil)
    refused(2, "no options", source.apply, source, snapshot, nil)
    refused(2, "no options", source.apply_using_reload_data, source, snapshot, nil)
    refused(3, "no options", source.apply_section, source, diffable.section_snapshot(), "a", nil)
    refused(1, "no options", diffable.data_source, nil)
    refused(1, "no options", diffable.text_view, nil)
    refused(1, "no options", diffable.ndjson_view, nil)
    refused(2, "no options", diffable.snapshot, {}, nil)
    fails("argument 1: list expected, got nil; without arguments, or with {}, the snapshot is empty",
      diffable.snapshot, nil)
    fails("argument 1: list expected, got nil; without arguments, or with {}, the snapshot is empty",
      diffable.section_snapshot, nil)
    assert.is_true(snapshot == list())
    assert.equal(0, #source:snapshot())
  end)

  it("is a value where a function says so", function()
    diffable.set_default_view(nil)
  end)
end)

describe("a function of the module that is called with a colon", function()
  it("says that it takes a dot", function()
    for _, name in ipairs{ "data_source", "snapshot", "text_view", "terminal_is_available" } do
      fails(name .. ": functions of the module are called with a dot and not a colon, "
        .. "as in diffable." .. name .. "(...)", function() diffable[name](diffable, {}) end)
    end
  end)
end)

describe("an unknown name", function()
  it("in an index path is an error", function()
    local source = diffable.data_source{ view = false }
    fails('item_at: unknown field of an index path "itm": did you mean "item"?',
      source.item_at, source, { section = 1, itm = 1 })
    local path = { section = 1, item = 1 }
    fails('reorder_item: unknown field of an index path "row"',
      source.reorder_item, source, path, { section = 1, item = 1, row = 2 })
  end)

  it("is not hidden by __index", function()
    local source = diffable.data_source{ view = false }
    local defaults = { animation = "left" }
    fails("apply: argument 2: options behind __index are not read; pass a table without a metatable",
      source.apply, source, list(), setmetatable({ caption = "new" }, { __index = defaults }))
    assert.equal(0, #source:snapshot())
  end)
end)
