"""Derived lists, and lists of several lists."""

from dataclasses import dataclass
from datetime import datetime, timezone

import pytest
from diffable import (
    DataSource,
    Descending,
    DerivedList,
    InvalidArgumentError,
    PendingChanges,
    Snapshot,
    TextView,
    concat,
)

TASKS = [
    {"id": 1, "title": "Buy milk", "priority": 3, "day": "Monday"},
    {"id": 2, "title": "Call Ann", "priority": 1, "day": "Monday"},
    {"id": 3, "title": "Pay rent", "priority": 2, "day": "Sunday"},
    {"id": 4, "title": "Read", "priority": 2, "day": "Sunday", "done": True},
]


def tasks():
    source = DataSource()
    source.apply(Snapshot({"tasks": TASKS}))
    return source


def test_a_list_follows_its_origin(written):
    source = tasks()
    found = source.derive(
        filter=lambda task: not task.get("done"),
        sort=lambda task: (task["priority"], task["title"]),
        cell=lambda task: task["title"],
        view=TextView(written),
    )
    assert isinstance(found, DerivedList) and list(found.snapshot()) == [2, 3, 1]
    with source.edit() as snapshot:
        snapshot.update_items([{"id": 1, "priority": 0}, {"id": 4, "done": False}])
    assert list(found.snapshot()) == [1, 2, 3, 4]
    with pytest.raises(InvalidArgumentError):
        found.apply(Snapshot())


def test_sections_and_limits():
    source = tasks()
    days = source.derive(
        section=lambda task: {"id": task["day"], "title": task["day"].upper()},
        section_sort=lambda day: Descending(day["id"]),
        sort=["-priority"],
        section_limit=1,
        header=lambda day: day["title"],
    )
    assert [(section, list(rows)) for section, rows in days.snapshot().sections.items()] == [
        ("Sunday", [TASKS[2]]),
        ("Monday", [TASKS[0]]),
    ]
    assert (
        days.section("Sunday") == {"id": "Sunday", "title": "SUNDAY"}
        and days.supplementary_cell("header", 0).text == "SUNDAY"
    )
    assert str(days.set(section_limit=None)) == "2 items inserted"
    with pytest.raises(InvalidArgumentError, match="^INVALID_ARGUMENT: section_limit -1 is out of range"):
        days.set(section_limit=-1)
    days.set(section=None, section_sort=None, limit=2, sort=None)
    assert list(days.snapshot()) == [1, 2] and days.snapshot().section_identifiers() == ["tasks"]
    days.set(filter=lambda task: False, keep_empty_sections=True)
    assert days.snapshot().section_identifiers() == ["tasks"] and len(days) == 0


def test_what_counts_as_true_for_empty_sections():
    source = tasks()
    found = source.derive(filter=lambda task: False, keep_empty_sections=1)
    for value, count in ((0, 0), (1, 1), (None, 0), (True, 1)):
        found.set(keep_empty_sections=value)
        assert found.snapshot().number_of_sections() == count
    found.set(limit=1)
    assert found.snapshot().number_of_sections() == 1


def test_a_section_that_is_a_dataclass():
    @dataclass(frozen=True)
    class Day:
        id: str
        title: str

    days = tasks().derive(section=lambda task: Day(task["day"], task["day"].upper()))
    assert days.section("Sunday") == {"id": "Sunday", "title": "SUNDAY"}


def test_sort_keys():
    when = [datetime(2026, 1, day, tzinfo=timezone.utc) for day in (1, 2)]
    values = [True, None, "b", 2.5, False, "a", -1, b"c", when[1], when[0], 2**70, float("nan")]
    source = DataSource()
    source.apply(Snapshot({"list": [{"id": index} for index in range(len(values))]}))
    ordered = source.derive(sort=lambda item: values[item["id"]])
    in_order = [values[item] for item in ordered.snapshot()]
    assert (
        in_order[:5] == [-1, 2.5, *when, 2**70]
        and in_order[5] != in_order[5]
        and in_order[6:] == ["a", "b", b"c", False, True, None]
    )
    with pytest.raises(InvalidArgumentError, match="sort key"):
        ordered.set(sort=lambda item: [[1]])
    with pytest.raises(InvalidArgumentError, match="a list of fields"):
        ordered.set(sort="title")


def test_an_error_of_a_function_undoes_all():
    source = tasks()
    found = source.derive(filter=lambda task: task["title"] != 7 and len(task["title"]) > 0)
    before = source.snapshot()
    with pytest.raises(TypeError):
        with source.edit() as snapshot:
            snapshot.update_items({"id": 2, "title": 8})
    assert source.snapshot() == before and len(found) == 4
    with pytest.raises(ZeroDivisionError):
        source.derive(filter=lambda task: 1 / 0)


def test_held_lists():
    source = tasks()
    top = source.derive(sort=["priority"])
    top.hold()
    with source.edit() as snapshot:
        snapshot.update_items({"id": 1, "priority": 0})
        snapshot.delete_items(2)
        snapshot.append_items({"id": 5, "priority": 9})
    assert top.is_held and list(top.snapshot()) == [3, 4, 1] and top.pending == PendingChanges(1, 0, 1)
    top.release()
    assert not top.is_held and list(top.snapshot()) == [1, 3, 4, 5]


def test_several_lists_in_one():
    songs = DataSource()
    songs.apply(Snapshot({"songs": [{"id": "March"}, {"id": "Waltz", "favorite": True}]}))
    favorites = songs.derive(filter=lambda song: song.get("favorite"), section=lambda song: "favorites")
    others = songs.derive(filter=lambda song: not song.get("favorite"))
    both = concat([favorites, others], cell=lambda song: song["id"])
    assert list(both.snapshot()) == ["Waltz", "March"] and both.render() == "     Waltz\n     March\n"
    with songs.edit() as snapshot:
        snapshot.update_items({"id": "March", "favorite": True})
    assert list(both.snapshot()) == ["March", "Waltz"] and both.snapshot().section_identifiers() == ["favorites"]
    with pytest.raises(InvalidArgumentError):
        concat([])
    with pytest.raises(InvalidArgumentError):
        concat([favorites, favorites])


def test_lists_between_are_kept_and_end_with_close():
    source = tasks()
    last = source.derive(sort=["priority"]).derive(limit=1)
    with source.edit() as snapshot:
        snapshot.update_items({"id": 4, "priority": 0})
    assert list(last.snapshot()) == [4]
    last.close()
    middle = source.derive()
    source.close()
    assert list(middle.snapshot()) == [1, 2, 3, 4]
    with pytest.raises(InvalidArgumentError):
        middle.hold()
