"""Lists and patches as bytes, versions, merges, publishers and followers."""

import json
import random
from pathlib import Path

import pytest
from diffable import (
    Conflict,
    DataSource,
    Follower,
    InvalidArgumentError,
    MalformedError,
    Publisher,
    SectionSnapshot,
    Snapshot,
    WrongVersionError,
    difference,
    merge,
)

VECTORS = Path("Tests/WireTests/vectors")


def test_documents_come_back():
    snapshot = Snapshot(
        [
            {
                "id": "a",
                "title": "A",
                "items": [{"id": 1, "expanded": True, "children": [2, {"id": b"\xff", "x": [1.5, None]}]}],
            },
            7,
        ]
    )
    copy = Snapshot.decode(snapshot.encode("Name"))
    assert copy == snapshot and copy.version() == snapshot.version() and copy.encode("Name") == snapshot.encode("Name")
    assert (
        snapshot.encode("Name") != snapshot.encode() and len(copy.version()) == 32 and Snapshot().version() == "0" * 32
    )
    tree = SectionSnapshot([1, 2])
    assert type(Snapshot.decode(tree.encode())) is SectionSnapshot


@pytest.mark.parametrize("path", sorted(VECTORS.glob("*.json")), ids=lambda path: path.name)
def test_vectors(path):
    vector = json.loads(path.read_text())
    document = bytes.fromhex(vector["hex"])
    if "base" in vector:
        snapshot = Snapshot.decode(bytes.fromhex(vector["base"]))
        snapshot.apply_patch(document)
    else:
        snapshot = Snapshot.decode(document)
    assert snapshot.version() == vector["version"]
    assert len(snapshot.all_item_identifiers()) == sum(level > 0 for _, level, *_ in vector["elements"])


def test_vectors_are_there():
    assert len(list(VECTORS.glob("*.json"))) >= 10


def test_patches_lead_from_one_list_to_another():
    chance = random.Random(7)
    for _ in range(50):
        lists = [
            Snapshot(
                {
                    "list": [
                        {"id": item, "value": chance.randrange(3)}
                        for item in chance.sample(range(40), chance.randrange(40))
                    ]
                }
            )
            for _ in range(2)
        ]
        old, new = lists
        patch = difference(old, new).encode(with_old_contents=True)
        patched = old.copy()
        patched.apply_patch(patch)
        assert patched == new
        if old != new:
            with pytest.raises(WrongVersionError):
                new.apply_patch(patch)


def test_what_is_no_document_is_refused():
    document = Snapshot({"list": [1, {"id": 2, "text": "x"}]}).encode()
    for size in range(len(document)):
        with pytest.raises(MalformedError) as caught:
            Snapshot.decode(document[:size])
        assert caught.value.position is not None
    with pytest.raises(ValueError):
        Snapshot().apply_patch(document)


def test_merges():
    base = Snapshot({"tasks": [{"id": "call", "text": "Call Wei"}, {"id": "rent", "text": "Pay rent"}, "read"]})
    mine, theirs = base.copy(), base.copy()
    mine.update_items({"id": "call", "text": "Call Wei at noon"})
    mine.delete_items("rent")
    mine.append_items("oil")
    theirs.update_items([{"id": "call", "text": "Write to Wei"}, {"id": "rent", "text": "Pay rent by Friday"}])
    theirs.prepend_items("salt")
    merged, conflicts = merge(base, mine, theirs)
    assert list(merged) == ["salt", "call", "rent", "read", "oil"] and merged["rent"]["text"] == "Pay rent by Friday"
    rent = {"id": "rent", "text": "Pay rent by Friday"}
    assert conflicts == (
        Conflict("changed", "call", False, base["call"], mine["call"], theirs["call"]),
        Conflict("deleted", "rent", False, base["rent"], None, rent),
    )
    with pytest.raises(InvalidArgumentError):
        merge(base, mine, SectionSnapshot())


def test_publish_and_follow():
    fares, copy = DataSource(name="fares"), DataSource()
    publisher, follower = Publisher(fares, keep=2), Follower(copy)
    assert publisher.message() is None or publisher.version() == "0" * 32
    fares.apply(Snapshot({"fares": ["bus"]}))
    first = publisher.message(follower.version())
    follower.receive(first)
    assert (
        copy.snapshot() == fares.snapshot() and follower.version() == publisher.version() == fares.snapshot().version()
    )
    assert publisher.message(follower.version()) is None and follower.receive(first) is None
    for wrong in (follower.version() + "00", follower.version()[:-2], " " * 32, "g" * 32):
        with pytest.raises(InvalidArgumentError, match="32 hexadecimal digits"):
            publisher.message(wrong)
    old = follower.version()
    fares.apply(Snapshot({"fares": ["bus", "tram"]}))
    patch = publisher.message(old)
    assert str(follower.receive(patch)) == "1 item inserted" and len(patch) < 100
    with pytest.raises(WrongVersionError):
        Follower(DataSource()).receive(patch)
    with pytest.raises(InvalidArgumentError):
        publisher.message("abc")


def test_a_publisher_that_keeps_0_lists_keeps_100():
    source = DataSource()
    publisher = Publisher(source, keep=0)
    versions = []
    for number in range(150):
        source.apply(Snapshot({"list": [number]}))
        versions.append(publisher.version())
    with pytest.raises(MalformedError, match="patch instead of a snapshot"):
        Snapshot.decode(publisher.message(versions[49]))
    assert Snapshot.decode(publisher.message(versions[48])) == source.snapshot()
