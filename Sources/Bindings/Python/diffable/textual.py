"""A list for programs that use Textual. docs/python.md shows how."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple, Optional

try:
    from rich.cells import cell_len, set_cell_size
    from rich.segment import Segment
    from textual import events
    from textual.binding import Binding, BindingType
    from textual.geometry import Region, Size
    from textual.message import Message
    from textual.scroll_view import ScrollView
    from textual.strip import Strip
except ImportError as error:
    raise ImportError("diffable.textual needs Textual: pip install diffable[textual]") from error

from . import _declarations as c
from ._cells import Cell
from ._data_source import DataSource
from ._elements import Identifier, IndexPath
from ._errors import argument_error
from ._snapshot import Snapshot
from ._transaction import Transaction
from ._views import Preparation

__all__ = ["DiffableList"]

ACCESSORIES = {"checkmark": "✓", "disclosure": "›", "star": "☆", "star.fill": "★", "none": ""}
# Control characters in the text of a cell are replaced, because a terminal would execute them.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")


class Line(NamedTuple):
    """The row, header or footer that a line of the list belongs to."""

    section: int
    #: None for a header and a footer.
    item: Optional[int]
    #: The index of the line in its row. For a header it is 0, and for a footer 1.
    part: int


class Layout:
    """Maps lines to rows, headers and footers. A header or footer has one line. All rows have `row_height` lines."""

    def __init__(
        self, snapshot: Snapshot[Any], supplementary: list[tuple[Optional[Cell], Optional[Cell]]], row_height: int
    ) -> None:
        self.snapshot, self.supplementary, self.row_height = snapshot, supplementary, row_height
        self.counts = [snapshot.number_of_items(section) for section in snapshot.section_identifiers()]
        # For each section, its first line, and the number of items in earlier sections.
        self.lines: list[int] = []
        self.items: list[int] = []
        line = item = 0
        for count, (header, footer) in zip(self.counts, supplementary):
            self.lines.append(line)
            self.items.append(item)
            line += (header is not None) + count * row_height + (footer is not None)
            item += count
        self.height, self.count = line, item

    def line_of(self, path: IndexPath) -> int:
        return (
            self.lines[path.section] + (self.supplementary[path.section][0] is not None) + path.item * self.row_height
        )

    def at(self, line: int) -> Line:
        section = bisect_right(self.lines, line) - 1
        row_line = line - self.lines[section]
        if self.supplementary[section][0] is not None:
            row_line -= 1
        if row_line < 0:
            return Line(section, None, 0)
        item, part = divmod(row_line, self.row_height)
        return Line(section, item, part) if item < self.counts[section] else Line(section, None, 1)

    def path_of(self, index: int) -> IndexPath:
        """Returns the index path of an item from its position in the whole list."""
        section = bisect_right(self.items, index) - 1
        return IndexPath(section, index - self.items[section])

    def find(self, id: Identifier) -> Optional[IndexPath]:
        """Returns the index path of an item, or None if the item is hidden or not in the list."""
        return self.snapshot.index_path_of_item(id) if id in self.snapshot else None

    def rows(self, top: int, height: int) -> Iterator[tuple[Identifier, IndexPath]]:
        """Yields the rows that have at least one of the `height` lines from `top` on."""
        for line in range(top, min(top + height, self.height)):
            section, item, part = self.at(line)
            if item is not None and (part == 0 or line == top):
                path = IndexPath(section, item)
                id = self.snapshot.item_at(path)
                assert id is not None
                yield id, path


class Prepared(NamedTuple):
    """The state of the widget after an apply."""

    layout: Layout
    cells: dict[Identifier, Cell]
    top: int
    cursor: Optional[Identifier]
    selection: frozenset[Identifier]
    cursor_changed: bool


class DiffableList(ScrollView, can_focus=True):
    """Shows the list of a data source, and is its view while it is mounted.

    The cursor, the selection and the scroll position stay with their items when an apply moves the items. The cell of
    an item is made when its row comes into sight. `row_height` is the number of lines of each row. If it is 2 or more,
    the second line shows `secondary_text`. With `selectable`, Space selects items.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "diffable-list--header",
        "diffable-list--footer",
        "diffable-list--secondary",
        "diffable-list--selected",
        "diffable-list--cursor",
    }
    DEFAULT_CSS = """
    DiffableList {
        overflow-x: hidden;
        color: $foreground;
        & > .diffable-list--header { text-style: bold; }
        & > .diffable-list--footer { color: $text-muted; }
        & > .diffable-list--secondary { color: $text-muted; }
        & > .diffable-list--selected { color: $text-accent; }
        & > .diffable-list--cursor {
            color: $block-cursor-blurred-foreground;
            background: $block-cursor-blurred-background;
            text-style: $block-cursor-blurred-text-style;
        }
        &:focus > .diffable-list--cursor {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move_cursor(-1)", "Up", show=False),
        Binding("down", "move_cursor(1)", "Down", show=False),
        Binding("pageup", "move_cursor_by_page(-1)", "Page up", show=False),
        Binding("pagedown", "move_cursor_by_page(1)", "Page down", show=False),
        Binding("home", "first", "First", show=False),
        Binding("end", "last", "Last", show=False),
        Binding("right", "expand", "Expand", show=False),
        Binding("left", "collapse", "Collapse", show=False),
        Binding("enter", "choose", "Choose", show=False),
        Binding("space", "toggle_selection", "Select", show=False),
    ]

    class ItemMessage(Message):
        """An event for an item of a list."""

        def __init__(self, list: DiffableList, id: Identifier) -> None:
            super().__init__()
            self.list, self.id = list, id

        @property
        def control(self) -> DiffableList:
            return self.list

    class Highlighted(ItemMessage):
        """The cursor moved to another item."""

    class Chosen(ItemMessage):
        """The user pressed Enter on an item, or clicked it."""

    class SelectionChanged(Message):
        """Items were selected or unselected, by the user, by the program, or because they were deleted."""

        def __init__(self, list: DiffableList) -> None:
            super().__init__()
            self.list, self.selection = list, list.selection

        @property
        def control(self) -> DiffableList:
            return self.list

    def __init__(
        self,
        source: DataSource[Any],
        *,
        row_height: int = 1,
        selectable: bool = False,
        name: Optional[str] = None,
        id: Optional[str] = None,
        classes: Optional[str] = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes, disabled=disabled)
        if row_height < 1:
            raise argument_error("row_height: 1 or more expected")
        self.source, self.row_height, self.selectable = source, row_height, selectable
        self._cursor: Optional[Identifier] = None
        self._selection: frozenset[Identifier] = frozenset()
        self._rows = Layout(Snapshot(), [], row_height)
        # The cells of all rows that were in sight at some time since the last apply.
        self._shown: dict[Identifier, Cell] = {}
        self._prepared: Optional[Prepared] = None

    # The view of the data source

    def on_mount(self) -> None:
        self.source.view = self

    def on_unmount(self) -> None:
        if self.source.view is self and self.source._address is not None:
            self.source.view = None

    def attach(self, source: DataSource[Any]) -> None:
        snapshot = source.snapshot()
        sections = range(snapshot.number_of_sections())
        cells = [
            (source.supplementary_cell("header", index), source.supplementary_cell("footer", index))
            for index in sections
        ]
        self._show(Prepared(Layout(snapshot, cells, self.row_height), {}, 0, None, frozenset(), False))

    def prepare(self, preparation: Preparation[Any]) -> None:
        transaction = preparation.transaction
        difference, uses_reload_data = transaction.difference, transaction.uses_reload_data
        # Items that need new cells, and items that moved, as pairs of old and new identifiers.
        changed = {*difference._identifiers(c.RELOADED_ITEMS), *difference._identifiers(c.RECONFIGURED_ITEMS)}
        moved = set(difference._identifiers(c.MOVED_ITEMS))
        renamed = {old: new for old, new in (*changed, *moved) if old != new}
        fresh = {new for _, new in changed}.union(renamed.values())
        layout = Layout(transaction.final_snapshot, self._supplementary_cells(preparation), self.row_height)

        top = self._new_top(layout, {old for old, _ in moved}, renamed)
        cells: dict[Identifier, Cell] = {}
        for id, path in layout.rows(top, self._height):
            kept = None if uses_reload_data or id in fresh else self._shown.get(id)
            cells[id] = kept or preparation.cell(path)

        cursor = self._new_cursor(layout, renamed)
        cursor_changed = cursor != (None if self._cursor is None else renamed.get(self._cursor, self._cursor))
        selection = frozenset(
            new for new in (renamed.get(old, old) for old in self._selection) if new in layout.snapshot
        )
        self._prepared = Prepared(layout, cells, top, cursor, selection, cursor_changed)

    def commit(self, transaction: Transaction[Any]) -> None:
        prepared, self._prepared = self._prepared, None
        assert prepared is not None
        self._show(prepared)

    def cancel(self, transaction: Transaction[Any]) -> None:
        self._prepared = None

    def _supplementary_cells(self, preparation: Preparation[Any]) -> list[tuple[Optional[Cell], Optional[Cell]]]:
        """Returns the header and footer of each section of the new list. Sections that were not updated keep the old
        cells, unless the apply reloads data or the data source has `refreshes_headers`."""
        transaction = preparation.transaction
        old, new = self._rows.snapshot, transaction.final_snapshot
        kept: dict[Identifier, tuple[Optional[Cell], Optional[Cell]]] = {}
        if not transaction.uses_reload_data and not preparation.source.refreshes_headers:
            kept = dict(zip(old.section_identifiers(), self._rows.supplementary))
            for change in transaction.difference.updated_sections:
                kept.pop(change.id, None)
        return [
            kept.get(id)
            or (preparation.supplementary_cell("header", index), preparation.supplementary_cell("footer", index))
            for index, id in enumerate(new.section_identifiers())
        ]

    def _new_top(self, layout: Layout, moved: set[Identifier], renamed: dict[Identifier, Identifier]) -> int:
        """Returns the first line in sight after an apply. The first visible row that was neither deleted nor moved
        stays at its place on the screen. If the list is scrolled to the top, it stays there."""
        old_top = top = round(self.scroll_target_y)
        for id, old_path in self._rows.rows(old_top, self._height) if old_top > 0 else ():
            path = None if id in moved else layout.find(renamed.get(id, id))
            if path is not None:
                top += layout.line_of(path) - self._rows.line_of(old_path)
                break
        return max(0, min(top, layout.height - self._height))

    def _new_cursor(self, layout: Layout, renamed: dict[Identifier, Identifier]) -> Optional[Identifier]:
        """Returns the item that has the cursor after an apply: the same item if it is still visible, or else the next
        visible one, or else the previous one."""
        if self._cursor is None:
            return None
        cursor = renamed.get(self._cursor, self._cursor)
        if layout.find(cursor) is not None:
            return cursor
        ids = self._rows.snapshot.item_identifiers()
        index = ids.index(self._cursor)
        candidates = (renamed.get(id, id) for id in (*ids[index + 1 :], *reversed(ids[:index])))
        return next((id for id in candidates if layout.find(id) is not None), None)

    def _show(self, state: Prepared) -> None:
        selection_changed = len(state.selection) != len(self._selection)
        self._rows, self._shown, self._cursor, self._selection = (
            state.layout,
            state.cells,
            state.cursor,
            state.selection,
        )
        self.virtual_size = Size(self.scrollable_content_region.width, state.layout.height)
        if state.top != self.scroll_target_y:
            self.scroll_to(y=state.top, animate=False, force=True)
        self.refresh()
        if state.cursor_changed and state.cursor is not None:
            self.post_message(self.Highlighted(self, state.cursor))
        if selection_changed:
            self.post_message(self.SelectionChanged(self))

    # Cursor, selection and scroll position

    @property
    def cursor(self) -> Optional[Identifier]:
        """The identifier of the item with the cursor. Setting it scrolls to the item."""
        return self._cursor

    @cursor.setter
    def cursor(self, id: Optional[Identifier]) -> None:
        if id is not None:
            self.scroll_to_item(id)
        if id != self._cursor:
            self._cursor = id
            self.refresh()
            if id is not None:
                self.post_message(self.Highlighted(self, id))

    @property
    def selection(self) -> frozenset[Identifier]:
        """The identifiers of the selected items. Items below a collapsed item may be selected, too."""
        return self._selection

    @selection.setter
    def selection(self, ids: Iterable[Identifier]) -> None:
        selection = frozenset(ids)
        for id in selection:
            self._rows.snapshot.item(id)
        if selection != self._selection:
            self._selection = selection
            self.refresh()
            self.post_message(self.SelectionChanged(self))

    def scroll_to_item(self, id: Identifier) -> None:
        """Scrolls as little as possible until an item is in sight. Raises UnknownIdentifierError if the item is hidden
        or not in the list."""
        path = self._rows.find(id)
        if path is None:
            self._rows.snapshot.item(id)
            raise argument_error(f"the item {id!r} is hidden", "UNKNOWN_IDENTIFIER")
        line, height = self._rows.line_of(path), self.row_height
        if path.item == 0:
            height += line - self._rows.lines[path.section]
            line = self._rows.lines[path.section]
        self.scroll_to_region(Region(0, line, 1, height), animate=False, force=True)

    @property
    def _height(self) -> int:
        return self.scrollable_content_region.height

    # Keys and mouse

    def _cursor_path(self) -> Optional[IndexPath]:
        return None if self._cursor is None else self._rows.find(self._cursor)

    def _move_to(self, index: int) -> None:
        if self._rows.count > 0:
            self.cursor = self._rows.snapshot.item_at(self._rows.path_of(max(0, min(index, self._rows.count - 1))))

    def action_move_cursor(self, rows: int) -> None:
        path = self._cursor_path()
        self._move_to(0 if path is None else self._rows.items[path.section] + path.item + rows)

    def action_move_cursor_by_page(self, pages: int) -> None:
        self.action_move_cursor(pages * max(1, self._height // self.row_height - 1))

    def action_first(self) -> None:
        self._move_to(0)

    def action_last(self) -> None:
        self._move_to(self._rows.count - 1)

    def action_choose(self) -> None:
        if self._cursor is not None:
            self.post_message(self.Chosen(self, self._cursor))

    def action_toggle_selection(self) -> None:
        if self.selectable and self._cursor is not None:
            self.selection = self._selection ^ {self._cursor}

    def action_expand(self) -> None:
        if self._cursor is not None and not self._rows.snapshot.is_expanded(self._cursor):
            self.source.toggle_item(self._cursor)

    def action_collapse(self) -> None:
        """Collapses the item that has the cursor, or if it is not expanded, moves the cursor to its parent."""
        snapshot = self._rows.snapshot
        if self._cursor is None:
            return
        if snapshot.is_expanded(self._cursor):
            self.source.toggle_item(self._cursor)
            return
        parent = snapshot.parent_of_item(self._cursor)
        if parent is not None:
            self.cursor = parent

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        line = self.scroll_offset.y + offset.y if offset is not None else self._rows.height
        if offset is None or line >= self._rows.height:
            return
        section, item, part = self._rows.at(line)
        if item is None:
            return
        self.cursor = id = self._rows.snapshot.item_at((section, item))
        assert id is not None
        start = cell_len(self._indentation(id, self._cell(id, IndexPath(section, item))))
        if part == 0 and self._sign(id) and start <= offset.x < start + 2:
            self.source.toggle_item(id)
        else:
            self.post_message(self.Chosen(self, id))

    def on_resize(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, self._rows.height)

    # Lines

    def _cell(self, id: Identifier, path: IndexPath) -> Cell:
        cell = self._shown.get(id)
        if cell is None:
            cell = self._shown[id] = self.source.cell_at(path)
        return cell

    def _sign(self, id: Identifier) -> str:
        snapshot = self._rows.snapshot
        if snapshot.number_of_children(id) == 0 and not snapshot.is_expandable(id):
            return ""
        return "▾ " if snapshot.is_expanded(id) else "▸ "

    def _indentation(self, id: Identifier, cell: Cell) -> str:
        """Returns the selection mark and the spaces that come before the disclosure sign and the text of a row."""
        mark = "" if not self.selectable else "● " if id in self._selection else "  "
        return mark + "  " * (cell.indentation + self._rows.snapshot.level_of_item(id))

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        line = self.scroll_offset.y + y
        if line >= self._rows.height:
            return Strip.blank(width, self.rich_style)
        section, item, part = self._rows.at(line)
        if item is None:
            cell = self._rows.supplementary[section][part]
            assert cell is not None
            return self._strip(
                cell.text, None, cell.detail, width, "diffable-list--footer" if part else "diffable-list--header"
            )
        path = IndexPath(section, item)
        id = self._rows.snapshot.item_at(path)
        assert id is not None
        cell = self._cell(id, path)
        component = (
            "diffable-list--cursor"
            if id == self._cursor
            else "diffable-list--selected"
            if id in self._selection
            else None
        )
        start = self._indentation(id, cell) + (self._sign(id) or "")
        if part > 0:
            return self._strip(
                " " * cell_len(start), cell.secondary_text if part == 1 else None, None, width, component
            )
        left = " ".join(each for each in (cell.image, cell.text) if each)
        right = " ".join(
            each for each in (cell.detail, ACCESSORIES.get(cell.accessory or "none", cell.accessory)) if each
        )
        secondary = cell.secondary_text if self.row_height == 1 and cell.secondary_text else None
        return self._strip(start + left, secondary and f"  {secondary}", right, width, component)

    def _strip(
        self, left: Optional[str], secondary: Optional[str], right: Optional[str], width: int, component: Optional[str]
    ) -> Strip:
        """Returns a line with two texts at its left end and one at its right end. The left texts are cut if the line is
        too short for all three."""
        style = self.rich_style if component is None else self.get_component_rich_style(component)
        secondary_style = (
            style if component == "diffable-list--cursor" else self.get_component_rich_style("diffable-list--secondary")
        )
        first, second, last = (CONTROLS.sub(" ", text or "") for text in (left, secondary, right))
        last = f" {last}" if last else ""
        room = max(0, width - cell_len(last))
        first = set_cell_size(first, min(cell_len(first), room))
        second = set_cell_size(second, room - cell_len(first))
        return Strip(
            [Segment(first, style), Segment(second, secondary_style), Segment(last, style)]
        ).adjust_cell_length(width, style)
