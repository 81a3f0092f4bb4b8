"""Data sources: applies, providers, views, handlers, taps, drags, histories."""

import pytest
from diffable import (
    Cell,
    DataSource,
    History,
    IndexPath,
    InvalidArgumentError,
    InvalidCellError,
    NDJSONView,
    NoProviderError,
    SectionSnapshot,
    Snapshot,
    StaleSnapshotError,
    TextView,
)


def text_source(written, **options):
    return DataSource(
        lambda item: {"text": item["title"], "detail": item.get("price")}, view=TextView(written), **options
    )


def test_applies_are_shown(fares, written):
    source = text_source(written, header=lambda section: section["title"] if isinstance(section, dict) else None)
    transaction = source.apply(Snapshot([{"id": "fares", "title": "Fares", "items": fares}]), caption="Load")
    assert (transaction.caption, transaction.animation, transaction.uses_reload_data) == ("Load", "automatic", False)
    with source.edit(animation="fade") as snapshot:
        snapshot.update_items({"id": 1, "price": "2.75"})
        snapshot.append_items({"id": 3, "title": "Ferry"})
    assert written == [
        "+  Fares\n"
        "+    Bus                                                2.50\n"
        "+    Train                                              7.00\n"
        "=  1 section inserted; 2 items inserted\n",
        "   Fares\n"
        "~    Bus                                                2.75\n"
        "     Train                                              7.00\n"
        "+    Ferry\n=  1 item inserted, 1 reconfigured (fade)\n",
    ]
    last = source.last_transaction
    assert str(last) == "1 item inserted, 1 reconfigured" and last.initial_snapshot == transaction.final_snapshot
    assert source.render().splitlines()[-1] == "     Ferry" and len(source) == 3


def test_a_block_that_raises_applies_nothing(fares, written):
    source = text_source(written)
    with pytest.raises(ZeroDivisionError):
        with source.edit() as snapshot:
            snapshot.append_sections({"fares": fares})
            1 / 0
    assert len(source) == 0 and written == [] and source.last_transaction is None


def test_the_list_answers(fares):
    source = DataSource(name="fares")
    source.apply(Snapshot({"fares": fares}))
    assert source.name == "fares" and source.item(1) == fares[0] and source.section("fares") == "fares"
    assert (
        source.item_at((0, 1)) == 2
        and source.index_path_of_item(2) == IndexPath(0, 1)
        and source.item_at((0, 2)) is None
    )
    assert source.section_at(0) == "fares" and source.section_at(1) is None and source.index_of_section("fares") == 0
    assert list(source.section_snapshot("fares")) == [1, 2] and len(source.new_snapshot()) == 0
    assert repr(source) == "<DataSource with 2 items>" and source


def test_providers_by_kind():
    source = DataSource(
        cells={"loading": lambda item: "...", "fare": lambda item: Cell(item["title"], height=2, indentation=1)},
        supplementary={"badge": lambda section: "7"},
    )
    source.apply(
        Snapshot(
            {
                "list": [
                    {"id": 1, "kind": "loading"},
                    {"id": 2, "kind": "fare", "title": "Bus"},
                    {"id": 3, "kind": "odd"},
                ]
            }
        )
    )
    assert source.cell_at((0, 0)) == Cell("...") and source.cell_at((0, 1)) == Cell("Bus", height=2, indentation=1)
    assert source.supplementary_cell("badge", 0) == Cell("7") and source.supplementary_cell("header", 0) is None
    with pytest.raises(NoProviderError, match="'odd'"):
        source.cell_at((0, 2))
    source.cell = lambda item: f"?{item['id']}"
    assert source.cell_at((0, 2)) == Cell("?3")
    source.header = lambda section: f"[{section}]"
    assert source.supplementary_cell("header", 0) == Cell("[list]")
    source.header = None
    assert source.supplementary_cell("header", 0) is None


@pytest.mark.parametrize(
    "wrong", [None, 3, [], {"texts": "x"}, {"text": []}, {"text": "x", "height": "2"}, {"text": "x", "height": -1}, {}]
)
def test_cells_that_cannot_be_shown(wrong, written):
    source = DataSource(lambda item: wrong, view=TextView(written))
    with pytest.raises(InvalidCellError) as caught:
        source.apply(Snapshot({"list": ["a"]}))
    assert not caught.value.applied and len(source) == 0 and written == []


