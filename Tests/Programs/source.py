"""The data source of a program: its callbacks, which say that they were called and do what they are to do, and its
applies."""

import lists
from diffable import DataSource, DiffableError, TextView
from reactions import reactions
from registers import registers
from texts import print_text
from words import Failure, failed, place, token


class Kept:
    """The transaction that was kept last."""

    transaction = None


def called(event, values="", more=lambda: None):
    """Says what a callback was given, and does what it is to do."""
    print(f"{event}{values} of {len(source.snapshot())}")
    more()
    answer = reactions.take(event)
    if answer.get("fail"):
        raise Failure(event)
    return answer


def id_of(item):
    return item["id"] if isinstance(item, dict) else item


def keep(event):
    def observe(transaction):
        Kept.transaction = transaction
        called(event)

    return observe


def cell(event, before, behind):
    def provide(item):
        answer = called(event, f" {token(item)} {place(source.index_path_of_item(id_of(item)))}")
        return {"text": before + token(item) + behind, "height": -1 if answer.get("spoil") else 0}

    return provide


def supplementary(event, text):
    def provide(section):
        answer = called(event, f" {token(section)} {source.index_of_section(id_of(section))}")
        return {"text": text(section), "height": -1} if answer.get("spoil") else text(section)

    return provide


def question(event):
    return lambda item: not called(event, f" {token(id_of(item))}").get("refuse", False)


def tell(event):
    return lambda item: called(event, f" {token(id_of(item))}")


def children(item, children):
    answer = called("snapshot_for_expanding_parent", f" {token(id_of(item))}", lambda: lists.state(children))
    return registers[answer["children"]] if "children" in answer else None


HANDLERS = {
    "should_expand_item": question("should_expand_item"),
    "will_expand_item": tell("will_expand_item"),
    "should_collapse_item": question("should_collapse_item"),
    "will_collapse_item": tell("will_collapse_item"),
    "snapshot_for_expanding_parent": children,
    "can_reorder_item": question("can_reorder_item"),
    "will_reorder": keep("will_reorder"),
    "did_reorder": keep("did_reorder"),
}

source = DataSource(
    cell("cell", "", ""),
    view=TextView(lambda text: called("write", "", lambda: print_text(text)), context=100000),
    cells={"framed": cell("framed", "[", "]")},
    header=supplementary("header", token),
    footer=supplementary("footer", lambda section: f"({token(section)})" if isinstance(section, dict) else None),
    supplementary={"badge": supplementary("badge", lambda section: f"#{token(section)}")},
    **HANDLERS,
)


def observe(transaction):
    difference, initial, final = transaction.difference, transaction.initial_snapshot, transaction.final_snapshot
    called("observer", f" {transaction.animation}", lambda: lists.changes(difference, initial, final))


source.add_observer(observe)
source.add_observer(keep("second"))


def change(method, *values, **options):
    """Calls what may change the list, and says how that ended."""
    is_queued, before = reactions.depth > 0, source.last_transaction
    try:
        transaction = getattr(source, method)(*values, **options)
    except (DiffableError, Failure) as error:
        return failed(error, "applied" if source.last_transaction is not before else None)
    assert not (is_queued and transaction), "what waits has a transaction"
    print("queued" if is_queued else "ok" if transaction else "refused")


def options(register, how=None):
    """The options of an apply of what is in a register."""
    completion = {"completion": lambda transaction: called("completion", f" {register}")}
    return completion if how is None else {**completion, "animation": "none" if how == "still" else how}
