"""Contents: which values there are, what they become, and what is refused."""

import enum
import math
import struct
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Optional, Tuple

import pytest
from diffable import DataSource, InvalidArgumentError, Snapshot, difference


def stored(value):
    """A value as a field of an item that comes back."""
    return Snapshot({"list": [{"id": 1, "value": value}]})[1]["value"]


def content(value):
    return Snapshot({"list": [{"id": 1, "value": value}]}).item_content(1)


VALUES = [
    None,
    True,
    False,
    0,
    1,
    23,
    24,
    255,
    256,
    65535,
    65536,
    2**32 - 1,
    2**32,
    2**64 - 1,
    2**64,
    2**200,
    -1,
    -24,
    -25,
    -(2**64),
    -(2**64) - 1,
    0.0,
    -0.0,
    1.0,
    1.5,
    0.1,
    1e300,
    65504.0,
    65505.0,
    5e-324,
    math.inf,
    -math.inf,
    "",
    "Zahlung",
    "支付",
    "\ud800",
    "a" * 300,
    b"",
    b"\xff\x00",
    [],
    [1, [2, [3]]],
    {},
    {"a": {"c": [None]}, "b": 1},
    {1: "one", "1": "text"},
    datetime(2026, 11, 27, 12, 30, tzinfo=timezone.utc),
    datetime(1969, 7, 20, 20, 17, 40, 250000, tzinfo=timezone.utc),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_come_back(value):
    found = stored(value)
    assert found == value and type(found) is type(value) and repr(found) == repr(value)


def test_values_that_become_others():
    assert math.isnan(stored(math.nan))
    assert stored((1, (2,))) == [1, [2]]
    assert stored(bytearray(b"a")) == b"a"
    assert stored(datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=2)))) == datetime(
        2025, 12, 31, 22, tzinfo=timezone.utc
    )

    class Color(enum.IntEnum):
        RED = 3

    class Name(str, enum.Enum):
        ANN = "ann"

    assert stored(Color.RED) == 3 and stored(Name.ANN) == "ann" and type(stored(Name.ANN)) is str


def test_bytes_are_deterministic_cbor():
    """The examples of RFC 8949, appendix A."""
    for value, expected in [
        (1000000, "1a000f4240"),
        (-1000, "3903e7"),
        (1.5, "f93e00"),
        (100000.0, "fa47c35000"),
        (1.1, "fb3ff199999999999a"),
        (18446744073709551616, "c249010000000000000000"),
        (-18446744073709551616, "3bffffffffffffffff"),
        (-18446744073709551617, "c349010000000000000000"),
        (math.nan, "f97e00"),
        ("\u00fc", "62c3bc"),
        ([1, [2, 3], [4, 5]], "8301820203820405"),
        ({"a": 1, "b": [2, 3]}, "a26161016162820203"),
        (datetime(2013, 3, 21, 20, 4, tzinfo=timezone.utc), "c11a514b67b0"),
    ]:
        assert content(value) == bytes.fromhex("a16576616c7565" + expected)
    assert content({"bb": 1, "a": 2}) == content({"a": 2, "bb": 1})
    assert content(1) != content(1.0) != content(True)


@pytest.mark.parametrize("wrong", [print, object(), {1, 2}, 1j, datetime(2026, 1, 1), {(1,): 2}.keys(), [lambda: 1]])
def test_what_is_no_value_is_refused(wrong):
    with pytest.raises(InvalidArgumentError):
        stored(wrong)


def test_a_value_that_contains_itself_is_refused():
    value = []
    value.append(value)
    with pytest.raises(InvalidArgumentError, match="nested more than 256 levels deep"):
        stored(value)


