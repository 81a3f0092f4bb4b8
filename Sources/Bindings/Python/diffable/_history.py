"""Undoes and redoes the changes of a data source."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from typing import Any, Generic, Optional, TypeVar, cast

from . import _declarations as c
from ._data_source import DataSource
from ._library import Handle, address_of, invoke, lib, read_text, size_of
from ._transaction import Transaction

Item = TypeVar("Item")


class History(Handle, Generic[Item]):
    """Undoes and redoes the changes that are made to a data source from now on: applies, taps and drags. The history
    keeps the last `limit` changes. A `limit` of 0 stands for 100."""

    def __init__(self, source: DataSource[Item], *, limit: int = 100) -> None:
        self._source = source
        self._adopt(
            lib.diffable_history_new(address_of(source, DataSource), size_of(limit, "limit")), lib.diffable_history_free
        )

    def undo(self) -> Optional[Transaction[Item]]:
        """Undoes the last change. Returns None if there is nothing to undo. Inside a callback, the undo is queued, and
        the method returns None."""
        return self._undo_or_redo(lib.diffable_history_undo)

    def redo(self) -> Optional[Transaction[Item]]:
        """Redoes the change that was undone last. Returns None if there is nothing to redo. Inside a callback, the redo
        is queued, and the method returns None."""
        return self._undo_or_redo(lib.diffable_history_redo)

    def _undo_or_redo(self, function: Any) -> Optional[Transaction[Item]]:
        return cast("Optional[Transaction[Item]]", self._source._change(function, address=self._at()))

    @property
    def can_undo(self) -> bool:
        return bool(lib.diffable_history_can_undo(self._at(), None))

    @property
    def can_redo(self) -> bool:
        return bool(lib.diffable_history_can_redo(self._at(), None))

    @property
    def undo_caption(self) -> Optional[str]:
        """The caption of the change that `undo` will undo. None if that change has no caption, or if there is nothing
        to undo."""
        return self._caption(lib.diffable_history_can_undo)

    @property
    def redo_caption(self) -> Optional[str]:
        return self._caption(lib.diffable_history_can_redo)

    def _caption(self, function: Any) -> Optional[str]:
        caption = c.diffable_bytes()
        function(self._at(), ctypes.byref(caption))
        return read_text(caption) or None

    @contextlib.contextmanager
    def group(self, caption: Optional[str] = None) -> Iterator[None]:
        """A context manager: all changes in its block are undone and redone together."""
        data = (caption or "").encode()
        invoke(lib.diffable_history_begin_group, self._at(), data, len(data))
        try:
            yield
        finally:
            invoke(lib.diffable_history_end_group, self._at())

    def clear(self) -> None:
        """Forgets all changes. The list stays as it is."""
        lib.diffable_history_clear(self._at())
