"""Reads the argument of an edit: sections with their items, or items with everything below them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Callable, Optional

from . import _declarations as c
from ._edits import Addition, Rest, StateChange
from ._elements import (
    SECTION_FIELDS,
    TREE_FIELDS,
    ItemFormat,
    Identifier,
    elements,
    encode_content,
    identifier,
    is_identifier,
    pack_id,
    quoted,
)
from ._errors import argument_error
from ._library import Handle, lib

#: Returns the element whose content an edit stores. It receives the identifier and the element that was passed.
ContentOf = Callable[[Identifier, Any], Any]


class Description:
    """Reads a list, and then, level by level, the lists in its sections and below its items.

    `allowed` names the fields of the tree that items may have. `content_of` changes the elements before they are
    stored. `stays` returns whether an item of the first list is in the snapshot already, so that its children can stay.
    """

    def __init__(
        self,
        item_format: ItemFormat,
        *,
        allowed: Sequence[str] = TREE_FIELDS,
        content_of: Optional[ContentOf] = None,
        stays: Callable[[Identifier], bool] = lambda id: False,
    ) -> None:
        self.item_format = item_format
        self.allowed, self.content_of, self.stays = allowed, content_of, stays
        self.additions: list[Addition] = []
        self.parents: set[Identifier] = set()
        self.states: dict[str, list[Identifier]] = {}

    def calls(self) -> list[Any]:
        """Returns the calls of the engine that carry out the edit."""
        functions: dict[str, tuple[Any, ...]] = {
            "keep_expansion": (lib.diffable_snapshot_keep_expansion,),
            "keep_children": (lib.diffable_snapshot_keep_children,),
            "expand": (lib.diffable_snapshot_expand,),
            "collapse": (lib.diffable_snapshot_collapse,),
            "expandable": (lib.diffable_snapshot_set_expandable, True),
            "not_expandable": (lib.diffable_snapshot_set_expandable, False),
        }
        changes = [
            StateChange(function[0], self.states[name], *function[1:])
            for name, function in functions.items()
            if name in self.states
        ]
        return [*self.additions, *changes]

    def add_sections(
        self, sections: Any, function: Any, rest: Rest = lambda: (), with_items: bool = True
    ) -> Description:
        addition = self._begin(function, rest)
        below = []
        for section, items in described_sections(sections):
            id = identifier(section)
            if items is not None and not with_items:
                raise argument_error(
                    f"section {quoted(id)}: items cannot be given here; use replace_items", identifier=id
                )
            self._append(addition, id, section, "id", SECTION_FIELDS)
            if items is not None:
                below.append((id, items))
        for id, items in below:
            self.add_items(items, lib.diffable_snapshot_append_items, _in_section(id))
        return self

    def add_items(self, items: Any, function: Any, rest: Rest) -> Description:
        addition = self._begin(function, rest)
        level = [(addition, elements(items))]
        while level:
            level = [below for one, items in level for below in self._read(one, items)]
        return self

    def _begin(self, function: Any, rest: Rest) -> Addition:
        self.additions.append(Addition(function, rest))
        return self.additions[-1]

    def _append(self, addition: Addition, id: Identifier, element: Any, key: Any, omitted: tuple[str, ...]) -> None:
        content = element if self.content_of is None else self.content_of(id, element)
        addition.ids.append(id)
        addition.contents.append(None if is_identifier(content) else encode_content(content, key, omitted))

    def _read(self, addition: Addition, items: Iterable[Any]) -> list[tuple[Addition, list[Any]]]:
        below = []
        is_first = addition is self.additions[0]
        key = self.item_format.key
        for item in items:
            id = identifier(item, key)
            children = None
            if isinstance(item, Mapping) and ("children" in item or "expanded" in item or "expandable" in item):
                children = self._read_tree_fields(id, item, is_first)
            self._append(addition, id, item, key, TREE_FIELDS)
            if children is not None and id not in self.parents:
                self.parents.add(id)
                place = [c.AT_END_OF_PARENT, ctypes.byref(pack_id(id))]
                begin = self._begin(lib.diffable_snapshot_insert_items, lambda place=place: place)  # type: ignore[misc]
                below.append((begin, elements(children)))
        return below

    def _read_tree_fields(self, id: Identifier, item: Mapping[str, Any], is_first: bool) -> Any:
        for name in TREE_FIELDS:
            if name in item and name not in self.allowed:
                raise argument_error(f"item {quoted(id)}: {name} cannot be given here", identifier=id)
        children, expanded, expandable = (item.get(name) for name in TREE_FIELDS)
        for name, flag in (("expanded", expanded), ("expandable", expandable)):
            if flag is not None and not isinstance(flag, bool):
                raise argument_error(
                    f"item {quoted(id)}: {name} must be True or False, not {quoted(flag)}", identifier=id
                )
        if expanded is not None:
            self._change("expand" if expanded else "collapse", id)
        if expandable is not None:
            self._change("expandable" if expandable else "not_expandable", id)
        is_kept = children is None and (not expandable or is_first and self.stays(id))
        if "children" not in self.allowed or is_kept:
            return None
        if expanded is None:
            self._change("keep_expansion", id)
        if children is None:
            self._change("keep_children", id)
        return children

    def _change(self, state: str, id: Identifier) -> None:
        self.states.setdefault(state, []).append(id)


def _in_section(id: Identifier) -> Rest:
    place = ctypes.byref(pack_id(id))
    return lambda: (place,)


def described_sections(sections: Any) -> list[tuple[Any, Any]]:
    """Returns pairs of a section and its items. The items are None if they are not given. `sections` is a mapping from
    identifiers to items, or one or more sections with an optional field `items`."""
    if isinstance(sections, Mapping) and not isinstance(sections, Handle) and not _is_section(sections):
        return list(sections.items())
    found = []
    for section in elements(sections):
        items = section.get("items") if isinstance(section, Mapping) else None
        found.append((section, items))
    return found


def _is_section(mapping: Mapping[Any, Any]) -> bool:
    """Whether a mapping is a single section, and not a mapping from identifiers of sections to their items. A mapping
    with a valid `id` is a single section, so a section that is called "id" must be passed in a list of sections."""
    return is_identifier(mapping.get("id"))
