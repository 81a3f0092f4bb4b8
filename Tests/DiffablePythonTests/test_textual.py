"""The list for Textual, driven by Textual's pilot."""

import asyncio
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("textual", reason="Textual is not installed; .ci/setup python installs it")
from textual.app import App
from textual.widgets import DataTable

from diffable import DataSource, Snapshot, UnknownIdentifierError
from diffable.textual import DiffableList

# In Python 3.9, apps are made for the loop that is set.
LOOP = asyncio.new_event_loop()
asyncio.set_event_loop(LOOP)


def fare(id, price=0):
    return {"id": id, "title": f"Line {id}", "price": str(price)}


def new_source(*items, **options):
    options.setdefault("cell", lambda item: {"text": item["title"], "detail": item["price"]})
    source = DataSource(**options)
    source.apply(Snapshot({"fares": [fare(id) for id in items]}))
    return source


class Host(App):
    """An app with one list, which keeps the messages of the list."""

    def __init__(self, source, **options):
        super().__init__()
        self.list, self.told = DiffableList(source, **options), []

    def compose(self):
        yield self.list

    def on_diffable_list_highlighted(self, message):
        self.told.append(("highlighted", message.id))

    def on_diffable_list_chosen(self, message):
        self.told.append(("chosen", message.id))

    def on_diffable_list_selection_changed(self, message):
        self.told.append(("selection", sorted(message.selection)))


def drive(app, test, size=(40, 10)):
    """Runs a test, which is a coroutine that is given a pilot."""

    async def run():
        async with app.run_test(size=size) as pilot:
            await test(pilot)

    LOOP.run_until_complete(run())


def lines(list):
    """What the list shows, without blanks at the ends of lines and without empty lines."""
    shown = [list.render_line(y).text.rstrip() for y in range(list.size.height)]
    return [line for line in shown if line]


def titles(list):
    return [int(line.split()[1]) for line in lines(list)]


def test_rows_headers_and_footers():
    source = DataSource(
        lambda item: item["cell"], header=lambda section: section["title"], footer=lambda section: section.get("footer")
    )
    cells = [
        {"text": "Bus", "detail": "2.50", "image": "*"},
        {"text": "Train", "accessory": "checkmark", "indentation": 1},
        {"text": "Ferry", "secondary_text": "from 6 to 22", "accessory": "new"},
        "Two\nlines\x1b[31m",
    ]
    items = [{"id": id, "cell": cell} for id, cell in enumerate(cells)]
    source.apply(
        Snapshot(
            [
                {"id": "a", "title": "Fares", "items": items[:3]},
                {"id": "b", "title": "More", "footer": "The end", "items": items[3:]},
            ]
        )
    )

    async def test(pilot):
        assert lines(app.list) == [
            "Fares",
            "* Bus                               2.50",
            "  Train                                ✓",
            "Ferry  from 6 to 22                  new",
            "More",
            "Two lines [31m",
            "The end",
        ]
        app.list.styles.width = 12
        await pilot.pause()
        assert lines(app.list)[1:4] == ["* Bus   2.50", "  Train    ✓", "Ferry  f new"]

    app = Host(source)
    drive(app, test)


def test_rows_of_two_lines():
    source = DataSource(
        lambda item: {"text": f"Line {item}", "secondary_text": "below" if item in range(1, 20, 2) else None},
        header=lambda section: section,
    )
    source.apply(Snapshot({"list": list(range(20))}))

    async def test(pilot):
        assert [app.list.render_line(y).text.rstrip() for y in range(5)] == ["list", "Line 0", "", "Line 1", "below"]
        app.list.cursor = 9
        await pilot.pause()
        assert app.list.scroll_offset.y == 1 + 10 * 2 - 10 and lines(app.list)[-2:] == ["Line 9", "below"]
        await pilot.click(app.list, offset=(3, 7))
        assert app.list.cursor == 8
        await pilot.press("home")
        await pilot.pause()
        assert lines(app.list)[:2] == ["list", "Line 0"]
        app.list.scroll_to(y=4, animate=False)  # The first line in sight is the second one of its row.
        assert lines(app.list)[:2] == ["below", "Line 2"]
        with source.edit() as snapshot:
            snapshot.insert_items_after(["between"], 1)
        await pilot.pause()
        assert lines(app.list)[:3] == ["below", "Line between", "Line 2"]

    app = Host(source, row_height=2)
    drive(app, test)


