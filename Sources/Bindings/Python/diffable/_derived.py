"""Derived lists and concatenations: lists that are computed from other lists, and follow their changes."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Callable, Optional, TypeVar, Union, cast

from . import _declarations as c
from ._data_source import DataSource
from ._elements import (
    SECTION,
    SECTION_FIELDS,
    ItemFormat,
    encode_content,
    identifier,
    is_identifier,
    pack_contents,
    pack_id,
    read_element,
    quoted,
    to_bytes,
)
from ._errors import argument_error
from ._library import FINALIZE, Owner, address_of, call, callback, invoke, lib, read_id, size_of
from ._transaction import Transaction

Item = TypeVar("Item")
SortValue = Any
Sort = Union[Callable[[Item], SortValue], Iterable[str]]
#: The default of each option of `DerivedList.set`. A part of the derivation whose option is `KEEP` stays as it is.
KEEP: Any = object()


@dataclass(frozen=True)
class PendingChanges:
    """The numbers of items that `release` will insert, delete and move in a held list."""

    inserted: int
    deleted: int
    moved: int


@dataclass
class Functions:
    """The functions of a derivation. `kept` holds the memory of the last result of `section`, which the engine still
    reads after the callback has returned."""

    item_format: ItemFormat
    filter: Optional[Callable[[Any], Any]] = None
    section: Optional[Callable[[Any], Any]] = None
    sort: Optional[Callable[[Any], Any]] = None
    section_sort: Optional[Callable[[Any], Any]] = None
    kept: list[Any] = field(default_factory=list)

    def item(self, item: int, content: int) -> Any:
        return read_element(
            c.diffable_content.from_address(content), read_id(c.diffable_id.from_address(item)), self.item_format
        )


def sort_by(fields: Iterable[str], item_format: ItemFormat) -> Callable[[Any], Any]:
    """Returns a function that reads the sort key of an item from its fields. A `-` before the name of a field reverses
    the order."""
    names = [(name[1:], True) if name.startswith("-") else (name, False) for name in fields]

    def read(item: Any) -> list[Any]:
        return [
            Descending(_field(item, name, item_format)) if is_reversed else _field(item, name, item_format)
            for name, is_reversed in names
        ]

    return read


def _field(item: Any, name: str, item_format: ItemFormat) -> Any:
    if is_identifier(item):
        return item if name in ("id", item_format.key) else None
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)


@dataclass(frozen=True)
class Descending:
    """A value of a sort key that sorts in descending order."""

    value: Any


def add_sort_key(key: int, value: Any) -> None:
    for part in value if isinstance(value, (tuple, list)) else (value,):
        if isinstance(part, Descending):
            add_sort_part(key, part.value, True)
        else:
            add_sort_part(key, part, False)


def add_sort_part(key: int, value: Any, is_reversed: bool) -> None:
    if value is None:
        lib.diffable_sort_key_add_none(key, is_reversed)
    elif isinstance(value, bool):
        lib.diffable_sort_key_add_boolean(key, value, is_reversed)
    elif isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
        lib.diffable_sort_key_add_integer(key, value, is_reversed)
    elif isinstance(value, (int, float)):
        lib.diffable_sort_key_add_double(key, float(value), is_reversed)
    elif isinstance(value, datetime):
        lib.diffable_sort_key_add_double(key, value.timestamp(), is_reversed)
    elif isinstance(value, (str, bytes)):
        data = to_bytes(value)
        lib.diffable_sort_key_add_string(key, data, len(data), is_reversed)
    else:
        raise argument_error(
            f"a number, str, bytes, bool, datetime or None expected as a sort key, got {quoted(value)}"
        )


class DerivedList(DataSource[Item]):
    """A list that is computed from the list of another data source, its origin, and follows the changes of that list.
    A derived list is read-only: change the origin instead."""

    def set(
        self,
        *,
        filter: Any = KEEP,
        section: Any = KEEP,
        sort: Any = KEEP,
        section_sort: Any = KEEP,
        limit: Any = KEEP,
        section_limit: Any = KEEP,
        keep_empty_sections: Any = KEEP,
    ) -> Optional[Transaction[Item]]:
        """Replaces the given parts of the derivation, and removes those that are None. All of this is one apply, with
        the fewest changes."""
        given = {"filter": filter, "section": section, "sort": sort, "section_sort": section_sort}
        functions = {name: value for name, value in given.items() if value is not KEEP}
        parts = sum(PARTS[name] for name in functions)
        if keep_empty_sections is not KEEP:
            parts |= c.DERIVATION_EMPTY_SECTIONS
        limits = {"limit": 0, "section_limit": 0}
        for name, value in (("limit", limit), ("section_limit", section_limit)):
            if value is not KEEP:
                parts |= LIMIT_PARTS[name]
                limits[name] = size_of(value or 0, name)
        self._at()
        derivation = self._derivation(
            functions, limits.values(), keep_empty_sections is not KEEP and bool(keep_empty_sections)
        )
        transaction = self._change(lib.diffable_data_source_set_derivation, parts, ctypes.byref(derivation))
        return cast("Optional[Transaction[Item]]", transaction)

    def _derivation(self, functions: Mapping[str, Any], limits: Iterable[int], keep_empty_sections: bool) -> Any:
        """Returns a derivation to pass to the engine. It must be passed: only the engine releases the functions."""
        found = {name: value for name, value in functions.items() if value is not None}
        for name in ("sort", "section_sort"):
            if name in found and not callable(found[name]):
                if isinstance(found[name], str):
                    raise argument_error(f"{name}: a function or a list of fields expected, got {found[name]!r}")
                found[name] = sort_by(list(found[name]), self._item_format)
        kept = Functions(self._item_format, **found)
        pointers = [FUNCTIONS[name] if name in found else None for name in PARTS]
        return c.diffable_derivation(
            ctypes.sizeof(c.diffable_derivation),
            *pointers,
            *limits,
            keep_empty_sections,
            self._owner.keep(kept),
            FINALIZE,
        )

    def hold(self) -> None:
        """Holds the list: until `release`, contents are updated and deleted items disappear, but no row is inserted or
        moved."""
        invoke(lib.diffable_data_source_hold, self._at())

    def release(self) -> Optional[Transaction[Item]]:
        """Ends the hold, and makes the pending changes in one apply, with the fewest changes."""
        return cast("Optional[Transaction[Item]]", self._change(lib.diffable_data_source_release))

    @property
    def is_held(self) -> bool:
        return bool(lib.diffable_data_source_is_held(self._at()))

    @property
    def pending(self) -> PendingChanges:
        """The numbers of items that `release` will insert, delete and move. All are 0 if the list is not held."""
        changes = c.diffable_pending_changes(ctypes.sizeof(c.diffable_pending_changes))
        invoke(lib.diffable_data_source_pending, self._at(), ctypes.byref(changes))
        return PendingChanges(changes.inserted, changes.deleted, changes.moved)


PARTS = {
    "filter": c.DERIVATION_FILTER,
    "section": c.DERIVATION_SECTION,
    "sort": c.DERIVATION_SORT,
    "section_sort": c.DERIVATION_SECTION_SORT,
}
LIMIT_PARTS = {"limit": c.DERIVATION_LIMIT, "section_limit": c.DERIVATION_SECTION_LIMIT}
NO_OPTIONS: dict[str, Any] = dict.fromkeys(
    ("cell", "cells", "header", "footer", "supplementary", "view", "name", "default_row_animation")
)


def _connect(source: DataSource[Any], options: Mapping[str, Any], origins: list[DataSource[Any]]) -> None:
    """Sets the options of a data source that follows others. The data source and its origins keep each other alive."""
    source._configure(**{**NO_OPTIONS, "strict": False, "refreshes_headers": False, **options})
    source._origins = origins
    for origin in origins:
        origin._followers.append(source)


def derive(
    origin: DataSource[Item],
    *,
    filter: Optional[Callable[[Item], Any]] = None,
    section: Optional[Callable[[Item], Any]] = None,
    sort: Optional[Sort[Item]] = None,
    section_sort: Optional[Callable[[Any], Any]] = None,
    limit: Optional[int] = None,
    section_limit: Optional[int] = None,
    keep_empty_sections: bool = False,
    **options: Any,
) -> DerivedList[Item]:
    """Makes a list that is computed from the list of a data source, and follows its changes.

    `filter` is called once for each item that is new or renamed, or whose content changed. If such an item is then in
    the list, `section` and `sort` are called for it as well. The result of each function must depend on its item alone.
    `sort` is a function that returns a value or a tuple of values, or it is a list of names of fields, in which a `-`
    before a name reverses the order. `section` returns an identifier, a mapping with `id`, or an instance of a
    dataclass, which is stored as a mapping. The other options are those of a data source, except `key` and `item_type`.
    """
    made: DerivedList[Item] = DerivedList.__new__(DerivedList)
    functions = {"filter": filter, "section": section, "sort": sort, "section_sort": section_sort}
    limits = size_of(limit or 0, "limit"), size_of(section_limit or 0, "section_limit")
    _make(made, origin._item_format, lambda out: _derive(made, origin, functions, limits, keep_empty_sections, out))
    _connect(made, options, [origin])
    return made


def _derive(
    made: DerivedList[Any], origin: DataSource[Any], functions: Any, limits: Iterable[int], keep_empty: bool, out: Any
) -> tuple[int, Optional[BaseException]]:
    return call(
        lib.diffable_data_source_derive,
        origin._at(),
        ctypes.byref(made._derivation(functions, limits, keep_empty)),
        out,
    )


def _make(
    made: DataSource[Any], item_format: ItemFormat, function: Callable[[Any], tuple[int, Optional[BaseException]]]
) -> None:
    """Calls `function`, which makes the data source of the engine, and attaches the result to `made`. `function` calls
    back into the program, so `made` gets its format and its owner before the call."""
    out = ctypes.c_void_p()
    made._item_format, made._owner = item_format, Owner()
    owner = made._owner
    _, error = function(ctypes.byref(out))
    if out.value is None:
        raise cast(BaseException, error)
    made._begin(out.value, item_format, owner)
    if error is not None:
        raise error


def concat(sources: Iterable[DataSource[Item]], **options: Any) -> DataSource[Item]:
    """Makes a read-only list that has the sections of all given lists, in order, and follows the changes of each."""
    origins = list(sources)
    if not origins:
        raise argument_error("concat: there is no list")
    addresses = (ctypes.c_void_p * len(origins))(*[address_of(origin, DataSource) for origin in origins])
    made: DataSource[Item] = DataSource.__new__(DataSource)
    _make(
        made, origins[0]._item_format, lambda out: call(lib.diffable_data_source_concat, addresses, len(origins), out)
    )
    _connect(made, options, list(origins))
    return made


# Callbacks from the engine


@callback(c.diffable_filter_fn)
def FILTER(functions: Functions, item: int, content: int, passes: int) -> None:
    ctypes.c_bool.from_address(passes).value = bool(cast(Any, functions.filter)(functions.item(item, content)))


@callback(c.diffable_section_fn)
def CHOOSE_SECTION(functions: Functions, item: int, content: int, section: int, section_content: int) -> None:
    chosen = cast(Any, functions.section)(functions.item(item, content))
    packed = pack_id(identifier(chosen))
    functions.kept = [packed]
    ctypes.memmove(section, ctypes.byref(packed), ctypes.sizeof(packed))
    encoded = encode_content(chosen, "id", SECTION_FIELDS)
    if encoded is not None:
        contents = pack_contents([encoded._replace(instance=None)])
        assert contents is not None
        functions.kept.append(contents)
        ctypes.memmove(section_content, contents.data, len(contents.data))


@callback(c.diffable_sort_fn)
def SORT(functions: Functions, item: int, content: int, key: int) -> None:
    add_sort_key(key, cast(Any, functions.sort)(functions.item(item, content)))


@callback(c.diffable_sort_fn)
def SECTION_SORT(functions: Functions, section: int, content: int, key: int) -> None:
    id = read_id(c.diffable_id.from_address(section))
    add_sort_key(
        key, cast(Any, functions.section_sort)(read_element(c.diffable_content.from_address(content), id, SECTION))
    )


FUNCTIONS = {"filter": FILTER, "section": CHOOSE_SECTION, "sort": SORT, "section_sort": SECTION_SORT}
