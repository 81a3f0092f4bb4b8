"""The visible items of a snapshot as a sequence, and its sections as a mapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Optional, TypeVar, Union, overload

from ._elements import Identifier, optional_identifier

if TYPE_CHECKING:
    from ._snapshot import Snapshot

Item = TypeVar("Item")


class Rows(Sequence[Item]):
    """The visible items of a section, or of a whole list, as they are in the list.

    Indexes and slices read only what they name, but a slice with a step other than 1 reads all rows.
    """

    def __init__(self, snapshot: Snapshot[Item], section: Optional[Identifier]) -> None:
        self._snapshot, self._section = snapshot, section

    def __len__(self) -> int:
        return self._snapshot.number_of_items(self._section)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Item, list[Item]]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                return list(self)[index]
            return self._snapshot._read_items(self._section, start, max(stop - start, 0))
        size = len(self)
        if not -size <= index < size:
            raise IndexError(f"row {index} of {size}")
        return self._snapshot._read_items(self._section, index % size, 1)[0]

    def __iter__(self) -> Iterator[Item]:
        return iter(self._snapshot._read_items(self._section, 0, len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and not isinstance(other, (str, bytes)) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"Rows({list(self)!r})"


class Sections(Mapping[Identifier, Rows[Item]]):
    """The sections of a list in order, by identifier, each with its visible items."""

    def __init__(self, snapshot: Snapshot[Item]) -> None:
        self._snapshot = snapshot

    def __len__(self) -> int:
        return self._snapshot.number_of_sections()

    def __iter__(self) -> Iterator[Identifier]:
        return iter(self._snapshot.section_identifiers())

    def __contains__(self, section: object) -> bool:
        id = optional_identifier(section)
        return id is not None and self._snapshot._has_section(id)

    def __getitem__(self, section: Identifier) -> Rows[Item]:
        if section not in self:
            raise KeyError(section)
        return Rows(self._snapshot, section)
