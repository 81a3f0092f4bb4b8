"""What the engine calls while a data source lives: its providers, its observers, and its handlers of taps and drags."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional, cast

from . import _declarations as c
from ._cells import fill_cell
from ._elements import SECTION, read_element
from ._errors import argument_error
from ._library import address_of, callback, invoke, lib, read_id
from ._snapshot import SectionSnapshot, Snapshot

if TYPE_CHECKING:
    from ._data_source import DataSource, Observer

SECTION_HANDLERS = (
    "should_expand_item",
    "will_expand_item",
    "should_collapse_item",
    "will_collapse_item",
    "snapshot_for_expanding_parent",
)
DRAG_HANDLERS = ("can_reorder_item", "will_reorder", "did_reorder")


@callback(c.diffable_cell_provider_fn)
def CELL(source: DataSource[Any], item: int, content: int, path: int, cell: int) -> None:
    id = read_id(c.diffable_id.from_address(item))
    fill_cell(cell, source._provide(read_element(c.diffable_content.from_address(content), id, source._item_format)))


@callback(c.diffable_supplementary_provider_fn)
def SUPPLEMENTARY(source: DataSource[Any], kind: int, section: int, content: int, index: int, cell: int) -> None:
    provider = source.supplementary.get(ctypes.string_at(kind).decode())
    if provider is None:
        return
    id = read_id(c.diffable_id.from_address(section))
    value = provider(read_element(c.diffable_content.from_address(content), id, SECTION))
    if value is not None:
        fill_cell(cell, value)


@callback(c.diffable_transaction_handler_fn)
def OBSERVE(kept: tuple[DataSource[Any], Observer], pointer: int) -> None:
    source, observer = kept
    observer(source._transaction(pointer))


def _question(name: str) -> Optional[int]:
    @callback(c.diffable_item_question_fn)
    def ask(source: DataSource[Any], item: int, answer: int) -> None:
        said = cast(Any, source._handlers[name])(source._item_at(item))
        if not isinstance(said, bool):
            raise argument_error(f"{name} must return True or False, not {said!r}")
        ctypes.c_bool.from_address(answer).value = said

    return ask


def _tell(source: DataSource[Any], name: str, decides: str, value: Any) -> None:
    if cast(Any, source._handlers[name])(value) is False:
        raise argument_error(
            f"{name} returned False, which would be ignored; {decides} refuses, and so does an exception"
        )


def _handler(name: str, decides: str) -> Optional[int]:
    @callback(c.diffable_item_handler_fn)
    def tell(source: DataSource[Any], item: int) -> None:
        _tell(source, name, decides, source._item_at(item))

    return tell


def _drag(name: str) -> Optional[int]:
    @callback(c.diffable_transaction_handler_fn)
    def tell(source: DataSource[Any], pointer: int) -> None:
        _tell(source, name, "can_reorder_item", source._transaction(pointer))

    return tell


@callback(c.diffable_children_handler_fn)
def CHILDREN(source: DataSource[Any], parent: int, tree: int) -> None:
    children = Snapshot._of(lib.diffable_snapshot_copy(tree), source._item_format)
    answer = cast(Any, source._handlers["snapshot_for_expanding_parent"])(source._item_at(parent), children)
    invoke(lib.diffable_snapshot_assign, tree, address_of(children if answer is None else answer, SectionSnapshot))


HANDLERS: dict[str, Optional[int]] = {
    **{name: _question(name) for name in ("should_expand_item", "should_collapse_item", "can_reorder_item")},
    **{f"will_{verb}_item": _handler(f"will_{verb}_item", f"should_{verb}_item") for verb in ("expand", "collapse")},
    **{name: _drag(name) for name in ("will_reorder", "did_reorder")},
    "snapshot_for_expanding_parent": CHILDREN,
}
