"""Converts identifiers and contents between the values that programs use and the structs of the engine."""

from __future__ import annotations

import ctypes
import dataclasses
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Callable, NamedTuple, Optional, Union

from . import _declarations as c
from ._cbor import decode, encode_dataclass, encode_map, is_dataclass
from ._errors import DiffableError, argument_error
from ._library import FINALIZE, Handle, lib, register_object, objects

#: Names a section or an item. The integer 1 and the string "1" are different. Bytes that are UTF-8 are read as str.
Identifier = Union[str, bytes, int]
#: The field of items that is their identifier, or a function that returns it.
Key = Union[str, Callable[[Any], Identifier]]
#: Makes an item from its fields, which are passed as keyword arguments. It is called whenever an item with content is
#: read, unless the program passed the item as an instance of a dataclass.
ItemType = Callable[..., Any]


class IndexPath(NamedTuple):
    """The position of a visible item: the index of its section, and its index in that section."""

    section: int
    item: int


class ItemFormat(NamedTuple):
    """How a list reads and writes its items."""

    key: Key = "id"
    item_type: Optional[ItemType] = None


SECTION = ItemFormat()
TREE_FIELDS = ("children", "expanded", "expandable")
SECTION_FIELDS = ("items",)


# Identifiers


def is_identifier(value: Any) -> bool:
    return isinstance(value, (str, bytes, int)) and not isinstance(value, bool)


def identifier(value: Any, key: Key = "id") -> Identifier:
    """Returns the identifier of an element: the element itself, what `key` returns for it, or its field `key`."""
    found = value
    if not is_identifier(value):
        if callable(key):
            found = key(value)
        elif isinstance(value, Mapping):
            found = value.get(key)
        else:
            found = getattr(value, key, None)
        if not is_identifier(found):
            name = "an identifier" if callable(key) else repr(key)
            raise argument_error(f"str, bytes, int or an object with {name} expected, got {quoted(value)}")
    if isinstance(found, int) and not -(1 << 63) <= found < 1 << 63:
        raise argument_error(f"the identifier {found} has more than 64 bits")
    return text_or_bytes(found) if isinstance(found, bytes) else found


def optional_identifier(value: Any, key: Key = "id") -> Optional[Identifier]:
    """Returns what `identifier` returns, or None where `identifier` raises. Returns None as well for an object that is
    neither an identifier nor a mapping nor an instance of a dataclass."""
    if not (is_identifier(value) or isinstance(value, Mapping) or is_dataclass(value)):
        return None
    try:
        return identifier(value, key)
    except DiffableError:
        return None


