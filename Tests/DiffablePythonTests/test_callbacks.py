"""What callbacks raise arrives as itself, and nothing lives longer or shorter than it must."""

import gc
import threading
import weakref
from dataclasses import dataclass

import pytest
from diffable import (
    ApplyLoopError,
    CallbackFailedError,
    DataSource,
    DiffableError,
    History,
    InvalidArgumentError,
    OutputFailedError,
    ProviderFailedError,
    Snapshot,
    TextView,
    UnknownIdentifierError,
    _library,
)


class Trouble(Exception):
    pass


def fail(*_):
    raise Trouble("no network")


def test_what_a_provider_raises_undoes_the_apply(written):
    source = DataSource(fail, view=TextView(written))
    with pytest.raises(Trouble, match="no network") as caught:
        source.apply(Snapshot({"list": ["a"]}))
    cause = caught.value.__cause__
    assert type(cause) is ProviderFailedError and not cause.applied and cause.identifier == "a"
    assert "Trouble: no network" in str(cause) and len(source) == 0 and written == []


def test_what_an_observer_raises_undoes_nothing():
    source, seen = DataSource(), []
    source.add_observer(fail)
    source.add_observer(seen.append)
    with pytest.raises(Trouble) as caught:
        source.apply(Snapshot({"list": ["a"]}))
    assert type(caught.value.__cause__) is CallbackFailedError and caught.value.__cause__.applied
    assert len(source) == 1 and len(seen) == 1 and len(source.last_transaction.final_snapshot) == 1


def test_what_a_writer_raises(fares):
    source = DataSource(lambda item: item["title"], view=TextView(fail))
    with pytest.raises(Trouble) as caught:
        source.apply(Snapshot({"fares": fares}))
    assert type(caught.value.__cause__) is OutputFailedError and len(source) == 2


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), SystemExit(3), GeneratorExit(), Trouble("\udfff \x1b[31m \n two lines")]
)
def test_any_exception_passes(error):
    def raising(item):
        raise error

    source = DataSource(raising)
    source.apply(Snapshot({"list": ["a"]}))
    with pytest.raises(type(error)) as caught:
        source.cell_at((0, 0))
    assert caught.value is error and "\x1b" not in str(error.__cause__)


def test_a_cause_of_the_program_stays():
    def raising(item):
        try:
            fail()
        except Trouble as trouble:
            raise ValueError("wrapped") from trouble

    source = DataSource(raising)
    source.apply(Snapshot({"list": ["a"]}))
    with pytest.raises(ValueError, match="wrapped") as caught:
        source.cell_at((0, 0))
    assert type(caught.value.__cause__) is Trouble and type(caught.value.__cause__.__cause__) is ProviderFailedError


@pytest.mark.parametrize("cause", [None, Trouble(), UnknownIdentifierError("UNKNOWN_IDENTIFIER: of the program")])
def test_the_error_of_the_library_is_the_last_cause(cause):
    error = ValueError("wrapped")

    def raising(item):
        raise error from cause

    source = DataSource(raising)
    source.apply(Snapshot({"list": ["a"]}))
    for _ in range(2):
        with pytest.raises(ValueError):
            source.cell_at((0, 0))
        last = error if cause is None else cause
        assert (
            error.__cause__ is (cause or last.__cause__)
            and type(last.__cause__) is ProviderFailedError
            and last.__cause__.__cause__ is None
        )


def test_causes_that_are_a_circle():
    error = ValueError("one")
    error.__cause__ = Trouble("other")
    error.__cause__.__cause__ = error
    source = DataSource()
    source.add_observer(lambda transaction: exec("raise error", {"error": error}))
    with pytest.raises(ValueError):
        source.apply(Snapshot({"list": ["a"]}))
    assert error.__cause__.__cause__.applied and error.__cause__.__cause__.__cause__ is None


def test_an_error_of_the_library_that_a_callback_raises():
    error = DiffableError("UNKNOWN: of the program")

    def raising(*_):
        raise error

    source = DataSource()
    source.add_observer(raising)
    with pytest.raises(DiffableError) as caught:
        source.apply(Snapshot({"list": ["a"]}))
    assert caught.value is error and error.applied and error.__cause__.applied and len(source) == 1
    assert error.result is source.last_transaction and error.__cause__.result is source.last_transaction
    source.cell = raising
    with pytest.raises(DiffableError):
        source.cell_at((0, 0))
    assert not error.applied


def test_a_message_that_raises():
    class Silent(Exception):
        def __str__(self):
            raise KeyboardInterrupt

    def raising(item):
        raise Silent

    source = DataSource(raising)
    source.apply(Snapshot({"list": ["a"]}))
    with pytest.raises(Silent) as caught:
        source.cell_at((0, 0))
    assert type(caught.value.__cause__) is ProviderFailedError and str(caught.value.__cause__).endswith("Silent")


def test_what_cancel_raises_is_reported(monkeypatch):
    class Table:
        def prepare(self, preparation):
            pass

        def cancel(self, transaction):
            raise Trouble("cancel")

    seen = []
    monkeypatch.setattr("sys.unraisablehook", lambda args: seen.append(args.exc_value))
    source = DataSource(view=Table())
    derived = source.derive(cell=fail, view=TextView(lambda text: None))
    with pytest.raises(Trouble, match="no network"):
        source.apply(Snapshot({"list": ["a"]}))
    assert [str(each) for each in seen] == ["cancel"] and len(source) == len(derived) == 0