def test_keys():
    async def test(pilot):
        await pilot.press("down", "down", "enter", "end", "up", "home", "pagedown")
        assert app.told == [
            ("highlighted", 0),
            ("highlighted", 1),
            ("chosen", 1),
            ("highlighted", 29),
            ("highlighted", 28),
            ("highlighted", 0),
            ("highlighted", 9),
        ]
        await pilot.press("space")
        assert app.list.selection == frozenset()

    app = Host(new_source(*range(30)))
    drive(app, test)


def test_the_mouse():
    async def test(pilot):
        app.list.scroll_to(y=5, animate=False)
        await pilot.click(app.list, offset=(3, 2))
        assert app.list.cursor == 7 and app.told == [("highlighted", 7), ("chosen", 7)]
        app.list.source.apply(Snapshot({"fares": [fare(1)]}))
        await pilot.click(app.list, offset=(3, 2))
        assert app.list.cursor == 1 and len(app.told) == 3

    app = Host(new_source(*range(30)))
    drive(app, test)


def test_the_cursor_stays_with_its_item():
    source = new_source(1, 2, 3, 4)

    async def test(pilot):
        app.list.cursor = 3
        with source.edit() as snapshot:
            snapshot.move_item_before(3, 1)
        assert app.list.cursor == 3 and titles(app.list) == [3, 1, 2, 4]
        with source.edit() as snapshot:
            snapshot.rename_item(3, fare(9))
        assert app.list.cursor == 9 and titles(app.list) == [9, 1, 2, 4]
        with source.edit() as snapshot:
            snapshot.delete_items([9, 1])
        assert app.list.cursor == 2
        with source.edit() as snapshot:
            snapshot.append_items([fare(5)])
            snapshot.move_item_after(2, 5)
        assert app.list.cursor == 2
        with source.edit() as snapshot:
            snapshot.delete_items([2])
        assert app.list.cursor == 5
        await pilot.pause()
        assert app.told == [("highlighted", 3), ("highlighted", 2), ("highlighted", 5)]
        with source.edit() as snapshot:
            snapshot.append_items([fare(id) for id in range(10, 15)])
        app.list.cursor = 12
        with source.edit() as snapshot:
            snapshot.delete_items([12])
        assert app.list.cursor == 13
        source.apply(Snapshot())
        assert app.list.cursor is None and lines(app.list) == []

    app = Host(source)
    drive(app, test)


def test_the_selection_stays_with_its_items():
    source = new_source(1, 2, 3, 4)

    async def test(pilot):
        app.list.cursor = 2
        await pilot.press("space", "down", "space")
        assert app.list.selection == {2, 3} and lines(app.list)[1].startswith("● Line 2")
        with source.edit() as snapshot:
            snapshot.move_item_before(3, 1)
            snapshot.rename_item(2, fare(9))
        await pilot.pause()
        assert app.list.selection == {9, 3} and len(app.told) == 4
        with source.edit() as snapshot:
            snapshot.delete_items([9])
        await pilot.pause()
        assert app.list.selection == {3} and app.told[-1] == ("selection", [3])
        with pytest.raises(UnknownIdentifierError):
            app.list.selection = {3, 9}
        app.list.selection = [1, 4]
        await pilot.press("space")
        assert app.list.selection == {1, 3, 4}

    app = Host(source, selectable=True)
    drive(app, test)


def test_the_first_row_in_sight_stays_where_it_is():
    source = new_source(*range(100))

    async def test(pilot):
        app.list.scroll_to(y=50, animate=False)
        with source.edit() as snapshot:
            snapshot.prepend_items([fare(id) for id in range(200, 220)])
        await pilot.pause()
        assert app.list.scroll_offset.y == 70 and titles(app.list) == list(range(50, 60))
        with source.edit() as snapshot:  # The row that moves away does not take the others along.
            snapshot.move_item_before(50, 200)
            snapshot.delete_items([51, 0, 1, 2])
        await pilot.pause()
        assert titles(app.list) == [48, 49, 52, 53, 54, 55, 56, 57, 58, 59]
        with source.edit() as snapshot:  # A row that is renamed is the same row.
            snapshot.rename_item(48, fare(500))
            snapshot.insert_items_after([fare(501)], 500)
        await pilot.pause()
        assert titles(app.list)[:4] == [500, 501, 49, 52]
        source.apply(Snapshot({"fares": [fare(id) for id in range(20)]}))
        await pilot.pause()
        assert titles(app.list) == list(range(10, 20))
        app.list.scroll_to(y=0, animate=False)
        with source.edit() as snapshot:
            snapshot.prepend_items([fare(300)])
        await pilot.pause()
        assert app.list.scroll_offset.y == 0 and titles(app.list)[:2] == [300, 0]

    app = Host(source)
    drive(app, test)


