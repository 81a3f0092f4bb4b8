"""The list for Textual beside a DataTable that is cleared and filled again: 10,000 rows, and 100 changes at a time.

    PYTHONPATH=build/python build/textual/bin/python Benchmarks/textual_list.py

Prints medians of the time of the processor until the new rows are on the screen.
"""

import asyncio
import random
import statistics
import time

from textual.app import App
from textual.widgets import DataTable

from diffable import DataSource, Snapshot
from diffable.textual import DiffableList

ROWS, CHANGES, TIMES = 10_000, 100, 20


class Screen(App):
    def __init__(self, widget):
        super().__init__()
        self.widget = widget

    def compose(self):
        yield self.widget


def item(id, price):
    return {"id": id, "title": f"Line {id}", "price": price}


def changed(items, chance, fresh):
    """The rows after a change: a quarter deleted, inserted, moved and updated each."""
    items = list(items)
    for _ in range(CHANGES // 4):
        items.pop(chance.randrange(len(items)))
        items.insert(chance.randrange(len(items)), item(next(fresh), "1.00"))
        items.insert(chance.randrange(len(items)), items.pop(chance.randrange(len(items))))
        index = chance.randrange(len(items))
        items[index] = item(items[index]["id"], f"{chance.random():.2f}")
    return items


async def measure(widget, start, show):
    """Medians of the first list and of changes, in milliseconds."""
    chance, fresh = random.Random(1), iter(range(ROWS, 10**9))
    items = [item(id, "1.00") for id in range(ROWS)]
    async with Screen(widget).run_test(size=(80, 24)) as pilot:
        start()
        await pilot.pause()

        async def timed(function, *arguments):
            before = time.process_time()
            function(*arguments)
            await pilot.pause()
            return (time.process_time() - before) * 1000

        idle = statistics.median([await timed(lambda: None) for _ in range(TIMES)])
        first = await timed(show, items)
        costs = []
        for _ in range(TIMES):
            items = changed(items, chance, fresh)
            costs.append(await timed(show, items))
    return first - idle, statistics.median(costs) - idle


def main():
    table = DataTable(cursor_type="row")

    def refill(items):
        cursor = None
        if table.row_count > 0:
            cursor = table.coordinate_to_cell_key(table.cursor_coordinate).row_key
        table.clear()
        for each in items:
            table.add_row(each["title"], each["price"], key=str(each["id"]))
        if cursor is not None and cursor in table.rows:
            table.move_cursor(row=table.get_row_index(cursor))

    source = DataSource(lambda each: {"text": each["title"], "detail": each["price"]})
    edited = DataSource(lambda each: {"text": each["title"], "detail": each["price"]})

    def apply_edit(items):
        """The same change, told as an edit by a program that knows what it changed."""
        chance, snapshot = random.Random(len(shown)), edited.snapshot()
        shown.append(None)
        if len(snapshot) == 0:
            snapshot = Snapshot({"list": items})
        else:
            ids = snapshot.item_identifiers()
            picked = chance.sample(ids, CHANGES)
            quarter = CHANGES // 4
            snapshot.delete_items(picked[:quarter])
            snapshot.insert_items_before(
                [item(10**9 + len(shown) * CHANGES + each, "1.00") for each in range(quarter)], picked[-1]
            )
            for each in picked[quarter : 2 * quarter]:
                snapshot.move_item_before(each, picked[-2])
            snapshot.update_items(
                [{"id": each, "price": f"{chance.random():.2f}"} for each in picked[2 * quarter : 3 * quarter]]
            )
        edited.apply(snapshot)

    shown = []
    rows = [
        ("DataTable, cleared and filled", table, lambda: table.add_columns("title", "price"), refill),
        (
            "DiffableList, a new snapshot",
            DiffableList(source),
            lambda: None,
            lambda items: source.apply(Snapshot({"list": items})),
        ),
        ("DiffableList, an edit", DiffableList(edited), lambda: None, apply_edit),
    ]
    for name, widget, start, show in rows:
        first, change = asyncio.run(measure(widget, start, show))
        print(f"{name:32}{first:8.1f} ms first {change:8.1f} ms a change")


main()
