"""What changed between two lists: immutable values that `match` takes apart."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Optional, TypeVar, Union

from . import _declarations as c
from ._elements import SECTION, How, Identifier, IndexPath, read_change
from ._library import Handle, invoke, lib, read_id
from ._snapshot import Snapshot, write_document

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
    """A section with another content, or with a mark. `old` and `new` are None if it has no content."""

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
class Moved(Generic[Item]):
    id: Identifier
    old_path: IndexPath
    new_path: IndexPath
    old: Optional[Item] = None
    new: Optional[Item] = None
    old_id: Optional[Identifier] = None


@dataclass(frozen=True)
class Reloaded(Generic[Item]):
    """An item whose row gets a new cell. `old_id` is the earlier identifier of a renamed item, and None for any other."""

    id: Identifier
    old_path: IndexPath
    new_path: IndexPath
    old: Optional[Item] = None
    new: Optional[Item] = None
    old_id: Optional[Identifier] = None


@dataclass(frozen=True)
class Reconfigured(Generic[Item]):
    """An item that shows something else. `old_id` is the earlier identifier of a renamed item, and None for any other."""

    id: Identifier
    old_path: IndexPath
    new_path: IndexPath
    old: Optional[Item] = None
    new: Optional[Item] = None
    old_id: Optional[Identifier] = None


SectionChange = Union[DeletedSection, InsertedSection, MovedSection, UpdatedSection]
Change = Union[Deleted[Item], Inserted[Item], Moved[Item], Reloaded[Item], Reconfigured[Item]]


@dataclass(frozen=True)
class Step:
    """A change of consecutive elements. Indexes are those of the moment of the step. Steps of sections use `section` of a place alone."""

    kind: str
    ids: tuple[Identifier, ...]
    #: Where the first of them is; None for insertions.
    start: Optional[IndexPath]
    #: Where the first of them goes, in the list without those that move; None for deletions and updates.
    to: Optional[IndexPath]
    #: Where the first of them is in the new list; None for deletions.
    final: Optional[IndexPath]


STEP_KINDS = (
    "delete_sections", "insert_sections", "move_sections", "update_sections", "delete_items", "insert_items", "move_items", "reload_items",
    "reconfigure_items",
)
AT_ONCE = 256


class Difference(Handle, Generic[Item]):
    """What changed between two snapshots, with the fewest possible moves. Its changes are a sequence: those of sections, and then those of items."""

    _how: How

    @classmethod
    def _of(cls, address: int, how: How) -> Difference[Any]:
        made: Difference[Any] = cls.__new__(cls)
        made._adopt(address, lib.diffable_difference_free)
        made._how = how
        return made

    def _changes(self, kind: int) -> Iterator[Any]:
        total = lib.diffable_difference_count(self._at(), kind)
        for first in range(0, total, AT_ONCE):
            array: Any = c.diffable_change * AT_ONCE
            changes = array()
            changes[0].struct_size = ctypes.sizeof(c.diffable_change)
            invoke(lib.diffable_difference_changes, self._at(), kind, first, changes, AT_ONCE, None)
            yield from changes[: min(AT_ONCE, total - first)]

    @cached_property
    def deleted_sections(self) -> tuple[DeletedSection, ...]:
        """In the order of the old list."""
        return tuple(
            DeletedSection(read_id(each.id), each.from_.section, _section(each.old_content, each)) for each in self._changes(c.DELETED_SECTIONS)
        )

    @cached_property
    def inserted_sections(self) -> tuple[InsertedSection, ...]:
        return tuple(
            InsertedSection(read_id(each.id), each.to.section, _section(each.new_content, each)) for each in self._changes(c.INSERTED_SECTIONS)
        )

    @cached_property
    def moved_sections(self) -> tuple[MovedSection, ...]:
        return tuple(MovedSection(read_id(each.id), each.from_.section, each.to.section) for each in self._changes(c.MOVED_SECTIONS))

    @cached_property
    def updated_sections(self) -> tuple[UpdatedSection, ...]:
        return tuple(
            UpdatedSection(
                read_id(each.id), each.from_.section, each.to.section, _section(each.old_content, each), _section(each.new_content, each)
            )
            for each in self._changes(c.UPDATED_SECTIONS)
        )

    @cached_property
    def deleted_items(self) -> tuple[Deleted[Item], ...]:
        """In the order of the old list."""
        return tuple(
            Deleted(read_id(each.id), _path(each.from_), read_change(each.old_content, read_id(each.old_id), self._how), each.with_section)
            for each in self._changes(c.DELETED_ITEMS)
        )

    @cached_property
    def inserted_items(self) -> tuple[Inserted[Item], ...]:
        return tuple(
            Inserted(read_id(each.id), _path(each.to), read_change(each.new_content, read_id(each.id), self._how), each.with_section)
            for each in self._changes(c.INSERTED_ITEMS)
        )

    def _moves(self, kind: int, make: Any) -> tuple[Any, ...]:
        found = []
        for each in self._changes(kind):
            id, old_id = read_id(each.id), read_id(each.old_id)
            contents = read_change(each.old_content, old_id, self._how), read_change(each.new_content, id, self._how)
            found.append(make(id, _path(each.from_), _path(each.to), *contents, None if old_id == id else old_id))
        return tuple(found)

    @cached_property
    def moved_items(self) -> tuple[Moved[Item], ...]:
        return self._moves(c.MOVED_ITEMS, Moved)

    @cached_property
    def reloaded_items(self) -> tuple[Reloaded[Item], ...]:
        return self._moves(c.RELOADED_ITEMS, Reloaded)

    @cached_property
    def reconfigured_items(self) -> tuple[Reconfigured[Item], ...]:
        return self._moves(c.RECONFIGURED_ITEMS, Reconfigured)

    def section_changes(self) -> tuple[SectionChange, ...]:
        return (*self.deleted_sections, *self.inserted_sections, *self.moved_sections, *self.updated_sections)

    def item_changes(self) -> tuple[Change[Item], ...]:
        return (*self.deleted_items, *self.inserted_items, *self.moved_items, *self.reloaded_items, *self.reconfigured_items)

    def __iter__(self) -> Iterator[Union[SectionChange, Change[Item]]]:
        yield from self.section_changes()
        yield from self.item_changes()

    def __len__(self) -> int:
        return sum(lib.diffable_difference_count(self._at(), kind) for kind in range(c.RECONFIGURED_ITEMS + 1))

    def __bool__(self) -> bool:
        return not lib.diffable_difference_is_empty(self._at())

    def steps(self) -> list[Step]:
        """The difference as a sequence of changes, for arrays and everything else that is changed one step at a time."""
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


def _section(content: Any, change: Any) -> Any:
    return read_change(content, read_id(change.id), SECTION)


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
    return Difference._of(lib.diffable_difference_new(old._at(), new._at()), new._how)
