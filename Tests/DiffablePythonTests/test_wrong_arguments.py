"""Every public function with arguments of wrong types and sizes: an exception, and no other end."""

import inspect
import itertools

import diffable
import pytest
from diffable import (
    DataSource,
    Difference,
    History,
    Publisher,
    SectionSnapshot,
    Snapshot,
    TextView,
    concat,
    difference,
    merge,
)

WRONG = [
    None,
    True,
    0,
    -1,
    2**64,
    -(2**70),
    1.5,
    "",
    "a",
    "x\0y",
    "\ud800",
    b"\xff",
    [],
    [None],
    [[1]],
    {},
    {"id": None},
    {1: 2},
    (1, 2, 3),
    object(),
    print,
    Snapshot({"s": [1, "1"]}),
    SectionSnapshot([7]),
    DataSource(),
    iter([1]),
    {"id": "a", "children": 3},
    {"id": "a", "items": 3},
    TextView(print),
    difference(Snapshot(), Snapshot()),
    float("nan"),
    range(3),
]
EXPECTED = (diffable.DiffableError, TypeError, ValueError, LookupError, AttributeError)


def methods(kind):
    return [
        name
        for name, value in inspect.getmembers(kind)
        if not name.startswith("_") and callable(value) and name not in ("close", "edit")
    ]


def call(function, *arguments):
    try:
        result = function(*arguments)
    except EXPECTED:
        return
    if inspect.isgenerator(result):
        list(itertools.islice(result, 3))


def lists():
    return Snapshot({"s": [1, {"id": "a", "children": ["b", "c"], "n": 1}], "t": []}), SectionSnapshot([1, "a"])


@pytest.mark.parametrize("name", methods(Snapshot))
def test_snapshots(name):
    for kind in (0, 1):
        for arguments in [
            (),
            *((wrong,) for wrong in WRONG),
            *itertools.product(WRONG, ["s", 1, None, -1, 2**64, *WRONG[20:28]]),
        ]:
            snapshot = lists()[kind]
            call(getattr(snapshot, name), *arguments)
            assert len(snapshot) == len(list(snapshot))


@pytest.mark.parametrize("name", methods(DataSource))
def test_data_sources(name):
    for arguments in [
        (),
        *((wrong,) for wrong in WRONG),
        *itertools.product(WRONG, [(0, 0), "s", 2**64, *WRONG[20:28]]),
    ]:
        source = DataSource(lambda item: str(item))
        source.apply(lists()[0])
        call(getattr(source, name), *arguments)
        assert source.render() is not None


@pytest.mark.parametrize(
    "kind",
    [Snapshot, SectionSnapshot, DataSource, History, Publisher, diffable.Follower, TextView, diffable.NDJSONView],
)
def test_constructors(kind):
    for wrong in WRONG:
        call(kind, wrong)


def test_functions():
    for one, other in itertools.product(WRONG, WRONG):
        call(difference, one, other)
        call(merge, one, other, Snapshot())
        call(concat, [one, other])


def test_an_object_of_another_class_is_refused():
    """The engine cannot tell what is at an address."""
    snapshot, source = Snapshot({"s": [1]}), DataSource()
    changes = difference(snapshot, snapshot)
    for function in (
        lambda: source.apply(changes),
        lambda: snapshot.set_section_snapshot(source, "s"),
        lambda: History(snapshot),
        lambda: Publisher(changes),
        lambda: difference(snapshot, changes),
        lambda: merge(snapshot, snapshot, source),
        lambda: concat([snapshot]),
        lambda: source.apply_section(changes, "s"),
    ):
        with pytest.raises(diffable.InvalidArgumentError, match="expected, not a"):
            function()
    assert isinstance(changes, Difference)


def test_indexes_are_not_cut():
    snapshot = Snapshot({"s": [1, 2]})
    assert (
        snapshot.section_at(2**64) is None
        and snapshot.item_at((2**64, 0)) is None
        and snapshot.item_at((0, 2**64 + 1)) is None
    )
    with pytest.raises(diffable.InvalidArgumentError):
        snapshot.insert_items_at([3], 2**64)
    with pytest.raises(diffable.InvalidArgumentError):
        History(DataSource(), limit=2**64)


def test_documents_are_bytes():
    data = Snapshot({"s": [1]}).encode()
    assert Snapshot.decode(bytearray(data)) == Snapshot.decode(memoryview(data))
    for wrong in ("text", 7, None, [1]):
        with pytest.raises(TypeError):
            Snapshot.decode(wrong)
