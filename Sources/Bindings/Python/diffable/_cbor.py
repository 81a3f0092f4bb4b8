"""Encodes contents as bytes, and decodes them: CBOR in the core deterministic encoding. See docs/content.md."""

from __future__ import annotations

import dataclasses
import math
import struct
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from typing import Any

from ._errors import argument_error

MAX_DEPTH = 256
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
# Tags for a date, for positive and negative integers that do not fit into 64 bits, and for a string of JavaScript that
# contains half of a surrogate pair.
_DATE, _BIG, _BIG_NEGATIVE, _SURROGATES = 1, 2, 3, 60002


def _head(major: int, number: int) -> bytes:
    if number < 24:
        return bytes((major << 5 | number,))
    if number < 0x100:
        return bytes((major << 5 | 24, number))
    if number < 0x10000:
        return struct.pack(">BH", major << 5 | 25, number)
    if number < 0x100000000:
        return struct.pack(">BI", major << 5 | 26, number)
    return struct.pack(">BQ", major << 5 | 27, number)


def _integer(value: int) -> bytes:
    if 0 <= value < 1 << 64:
        return _head(0, value)
    if -(1 << 64) <= value < 0:
        return _head(1, -1 - value)
    magnitude = value if value > 0 else -1 - value
    data = magnitude.to_bytes((magnitude.bit_length() + 7) // 8, "big")
    return _head(6, _BIG if value > 0 else _BIG_NEGATIVE) + _head(2, len(data)) + data


def _float(value: float) -> bytes:
    if math.isnan(value):
        return b"\xf9\x7e\x00"
    for code, form in ((0xF9, ">e"), (0xFA, ">f")):
        try:
            data = struct.pack(form, value)
        except OverflowError:
            continue
        if struct.unpack(form, data)[0] == value:
            return bytes((code,)) + data
    return b"\xfb" + struct.pack(">d", value)


def _text(value: str) -> bytes:
    try:
        data = value.encode()
    except UnicodeEncodeError:
        data = value.encode("utf-16-be", "surrogatepass")
        return _head(6, _SURROGATES) + _head(2, len(data)) + data
    return _head(3, len(data)) + data


def _date(value: datetime) -> bytes:
    if value.tzinfo is None:
        raise argument_error("a datetime in a content must have a time zone")
    seconds = (value - _EPOCH) / timedelta(seconds=1)
    return _head(6, _DATE) + (_integer(int(seconds)) if seconds.is_integer() else _float(seconds))


def is_dataclass(value: Any) -> bool:
    return hasattr(type(value), "__dataclass_params__")


@lru_cache(maxsize=1024)
def _field_names(kind: Any) -> tuple[str, ...]:
    """Returns the names of the fields of a frozen dataclass."""
    if not kind.__dataclass_params__.frozen:
        raise argument_error(f"{kind.__name__} can change after it was passed: write @dataclass(frozen=True)")
    return tuple(field.name for field in dataclasses.fields(kind))


@lru_cache(maxsize=1024)
def _sorted_keys(names: tuple[str, ...], omitted: tuple[str, ...]) -> tuple[bytes, list[tuple[bytes, str]]]:
    """Returns the encoded head of a map, and its keys sorted by their encoded bytes. The result is cached, because the
    items of a list usually have the same fields."""
    keys = sorted((_text(name), name) for name in names if name not in omitted)
    return _head(5, len(keys)), keys


def encode_map(fields: Mapping[Any, Any], depth: int = 1, omitted: tuple[str, ...] = ()) -> bytes:
    """Encodes a mapping without the fields in `omitted`."""
    names = tuple(fields)
    if all(type(name) is str for name in names):
        head, keys = _sorted_keys(names, omitted)
        return head + b"".join([key + encode(fields[name], depth) for key, name in keys])
    entries = sorted(
        (encode(name, depth), encode(value, depth)) for name, value in fields.items() if name not in omitted
    )
    for (name, _), (other, _) in zip(entries, entries[1:]):
        if name == other:
            raise argument_error("a map in a content has a key twice")
    return _head(5, len(entries)) + b"".join(part for entry in entries for part in entry)


def encode_dataclass(value: Any, depth: int = 1, omitted: tuple[str, ...] = ()) -> bytes:
    """Encodes an instance of a frozen dataclass as a map of its fields, without those in `omitted`."""
    kind: Any = type(value)
    head, keys = _sorted_keys(_field_names(kind), omitted)
    return head + b"".join([key + encode(getattr(value, name), depth, True) for key, name in keys])


def encode(value: Any, depth: int = 0, frozen: bool = False) -> bytes:
    """Encodes a value. `frozen` is true if the value is part of an instance of a frozen dataclass. The list keeps that
    instance, so types that can change are refused."""
    kind = type(value)
    if kind is str:
        return _text(value)
    if value is None:
        return b"\xf6"
    if kind is bool:
        return b"\xf5" if value else b"\xf4"
    if kind is int:
        return _integer(value)
    if kind is float:
        return _float(value)
    if isinstance(value, (bytes, bytearray, memoryview)) and not (frozen and not isinstance(value, bytes)):
        data = bytes(value)
        return _head(2, len(data)) + data
    if depth >= MAX_DEPTH:
        raise argument_error(f"a content is nested more than {MAX_DEPTH} levels deep, or contains itself")
    if isinstance(value, datetime):
        return _date(value)
    if is_dataclass(value):
        return encode_dataclass(value, depth + 1)
    if isinstance(value, tuple) or isinstance(value, list) and not frozen:
        return _head(4, len(value)) + b"".join([encode(each, depth + 1, frozen) for each in value])
    if isinstance(value, Mapping) and not frozen:
        return encode_map(value, depth + 1)
    if isinstance(value, (str, int, float)):  # a subclass, such as an enumeration
        return encode(
            str.__str__(value) if isinstance(value, str) else int(value) if isinstance(value, int) else float(value)
        )
    if frozen and isinstance(value, (list, Mapping, bytearray, memoryview)):
        raise argument_error(
            f"a {kind.__name__} in a dataclass can change after it was passed: "
            "use a tuple, bytes or another frozen dataclass"
        )
    raise argument_error(f"a {kind.__name__} cannot be a part of a content")


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0

    def take(self, size: int) -> bytes:
        start, self.position = self.position, self.position + size
        if self.position > len(self.data):
            raise ValueError("the content ends early")
        return self.data[start : self.position]

    def number(self, low: int) -> int:
        return low if low < 24 else int.from_bytes(self.take(1 << low - 24), "big")

    def read(self) -> Any:
        first = self.take(1)[0]
        major, low = first >> 5, first & 31
        if major == 7:
            return self.simple(low)
        number = self.number(low)
        if major == 0:
            return number
        if major == 1:
            return -1 - number
        if major == 2:
            return self.take(number)
        if major == 3:
            return self.take(number).decode()
        if major == 4:
            return [self.read() for _ in range(number)]
        if major == 5:
            return {self.key(): self.read() for _ in range(number)}
        return self.tagged(number)

    def simple(self, low: int) -> Any:
        if low in (25, 26, 27):
            return struct.unpack({25: ">e", 26: ">f", 27: ">d"}[low], self.take(1 << low - 24))[0]
        return {20: False, 21: True, 22: None, 23: None}[low]

    def key(self) -> Any:
        found = self.read()
        try:
            hash(found)
        except TypeError:
            return repr(found)
        return found

    def tagged(self, tag: int) -> Any:
        value = self.read()
        if tag == _DATE and isinstance(value, (int, float)):
            try:
                return _EPOCH + timedelta(seconds=value)
            except (OverflowError, ValueError):
                return value
        if tag in (_BIG, _BIG_NEGATIVE) and isinstance(value, bytes):
            magnitude = int.from_bytes(value, "big")
            return magnitude if tag == _BIG else -1 - magnitude
        if tag == _SURROGATES and isinstance(value, bytes):
            return value.decode("utf-16-be", "surrogatepass")
        return value


def decode(data: bytes) -> Any:
    """Decodes a content. Returns None if the bytes are not exactly one map. A C program may use any bytes."""
    reader = _Reader(data)
    if not data or data[0] >> 5 != 5:
        return None
    try:
        value = reader.read()
    except (ValueError, KeyError, RecursionError):
        return None
    return value if reader.position == len(data) else None
