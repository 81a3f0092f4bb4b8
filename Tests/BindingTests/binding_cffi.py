"""The library from Python through cffi in its ABI mode: both headers are read unchanged, and every function of them is
called.

    binding_cffi.py <preprocessed headers> <names of their functions> <libdiffable-terminal>

cffi knows the library by its header alone, and compiles nothing. It refuses functions and callbacks whose types it
cannot pass.
"""

import sys

from cffi import FFI

ffi = FFI()
with open(sys.argv[1]) as file:
    ffi.cdef(file.read())
with open(sys.argv[2]) as file:
    functions = {name.removeprefix("diffable_") for name in file.read().split()}
called = set()


class Library:
    """The functions without their prefix. It notes which ones were called."""

    loaded = ffi.dlopen(sys.argv[3])

    def __getattr__(self, name):
        called.add(name)
        return getattr(self.loaded, "diffable_" + name)


diffable, C, NULL = Library(), Library.loaded, ffi.NULL
kept = []  # what C points to


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def keep(value):
    kept.append(value)
    return value


def new(type, *value):
    """A pointer to one struct or value, or an array."""
    return keep(ffi.new(type, *value))


def sized(type, **fields):
    """A struct that says its size. Its other fields are zero, or as given."""
    struct = new(type + " *")
    struct.struct_size = ffi.sizeof(type)
    for name, value in fields.items():
        setattr(struct, name, value)
    return struct


def text(bytes):
    return ffi.buffer(bytes.data, bytes.size)[:].decode() if bytes.size else ""


def id(value):
    return diffable.id_integer(value) if isinstance(value, int) else diffable.id_string(new("char[]", value.encode()))


def ids(words):
    """An array and its size."""
    values = [id(int(word) if word.isdigit() else word) for word in words.split()]
    return new("diffable_id[]", values), len(values)


def at(value):
    return new("diffable_id *", id(value))


def value(id):
    return {C.DIFFABLE_ID_INTEGER: id.integer, C.DIFFABLE_ID_BYTES: text(id.bytes), C.DIFFABLE_ID_NONE: None}[id.kind]


def path(section, item):
    return new("diffable_index_path *", (section, item))[0]


def place(path):
    return path.section, path.item


def ok(status):
    equal(ffi.string(diffable.status_name(status)), b"OK")


def made(call, *arguments):
    """What a call stores in its last argument but one."""
    out = new("void **")
    ok(call(*arguments, ffi.cast(ffi.typeof(call).args[-2], out), NULL))
    return ffi.cast(ffi.typeof(call).args[-2].item, out[0])


def contents(*texts):
    return new("diffable_content[]", [diffable.content_bytes(new("char[]", each), len(each)) for each in texts])


def content(content):
    return ffi.buffer(content.data, content.size)[:] if content.data else None


def read(call, *arguments):
    """The words of a list that a reader writes to an array."""
    array = new("diffable_id[20]")
    count = call(*arguments, 0, array, 20)
    return " ".join(str(value(array[index])) for index in range(count))


def items_of(list, section):
    """The items of a section and their contents."""
    array, contents = new("diffable_id[20]"), new("diffable_content[20]")
    count = diffable.snapshot_item_identifiers(list, new("diffable_id *", section), 0, array, contents, 20)
    return [str(value(each)) for each in array[0:count]], [content(each) for each in contents[0:count]]


def shown(list):
    sections = read(diffable.snapshot_section_identifiers, list).split()
    return " | ".join(f"{each}: {' '.join(items_of(list, id(each))[0])}".strip() for each in sections)


def list_of(line):
    list = diffable.snapshot_new()
    for section in line.split("|"):
        name, _, items = section.partition(":")
        ok(diffable.snapshot_append_sections(list, at(name.strip()), NULL, 1, NULL))
        array, count = ids(items)
        ok(diffable.snapshot_append_items(list, array, NULL, count, NULL, NULL))
    return list


scenarios = []


def scenario(function):
    scenarios.append(function)


@scenario
def versions_names_and_identifiers():
    equal(diffable.version_number() >= 2000, True)
    equal(ffi.string(diffable.version()).count(b"."), 2)
    diffable.set_fatal_handler(NULL, NULL)
    equal(ffi.string(diffable.row_animation_name(C.DIFFABLE_ANIMATION_LEFT)), b"left")
    equal(value(diffable.id_bytes(new("char[]", b"a\0b"), 3)), "a\0b")
    equal(diffable.id_equal(id("1"), id(1)), False)
    equal(text(diffable.bytes_string(new("char[]", b"fare"))), "fare")
    buffer = new("char[]", 20)
    equal(diffable.escape(new("char[]", b"a\n"), 2, True, buffer, 20), 5)
    equal(ffi.buffer(buffer, 5)[:], b'"a\\n"')
    revision = new("uint64_t *", 7)
    equal(diffable.content_revision(diffable.content_from_revision(revision)), 7)


