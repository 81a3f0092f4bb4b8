"""What changed between two lists: immutable values that `match` takes apart."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Optional, TypeVar, Union

from . import _declarations as c
from ._documents import write_document
from ._elements import SECTION, ItemFormat, Identifier, IndexPath, read_content, unpack_id
from ._library import Handle, address_of, invoke, lib, read_id
from ._snapshot import Snapshot

Item = TypeVar("Item")


@dataclass(frozen=True)
class DeletedSection:
    """A section that the new list does not have."""

    id: Identifier
    old_index: int
    old: Any = None


@dataclass(frozen=True)
class InsertedSection:
    """A section that the old list does not have."""

    id: Identifier
    new_index: int
    new: Any = None


@dataclass(frozen=True)
class MovedSection:
    id: Identifier
    old_index: int
    new_index: int


@dataclass(frozen=True)
class UpdatedSection:
    """A section with another content, or with a mark. If the data source has `refreshes_headers`, a section is also
    updated when items come into it or leave it. `old` and `new` are None if the section has no content."""

    id: Identifier
    old_index: int
    new_index: int
    old: Any = None
    new: Any = None


@dataclass(frozen=True)
class Deleted(Generic[Item]):
    """An item that the new list does not show. `with_section` says whether its section was deleted as well."""

    id: Identifier
    old_path: IndexPath
    old: Optional[Item] = None
    with_section: bool = False


@dataclass(frozen=True)
class Inserted(Generic[Item]):
    """An item that the old list does not show. `with_section` says whether its section was inserted as well."""

    id: Identifier
    new_path: IndexPath
    new: Optional[Item] = None
    with_section: bool = False


@dataclass(frozen=True)
class _Stayed(Generic[Item]):
    """An item that both lists show. `old_id` is the earlier identifier of a renamed item, and None for any other."""

    id: Identifier
    old_path: IndexPath
    new_path: IndexPath
    old: Optional[Item] = None
    new: Optional[Item] = None
    old_id: Optional[Identifier] = None


@dataclass(frozen=True)
class Moved(_Stayed[Item]):
    """An item that has another place. `old_id` is the earlier identifier of a renamed item, and None for any other."""


@dataclass(frozen=True)
class Reloaded(_Stayed[Item]):
    """An item whose row gets a new cell. `old_id` is the earlier identifier of a renamed item, and None for any
    other."""


@dataclass(frozen=True)
class Reconfigured(_Stayed[Item]):
    """An item whose content changed, or that was marked to be reconfigured. Its row keeps its cell. `old_id` is the
    earlier identifier of a renamed item, and None for any other."""


SectionChange = Union[DeletedSection, InsertedSection, MovedSection, UpdatedSection]
Change = Union[Deleted[Item], Inserted[Item], Moved[Item], Reloaded[Item], Reconfigured[Item]]


@dataclass(frozen=True)
class Step:
    """A change of consecutive elements. Indexes are those of the list after all earlier steps, except in `final`, which
    is in the new list. Steps of sections use only the `section` of an index path."""

    kind: str
    ids: tuple[Identifier, ...]
    #: The index path of the first element. None for insertions.
    start: Optional[IndexPath]
    #: The index path at which the first element is inserted, in the list without the elements of this step. None for
    #: deletions and updates.
    to: Optional[IndexPath]
    #: The index path of the first element in the new list. None for deletions.
    final: Optional[IndexPath]


STEP_KINDS = (
    "delete_sections",
    "insert_sections",
    "move_sections",
    "update_sections",
    "delete_items",
    "insert_items",
    "move_items",
    "reload_items",
    "reconfigure_items",
)
AT_ONCE = 256
# A diffable_change, and its first field.
_CHANGE, _SIZE = struct.Struct("@NiqPNiqPNnnnn?PNPPPNPP"), struct.Struct("@N")


class Difference(Handle, Generic[Item]):
    """What changed between two snapshots, with the fewest possible moves. Iterating over it yields the changes of
    sections, then those of items."""

    _item_format: ItemFormat

    @classmethod
    def _of(cls, address: int, item_format: ItemFormat) -> Difference[Any]:
        made: Difference[Any] = cls.__new__(cls)
        made._adopt(address, lib.diffable_difference_free)
        made._item_format = item_format
        return made

    def _fields(self, kind: int) -> Iterator[tuple[Any, ...]]:
        """The fields of the changes of a kind, as the library writes them."""
        total = lib.diffable_difference_count(self._at(), kind)
        for first in range(0, total, AT_ONCE):
            count = min(AT_ONCE, total - first)
            buffer = ctypes.create_string_buffer(_CHANGE.size * count)
            _SIZE.pack_into(buffer, 0, _CHANGE.size)
            invoke(lib.diffable_difference_changes, self._at(), kind, first, buffer, count, None)
            yield from _CHANGE.iter_unpack(buffer)

    def _identifiers(self, kind: int) -> list[tuple[Identifier, Identifier]]:
        """The identifiers that the changed elements have in the old list and in the new one. Contents are not read."""
        return [(unpack_id(*fields[5:9]), unpack_id(*fields[1:5])) for fields in self._fields(kind)]

    def _changes(self, kind: int) -> Iterator[tuple[Any, ...]]:
        """Yields for each change of a kind: the new and the old identifier, the old and the new index path, the old and
        the new content, and whether the item was deleted or inserted together with its section."""
        item_format = SECTION if kind < c.DELETED_ITEMS else self._item_format
        for fields in self._fields(kind):
            id, old_id = unpack_id(*fields[1:5]), unpack_id(*fields[5:9])
            start, end, with_section = IndexPath(*fields[9:11]), IndexPath(*fields[11:13]), fields[13]
            old_data, old_size, old_object, _, new_data, new_size, new_object, _ = fields[14:]
            old = read_content(old_data, old_size, old_object, old_id, item_format) if old_data else None
            new = read_content(new_data, new_size, new_object, id, item_format) if new_data else None
            yield id, old_id, start, end, old, new, with_section

    @cached_property
    def deleted_sections(self) -> tuple[DeletedSection, ...]:
        """In the order of the old list."""
        return tuple(
            DeletedSection(id, start.section, old) for id, _, start, _, old, _, _ in self._changes(c.DELETED_SECTIONS)
        )

    @cached_property
    def inserted_sections(self) -> tuple[InsertedSection, ...]:
        return tuple(
            InsertedSection(id, end.section, new) for id, _, _, end, _, new, _ in self._changes(c.INSERTED_SECTIONS)
        )

    @cached_property
    def moved_sections(self) -> tuple[MovedSection, ...]:
        return tuple(
            MovedSection(id, start.section, end.section)
            for id, _, start, end, _, _, _ in self._changes(c.MOVED_SECTIONS)
        )

    @cached_property
    def updated_sections(self) -> tuple[UpdatedSection, ...]:
        changes = self._changes(c.UPDATED_SECTIONS)
        return tuple(
            UpdatedSection(id, start.section, end.section, old, new) for id, _, start, end, old, new, _ in changes
        )

    @cached_property
    def deleted_items(self) -> tuple[Deleted[Item], ...]:
        """In the order of the old list."""
        return tuple(
            Deleted(id, start, old, with_section)
            for id, _, start, _, old, _, with_section in self._changes(c.DELETED_ITEMS)
        )

    @cached_property
    def inserted_items(self) -> tuple[Inserted[Item], ...]:
        return tuple(
            Inserted(id, end, new, with_section)
            for id, _, _, end, _, new, with_section in self._changes(c.INSERTED_ITEMS)
        )

    def _stayed_changes(self, kind: int, make: Any) -> tuple[Any, ...]:
        changes = self._changes(kind)
        return tuple(
            make(id, start, end, old, new, None if old_id == id else old_id)
            for id, old_id, start, end, old, new, _ in changes
        )

    @cached_property
    def moved_items(self) -> tuple[Moved[Item], ...]:
        return self._stayed_changes(c.MOVED_ITEMS, Moved)

    @cached_property
    def reloaded_items(self) -> tuple[Reloaded[Item], ...]:
        return self._stayed_changes(c.RELOADED_ITEMS, Reloaded)

    @cached_property
    def reconfigured_items(self) -> tuple[Reconfigured[Item], ...]:
        return self._stayed_changes(c.RECONFIGURED_ITEMS, Reconfigured)

    def section_changes(self) -> tuple[SectionChange, ...]:
        return (*self.deleted_sections, *self.inserted_sections, *self.moved_sections, *self.updated_sections)

    def item_changes(self) -> tuple[Change[Item], ...]:
        return (
            *self.deleted_items,
            *self.inserted_items,
            *self.moved_items,
            *self.reloaded_items,
            *self.reconfigured_items,
        )

    def __iter__(self) -> Iterator[Union[SectionChange, Change[Item]]]:
        yield from self.section_changes()
        yield from self.item_changes()

    def __len__(self) -> int:
        return sum(lib.diffable_difference_count(self._at(), kind) for kind in range(c.RECONFIGURED_ITEMS + 1))

    def __bool__(self) -> bool:
        return not lib.diffable_difference_is_empty(self._at())

    def steps(self) -> list[Step]:
        """The difference as a sequence of changes, for arrays and everything else that is changed one step at a
        time."""
        steps = lib.diffable_steps_new(self._at())
        try:
            return [_read_step(steps, index) for index in range(lib.diffable_steps_count(steps))]
        finally:
            lib.diffable_steps_free(steps)

    def encode(self, name: Optional[str] = None, *, with_old_contents: bool = False) -> bytes:
        """A patch as bytes, which leads from the old list to the new one."""
        return write_document(lib.diffable_difference_encode, self._at(), name, with_old_contents)

    def __str__(self) -> str:
        text: str = lib.diffable_difference_description(self._at()).decode()
        return text

    def __repr__(self) -> str:
        return f"<Difference: {self}>"


def _path(path: Any) -> IndexPath:
    return IndexPath(path.section, path.item)


def _optional_path(path: Any) -> Optional[IndexPath]:
    return None if path.section < 0 else _path(path)


def _read_step(steps: int, index: int) -> Step:
    step = c.diffable_step(ctypes.sizeof(c.diffable_step))
    invoke(lib.diffable_steps_read, steps, index, ctypes.byref(step), 1, None)
    ids = tuple(read_id(lib.diffable_step_identifier(steps, index, element)) for element in range(step.count))
    places = _optional_path(step.from_), _optional_path(step.to), _optional_path(step.final_path)
    return Step(STEP_KINDS[step.kind], ids, *places)


def difference(old: Snapshot[Item], new: Snapshot[Item]) -> Difference[Item]:
    """The difference between two snapshots."""
    return Difference._of(
        lib.diffable_difference_new(address_of(old, Snapshot), address_of(new, Snapshot)), new._item_format
    )
