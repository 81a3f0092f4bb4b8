"""Runs a program (see README.md) on the Python package and prints what came of it.

interpreter.py <program
"""

import sys

import lists
from diffable import SectionSnapshot, Snapshot, difference
from reactions import reactions
from registers import registers
from source import HANDLERS, Kept, change, options, source
from texts import print_text
from words import elements, found, identifier, optional, path, place, reply, token


def become(register, snapshot):
    registers[register] = snapshot
    print("ok")


def new(register):
    become(register, SectionSnapshot() if register.startswith("t") else Snapshot())


def tree_of(list, section):
    """The tree of a section; an empty one if there is no such section."""
    return found(lambda: list.section_snapshot(identifier(section))) or SectionSnapshot()


def snapshot_of(register, parent, part, whole=None):
    def read():
        registers[part] = registers[register].snapshot_of(identifier(parent), whole is not None)

    reply(read)


def print_difference(old, new):
    changes = difference(registers[old], registers[new])
    lists.changes(changes, registers[old], registers[new])
    assert bool(changes) == (str(changes) != "no changes"), "a difference is empty, or not"
    print("ok", changes)


def undo():
    if Kept.transaction is None:
        return print("ok none")
    change("apply", Kept.transaction.initial_snapshot, **options("undo"))


def insert_tree(register, tree, placement, id=None):
    place = identifier(id)
    reply(lambda: registers[register].insert_tree(registers[tree], **({} if place is None else {placement: place})))


def look_up(name):
    id = identifier(name)
    item = found(lambda: source.item(id))
    if item is not None:
        path = source.index_path_of_item(id)
        print("item", place(path) if path else "-", token(item))
    section = found(lambda: source.section(id))
    if section is not None:
        print("section", source.index_of_section(id), token(section))
    print("ok")


def print_row(word):
    print("ok", optional(source.section_at(path(word).section)), optional(source.item_at(path(word))))


def text_of(read):
    """The text of a cell. If an apply fails that a provider called, the error has the cell."""
    try:
        return text(read())
    except Exception as error:
        for each in (error, error.__cause__):
            if getattr(each, "applied", False):
                each.result = text(each.result)
        raise


def text(cell):
    return "-" if cell is None else cell.text or ""


def render():
    try:
        print_text(source.render())
    except Exception as error:
        for each in (error, error.__cause__):
            if getattr(each, "applied", False):
                print_text(each.result)
                each.result = None
        raise


def animation(name=None):
    if name is None:
        return source.default_row_animation
    source.default_row_animation = name


def handler(name, how):
    source.set_handler(name, HANDLERS[name] if how == "on" else None)
    print("ok")


def when(event, count, *spoken):
    reactions.add(event, count, spoken)
    print("ok")


CALLS = {
    "new": new,
    "copy": lambda register, original: become(register, registers[original].copy()),
    "fetch": lambda register: become(register, source.snapshot()),
    "fetch_section": lambda register, section: become(register, tree_of(source, section)),
    "section_snapshot": lambda register, section, tree: become(tree, tree_of(registers[register], section)),
    "snapshot_of": snapshot_of,
    "new_snapshot": lambda register: become(register, source.new_snapshot()),
    "state": lambda register: lists.state(registers[register]),
    "find": lambda register, name: lists.find(registers[register], identifier(name)),
    "at": lambda register, where: lists.at(registers[register], path(where)),
    "items": lambda register, section: lists.items(registers[register], identifier(section)),
    "equal": lambda left, right: print("ok", str(registers[left] == registers[right]).lower()),
    "difference": print_difference,
    "apply": lambda register, how=None: change("apply", registers[register], **options(register, how)),
    "apply_using_reload_data": lambda register: change(
        "apply_using_reload_data", registers[register], **options(register)
    ),
    "undo": undo,
    # Edits with arguments of their own
    "append_items_to_parent": lambda register, items, parent: reply(
        lambda: registers[register].append_items(elements(items), parent=identifier(parent)), "append_items_to_parent"
    ),
    "prepend_items_to_parent": lambda register, items, parent: reply(
        lambda: registers[register].prepend_items(elements(items), parent=identifier(parent)), "prepend_items_to_parent"
    ),
    "insert_items_at": lambda register, items, index, section: reply(
        lambda: registers[register].insert_items_at(elements(items), int(index), identifier(section))
    ),
    "rename_item": lambda register, item, new_id: reply(
        lambda: registers[register].rename_item(identifier(item), identifier(new_id))
    ),
    "set_expandable": lambda register, items, flag: reply(
        lambda: registers[register].set_expandable(elements(items), flag == "true")
    ),
    "replace_children": lambda register, parent, tree: reply(
        lambda: registers[register].replace_children(identifier(parent), registers[tree])
    ),
    "set_section_snapshot": lambda register, section, tree: reply(
        lambda: registers[register].set_section_snapshot(registers[tree], identifier(section))
    ),
    "insert_tree": insert_tree,
    # The data source
    "source": lambda: lists.state(source.snapshot()),
    "transaction": lambda: lists.transaction(Kept.transaction),
    "look_up": look_up,
    "row": print_row,
    "cell": lambda where: reply(lambda: text_of(lambda: source.cell_at(path(where)))),
    "supplementary": lambda kind, index: reply(lambda: text_of(lambda: source.supplementary_cell(kind, int(index)))),
    "render": lambda: reply(render),
    "default_row_animation": lambda name=None: reply(lambda: animation(name)),
    "handler": handler,
    "when": when,
    "apply_section": lambda register, section, how=None: change(
        "apply_section", registers[register], elements(section)[0], **options(register, how)
    ),
    "toggle_item": lambda item: change("toggle_item", identifier(item)),
    "reorder_item": lambda old, new: change("reorder_item", path(old), path(new)),
}


def edit(name, register, first=None, second=None):
    """Every other call is a method of a snapshot: the first argument is a list, and an anchor or a section may
    follow."""
    values = []
    if first is not None:
        values.append(identifier(first) if name.startswith(("move_item_", "move_section_")) else elements(first))
    if identifier(second) is not None:
        values.append(identifier(second))

    def call():
        result = getattr(registers[register], "clear" if name == "delete_all_items" else name)(*values)
        # The reference model does not count the items that `clear` deletes.
        return None if name == "delete_all_items" else result

    reply(call)


def perform(spoken):
    name, *values = spoken
    if name in CALLS:
        CALLS[name](*values)
    else:
        edit(*spoken)


reactions.perform = perform
for line in sys.stdin.read().splitlines():
    if line.startswith("> "):
        print(line)
        perform(line[2:].split())