def test_a_cell_that_was_read_is_in_the_error():
    source = DataSource()

    def provide(item):
        source.apply(Snapshot({"list": ["b"]}))
        return "text"

    source.cell = provide
    source.apply(Snapshot({"list": ["a"]}))
    source.add_observer(fail)
    with pytest.raises(Trouble) as caught:
        source.cell_at((0, 0))
    assert caught.value.__cause__.result.text == "text" and list(source.snapshot()) == ["b"]


def test_handlers_that_raise_or_answer_wrongly():
    source = DataSource(should_expand_item=fail, can_reorder_item=lambda item: 1)
    source.apply(Snapshot({"list": [{"id": "a", "children": ["b"]}]}))
    with pytest.raises(Trouble):
        source.toggle_item("a")
    with pytest.raises(DiffableError, match="must return True or False, not 1"):
        source.reorder_item((0, 0), (0, 0))


@pytest.mark.parametrize(
    ["name", "decides"],
    [
        ("will_expand_item", "should_expand_item"),
        ("will_collapse_item", "should_collapse_item"),
        ("will_reorder", "can_reorder_item"),
        ("did_reorder", "can_reorder_item"),
    ],
)
def test_handlers_that_are_only_told_refuse_nothing(name, decides):
    source = DataSource(can_reorder_item=lambda item: True, **{name: lambda told: False})
    is_expanded = name == "will_collapse_item"
    source.apply(Snapshot({"list": [{"id": "a", "children": ["b"], "expanded": is_expanded}, "c"]}))
    before = source.snapshot()
    with pytest.raises(DiffableError, match=f"{name} returned False, which would be ignored; {decides} refuses"):
        if name.endswith("reorder"):
            source.reorder_item((0, 0), (0, 1))
        else:
            source.toggle_item("a")
    assert source.snapshot() == before


def test_an_observer_that_always_applies():
    source = DataSource()

    def again(transaction):
        source.apply(Snapshot({"list": [len(source)] if not len(source) else []}))

    source.add_observer(again)
    with pytest.raises(ApplyLoopError) as caught:
        source.apply(Snapshot({"list": ["a"]}))
    assert caught.value.applied


def settled():
    gc.collect()
    _library.settle()
    return len(_library.objects)


def test_data_sources_whose_callbacks_refer_to_them_are_collected(fares):
    before = settled()

    class Holder:
        def __init__(self):
            self.source = DataSource(
                self.cell, header=lambda section: str(self), view=TextView(self.write), can_reorder_item=self.may
            )
            self.source.add_observer(self.observe)
            self.derived = self.source.derive(filter=self.may, cell=self.cell, sort=["title"])
            self.history = History(self.source)

        def cell(self, item):
            return item["title"]

        def may(self, item):
            return self.source is not None

        def observe(self, transaction):
            self.last = transaction

        def write(self, text):
            self.text = text

    holder = Holder()
    holder.source.apply(Snapshot({"fares": fares}))
    assert holder.last is not None and len(holder.derived) == 2
    alive = weakref.ref(holder)
    del holder
    assert settled() == before and alive() is None


def test_errors_and_dataclasses_are_released():
    before = settled()
    source = DataSource(fail)
    source.apply(Snapshot({"list": ["a"]}))
    for _ in range(100):
        with pytest.raises(Trouble):
            source.cell_at((0, 0))
    source.close()
    del source
    assert settled() == before


def test_refused_calls_and_rendered_lists_leave_nothing():
    @dataclass(frozen=True)
    class Section:
        id: str

    source = DataSource(lambda item: "row")
    source.apply(Snapshot({"s": ["a"]}))
    closed = DataSource()
    closed.close()
    before = settled()
    assert source.render() == "     row\n"
    for wrong in (
        lambda: source.apply("x", completion=print),
        lambda: source.apply_using_reload_data("x", completion=print),
        lambda: source.apply_section(Snapshot(), Section("s"), animation="wrong"),
        lambda: source.apply_section("x", Section("s"), completion=print),
        lambda: source.apply_section(Snapshot(), Section("s"), completion=7),
        lambda: closed.add_observer(print),
        lambda: closed.apply(Snapshot(), completion=print),
        lambda: closed.render(),
    ):
        with pytest.raises(InvalidArgumentError):
            wrong()
    assert settled() == before


def test_completions_are_released_when_they_have_run():
    source = DataSource()

    def completion(transaction):
        pass

    alive = weakref.ref(completion)
    source.apply(Snapshot({"list": ["a"]}), completion=completion)
    del completion
    settled()
    assert alive() is None


def test_a_finalizer_may_run_code_that_uses_the_library():
    """An instance of a dataclass whose finalizer makes lists: it does not run while the engine frees the content."""
    made = []

    @dataclass(frozen=True)
    class Item:
        id: int

        def __del__(self):
            made.append(len(Snapshot({"list": [1, 2]})))

    source = DataSource()
    source.apply(Snapshot({"list": [Item(number) for number in range(100)]}))
    source.apply(Snapshot())
    del source
    settled()
    assert made == [2] * 100


def test_threads_with_lists_of_their_own():
    wrong = []

    def work(seed):
        source = DataSource(lambda item: str(item))
        for round in range(50):
            with source.edit() as snapshot:
                snapshot.clear()
                snapshot.append_sections({"list": range(seed, seed + round)})
            if list(source.snapshot()) != list(range(seed, seed + round)):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(1000 * number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