def test_only_cells_in_sight_are_made():
    made = []

    def cell(item):
        made.append(item["id"])
        return {"text": item["title"], "detail": item["price"]}

    source = new_source(*range(10000), cell=cell)

    async def test(pilot):
        assert sorted(made) == list(range(10))
        made.clear()
        with source.edit() as snapshot:
            snapshot.update_items([fare(3, 7), fare(5000, 7)])
            snapshot.move_item_before(4, 2)
            snapshot.append_items([fare(10001)])
        await pilot.pause()
        assert made == [3] and "7" in lines(app.list)[4]
        made.clear()
        app.list.cursor = 5000
        await pilot.pause()
        assert sorted(made) == list(range(4991, 5001)) and lines(app.list)[-1].endswith("7")
        made.clear()
        source.apply_using_reload_data(source.snapshot())
        assert sorted(made) == list(range(4991, 5001))

    app = Host(source)
    drive(app, test)


def test_an_apply_that_fails_changes_nothing():
    source = new_source(1, 2)

    async def test(pilot):
        app.list.cursor = 2
        with pytest.raises(KeyError):
            source.apply(Snapshot({"fares": [{"id": 3}]}))
        await pilot.pause()
        assert titles(app.list) == [1, 2] and app.list.cursor == 2 and app.list.virtual_size.height == 2
        source.apply(Snapshot({"fares": [fare(id) for id in range(100)]}))
        app.list.cursor = 99
        with pytest.raises(KeyError):  # The end of a shorter list comes into sight.
            source.apply(Snapshot({"fares": [*(fare(id) for id in range(200, 220)), {"id": 3}]}))
        assert app.list.cursor == 99 and titles(app.list)[-1] == 99

    app = Host(source)
    drive(app, test)


def test_a_provider_that_raises_while_the_user_scrolls():
    source = new_source(*range(50))
    source.cell = lambda item: {"text": item["title"]} if item["id"] < 40 else 1 / 0

    async def test(pilot):
        await pilot.press("end")
        await pilot.pause()

    with pytest.raises(ZeroDivisionError):
        drive(Host(source), test)


def test_headers_are_kept_and_refreshed():
    told = []

    def header(section):
        told.append(section["id"])
        return f"{section['title']} {len(source)}"

    source = DataSource(lambda item: "row", header=header)
    source.apply(Snapshot([{"id": "a", "title": "A", "items": [1]}, {"id": "b", "title": "B"}]))

    async def test(pilot):
        assert lines(app.list) == ["A 1", "row", "B 1"]
        told.clear()
        with source.edit() as snapshot:
            snapshot.append_items([2], "b")
        assert told == [] and lines(app.list) == ["A 1", "row", "B 1", "row"]
        with source.edit() as snapshot:
            snapshot.update_sections({"id": "b", "title": "C"})
            snapshot.move_section_before("b", "a")
        assert told == ["b"] and lines(app.list) == ["C 2", "row", "A 1", "row"]
        source.refreshes_headers = True
        with source.edit() as snapshot:
            snapshot.append_items([3], "a")
        assert lines(app.list) == ["C 3", "row", "A 3", "row", "row"]

    app = Host(source)
    drive(app, test)