@scenario
def errors():
    error = new("diffable_error **")
    list = list_of("A: a b")
    equal(
        diffable.snapshot_append_items(list, *with_no_contents("c b"), at("A"), error),
        C.DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
    )
    equal(diffable.error_status(error[0]), C.DIFFABLE_ERROR_DUPLICATE_IDENTIFIER)
    equal(diffable.error_position(error[0]), 1)
    equal(value(diffable.error_identifier(error[0])), "b")
    message = b'DUPLICATE_IDENTIFIER: append_items: item "b" is already at section "A", item '
    equal(ffi.string(diffable.error_message(error[0])), message + b"1")
    equal(ffi.string(diffable.error_message_from_one(error[0])), message + b"2")
    diffable.error_free(error[0])
    equal(
        diffable.snapshot_append_items(list, *with_no_contents("c"), at("B"), error),
        C.DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
    )
    buffer = new("char[]", 100)
    equal(diffable.error_format(error[0], buffer, 100), len(ffi.string(buffer)))
    equal(ffi.string(buffer), b'UNKNOWN_IDENTIFIER: append_items: there is no section "B"')
    none = new("diffable_id *")
    equal(diffable.snapshot_append_items(list, *with_no_contents("c"), none, NULL), C.DIFFABLE_ERROR_INVALID_ARGUMENT)
    diffable.snapshot_free(list)


def with_no_contents(words):
    array, count = ids(words)
    return array, NULL, count


@scenario
def edits_of_sections():
    list = list_of("A: a | B: b")
    ok(diffable.snapshot_insert_sections_before(list, *with_no_contents("C"), id("B"), NULL))
    ok(diffable.snapshot_insert_sections_after(list, *with_no_contents("D E"), id("B"), NULL))
    ok(diffable.snapshot_move_section_before(list, id("B"), id("A"), NULL))
    ok(diffable.snapshot_move_section_after(list, id("C"), id("D"), NULL))
    deleted = new("size_t *")
    ok(diffable.snapshot_delete_sections(list, *ids("E"), deleted, NULL))
    equal(deleted[0], 1)
    equal(shown(list), "B: b | A: a | D: | C:")
    ok(diffable.snapshot_reload_sections(list, *with_no_contents("B"), NULL))
    ok(diffable.snapshot_reconfigure_sections(list, *with_no_contents("A"), NULL))
    updated = new("size_t *")
    ok(diffable.snapshot_update_sections(list, at("D"), contents(b"delta"), 1, updated, NULL))
    equal(updated[0], 1)
    equal(content(diffable.snapshot_section_content(list, id("D"))), b"delta")
    equal(read(diffable.snapshot_marked_identifiers, list, C.DIFFABLE_SECTIONS_TO_RELOAD), "B")
    equal(read(diffable.snapshot_marked_identifiers, list, C.DIFFABLE_SECTIONS_TO_RECONFIGURE), "A D")
    equal(diffable.snapshot_number_of_sections(list), 4)
    equal(diffable.snapshot_index_of_section(list, id("D")), 2)
    equal(value(diffable.snapshot_section_at(list, 3)), "C")
    equal(diffable.snapshot_index_of_section(list, id("E")), -1)
    equal(value(diffable.snapshot_section_containing_item(list, id("a"))), "A")
    equal(diffable.snapshot_number_of_items(list, at("E")), -1)
    diffable.snapshot_free(list)


