"""Snapshots: descriptions, edits, look-ups, and a list as a mapping and as sequences."""

import copy
import random

import pytest
from diffable import (
    DataSource,
    DuplicateIdentifierError,
    IndexPath,
    InvalidArgumentError,
    NoSectionsError,
    SectionSnapshot,
    Snapshot,
    UnknownIdentifierError,
    difference,
)


def test_identifiers_keep_their_types():
    snapshot = Snapshot({"list": [1, "1", "", "Zahlung", "支付", b"\xff", -5, 2**63 - 1, -(2**63)]})
    assert list(snapshot) == [1, "1", "", "Zahlung", "支付", b"\xff", -5, 2**63 - 1, -(2**63)]
    assert b"Zahlung" in snapshot and snapshot[b"Zahlung"] == "Zahlung"  # the same bytes


@pytest.mark.parametrize("wrong", [True, None, 1.0, (), {}, {"title": "Bus"}, object(), 2**63])
def test_what_is_no_identifier_is_refused(wrong):
    snapshot = Snapshot({"list": ["bus"]})
    with pytest.raises(InvalidArgumentError, match="append_items: "):
        snapshot.append_items([wrong])
    assert list(snapshot) == ["bus"]


def test_sections_with_content(fares):
    snapshot = Snapshot([{"id": "fares", "title": "Fares", "items": fares}, "empty", {"id": 7, "items": ()}])
    assert snapshot.section_identifiers() == ["fares", "empty", 7]
    assert snapshot.section("fares") == {"id": "fares", "title": "Fares"}
    assert snapshot.section("empty") == "empty"
    assert Snapshot({"id": 7, "title": "One section"}).section_identifiers() == [7]


def test_a_list_is_a_mapping(fares):
    snapshot = Snapshot({"fares": fares, "others": ["ferry"]})
    assert len(snapshot) == 3 and list(snapshot) == [1, 2, "ferry"]
    assert snapshot[1] == fares[0] and snapshot["ferry"] == "ferry"
    assert 1 in snapshot and "1" not in snapshot and fares[0] in snapshot and None not in snapshot
    assert snapshot.get(3) is None
    with pytest.raises(KeyError):
        snapshot[3]
    for wrong in (2**70, 3.5, None, {"title": "Bus"}, {"id": 2**70}, []):
        assert wrong not in snapshot and wrong not in snapshot.sections
        assert snapshot.get(wrong, "none") == "none" and snapshot.sections.get(wrong, "none") == "none"
        with pytest.raises(KeyError):
            snapshot[wrong]
    assert dict(snapshot) == {1: fares[0], 2: fares[1], "ferry": "ferry"}


def test_a_list_is_no_description_of_one(fares):
    snapshot, tree = Snapshot({"fares": [*fares, "id"]}), SectionSnapshot(["a"])
    for wrong in (
        lambda: Snapshot(snapshot),
        lambda: SectionSnapshot(tree),
        lambda: snapshot.append_sections(tree),
        lambda: snapshot.append_items(tree),
        lambda: snapshot.append_sections({"others": tree}),
    ):
        with pytest.raises(InvalidArgumentError, match=r"not a (Section)?Snapshot; copy\(\)"):
            wrong()
    assert len(snapshot) == 3 and Snapshot(snapshot.sections) == snapshot


def test_rows_are_a_sequence():
    snapshot = Snapshot({"a": range(10), "b": range(10, 100)})
    rows = snapshot.rows
    assert len(rows) == 100 and rows[3] == 3 and rows[-1] == 99 and 50 in rows and rows.index(42) == 42
    assert (
        rows[10:13] == [10, 11, 12]
        and rows[::-25] == [99, 74, 49, 24]
        and rows[:0] == []
        and rows[95:200] == [95, 96, 97, 98, 99]
    )
    with pytest.raises(IndexError):
        rows[100]
    section = snapshot.sections["b"]
    assert section[0] == 10 and section[-1] == 99 and section[2:4] == [12, 13] and len(section) == 90
    assert list(snapshot.sections) == ["a", "b"] and snapshot.sections["a"] == list(range(10))
    with pytest.raises(KeyError):
        snapshot.sections["c"]


