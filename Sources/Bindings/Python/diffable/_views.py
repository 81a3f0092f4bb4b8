"""Views: objects that show the list of a data source."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any, Callable, Generic, Optional, Protocol, TypeVar, cast

from . import _declarations as c
from ._cells import Cell, take_cell
from ._elements import ItemFormat
from ._errors import argument_error
from ._library import FINALIZE, Handle, Owner, callback, invoke, lib, path_of, size_of
from ._transaction import Transaction

if TYPE_CHECKING:
    from ._data_source import DataSource

Item = TypeVar("Item")
Write = Callable[[str], Any]
COLORS = {"auto": c.COLOR_AUTO, "always": c.COLOR_ALWAYS, "never": c.COLOR_NEVER}


class View(Protocol):
    """Shows the list of a data source. A view has at least one of these methods.

    For each apply, `prepare` is called. If it raises, the apply is undone, and neither `commit` nor `cancel` is called.
    Otherwise `commit` follows, or `cancel` if something else undoes the apply.
    """

    def attach(self, source: DataSource[Any]) -> None:
        """Shows the list that the data source has when the view is set."""

    def prepare(self, preparation: Preparation[Any]) -> None:
        """Makes everything that can fail, such as the cells of new rows. The view still shows the old list."""

    def commit(self, transaction: Transaction[Any]) -> None:
        """Shows the change."""

    def cancel(self, transaction: Transaction[Any]) -> None:
        """Discards what `prepare` made. The apply raises the error that undid it, so an exception of this method goes
        to `sys.unraisablehook`."""


METHODS = ("attach", "prepare", "commit", "cancel")


class Preparation(Generic[Item]):
    """The apply that a view prepares for. Its cells can be read until `prepare` returns."""

    def __init__(self, address: int, source: DataSource[Item], transaction: Transaction[Item]) -> None:
        self._address: Optional[int] = address
        self.source, self.transaction = source, transaction

    def _at(self) -> int:
        if self._address is None:
            raise argument_error("the preparation is over")
        return self._address

    def cell(self, index_path: tuple[int, int]) -> Cell:
        """Returns a new cell from the provider for an item of the new list."""
        out = ctypes.c_void_p()
        invoke(lib.diffable_preparation_cell, self._at(), path_of(index_path), ctypes.byref(out))
        return cast(Cell, take_cell(out.value))

    def supplementary_cell(self, kind: str, section_index: int) -> Optional[Cell]:
        """Returns a new header, footer or other supplementary cell of a section of the new list, or None if the
        section has no cell of this kind."""
        out = ctypes.c_void_p()
        invoke(
            lib.diffable_preparation_supplementary_cell,
            self._at(),
            kind.encode(),
            size_of(section_index, "section_index"),
            ctypes.byref(out),
        )
        return take_cell(out.value)


class Writer(Handle):
    """A view that writes text."""

    def _open(self, function: Any, options: Any, write: Write) -> None:
        self._owner = Owner()
        out = ctypes.c_void_p()
        number = self._owner.keep(write)
        invoke(function, ctypes.byref(options), WRITE, number, FINALIZE, ctypes.byref(out))
        self._adopt(cast(int, out.value), lib.diffable_view_free)


class TextView(Writer):
    """Shows lists as lines of text with signs for the changes: `+` inserted, `-` deleted, `>` moved, `~` updated."""

    def __init__(
        self, write: Write, *, width: int = 0, context: int = 6, color: str = "never", shows_old: bool = False
    ) -> None:
        if color not in COLORS:
            raise argument_error(f"color: one of {', '.join(COLORS)} expected")
        size = ctypes.sizeof(c.diffable_text_view_options)
        self._open(
            lib.diffable_text_view_new,
            c.diffable_text_view_options(
                size, size_of(width, "width"), size_of(context, "context") or -1, COLORS[color], shows_old
            ),
            write,
        )


class NDJSONView(Writer):
    """Writes lists as a stream of events for other programs, one JSON object for each line: see docs/ndjson.md."""

    def __init__(self, write: Write, *, shows_old: bool = False) -> None:
        options = c.diffable_ndjson_view_options(ctypes.sizeof(c.diffable_ndjson_view_options), shows_old)
        self._open(lib.diffable_ndjson_view_new, options, write)


class Adapter:
    """Connects a view that the program wrote to the engine: calls the methods that the view has."""

    def __init__(self, view: Any, source: DataSource[Any], item_format: ItemFormat) -> None:
        self.view, self.item_format = view, item_format
        self.source = weakref.ref(source)
        self.transaction: Optional[Transaction[Any]] = None

    def tell(self, name: str, value: Any) -> None:
        method = getattr(self.view, name, None)
        if method is not None:
            method(value)

    def open(self, owner: Owner) -> int:
        """Makes a view of the engine that calls this adapter, and returns its address. The caller frees it."""
        attach = ATTACH if hasattr(self.view, "attach") else None
        callbacks = c.diffable_view_callbacks(ctypes.sizeof(c.diffable_view_callbacks), PREPARE, COMMIT, CANCEL, attach)
        out = ctypes.c_void_p()
        invoke(lib.diffable_view_new, ctypes.byref(callbacks), owner.keep(self), FINALIZE, ctypes.byref(out))
        return cast(int, out.value)


@callback(c.diffable_writer_fn)
def WRITE(write: Write, data: Optional[int], size: int) -> None:
    write(ctypes.string_at(data, size).decode("utf-8", "backslashreplace") if data else "")


@callback(c.diffable_prepare_fn)
def PREPARE(adapter: Adapter, pointer: int) -> None:
    source = adapter.source()
    assert source is not None
    copy = lib.diffable_transaction_copy(lib.diffable_preparation_transaction(pointer))
    adapter.transaction = Transaction._of(copy, adapter.item_format)
    preparation = Preparation(pointer, source, adapter.transaction)
    try:
        adapter.tell("prepare", preparation)
    finally:
        preparation._address = None


@callback(c.diffable_transaction_handler_fn)
def COMMIT(adapter: Adapter, pointer: int) -> None:
    adapter.tell("commit", adapter.transaction)


@callback(c.diffable_cancel_fn)
def CANCEL(adapter: Adapter, pointer: int) -> None:
    adapter.tell("cancel", adapter.transaction)


@callback(c.diffable_attach_fn)
def ATTACH(adapter: Adapter, pointer: int) -> None:
    adapter.tell("attach", adapter.source())
