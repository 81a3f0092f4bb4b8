"""A list of lists that follows a data source, by ctypes alone: a Python function carries out the steps of each
transaction.

Random lists are applied, and after each the lists must show what the data source shows: sections, rows and contents.

    adapter.py [applies]
"""

import ctypes
import random
import sys
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_int32,
    c_int64,
    c_size_t,
    c_ssize_t,
    c_uint64,
    c_void_p,
)

# The library.


class Id(Structure):
    """A diffable_id, whose bytes are an address and a size."""

    _fields_ = [("kind", c_int32), ("integer", c_int64), ("data", c_void_p), ("size", c_size_t)]

    def text(self):
        return ctypes.string_at(self.data, self.size).decode() if self.kind == 2 else None


class Content(Structure):
    """A diffable_content. Here it is always a number, so there is no object and nothing to finalize."""

    _fields_ = [("data", c_void_p), ("size", c_size_t), ("object", c_void_p), ("finalize", c_void_p)]


class Path(Structure):
    _fields_ = [("section", c_ssize_t), ("item", c_ssize_t)]


class Step(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("count", c_size_t),
        ("start", Path),
        ("to", Path),
        ("final", Path),
    ]


Handler = CFUNCTYPE(c_int32, c_void_p, c_size_t, POINTER(Step), c_void_p)
Ids, Contents, Error = POINTER(Id), POINTER(Content), POINTER(c_void_p)


class Handlers(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        *[(name, Handler) for name in ("on_insert", "on_delete", "on_move", "on_update")],
    ]


library = ctypes.CDLL("libdiffable.so.0")
for name, result, *arguments in [
    ("error_message", c_char_p, c_void_p),
    ("callback_failed", c_int32, c_char_p, c_size_t, c_void_p, c_void_p),
    ("content_from_revision", Content, POINTER(c_uint64)),
    ("content_revision", c_uint64, Content),
    ("snapshot_new", c_void_p),
    ("snapshot_free", None, c_void_p),
    ("snapshot_append_sections", c_int32, c_void_p, Ids, Contents, c_size_t, Error),
    ("snapshot_append_strings", c_int32, c_void_p, c_char_p, POINTER(c_size_t), Contents, c_size_t, Ids, Error),
    ("snapshot_delete_items", c_int32, c_void_p, Ids, c_size_t, c_void_p, Error),
    ("snapshot_delete_sections", c_int32, c_void_p, Ids, c_size_t, c_void_p, Error),
    ("snapshot_move_item_before", c_int32, c_void_p, Id, Id, Error),
    ("snapshot_move_section_after", c_int32, c_void_p, Id, Id, Error),
    ("snapshot_reload_items", c_int32, c_void_p, Ids, Contents, c_size_t, Error),
    ("snapshot_reconfigure_items", c_int32, c_void_p, Ids, Contents, c_size_t, Error),
    ("snapshot_reload_sections", c_int32, c_void_p, Ids, Contents, c_size_t, Error),
    ("snapshot_number_of_sections", c_size_t, c_void_p),
    ("snapshot_section_at", Id, c_void_p, c_size_t),
    ("snapshot_item_at", Id, c_void_p, Path),
    ("snapshot_section_content", Content, c_void_p, Id),
    ("snapshot_item_content", Content, c_void_p, Id),
    ("data_source_new", c_void_p),
    ("data_source_free", None, c_void_p),
    ("data_source_snapshot", c_void_p, c_void_p),
    ("data_source_apply", c_int32, c_void_p, c_void_p, c_void_p, POINTER(c_void_p), Error),
    ("transaction_free", None, c_void_p),
    ("transaction_difference", c_void_p, c_void_p),
    ("steps_new", c_void_p, c_void_p),
    ("steps_free", None, c_void_p),
    ("step_identifier", Id, c_void_p, c_size_t, c_size_t),
    ("steps_replay", c_int32, c_void_p, POINTER(Handlers), c_void_p, Error),
]:
    function = getattr(library, "diffable_" + name)
    function.restype, function.argtypes = result, arguments
    globals()[name] = function

DELETE_SECTIONS, INSERT_SECTIONS, MOVE_SECTIONS, UPDATE_SECTIONS, DELETE_ITEMS, INSERT_ITEMS, MOVE_ITEMS = range(7)

encoded = {}


def identifier(text):
    """An Id that points to the bytes of a string. The bytes are kept for as long as the program runs."""
    data = encoded.setdefault(text, text.encode())
    return Id(2, 0, ctypes.cast(data, c_void_p), len(data))


def check(status, error):
    if status != 0:
        raise RuntimeError(error_message(error).decode())


# The data of the program: a version of each section and item, which counts up when the content changes.

sections, items = [f"section {number}" for number in range(8)], [f"item {number}" for number in range(40)]
versions = dict.fromkeys(sections + items, 0)


def content(name, version):
    return f"{name} in version {version}"


# The table.


class Row:
    def __init__(self, name):
        self.name, self.content = name, content(name, versions[name])
        self.rows = []  # of a section


