"""Cells: the texts and numbers that a row or a header shows."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _declarations as c
from ._elements import quoted
from ._errors import argument_error
from ._library import lib, read_text


@dataclass(frozen=True)
class Cell:
    """The texts and numbers that a row or a header shows. A provider may return a str or a mapping instead."""

    text: Optional[str] = None
    detail: Optional[str] = None
    secondary_text: Optional[str] = None
    image: Optional[str] = None
    accessory: Optional[str] = None
    height: int = 0
    indentation: int = 0


CellValue = Union[str, Cell, Mapping[str, Any]]
TEXTS = {
    "text": c.CELL_TEXT,
    "detail": c.CELL_DETAIL,
    "secondary_text": c.CELL_SECONDARY_TEXT,
    "image": c.CELL_IMAGE,
    "accessory": c.CELL_ACCESSORY,
}
NUMBERS = {"height": c.CELL_HEIGHT, "indentation": c.CELL_INDENTATION}
NAMES = [field.name for field in dataclasses.fields(Cell)]


def fill_cell(cell: int, value: Any) -> None:
    """Sets the fields of a cell of the engine from the value that a provider returned."""
    if isinstance(value, str):
        value = {"text": value}
    elif isinstance(value, Cell):
        value = {name: getattr(value, name) for name in NAMES}
    if not isinstance(value, Mapping):
        raise argument_error(
            f"the provider must return a str, a mapping or a Cell, not {quoted(value)}", "INVALID_CELL"
        )
    for name in value:
        if name not in NAMES:
            raise argument_error(f"a cell has no {name!r}; it has {', '.join(NAMES)}", "INVALID_CELL")
    for name, field in TEXTS.items():
        text = value.get(name)
        if text is None:
            continue
        if not isinstance(text, (str, int, float)):
            raise argument_error(f"{name}: str expected, got {quoted(text)}", "INVALID_CELL")
        data = str(text).encode("utf-8", "surrogatepass")
        lib.diffable_cell_set_text(cell, field, data, len(data))
    for name, field in NUMBERS.items():
        number = value.get(name)
        if number is None:
            continue
        if not isinstance(number, int):
            raise argument_error(f"{name}: int expected, got {quoted(number)}", "INVALID_CELL")
        lib.diffable_cell_set_number(cell, field, max(-1, min(number, 0x7FFFFFFF)))


def take_cell(address: Optional[int]) -> Optional[Cell]:
    """Reads the cell of the engine at an address, and frees it. Returns None if the address is None."""
    if address is None:
        return None
    fields: dict[str, Any] = {
        name: read_text(lib.diffable_cell_text(address, field)) or None for name, field in TEXTS.items()
    }
    fields.update({name: lib.diffable_cell_number(address, field) for name, field in NUMBERS.items()})
    lib.diffable_cell_free(address)
    return Cell(**fields)