@scenario
def edits_of_items():
    list = list_of("A: a | B: b")
    ok(diffable.snapshot_append_integers(list, new("int64_t[]", [1, 2]), NULL, 2, at("A"), NULL))
    ok(diffable.snapshot_append_strings(list, new("char[]", b"xyz"), new("size_t[]", [1, 3]), NULL, 2, NULL, NULL))
    ok(diffable.snapshot_insert_items(list, *with_no_contents("s"), C.DIFFABLE_AT_START_OF_SECTION, at("A"), NULL))
    ok(diffable.snapshot_insert_items_at(list, *with_no_contents("t"), 1, at("A"), NULL))
    ok(diffable.snapshot_insert_items_before(list, *with_no_contents("u"), id("b"), NULL))
    ok(diffable.snapshot_insert_items_after(list, *with_no_contents("v"), id("b"), NULL))
    equal(shown(list), "A: s t a 1 2 | B: u b v x yz")
    ok(diffable.snapshot_move_item_before(list, id(2), id("s"), NULL))
    ok(diffable.snapshot_move_item_after(list, id("u"), id("s"), NULL))
    ok(diffable.snapshot_move_items(list, *ids("x a"), C.DIFFABLE_AT_END_OF_SECTION, at("A"), NULL))
    ok(diffable.snapshot_rename_item(list, id("yz"), id("z"), NULL))
    ok(diffable.snapshot_replace_items(list, *with_no_contents("z b"), NULL, NULL))
    deleted = new("size_t *")
    ok(diffable.snapshot_delete_items(list, *ids("t 1 nobody"), deleted, NULL))
    equal(deleted[0], 2)
    equal(shown(list), "A: 2 s u x a | B: z b")
    ok(diffable.snapshot_reload_items(list, *with_no_contents("s"), NULL))
    ok(diffable.snapshot_reconfigure_items(list, *with_no_contents("u"), NULL))
    updated = new("size_t *")
    ok(diffable.snapshot_update_items(list, at("z"), contents(b"last"), 1, updated, NULL))
    equal(updated[0], 1)
    equal(read(diffable.snapshot_marked_identifiers, list, C.DIFFABLE_ITEMS_TO_RELOAD), "s")
    equal(read(diffable.snapshot_marked_identifiers, list, C.DIFFABLE_ITEMS_TO_RECONFIGURE), "z u")
    equal(content(diffable.snapshot_item_content(list, id("z"))), b"last")
    equal(items_of(list, id("B")), (["z", "b"], [b"last", None]))
    array = new("diffable_id[20]")
    equal(
        [str(value(each)) for each in array[0 : diffable.snapshot_item_identifiers(list, NULL, 0, array, NULL, 20)]],
        "2 s u x a z b".split(),
    )
    equal(diffable.snapshot_number_of_items(list, NULL), 7)
    equal(diffable.snapshot_number_of_items(list, at("A")), 5)
    equal(diffable.snapshot_index_of_item(list, id("z")), 5)
    equal(place(diffable.snapshot_index_path_of_item(list, id("z"))), (1, 0))
    equal(value(diffable.snapshot_item_at(list, path(0, 1))), "s")
    equal(diffable.snapshot_contains_item(list, id("z")), True)
    copy = diffable.snapshot_copy(list)
    ok(diffable.snapshot_clear(copy, NULL))
    equal(diffable.snapshot_equal(copy, list), False)
    ok(diffable.snapshot_assign(copy, list, NULL))
    equal(diffable.snapshot_equal(copy, list), True)
    diffable.snapshot_free(copy)
    diffable.snapshot_free(list)


@scenario
def trees():
    list, tree = list_of("A: a b"), diffable.section_snapshot_new()
    equal(diffable.snapshot_is_section_snapshot(tree), True)
    ok(diffable.snapshot_append_items(tree, *with_no_contents("c d"), NULL, NULL))
    ok(diffable.snapshot_insert_items(tree, *with_no_contents("e f"), C.DIFFABLE_AT_END_OF_PARENT, at("c"), NULL))
    ok(diffable.snapshot_insert_tree(list, tree, C.DIFFABLE_AT_END_OF_PARENT, at("a"), NULL))
    ok(diffable.snapshot_expand(list, *ids("a c"), NULL))
    equal(shown(list), "A: a c e f d b")
    ok(diffable.snapshot_collapse(list, *ids("c"), NULL))
    ok(diffable.snapshot_keep_expansion(list, *ids("c"), NULL))
    ok(diffable.snapshot_keep_children(list, *ids("b"), NULL))
    ok(diffable.snapshot_set_expandable(list, *ids("d"), True, NULL))
    equal((diffable.snapshot_is_expanded(list, id("a")), diffable.snapshot_is_expanded(list, id("c"))), (True, False))
    equal(
        (diffable.snapshot_is_expandable(list, id("d")), diffable.snapshot_keeps_expansion(list, id("c"))), (True, True)
    )
    equal((diffable.snapshot_is_visible(list, id("e")), diffable.snapshot_level_of_item(list, id("e"))), (False, 2))
    equal(
        (value(diffable.snapshot_parent_of_item(list, id("e"))), diffable.snapshot_number_of_children(list, id("c"))),
        ("c", 2),
    )
    equal(diffable.snapshot_number_of_all_items(list), 6)
    equal(read(diffable.snapshot_all_item_identifiers, list), "a c e f d b")
    equal(read(diffable.snapshot_root_item_identifiers, list, NULL), "a b")
    equal(read(diffable.snapshot_children_of_item, list, id("a")), "c d")
    equal(read(diffable.snapshot_expanded_item_identifiers, list), "a")
    below = made(diffable.snapshot_snapshot_of, list, id("c"), False)
    equal(read(diffable.snapshot_all_item_identifiers, below), "e f")
    ok(diffable.snapshot_replace_children(list, id("a"), below, NULL))
    section = diffable.snapshot_section_snapshot(list, id("A"))
    equal(read(diffable.snapshot_all_item_identifiers, section), "a e f b")
    ok(diffable.snapshot_set_section_snapshot(list, tree, id("A"), NULL))
    equal(shown(list), "A: c d")
    for each in (list, tree, below, section):
        diffable.snapshot_free(each)