class Table:
    """Sections with rows. Deleted sections take their rows along, inserted ones have none yet, and moved ones keep
    theirs."""

    def __init__(self):
        self.sections, self.kinds = [], set()
        handler = Handler(self.carry_out)
        self.handlers = Handlers(ctypes.sizeof(Handlers), handler, handler, handler, handler)

    def follow(self, transaction):
        steps, error = steps_new(transaction_difference(transaction)), c_void_p()
        check(steps_replay(steps, byref(self.handlers), None, byref(error)), error)
        steps_free(steps)

    def carry_out(self, steps, index, step, _user_data):
        """Is called from C, where an exception would be lost: its words reach the error of the replay."""
        try:
            self.perform(step[0], [step_identifier(steps, index, element).text() for element in range(step[0].count)])
        except Exception as failure:
            words = repr(failure).encode()
            return callback_failed(words, len(words), None, None)
        return 0

    def perform(self, step, names):
        self.kinds.add(step.kind)
        if step.start.section < 0:
            moved = [Row(name) for name in names]
        else:
            rows, first = self.place(step.kind, step.start)
            changed = rows[first : first + step.count]
            if [row.name for row in changed] != names:
                raise ValueError("a step names other rows than those where it is")
            if step.kind in (DELETE_SECTIONS, MOVE_SECTIONS, DELETE_ITEMS, MOVE_ITEMS):
                moved = changed
                del rows[first : first + step.count]
            else:
                for row in changed:
                    row.content = content(row.name, versions[row.name])
        if step.to.section >= 0:
            rows, first = self.place(step.kind, step.to)
            rows[first:first] = moved

    def place(self, kind, path):
        return (
            (self.sections, path.section) if kind <= UPDATE_SECTIONS else (self.sections[path.section].rows, path.item)
        )

    def shown(self):
        return [
            (section.name, section.content, [(row.name, row.content) for row in section.rows])
            for section in self.sections
        ]


# The test.


def shown(source):
    """What the data source shows."""
    result, current = [], data_source_snapshot(source)
    for section in range(snapshot_number_of_sections(current)):
        name, rows = snapshot_section_at(current, section), []
        while (item := snapshot_item_at(current, Path(section, len(rows)))).kind:
            rows.append((item.text(), content(item.text(), content_revision(snapshot_item_content(current, item)))))
        result.append(
            (name.text(), content(name.text(), content_revision(snapshot_section_content(current, name))), rows)
        )
    snapshot_free(current)
    return result


def append(snapshot, names, section):
    """Items as one block: their names one after the other, and where each ends."""
    block, ends = b"", []
    for name in names:
        block += name.encode()
        ends.append(len(block))
    numbers = [c_uint64(versions[name]) for name in names]
    contents = (Content * len(names))(*map(content_from_revision, numbers))
    return snapshot_append_strings(
        snapshot, block, (c_size_t * len(ends))(*ends), contents, len(names), identifier(section), None
    )


def any_list(chance):
    """A list that is described anew. The library finds what has another version than before by its content."""
    snapshot, rest = snapshot_new(), chance.sample(items, len(items))
    for section in chance.sample(sections, chance.randrange(len(sections) + 1)):
        rows = [rest.pop() for _ in range(min(chance.randrange(12), len(rest)))]
        for name in (section, *rows):
            versions[name] += chance.randrange(4) == 0
        number = c_uint64(versions[section])
        assert snapshot_append_sections(snapshot, identifier(section), content_from_revision(number), 1, None) == 0
        assert append(snapshot, rows, section) == 0
    return snapshot


def edited_list(chance, source):
    """The current list with some edits. One that is impossible, since what it names is absent or there already, changes
    nothing."""
    snapshot = data_source_snapshot(source)
    for _ in range(chance.randrange(1, 6)):
        item, anchor, section, other = (
            chance.choice(items),
            chance.choice(items),
            chance.choice(sections),
            chance.choice(sections),
        )
        snapshot_move_item_before(snapshot, identifier(item), identifier(anchor), None)
        append(snapshot, [chance.choice(items)], section)
        snapshot_delete_items(snapshot, identifier(anchor), chance.randrange(2), None, None)
        if chance.randrange(4) == 0:
            snapshot_move_section_after(snapshot, identifier(section), identifier(other), None)
            number = c_uint64(versions[section])
            snapshot_append_sections(snapshot, identifier(section), content_from_revision(number), 1, None)
        if chance.randrange(8) == 0:
            snapshot_delete_sections(snapshot, identifier(other), 1, None, None)
        for name, mark in (
            (section, snapshot_reload_sections),
            (item, chance.choice([snapshot_reload_items, snapshot_reconfigure_items])),
        ):
            number = c_uint64(versions[name] + 1)
            if mark(snapshot, identifier(name), content_from_revision(number), 1, None) == 0:
                versions[name] += 1
    return snapshot


def main(applies):
    chance, source, table = random.Random(42), data_source_new(), Table()
    for _ in range(applies):
        snapshot = any_list(chance) if chance.randrange(4) == 0 else edited_list(chance, source)
        transaction, error = c_void_p(), c_void_p()
        check(data_source_apply(source, snapshot, None, byref(transaction), byref(error)), error)
        table.follow(transaction)
        assert table.shown() == shown(source), "the table shows something else than the data source"
        transaction_free(transaction)
        snapshot_free(snapshot)
    data_source_free(source)
    assert table.kinds == set(range(9)), "a kind of step never came"
    print(f"adapter.py: {applies} applies")


main(int(sys.argv[1]) if len(sys.argv) > 1 else 10000)
