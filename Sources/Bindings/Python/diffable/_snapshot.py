"""Lists as they should be: snapshots, and the trees of single sections."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Callable, Generic, Optional, TypeVar, Union, cast

from . import _declarations as c
from ._description import Description
from ._documents import write_document
from ._edits import Deletion, Renaming
from ._elements import (
    SECTION,
    SECTION_FIELDS,
    TREE_FIELDS,
    ItemFormat,
    Identifier,
    IndexPath,
    ItemType,
    Key,
    elements,
    identifier,
    identifiers,
    is_identifier,
    look_alike,
    merged,
    content_array,
    id_array,
    optional_identifier,
    pack_id,
    pack_ids,
    pack_optional_id,
    read_arrays,
    read_element,
    read_ids,
    quoted,
)
from ._errors import error_class, name_calls, argument_error
from ._library import Handle, address_of, counted, data_of, index_of, invoke, lib, path_of, read_id, size_of
from ._rows import Rows, Sections

Item = TypeVar("Item")
Items = Union[Item, Identifier, Iterable[Union[Item, Identifier]]]
#: An element, or its identifier.
Element = Any


class Snapshot(Handle, Mapping[Identifier, Item], Generic[Item]):
    """What a list should be: sections in order, and the items of each, with what is below them.

    A snapshot is a mapping from the identifiers of the visible items, in order, to the items. An item is what was
    passed for it, or its identifier if it has no content. `in` and `[]` find hidden items as well.
    """

    _item_format: ItemFormat

    def __init__(self, sections: Any = (), *, key: Key = "id", item_type: Optional[ItemType] = None) -> None:
        self._begin(lib.diffable_snapshot_new(), ItemFormat(key, item_type))
        if sections != ():
            self.append_sections(sections)

    def _begin(self, address: int, item_format: ItemFormat) -> None:
        self._adopt(address, lib.diffable_snapshot_free)
        self._item_format = item_format

    @staticmethod
    def _of(address: int, item_format: ItemFormat) -> Snapshot[Any]:
        """Returns the object for a snapshot of the engine. The object frees that snapshot."""
        is_tree = lib.diffable_snapshot_is_section_snapshot(address)
        made: Snapshot[Any] = SectionSnapshot.__new__(SectionSnapshot) if is_tree else Snapshot.__new__(Snapshot)
        made._begin(address, item_format)
        return made

    # Edits

    def _change(self, function: Any, *arguments: Any) -> None:
        invoke(function, self._at(), *arguments)

    def _perform(self, calls: list[Any]) -> None:
        """Performs the calls of a description. If there are several, they edit a copy, so that a failure of one of them
        changes nothing."""
        if len(calls) == 1:
            calls[0].perform(invoke, self._at())
            return
        copy = self.copy()
        for each in calls:
            each.perform(invoke, copy._at())
        self._change(lib.diffable_snapshot_assign, copy._at())

    def _with_items(self, function: Any, items: Any, *rest: Any) -> None:
        ids = identifiers(items, self._item_format.key)
        packed = pack_ids(ids)
        self._change(function, packed.data, len(ids), *rest)

    def _delete(self, function: Any, ids: list[Identifier]) -> int:
        packed, count = pack_ids(ids), ctypes.c_size_t()
        self._change(function, packed.data, len(ids), ctypes.byref(count))
        return count.value

    def append_sections(self, sections: Any) -> None:
        """Appends sections. `sections` is a mapping from the identifiers of the sections to their items, or it is one
        section or several. A section is an identifier, an instance of a dataclass, or a mapping with `id` and
        `items`."""
        self._perform(
            Description(self._item_format).add_sections(sections, lib.diffable_snapshot_append_sections).calls()
        )

    def insert_sections_before(self, sections: Any, anchor: Element) -> None:
        self._insert_sections(lib.diffable_snapshot_insert_sections_before, sections, anchor)

    def insert_sections_after(self, sections: Any, anchor: Element) -> None:
        self._insert_sections(lib.diffable_snapshot_insert_sections_after, sections, anchor)

    def _insert_sections(self, function: Any, sections: Any, anchor: Element) -> None:
        place = pack_id(identifier(anchor))
        self._perform(Description(self._item_format).add_sections(sections, function, lambda: (place,)).calls())

    def delete_sections(self, sections: Any) -> int:
        """Deletes sections with their items, and returns the number of deleted sections."""
        return self._delete(lib.diffable_snapshot_delete_sections, identifiers(sections))

    def move_section_before(self, section: Element, anchor: Element) -> None:
        self._change(
            lib.diffable_snapshot_move_section_before, pack_id(identifier(section)), pack_id(identifier(anchor))
        )

    def move_section_after(self, section: Element, anchor: Element) -> None:
        self._change(
            lib.diffable_snapshot_move_section_after, pack_id(identifier(section)), pack_id(identifier(anchor))
        )

    def reload_sections(self, sections: Any) -> None:
        self._mark_sections(lib.diffable_snapshot_reload_sections, sections)

    def reconfigure_sections(self, sections: Any) -> None:
        self._mark_sections(lib.diffable_snapshot_reconfigure_sections, sections)

    def _mark_sections(self, function: Any, sections: Any) -> None:
        self._perform(
            Description(self._item_format).add_sections(elements(sections), function, with_items=False).calls()
        )

    def update_sections(self, sections: Any) -> int:
        """Sets fields of sections, and returns the number of sections whose content changed. Other fields stay."""
        count = ctypes.c_size_t()
        contents = Description(
            self._item_format,
            content_of=lambda id, entry: merged(self._section_or_id(id), entry, id, SECTION, SECTION_FIELDS),
        )
        contents.add_sections(
            elements(sections), lib.diffable_snapshot_update_sections, lambda: (ctypes.byref(count),), False
        )
        self._perform(contents.calls())
        return count.value

    def append_items(self, items: Any, section: Optional[Element] = None, *, parent: Optional[Element] = None) -> None:
        """Appends items to a section, or to the children of a parent. The default is the last section."""
        self._add(items, section, parent, c.AT_END_OF_SECTION, c.AT_END_OF_PARENT)

    def prepend_items(self, items: Any, section: Optional[Element] = None, *, parent: Optional[Element] = None) -> None:
        """Inserts items at the start of a section, or of the children of a parent. The default is the last section."""
        self._add(items, section, parent, c.AT_START_OF_SECTION, c.AT_START_OF_PARENT)

    def _add(
        self, items: Any, section: Optional[Element], parent: Optional[Element], in_section: int, in_parent: int
    ) -> None:
        if section is not None and parent is not None:
            raise argument_error("a section or a parent expected, not both")
        placement, place = in_section, self._optional_section(section)
        if parent is not None:
            placement, place = in_parent, pack_optional_id(identifier(parent, self._item_format.key))
        self._perform(
            Description(self._item_format)
            .add_items(items, lib.diffable_snapshot_insert_items, lambda: (placement, place))
            .calls()
        )

    def _optional_section(self, section: Optional[Element]) -> Any:
        return pack_optional_id(None if section is None else identifier(section))

    def insert_items_at(self, items: Any, index: int, section: Optional[Element] = None) -> None:
        """Inserts items before the visible item at an index of a section. The default is the last section."""
        place, section_place = size_of(index, "index"), self._optional_section(section)
        self._perform(
            Description(self._item_format)
            .add_items(items, lib.diffable_snapshot_insert_items_at, lambda: (place, section_place))
            .calls()
        )

    def insert_items_before(self, items: Any, anchor: Element) -> None:
        self._insert_items(lib.diffable_snapshot_insert_items_before, items, anchor)

    def insert_items_after(self, items: Any, anchor: Element) -> None:
        self._insert_items(lib.diffable_snapshot_insert_items_after, items, anchor)

    def _insert_items(self, function: Any, items: Any, anchor: Element) -> None:
        place = pack_id(identifier(anchor, self._item_format.key))
        self._perform(Description(self._item_format).add_items(items, function, lambda: (place,)).calls())

    def replace_items(self, items: Any, section: Optional[Element] = None) -> None:
        """Replaces the roots of a section by these items. The default is the last section. Items that are roots of the
        section already keep what is below them, unless their `children` are given."""
        place = self._optional_section(section)
        description = Description(self._item_format, stays=self._has_item)
        description.add_items(items, lib.diffable_snapshot_replace_items, lambda: (place,))
        dropped = [
            child for parent in description.parents if self._has_item(parent) for child in self.children_of_item(parent)
        ]
        first, *others = description.calls()
        self._perform([first, Deletion(dropped), *others] if dropped else [first, *others])

    def delete_items(self, items: Any) -> int:
        """Deletes items with everything below them. Returns the number of all deleted items, those below included."""
        return self._delete(lib.diffable_snapshot_delete_items, identifiers(items, self._item_format.key))

    def clear(self) -> int:
        """Deletes all items and all sections; of a section snapshot, all items. Returns the number of deleted items,
        hidden ones included."""
        count: int = lib.diffable_snapshot_number_of_all_items(self._at())
        self._change(lib.diffable_snapshot_clear)
        return count

    def move_item_before(self, item: Element, anchor: Element) -> None:
        self._move(lib.diffable_snapshot_move_item_before, item, anchor)

    def move_item_after(self, item: Element, anchor: Element) -> None:
        self._move(lib.diffable_snapshot_move_item_after, item, anchor)

    def _move(self, function: Any, item: Element, anchor: Element) -> None:
        key = self._item_format.key
        self._change(function, pack_id(identifier(item, key)), pack_id(identifier(anchor, key)))

    def move_items_to_section(self, items: Any, section: Element) -> None:
        self._with_items(
            lib.diffable_snapshot_move_items, items, c.AT_END_OF_SECTION, pack_optional_id(identifier(section))
        )

    def move_items_to_parent(self, items: Any, parent: Element) -> None:
        self._with_items(
            lib.diffable_snapshot_move_items,
            items,
            c.AT_END_OF_PARENT,
            pack_optional_id(identifier(parent, self._item_format.key)),
        )

    def reload_items(self, items: Any) -> None:
        """Marks items to get new cells. If items are passed with content, it replaces their old content."""
        self._perform(
            Description(self._item_format, allowed=())
            .add_items(items, lib.diffable_snapshot_reload_items, lambda: ())
            .calls()
        )

    def reconfigure_items(self, items: Any) -> None:
        """Marks items to have the provider run again for their cells. If items are passed with content, it replaces
        their old content."""
        self._perform(
            Description(self._item_format, allowed=())
            .add_items(items, lib.diffable_snapshot_reconfigure_items, lambda: ())
            .calls()
        )

    def update_items(self, items: Any) -> int:
        """Sets fields of items, and returns the number of items whose content changed. The other fields stay."""
        return self._update(
            items, lambda id, entry: merged(self._item_or_id(id), entry, id, self._item_format, TREE_FIELDS)
        )

    update = update_items

    def _update(self, items: Any, content_of: Callable[[Identifier, Any], Any], *before: Any) -> int:
        count = ctypes.c_size_t()
        description = Description(self._item_format, allowed=("expanded", "expandable"), content_of=content_of)
        description.add_items(items, lib.diffable_snapshot_update_items, lambda: (ctypes.byref(count),))
        self._perform([*before, *description.calls()])
        return count.value

    def rename_item(self, item: Element, new_id: Any) -> None:
        """Gives an item another identifier. Its row stays. If `new_id` is an item, its fields are set as well."""
        key = self._item_format.key
        id, fresh = identifier(item, key), identifier(new_id, key)
        old = self.item(id)
        entry = new_id
        if is_identifier(new_id) and not is_identifier(old):
            if callable(key):
                raise argument_error("an item expected, because a function returns the identifier")
            entry = {key: fresh}
        self._update([entry], lambda _, update: self._renamed(old, update, fresh), Renaming(id, fresh))

    def _renamed(self, old: Any, entry: Any, id: Identifier) -> Any:
        if is_identifier(old) and is_identifier(entry):
            return entry
        return merged(id if is_identifier(old) else old, entry, id, self._item_format, TREE_FIELDS)

    # Trees

    def expand(self, items: Any) -> None:
        self._with_items(lib.diffable_snapshot_expand, items)

    def collapse(self, items: Any) -> None:
        self._with_items(lib.diffable_snapshot_collapse, items)

    def keep_expansion(self, items: Any) -> None:
        """Makes items keep their expansion: at an apply, each of them becomes expanded or collapsed as it is in the
        list of the data source, if it has children or is expandable there."""
        self._with_items(lib.diffable_snapshot_keep_expansion, items)

    def keep_children(self, items: Any) -> None:
        """An apply gives those of the items that have no children everything that is below them in the list of the data
        source, except items that are elsewhere in this snapshot. What was below those stays below them, unless they
        have children in this snapshot."""
        self._with_items(lib.diffable_snapshot_keep_children, items)

    def set_expandable(self, items: Any, expandable: bool) -> None:
        self._with_items(lib.diffable_snapshot_set_expandable, items, expandable)

    def insert_tree(
        self,
        tree: SectionSnapshot[Item],
        section: Optional[Element] = None,
        *,
        parent: Optional[Element] = None,
        before: Optional[Element] = None,
        after: Optional[Element] = None,
    ) -> None:
        """Inserts all items of a section snapshot at the end of a section, at the end of the children of a parent, or
        before or after an item. The default is the end of the last section."""
        places = {c.AT_END_OF_PARENT: parent, c.BEFORE_ITEM: before, c.AFTER_ITEM: after}
        given = [(placement, element) for placement, element in places.items() if element is not None]
        if len(given) + (section is not None) > 1:
            raise argument_error("one place expected: a section, a parent, or an item before or after")
        placement, place = c.AT_END_OF_SECTION, self._optional_section(section)
        for placement, element in given:
            place = pack_optional_id(identifier(element, self._item_format.key))
        self._change(lib.diffable_snapshot_insert_tree, address_of(tree, Snapshot), placement, place)

    def replace_children(self, parent: Element, children: SectionSnapshot[Item]) -> None:
        """Replaces everything below an item by the items of a section snapshot."""
        self._change(
            lib.diffable_snapshot_replace_children,
            pack_id(identifier(parent, self._item_format.key)),
            address_of(children, Snapshot),
        )

    def set_section_snapshot(self, tree: SectionSnapshot[Item], section: Element) -> None:
        """Replaces the items of a section by those of a section snapshot. A section that does not exist is appended."""
        self._change(
            lib.diffable_snapshot_set_section_snapshot, address_of(tree, Snapshot), pack_id(identifier(section))
        )

    def section_snapshot(self, section: Element) -> SectionSnapshot[Item]:
        """The items of a section."""
        id = self._known(True, section)
        return cast(
            "SectionSnapshot[Item]",
            Snapshot._of(lib.diffable_snapshot_section_snapshot(self._at(), pack_id(id)), self._item_format),
        )

    def snapshot_of(self, parent: Element, including_parent: bool = False) -> SectionSnapshot[Item]:
        """Everything below an item, and the item itself if `including_parent` is true."""
        out = ctypes.c_void_p()
        self._change(
            lib.diffable_snapshot_snapshot_of, pack_id(self._known(False, parent)), including_parent, ctypes.byref(out)
        )
        return cast("SectionSnapshot[Item]", Snapshot._of(cast(int, out.value), self._item_format))

    def is_expanded(self, item: Element) -> bool:
        return bool(self._ask(lib.diffable_snapshot_is_expanded, item))

    def is_expandable(self, item: Element) -> bool:
        return bool(self._ask(lib.diffable_snapshot_is_expandable, item))

    def keeps_expansion(self, item: Element) -> bool:
        return bool(self._ask(lib.diffable_snapshot_keeps_expansion, item))

    def is_visible(self, item: Element) -> bool:
        return bool(self._ask(lib.diffable_snapshot_is_visible, item))

    def level_of_item(self, item: Element) -> int:
        return int(self._ask(lib.diffable_snapshot_level_of_item, item))

    def parent_of_item(self, item: Element) -> Optional[Identifier]:
        return cast(Optional[Identifier], read_id(self._ask(lib.diffable_snapshot_parent_of_item, item)))

    def number_of_children(self, item: Element) -> int:
        return int(self._ask(lib.diffable_snapshot_number_of_children, item))

    def children_of_item(self, item: Element) -> list[Identifier]:
        id = pack_id(self._known(False, item))
        read = lib.diffable_snapshot_children_of_item
        return read_ids(
            lib.diffable_snapshot_number_of_children(self._at(), id),
            lambda ids, count: int(read(self._at(), id, 0, ids, count)),
        )

    def all_item_identifiers(self) -> list[Identifier]:
        """All items, hidden ones too, each parent before its children."""
        return self._list(lib.diffable_snapshot_all_item_identifiers)

    def expanded_item_identifiers(self) -> list[Identifier]:
        return self._list(lib.diffable_snapshot_expanded_item_identifiers)

    def root_item_identifiers(self, section: Optional[Element] = None) -> list[Identifier]:
        return self._list(
            lib.diffable_snapshot_root_item_identifiers,
            self._optional_section(None if section is None else self._known(True, section)),
        )

    def _list(self, function: Any, *arguments: Any) -> list[Identifier]:
        """Returns the identifiers of items that a function of the engine lists, with room for all items of the list."""
        count = lib.diffable_snapshot_number_of_all_items(self._at())
        return read_ids(count, lambda ids, capacity: int(function(self._at(), *arguments, 0, ids, capacity)))

    # Look-ups

    def _has_item(self, id: Identifier) -> bool:
        return bool(lib.diffable_snapshot_contains_item(self._at(), pack_id(id)))

    def _has_section(self, id: Identifier) -> bool:
        return bool(lib.diffable_snapshot_index_of_section(self._at(), pack_id(id)) >= 0)

    def _has(self, is_section: bool, id: Identifier) -> bool:
        return self._has_section(id) if is_section else self._has_item(id)

    def _refuse_look_alike(self, is_section: bool, id: Identifier) -> None:
        """Raises if the list has the integer 3 and `id` is "3", or the other way round. Such a look-up is always a
        mistake."""
        twin = look_alike(id)
        if twin is not None and self._has(is_section, twin):
            raise self._unknown(is_section, id, f", but there is {quoted(twin)}")

    def _unknown(self, is_section: bool, id: Identifier, more: str = "") -> Exception:
        return error_class("UNKNOWN_IDENTIFIER")(
            f"UNKNOWN_IDENTIFIER: there is no {'section' if is_section else 'item'} {quoted(id)}{more}", id
        )

    def _known(self, is_section: bool, element: Element) -> Identifier:
        """The identifier of an element that the list must have."""
        id = identifier(element, "id" if is_section else self._item_format.key)
        if not self._has(is_section, id):
            self._refuse_look_alike(is_section, id)
            is_other = (not isinstance(self, SectionSnapshot) or is_section) and self._has(not is_section, id)
            other = "an item" if is_section else "a section"
            raise self._unknown(is_section, id, f", but there is {other} of that name" if is_other else "")
        return id

    def _ask(self, function: Any, item: Element) -> Any:
        return function(self._at(), pack_id(self._known(False, item)))

    def _found(self, is_section: bool, element: Element) -> Optional[Identifier]:
        """The identifier of an element that the list may have."""
        id = identifier(element, "id" if is_section else self._item_format.key)
        if self._has(is_section, id):
            return id
        self._refuse_look_alike(is_section, id)
        return None

    def section_identifiers(self) -> list[Identifier]:
        read = lib.diffable_snapshot_section_identifiers
        return read_ids(self.number_of_sections(), lambda ids, count: int(read(self._at(), 0, ids, count)))

    def item_identifiers(self, section: Optional[Element] = None) -> list[Identifier]:
        """The visible items of a section, or of all sections."""
        place = self._optional_section(None if section is None else self._known(True, section))
        read = lib.diffable_snapshot_item_identifiers
        count = lib.diffable_snapshot_number_of_items(self._at(), place)
        return read_ids(count, lambda ids, capacity: int(read(self._at(), place, 0, ids, None, capacity)))

    def number_of_sections(self) -> int:
        return int(lib.diffable_snapshot_number_of_sections(self._at()))

    def number_of_items(self, section: Optional[Element] = None) -> int:
        """How many items of a section, or of all sections, are visible."""
        place = self._optional_section(None if section is None else self._known(True, section))
        return int(lib.diffable_snapshot_number_of_items(self._at(), place))

    def index_of_section(self, section: Element) -> Optional[int]:
        id = self._found(True, section)
        return None if id is None else int(lib.diffable_snapshot_index_of_section(self._at(), pack_id(id)))

    def index_of_item(self, item: Element) -> Optional[int]:
        """The position of a visible item, counted over all sections."""
        id = self._found(False, item)
        index = -1 if id is None else int(lib.diffable_snapshot_index_of_item(self._at(), pack_id(id)))
        return None if index < 0 else index

    def index_path_of_item(self, item: Element) -> Optional[IndexPath]:
        id = self._found(False, item)
        if id is None:
            return None
        path = lib.diffable_snapshot_index_path_of_item(self._at(), pack_id(id))
        return None if path.section < 0 else IndexPath(path.section, path.item)

    def section_containing_item(self, item: Element) -> Optional[Identifier]:
        id = self._found(False, item)
        return (
            None
            if id is None
            else cast(Identifier, read_id(lib.diffable_snapshot_section_containing_item(self._at(), pack_id(id))))
        )

    def contains_item(self, item: Element) -> bool:
        """Returns whether the list has an item, also a hidden one. Raises if it is asked for "1" and has the integer 1
        instead, or the other way round.

        `in` does not raise in this case, and answers False.
        """
        return self._found(False, item) is not None

    def contains_section(self, section: Element) -> bool:
        """Returns whether the list has a section. Raises if it is asked for "1" and has the integer 1 instead, or the
        other way round."""
        return self._found(True, section) is not None

    def section_at(self, index: int) -> Optional[Identifier]:
        place = index_of(index)
        return (
            None
            if place < 0
            else cast(Optional[Identifier], read_id(lib.diffable_snapshot_section_at(self._at(), place)))
        )

    def item_at(self, index_path: tuple[int, int]) -> Optional[Identifier]:
        path = path_of(index_path)
        return cast(Optional[Identifier], read_id(lib.diffable_snapshot_item_at(self._at(), path)))

    def _item_or_id(self, id: Identifier) -> Any:
        return read_element(lib.diffable_snapshot_item_content(self._at(), pack_id(id)), id, self._item_format)

    def _section_or_id(self, id: Identifier) -> Any:
        return read_element(lib.diffable_snapshot_section_content(self._at(), pack_id(id)), id, SECTION)

    def item(self, item: Element) -> Item:
        """An item as it is in the list: its identifier if it has no content."""
        return cast(Item, self._item_or_id(self._known(False, item)))

    def section(self, section: Element) -> Any:
        """A section as it is in the list, without its items: its identifier if it has no content."""
        return self._section_or_id(self._known(True, section))

    def item_content(self, item: Element) -> Optional[bytes]:
        """The bytes of the content, or None if the item has no content. The bytes are CBOR, unless a program in C or
        Swift has written others."""
        return _bytes_of(self._ask(lib.diffable_snapshot_item_content, item))

    def section_content(self, section: Element) -> Optional[bytes]:
        return _bytes_of(lib.diffable_snapshot_section_content(self._at(), pack_id(self._known(True, section))))

    def _read_items(self, section: Optional[Identifier], first: int, count: int) -> list[Item]:
        ids, contents = id_array(count), content_array(count)
        read = lib.diffable_snapshot_item_identifiers
        size = read(self._at(), self._optional_section(section), first, ids, contents, count)
        return read_arrays(max(size, 0), ids, contents, self._item_format)

    @property
    def rows(self) -> Rows[Item]:
        """The visible items of all sections, as a sequence."""
        return Rows(self, None)

    @property
    def sections(self) -> Sections[Item]:
        """The sections in order, each with its visible items."""
        return Sections(self)

    # Marks

    def reloaded_item_identifiers(self) -> list[Identifier]:
        return self._list(lib.diffable_snapshot_marked_identifiers, c.ITEMS_TO_RELOAD)

    def reconfigured_item_identifiers(self) -> list[Identifier]:
        return self._list(lib.diffable_snapshot_marked_identifiers, c.ITEMS_TO_RECONFIGURE)

    def reloaded_section_identifiers(self) -> list[Identifier]:
        return self._marked_sections(c.SECTIONS_TO_RELOAD)

    def reconfigured_section_identifiers(self) -> list[Identifier]:
        return self._marked_sections(c.SECTIONS_TO_RECONFIGURE)

    def _marked_sections(self, mark: int) -> list[Identifier]:
        read = lib.diffable_snapshot_marked_identifiers
        return read_ids(self.number_of_sections(), lambda ids, count: int(read(self._at(), mark, 0, ids, count)))

    # A mapping and a value

    def __len__(self) -> int:
        return int(lib.diffable_snapshot_number_of_items(self._at(), None))

    def __iter__(self) -> Iterator[Identifier]:
        return iter(self.item_identifiers())

    def __contains__(self, item: object) -> bool:
        id = optional_identifier(item, self._item_format.key)
        return id is not None and self._has_item(id)

    def __getitem__(self, id: Identifier) -> Item:
        if id not in self:
            raise KeyError(id)
        return self.item(id)

    def copy(self) -> Snapshot[Item]:
        return Snapshot._of(lib.diffable_snapshot_copy(self._at()), self._item_format)

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return bool(lib.diffable_snapshot_equal(self._at(), other._at()))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self._address is None:
            return f"<closed {type(self).__name__}>"
        sections, items = counted(self.number_of_sections(), "section"), counted(len(self), "item")
        return f"<{type(self).__name__} with {sections}, {items}>"

    # Documents

    def encode(self, name: Optional[str] = None) -> bytes:
        """The whole list as bytes, in the format of docs/wire.md."""
        return write_document(lib.diffable_snapshot_encode, self._at(), name)

    @staticmethod
    def decode(data: bytes, *, key: Key = "id", item_type: Optional[ItemType] = None) -> Snapshot[Any]:
        """Reads what `encode` returned, here or in another program."""
        data, out, name = data_of(data), ctypes.c_void_p(), c.diffable_bytes()
        invoke(lib.diffable_snapshot_decode, data, len(data), ctypes.byref(name), ctypes.byref(out))
        return Snapshot._of(cast(int, out.value), ItemFormat(key, item_type))

    def version(self) -> str:
        """Returns the version of the list, as 32 hexadecimal digits. Equal lists have the same version. Lists that
        differ have different versions, unless somebody made them collide on purpose."""
        return bytes(lib.diffable_snapshot_version(self._at()).bytes).hex()

    def apply_patch(self, patch: bytes) -> None:
        """Applies a patch that `Difference.encode` returned."""
        data = data_of(patch)
        self._change(lib.diffable_snapshot_apply_patch, data, len(data))


name_calls(Snapshot)


class SectionSnapshot(Snapshot[Item]):
    """The items of one section, with those below them. It can be taken out of a snapshot, and put into one."""

    def __init__(self, items: Any = (), *, key: Key = "id", item_type: Optional[ItemType] = None) -> None:
        self._begin(lib.diffable_section_snapshot_new(), ItemFormat(key, item_type))
        if items != ():
            self.append_items(items)

    def copy(self) -> SectionSnapshot[Item]:
        return cast("SectionSnapshot[Item]", super().copy())


def _bytes_of(content: Any) -> Optional[bytes]:
    return ctypes.string_at(content.data, content.size) if content.data else None