def test_content_that_was_passed_does_not_change(fares):
    snapshot = Snapshot({"fares": fares})
    fares[0]["price"] = "9.99"
    assert snapshot[1]["price"] == "2.50"
    snapshot[1]["price"] = "8.88"
    assert snapshot[1]["price"] == "2.50"


def test_edits():
    snapshot = Snapshot({"a": [1, 2, 3], "b": [4]})
    snapshot.append_items([5, 6], "a")
    snapshot.prepend_items(0)
    snapshot.insert_items_before([7], 2)
    snapshot.insert_items_after([8], 2)
    snapshot.insert_items_at([9], 0, "a")
    assert [list(rows) for rows in snapshot.sections.values()] == [[9, 1, 7, 2, 8, 3, 5, 6], [0, 4]]
    snapshot.move_item_before(6, 9)
    snapshot.move_item_after(9, 3)
    snapshot.move_items_to_section([1, 7], "b")
    assert snapshot.delete_items([2, 5, "none"]) == 2
    assert [list(rows) for rows in snapshot.sections.values()] == [[6, 8, 3, 9], [0, 4, 1, 7]]
    snapshot.insert_sections_before(["c"], "b")
    snapshot.insert_sections_after({"d": [10]}, "b")
    snapshot.move_section_before("d", "a")
    snapshot.move_section_after("a", "b")
    assert snapshot.section_identifiers() == ["d", "c", "b", "a"]
    assert snapshot.delete_sections(["c", "d"]) == 2
    snapshot.replace_items([4, 11, 7], "b")
    assert list(snapshot) == [4, 11, 7, 6, 8, 3, 9]
    assert (snapshot.clear(), snapshot.clear()) == (7, 0)
    assert not snapshot.sections and len(snapshot) == 0


def test_updates_set_fields_and_keep_the_others(fares):
    snapshot = Snapshot([{"id": "fares", "title": "Fares", "count": 2, "items": fares}])
    assert snapshot.update_items([{"id": 1, "price": "2.75"}, {"id": 2, "price": "7.00"}]) == 1
    assert snapshot[1] == {"id": 1, "title": "Bus", "price": "2.75"}
    assert snapshot.reconfigured_item_identifiers() == [1]
    assert snapshot.update({"id": 2, "note": None}) == 1 and snapshot[2]["note"] is None
    snapshot.reconfigure_items({"id": 2, "title": "Tram"})
    assert snapshot[2] == {"id": 2, "title": "Tram"}
    snapshot.reload_items(1)
    assert snapshot.reloaded_item_identifiers() == [1]
    assert snapshot.update_sections({"id": "fares", "count": 3}) == 1
    assert snapshot.section("fares") == {"id": "fares", "title": "Fares", "count": 3}
    snapshot.reload_sections("fares")
    assert snapshot.reloaded_section_identifiers() == ["fares"]


def test_each_kind_of_element_has_its_own_reserved_fields():
    snapshot = Snapshot([{"id": "s", "title": "S", "items": [{"id": 1, "items": 2}]}])
    assert snapshot.update_items({"id": 1, "items": 3}) == 1 and snapshot[1] == {"id": 1, "items": 3}
    assert snapshot.update_sections({"id": "s", "children": 4, "expanded": 5, "expandable": 6}) == 1
    assert snapshot.section("s") == {"id": "s", "title": "S", "children": 4, "expanded": 5, "expandable": 6}