def test_contents_of_other_programs():
    """A value that Python does not write, in the document of a list: an undefined, an unknown tag, a map with an array
    as a key."""
    document = Snapshot({"list": [{"id": 1, "value": "x"}]}).encode()
    for item, expected in [("f7", None), ("d9ffff01", 1), ("a1810102", {"[1]": 2})]:
        encoded = bytes.fromhex(item)
        changed = document.replace(b"\xa1\x65value\x61x", b"\xa1\x65value" + encoded)
        assert Snapshot.decode(changed)[1]["value"] == expected
    opaque = document.replace(b"\xa1\x65value\x61x", b"\x43abc")
    assert Snapshot.decode(opaque)[1] == {"id": 1, "bytes": b"abc"}


@dataclass(frozen=True)
class Place:
    name: str
    stops: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Fare:
    id: int
    title: str
    place: Optional[Place] = None
    price: float = 2.5


def test_dataclasses_come_back_as_they_are():
    bus = Fare(1, "Bus", Place("Town", ("a", "b")))
    snapshot = Snapshot({"fares": [bus]})
    assert snapshot[1] is bus and bus in snapshot
    assert snapshot.item_content(1) == Snapshot(
        {
            "fares": [
                {"id": 1, "title": "Bus", "place": {"name": "Town", "stops": ["a", "b"]}, "price": 2.5},
            ]
        }
    ).item_content(1)
    assert snapshot.update_items(Fare(1, "Bus", bus.place)) == 0 and snapshot[1] is bus
    assert snapshot.update_items({"id": 1, "title": "Night bus"}) == 1
    assert snapshot[1] == Fare(1, "Night bus", bus.place)
    snapshot.rename_item(1, 7)
    assert snapshot[7] == Fare(7, "Night bus", bus.place)
    with pytest.raises(InvalidArgumentError, match="update_items: item 7: .*colour"):
        snapshot.update_items({"id": 7, "colour": "red"})
    old, new = Snapshot({"fares": [bus]}), Snapshot({"fares": [Fare(1, "Tram")]})
    (change,) = difference(old, new)
    assert (change.old, change.new) == (bus, Fare(1, "Tram"))


def test_a_dataclass_keeps_an_identifier_of_bytes():
    @dataclass(frozen=True)
    class Item:
        id: object

    for item in (Item(b"abc"), Item("def"), Item(b"\xff"), Item(7)):
        assert Snapshot({"list": [item]}).rows[0] is item


def test_a_dataclass_that_can_change_is_refused():
    @dataclass
    class Open:
        id: int

    @dataclass(frozen=True)
    class Holder:
        id: int
        values: object

    with pytest.raises(InvalidArgumentError, match="frozen=True"):
        Snapshot({"list": [Open(1)]})
    for changing in ([1], {"a": 1}, bytearray(b"x"), (1, [2])):
        with pytest.raises(InvalidArgumentError, match="can change after it was passed"):
            Snapshot({"list": [Holder(1, changing)]})
    assert Snapshot({"list": [Holder(1, (1, b"x", None))]})[1] == Holder(1, (1, b"x", None))


def test_items_of_documents_are_made_again():
    snapshot = Snapshot({"fares": [Fare(1, "Bus")]})
    assert Snapshot.decode(snapshot.encode())[1] == {"id": 1, "title": "Bus", "place": None, "price": 2.5}
    made = Snapshot.decode(snapshot.encode(), item_type=Fare)
    assert made == snapshot and made[1] == Fare(1, "Bus")
    shown = []
    source = DataSource(lambda fare: shown.append(fare) or fare.title, item_type=Fare)
    source.apply(made)
    assert source.render() == "     Bus\n" and shown == [Fare(1, "Bus")]


def test_items_that_have_fields_without_a_name():
    snapshot = Snapshot.decode(Snapshot({"list": [{"id": 1, 2: "two"}]}).encode(), item_type=dict)
    with pytest.raises(
        InvalidArgumentError, match="item 1: item_type is called with fields by name, and 2 is not a str"
    ) as caught:
        snapshot[1]
    assert caught.value.identifier == 1


def test_floats_of_every_width():
    for bits in (0x3C00, 0x0001, 0x7BFF, 0x8000):
        (value,) = struct.unpack(">e", struct.pack(">H", bits))
        assert content(value)[-3:] == b"\xf9" + struct.pack(">H", bits)
