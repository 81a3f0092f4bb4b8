"""An engine for lists that change.

A program describes what a list should be: a Snapshot. A DataSource computes the smallest set of changes from its
current list to the snapshot, and passes them to its view. docs/python.md shows how.
"""

from ._cells import Cell
from ._data_source import DataSource
from ._derived import DerivedList, Descending, PendingChanges, concat
from ._difference import (
    Deleted,
    DeletedSection,
    Difference,
    Inserted,
    InsertedSection,
    Moved,
    MovedSection,
    Reconfigured,
    Reloaded,
    Step,
    UpdatedSection,
    difference,
)
from ._elements import Identifier, IndexPath
from ._errors import (
    ApplyLoopError,
    CallbackFailedError,
    DiffableError,
    DuplicateIdentifierError,
    InvalidArgumentError,
    InvalidCellError,
    InvalidDestinationError,
    LimitExceededError,
    MalformedError,
    NoProviderError,
    NoSectionsError,
    OutputFailedError,
    ProviderFailedError,
    StaleSnapshotError,
    UnknownIdentifierError,
    WrongVersionError,
)
from ._history import History
from ._library import lib as _lib
from ._merging import Conflict, Merge, merge
from ._publishing import Follower, Publisher
from ._rows import Rows, Sections
from ._snapshot import SectionSnapshot, Snapshot
from ._transaction import SectionTransaction, Transaction
from ._views import NDJSONView, Preparation, TextView, View

__version__: str = _lib.diffable_version().decode()

__all__ = [
    "ApplyLoopError",
    "CallbackFailedError",
    "Cell",
    "Conflict",
    "DataSource",
    "Deleted",
    "DeletedSection",
    "DerivedList",
    "Descending",
    "DiffableError",
    "Difference",
    "DuplicateIdentifierError",
    "Follower",
    "History",
    "Identifier",
    "IndexPath",
    "Inserted",
    "InsertedSection",
    "InvalidArgumentError",
    "InvalidCellError",
    "InvalidDestinationError",
    "LimitExceededError",
    "MalformedError",
    "Merge",
    "Moved",
    "MovedSection",
    "NDJSONView",
    "NoProviderError",
    "NoSectionsError",
    "OutputFailedError",
    "PendingChanges",
    "Preparation",
    "ProviderFailedError",
    "Publisher",
    "Reconfigured",
    "Reloaded",
    "Rows",
    "SectionSnapshot",
    "SectionTransaction",
    "Sections",
    "Snapshot",
    "StaleSnapshotError",
    "Step",
    "TextView",
    "Transaction",
    "UnknownIdentifierError",
    "UpdatedSection",
    "View",
    "WrongVersionError",
    "concat",
    "difference",
    "merge",
]

# Messages and documentation show the names that programs import.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = "diffable"