def test_observers_and_completions():
    source, calls = DataSource(), []
    remove = source.add_observer(lambda transaction: calls.append(f"observed {transaction}"))
    source.apply(
        Snapshot({"list": ["a"]}),
        completion=lambda transaction: calls.append(f"completed {len(transaction.final_snapshot)}"),
    )
    assert calls == ["observed 1 section inserted; 1 item inserted", "completed 1"]
    assert remove() and not remove()
    source.apply(Snapshot({"list": []}))
    assert len(calls) == 2


def test_applies_of_callbacks_wait(written):
    source = DataSource(lambda item: str(item), view=TextView(written))

    def follow(transaction):
        if len(source) < 3:
            assert source.is_applying
            with source.edit() as snapshot:
                snapshot.append_items(len(snapshot))
            assert source.last_transaction is None

    source.add_observer(follow)
    source.apply(Snapshot({"list": [0]}))
    assert list(source.snapshot()) == [0, 1, 2] and len(written) == 3 and not source.is_applying


class Table:
    """A view of the program: the texts of its rows."""

    def __init__(self):
        self.rows, self.calls, self.fails = [], [], None

    def attach(self, source):
        self.calls.append("attach")
        self.rows = [source.cell_at((0, index)).text for index in range(len(source))]

    def prepare(self, preparation):
        self.calls.append("prepare")
        if self.fails:
            raise self.fails
        final = preparation.transaction.final_snapshot
        self.fresh = {item: preparation.cell(final.index_path_of_item(item)).text for item in final}
        self.header = preparation.supplementary_cell("header", 0)
        self.preparation = preparation

    def commit(self, transaction):
        self.calls.append("commit")
        self.rows = [self.fresh[item] for item in transaction.final_snapshot]

    def cancel(self, transaction):
        self.calls.append("cancel")


def test_what_attach_applies_is_queued():
    class Filling(Table):
        def attach(self, source):
            super().attach(source)
            assert source.view is self and source.apply(Snapshot({"list": [1, 2]})) is None

    table = Filling()
    source = DataSource(lambda item: f"row {item}", header=lambda section: section)
    source.apply(Snapshot({"list": [1]}))
    source.view = table
    assert table.rows == ["row 1", "row 2"] and table.calls == ["attach", "prepare", "commit"]
    source.view, table.fails = None, KeyError("no row")
    with pytest.raises(KeyError):
        source.view = table
    assert source.view is table


def test_a_view_of_the_program():
    table = Table()
    source = DataSource(lambda item: f"row {item}", header=lambda section: section)
    source.apply(Snapshot({"list": [1]}))
    source.view = table
    assert table.rows == ["row 1"]
    source.apply(Snapshot({"list": [2, 1]}))
    assert table.rows == ["row 2", "row 1"] and table.header == Cell("list") and source.view is table
    with pytest.raises(InvalidArgumentError, match="the preparation is over"):
        table.preparation.cell((0, 0))
    table.fails = KeyError("no row")
    with pytest.raises(KeyError):
        source.apply(Snapshot({"list": []}))
    assert table.rows == ["row 2", "row 1"] and table.calls == ["attach", "prepare", "commit", "prepare"]
    source.view = None
    source.apply(Snapshot())
    assert table.rows == ["row 2", "row 1"]
    with pytest.raises(InvalidArgumentError, match="at least one of the methods"):
        source.view = object()


def test_a_stream_of_events(written):
    source = DataSource(lambda item: item, view=NDJSONView(written), name="list")
    source.apply(Snapshot({"list": ["a"]}))
    assert '"name":"list"' in written[0] and written[0].endswith("}\n")


