"""A program whose types mypy checks: lists of a dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from diffable import (
    Cell,
    DataSource,
    DerivedList,
    Difference,
    Follower,
    History,
    IndexPath,
    Inserted,
    Preparation,
    Publisher,
    Reconfigured,
    Snapshot,
    TextView,
    Transaction,
    merge,
)


@dataclass(frozen=True)
class Fare:
    id: int
    title: str
    price: float


class Table:
    def prepare(self, preparation: Preparation[Fare]) -> None:
        self.cell: Cell = preparation.cell(IndexPath(0, 0))

    def commit(self, transaction: Transaction[Fare]) -> None:
        pass


def show(fare: Fare) -> Cell:
    return Cell(fare.title, detail=f"{fare.price:.2f}")


source: DataSource[Fare] = DataSource(show, view=TextView(lambda text: None))
snapshot: Snapshot[Fare] = Snapshot({"fares": [Fare(1, "Bus", 2.5)]})
transaction: Optional[Transaction[Fare]] = source.apply(snapshot)
with source.edit() as edited:
    edited.update_items({"id": 1, "price": 2.75})
fare: Fare = source.snapshot()[1]
prices: list[float] = [each.price for each in source.snapshot().values()] + [
    each.price for each in source.snapshot().rows[0:1]
]
assert transaction is not None
changes: Difference[Fare] = transaction.difference
for change in changes:
    if isinstance(change, Inserted) and change.new is not None:
        title: str = change.new.title
for deleted in changes.deleted_items:
    old: Optional[Fare] = deleted.old
moved: Optional[Reconfigured[Fare]] = next(iter(changes.reconfigured_items), None)
derived: DerivedList[Fare] = source.derive(filter=lambda fare: fare.price > 1, sort=["-price"])
found: Any = derived.snapshot()
source.view = Table()
version: str = Publisher(source).version()
Follower(DataSource[Fare]()).version()
undone: Optional[Transaction[Fare]] = History(source).undo()
merged: Snapshot[Any] = merge(snapshot, snapshot, snapshot).snapshot
