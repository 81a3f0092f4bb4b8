"""The shared library from Python, by ctypes alone: lists are built, compared and applied through the C API."""

import ctypes
import random
import re
import unittest
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_int, c_int64, c_size_t, c_ssize_t, c_void_p

library = ctypes.CDLL("build/lib/libdiffable.so.0")


encoded = {}  # an identifier points to its bytes, which must stay


class Id(Structure):
    """A diffable_id, whose bytes are an address and a size."""

    _fields_ = [("kind", c_int), ("integer", c_int64), ("data", c_void_p), ("size", c_size_t)]

    def __init__(self, value=None):
        if value is None:
            super().__init__()
        elif isinstance(value, int):
            super().__init__(1, value)
        else:
            text = encoded.setdefault(value, value.encode())
            super().__init__(2, 0, ctypes.cast(text, c_void_p), len(text))

    def value(self):
        return (None, self.integer, ctypes.string_at(self.data, self.size).decode() if self.kind == 2 else None)[self.kind]


class Path(Structure):
    _fields_ = [("section", c_ssize_t), ("item", c_ssize_t)]


class Bytes(Structure):
    _fields_ = [("data", c_char_p), ("size", c_size_t)]


class Content(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t), ("object", c_void_p), ("finalize", c_void_p)]

    def bytes(self):
        return ctypes.string_at(self.data, self.size) if self.data else None


class Step(Structure):
    _fields_ = [("struct_size", c_size_t), ("kind", c_int), ("count", c_size_t), ("start", Path), ("to", Path), ("final", Path)]


AT_END_OF_PARENT, CELL_TEXT = 1, 0

CellProvider = CFUNCTYPE(c_int, POINTER(Id), POINTER(Content), POINTER(Path), c_void_p, c_void_p)
Writer = CFUNCTYPE(c_int, c_void_p, c_size_t, c_void_p)

Ids, Error = POINTER(Id), POINTER(c_void_p)
for name, result, *arguments in [
    ("version", c_char_p),
    ("error_message", c_char_p, c_void_p), ("error_identifier", Id, c_void_p), ("error_free", None, c_void_p),
    ("snapshot_new", c_void_p), ("snapshot_free", None, c_void_p), ("snapshot_equal", c_bool, c_void_p, c_void_p),
    ("snapshot_append_sections", c_int, c_void_p, Ids, c_void_p, c_size_t, Error),
    ("snapshot_append_items", c_int, c_void_p, Ids, c_void_p, c_size_t, Ids, Error),
    ("snapshot_item_at", Id, c_void_p, Path),
    ("content_bytes", Content, c_char_p, c_size_t),
    ("snapshot_reload_items", c_int, c_void_p, Ids, POINTER(Content), c_size_t, Error),
    ("snapshot_insert_items", c_int, c_void_p, Ids, c_void_p, c_size_t, c_int, Ids, Error),
    ("snapshot_expand", c_int, c_void_p, Ids, c_size_t, Error),
    ("snapshot_number_of_items", c_ssize_t, c_void_p, c_void_p), ("snapshot_number_of_all_items", c_size_t, c_void_p),
    ("snapshot_children_of_item", c_ssize_t, c_void_p, Id, c_size_t, Ids, c_size_t),
    ("snapshot_copy", c_void_p, c_void_p),
    ("difference_new", c_void_p, c_void_p, c_void_p), ("difference_free", None, c_void_p),
    ("difference_description", c_char_p, c_void_p),
    ("steps_new", c_void_p, c_void_p), ("steps_free", None, c_void_p), ("steps_count", c_size_t, c_void_p),
    ("steps_read", c_int, c_void_p, c_size_t, POINTER(Step), c_size_t, c_void_p, Error),
    ("text_view_new", c_int, c_void_p, Writer, c_void_p, c_void_p, POINTER(c_void_p), Error), ("view_free", None, c_void_p),
    ("cell_set_text", None, c_void_p, c_int, c_char_p, c_size_t),
    ("data_source_new", c_void_p), ("data_source_free", None, c_void_p), ("data_source_snapshot", c_void_p, c_void_p),
    ("data_source_set_view", c_int, c_void_p, c_void_p, Error),
    ("data_source_set_cell_provider", None, c_void_p, CellProvider, c_void_p, c_void_p),
    ("data_source_apply", c_int, c_void_p, c_void_p, c_void_p, c_void_p, Error),
]:
    function = getattr(library, "diffable_" + name)
    function.restype, function.argtypes = result, arguments
    globals()[name] = function


def snapshot(items):
    """One section with these items. To be freed."""
    made = snapshot_new()
    assert snapshot_append_sections(made, Id("list"), None, 1, None) == 0
    assert snapshot_append_items(made, (Id * len(items))(*map(Id, items)), None, len(items), None, None) == 0
    return made


