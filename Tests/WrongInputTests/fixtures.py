"""Right arguments: a list, and an object of each type of the headers; and what a call may change of them."""

import os

from cffi import FFI

ffi = FFI()
NULL = ffi.NULL
kept = []  # what C points to
lib = None


def load(declarations, library):
    global lib
    ffi.cdef(declarations)
    lib = ffi.dlopen(library)
    return lib


def keep(value):
    kept.append(value)
    return value


def new(type, *value):
    return keep(ffi.new(type, *value))


def text(value):
    return new("char[]", value)


def id(value):
    return lib.diffable_id_integer(value) if isinstance(value, int) else lib.diffable_id_bytes(text(value), len(value))


def ids(*values):
    return new("diffable_id[]", [id(each) for each in values])


def ok(status):
    assert status == 0, ffi.string(lib.diffable_status_name(status))


def made(call, *arguments):
    """What a call stores in its last parameter but one."""
    out = new(ffi.getctype(ffi.typeof(call).args[-2].item, "*"))
    ok(call(*arguments, out, NULL))
    return out[0]


def content(value):
    return lib.diffable_content_bytes(text(value), len(value))


def callback(name, answer=None):
    """A callback that succeeds."""
    result = ffi.typeof(name).result
    default = NULL if result.kind == "pointer" else 0

    def call(*arguments):
        if answer:
            answer(*arguments)
        if result.kind != "void":
            return default

    return keep(ffi.callback(name, call))


def sized(type, size=None, **fields):
    struct = new(type + " *")
    struct.struct_size = ffi.sizeof(type) if size is None else size
    for name, value in fields.items():
        setattr(struct, name, value)
    return struct


def make_snapshot():
    """Sections "A" and "B", whose items 1 to 6 are roots, but for 2, which is below 1. 1 is expanded, and 6 is
    expandable."""
    list = lib.diffable_snapshot_new()
    ok(lib.diffable_snapshot_append_sections(list, ids(b"A", b"B"), NULL, 2, NULL))
    contents = new("diffable_content[]", [content(b"one"), content(b"three"), content(b"four")])
    ok(lib.diffable_snapshot_append_items(list, ids(1, 3, 4), contents, 3, ids(b"A"), NULL))
    ok(lib.diffable_snapshot_append_items(list, ids(5, 6), NULL, 2, ids(b"B"), NULL))
    ok(lib.diffable_snapshot_insert_items(list, ids(2), NULL, 1, lib.DIFFABLE_AT_END_OF_PARENT, ids(1), NULL))
    ok(lib.diffable_snapshot_expand(list, ids(1), 1, NULL))
    ok(lib.diffable_snapshot_set_expandable(list, ids(6), 1, True, NULL))
    ok(lib.diffable_snapshot_reload_items(list, ids(3), NULL, 1, NULL))
    ok(lib.diffable_snapshot_reconfigure_items(list, ids(4), NULL, 1, NULL))
    ok(lib.diffable_snapshot_reload_sections(list, ids(b"A"), NULL, 1, NULL))
    ok(lib.diffable_snapshot_reconfigure_sections(list, ids(b"B"), NULL, 1, NULL))
    return list


def make_tree():
    """A section snapshot of items that the list does not have."""
    tree = lib.diffable_section_snapshot_new()
    ok(lib.diffable_snapshot_append_items(tree, ids(11, 12), NULL, 2, NULL, NULL))
    return tree


def yes(item, answer, user_data):
    answer[0] = True


def make_source():
    """Shows the list, with a history of one entry, and allows everything."""
    source = lib.diffable_data_source_new()
    lib.diffable_data_source_set_cell_provider(
        source,
        callback("diffable_cell_provider_fn", lambda *all: lib.diffable_cell_set_text(all[3], 0, b"x", 1)),
        NULL,
        NULL,
    )
    lib.diffable_data_source_set_supplementary_provider(
        source,
        callback("diffable_supplementary_provider_fn", lambda *all: lib.diffable_cell_set_text(all[4], 0, b"x", 1)),
        NULL,
        NULL,
    )
    handlers = sized("diffable_reordering_handlers", can_reorder_item=callback("diffable_item_question_fn", yes))
    ok(lib.diffable_data_source_set_reordering_handlers(source, handlers, NULL, NULL, NULL))
    ok(lib.diffable_data_source_set_name(source, b"name", 4, NULL))
    ok(lib.diffable_data_source_apply(source, make_snapshot(), NULL, NULL, NULL))
    return source