def test_renamed_items_keep_their_content():
    snapshot = Snapshot({"list": [{"id": "draft", "text": "Hello"}, "bare"]})
    snapshot.rename_item("draft", 7)
    snapshot.rename_item("bare", {"id": "full", "text": "Now with content"})
    assert list(snapshot.values()) == [{"id": 7, "text": "Hello"}, {"id": "full", "text": "Now with content"}]
    keyed = Snapshot({"list": [{"uuid": "b7", "name": "Bus"}]}, key="uuid")
    keyed.rename_item("b7", "b8")
    assert keyed["b8"] == {"uuid": "b8", "name": "Bus"}


def test_keys():
    records = [{"uuid": "b7", "name": "Bus"}, {"uuid": "t1", "name": "Train"}]
    assert list(Snapshot({"list": records}, key="uuid")) == ["b7", "t1"]
    by_name = Snapshot({"list": records}, key=lambda record: record["name"].lower())
    assert list(by_name) == ["bus", "train"] and by_name["bus"] == records[0]


def tree():
    return Snapshot(
        {
            "files": [
                {"id": "docs", "expanded": True, "children": ["guide.md", {"id": "pictures", "children": ["a.svg"]}]},
                {"id": "src", "expandable": True},
            ]
        }
    )


def test_trees_are_described():
    snapshot = tree()
    assert list(snapshot) == ["docs", "guide.md", "pictures", "src"]
    assert snapshot.all_item_identifiers() == ["docs", "guide.md", "pictures", "a.svg", "src"]
    assert (
        snapshot.children_of_item("docs") == ["guide.md", "pictures"] and snapshot.parent_of_item("a.svg") == "pictures"
    )
    assert snapshot.level_of_item("a.svg") == 2 and not snapshot.is_visible("a.svg") and "a.svg" in snapshot
    assert (
        snapshot.is_expandable("src")
        and snapshot.keeps_expansion("pictures")
        and snapshot.expanded_item_identifiers() == ["docs"]
    )
    assert snapshot.root_item_identifiers("files") == ["docs", "src"]
    snapshot.expand("pictures")
    assert snapshot.index_path_of_item("a.svg") == IndexPath(0, 3) == (0, 3)
    snapshot.collapse(["docs"])
    assert list(snapshot) == ["docs", "src"] and snapshot.index_of_item("a.svg") is None
    snapshot.move_items_to_parent("guide.md", "src")
    snapshot.update_items({"id": "docs", "expanded": True})
    assert snapshot.children_of_item("src") == ["guide.md"] and snapshot.is_expanded("docs")


def test_section_snapshots():
    snapshot = tree()
    part = snapshot.snapshot_of("docs", including_parent=True)
    assert isinstance(part, SectionSnapshot) and part.root_item_identifiers() == ["docs"]
    other = Snapshot({"a": ["first"]})
    other.insert_tree(part, before="first")
    assert list(other) == ["docs", "guide.md", "pictures", "first"]
    other.replace_children("first", SectionSnapshot(["one", "two"]))
    other.set_section_snapshot(SectionSnapshot(["three"]), "b")
    assert other.children_of_item("first") == ["one", "two"] and other.sections["b"] == ["three"]
    assert list(other.section_snapshot("b").copy()) == ["three"]
    with pytest.raises(InvalidArgumentError):
        other.replace_children("docs", other)


def test_replaced_items_keep_what_is_below_unless_it_is_described():
    snapshot = tree()
    snapshot.replace_items(["docs", {"id": "src", "children": ["main.c"]}], "files")
    assert snapshot.children_of_item("docs") == ["guide.md", "pictures"] and snapshot.children_of_item("src") == [
        "main.c"
    ]
    snapshot.replace_items([{"id": "docs", "children": ["new.md"]}], "files")
    assert snapshot.all_item_identifiers() == ["docs", "new.md"]