def test_trees():
    source = DataSource(lambda item: item if isinstance(item, str) else item["id"])
    source.apply(Snapshot({"files": [{"id": "docs", "children": ["guide", "python"]}, "readme"]}))

    async def test(pilot):
        assert lines(app.list) == ["▸ docs", "readme"]
        await pilot.press("down", "right")
        assert lines(app.list) == ["▾ docs", "  guide", "  python", "readme"]
        app.list.cursor = "python"
        app.list.selection = ["guide"]
        await pilot.press("left")
        assert app.list.cursor == "docs"
        await pilot.press("right")
        assert len(lines(app.list)) == 4
        await pilot.click(app.list, offset=(0, 0))
        assert lines(app.list) == ["▸ docs", "readme"] and app.list.selection == {"guide"}
        with pytest.raises(UnknownIdentifierError, match="hidden"):
            app.list.cursor = "guide"
        assert app.list.cursor == "docs" and not any(each[0] == "chosen" for each in app.told)
        await pilot.click(app.list, offset=(4, 0))
        assert lines(app.list) == ["▸ docs", "readme"] and app.told[-1] == ("chosen", "docs")
        app.list.cursor = "readme"
        await pilot.press("right", "left")
        assert app.list.cursor == "readme"

    app = Host(source)
    drive(app, test)


def test_a_parent_may_be_0():
    source = DataSource(lambda item: "row")
    source.apply(Snapshot({"list": [{"id": 0, "expanded": True, "children": [1]}]}))

    async def test(pilot):
        app.list.cursor = 1
        await pilot.press("left")
        assert app.list.cursor == 0

    app = Host(source)
    drive(app, test)


def test_identifiers_that_look_alike():
    source = DataSource(lambda item: repr(item))
    source.apply(Snapshot({"list": ["3", 4, 5]}))

    async def test(pilot):
        app.list.cursor = "3"
        source.apply(Snapshot({"list": [5, 4, 3]}))
        assert app.list.cursor == 4 and lines(app.list) == ["5", "4", "3"]

    app = Host(source)
    drive(app, test)


def test_the_list_is_the_view_while_it_is_mounted():
    source = new_source(1, 2)

    async def test(pilot):
        assert source.view is app.list
        source.view = other = type("Other", (), {"commit": lambda self, transaction: None})()
        source.apply(Snapshot({"fares": [fare(5), fare(6)]}))
        source.view = app.list
        await pilot.pause()
        assert titles(app.list) == [5, 6]
        await app.list.remove()
        assert source.view is None
        source.apply(Snapshot({"fares": [fare(7)]}))
        await app.mount(DiffableList(source))
        source.view = other
        await app.query_one(DiffableList).remove()
        assert source.view is other
        source.view = None
        await app.mount(DiffableList(source))
        await pilot.pause()
        assert titles(app.query_one(DiffableList)) == [7]
        source.close()
        await app.query_one(DiffableList).remove()

    app = Host(source)
    drive(app, test)


def test_a_filtered_list():
    source = new_source(*range(100))
    odd = source.derive(cell=lambda item: item["title"], filter=lambda item: item["id"] % 2 == 1)

    async def test(pilot):
        app.list.cursor = 31
        odd.set(filter=lambda item: item["id"] % 10 == 1)
        await pilot.pause()
        assert app.list.cursor == 31 and titles(app.list) == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91]
        odd.set(sort=["-title"])
        await pilot.pause()
        assert app.list.cursor == 31 and titles(app.list)[0] == 91

    app = Host(odd)
    drive(app, test)


def test_wrong_arguments():
    with pytest.raises(Exception, match="row_height"):
        DiffableList(new_source(1), row_height=0)

    async def test(pilot):
        with pytest.raises(UnknownIdentifierError):
            app.list.cursor = 5
        with pytest.raises(UnknownIdentifierError):
            app.list.scroll_to_item("1")

    app = Host(new_source(1))
    drive(app, test)