def test_taps_and_handlers():
    asked = []

    def load(item, children):
        children.append_items(["one", "two"])

    source = DataSource(
        should_expand_item=lambda item: asked.append(item) or item["open"],
        snapshot_for_expanding_parent=load,
        should_collapse_item=lambda item: True,
    )
    source.apply(
        Snapshot({"list": [{"id": 1, "open": True, "expandable": True}, {"id": 2, "open": False, "expandable": True}]})
    )
    assert str(source.toggle_item(1)) == "2 items inserted" and list(source.snapshot()) == [1, "one", "two", 2]
    assert source.toggle_item(2) is None and asked == [{"id": 1, "open": True}, {"id": 2, "open": False}]
    assert str(source.toggle_item({"id": 1})) == "2 items deleted"
    source.set_handler("snapshot_for_expanding_parent", lambda item, children: SectionSnapshot(["three"]))
    source.toggle_item(1)
    assert source.snapshot().children_of_item(1) == ["three"]
    source.set_handler("should_expand_item", None)
    assert source.handler("should_expand_item") is None
    with pytest.raises(TypeError, match="'should_expand' is not an option of a data source; handlers are "):
        DataSource(should_expand=lambda item: True)


def test_drags():
    moves = []
    source = DataSource(
        can_reorder_item=lambda item: item != "b", did_reorder=lambda transaction: moves.append(str(transaction))
    )
    source.apply(Snapshot({"list": ["a", "b", "c"]}))
    source.reorder_item((0, 0), (0, 2))
    assert list(source.snapshot()) == ["b", "c", "a"] and moves == ["1 item moved"]
    assert source.reorder_item((0, 0), (0, 1)) is None
    with pytest.raises(InvalidArgumentError):
        source.reorder_item((0, 1), (9, 9))


def test_sections_are_applied():
    source = DataSource()
    source.apply(Snapshot({"a": [1], "b": [2]}))
    source.apply_section(SectionSnapshot([3, 4]), {"id": "b", "title": "B"}, caption="Load")
    assert source.snapshot().sections["b"] == [3, 4] and source.section("b") == {"id": "b", "title": "B"}
    with pytest.raises(InvalidArgumentError):
        source.apply(SectionSnapshot([1]))
    assert source.apply_using_reload_data(Snapshot({"a": [5]})).uses_reload_data


def test_two_edits_from_one_list_are_rebased():
    source = DataSource(strict=True)
    source.apply(Snapshot({"list": ["a", "b"]}))
    mine, theirs = source.snapshot(), source.snapshot()
    mine.append_items("mine")
    theirs.prepend_items("theirs")
    source.apply(theirs)
    with pytest.raises(StaleSnapshotError):
        source.apply(mine)
    assert source.apply(mine, rebase=True).conflicts == ()
    assert list(source.snapshot()) == ["theirs", "a", "b", "mine"]


def test_history():
    source = DataSource()
    history = History(source, limit=10)
    assert history.undo() is None and not history.can_undo
    source.apply(Snapshot({"list": ["a"]}), caption="Load")
    with history.group("Two at once"):
        for item in "bc":
            with source.edit() as snapshot:
                snapshot.append_items(item)
    assert history.undo_caption == "Two at once"
    history.undo()
    assert list(source.snapshot()) == ["a"] and history.redo_caption == "Two at once" and history.undo_caption == "Load"
    history.redo()
    assert list(source.snapshot()) == ["a", "b", "c"]
    history.clear()
    assert not history.can_undo and history.redo_caption is None


def test_a_limit_of_0_stands_for_100():
    source = DataSource()
    history = History(source, limit=0)
    for number in range(150):
        source.apply(Snapshot({"list": [number]}))
    while history.can_undo:
        history.undo()
    assert list(source.snapshot()) == [49]


def test_options():
    source = DataSource(default_row_animation="left", refreshes_headers=True)
    assert source.default_row_animation == "left" and source.refreshes_headers
    assert source.apply(Snapshot({"list": ["a"]})).animation == "left"
    assert str(source.apply(Snapshot({"list": ["a", "b"]}), animation="none")) == "1 section updated; 1 item inserted"
    for wrong in ("sideways", 3):
        with pytest.raises(InvalidArgumentError, match="animation"):
            source.apply(Snapshot(), animation=wrong)


def test_a_closed_data_source():
    source = DataSource()
    copy = source.snapshot()
    source.close()
    with pytest.raises(InvalidArgumentError, match="the DataSource is closed"):
        source.apply(copy)
    assert repr(source) == "<closed DataSource>"