@scenario
def differences_and_steps():
    old, fresh = list_of("A: a b c"), list_of("A: c a d | B:")
    difference = diffable.difference_new(old, fresh)
    counts = b"1 section inserted; 1 item deleted, 1 inserted, 1 moved"
    equal(ffi.string(diffable.difference_description(difference)), counts)
    equal(diffable.difference_is_empty(difference), False)
    equal(diffable.difference_count(difference, C.DIFFABLE_INSERTED_ITEMS), 1)
    changes, count = sized("diffable_change"), new("size_t *")
    ok(diffable.difference_changes(difference, C.DIFFABLE_DELETED_ITEMS, 0, changes, 1, count, NULL))
    equal(count[0], 1)
    equal((value(changes.id), value(changes.old_id), place(changes[0].to)), ("b", "b", (-1, -1)))
    equal(place(getattr(changes, "from")), (0, 1))
    copy = diffable.difference_copy(difference)
    diffable.difference_free(difference)
    steps = diffable.steps_new(copy)
    equal(diffable.steps_count(steps), 4)
    step = sized("diffable_step")
    read_steps = new("size_t *")
    ok(diffable.steps_read(steps, 0, step, 1, read_steps, NULL))
    equal(read_steps[0], 1)
    equal((step.kind, step.count, value(diffable.step_identifier(steps, 0, 0))), (C.DIFFABLE_STEP_DELETE_ITEMS, 1, "b"))
    done = []

    @ffi.callback("diffable_step_handler_fn")
    def carry_out(steps, index, step, user_data):
        done.append(value(diffable.step_identifier(steps, index, 0)))
        return C.DIFFABLE_OK

    handlers = sized(
        "diffable_step_handlers", on_insert=carry_out, on_delete=carry_out, on_move=carry_out, on_update=carry_out
    )
    ok(diffable.steps_replay(steps, handlers, NULL, NULL))
    equal(done, ["b", "B", "a", "d"])
    diffable.steps_free(steps)
    diffable.difference_free(copy)
    diffable.snapshot_free(old)
    diffable.snapshot_free(fresh)


