-- Unknown names: the message says what was meant, and what there is.

local diffable = require "diffable"
local support = require "support"
local fails = support.fails

describe("an unknown member", function()
  local snapshot = diffable.snapshot{ { id = "s", items = { 1, 2 } } }

  it("is named with the nearest method", function()
    fails('a snapshot has no member "append_item": did you mean "append_items"? '
      .. "(there are: append_items, prepend_items, ", function() snapshot:append_item(3) end)
    fails('a data source has no member "aply": did you mean "apply"? (there are: apply, ', function()
      diffable.data_source{ view = false }:aply(snapshot)
    end)
    fails('a snapshot has no member "expnd": did you mean "expand"?',
      function() diffable.section_snapshot():expnd(1) end)
    fails('a view has no member "clsoe": did you mean "close"?', function() diffable.text_view():clsoe() end)
  end)

  it("that is part of a name is completed", function()
    fails('did you mean "initial_snapshot"?',
      function() return diffable.data_source{ view = false }:apply(snapshot).initial end)
  end)

  it("that begins a name is completed, also where another name is nearer", function()
    local source = diffable.data_source{ view = false }
    fails('unknown option "animating": did you mean "animating_differences"?',
      source.apply, source, snapshot, { animating = false })
  end)

  it("that is a guess is named with what it is called", function()
    fails('no member "update_section": did you mean "update_sections"?', function() snapshot:update_section("s") end)
    fails('no member "rename": did you mean "rename_item"?', function() snapshot:rename("s", "t") end)
    fails('no member "items": did you mean "item_identifiers"?', function() return snapshot.items end)
    fails('no member "sections": did you mean "section_identifiers"?', function() return snapshot.sections end)
    for old, new in pairs{
      append = "append_items", insert_before = "insert_items_before", insert_after = "insert_items_after",
      delete = "delete_items", delete_all = "clear", visible_item_identifiers = "item_identifiers",
    } do
      fails(('no member "%s": did you mean "%s"?'):format(old, new),
        function() return diffable.section_snapshot()[old] end)
    end
  end)

  -- What a message suggests, or nil.
  local function suggestion(call, ...)
    return support.error_of(call, ...):match('did you mean "([%w_]+)"')
  end
  local source = diffable.data_source{ view = false }
  local transaction = source:apply(snapshot)

  local meant = {
    { snapshot, "remove_items remove_item remove delete_item delete", "delete_items" },
    { snapshot, "remove_section remove_sections delete_section", "delete_sections" },
    { snapshot, "add add_items add_item push push_items append append_row append_rows", "append_items" },
    { snapshot, "add_section append_section push_section", "append_sections" },
    { snapshot, "set_items set_rows replace", "replace_items" },
    { snapshot, "set_item set_row replace_item update_item", "update_items" },
    { snapshot, "prepend_sections prepend_section", "insert_sections_before" },
    { snapshot, "set_header", "update_sections" },
    { snapshot, "set_expanded", "expand" },
    { snapshot, "moveItemAfter", "move_item_after" },
    { snapshot, "indexOfItem", "index_of_item" },
    { snapshot, "appendItems addItems", "append_items" },
    { snapshot, "refresh_items reload_row reload", "reload_items" },
    { snapshot, "open expand_item expand_rows expnd", "expand" },
    { snapshot, "fold collapse_item colapse", "collapse" },
    { snapshot, "rows items ids item_ids", "item_identifiers" },
    { snapshot, "all_items all_item_ids", "all_item_identifiers" },
    { snapshot, "get_item find_item row", "item" },
    { snapshot, "has_item includes_item contains", "contains_item" },
    { snapshot, "count item_count count_items size length", "number_of_items" },
    { snapshot, "section_count", "number_of_sections" },
    { snapshot, "remove_all delete_all reset clear_sections", "clear" },
    { snapshot, "insert_before insert_items_befor insert_item_before", "insert_items_before" },
    { snapshot, "insert_after insert insert_item_after", "insert_items_after" },
    { snapshot, "insert_items insert_at insert_item_at", "insert_items_at" },
    { snapshot, "prepend prepend_item", "prepend_items" },
    { source, "aply set_snapshot apply_snapshot applySnapshot", "apply" },
    { source, "reload reloadData reload_data refresh applySnapshotUsingReloadData", "apply_using_reload_data" },
    { source, "current_snapshot get_snapshot", "snapshot" },
    { source, "itemIdentifier", "item_at" },
    { source, "indexPath", "index_path_of_item" },
    { source, "expand_item collapse_item", "toggle_item" },
    { source, "cellProvider set_cell", "cell" },
    { diffable.history(source), "caption", "undo_caption" },
    { diffable, "DataSource datasource dataSource new", "data_source" },
    { diffable, "Snapshot snapshots", "snapshot" },
    { diffable, "SectionSnapshot section_snaphot", "section_snapshot" },
    { diffable, "diff", "difference" },
    { diffable, "textView", "text_view" },
    { source, "subscribe observe on_change", "on_apply" },
    { transaction, "changes diff", "difference" },
    { transaction, "old_snapshot before initial", "initial_snapshot" },
    { transaction, "new_snapshot after final", "final_snapshot" },
    { transaction.difference, "removed_items deleted", "deleted_items" },
    { transaction.difference, "added_items inserted", "inserted_items" },
    { transaction.difference, "changed_items updated_items", "reconfigured_items" },
  }
  for _, row in ipairs(meant) do
    it("is called otherwise by others, and means " .. row[3], function()
      for name in row[2]:gmatch("%S+") do
        assert.equal(row[3], suggestion(function() return row[1][name] end), name)
      end
    end)
  end

  it("is an option that others call otherwise", function()
    for name, right in pairs{ animated = "animating_differences", animate = "animating_differences", title = "caption",
                              callback = "completion", on_complete = "completion", transition = "animation" } do
      assert.equal(right, suggestion(source.apply, source, snapshot, { [name] = 1 }), name)
    end
    for name, right in pairs{ cell_provider = "cell", render = "cell", header_provider = "header",
                              animation = "default_row_animation" } do
      assert.equal(right, suggestion(diffable.data_source, { [name] = 1 }), name)
    end
    assert.equal("write", suggestion(diffable.text_view, { output = print }))
  end)

  it("never gets a suggestion that means the opposite", function()
    local opposites = {
      {
        "delete", "append", "insert", "replace", "reload", "reconfigure", "update", "move", "expand", "collapse",
        "contains",
      },
      { "before", "after" }, { "inserted", "deleted", "moved" }, { "initial", "final" }, { "old", "new" },
      { "header", "footer" }, { "will", "did", "should" },
    }
    local function word_of(name, kind)
      for _, word in ipairs(kind) do
        if ("_" .. name .. "_"):find("_" .. word .. "_", 1, true) then return word end
      end
    end
    local nouns = {
      "items", "item", "sections", "section", "item_before", "items_after", "sections_before", "section_after", "rows",
    }
    local objects = { snapshot, source, transaction, transaction.difference }
    for _, kind in ipairs(opposites) do
      for _, word in ipairs(kind) do
        local names = { word }
        for _, noun in ipairs(nouns) do
          if not word_of(noun, kind) then names[#names + 1] = word .. "_" .. noun end
        end
        for _, name in ipairs(names) do
          for _, object in ipairs(objects) do
            local ok, err = pcall(function() return object[name] end)
            local suggested = not ok and tostring(err):match('did you mean "([%w_]+)"')
            local other = suggested and word_of(suggested, kind)
            -- What says how a name is called elsewhere is not about words.
            local is_told = name == "delete_all_items" or name == "replace_item"
            assert.truthy(not other or other == word or is_told, name .. " suggests " .. tostring(suggested))
          end
        end
      end
    end
    assert.is_nil(suggestion(function() return snapshot.replace_sections end))
    assert.is_nil(suggestion(function() return snapshot.replace_section end))
  end)

  it("that the other of list and snapshot has is named with it", function()
    fails('a data source has no member "append_items"; a snapshot has it: edit source:snapshot(), and apply that',
      function() source:append_items("x") end)
    for _, name in ipairs{ "number_of_items", "contains_item", "is_expanded", "copy" } do
      fails(('a data source has no member "%s"; a snapshot has it, as in source:snapshot():%s(...)'):format(name, name),
        function() source[name](source, "x") end)
    end
    fails('a snapshot has no member "apply"; a data source has it', function() snapshot:apply(source) end)
    fails('a snapshot has no member "cell" (there are: ', function() return snapshot.cell end)
  end)

  it("that a history or a difference has is named with it", function()
    for noun, object in pairs{ ["data source"] = source, snapshot = snapshot, transaction = transaction } do
      for _, name in ipairs{ "undo", "redo" } do
        fails(('a %s has no member "%s"; a history has it, which diffable.history(source) returns'):format(noun, name),
          function() object[name](object) end)
      end
    end
    fails('a transaction has no member "moved_items"; its difference has it',
      function() return transaction.moved_items end)
  end)

  it("that is an option of something else is named with it", function()
    for name, cure in pairs{
      on_select = "it is an option of diffable.run", on_key = "it is an option of diffable.run",
      history = "diffable.history(source) returns one", on_apply = "it is a method, as in source:on_apply(...)",
    } do
      fails(('INVALID_ARGUMENT: data_source: unknown option "%s"; %s'):format(name, cure),
        diffable.data_source, { [name] = print })
      fails(('a data source has no field to set "%s"; %s'):format(name, cure), function() source[name] = print end)
      if name ~= "on_apply" then
        fails(('a data source has no member "%s"; %s'):format(name, cure), function() return source[name] end)
      end
    end
  end)

  it("is one of the module, to which scripts may add", function()
    fails('INVALID_ARGUMENT: the module has no member "datasource": did you mean "data_source"? '
      .. "(there are: data_source, ", function() diffable.datasource{} end)
    fails("the module is not an array", function() return diffable[1] end)
    diffable[2], diffable.extra = "two", "three"
    assert.same({ "two", "three" }, { diffable[2], diffable.extra })
    fails('no member "extr" (there are: ', function() return diffable.extr end)
    diffable[2], diffable.extra = nil, nil
  end)

  it("that is like no other gets no suggestion", function()
    fails('a snapshot has no member "zzzzzzzzzzzz" (there are: ', function() return snapshot.zzzzzzzzzzzz end)
  end)

  it("is an error in the line of the script", function()
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() return diffable.difference(snapshot, snapshot).moved == nil end)
    assert.matches("suggestions_spec.lua:" .. line .. ": ", message, 1, true)
  end)

  it("that is a number is no element of an array", function()
    fails("a snapshot is not an array; its method item_identifiers returns one", function() return snapshot[1] end)
    fails(pcall(ipairs, io.stdout) and "a snapshot is not an array" or "table expected",
      function() for _ in ipairs(snapshot) do end end)
  end)

  it("of any size and any type is named", function()
    fails('no member "' .. ("x"):rep(80) .. '"... (3,000 bytes)', function() return snapshot[("x"):rep(3000)] end)
    fails("no member \"true\"", function() return snapshot[true] end)
  end)
end)

describe("an object without fields that can be set", function()
  it("says so", function()
    local snapshot = diffable.snapshot()
    for noun, object in pairs{
      snapshot = snapshot, view = diffable.text_view(), difference = diffable.difference(snapshot, snapshot),
      transaction = diffable.data_source{ view = false }:apply(snapshot),
    } do
      fails(("INVALID_ARGUMENT: a %s has no fields that can be set, and no \"x\"; "
        .. "keep such values in a table of your own"):format(noun),
        function() object.x = 1 end)
    end
  end)
end)

describe("a method in place of what it returns", function()
  it("lacks its parentheses", function()
    local list = diffable.data_source{ view = false }
    local message = "apply: argument 1: snapshot expected, got function"
    fails(message .. "; are parentheses missing, as in x:snapshot()?", list.apply, list, list.snapshot)
    fails(message, list.apply, list, print)
  end)
end)

describe("a member with a letter too many, too few, wrong or swapped", function()
  local snapshot = diffable.snapshot()
  for _, name in ipairs{ "contains_items", "contains_tem", "contains_itim", "contains_itme" } do
    it("is " .. name, function()
      fails('did you mean "contains_item"?', function() return snapshot[name] end)
    end)
  end
end)