def replay(old, new, difference):
    """The steps of a difference, taken on a Python list; what is inserted is read in the new snapshot."""
    result, steps = list(old), steps_new(difference)
    for index in range(steps_count(steps)):
        step = Step(ctypes.sizeof(Step))
        assert steps_read(steps, index, step, 1, None, None) == 0
        if step.kind in (4, 6):  # items are deleted, moved
            taken = result[step.start.item:step.start.item + step.count]
            del result[step.start.item:step.start.item + step.count]
        if step.kind == 5:  # inserted
            taken = [snapshot_item_at(new, Path(0, step.final.item + offset)).value() for offset in range(step.count)]
        if step.kind in (5, 6):
            result[step.to.item:step.to.item] = taken
    steps_free(steps)
    return result


class DiffableTest(unittest.TestCase):
    def test_version(self):
        with open("include/diffable.h", encoding="ascii") as header:
            self.assertEqual(version().decode(), re.search(r'DIFFABLE_VERSION "(.*)"', header.read())[1])

    def test_differences_replay(self):
        chance = random.Random(1)
        words = ["", "fare", "Zahlung", "\u652f\u6255", *range(-5, 20)]
        for _ in range(200):
            old, new = (chance.sample(words, chance.randrange(len(words))) for _ in range(2))
            snapshots = snapshot(old), snapshot(new)
            difference = difference_new(*snapshots)
            self.assertEqual(replay(old, snapshots[1], difference), new)
            difference_free(difference)
            for each in snapshots:
                snapshot_free(each)

    def test_trees(self):
        collapsed, children = snapshot(["docs", "src"]), (Id * 3)()
        self.assertEqual(snapshot_insert_items(collapsed, (Id * 2)(Id("guide"), Id(7)), None, 2, AT_END_OF_PARENT, Id("docs"), None), 0)
        self.assertEqual((snapshot_number_of_items(collapsed, None), snapshot_number_of_all_items(collapsed)), (2, 4))
        self.assertEqual(snapshot_children_of_item(collapsed, Id("docs"), 0, children, 3), 2)
        self.assertEqual([children[index].value() for index in range(2)], ["guide", 7])
        expanded = snapshot_copy(collapsed)
        self.assertEqual(snapshot_expand(expanded, Id("docs"), 1, None), 0)
        difference = difference_new(collapsed, expanded)
        self.assertEqual(replay(["docs", "src"], expanded, difference), ["docs", "guide", 7, "src"])
        difference_free(difference)
        for each in (collapsed, expanded):
            snapshot_free(each)

    def test_apply_asks_and_shows(self):
        asked, written = [], []

        @CellProvider
        def provide(item, content, path, cell, _user_data):
            asked.append((item[0].value(), content[0].bytes(), path[0].item))
            text = b"Fare" if item[0].value() == "fare" else b"Total"
            cell_set_text(cell, CELL_TEXT, text, len(text))
            return 0

        @Writer
        def write(data, size, _user_data):
            written.append(ctypes.string_at(data, size).decode())
            return 0

        source, view = data_source_new(), c_void_p()
        self.assertEqual(text_view_new(None, write, None, None, byref(view), None), 0)
        self.assertEqual(data_source_set_view(source, view, None), 0)
        view_free(view)
        data_source_set_cell_provider(source, provide, None, None)
        wanted = snapshot(["fare", 2])
        self.assertEqual(snapshot_reload_items(wanted, Id("fare"), content_bytes(b"30.00", 5), 1, None), 0)
        self.assertEqual(data_source_apply(source, wanted, None, None, None), 0)
        current = data_source_snapshot(source)
        self.assertTrue(snapshot_equal(current, wanted))
        self.assertEqual(asked, [("fare", b"30.00", 0), (2, None, 1)])
        self.assertEqual(written, ["+    Fare\n+    Total\n=  1 section inserted; 2 items inserted (automatic)\n"])
        for each in (current, wanted):
            snapshot_free(each)
        data_source_free(source)

    def test_errors_name_the_culprit(self):
        made, error = snapshot(["fare"]), c_void_p()
        self.assertEqual(snapshot_append_items(made, (Id * 2)(Id("tax"), Id("fare")), None, 2, None, byref(error)), -2)
        self.assertEqual(error_message(error).decode(),
                         'DUPLICATE_IDENTIFIER: append_items: item "fare" is already at section "list", item 0')
        self.assertEqual(error_identifier(error).value(), "fare")
        self.assertIsNone(snapshot_item_at(made, Path(0, 1)).value())
        error_free(error)
        snapshot_free(made)


if __name__ == "__main__":
    unittest.main()