class Source:
    """A data source with every callback that there is. `said` has what they were told, and `cells` what the provider
    shows."""

    def __init__(self):
        self.said, self.written, self.cells, self.failure = [], "", [], None
        self.source = diffable.data_source_new()
        callback, user_data = ffi.callback, keep(ffi.new_handle(self))

        @callback("diffable_cell_provider_fn")
        def provide(item, content, path, cell, data):
            ffi.from_handle(data).cells.append((value(item[0]), content.size, path.section, path.item))
            for field, words in enumerate([value(item[0]), "d", "s", "i", "star"]):
                bytes = str(words).encode()
                diffable.cell_set_text(cell, field, new("char[]", bytes), len(bytes))
            diffable.cell_set_number(cell, C.DIFFABLE_CELL_INDENTATION, 1)
            diffable.cell_set_number(cell, C.DIFFABLE_CELL_HEIGHT, 2)
            if self.failure:
                return diffable.callback_failed(new("char[]", self.failure), len(self.failure), data, NULL)
            return C.DIFFABLE_OK

        @callback("diffable_kind_provider_fn")
        def kind_of(item, content, data):
            return new("char[]", b"special") if value(item[0]) == "b" else NULL

        @callback("diffable_supplementary_provider_fn")
        def supply(kind, section, content, index, cell, data):
            bytes = f"{ffi.string(kind).decode()} {value(section[0])} {index}".encode()
            diffable.cell_set_text(cell, C.DIFFABLE_CELL_TEXT, new("char[]", bytes), len(bytes))
            return C.DIFFABLE_OK

        @callback("diffable_writer_fn")
        def write(bytes, size, data):
            self.written += ffi.buffer(bytes, size)[:].decode()
            return C.DIFFABLE_OK

        def noting(type, name, answers=False):
            @callback(type)
            def note(subject, *others):
                self.said.append(name)
                if answers:
                    others[0][0] = True
                return C.DIFFABLE_OK

            return keep(note)

        @callback("diffable_children_handler_fn")
        def fill(parent, children, data):
            self.said.append(f"fill {value(parent[0])}")
            return diffable.snapshot_append_items(children, *with_no_contents("new"), NULL, NULL)

        @callback("diffable_transaction_handler_fn")
        def observe(transaction, data):
            self.said.append("observed")
            self.observed = diffable.transaction_copy(transaction)
            return C.DIFFABLE_OK

        for each in (provide, kind_of, supply, write, fill, observe):
            keep(each)
        self.write, source = write, self.source
        diffable.data_source_set_cell_provider(source, provide, user_data, NULL)
        diffable.data_source_register_cell_provider(source, new("char[]", b"special"), provide, user_data, NULL)
        diffable.data_source_set_kind_provider(source, kind_of, user_data, NULL)
        diffable.data_source_set_supplementary_provider(source, supply, NULL, NULL)
        question, notice, drag = (
            "diffable_item_question_fn",
            "diffable_item_handler_fn",
            "diffable_transaction_handler_fn",
        )
        ok(
            diffable.data_source_set_section_snapshot_handlers(
                source,
                sized(
                    "diffable_section_snapshot_handlers",
                    should_expand_item=noting(question, "should expand", True),
                    will_expand_item=noting(notice, "will expand"),
                    should_collapse_item=noting(question, "should collapse", True),
                    will_collapse_item=noting(notice, "will collapse"),
                    snapshot_for_expanding_parent=fill,
                ),
                NULL,
                NULL,
                NULL,
            )
        )
        ok(
            diffable.data_source_set_reordering_handlers(
                source,
                sized(
                    "diffable_reordering_handlers",
                    can_reorder_item=noting(question, "can reorder", True),
                    will_reorder=noting(drag, "will reorder"),
                    did_reorder=noting(drag, "did reorder"),
                ),
                NULL,
                NULL,
                NULL,
            )
        )
        self.token = diffable.data_source_add_observer(source, observe, NULL, NULL)

    def apply(self, line):
        list = list_of(line)
        transaction = made(diffable.data_source_apply, self.source, list, NULL)
        diffable.snapshot_free(list)
        return transaction


@scenario
def applies_and_callbacks():
    shows = Source()
    source = shows.source
    view = made(diffable.text_view_new, NULL, shows.write, NULL, NULL)
    ok(diffable.data_source_set_view(source, view, NULL))
    diffable.view_free(view)
    transaction = shows.apply("A: a b | B: c")
    equal(shows.cells, [("a", 0, 0, 0), ("b", 0, 0, 1), ("c", 0, 1, 0)])
    equal(shows.said, ["observed"])
    equal("header A 0" in shows.written and "i a" in shows.written, True)
    equal(diffable.data_source_is_applying(source), False)
    equal(shown(diffable.transaction_initial_snapshot(transaction)), "")
    equal(shown(diffable.transaction_final_snapshot(transaction)), "A: a b | B: c")
    equal(diffable.difference_count(diffable.transaction_difference(transaction), C.DIFFABLE_INSERTED_ITEMS), 3)
    equal(diffable.transaction_animation(transaction), C.DIFFABLE_ANIMATION_AUTOMATIC)
    equal(diffable.transaction_uses_reload_data(shows.observed), False)
    diffable.transaction_free(transaction)
    diffable.transaction_free(shows.observed)
    list = diffable.data_source_new_snapshot(source)
    ok(diffable.snapshot_append_sections(list, at("A"), NULL, 1, NULL))
    caption = new("char[]", b"a tap")
    options = sized("diffable_apply_options", caption=diffable.bytes_string(caption))
    transaction = made(diffable.data_source_apply_using_reload_data, source, list, options)
    equal(text(diffable.transaction_caption(transaction)), "a tap")
    diffable.transaction_free(transaction)
    diffable.snapshot_free(list)
    shows.failure = b"no ink"
    list, error = list_of("A: z"), new("diffable_error **")
    equal(diffable.data_source_apply(source, list, NULL, NULL, error), C.DIFFABLE_ERROR_PROVIDER_FAILED)
    message = b'PROVIDER_FAILED: the cell provider failed for item "z" at section 0, item 0: no ink'
    equal(ffi.string(diffable.error_message(error[0])), message)
    equal(ffi.from_handle(diffable.error_object(error[0])) is shows, True)
    diffable.error_free(error[0])
    diffable.snapshot_free(list)
    equal(diffable.data_source_remove_observer(source, shows.token), True)
    diffable.data_source_free(source)


