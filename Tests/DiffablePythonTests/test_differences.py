"""Differences: changes that `match` takes apart, and steps."""

import dataclasses

import pytest
from diffable import (
    Deleted,
    DeletedSection,
    Inserted,
    InsertedSection,
    Moved,
    MovedSection,
    Reconfigured,
    Reloaded,
    Snapshot,
    UpdatedSection,
    difference,
)


def test_each_kind_of_change():
    old = Snapshot(
        [
            {"id": "gone", "n": 1, "items": ["a"]},
            {"id": "moved", "items": ["b"]},
            {
                "id": "stays",
                "n": 1,
                "items": [
                    {"id": "c", "n": 1},
                    {"id": "d", "n": 1},
                    "e",
                    {"id": "f", "n": 1},
                    {"id": "draft", "n": 1},
                ],
            },
        ]
    )
    new = old.copy()
    new.delete_sections("gone")
    new.move_section_after("moved", "stays")
    new.append_sections({"new": ["g"]})
    new.update_sections({"id": "stays", "n": 2})
    new.update_items({"id": "c", "n": 2})
    new.move_item_before("e", "c")
    new.reload_items("d")
    new.delete_items("f")
    new.insert_items_after([{"id": "h", "n": 1}], "d")
    new.rename_item("draft", "final")
    changes = difference(old, new)
    c, d = {"id": "c", "n": 1}, {"id": "d", "n": 1}
    assert changes.deleted_sections == (DeletedSection("gone", 0, {"id": "gone", "n": 1}),)
    assert changes.inserted_sections == (InsertedSection("new", 2),)
    assert changes.moved_sections in [(MovedSection("moved", 1, 1),), (MovedSection("stays", 2, 0),)]
    assert changes.updated_sections == (
        UpdatedSection("stays", 2, 0, {"id": "stays", "n": 1}, {"id": "stays", "n": 2}),
    )
    assert changes.deleted_items == (Deleted("a", (0, 0), None, True), Deleted("f", (2, 3), {"id": "f", "n": 1}))
    assert changes.inserted_items == (Inserted("h", (0, 3), {"id": "h", "n": 1}), Inserted("g", (2, 0), None, True))
    assert changes.moved_items == (Moved("e", (2, 2), (0, 0)),)
    assert changes.reloaded_items == (Reloaded("d", (2, 1), (0, 2), d, d),)
    assert changes.reconfigured_items == (
        Reconfigured("c", (2, 0), (0, 1), c, {"id": "c", "n": 2}),
        Reconfigured("final", (2, 4), (0, 4), {"id": "draft", "n": 1}, {"id": "final", "n": 1}, "draft"),
    )
    assert (
        list(changes) == [*changes.section_changes(), *changes.item_changes()]
        and len(changes) == len(list(changes)) == 12
    )


def test_changes_are_immutable():
    (change,) = difference(Snapshot({"list": []}), Snapshot({"list": ["a"]}))
    assert isinstance(change, Inserted)
    with pytest.raises(dataclasses.FrozenInstanceError):
        change.id = "b"


def test_no_difference():
    changes = difference(Snapshot({"list": ["a"]}), Snapshot({"list": ["a"]}))
    assert not changes and len(changes) == 0 and str(changes) == "no changes" and changes.steps() == []


def test_more_changes_than_are_read_at_once():
    changes = difference(Snapshot({"list": range(1000)}), Snapshot({"list": range(500, 2000)}))
    assert [change.id for change in changes.deleted_items] == list(range(500))
    assert [change.new_path.item for change in changes.inserted_items] == list(range(500, 1500))


def test_a_difference_outlives_its_lists():
    changes = difference(Snapshot({"list": [{"id": 1, "text": "old"}]}), Snapshot({"list": [{"id": 1, "text": "new"}]}))
    (change,) = changes.reconfigured_items
    assert (change.old, change.new) == ({"id": 1, "text": "old"}, {"id": 1, "text": "new"})
    assert changes.steps()[0].kind == "reconfigure_items"