@pytest.mark.parametrize("seed", range(4))
def test_random_lists(seed):
    """After each of 60 random applies the lines, the cursor, the selection and the first row in sight are compared
    with what they should be."""
    chance = random.Random(seed)

    def new_list():
        ids = chance.sample(range(60), chance.randrange(60))
        cuts = sorted(chance.randrange(len(ids) + 1) for _ in range(3))
        parts = [ids[start:end] for start, end in zip([0, *cuts], [*cuts, len(ids)])]
        names = chance.sample("abcdef", 4)
        return [
            {"id": name, "items": [fare(id, chance.randrange(3)) for id in part]} for name, part in zip(names, parts)
        ]

    has_header = {"a", "c", "e"}
    source = DataSource(
        lambda item: f"{item['id']} {item['price']}",
        header=lambda section: section["id"] if section["id"] in has_header else None,
    )
    source.apply(Snapshot(new_list()))

    async def test(pilot):
        for _ in range(60):
            list, old = app.list, source.snapshot()
            if len(old) > 0:
                list.cursor = chance.choice(old.item_identifiers())
                list.selection = chance.sample(old.item_identifiers(), chance.randrange(len(old)))
            list.scroll_to(y=chance.randrange(list.max_scroll_y + 1), animate=False)
            top, cursor, selection = list.scroll_offset.y, list.cursor, list.selection
            before = [each for each, _ in list._rows.rows(top, 8)]
            screen = {each: y for y in reversed(range(8)) for each in [identifier_at(list, y)] if each is not None}

            snapshot = Snapshot(new_list())
            transaction = source.apply(snapshot)
            await pilot.pause()
            expected = []
            for section, rows in snapshot.sections.items():
                expected += ([section] if section in has_header else []) + [
                    f"{row['id']} {row['price']}" for row in rows
                ]
            assert lines(list) == expected[list.scroll_offset.y : list.scroll_offset.y + 8]
            assert list.virtual_size.height == len(expected)
            assert list.selection == {id for id in selection if id in snapshot}
            assert (
                list.cursor == cursor
                if cursor in snapshot
                else (list.cursor is None) == (len(snapshot) == 0 or not set(old) & set(snapshot))
            )
            moved = {change.id for change in transaction.difference.moved_items}
            stayed = [id for id in before if id in snapshot and id not in moved]
            if top == 0:
                assert list.scroll_offset.y == 0
            elif stayed and 0 < list.scroll_offset.y < list.max_scroll_y:
                assert identifier_at(list, screen[stayed[0]]) == stayed[0]

    def identifier_at(list, y):
        text = list.render_line(y).text.strip()
        return int(text.split()[0]) if text and text not in has_header else None

    app = Host(source)
    drive(app, test, size=(20, 8))


def test_the_example_of_the_page():
    (block,) = re.findall("^```python\n(.*?)^```", Path("docs/python.md").read_text(), re.M | re.S)
    names = {"__name__": "page"}
    exec(block, names)

    async def test(pilot):
        await pilot.press("u", "down", "enter")
        await pilot.pause()
        assert lines(app.query_one(DiffableList)) == [
            "Train                               7.00",
            "Bus                                 2.75",
        ]
        assert [each.message for each in app._notifications] == ["Train was chosen"]

    app = names["Fares"]()
    drive(app, test)


def test_the_message_without_textual():
    program = "import sys; sys.modules['textual'] = None; import diffable; import diffable.textual"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr.endswith("ImportError: diffable.textual needs Textual: pip install diffable[textual]\n")


def test_beside_a_table_that_is_refilled():
    """A DataTable that is cleared and filled again begins at its first row; the list stays where it was. Both show
    the same rows."""
    source = new_source(*range(10000), cell=lambda item: item["title"])

    class Both(App):
        def compose(self):
            yield DataTable()
            yield DiffableList(source)

    async def test(pilot):
        table, list = app.query_one(DataTable), app.query_one(DiffableList)
        table.styles.height = list.styles.height = "50%"
        table.show_header = False
        await pilot.pause()

        def fill():
            table.clear()
            table.add_rows([[item["title"]] for item in source.snapshot().rows])

        table.add_column("title")
        fill()
        table.move_cursor(row=5000)
        list.cursor = 5000
        await pilot.pause()
        with source.edit() as snapshot:
            snapshot.delete_items(list_of_deleted)
            snapshot.insert_items_before([fare(20000 + each) for each in range(50)], 100)
        fill()
        await pilot.pause()
        shown = titles(list)
        assert list.cursor == 5000 and 5000 in shown and list.virtual_size.height == table.row_count == 10000
        assert (table.cursor_row, table.scroll_offset.y) == (0, 0)
        table.move_cursor(row=source.snapshot().index_of_item(5000))
        await pilot.pause()
        assert table.get_row_at(table.cursor_row) == ["Line 5000"]

    list_of_deleted = range(1000, 1050)
    app = Both()
    drive(app, test, size=(40, 20))