@scenario
def documents():
    list, other = list_of("A: a b | B: c"), list_of("A: b d")
    document = made(diffable.snapshot_encode, list, new("char[]", b"list"), 4)
    written = diffable.document_bytes(document)
    name = new("diffable_bytes *")
    read = made(diffable.snapshot_decode, written.data, written.size, name)
    equal((shown(read), text(name)), ("A: a b | B: c", "list"))
    version = diffable.snapshot_version(list)
    equal(bytes(version.bytes), bytes(diffable.snapshot_version(read).bytes))
    difference = diffable.difference_new(list, other)
    patch = made(diffable.difference_encode, difference, NULL, 0, True)
    changes = diffable.document_bytes(patch)
    ok(diffable.snapshot_apply_patch(read, changes.data, changes.size, NULL))
    equal(shown(read), "A: b d")
    equal(diffable.snapshot_apply_patch(read, changes.data, changes.size, NULL), C.DIFFABLE_ERROR_WRONG_VERSION)
    equal(diffable.snapshot_apply_patch(read, changes.data, 9, NULL), C.DIFFABLE_ERROR_MALFORMED)
    for each in (document, patch):
        diffable.document_free(each)
    diffable.difference_free(difference)
    for each in (list, other, read):
        diffable.snapshot_free(each)


@scenario
def what_a_data_source_says():
    shows = Source()
    source = shows.source
    diffable.transaction_free(shows.apply("A: a b | B: c"))
    ok(diffable.data_source_set_name(source, new("char[]", b"list"), 4, NULL))
    equal(text(diffable.data_source_name(source)), "list")
    ok(diffable.data_source_set_default_row_animation(source, C.DIFFABLE_ANIMATION_FADE, NULL))
    equal(diffable.data_source_default_row_animation(source), C.DIFFABLE_ANIMATION_FADE)
    diffable.data_source_set_refreshes_headers(source, True)
    equal(diffable.data_source_refreshes_headers(source), True)
    diffable.data_source_set_strict(source, True)
    list = diffable.data_source_snapshot(source)
    equal(shown(list), "A: a b | B: c")
    diffable.snapshot_free(list)
    cell = made(diffable.data_source_cell_at, source, path(0, 1))
    copy = diffable.cell_copy(cell)
    diffable.cell_free(cell)
    fields = range(C.DIFFABLE_CELL_TEXT, C.DIFFABLE_CELL_ACCESSORY + 1)
    equal([text(diffable.cell_text(copy, field)) for field in fields], ["b", "d", "s", "i", "star"])
    equal(
        (diffable.cell_number(copy, C.DIFFABLE_CELL_HEIGHT), diffable.cell_number(copy, C.DIFFABLE_CELL_INDENTATION)),
        (2, 1),
    )
    diffable.cell_free(copy)
    cell = made(diffable.data_source_supplementary_cell, source, new("char[]", b"footer"), 1)
    equal(text(diffable.cell_text(cell, C.DIFFABLE_CELL_TEXT)), "footer B 1")
    diffable.cell_free(cell)
    ok(diffable.data_source_render(source, shows.write, NULL, NULL))
    equal("footer B 1" in shows.written, True)
    diffable.data_source_free(source)


@scenario
def taps_drags_and_histories():
    shows = Source()
    source = shows.source
    diffable.transaction_free(shows.apply("A: a b | B: c"))
    history = diffable.history_new(source, 0)
    shows.said.clear()
    diffable.transaction_free(made(diffable.data_source_toggle_item, source, id("a")))
    equal(shows.said, ["should expand", "will expand", "fill a", "observed"])
    shows.said.clear()
    transaction = made(diffable.data_source_reorder_item, source, path(1, 0), path(0, 0))
    equal(shows.said, ["can reorder", "will reorder", "did reorder", "observed"])
    sections = diffable.section_transactions_new(transaction)
    equal(diffable.section_transactions_count(sections), 2)
    one = sized("diffable_section_transaction")
    ok(diffable.section_transactions_at(sections, 0, one, NULL))
    equal(value(one.section), "B")
    equal(
        (
            diffable.snapshot_number_of_items(one.initial_snapshot, NULL),
            diffable.snapshot_number_of_items(one.final_snapshot, NULL),
        ),
        (1, 0),
    )
    equal(diffable.difference_count(one.difference, C.DIFFABLE_DELETED_ITEMS), 1)
    diffable.section_transactions_free(sections)
    diffable.transaction_free(transaction)
    tree = diffable.section_snapshot_new()
    ok(diffable.history_begin_group(history, new("char[]", b"both"), 4, NULL))
    ok(diffable.data_source_apply_section(source, tree, id("A"), NULL, NULL, NULL))
    ok(diffable.history_end_group(history, NULL))
    caption = new("diffable_bytes *")
    equal((diffable.history_can_undo(history, caption), text(caption)), (True, "both"))
    ok(diffable.history_undo(history, NULL, NULL))
    equal((diffable.history_can_redo(history, caption), text(caption)), (True, "both"))
    ok(diffable.history_redo(history, NULL, NULL))
    diffable.history_clear(history)
    equal(diffable.history_can_undo(history, NULL), False)
    list = diffable.data_source_snapshot(source)
    equal(shown(list), "A: | B:")
    for each in (list, tree):
        diffable.snapshot_free(each)
    diffable.history_free(history)
    diffable.data_source_free(source)


