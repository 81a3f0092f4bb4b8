"""One apply: the list before and after it, and what changed."""

from __future__ import annotations

import ctypes
from functools import cached_property
from typing import Any, Generic, NamedTuple, Optional, TypeVar

from . import _declarations as c
from ._difference import Difference
from ._elements import ItemFormat, Identifier
from ._library import Handle, invoke, lib, read_id, read_text
from ._merging import Conflict, read_conflicts
from ._snapshot import Snapshot

Item = TypeVar("Item")


class SectionTransaction(NamedTuple):
    """The changes that one apply made to one section. Its snapshots are section snapshots."""

    section: Identifier
    initial_snapshot: Snapshot[Any]
    final_snapshot: Snapshot[Any]
    difference: Difference[Any]


class Transaction(Handle, Generic[Item]):
    """One apply: the list before it, the list after it, and what changed."""

    _item_format: ItemFormat

    @classmethod
    def _of(cls, address: int, item_format: ItemFormat) -> Transaction[Any]:
        made: Transaction[Any] = cls.__new__(cls)
        made._adopt(address, lib.diffable_transaction_free)
        made._item_format = item_format
        return made

    @cached_property
    def initial_snapshot(self) -> Snapshot[Item]:
        """The list before the apply."""
        return self._copy(lib.diffable_transaction_initial_snapshot(self._at()))

    @cached_property
    def final_snapshot(self) -> Snapshot[Item]:
        """The list after the apply."""
        return self._copy(lib.diffable_transaction_final_snapshot(self._at()))

    def _copy(self, borrowed: int) -> Snapshot[Item]:
        return Snapshot._of(lib.diffable_snapshot_copy(borrowed), self._item_format)

    @cached_property
    def difference(self) -> Difference[Item]:
        return self._difference(lib.diffable_transaction_difference(self._at()))

    def _difference(self, borrowed: int) -> Difference[Item]:
        return Difference._of(lib.diffable_difference_copy(borrowed), self._item_format)

    @property
    def animation(self) -> str:
        name: str = lib.diffable_row_animation_name(lib.diffable_transaction_animation(self._at())).decode()
        return name

    @property
    def uses_reload_data(self) -> bool:
        """Whether a view must request all its cells again, whatever the difference contains."""
        return bool(lib.diffable_transaction_uses_reload_data(self._at()))

    @property
    def caption(self) -> Optional[str]:
        return read_text(lib.diffable_transaction_caption(self._at())) or None

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts of an apply that was rebased. Empty for all other applies."""
        return read_conflicts(lib.diffable_transaction_conflicts(self._at()), self._item_format)

    @cached_property
    def section_transactions(self) -> tuple[SectionTransaction, ...]:
        """The changes to each section that existed before and after the apply and whose visible items changed, last
        section first."""
        sections = lib.diffable_section_transactions_new(self._at())
        try:
            return tuple(
                self._section(sections, index) for index in range(lib.diffable_section_transactions_count(sections))
            )
        finally:
            lib.diffable_section_transactions_free(sections)

    def _section(self, sections: int, index: int) -> SectionTransaction:
        out = c.diffable_section_transaction(ctypes.sizeof(c.diffable_section_transaction))
        invoke(lib.diffable_section_transactions_at, sections, index, ctypes.byref(out))
        lists = self._copy(out.initial_snapshot), self._copy(out.final_snapshot)
        return SectionTransaction(read_id(out.section), *lists, self._difference(out.difference))

    def __str__(self) -> str:
        return str(self.difference)

    def __repr__(self) -> str:
        return f"<Transaction: {self}>"