def make_difference():
    other = make_snapshot()
    ok(lib.diffable_snapshot_delete_items(other, ids(3), 1, NULL, NULL))
    return lib.diffable_difference_new(make_snapshot(), other)


def make_document():
    return made(lib.diffable_snapshot_encode, make_snapshot(), NULL, 0)


def bytes_of(document):
    return as_bytes(lib.diffable_document_bytes(document))


def make_patch():
    return bytes_of(made(lib.diffable_difference_encode, make_difference(), NULL, 0, False))


# The bytes that functions read, which must be those of a document.
DOCUMENTS = {
    "diffable_snapshot_decode": lambda: bytes_of(make_document()),
    "diffable_snapshot_apply_patch": make_patch,
    "diffable_follower_receive": make_patch,
}


def make_derived():
    return made(lib.diffable_data_source_derive, make_source(), NULL)


def make_transaction():
    source = make_source()
    list = lib.diffable_data_source_snapshot(source)
    ok(lib.diffable_snapshot_delete_items(list, ids(3), 1, NULL, NULL))
    options = sized("diffable_apply_options")
    options.caption = lib.diffable_bytes_string(text(b"caption"))
    return made(lib.diffable_data_source_apply, source, list, options)


def make_conflicts():
    """Two items that one side deleted and the other changed."""
    base, mine, theirs = make_snapshot(), make_snapshot(), make_snapshot()
    ok(lib.diffable_snapshot_delete_items(mine, ids(3, 4), 2, NULL, NULL))
    ok(
        lib.diffable_snapshot_reload_items(
            theirs, ids(3, 4), new("diffable_content[]", [content(b"x"), content(b"y")]), 2, NULL
        )
    )
    conflicts = new("diffable_conflicts **")
    ok(lib.diffable_snapshot_merge(base, mine, theirs, new("diffable_snapshot **"), conflicts, NULL))
    return conflicts[0]


def make_cell():
    cell = made(lib.diffable_data_source_cell_at, make_source(), new("diffable_index_path *")[0])
    for field in range(5):
        lib.diffable_cell_set_text(cell, field, b"text", 4)
    lib.diffable_cell_set_number(cell, lib.DIFFABLE_CELL_HEIGHT, 2)
    lib.diffable_cell_set_number(cell, lib.DIFFABLE_CELL_INDENTATION, 3)
    return cell


def make_error():
    error = new("diffable_error **")
    assert lib.diffable_snapshot_append_items(make_snapshot(), ids(7, 1), NULL, 2, NULL, error) < 0
    return error[0]


def make_history():
    source = make_source()
    history = lib.diffable_history_new(source, 0)
    for item in (3, 4):
        list = lib.diffable_data_source_snapshot(source)
        ok(lib.diffable_snapshot_delete_items(list, ids(item), 1, NULL, NULL))
        ok(lib.diffable_data_source_apply(source, list, NULL, NULL, NULL))
    ok(lib.diffable_history_undo(history, NULL, NULL))
    return history


def make_grouped_history():
    history = make_history()
    ok(lib.diffable_history_begin_group(history, NULL, 0, NULL))
    return history


def make_publisher():
    return lib.diffable_publisher_new(make_source(), 0)


def make_follower():
    return lib.diffable_follower_new(make_source())


def make_view():
    return made(lib.diffable_text_view_new, NULL, callback("diffable_writer_fn"), NULL, NULL)


keyboard = None  # the other end of the terminal of this process


def make_terminal():
    """Shows a list on the terminal of this process. A key is pressed."""
    terminal = made(lib.diffable_terminal_new, make_source(), NULL)
    os.write(keyboard, b"x")
    return terminal


