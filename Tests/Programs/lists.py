"""Prints what there is to know of snapshots and differences."""

import replay
from diffable import SectionSnapshot
from outlines import Outline, print_outlines
from words import optional, place, reply, token, tokens


def state(snapshot):
    """The last line has the numbers of sections, visible items, all items, roots and expanded items."""
    counts = print_outlines(snapshot)
    marks = {
        "reload": snapshot.reloaded_item_identifiers(),
        "reconfigure": snapshot.reconfigured_item_identifiers(),
        "reload_sections": snapshot.reloaded_section_identifiers(),
        "reconfigure_sections": snapshot.reconfigured_section_identifiers(),
    }
    for mark, marked in marks.items():
        if marked:
            print(mark, tokens(marked))
    print("ok", snapshot.number_of_sections(), snapshot.number_of_items(), *counts)


def item(snapshot, name):
    path, index = snapshot.index_path_of_item(name), snapshot.index_of_item(name)
    section = None if isinstance(snapshot, SectionSnapshot) else snapshot.section_containing_item(name)
    words = [
        "item",
        place(path) if path else "-",
        "-" if index is None else index,
        optional(section),
        token(snapshot.item(name)),
        snapshot.level_of_item(name),
        optional(snapshot.parent_of_item(name)),
        snapshot.number_of_children(name),
    ]
    words += ["expanded"] * snapshot.is_expanded(name) + ["hidden"] * (not snapshot.is_visible(name))
    print(*words)


def find(snapshot, name):
    if name in snapshot:
        item(snapshot, name)
    if isinstance(snapshot, SectionSnapshot):
        return print("ok")
    if name in snapshot.sections:
        print("section", snapshot.index_of_section(name), token(snapshot.section(name)))
    reply(lambda: snapshot.number_of_items(name))


def at(snapshot, path):
    print("ok", optional(snapshot.section_at(path.section)), optional(snapshot.item_at(path)))


def items(snapshot, section):
    reply(lambda: tokens(snapshot.item_identifiers(section)) or None)


def at_place(where):
    return "-" if where is None else place(where) if isinstance(where, tuple) else where


def changes(difference, old, new):
    for kind in (
        "deleted_sections",
        "inserted_sections",
        "updated_sections",
        "deleted_items",
        "inserted_items",
        "reloaded_items",
        "reconfigured_items",
    ):
        noun = "index" if kind.endswith("sections") else "path"
        words = []
        for change in getattr(difference, kind):
            start, end = getattr(change, f"old_{noun}", None), getattr(change, f"new_{noun}", None)
            words.append(
                f"{token(change.id)} {at_place(start)}>{at_place(end)}{'*' * getattr(change, 'with_section', False)}"
            )
        if words:
            print(kind, ", ".join(words))
    print("moved", len(difference.moved_sections), len(difference.moved_items))
    if not replay.batch(difference, old, new):
        print("the batch leads elsewhere")
    if not replay.steps(difference, old, new):
        print("the steps lead elsewhere")


def transaction(transaction):
    if transaction is None:
        return print("ok none")
    for section, initial, final, difference in transaction.section_transactions:
        print(f"changed {token(section)}:{Outline(initial).text} >{Outline(final).text}")
        changes(difference, initial, final)
    print(
        "ok",
        transaction.animation,
        f"{len(transaction.initial_snapshot)}>{len(transaction.final_snapshot)}",
        transaction,
    )
