"""Three-way merge of lists that were edited independently."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar, cast

from . import _declarations as c
from ._elements import SECTION, ItemFormat, Identifier, read_element
from ._library import address_of, invoke, lib, read_id
from ._snapshot import Snapshot

Item = TypeVar("Item")


@dataclass(frozen=True)
class Conflict:
    """A section or an item that both sides changed in ways that do not fit together. It is in the merged list."""

    #: "changed", "inserted", "deleted", "deleted_parent", "moved", "cycle" or "renamed".
    kind: str
    id: Identifier
    is_section: bool
    #: The section or item as each of the three lists has it; None if that list does not have it.
    base: Any
    mine: Any
    theirs: Any


class Merge(NamedTuple):
    """The result of `merge`: the merged list, and the conflicts."""

    snapshot: Snapshot[Any]
    conflicts: tuple[Conflict, ...]


def read_conflicts(conflicts: Any, item_format: ItemFormat) -> tuple[Conflict, ...]:
    found = []
    for index in range(lib.diffable_conflicts_count(conflicts)):
        conflict = c.diffable_conflict(ctypes.sizeof(c.diffable_conflict))
        invoke(lib.diffable_conflicts_read, conflicts, index, ctypes.byref(conflict), 1, None)
        id, element_format = read_id(conflict.id), SECTION if conflict.is_section else item_format
        sides = [
            read_element(getattr(conflict, side), id, element_format) if getattr(conflict, f"in_{side}") else None
            for side in ("base", "mine", "theirs")
        ]
        kind = lib.diffable_conflict_kind_name(conflict.kind).decode()
        found.append(Conflict(kind, id, conflict.is_section, *sides))
    return tuple(found)


def merge(base: Snapshot[Item], mine: Snapshot[Item], theirs: Snapshot[Item]) -> Merge:
    """Merges two lists that were edited independently, both starting from `base`. If both sides changed the same thing
    in different ways, `mine` counts, but a change beats a deletion. docs/merge.md has the rules."""
    merged, conflicts = ctypes.c_void_p(), ctypes.c_void_p()
    lists = [address_of(each, Snapshot) for each in (base, mine, theirs)]
    invoke(lib.diffable_snapshot_merge, *lists, ctypes.byref(merged), ctypes.byref(conflicts))
    snapshot = Snapshot._of(cast(int, merged.value), mine._item_format)
    try:
        return Merge(snapshot, read_conflicts(conflicts, mine._item_format))
    finally:
        lib.diffable_conflicts_free(conflicts)
