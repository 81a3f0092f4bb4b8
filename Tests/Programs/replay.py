"""Carries differences out over lists of Python, by the rules of the documentation and by nothing else."""

from diffable import SectionSnapshot


class Row:
    """A section, with rows of its own, or an item."""

    def __init__(self, id, content, rows=()):
        self.id, self.content, self.rows = id, content, list(rows)

    def __eq__(self, other):
        return (self.id, version(self), self.rows) == (other.id, version(other), other.rows)


def version(row):
    return row.content["version"] if isinstance(row.content, dict) else 0


def plain(snapshot):
    def rows(items):
        return [Row(item, snapshot.item(item)) for item in items]

    if isinstance(snapshot, SectionSnapshot):  # its section has no name
        return [Row(None, None, rows(snapshot.item_identifiers()))]
    return [Row(id, snapshot.section(id), rows(snapshot.item_identifiers(id))) for id in snapshot.section_identifiers()]


def row_at(sections, path):
    return sections[path.section].rows[path.item]


def rename(difference, sections):
    """Gives the renamed rows of the old list their new identifiers."""
    for change in (*difference.reloaded_items, *difference.reconfigured_items):
        row = row_at(sections, change.old_path)
        if row.id not in (change.id, change.old_id):
            return False
        row.id = change.id
    return True


def batch(difference, old, new):
    """Takes away the deleted and moved items and then the sections, by their old places; puts sections and items in
    place, by their new ones, in ascending order."""
    sections, target = plain(old), plain(new)
    if not rename(difference, sections):
        return False
    for change in difference.updated_sections:
        sections[change.old_index].content = target[change.new_index].content
    for change in (*difference.reloaded_items, *difference.reconfigured_items):
        row_at(sections, change.old_path).content = row_at(target, change.new_path).content
    taken_rows, taken_sections = {}, {}
    for change in sorted(
        (*difference.deleted_items, *difference.moved_items), key=lambda change: change.old_path, reverse=True
    ):
        taken_rows[change.id] = sections[change.old_path.section].rows.pop(change.old_path.item)
        if taken_rows[change.id].id != change.id:
            return False
    for change in sorted(
        (*difference.deleted_sections, *difference.moved_sections), key=lambda change: change.old_index, reverse=True
    ):
        taken_sections[change.id] = sections.pop(change.old_index)
        if taken_sections[change.id].id != change.id:
            return False
    for change in sorted(
        (*difference.inserted_sections, *difference.moved_sections), key=lambda change: change.new_index
    ):
        index = change.new_index
        is_new = change in difference.inserted_sections
        sections.insert(index, Row(target[index].id, target[index].content) if is_new else taken_sections[change.id])
    for change in sorted((*difference.inserted_items, *difference.moved_items), key=lambda change: change.new_path):
        path = change.new_path
        sections[path.section].rows.insert(
            path.item, row_at(target, path) if change in difference.inserted_items else taken_rows[change.id]
        )
    return sections == target


def steps(difference, old, new):
    """Carries the steps out one after the other."""
    sections, target = plain(old), plain(new)
    if not rename(difference, sections):
        return False
    contents = {
        "sections": {section.id: section.content for section in target},
        "items": {row.id: row.content for section in target for row in section.rows},
    }
    for step in difference.steps():
        verb, noun = step.kind.split("_")

        def rows_at(path):
            return (sections, path.section) if noun == "sections" else (sections[path.section].rows, path.item)

        changed = [Row(id, contents[noun].get(id)) for id in step.ids]
        if verb in ("delete", "move"):
            rows, first = rows_at(step.start)
            changed = rows[first : first + len(step.ids)]
            del rows[first : first + len(step.ids)]
        elif verb != "insert":
            rows, first = rows_at(step.start)
            for row, id in zip(rows[first:], step.ids):
                if row.id != id:
                    return False
                row.content = contents[noun].get(id)
        if [row.id for row in changed] != list(step.ids):
            return False
        if verb in ("insert", "move"):
            rows, first = rows_at(step.to)
            rows[first:first] = changed
    return sections == target
