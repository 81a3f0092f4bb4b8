"""Prints the forests of a snapshot, and checks that its look-ups agree."""

from diffable import SectionSnapshot
from words import token


class Outline:
    """The items of a section, or of a section snapshot, and how they are spelled."""

    def __init__(self, snapshot, section=None):
        self.snapshot, self.text = snapshot, ""
        self.all, self.visible, self.expanded = [], [], []
        self.roots = snapshot.root_item_identifiers(section)
        for root in self.roots:
            self.add(root, None, 0, True)
        assert snapshot.item_identifiers(section) == self.visible, "a section has other items"
        if section is not None:
            assert list(snapshot.sections[section]) == [snapshot[item] for item in self.visible], (
                "a section has other rows"
            )

    def add(self, item, parent, level, is_visible):
        """A dot for each level, and a plus sign behind what is expanded, an asterisk behind what is expandable, and a
        question mark behind what keeps its expansion."""
        snapshot, is_expanded = self.snapshot, self.snapshot.is_expanded(item)
        assert item in snapshot and snapshot.level_of_item(item) == level and snapshot.parent_of_item(item) == parent, (
            "an item is elsewhere"
        )
        assert snapshot.is_visible(item) == is_visible == (snapshot.index_of_item(item) is not None), (
            "an item is shown, or not"
        )
        self.text += (
            f" {'.' * level}{token(snapshot.item(item))}{'+' * is_expanded}{'*' * snapshot.is_expandable(item)}"
        )
        self.text += "?" * snapshot.keeps_expansion(item)
        self.all.append(item)
        if is_visible:
            self.visible.append(item)
        if is_expanded:
            self.expanded.append(item)
        children = snapshot.children_of_item(item)
        assert len(children) == snapshot.number_of_children(item), "an item has other children"
        for child in children:
            self.add(child, item, level + 1, is_visible and is_expanded)


def print_outlines(snapshot):
    """Prints the sections of a list, or a section snapshot. Returns the numbers of all items, roots and expanded
    items."""
    is_tree = isinstance(snapshot, SectionSnapshot)
    sections = [None] if is_tree else snapshot.section_identifiers()
    outlines = [Outline(snapshot, section) for section in sections]
    for section, outline in zip(sections, outlines):
        print(f"{'tree' if is_tree else f'section {token(snapshot.section(section))}'}:{outline.text}")
    everything = {
        name: [item for outline in outlines for item in getattr(outline, name)] for name in ("all", "roots", "expanded")
    }
    assert snapshot.all_item_identifiers() == everything["all"], "a list has other items"
    assert snapshot.expanded_item_identifiers() == everything["expanded"], "other items are expanded"
    return [len(each) for each in everything.values()]