@scenario
def merges():
    def changed(line, text):
        list = list_of(line)
        array, count = ids("a")
        ok(diffable.snapshot_reload_items(list, array, contents(text), count, NULL))
        return list

    base, mine, theirs = changed("A: a b", b"one"), changed("A: a c b", b"two"), changed("A: b a", b"three")
    merged, conflicts = new("diffable_snapshot **"), new("diffable_conflicts **")
    ok(diffable.snapshot_merge(base, mine, theirs, merged, conflicts, NULL))
    equal(shown(merged[0]), "A: c b a")
    equal(diffable.conflicts_count(conflicts[0]), 1)
    one, count = sized("diffable_conflict"), new("size_t *")
    ok(diffable.conflicts_read(conflicts[0], 0, one, 1, count, NULL))
    equal(
        (count[0], value(one.id), one.is_section, one.in_base, one.in_mine, one.in_theirs),
        (1, "a", False, True, True, True),
    )
    equal(ffi.string(diffable.conflict_kind_name(one.kind)), b"changed")
    equal([content(each) for each in (one.base, one.mine, one.theirs)], [b"one", b"two", b"three"])
    diffable.conflicts_free(conflicts[0])
    source = diffable.data_source_new()
    ok(diffable.data_source_apply(source, base, NULL, NULL, NULL))
    taken = diffable.data_source_snapshot(source)
    transaction = new("diffable_transaction **")
    ok(diffable.data_source_apply(source, theirs, NULL, transaction, NULL))
    equal(diffable.transaction_conflicts(transaction[0]), NULL)
    diffable.transaction_free(transaction[0])
    ok(diffable.snapshot_delete_items(taken, *ids("a"), NULL, NULL))
    ok(diffable.data_source_apply_rebased(source, NULL, taken, NULL, transaction, NULL))
    equal(diffable.conflicts_count(diffable.transaction_conflicts(transaction[0])), 1)
    diffable.snapshot_set_base(taken, source, transaction[0])
    diffable.transaction_free(transaction[0])
    for each in (base, mine, theirs, merged[0], taken):
        diffable.snapshot_free(each)
    diffable.data_source_free(source)


@scenario
def publishers_and_followers():
    shows, other = Source(), diffable.data_source_new()
    diffable.transaction_free(shows.apply("A: a b"))
    publisher, follower = diffable.publisher_new(shows.source, 0), diffable.follower_new(other)
    version = new("diffable_list_version *", diffable.follower_version(follower))

    def receive():
        document = made(diffable.publisher_message, publisher, version)
        bytes = diffable.document_bytes(document)
        transaction = made(diffable.follower_receive, follower, bytes.data, bytes.size)
        diffable.document_free(document)
        version[0] = diffable.follower_version(follower)
        line = shown(diffable.transaction_final_snapshot(transaction))
        diffable.transaction_free(transaction)
        return line

    equal(receive(), "A: a b")
    diffable.transaction_free(shows.apply("A: b | B: c"))
    equal(receive(), "A: b | B: c")
    equal(
        ffi.buffer(version.bytes)[:],
        ffi.buffer(new("diffable_list_version *", diffable.publisher_version(publisher)).bytes)[:],
    )
    diffable.publisher_free(publisher)
    diffable.follower_free(follower)
    for each in (shows.source, other):
        diffable.data_source_free(each)