# For each type of the headers the objects that a parameter is tried with.
OBJECTS = {
    "diffable_snapshot": [make_snapshot, make_tree],
    "diffable_data_source": [make_source, make_derived],
    "diffable_difference": [make_difference],
    "diffable_document": [make_document],
    "diffable_conflicts": [make_conflicts],
    "diffable_steps": [lambda: lib.diffable_steps_new(make_difference())],
    "diffable_transaction": [make_transaction],
    "diffable_section_transactions": [lambda: lib.diffable_section_transactions_new(make_transaction())],
    "diffable_cell": [make_cell],
    "diffable_error": [make_error],
    "diffable_history": [make_history, make_grouped_history],
    "diffable_publisher": [make_publisher],
    "diffable_follower": [make_follower],
    "diffable_view": [make_view],
    "diffable_terminal": [make_terminal],
    "diffable_preparation": [],  # made for each call: there is one only while a view prepares
    "diffable_sort_key": [],  # the same, while a derived list sorts
}


def word(id):
    return {0: None, 1: id.integer, 2: ffi.buffer(id.bytes.data, id.bytes.size)[:] if id.kind == 2 else None}[id.kind]


def read(call, *arguments):
    array = ffi.new("diffable_id[40]")
    return [word(each) for each in array[0 : call(*arguments, 0, array, 40)]]


def read_visible(list):
    array = new("diffable_id[40]")
    return [word(each) for each in array[0 : lib.diffable_snapshot_item_identifiers(list, NULL, 0, array, NULL, 40)]]


def state_of_snapshot(list):
    items = read(lib.diffable_snapshot_all_item_identifiers, list)
    sections = read(lib.diffable_snapshot_section_identifiers, list)
    contents = [lib.diffable_snapshot_item_content(list, id(each)) for each in items]
    contents += [lib.diffable_snapshot_section_content(list, id(each)) for each in sections]
    return (
        sections,
        items,
        read_visible(list),
        read(lib.diffable_snapshot_expanded_item_identifiers, list),
        [word(lib.diffable_snapshot_parent_of_item(list, id(each))) for each in items],
        [lib.diffable_snapshot_is_expandable(list, id(each)) for each in items],
        [lib.diffable_snapshot_keeps_expansion(list, id(each)) for each in items],
        [ffi.buffer(each.data, each.size)[:] if each.data else None for each in contents],
        [read(lib.diffable_snapshot_marked_identifiers, list, mark) for mark in range(4)],
    )


def state_of_source(source):
    list = lib.diffable_data_source_snapshot(source)
    state = state_of_snapshot(list)
    lib.diffable_snapshot_free(list)
    return (
        state,
        as_bytes(lib.diffable_data_source_name(source)),
        lib.diffable_data_source_default_row_animation(source),
        lib.diffable_data_source_refreshes_headers(source),
    )


def as_bytes(bytes):
    return ffi.buffer(bytes.data, bytes.size)[:] if bytes.size else b""


def state_of_history(history):
    undo, redo = new("diffable_bytes *"), new("diffable_bytes *")
    can = lib.diffable_history_can_undo(history, undo), lib.diffable_history_can_redo(history, redo)
    return can, [as_bytes(each) for each in (undo, redo)]


def state_of_cell(cell):
    texts = [as_bytes(lib.diffable_cell_text(cell, field)) for field in range(5)]
    return texts, [lib.diffable_cell_number(cell, field) for field in range(5, 7)]


# What a failed call must leave as it was. Objects of other types never change.
STATES = {
    "diffable_snapshot": state_of_snapshot,
    "diffable_data_source": state_of_source,
    "diffable_history": state_of_history,
    "diffable_publisher": lambda publisher: ffi.buffer(lib.diffable_publisher_version(publisher).bytes)[:],
    "diffable_follower": lambda follower: ffi.buffer(lib.diffable_follower_version(follower).bytes)[:],
    "diffable_cell": state_of_cell,
}