def test_an_edit_that_fails_changes_nothing():
    snapshot = tree()
    before = snapshot.copy()
    failing = [
        lambda: snapshot.append_items([{"id": "new", "children": ["x", {"id": "y", "children": ["docs"]}]}]),
        lambda: snapshot.append_sections({"other": ["z", "src"]}),
        lambda: snapshot.rename_item("docs", "src"),
        lambda: snapshot.update_items([{"id": "docs", "expanded": False}, {"id": "unknown", "title": "x"}]),
        lambda: snapshot.update_items([{"id": "docs", "children": []}]),
        lambda: snapshot.replace_items([{"id": "docs", "children": ["src"]}, "src"]),
        lambda: snapshot.append_items(["a"], "files", parent="docs"),
        lambda: snapshot.append_items([{"id": "new", "function": print}]),
    ]
    for fail in failing:
        with pytest.raises((DuplicateIdentifierError, UnknownIdentifierError, InvalidArgumentError)):
            fail()
        assert snapshot == before and snapshot.reconfigured_item_identifiers() == []


def test_errors_say_what_is_wrong_and_where():
    snapshot = Snapshot({"list": [3, "fare"]})
    with pytest.raises(DuplicateIdentifierError) as caught:
        snapshot.append_items(["tax", "fare"])
    assert str(caught.value) == 'DUPLICATE_IDENTIFIER: append_items: item "fare" is already at section "list", item 1'
    assert (caught.value.identifier, caught.value.position, caught.value.applied) == ("fare", 1, False)
    with pytest.raises(UnknownIdentifierError, match='item: there is no item "3", but there is 3'):
        snapshot.item("3")
    with pytest.raises(UnknownIdentifierError, match='prepend_items: there is no section "none"'):
        snapshot.prepend_items(["tax"], "none")
    with pytest.raises(NoSectionsError):
        Snapshot().append_items(["tax"])
    with pytest.raises(LookupError):
        snapshot.move_item_before("fare", "none")


def test_messages_name_the_call_and_the_argument():
    snapshot = Snapshot({"s": [1]})
    with pytest.raises(InvalidArgumentError, match="^INVALID_ARGUMENT: insert_items_at: index -1 is out of range$"):
        snapshot.insert_items_at([5], -1)
    assert not snapshot.contains_item("18446744073709551617") and not snapshot.contains_section(str(2**63))
    for question in (snapshot.contains_item, snapshot.index_of_item):
        with pytest.raises(UnknownIdentifierError, match="but there is 1"):
            question("1")


def test_copies_are_values():
    snapshot = Snapshot({"list": [1, 2]})
    for other in (snapshot.copy(), copy.copy(snapshot)):
        assert other == snapshot
        other.append_items(3)
        assert other != snapshot and len(snapshot) == 2
    assert snapshot != {1: 1, 2: 2} and type(SectionSnapshot([1]).copy()) is SectionSnapshot
    with pytest.raises(TypeError):
        hash(snapshot)


def test_a_snapshot_says_how_much_it_has():
    assert repr(Snapshot({"a": [1], "b": [2]})) == "<Snapshot with 2 sections, 2 items>"
    assert repr(Snapshot({"a": [1]})) == "<Snapshot with 1 section, 1 item>"
    source = DataSource(lambda item: str(item))
    source.apply(Snapshot({"a": [1]}))
    assert repr(source) == "<DataSource with 1 item>"


def test_a_closed_snapshot_says_so():
    snapshot = Snapshot()
    snapshot.close()
    assert repr(snapshot) == "<closed Snapshot>"
    with pytest.raises(InvalidArgumentError, match="the Snapshot is closed"):
        len(snapshot)


def test_random_lists_become_one_another():
    chance = random.Random(1)
    words = ["", "fare", "Zahlung", "\u652f\u6255", *range(-5, 20)]
    for _ in range(200):
        old, new = (chance.sample(words, chance.randrange(len(words))) for _ in range(2))
        changes = difference(Snapshot({"list": old}), Snapshot({"list": new}))
        result = list(old)
        for step in changes.steps():
            if step.kind in ("delete_items", "move_items"):
                del result[step.start.item : step.start.item + len(step.ids)]
            if step.kind in ("insert_items", "move_items"):
                result[step.to.item : step.to.item] = step.ids
        assert result == new
