-- Where a function of the header goes by another name than the rule's, or, as text, why it goes by none.

local changes = {
  "deletedSections", "insertedSections", "movedSections", "updatedSections", "deletedItems", "insertedItems",
  "movedItems", "reloadedItems", "reconfiguredItems",
}

local function of_difference(names, spell)
  local result = {}
  for i, name in ipairs(names) do result[i] = "Difference." .. spell(name) end
  return result
end

local function snake(name)
  return (name:gsub("%u", function(letter) return "_" .. letter:lower() end))
end

local function same(name) return name end

local in_arrays = { swift = of_difference(changes, same), lua = of_difference(changes, snake) }
local in_own_loop = { swift = "for C alone", lua = "diffable.run has the loop" }
local in_messages = { lua = "errors are strings" }

local of_cell = { swift = { "Cell.init(text:detail:secondaryText:image:accessory:height:indentation:)" } }

local identifier = { swift = "a literal", lua = "a value" }

local content = { swift = "an initializer", lua = "contents are tables" }

local sort_key = { swift = "for C and Lua alone", lua = { "Derivation.sort" } }
local derived = { swift = "for C and Lua alone" }

local of = {
  diffable_version = { swift = "a constant of the module", lua = { "diffable._VERSION" } },
  diffable_version_number = { swift = "the text is enough", lua = "the text is enough" },
  diffable_set_fatal_handler = { swift = "Swift ends the process itself", lua = "a host in C calls it" },
  diffable_status_name = { swift = "a property of the code", lua = "errors are strings" },
  diffable_escape = { swift = "messages are escaped already", lua = "messages are escaped already" },
  diffable_id_integer = identifier,
  diffable_id_bytes = identifier,
  diffable_id_string = identifier,
  diffable_id_equal = { swift = "an operator", lua = "an operator" },
  diffable_bytes_string = identifier,
  diffable_content_bytes = content,
  diffable_content_from_revision = content,
  diffable_content_revision = { swift = "a property of the content", lua = "contents are tables" },
  diffable_row_animation_name = { swift = "a property of the animation", lua = "animations are strings" },

  diffable_error_free = in_messages,
  diffable_error_format = { swift = { "DiffableError.message(countingFrom:)" }, lua = "errors are strings" },
  diffable_callback_failed = { swift = "a callback throws", lua = "a callback raises" },
  diffable_error_status = { swift = { "DiffableError.code" }, lua = "errors are strings" },
  diffable_error_message = in_messages,
  diffable_error_message_from_one = { swift = { "DiffableError.message(countingFrom:)" }, lua = "errors are strings" },
  diffable_error_identifier = in_messages,
  diffable_error_position = in_messages,
  diffable_error_object = {
    swift = "the error of the callback is thrown", lua = "the error of the callback is raised",
  },

  diffable_snapshot_equal = { lua = "an operator" },
  diffable_snapshot_index_of_section = {
    swift = { "Snapshot.indexOfSection(_:)", "Snapshot.containsSection(_:)" },
    lua = { "Snapshot.index_of_section", "Snapshot.contains_section" },
  },
  diffable_snapshot_section_containing_item = { swift = { "Snapshot.sectionIdentifier(containingItem:)" } },
  diffable_snapshot_section_at = { swift = { "Snapshot.sectionIdentifier(at:)" } },
  diffable_snapshot_item_at = { swift = { "Snapshot.itemIdentifier(at:)" } },
  diffable_snapshot_item_content =
    {
      swift = { "Snapshot.content(ofItem:)", "Snapshot.revision(ofItem:)" },
      lua = { "Snapshot.item_content", "Snapshot.item" },
    },
  diffable_snapshot_section_content = {
    swift = { "Snapshot.content(ofSection:)", "Snapshot.revision(ofSection:)" },
    lua = { "Snapshot.section_content", "Snapshot.section" },
  },
  diffable_snapshot_item_identifiers = { lua = { "Snapshot.item_identifiers", "Snapshot.each" } },
  diffable_snapshot_marked_identifiers = {
    swift = {
      "Snapshot.reloadedItemIdentifiers", "Snapshot.reconfiguredItemIdentifiers", "Snapshot.reloadedSectionIdentifiers",
      "Snapshot.reconfiguredSectionIdentifiers",
    },
    lua = {
      "Snapshot.reloaded_item_identifiers", "Snapshot.reconfigured_item_identifiers",
      "Snapshot.reloaded_section_identifiers", "Snapshot.reconfigured_section_identifiers",
    },
  },

  diffable_snapshot_append_integers = {
    swift = { "Snapshot.appendItems(_:toSection:)" }, lua = { "Snapshot.append_items" },
  },
  diffable_snapshot_append_strings = {
    swift = { "Snapshot.appendItems(_:toSection:)" }, lua = { "Snapshot.append_items" },
  },
  diffable_snapshot_clear = {
    swift = { "Snapshot.clear()", "Snapshot.deleteAllItems()" },
    lua = { "Snapshot.clear", "Snapshot.delete_all_items" },
  },

  diffable_section_snapshot_new = { swift = { "Snapshot.sectionSnapshot()" }, lua = { "diffable.section_snapshot" } },
  diffable_snapshot_assign = { swift = "an assignment", lua = "an assignment" },
  diffable_snapshot_insert_tree = { lua = "what is described with children" },
  diffable_snapshot_insert_items = {
    swift = {
      "Snapshot.prependItems(_:toSection:)", "Snapshot.prependItems(_:toParent:)", "Snapshot.appendItems(_:toParent:)",
    },
    lua = { "Snapshot.append_items", "Snapshot.prepend_items" },
  },
  diffable_snapshot_move_items = {
    swift = { "Snapshot.moveItems(_:toSection:)", "Snapshot.moveItems(_:toParent:)" },
    lua = { "Snapshot.move_items_to_section", "Snapshot.move_items_to_parent" },
  },
  diffable_snapshot_set_expandable = {
    swift = { "Snapshot.setExpandable(_:_:)" }, lua = { "Snapshot.set_expandable" },
  },
  diffable_snapshot_set_section_snapshot =
    { swift = { "Snapshot.setSectionSnapshot(_:ofSection:)" }, lua = { "Snapshot.set_section_snapshot" } },

  diffable_snapshot_merge = { swift = { "Snapshot.merging(_:_:)" }, lua = { "diffable.merge" } },
  diffable_conflict_kind_name = { swift = "a property of the kind", lua = "kinds are strings" },
  diffable_conflicts_free = { swift = "an array", lua = "an array" },
  diffable_conflicts_count = { swift = "an array", lua = "an array" },
  diffable_conflicts_read = { swift = "an array", lua = "an array" },
  diffable_data_source_apply_rebased = {
    swift = { "DataSource.apply(_:rebasedFrom:animatingDifferences:animation:caption:completion:)" },
    lua = { "ApplyOptions.rebase" },
  },
  diffable_snapshot_set_base = { swift = "the base is an argument", lua = "what apply does" },

  diffable_difference_copy = { lua = "references need none" },
  diffable_difference_count = in_arrays,
  diffable_difference_changes = in_arrays,
  diffable_difference_description = { lua = "an operator" },
  diffable_steps_new = { swift = { "Difference.steps()" }, lua = { "Difference.steps" } },
  diffable_steps_free = { swift = "an array", lua = "an array" },
  diffable_steps_count = { swift = "an array", lua = "an array" },
  diffable_steps_read = { swift = "an array", lua = "an array" },
  diffable_step_identifier = { swift = { "Difference.identifier(_:of:)" }, lua = { "Difference.steps" } },
  diffable_steps_replay = { swift = "a loop over an array", lua = "a loop over an array" },

  diffable_document_free = { swift = "the language does it", lua = "a string" },
  diffable_document_bytes = { swift = { "Document.bytes" }, lua = "a string" },
  diffable_snapshot_encode = { swift = { "Snapshot.encoded(name:)" } },
  diffable_snapshot_decode = { swift = { "Snapshot.init(decoding:)" }, lua = { "diffable.decode" } },
  diffable_snapshot_version = { swift = "for C and Lua alone" },
  diffable_difference_encode = { swift = { "Difference.encoded(name:withOldContents:)" } },
  diffable_snapshot_apply_patch = { swift = { "Snapshot.apply(patch:)" } },

  diffable_publisher_new = { swift = "for C and Lua alone", lua = { "diffable.publisher" } },
  diffable_publisher_message = { swift = "for C and Lua alone" },
  diffable_publisher_version = { swift = "for C and Lua alone" },
  diffable_follower_new = { swift = "for C and Lua alone", lua = { "diffable.follower" } },
  diffable_follower_receive = { swift = "for C and Lua alone" },
  diffable_follower_version = { swift = "for C and Lua alone" },

  diffable_transaction_data_source = {
    swift = "closures know their data source", lua = "closures know their data source",
  },
  diffable_transaction_copy = { lua = "references need none" },
  diffable_section_transactions_new = {
    swift = { "Transaction.sectionTransactions" }, lua = { "Transaction.section_transactions" },
  },
  diffable_section_transactions_free = { lua = "an array" },
  diffable_section_transactions_count = { swift = "an array", lua = "an array" },
  diffable_section_transactions_at = {
    swift = {
      "SectionTransaction.sectionIdentifier", "SectionTransaction.initialSnapshot", "SectionTransaction.finalSnapshot",
      "SectionTransaction.difference",
    },
    lua = { "SectionTransaction.section", "SectionTransaction.initial_snapshot", "SectionTransaction.final_snapshot",
      "SectionTransaction.difference" },
  },

  diffable_transaction_uses_reload_data = { lua = "for views, which Lua has none of its own" },

  diffable_view_new = { swift = "a closure is a view", lua = "for C and Swift alone" },
  diffable_cell_text = {
    swift = of_cell.swift, lua = { "Cell.text", "Cell.detail", "Cell.secondary_text", "Cell.image", "Cell.accessory" },
  },
  diffable_cell_set_text = of_cell,
  diffable_cell_number = { swift = of_cell.swift, lua = { "Cell.height", "Cell.indentation" } },
  diffable_cell_set_number = { swift = of_cell.swift, lua = { "Cell.height", "Cell.indentation" } },
  diffable_cell_copy = { lua = "a table" },
  diffable_cell_free = { lua = "a table" },

  diffable_view_free = { swift = "the language does it", lua = { "View.close" } },
  diffable_preparation_transaction = { swift = "an argument of the view", lua = "for C and Swift alone" },
  diffable_preparation_cell = { swift = { "DataSource.cell(at:of:)" }, lua = "for C and Swift alone" },
  diffable_preparation_supplementary_cell = {
    swift = { "DataSource.supplementaryCell(_:ofSection:of:)" }, lua = "for C and Swift alone",
  },
  diffable_history_new = { swift = { "History.init(of:limit:)" } },
  diffable_data_source_add_observer = { lua = { "DataSource.on_apply" } },
  diffable_data_source_remove_observer = { lua = "what on_apply returns" },

  diffable_data_source_set_cell_provider = { lua = { "DataSource.cell" } },
  diffable_data_source_set_kind_provider = { lua = "an item's field" },
  diffable_data_source_register_cell_provider =
    { swift = { "DataSource.subscript(cellProviderForKind:)" }, lua = { "DataSource.cells" } },
  diffable_data_source_set_supplementary_provider =
    { lua = { "DataSource.supplementary", "DataSource.header", "DataSource.footer" } },
  diffable_data_source_set_view = { lua = { "DataSource.view" } },
  diffable_data_source_apply_section =
    { swift = { "DataSource.apply(_:toSection:content:animatingDifferences:animation:caption:completion:)" } },
  diffable_data_source_set_section_snapshot_handlers = {
    lua = { "DataSource.should_expand_item", "DataSource.will_expand_item", "DataSource.should_collapse_item",
      "DataSource.will_collapse_item", "DataSource.snapshot_for_expanding_parent" },
  },
  diffable_data_source_set_reordering_handlers =
    { lua = { "DataSource.can_reorder_item", "DataSource.will_reorder", "DataSource.did_reorder" } },
  diffable_data_source_snapshot = {
    swift = {
      "DataSource.snapshot()", "DataSource.snapshot(forSection:)", "DataSource.itemIdentifier(for:)",
      "DataSource.indexPath(for:)", "DataSource.sectionIdentifier(for:)", "DataSource.index(for:)",
    },
    lua = { "DataSource.snapshot", "DataSource.section_snapshot", "DataSource.item_at", "DataSource.index_path_of_item",
      "DataSource.section_at", "DataSource.index_of_section", "DataSource.item", "DataSource.section" },
  },
  diffable_data_source_is_applying = { swift = "for bindings alone", lua = "for bindings alone" },
  diffable_data_source_set_strict = { swift = { "DataSource.isStrict" }, lua = { "DataSource.strict" } },
  diffable_history_begin_group = { lua = { "History.group" } },
  diffable_history_end_group = { lua = { "History.group" } },
  diffable_history_can_undo =
    { swift = { "History.canUndo", "History.undoCaption" }, lua = { "History.can_undo", "History.undo_caption" } },
  diffable_history_can_redo =
    { swift = { "History.canRedo", "History.redoCaption" }, lua = { "History.can_redo", "History.redo_caption" } },
  diffable_terminal_process = in_own_loop,
  diffable_terminal_descriptor = in_own_loop,
  diffable_terminal_timeout = in_own_loop,
  diffable_sort_key_add_integer = sort_key,
  diffable_sort_key_add_double = sort_key,
  diffable_sort_key_add_string = sort_key,
  diffable_sort_key_add_boolean = sort_key,
  diffable_sort_key_add_none = sort_key,
  diffable_data_source_derive = derived,
  diffable_data_source_set_derivation = { swift = "for C and Lua alone", lua = { "DataSource.set" } },
  diffable_data_source_hold = derived,
  diffable_data_source_release = derived,
  diffable_data_source_is_held = { swift = "for C and Lua alone", lua = "a program knows" },
  diffable_data_source_pending = derived,
  diffable_data_source_concat = { swift = "for C and Lua alone", lua = { "diffable.concat" } },
  diffable_terminal_is_available = { swift = "for C and Lua alone", lua = { "diffable.terminal_is_available" } },
  diffable_terminal_new = { swift = "for C and Lua alone", lua = { "diffable.run" } },
  diffable_terminal_free = { swift = "for C and Lua alone", lua = "what run does" },
  diffable_terminal_wait = { swift = "for C and Lua alone", lua = "what run does" },
  diffable_terminal_perform = { swift = "for C and Lua alone", lua = "what run does" },
  diffable_terminal_set_status = { swift = "for C and Lua alone", lua = { "diffable.set_status" } },
  diffable_terminal_set_title = { swift = "for C and Lua alone", lua = { "diffable.set_title" } },
  diffable_terminal_set_preview = { swift = "for C and Lua alone", lua = { "RunOptions.preview" } },
  diffable_terminal_set_interval = { swift = "for C and Lua alone", lua = { "RunOptions.interval" } },
  diffable_terminal_watch = { swift = "for C and Lua alone", lua = { "RunOptions.watch" } },
  diffable_stdout_text_view_new = { swift = "for C and Lua alone", lua = { "diffable.text_view" } },
  diffable_stdout_ndjson_view_new = { swift = "for C and Lua alone", lua = { "diffable.ndjson_view" } },
  diffable_motion_enable = { swift = "for C and the command alone", lua = "what the command does" },
  diffable_motion_settle = { swift = "for C and the command alone", lua = "what the command does" },
  diffable_data_source_render = { swift = { "TextView.render(_:)" } },
}

local only_swift = {
  ["DiffableError.init(_:_:identifier:)"] = "in C a callback returns a status",
  ["DiffableError.description"] = "the message",
  ["Snapshot.description"] = "in C a text view draws",
  ["TextView.view"] = "what C sets as a view",
  ["NDJSONView.view"] = "what C sets as a view",
  ["History.limit"] = "an argument of the function that makes it",
}

local only_lua = {
  ["Difference.counts"] = "a number for each of the arrays",
  ["DataSource.key"] = "in C an item is an identifier",
  ["Snapshot.to_table"] = "tables are Lua's",
  ["diffable.strict"] = "in C each data source is made strict by a call",
  ["DataSource.last_transaction"] = "in C an apply returns both the transaction and the error",
  ["diffable.set_default_view"] = "in C a data source has a view only where it is given one",
}

return { of = of, only_swift = only_swift, only_lua = only_lua }
