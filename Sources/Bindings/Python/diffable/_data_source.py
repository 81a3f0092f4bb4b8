"""Holds the current list, applies snapshots to it, and tells its view."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, Generic, Optional, TypeVar, Union, cast

from . import _declarations as c
from ._cells import Cell, CellValue, take_cell
from ._elements import (
    SECTION_FIELDS,
    Content,
    ItemFormat,
    Identifier,
    IndexPath,
    ItemType,
    Key,
    encode_content,
    identifier,
    pack_contents,
    pack_id,
    read_element,
)
from ._errors import argument_error
from ._library import (
    FINALIZE,
    Handle,
    Owner,
    address_of,
    call,
    counted,
    invoke,
    lib,
    objects,
    path_of,
    read_id,
    size_of,
    with_result,
)
from ._snapshot import Element, SectionSnapshot, Snapshot
from ._source_callbacks import CELL, DRAG_HANDLERS, HANDLERS, OBSERVE, SECTION_HANDLERS, SUPPLEMENTARY
from ._transaction import Transaction
from ._views import METHODS, Adapter, View, WRITE, Writer

if TYPE_CHECKING:
    from ._derived import DerivedList

Item = TypeVar("Item")
SupplementaryProvider = Callable[[Any], Optional[CellValue]]
Observer = Callable[[Transaction[Any]], Any]

ANIMATIONS = ("default", "automatic", "fade", "right", "left", "top", "bottom", "middle", "none")


def animation_number(name: Optional[str]) -> int:
    if name is None:
        return c.ANIMATION_DEFAULT
    if name not in ANIMATIONS:
        raise argument_error(f"animation: one of {', '.join(ANIMATIONS[1:])} expected, got {name!r}")
    return ANIMATIONS.index(name)


def checked(function: Any, name: str) -> Any:
    """Returns the function, or raises if it is not callable. A function that is called only later is checked when it is
    passed, because a later error could not say who passed it."""
    if not callable(function):
        raise argument_error(f"{name}: a function expected, not a {type(function).__name__}")
    return function


class DataSource(Handle, Generic[Item]):
    """Holds the current list, applies snapshots to it, and tells its view.

    `cell` is given an item and returns what its row shows: a text, a mapping or a Cell. `cells` is a mapping from kinds
    to such functions: an item whose field `kind` is a key of this mapping gets its cell from that function. `header`
    and `footer` are given a section, and return None if the section has no header or footer. `supplementary` is a
    mapping from the names of other views of a section to their functions.
    """

    def __init__(
        self,
        cell: Optional[Callable[[Item], CellValue]] = None,
        *,
        cells: Optional[Mapping[str, Callable[[Item], CellValue]]] = None,
        header: Optional[SupplementaryProvider] = None,
        footer: Optional[SupplementaryProvider] = None,
        supplementary: Optional[Mapping[str, SupplementaryProvider]] = None,
        view: Union[View, Writer, Any, None] = None,
        name: Optional[str] = None,
        key: Key = "id",
        item_type: Optional[ItemType] = None,
        strict: bool = False,
        refreshes_headers: bool = False,
        default_row_animation: Optional[str] = None,
        **handlers: Optional[Callable[..., Any]],
    ) -> None:
        self._begin(lib.diffable_data_source_new(), ItemFormat(key, item_type))
        self._configure(
            cell=cell,
            cells=cells,
            header=header,
            footer=footer,
            supplementary=supplementary,
            view=view,
            name=name,
            strict=strict,
            refreshes_headers=refreshes_headers,
            default_row_animation=default_row_animation,
            **handlers,
        )

    def _begin(self, address: int, item_format: ItemFormat, owner: Optional[Owner] = None) -> None:
        self._adopt(address, lib.diffable_data_source_free)
        self._item_format = item_format
        self._owner = owner or Owner()
        self._view: Any = None
        self._handlers: dict[str, Optional[Callable[..., Any]]] = {}
        self._last: Optional[Transaction[Item]] = None
        # A list and the lists that are derived from it keep one another alive.
        self._origins: list[DataSource[Any]] = []
        self._followers: list[DataSource[Any]] = []
        self.cell: Optional[Callable[[Item], CellValue]] = None
        self.cells: dict[str, Callable[[Item], CellValue]] = {}
        self.supplementary: dict[str, SupplementaryProvider] = {}
        number = self._owner.keep(self)
        lib.diffable_data_source_set_supplementary_provider(address, SUPPLEMENTARY, number, FINALIZE)
        lib.diffable_data_source_set_cell_provider(address, CELL, self._owner.keep(self), FINALIZE)

    def _configure(self, **options: Any) -> None:
        self.cell, self.cells = options.pop("cell"), dict(options.pop("cells") or {})
        supplementary = {
            **(options.pop("supplementary") or {}),
            "header": options.pop("header"),
            "footer": options.pop("footer"),
        }
        self.supplementary = {kind: provider for kind, provider in supplementary.items() if provider is not None}
        if options.pop("strict"):
            self.set_strict(True)
        for option in ("name", "refreshes_headers", "default_row_animation"):
            value = options.pop(option)
            if value is not None and value is not False:
                setattr(self, option, value)
        view = options.pop("view")
        for name, handler in options.items():
            self.set_handler(name, handler)
        if view is not None:
            self.view = view

    # Providers and handlers

    def _provide(self, item: Any) -> CellValue:
        kind = item.get("kind") if isinstance(item, Mapping) else getattr(item, "kind", None)
        provider = self.cells.get(kind, self.cell) if isinstance(kind, str) else self.cell
        if provider is None:
            raise argument_error(
                f"there is no cell provider{f' for the kind {kind!r}' if kind is not None else ''}", "NO_PROVIDER"
            )
        return provider(item)

    @property
    def header(self) -> Optional[SupplementaryProvider]:
        return self.supplementary.get("header")

    @header.setter
    def header(self, provider: Optional[SupplementaryProvider]) -> None:
        self._set_supplementary("header", provider)

    @property
    def footer(self) -> Optional[SupplementaryProvider]:
        return self.supplementary.get("footer")

    @footer.setter
    def footer(self, provider: Optional[SupplementaryProvider]) -> None:
        self._set_supplementary("footer", provider)

    def _set_supplementary(self, kind: str, provider: Optional[SupplementaryProvider]) -> None:
        self.supplementary.pop(kind, None)
        if provider is not None:
            self.supplementary[kind] = provider

    def handler(self, name: str) -> Optional[Callable[..., Any]]:
        """Returns the handler with a name, such as "should_expand_item", or None if it is not set."""
        return self._handlers.get(name)

    def set_handler(self, name: str, handler: Optional[Callable[..., Any]]) -> None:
        """Sets a handler, which is called when a user expands, collapses or drags an item. None removes the handler."""
        in_section = name in SECTION_HANDLERS
        names = SECTION_HANDLERS if in_section else DRAG_HANDLERS
        if name not in names:
            handlers = ", ".join(SECTION_HANDLERS + DRAG_HANDLERS)
            raise TypeError(f"{name!r} is not an option of a data source; handlers are {handlers}")
        self._handlers[name] = None if handler is None else checked(handler, name)
        kind = c.diffable_section_snapshot_handlers if in_section else c.diffable_reordering_handlers
        set_handlers = (
            lib.diffable_data_source_set_section_snapshot_handlers
            if in_section
            else lib.diffable_data_source_set_reordering_handlers
        )
        functions = [HANDLERS[each] if self._handlers.get(each) is not None else None for each in names]
        struct = kind(ctypes.sizeof(kind), *functions)
        invoke(set_handlers, self._at(), ctypes.byref(struct), self._owner.keep(self), FINALIZE)

    def _item_at(self, pointer: int) -> Item:
        """Returns the item of the list whose identifier is at an address."""
        packed = c.diffable_id.from_address(pointer)
        list = lib.diffable_data_source_snapshot(self._at())
        try:
            return cast(
                Item, read_element(lib.diffable_snapshot_item_content(list, packed), read_id(packed), self._item_format)
            )
        finally:
            lib.diffable_snapshot_free(list)

    def _transaction(self, pointer: int) -> Transaction[Item]:
        """Returns a transaction to keep, from one that the engine lends to a callback."""
        return Transaction._of(lib.diffable_transaction_copy(pointer), self._item_format)

    # Properties

    @property
    def view(self) -> Any:
        """What shows the list: a TextView, an NDJSONView, or an object with methods of View."""
        return self._view

    @view.setter
    def view(self, view: Any) -> None:
        if view is self._view:
            return
        if view is None or isinstance(view, Writer):
            self._set_view(view, None if view is None else view._at())
        else:
            if not any(hasattr(view, method) for method in METHODS):
                raise argument_error(f"a view has at least one of the methods {', '.join(METHODS)}")
            address = Adapter(view, self, self._item_format).open(self._owner)
            try:
                self._set_view(view, address)
            finally:
                lib.diffable_view_free(address)

    def _set_view(self, view: Any, address: Optional[int]) -> None:
        source, old = self._at(), self._view
        # Set first, because applies that `attach` calls run before the engine returns.
        self._view = view
        status, error = call(lib.diffable_data_source_set_view, source, address)
        if status < 0:
            self._view = old
        if error is not None:
            raise error

    @property
    def name(self) -> Optional[str]:
        """The name of the list in streams of events and in documents, or None."""
        name = lib.diffable_data_source_name(self._at())
        return ctypes.string_at(name.data, name.size).decode("utf-8", "backslashreplace") if name.size else None

    @name.setter
    def name(self, name: Optional[str]) -> None:
        data = (name or "").encode()
        invoke(lib.diffable_data_source_set_name, self._at(), data, len(data))

    @property
    def default_row_animation(self) -> str:
        return ANIMATIONS[lib.diffable_data_source_default_row_animation(self._at())]

    @default_row_animation.setter
    def default_row_animation(self, name: str) -> None:
        invoke(lib.diffable_data_source_set_default_row_animation, self._at(), animation_number(name))

    @property
    def refreshes_headers(self) -> bool:
        """Whether the header and footer of a section are made again when items come into the section or leave it."""
        return bool(lib.diffable_data_source_refreshes_headers(self._at()))

    @refreshes_headers.setter
    def refreshes_headers(self, flag: bool) -> None:
        lib.diffable_data_source_set_refreshes_headers(self._at(), flag)

    def set_strict(self, strict: bool) -> None:
        """Sets whether an apply refuses a snapshot that was taken before another apply, because the snapshot would undo
        that apply. It is meant for debugging."""
        lib.diffable_data_source_set_strict(self._at(), strict)

    @property
    def is_applying(self) -> bool:
        """Whether an apply would be queued now, because an apply or another call that runs callbacks is running."""
        return bool(lib.diffable_data_source_is_applying(self._at()))

    @property
    def last_transaction(self) -> Optional[Transaction[Item]]:
        """The last transaction that a call such as an apply, a tap, a drag or an undo made, also if the list stayed the
        same, and also if the call raised because an observer did.

        A call that was refused or queued leaves it as it is, and so do the applies with which a derived list follows
        its origin.
        """
        return self._last

    # Applies

    def _change(
        self, function: Any, *arguments: Any, snapshot: Optional[Snapshot[Any]] = None, address: Optional[int] = None
    ) -> Any:
        """Calls a function that may change the list. Returns the transaction, or None if the call was queued or
        refused."""
        out = ctypes.c_void_p()
        own = self._at()
        _, error = call(function, own if address is None else address, *arguments, ctypes.byref(out))
        transaction = None if out.value is None else Transaction._of(out.value, self._item_format)
        if transaction is not None:
            self._last = transaction
            if snapshot is not None and self._address is not None:
                lib.diffable_snapshot_set_base(snapshot._at(), own, out)
        if error is not None:
            raise with_result(error, transaction)
        return transaction

    def _options(
        self,
        animation: Optional[str],
        caption: Optional[str],
        completion: Optional[Observer],
        section_content: Optional[Content] = None,
    ) -> Any:
        """Returns the options of an apply. They must be passed to the engine, because only the engine releases what
        they refer to. So check all other arguments of the apply before you call this method."""
        self._at()
        number = animation_number(animation)
        text = (caption or "").encode()
        kept = 0 if completion is None else self._owner.keep((self, checked(completion, "completion")))
        options = c.diffable_apply_options(
            ctypes.sizeof(c.diffable_apply_options),
            number,
            completion and OBSERVE,
            kept,
            completion and FINALIZE,
            c.diffable_bytes(ctypes.cast(ctypes.c_char_p(text), ctypes.c_void_p).value, len(text)),
        )
        options.kept = text
        content = pack_contents([section_content])
        if content is not None:
            options.section_content = c.diffable_content.from_buffer_copy(content.data)
            options.kept = text, content
        return options

    def apply(
        self,
        snapshot: Snapshot[Item],
        *,
        animation: Optional[str] = None,
        caption: Optional[str] = None,
        completion: Optional[Observer] = None,
        rebase: bool = False,
    ) -> Optional[Transaction[Item]]:
        """Makes a snapshot the current list. Returns None inside a callback of this data source or of a related
        one, where the apply waits for its turn. Data sources are related if they are derived from one another or
        from the same list.

        With `rebase`, the changes that were made to the snapshot since it was taken are merged with the changes that
        were applied to the list since then.
        """
        address = address_of(snapshot, Snapshot)
        options = ctypes.byref(self._options(animation, caption, completion))
        if rebase:
            changed = self._change(lib.diffable_data_source_apply_rebased, None, address, options, snapshot=snapshot)
        else:
            changed = self._change(lib.diffable_data_source_apply, address, options, snapshot=snapshot)
        return cast("Optional[Transaction[Item]]", changed)

    def apply_using_reload_data(
        self, snapshot: Snapshot[Item], *, caption: Optional[str] = None, completion: Optional[Observer] = None
    ) -> Optional[Transaction[Item]]:
        """Makes a snapshot the current list without animation. The view asks for all its cells again."""
        address = address_of(snapshot, Snapshot)
        options = ctypes.byref(self._options(None, caption, completion))
        changed = self._change(lib.diffable_data_source_apply_using_reload_data, address, options, snapshot=snapshot)
        return cast("Optional[Transaction[Item]]", changed)

    def apply_section(
        self,
        tree: SectionSnapshot[Item],
        section: Element,
        *,
        animation: Optional[str] = None,
        caption: Optional[str] = None,
        completion: Optional[Observer] = None,
    ) -> Optional[Transaction[Item]]:
        """Replaces the items of a section by those of a section snapshot. A section that does not exist is appended. If
        `section` has fields, they become the content of the section."""
        address, place = address_of(tree, Snapshot), pack_id(identifier(section))
        content = encode_content(section, "id", SECTION_FIELDS)
        options = ctypes.byref(self._options(animation, caption, completion, content))
        changed = self._change(lib.diffable_data_source_apply_section, address, place, options)
        return cast("Optional[Transaction[Item]]", changed)

    @contextlib.contextmanager
    def edit(
        self, *, animation: Optional[str] = None, caption: Optional[str] = None, rebase: bool = False
    ) -> Iterator[Snapshot[Item]]:
        """A context manager with a copy of the list, which it applies at the end of the block. If the block raises,
        nothing is applied."""
        snapshot = self.snapshot()
        yield snapshot
        self.apply(snapshot, animation=animation, caption=caption, rebase=rebase)

    def derive(self, **derivation: Any) -> DerivedList[Item]:
        """Makes a list that is computed from this one, and follows it."""
        from ._derived import derive

        return derive(self, **derivation)

    def toggle_item(self, item: Element) -> Optional[Transaction[Item]]:
        """Expands or collapses an item, as for a user's tap. Returns None if a handler refuses, if the item has nothing
        to show, or if the call was queued."""
        changed = self._change(lib.diffable_data_source_toggle_item, pack_id(identifier(item, self._item_format.key)))
        return cast("Optional[Transaction[Item]]", changed)

    def reorder_item(self, old_path: tuple[int, int], new_path: tuple[int, int]) -> Optional[Transaction[Item]]:
        """Moves an item and everything below it, as for a user's drag. `new_path` is the index path in the list without
        these rows. Returns None if the drag is refused, or if the call was queued."""
        paths = path_of(old_path), path_of(new_path)
        return cast("Optional[Transaction[Item]]", self._change(lib.diffable_data_source_reorder_item, *paths))

    def add_observer(self, observer: Observer) -> Callable[[], bool]:
        """Calls `observer` after each apply. Returns a function that removes the observer. That function returns
        whether the observer was still there."""
        address, kept = self._at(), self._owner.keep((self, checked(observer, "observer")))
        token = lib.diffable_data_source_add_observer(address, OBSERVE, kept, FINALIZE)
        return lambda: (
            self._address is not None and bool(lib.diffable_data_source_remove_observer(self._address, token))
        )

    # What the list is

    def snapshot(self) -> Snapshot[Item]:
        """The current list, to be edited and applied. While an apply prepares, it is the list that is being applied."""
        return Snapshot._of(lib.diffable_data_source_snapshot(self._at()), self._item_format)

    def new_snapshot(self) -> Snapshot[Item]:
        """Returns an empty snapshot. Filling it is faster than filling `Snapshot()`."""
        return Snapshot._of(lib.diffable_data_source_new_snapshot(self._at()), self._item_format)

    def section_snapshot(self, section: Element) -> SectionSnapshot[Item]:
        return self.snapshot().section_snapshot(section)

    def item_at(self, index_path: tuple[int, int]) -> Optional[Identifier]:
        return self.snapshot().item_at(index_path)

    def index_path_of_item(self, item: Element) -> Optional[IndexPath]:
        return self.snapshot().index_path_of_item(item)

    def section_at(self, index: int) -> Optional[Identifier]:
        return self.snapshot().section_at(index)

    def index_of_section(self, section: Element) -> Optional[int]:
        return self.snapshot().index_of_section(section)

    def item(self, item: Element) -> Item:
        return self.snapshot().item(item)

    def section(self, section: Element) -> Any:
        return self.snapshot().section(section)

    def __len__(self) -> int:
        return len(self.snapshot())

    def __bool__(self) -> bool:
        return True

    def _read(self, function: Any, *arguments: Any) -> Any:
        """Calls a function that reads a cell. Raises its error, which may also be that of an apply that the provider
        queued."""
        out = ctypes.c_void_p()
        _, error = call(function, self._at(), *arguments, ctypes.byref(out))
        return _result(take_cell(out.value), error)

    def cell_at(self, index_path: tuple[int, int]) -> Cell:
        """What a row shows."""
        return cast(Cell, self._read(lib.diffable_data_source_cell_at, path_of(index_path)))

    def supplementary_cell(self, kind: str, section_index: int) -> Optional[Cell]:
        """What a header, a footer or another view of a section shows. None if the section has no view of this kind."""
        return cast(
            "Optional[Cell]",
            self._read(
                lib.diffable_data_source_supplementary_cell, kind.encode(), size_of(section_index, "section_index")
            ),
        )

    def render(self) -> str:
        """The whole list as text."""
        parts: list[str] = []
        address, owner = self._at(), Owner()
        number = owner.keep(parts.append)
        try:
            _, error = call(lib.diffable_data_source_render, address, WRITE, number)
        finally:
            del objects[number]
        return cast(str, _result("".join(parts), error))

    def __repr__(self) -> str:
        return (
            f"<closed {type(self).__name__}>"
            if self._address is None
            else f"<{type(self).__name__} with {counted(len(self), 'item')}>"
        )

    # Closing

    def close(self) -> None:
        """Ends the data source. Its callbacks are not called any more, and lists that are derived from it keep what
        they have."""
        for origin in self._origins:
            origin._followers.remove(self)
        for follower in self._followers:
            follower._origins = [each for each in follower._origins if each is not self]
        self._origins, self._followers = [], []
        super().close()


def _result(result: Any, error: Optional[BaseException]) -> Any:
    if error is None:
        return result
    raise with_result(error, result)
