-- The library from LuaJIT through its FFI: both headers are read unchanged, and every function of them is called.
--
--     luajit binding_luajit.lua <preprocessed headers> <names of their functions> <libdiffable-terminal>
--
-- LuaJIT refuses callbacks that take or return a struct by value. Tests/BindingTests/binding_cffi.py has the same
-- scenarios.

local ffi = require "ffi"

jit.off(true, true) -- a compiled call must not call back

local headers, names, path_of_library = ...

local function contents_of(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end

ffi.cdef(contents_of(headers))
local C = ffi.load(path_of_library)

-- The functions without their prefix. It notes which ones were called.
local called = {}
local diffable = setmetatable({}, { __index = function(_, name)
  called[name] = true
  return C["diffable_" .. name]
end })

local kept = {} -- what C points to

local function keep(value)
  kept[#kept + 1] = value
  return value
end

local function equal(actual, expected)
  if type(actual) == "cdata" then actual = tonumber(actual) end
  if actual ~= expected then error(("%s is not %s"):format(tostring(actual), tostring(expected)), 2) end
end

local function ok(status) equal(ffi.string(diffable.status_name(status)), "OK") end

local function new(type, ...) return keep(ffi.new(type, ...)) end

-- A struct that says its size. Its other fields are zero, or as given.
local function sized(type, fields)
  local struct = new(type .. "[1]")
  struct[0].struct_size = ffi.sizeof(type)
  for name, value in pairs(fields or {}) do struct[0][name] = value end
  return struct
end

local function text(bytes) return bytes.size == 0 and "" or ffi.string(bytes.data, bytes.size) end
local function id(value)
  return type(value) == "number" and diffable.id_integer(value) or diffable.id_string(keep(value))
end
local function at(value) return new("diffable_id[1]", { id(value) }) end
local function path(section, item) return new("diffable_index_path", section, item) end
local function place(at_path) return ("%d, %d"):format(tonumber(at_path.section), tonumber(at_path.item)) end

-- An array and its size.
local function ids(words)
  local values = {}
  for word in words:gmatch("%S+") do values[#values + 1] = id(tonumber(word) or word) end
  return new("diffable_id[?]", #values, values), #values
end

-- The same with no contents.
local function elements(words)
  local array, count = ids(words)
  return array, nil, count
end

local function value(any)
  if any.kind == C.DIFFABLE_ID_INTEGER then return tostring(tonumber(any.integer)) end
  return any.kind == C.DIFFABLE_ID_BYTES and text(any.bytes) or nil
end

local function content(any) return any.data ~= nil and ffi.string(any.data, any.size) or nil end
local function a_content(words) return new("diffable_content[1]", { diffable.content_bytes(keep(words), #words) }) end

local function shown_text(cell) return text(diffable.cell_text(cell, C.DIFFABLE_CELL_TEXT)) end

-- What a call stores in its last argument but one.
local function made(type, call, ...)
  local out = new(type .. " *[1]")
  local arguments = { ... }
  local count = select("#", ...)
  arguments[count + 1] = out
  ok(call(unpack(arguments, 1, count + 2)))
  return out[0]
end

-- The words of a list that a reader writes to an array: `read` is given where it begins, the array and its size.
local function words_of(read)
  local array, words = new("diffable_id[20]"), {}
  for index = 0, tonumber(read(0, array, 20)) - 1 do words[#words + 1] = value(array[index]) end
  return table.concat(words, " ")
end

local function read(call, ...)
  local arguments, count = { ... }, select("#", ...)
  return words_of(function(...)
    local all = { unpack(arguments, 1, count) }
    for index = 1, 3 do all[count + index] = select(index, ...) end
    return call(unpack(all, 1, count + 3))
  end)
end

-- The items of a section, and the contents of those that have one.
local function items_of(list, section)
  local contents, texts = new("diffable_content[20]"), {}
  local items = words_of(function(first, array, capacity)
    local sections = new("diffable_id[1]", { section })
    return diffable.snapshot_item_identifiers(list, sections, first, array, contents, capacity)
  end)
  for index = 0, 19 do texts[#texts + 1] = content(contents[index]) end
  return items, table.concat(texts, " ")
end

local function shown(list)
  local lines = {}
  for name in read(diffable.snapshot_section_identifiers, list):gmatch("%S+") do
    lines[#lines + 1] = (name .. ": " .. items_of(list, id(name))):gsub(" $", "")
  end
  return table.concat(lines, " | ")
end

local function list_of(line)
  local list = diffable.snapshot_new()
  for name, items in line:gmatch("(%w+):([^|]*)") do
    ok(diffable.snapshot_append_sections(list, at(name), nil, 1, nil))
    local array, count = ids(items)
    ok(diffable.snapshot_append_items(list, array, nil, count, nil, nil))
  end
  return list
end

local scenarios = {}

function scenarios.versions_names_and_identifiers()
  equal(diffable.version_number() >= 2000, true)
  equal(ffi.string(diffable.version()):match("^%d+%.%d+%.%d+$") ~= nil, true)
  diffable.set_fatal_handler(nil, nil)
  equal(ffi.string(diffable.row_animation_name(C.DIFFABLE_ANIMATION_LEFT)), "left")
  equal(value(diffable.id_bytes("a\0b", 3)), "a\0b")
  equal(diffable.id_equal(id("1"), id(1)), false)
  equal(text(diffable.bytes_string(keep("fare"))), "fare")
  local buffer = new("char[20]")
  equal(diffable.escape("a\n", 2, true, buffer, 20), 5)
  equal(ffi.string(buffer, 5), '"a\\n"')
  equal(diffable.content_revision(diffable.content_from_revision(new("uint64_t[1]", { 7 }))), 7)
end

function scenarios.errors()
  local error, list = new("diffable_error *[1]"), list_of("A: a b")
  local array, _, count = elements("c b")
  equal(diffable.snapshot_append_items(list, array, nil, count, at("A"), error), C.DIFFABLE_ERROR_DUPLICATE_IDENTIFIER)
  equal(diffable.error_status(error[0]), C.DIFFABLE_ERROR_DUPLICATE_IDENTIFIER)
  equal(diffable.error_position(error[0]), 1)
  equal(value(diffable.error_identifier(error[0])), "b")
  local message = 'DUPLICATE_IDENTIFIER: append_items: item "b" is already at section "A", item '
  equal(ffi.string(diffable.error_message(error[0])), message .. "1")
  equal(ffi.string(diffable.error_message_from_one(error[0])), message .. "2")
  diffable.error_free(error[0])
  equal(diffable.snapshot_append_items(list, array, nil, 1, at("B"), error), C.DIFFABLE_ERROR_UNKNOWN_IDENTIFIER)
  local buffer = new("char[100]")
  equal(diffable.error_format(error[0], buffer, 100), #ffi.string(buffer))
  equal(ffi.string(buffer), 'UNKNOWN_IDENTIFIER: append_items: there is no section "B"')
  equal(diffable.snapshot_append_items(list, array, nil, 1, new("diffable_id[1]"), nil),
    C.DIFFABLE_ERROR_INVALID_ARGUMENT)
  diffable.snapshot_free(list)
end

function scenarios.edits_of_sections()
  local list = list_of("A: a | B: b")
  local count = new("size_t[1]")
  ok(diffable.snapshot_insert_sections_before(list, at("C"), nil, 1, id("B"), nil))
  ok(diffable.snapshot_insert_sections_after(list, ids("D E"), nil, 2, id("B"), nil))
  ok(diffable.snapshot_move_section_before(list, id("B"), id("A"), nil))
  ok(diffable.snapshot_move_section_after(list, id("C"), id("D"), nil))
  ok(diffable.snapshot_delete_sections(list, at("E"), 1, count, nil))
  equal(count[0], 1)
  equal(shown(list), "B: b | A: a | D: | C:")
  ok(diffable.snapshot_reload_sections(list, at("B"), nil, 1, nil))
  ok(diffable.snapshot_reconfigure_sections(list, at("A"), nil, 1, nil))
  ok(diffable.snapshot_update_sections(list, at("D"), a_content("delta"), 1, count, nil))
  equal(count[0], 1)
  equal(content(diffable.snapshot_section_content(list, id("D"))), "delta")
  equal(read(diffable.snapshot_marked_identifiers, list, C.DIFFABLE_SECTIONS_TO_RELOAD), "B")
  equal(read(diffable.snapshot_marked_identifiers, list, C.DIFFABLE_SECTIONS_TO_RECONFIGURE), "A D")
  equal(diffable.snapshot_number_of_sections(list), 4)
  equal(diffable.snapshot_index_of_section(list, id("D")), 2)
  equal(value(diffable.snapshot_section_at(list, 3)), "C")
  equal(diffable.snapshot_index_of_section(list, id("E")), -1)
  equal(value(diffable.snapshot_section_containing_item(list, id("a"))), "A")
  equal(diffable.snapshot_number_of_items(list, at("E")), -1)
  diffable.snapshot_free(list)
end

function scenarios.edits_of_items()
  local list, count = list_of("A: a | B: b"), new("size_t[1]")
  ok(diffable.snapshot_append_integers(list, new("int64_t[2]", { 1, 2 }), nil, 2, at("A"), nil))
  ok(diffable.snapshot_append_strings(list, "xyz", new("size_t[2]", { 1, 3 }), nil, 2, nil, nil))
  ok(diffable.snapshot_insert_items(list, at("s"), nil, 1, C.DIFFABLE_AT_START_OF_SECTION, at("A"), nil))
  ok(diffable.snapshot_insert_items_at(list, at("t"), nil, 1, 1, at("A"), nil))
  ok(diffable.snapshot_insert_items_before(list, at("u"), nil, 1, id("b"), nil))
  ok(diffable.snapshot_insert_items_after(list, at("v"), nil, 1, id("b"), nil))
  equal(shown(list), "A: s t a 1 2 | B: u b v x yz")
  ok(diffable.snapshot_move_item_before(list, id(2), id("s"), nil))
  ok(diffable.snapshot_move_item_after(list, id("u"), id("s"), nil))
  ok(diffable.snapshot_move_items(list, ids("x a"), 2, C.DIFFABLE_AT_END_OF_SECTION, at("A"), nil))
  ok(diffable.snapshot_rename_item(list, id("yz"), id("z"), nil))
  ok(diffable.snapshot_replace_items(list, ids("z b"), nil, 2, nil, nil))
  ok(diffable.snapshot_delete_items(list, ids("t 1 nobody"), 3, count, nil))
  equal(count[0], 2)
  equal(shown(list), "A: 2 s u x a | B: z b")
  ok(diffable.snapshot_reload_items(list, at("s"), nil, 1, nil))
  ok(diffable.snapshot_reconfigure_items(list, at("u"), nil, 1, nil))
  ok(diffable.snapshot_update_items(list, at("z"), a_content("last"), 1, count, nil))
  equal(count[0], 1)
  equal(read(diffable.snapshot_marked_identifiers, list, C.DIFFABLE_ITEMS_TO_RELOAD), "s")
  equal(read(diffable.snapshot_marked_identifiers, list, C.DIFFABLE_ITEMS_TO_RECONFIGURE), "z u")
  equal(content(diffable.snapshot_item_content(list, id("z"))), "last")
  equal(table.concat({ items_of(list, id("B")) }, "; "), "z b; last")
  local function read_visible(first, array, capacity)
    return diffable.snapshot_item_identifiers(list, nil, first, array, nil, capacity)
  end
  equal(words_of(read_visible), "2 s u x a z b")
  equal(diffable.snapshot_number_of_items(list, nil), 7)
  equal(diffable.snapshot_number_of_items(list, at("A")), 5)
  equal(diffable.snapshot_index_of_item(list, id("z")), 5)
  equal(place(diffable.snapshot_index_path_of_item(list, id("z"))), "1, 0")
  equal(value(diffable.snapshot_item_at(list, path(0, 1))), "s")
  equal(diffable.snapshot_contains_item(list, id("z")), true)
  local copy = diffable.snapshot_copy(list)
  ok(diffable.snapshot_clear(copy, nil))
  equal(diffable.snapshot_equal(copy, list), false)
  ok(diffable.snapshot_assign(copy, list, nil))
  equal(diffable.snapshot_equal(copy, list), true)
  diffable.snapshot_free(copy)
  diffable.snapshot_free(list)
end

function scenarios.trees()
  local list, tree = list_of("A: a b"), diffable.section_snapshot_new()
  equal(diffable.snapshot_is_section_snapshot(tree), true)
  ok(diffable.snapshot_append_items(tree, ids("c d"), nil, 2, nil, nil))
  ok(diffable.snapshot_insert_items(tree, ids("e f"), nil, 2, C.DIFFABLE_AT_END_OF_PARENT, at("c"), nil))
  ok(diffable.snapshot_insert_tree(list, tree, C.DIFFABLE_AT_END_OF_PARENT, at("a"), nil))
  ok(diffable.snapshot_expand(list, ids("a c"), 2, nil))
  equal(shown(list), "A: a c e f d b")
  ok(diffable.snapshot_collapse(list, at("c"), 1, nil))
  ok(diffable.snapshot_keep_expansion(list, at("c"), 1, nil))
  ok(diffable.snapshot_keep_children(list, at("b"), 1, nil))
  ok(diffable.snapshot_set_expandable(list, at("d"), 1, true, nil))
  equal(diffable.snapshot_is_expanded(list, id("a")), true)
  equal(diffable.snapshot_is_expandable(list, id("d")), true)
  equal(diffable.snapshot_keeps_expansion(list, id("c")), true)
  equal(diffable.snapshot_is_visible(list, id("e")), false)
  equal(diffable.snapshot_level_of_item(list, id("e")), 2)
  equal(value(diffable.snapshot_parent_of_item(list, id("e"))), "c")
  equal(diffable.snapshot_number_of_children(list, id("c")), 2)
  equal(diffable.snapshot_number_of_all_items(list), 6)
  equal(read(diffable.snapshot_all_item_identifiers, list), "a c e f d b")
  equal(read(diffable.snapshot_root_item_identifiers, list, nil), "a b")
  equal(read(diffable.snapshot_children_of_item, list, id("a")), "c d")
  equal(read(diffable.snapshot_expanded_item_identifiers, list), "a")
  local below = made("diffable_snapshot", diffable.snapshot_snapshot_of, list, id("c"), false)
  equal(read(diffable.snapshot_all_item_identifiers, below), "e f")
  ok(diffable.snapshot_replace_children(list, id("a"), below, nil))
  local section = diffable.snapshot_section_snapshot(list, id("A"))
  equal(read(diffable.snapshot_all_item_identifiers, section), "a e f b")
  ok(diffable.snapshot_set_section_snapshot(list, tree, id("A"), nil))
  equal(shown(list), "A: c d")
  for _, each in ipairs{ list, tree, below, section } do diffable.snapshot_free(each) end
end

function scenarios.differences_and_steps()
  local old, fresh = list_of("A: a b c"), list_of("A: c a d | B:")
  local difference = diffable.difference_new(old, fresh)
  local counts = "1 section inserted; 1 item deleted, 1 inserted, 1 moved"
  equal(ffi.string(diffable.difference_description(difference)), counts)
  equal(diffable.difference_is_empty(difference), false)
  equal(diffable.difference_count(difference, C.DIFFABLE_INSERTED_ITEMS), 1)
  local change, count = sized("diffable_change"), new("size_t[1]")
  ok(diffable.difference_changes(difference, C.DIFFABLE_DELETED_ITEMS, 0, change, 1, count, nil))
  equal(count[0], 1)
  equal(value(change[0].id), "b")
  equal(place(change[0].from), "0, 1")
  equal(place(change[0].to), "-1, -1")
  local copy = diffable.difference_copy(difference)
  diffable.difference_free(difference)
  local steps, step = diffable.steps_new(copy), sized("diffable_step")
  equal(diffable.steps_count(steps), 4)
  ok(diffable.steps_read(steps, 0, step, 1, nil, nil))
  equal(step[0].kind, C.DIFFABLE_STEP_DELETE_ITEMS)
  equal(value(diffable.step_identifier(steps, 0, 0)), "b")
  local done = {}
  local carry_out = ffi.cast("diffable_step_handler_fn", function(all, index)
    done[#done + 1] = value(diffable.step_identifier(all, index, 0))
    return C.DIFFABLE_OK
  end)
  local handlers = sized("diffable_step_handlers",
    { on_insert = carry_out, on_delete = carry_out, on_move = carry_out, on_update = carry_out })
  ok(diffable.steps_replay(steps, handlers, nil, nil))
  equal(table.concat(done, " "), "b B a d")
  carry_out:free()
  diffable.steps_free(steps)
  diffable.difference_free(copy)
  diffable.snapshot_free(old)
  diffable.snapshot_free(fresh)
end

-- A data source with every callback that there is. `said` has what they were told, and `cells` what the provider shows.
local function new_source()
  local shows = { said = {}, cells = {}, written = "", source = diffable.data_source_new() }
  local source = shows.source
  local function callback(type, body) return keep(ffi.cast(type, body)) end
  local function note(name, answers)
    return function(_, answer)
      shows.said[#shows.said + 1] = name
      if answers then answer[0] = true end
      return C.DIFFABLE_OK
    end
  end
  local provide = callback("diffable_cell_provider_fn", function(item, _, at_path, cell)
    shows.cells[#shows.cells + 1] = value(item[0]) .. " at " .. place(at_path[0])
    for field, words in pairs{ [0] = value(item[0]), "d", "s", "i", "a" } do
      diffable.cell_set_text(cell, field, words, #words)
    end
    diffable.cell_set_number(cell, C.DIFFABLE_CELL_INDENTATION, 1)
    diffable.cell_set_number(cell, C.DIFFABLE_CELL_HEIGHT, 2)
    if shows.failure then return diffable.callback_failed(shows.failure, #shows.failure, nil, nil) end
    return C.DIFFABLE_OK
  end)
  local special = keep("special")
  local kind_of = callback("diffable_kind_provider_fn", function(item)
    return value(item[0]) == "b" and ffi.cast("const char *", special) or nil
  end)
  local supply = callback("diffable_supplementary_provider_fn", function(kind, section, _, index, cell)
    local words = ("%s %s %d"):format(ffi.string(kind), value(section[0]), tonumber(index))
    diffable.cell_set_text(cell, C.DIFFABLE_CELL_TEXT, words, #words)
    return C.DIFFABLE_OK
  end)
  shows.write = callback("diffable_writer_fn", function(bytes, size)
    shows.written = shows.written .. ffi.string(bytes, size)
    return C.DIFFABLE_OK
  end)
  local fill = callback("diffable_children_handler_fn", function(parent, children)
    shows.said[#shows.said + 1] = "fill " .. value(parent[0])
    return diffable.snapshot_append_items(children, at("new"), nil, 1, nil, nil)
  end)
  local observe = callback("diffable_transaction_handler_fn", function(transaction)
    shows.said[#shows.said + 1] = "observed"
    diffable.transaction_free(shows.observed)
    shows.observed = diffable.transaction_copy(transaction)
    return C.DIFFABLE_OK
  end)
  diffable.data_source_set_cell_provider(source, provide, nil, nil)
  diffable.data_source_register_cell_provider(source, "special", provide, nil, nil)
  diffable.data_source_set_kind_provider(source, kind_of, nil, nil)
  diffable.data_source_set_supplementary_provider(source, supply, nil, nil)
  local function question(name) return callback("diffable_item_question_fn", note(name, true)) end
  local function notice(name) return callback("diffable_item_handler_fn", note(name)) end
  local function drag(name) return callback("diffable_transaction_handler_fn", note(name)) end
  ok(diffable.data_source_set_section_snapshot_handlers(source, sized("diffable_section_snapshot_handlers", {
    should_expand_item = question("should expand"), will_expand_item = notice("will expand"),
    should_collapse_item = question("should collapse"), will_collapse_item = notice("will collapse"),
    snapshot_for_expanding_parent = fill,
  }), nil, nil, nil))
  ok(diffable.data_source_set_reordering_handlers(source, sized("diffable_reordering_handlers", {
    can_reorder_item = question("can reorder"), will_reorder = drag("will reorder"), did_reorder = drag("did reorder"),
  }), nil, nil, nil))
  shows.token = diffable.data_source_add_observer(source, observe, nil, nil)
  function shows.apply(line)
    local list = list_of(line)
    local transaction = made("diffable_transaction", diffable.data_source_apply, source, list, nil)
    diffable.snapshot_free(list)
    return transaction
  end
  function shows.take()
    local said = table.concat(shows.said, ", ")
    shows.said = {}
    return said
  end
  function shows.free()
    diffable.transaction_free(shows.observed)
    diffable.data_source_free(source)
  end
  return shows, source
end

function scenarios.applies_and_callbacks()
  local shows, source = new_source()
  local view = made("diffable_view", diffable.text_view_new, nil, shows.write, nil, nil)
  ok(diffable.data_source_set_view(source, view, nil))
  diffable.view_free(view)
  local transaction = shows.apply("A: a b | B: c")
  equal(table.concat(shows.cells, "; "), "a at 0, 0; b at 0, 1; c at 1, 0")
  equal(shows.take(), "observed")
  equal(shows.written:find("header A 0", 1, true) ~= nil, true)
  equal(diffable.data_source_is_applying(source), false)
  equal(shown(diffable.transaction_initial_snapshot(transaction)), "")
  equal(shown(diffable.transaction_final_snapshot(transaction)), "A: a b | B: c")
  equal(diffable.difference_count(diffable.transaction_difference(transaction), C.DIFFABLE_INSERTED_ITEMS), 3)
  equal(diffable.transaction_animation(transaction), C.DIFFABLE_ANIMATION_AUTOMATIC)
  equal(diffable.transaction_uses_reload_data(shows.observed), false)
  equal(diffable.transaction_data_source(shows.observed), nil) -- it was told the observer
  diffable.transaction_free(transaction)
  local list = diffable.data_source_new_snapshot(source)
  ok(diffable.snapshot_append_sections(list, at("A"), nil, 1, nil))
  local options = sized("diffable_apply_options", { caption = diffable.bytes_string(keep("a tap")) })
  transaction = made("diffable_transaction", diffable.data_source_apply_using_reload_data, source, list, options)
  equal(text(diffable.transaction_caption(transaction)), "a tap")
  diffable.transaction_free(transaction)
  diffable.snapshot_free(list)
  shows.failure = "no ink"
  local error = new("diffable_error *[1]")
  list = list_of("A: z")
  equal(diffable.data_source_apply(source, list, nil, nil, error), C.DIFFABLE_ERROR_PROVIDER_FAILED)
  local message = 'PROVIDER_FAILED: the cell provider failed for item "z" at section 0, item 0: no ink'
  equal(ffi.string(diffable.error_message(error[0])), message)
  equal(diffable.error_object(error[0]), nil)
  diffable.error_free(error[0])
  diffable.snapshot_free(list)
  equal(diffable.data_source_remove_observer(source, shows.token), true)
  shows.free()
end

function scenarios.what_a_data_source_says()
  local shows, source = new_source()
  diffable.transaction_free(shows.apply("A: a b | B: c"))
  ok(diffable.data_source_set_name(source, "list", 4, nil))
  equal(text(diffable.data_source_name(source)), "list")
  ok(diffable.data_source_set_default_row_animation(source, C.DIFFABLE_ANIMATION_FADE, nil))
  equal(diffable.data_source_default_row_animation(source), C.DIFFABLE_ANIMATION_FADE)
  diffable.data_source_set_refreshes_headers(source, true)
  equal(diffable.data_source_refreshes_headers(source), true)
  diffable.data_source_set_strict(source, true)
  local list = diffable.data_source_snapshot(source)
  equal(shown(list), "A: a b | B: c")
  diffable.snapshot_free(list)
  local cell = made("diffable_cell", diffable.data_source_cell_at, source, path(0, 1))
  local copy = diffable.cell_copy(cell)
  diffable.cell_free(cell)
  local texts = {}
  for field = C.DIFFABLE_CELL_TEXT, C.DIFFABLE_CELL_ACCESSORY do
    texts[#texts + 1] = text(diffable.cell_text(copy, field))
  end
  equal(table.concat(texts, " "), "b d s i a")
  equal(diffable.cell_number(copy, C.DIFFABLE_CELL_HEIGHT), 2)
  equal(diffable.cell_number(copy, C.DIFFABLE_CELL_INDENTATION), 1)
  diffable.cell_free(copy)
  cell = made("diffable_cell", diffable.data_source_supplementary_cell, source, "footer", 1)
  equal(shown_text(cell), "footer B 1")
  diffable.cell_free(cell)
  ok(diffable.data_source_render(source, shows.write, nil, nil))
  equal(shows.written:find("footer B 1", 1, true) ~= nil, true)
  shows.free()
end

function scenarios.documents()
  local list, other = list_of("A: a b | B: c"), list_of("A: b d")
  local document = made("diffable_document", diffable.snapshot_encode, list, "list", 4)
  local written, name = diffable.document_bytes(document), new("diffable_bytes[1]")
  local copy = made("diffable_snapshot", diffable.snapshot_decode, written.data, written.size, name)
  equal(shown(copy), "A: a b | B: c")
  equal(text(name[0]), "list")
  local function version(snapshot)
    return ffi.string(new("diffable_list_version[1]", { diffable.snapshot_version(snapshot) })[0].bytes, 16)
  end
  equal(version(list), version(copy))
  local difference = diffable.difference_new(list, other)
  local patch = made("diffable_document", diffable.difference_encode, difference, nil, 0, true)
  local changes = diffable.document_bytes(patch)
  ok(diffable.snapshot_apply_patch(copy, changes.data, changes.size, nil))
  equal(shown(copy), "A: b d")
  equal(diffable.snapshot_apply_patch(copy, changes.data, changes.size, nil), C.DIFFABLE_ERROR_WRONG_VERSION)
  equal(diffable.snapshot_apply_patch(copy, changes.data, 9, nil), C.DIFFABLE_ERROR_MALFORMED)
  for _, each in ipairs{ document, patch } do diffable.document_free(each) end
  diffable.difference_free(difference)
  for _, each in ipairs{ list, other, copy } do diffable.snapshot_free(each) end
end

function scenarios.taps_drags_and_histories()
  local shows, source = new_source()
  diffable.transaction_free(shows.apply("A: a b | B: c"))
  local history = diffable.history_new(source, 0)
  shows.take()
  ok(diffable.data_source_toggle_item(source, id("a"), nil, nil))
  equal(shows.take(), "should expand, will expand, fill a, observed")
  local transaction = made("diffable_transaction", diffable.data_source_reorder_item, source, path(1, 0), path(0, 0))
  equal(shows.take(), "can reorder, will reorder, did reorder, observed")
  local sections = diffable.section_transactions_new(transaction)
  equal(diffable.section_transactions_count(sections), 2)
  local one = sized("diffable_section_transaction")
  ok(diffable.section_transactions_at(sections, 0, one, nil))
  equal(value(one[0].section), "B")
  equal(diffable.snapshot_number_of_items(one[0].initial_snapshot, nil), 1)
  equal(diffable.snapshot_number_of_items(one[0].final_snapshot, nil), 0)
  equal(diffable.difference_count(one[0].difference, C.DIFFABLE_DELETED_ITEMS), 1)
  diffable.section_transactions_free(sections)
  diffable.transaction_free(transaction)
  local tree = diffable.section_snapshot_new()
  ok(diffable.history_begin_group(history, "both", 4, nil))
  ok(diffable.data_source_apply_section(source, tree, id("A"), nil, nil, nil))
  ok(diffable.history_end_group(history, nil))
  local caption = new("diffable_bytes[1]")
  equal(diffable.history_can_undo(history, caption), true)
  equal(text(caption[0]), "both")
  ok(diffable.history_undo(history, nil, nil))
  equal(diffable.history_can_redo(history, caption), true)
  equal(text(caption[0]), "both")
  ok(diffable.history_redo(history, nil, nil))
  diffable.history_clear(history)
  equal(diffable.history_can_undo(history, nil), false)
  local list = diffable.data_source_snapshot(source)
  equal(shown(list), "A: | B:")
  for _, each in ipairs{ list, tree } do diffable.snapshot_free(each) end
  diffable.history_free(history)
  shows.free()
end

function scenarios.merges()
  local function changed(line, words)
    local list = list_of(line)
    local array, count = ids("a")
    ok(diffable.snapshot_reload_items(list, array, a_content(words), count, nil))
    return list
  end
  local base, mine, theirs = changed("A: a b", "one"), changed("A: a c b", "two"), changed("A: b a", "three")
  local merged, conflicts = new("diffable_snapshot *[1]"), new("diffable_conflicts *[1]")
  ok(diffable.snapshot_merge(base, mine, theirs, merged, conflicts, nil))
  equal(shown(merged[0]), "A: c b a")
  equal(diffable.conflicts_count(conflicts[0]), 1)
  local one, count = sized("diffable_conflict"), new("size_t[1]")
  ok(diffable.conflicts_read(conflicts[0], 0, one, 1, count, nil))
  equal(count[0], 1)
  equal(value(one[0].id), "a")
  equal(one[0].in_base and one[0].in_mine and one[0].in_theirs and not one[0].is_section, true)
  equal(ffi.string(diffable.conflict_kind_name(one[0].kind)), "changed")
  equal(content(one[0].base) .. content(one[0].mine) .. content(one[0].theirs), "onetwothree")
  diffable.conflicts_free(conflicts[0])
  local source = diffable.data_source_new()
  ok(diffable.data_source_apply(source, base, nil, nil, nil))
  local taken = diffable.data_source_snapshot(source)
  local transaction = made("diffable_transaction", diffable.data_source_apply, source, theirs, nil)
  equal(diffable.transaction_conflicts(transaction) == nil, true)
  diffable.transaction_free(transaction)
  local array, number = ids("a")
  ok(diffable.snapshot_delete_items(taken, array, number, nil, nil))
  transaction = made("diffable_transaction", diffable.data_source_apply_rebased, source, nil, taken, nil)
  equal(diffable.conflicts_count(diffable.transaction_conflicts(transaction)), 1)
  diffable.snapshot_set_base(taken, source, transaction)
  diffable.transaction_free(transaction)
  for _, each in ipairs{ base, mine, theirs, merged[0], taken } do diffable.snapshot_free(each) end
  diffable.data_source_free(source)
end

function scenarios.publishers_and_followers()
  local shows, source = new_source()
  local other = diffable.data_source_new()
  diffable.transaction_free(shows.apply("A: a b"))
  local publisher, follower = diffable.publisher_new(source, 0), diffable.follower_new(other)
  local version = new("diffable_list_version[1]", { diffable.follower_version(follower) })
  local function receive()
    local document = made("diffable_document", diffable.publisher_message, publisher, version)
    local bytes = diffable.document_bytes(document)
    local transaction = made("diffable_transaction", diffable.follower_receive, follower, bytes.data, bytes.size)
    diffable.document_free(document)
    version[0] = diffable.follower_version(follower)
    local line = shown(diffable.transaction_final_snapshot(transaction))
    diffable.transaction_free(transaction)
    return line
  end
  equal(receive(), "A: a b")
  diffable.transaction_free(shows.apply("A: b | B: c"))
  equal(receive(), "A: b | B: c")
  local published = new("diffable_list_version[1]", { diffable.publisher_version(publisher) })
  equal(ffi.string(version[0].bytes, 16), ffi.string(published[0].bytes, 16))
  diffable.publisher_free(publisher)
  diffable.follower_free(follower)
  diffable.data_source_free(other)
  shows.free()
end

function scenarios.views()
  local shows, source = new_source()
  local seen = {}
  local prepare = ffi.cast("diffable_prepare_fn", function(preparation)
    local cell = made("diffable_cell", diffable.preparation_cell, preparation, path(0, 0))
    local header = made("diffable_cell", diffable.preparation_supplementary_cell, preparation, "header", 0)
    local final = diffable.transaction_final_snapshot(diffable.preparation_transaction(preparation))
    seen[#seen + 1] = ("%s; %s; %s"):format(shown_text(cell), shown_text(header), shown(final))
    diffable.cell_free(cell)
    diffable.cell_free(header)
    return C.DIFFABLE_OK
  end)
  local commit = ffi.cast("diffable_transaction_handler_fn", function()
    seen[#seen + 1] = "committed"
    return C.DIFFABLE_OK
  end)
  local callbacks = sized("diffable_view_callbacks", { prepare = prepare, commit = commit })
  local view = made("diffable_view", diffable.view_new, callbacks, nil, nil)
  ok(diffable.data_source_set_view(source, view, nil))
  diffable.transaction_free(shows.apply("A: a"))
  equal(table.concat(seen, "; "), "a; header A 0; A: a; committed")
  diffable.view_free(view)
  local stream = made("diffable_view", diffable.ndjson_view_new, nil, shows.write, nil, nil)
  ok(diffable.data_source_set_view(source, stream, nil))
  diffable.transaction_free(shows.apply("A: a b"))
  equal(shows.written:sub(1, 2), '{"')
  diffable.view_free(stream)
  for _, make in ipairs{ diffable.stdout_text_view_new, diffable.stdout_ndjson_view_new } do
    diffable.view_free(made("diffable_view", make, nil))
  end
  shows.free()
end

function scenarios.derived_lists()
  local shows, origin = new_source()
  diffable.transaction_free(shows.apply("A: a b c | B: d"))
  local filter = ffi.cast("diffable_filter_fn", function(item, _, passes)
    passes[0] = value(item[0]) ~= "b"
    return C.DIFFABLE_OK
  end)
  local sort = ffi.cast("diffable_sort_fn", function(item, _, key)
    diffable.sort_key_add_integer(key, 1, false)
    diffable.sort_key_add_double(key, 0.5, false)
    diffable.sort_key_add_boolean(key, true, false)
    diffable.sort_key_add_none(key, false)
    diffable.sort_key_add_string(key, value(item[0]), 1, true)
    return C.DIFFABLE_OK
  end)
  local function shown_by(source)
    local list = diffable.data_source_snapshot(source)
    local line = shown(list)
    diffable.snapshot_free(list)
    return line
  end
  local functions = sized("diffable_derivation", { filter = filter, sort = sort })
  local derived = made("diffable_data_source", diffable.data_source_derive, origin, functions)
  equal(shown_by(derived), "A: c a | B: d")
  ok(diffable.data_source_hold(derived, nil))
  equal(diffable.data_source_is_held(derived), true)
  diffable.transaction_free(shows.apply("A: a b c e | B: d"))
  local pending = sized("diffable_pending_changes")
  ok(diffable.data_source_pending(derived, pending, nil))
  equal(tonumber(pending[0].inserted), 1)
  ok(diffable.data_source_release(derived, nil, nil))
  equal(shown_by(derived), "A: e c a | B: d")
  ok(diffable.data_source_set_derivation(derived, C.DIFFABLE_DERIVATION_FILTER, sized("diffable_derivation"), nil, nil))
  equal(shown_by(derived), "A: e c b a | B: d")
  local other = diffable.data_source_new()
  local lists = new("diffable_data_source *[2]", { derived, other })
  local both = made("diffable_data_source", diffable.data_source_concat, lists, 2)
  equal(shown_by(both), "A: e c b a | B: d")
  for _, source in ipairs{ both, other, derived } do diffable.data_source_free(source) end
  shows.free()
  filter:free()
  sort:free()
end

-- Without a terminal: the functions answer, and there is no list on the screen.
function scenarios.terminals()
  local invalid, event = C.DIFFABLE_ERROR_INVALID_ARGUMENT, sized("diffable_event")
  equal(diffable.terminal_is_available(), false)
  equal(diffable.terminal_new(nil, nil, new("diffable_terminal *[1]"), nil), invalid)
  equal(diffable.terminal_wait(nil, event, nil), invalid)
  equal(diffable.terminal_process(nil, event, nil), invalid)
  equal(diffable.terminal_descriptor(nil), -1)
  equal(tonumber(diffable.terminal_timeout(nil)), -1)
  equal(diffable.terminal_perform(nil, event, nil), invalid)
  equal(diffable.terminal_set_status(nil, nil, 0, nil), invalid)
  equal(diffable.terminal_set_title(nil, nil, 0, nil), invalid)
  equal(diffable.terminal_set_preview(nil, nil, 0, nil), invalid)
  equal(diffable.terminal_set_interval(nil, 10, nil), invalid)
  equal(diffable.terminal_watch(nil, 0, nil), invalid)
  diffable.terminal_free(nil)
  diffable.motion_enable()
  ok(diffable.motion_settle(nil))
end

local count = 0
for name, scenario in pairs(scenarios) do
  local succeeded, message = xpcall(scenario, debug.traceback)
  if not succeeded then error(name .. ": " .. message, 0) end
  count = count + 1
end
local functions = 0
for name in contents_of(names):gmatch("diffable_(%S+)") do
  if not called[name] then error("never called: " .. name, 0) end
  functions = functions + 1
end
print(("binding_luajit.lua: %d functions, %d scenarios"):format(functions, count))