@scenario
def views():
    shows, seen = Source(), []

    @ffi.callback("diffable_prepare_fn")
    def prepare(preparation, data):
        cell = made(diffable.preparation_cell, preparation, path(0, 0))
        header = made(diffable.preparation_supplementary_cell, preparation, new("char[]", b"header"), 0)
        final = diffable.transaction_final_snapshot(diffable.preparation_transaction(preparation))
        seen.append(
            (
                text(diffable.cell_text(cell, C.DIFFABLE_CELL_TEXT)),
                text(diffable.cell_text(header, C.DIFFABLE_CELL_TEXT)),
                shown(final),
            )
        )
        diffable.cell_free(cell)
        diffable.cell_free(header)
        return C.DIFFABLE_OK

    @ffi.callback("diffable_transaction_handler_fn")
    def commit(transaction, data):
        seen.append("committed" if diffable.transaction_data_source(transaction) == shows.source else "of another")
        return C.DIFFABLE_OK

    view = made(diffable.view_new, sized("diffable_view_callbacks", prepare=prepare, commit=commit), NULL, NULL)
    ok(diffable.data_source_set_view(shows.source, view, NULL))
    diffable.transaction_free(shows.apply("A: a"))
    equal(seen, [("a", "header A 0", "A: a"), "committed"])
    diffable.view_free(view)
    stream = made(diffable.ndjson_view_new, NULL, shows.write, NULL, NULL)
    ok(diffable.data_source_set_view(shows.source, stream, NULL))
    diffable.transaction_free(shows.apply("A: a b"))
    equal(shows.written.startswith('{"'), True)
    diffable.view_free(stream)
    for make in (diffable.stdout_text_view_new, diffable.stdout_ndjson_view_new):
        diffable.view_free(made(make, NULL))
    diffable.data_source_free(shows.source)


@scenario
def derived_lists():
    origin = Source()
    diffable.transaction_free(origin.apply("A: a b c | B: d"))

    @ffi.callback("diffable_filter_fn")
    def passes(item, content, passes, data):
        passes[0] = value(item[0]) != "b"
        return C.DIFFABLE_OK

    @ffi.callback("diffable_sort_fn")
    def key(item, content, key, data):
        name = value(item[0]).encode()
        diffable.sort_key_add_integer(key, 1, False)
        diffable.sort_key_add_double(key, 0.5, False)
        diffable.sort_key_add_boolean(key, True, False)
        diffable.sort_key_add_none(key, False)
        diffable.sort_key_add_string(key, new("char[]", name), len(name), True)
        return C.DIFFABLE_OK

    def shown_by(source):
        list = diffable.data_source_snapshot(source)
        line = shown(list)
        diffable.snapshot_free(list)
        return line

    derived = made(diffable.data_source_derive, origin.source, sized("diffable_derivation", filter=passes, sort=key))
    equal(shown_by(derived), "A: c a | B: d")
    ok(diffable.data_source_hold(derived, NULL))
    equal(diffable.data_source_is_held(derived), True)
    diffable.transaction_free(origin.apply("A: a b c e | B: d"))
    pending = sized("diffable_pending_changes")
    ok(diffable.data_source_pending(derived, pending, NULL))
    equal((pending.inserted, pending.deleted, pending.moved), (1, 0, 0))
    ok(diffable.data_source_release(derived, NULL, NULL))
    equal(shown_by(derived), "A: e c a | B: d")
    ok(
        diffable.data_source_set_derivation(
            derived, C.DIFFABLE_DERIVATION_FILTER, sized("diffable_derivation"), NULL, NULL
        )
    )
    equal(shown_by(derived), "A: e c b a | B: d")
    other = diffable.data_source_new()
    both = made(diffable.data_source_concat, new("diffable_data_source *[]", [derived, other]), 2)
    equal(shown_by(both), "A: e c b a | B: d")
    for source in (both, other, derived, origin.source):
        diffable.data_source_free(source)


@scenario
def terminals():
    """Without a terminal: the functions answer, and there is no list on the screen."""
    invalid, event = C.DIFFABLE_ERROR_INVALID_ARGUMENT, sized("diffable_event")
    equal(diffable.terminal_is_available(), False)
    equal(diffable.terminal_new(NULL, NULL, new("diffable_terminal **"), NULL), invalid)
    equal(diffable.terminal_wait(NULL, event, NULL), invalid)
    equal(diffable.terminal_process(NULL, event, NULL), invalid)
    equal(diffable.terminal_descriptor(NULL), -1)
    equal(diffable.terminal_timeout(NULL), -1)
    equal(diffable.terminal_perform(NULL, event, NULL), invalid)
    equal(diffable.terminal_set_status(NULL, NULL, 0, NULL), invalid)
    equal(diffable.terminal_set_title(NULL, NULL, 0, NULL), invalid)
    equal(diffable.terminal_set_preview(NULL, NULL, 0, NULL), invalid)
    equal(diffable.terminal_set_interval(NULL, 10, NULL), invalid)
    equal(diffable.terminal_watch(NULL, 0, NULL), invalid)
    diffable.terminal_free(NULL)
    diffable.motion_enable()
    ok(diffable.motion_settle(NULL))


for each in scenarios:
    each()
assert called == functions, f"never called: {sorted(functions - called)}; unknown: {sorted(called - functions)}"
print(f"binding_cffi.py: {len(called)} functions, {len(scenarios)} scenarios")
