"""A program in Python 3.9: what the page of the package shows, without `match`."""

import sys
from dataclasses import dataclass

from diffable import DataSource, Reconfigured, Snapshot, TextView


@dataclass(frozen=True)
class Fare:
    id: int
    title: str
    price: float


source = DataSource[Fare](
    lambda fare: {"text": fare.title, "detail": f"{fare.price:.2f}"}, view=TextView(sys.stdout.write)
)
source.apply(Snapshot({"fares": [Fare(1, "Bus", 2.5), Fare(2, "Train", 7.0)]}))
with source.edit() as snapshot:
    snapshot.update_items({"id": 1, "price": 2.75})
    snapshot.move_item_after(1, 2)
print(
    *(
        f"{change.old.price} -> {change.new.price}"
        for change in source.last_transaction.difference
        if isinstance(change, Reconfigured)
    )
)
print("Python", *sys.version_info[:2])
