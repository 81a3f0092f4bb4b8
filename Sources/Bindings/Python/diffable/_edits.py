"""The calls of the engine that an edit of a snapshot consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, Optional

from ._elements import Content, Identifier, pack_contents, pack_id, pack_ids
from ._library import lib

#: The last arguments of a call of the engine, which follow the identifiers, the contents and their count.
Rest = Callable[[], Sequence[Any]]


class Addition:
    """The elements of one list, and the function of the engine that adds or changes them in one call."""

    def __init__(self, function: Any, rest: Rest) -> None:
        self.function, self.rest = function, rest
        self.ids: list[Identifier] = []
        self.contents: list[Optional[Content]] = []

    def perform(self, invoke: Callable[..., Any], snapshot: int) -> None:
        rest = self.rest()
        ids = pack_ids(self.ids)
        contents = pack_contents(self.contents)
        invoke(self.function, snapshot, ids.data, contents and contents.data, len(self.ids), *rest)


class StateChange:
    """Items whose state changes, such as "expanded", and the function of the engine that sets it."""

    def __init__(self, function: Any, ids: list[Identifier], *rest: Any) -> None:
        self.function, self.ids, self.rest = function, ids, rest

    def perform(self, invoke: Callable[..., Any], snapshot: int) -> None:
        ids = pack_ids(self.ids)
        invoke(self.function, snapshot, ids.data, len(self.ids), *self.rest)


class Deletion:
    """Items that an edit deletes before it adds others."""

    def __init__(self, ids: list[Identifier]) -> None:
        self.ids = ids

    def perform(self, invoke: Callable[..., Any], snapshot: int) -> None:
        packed = pack_ids(self.ids)
        invoke(lib.diffable_snapshot_delete_items, snapshot, packed.data, len(self.ids), None)


class Renaming:
    """An item that an edit renames before it updates its content."""

    def __init__(self, id: Identifier, new_id: Identifier) -> None:
        self.id, self.new_id = id, new_id

    def perform(self, invoke: Callable[..., Any], snapshot: int) -> None:
        invoke(lib.diffable_snapshot_rename_item, snapshot, pack_id(self.id), pack_id(self.new_id))