def text_or_bytes(data: bytes) -> Union[str, bytes]:
    """Returns bytes as an identifier: a str if they are valid UTF-8, or else the bytes themselves."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def quoted(value: Any) -> str:
    """Returns a short text for a value, for use in messages. Identifiers are quoted as the engine quotes them."""
    if isinstance(value, (str, bytes)):
        data = to_bytes(value)
        size = lib.diffable_escape(data, len(data), True, None, 0)
        buffer = ctypes.create_string_buffer(size)
        lib.diffable_escape(data, len(data), True, buffer, size)
        return buffer.raw.decode()
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}..."


def elements(value: Any) -> list[Any]:
    """Returns the elements of an argument that is either one element or an iterable of elements."""
    if isinstance(value, Handle):
        advice = "; copy() makes another one" if isinstance(value, Mapping) else ""
        raise argument_error(f"an element or several expected, not a {type(value).__name__}{advice}")
    if is_identifier(value) or isinstance(value, Mapping) or is_dataclass(value):
        return [value]
    if not isinstance(value, Iterable):
        raise argument_error(f"an element or several expected, got {quoted(value)}")
    return list(value)


def identifiers(value: Any, key: Key = "id") -> list[Identifier]:
    return [identifier(each, key) for each in elements(value)]


def look_alike(id: Identifier) -> Optional[Identifier]:
    """Returns the identifier of the other type that is written the same way: "3" for 3, and 3 for "3". Returns None if
    there is none."""
    if isinstance(id, int):
        return str(id)
    try:
        number = int(id)
    except ValueError:
        return None
    return number if -(1 << 63) <= number < 1 << 63 and str(number).encode() == to_bytes(id) else None


def to_bytes(value: Union[str, bytes]) -> bytes:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value


_ID = struct.Struct("@iqPN")
_CONTENT = struct.Struct("@PNPP")


def _address(data: bytes) -> int:
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0


class Packed(NamedTuple):
    """Structs in memory, and the bytes that they point to."""

    data: bytes
    pointed_bytes: bytes


def pack_ids(ids: Sequence[Identifier]) -> Packed:
    """Returns an array of diffable_id."""
    texts = [b"" if isinstance(id, int) else to_bytes(id) for id in ids]
    blob = b"".join(texts)
    address = _address(blob)
    parts = []
    for id, text in zip(ids, texts):
        if isinstance(id, int):
            parts.append(_ID.pack(c.ID_INTEGER, id, 0, 0))
        else:
            parts.append(_ID.pack(c.ID_BYTES, 0, address, len(text)))
            address += len(text)
    return Packed(b"".join(parts), blob)


def pack_id(id: Identifier) -> Any:
    """Returns one diffable_id. The object keeps the bytes alive that it points to."""
    if isinstance(id, int):
        return c.diffable_id(c.ID_INTEGER, id, c.diffable_bytes(None, 0))
    data = to_bytes(id)
    packed = c.diffable_id(c.ID_BYTES, 0, c.diffable_bytes(_address(data), len(data)))
    packed.kept = data
    return packed


def pack_optional_id(id: Optional[Identifier]) -> Any:
    """Returns a pointer to the packed identifier, or None."""
    return None if id is None else ctypes.byref(pack_id(id))


def read_arrays(size: int, ids: Any, contents: Any, item_format: ItemFormat) -> list[Any]:
    """Returns the elements whose identifiers and contents the library has written to two arrays."""
    pairs = zip(
        _ID.iter_unpack(memoryview(ids)[: size * _ID.size]),
        _CONTENT.iter_unpack(memoryview(contents)[: size * _CONTENT.size]),
    )
    return [read_content(data, length, object, unpack_id(*id), item_format) for id, (data, length, object, _) in pairs]


def id_array(count: int) -> Any:
    return ctypes.create_string_buffer(_ID.size * count)


def content_array(count: int) -> Any:
    return ctypes.create_string_buffer(_CONTENT.size * count)


def read_ids(count: int, read: Callable[[Any, int], int]) -> list[Identifier]:
    """Calls `read` with an array that has room for `count` identifiers. Returns the identifiers that `read` wrote."""
    if count <= 0:
        return []
    buffer = id_array(count)
    size = max(read(buffer, count), 0)
    return [unpack_id(*fields) for fields in _ID.iter_unpack(memoryview(buffer)[: size * _ID.size])]


def unpack_id(kind: int, integer: int, data: int, size: int) -> Identifier:
    if kind == c.ID_INTEGER:
        return integer
    return text_or_bytes(ctypes.string_at(data, size) if size else b"")


# Contents


class Content(NamedTuple):
    """The bytes of a content, and the dataclass instance that they encode, if the program passed one."""

    data: bytes
    instance: Any = None


def encode_content(element: Any, key: Key, omitted: tuple[str, ...]) -> Optional[Content]:
    """Returns the content of an element, or None if the element is only an identifier. If `key` is "id", the field `id`
    is not encoded, because the identifier already has its value."""
    if is_identifier(element):
        return None
    if isinstance(element, Mapping):
        return Content(encode_map(element, 1, (*omitted, "id") if key == "id" else omitted))
    if not is_dataclass(element):
        raise argument_error(f"a mapping or a frozen dataclass expected, got {quoted(element)}")
    return Content(encode_dataclass(element, 1, ("id",) if key == "id" else ()), element)


def pack_contents(contents: Sequence[Optional[Content]]) -> Optional[Packed]:
    """Returns an array of diffable_content, or None if no element has a content. Pass it to the library at once: the
    instances are registered, and only the engine releases them."""
    if not any(contents):
        return None
    blob = b"".join(content.data for content in contents if content is not None)
    address = _address(blob)
    parts = []
    for content in contents:
        if content is None:
            parts.append(bytes(_CONTENT.size))
            continue
        has_instance = content.instance is not None
        number = register_object(content.instance) if has_instance else 0
        parts.append(_CONTENT.pack(address, len(content.data), number, FINALIZE if has_instance else 0))
        address += len(content.data)
    return Packed(b"".join(parts), blob)


def read_element(content: Any, id: Identifier, item_format: ItemFormat) -> Any:
    """Returns an item or a section from its diffable_content: the identifier if there is no content, the dataclass
    instance that was passed, or else the decoded fields, passed to `item_type` if there is one. Bytes that are not an
    encoded map are returned as `{"id": ..., "bytes": ...}`."""
    return read_content(content.data, content.size, content.object, id, item_format)


def read_content(
    address: Optional[int], size: int, object: Optional[int], id: Identifier, item_format: ItemFormat
) -> Any:
    """Does the same as `read_element`, from the fields of the diffable_content."""
    if not address:
        return id
    if object:
        instance = objects[object]
        own = getattr(instance, "id", id)
        was_renamed = item_format.key == "id" and (text_or_bytes(own) if isinstance(own, bytes) else own) != id
        return dataclasses.replace(instance, id=id) if was_renamed else instance
    data = ctypes.string_at(address, size)
    fields = decode(data)
    if fields is None:
        return {item_format.key if isinstance(item_format.key, str) else "id": id, "bytes": data}
    if item_format.key == "id":
        fields = {"id": id, **fields}
    if item_format.item_type is None:
        return fields
    for name in fields:
        if not isinstance(name, str):
            raise argument_error(
                f"item {quoted(id)}: item_type is called with fields by name, and {quoted(name)} is not a str",
                identifier=id,
            )
    return item_format.item_type(**fields)


def merged(old: Any, entry: Any, id: Identifier, item_format: ItemFormat, omitted: tuple[str, ...]) -> Any:
    """Returns the element `old` with the fields of the mapping `entry` set, except those in `omitted`. All other fields
    of `old` stay. If `entry` is an identifier, returns `old`. If it is an instance of a dataclass, returns `entry`."""
    if is_identifier(entry):
        return old
    if not isinstance(entry, Mapping):
        return entry
    fields = {name: value for name, value in entry.items() if name not in omitted}
    if is_identifier(old):
        return fields if fields.keys() - {item_format.key} else id
    if isinstance(old, Mapping):
        return {**old, **fields}
    try:
        return dataclasses.replace(old, **fields)
    except (TypeError, ValueError) as error:
        raise argument_error(f"item {quoted(id)}: {error}", identifier=id) from error
