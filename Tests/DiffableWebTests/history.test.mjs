// Undo and redo.
import assert from "node:assert";
import test from "node:test";
import { DataSource, History, Snapshot } from "../../build/web/diffable.js";

const list = (...items) => new Snapshot([{ id: "s", items }]);

function begin(options, historyOptions) {
  const source = new DataSource(options);
  source.apply(list({ id: 1, title: "Bus" }, 2));
  return { source, history: new History(source, historyOptions) };
}

const ids = (source) => source.snapshot().itemIdentifiers();
const edit = (source, change, options) => {
  const snapshot = source.snapshot();
  change(snapshot);
  return source.apply(snapshot, options);
};

const printed = (call) => {
  try {
    return call();
  } catch (error) {
    return String(error).slice("DiffableError: ".length);
  }
};

test("changes are undone and redone", () => {
  const { source, history } = begin();
  assert.deepStrictEqual(
    [history.canUndo, history.canRedo, history.undo(), history.redo()],
    [false, false, undefined, undefined],
  );
  edit(source, (snapshot) => snapshot.appendItems(3), { caption: "add" });
  edit(source, (snapshot) => snapshot.deleteItems(1));
  assert.deepStrictEqual([history.canUndo, history.undoCaption, history.redoCaption], [true, undefined, undefined]);
  assert.strictEqual(String(history.undo()), "1 item inserted");
  assert.deepStrictEqual([history.undoCaption, history.canRedo], ["add", true]);
  assert.strictEqual(history.undo().caption, "undo add");
  assert.deepStrictEqual(ids(source), [1, 2]);
  assert.strictEqual(history.redoCaption, "add");
  assert.strictEqual(history.redo().caption, "redo add");
  assert.deepStrictEqual(ids(source), [1, 2, 3]);
  edit(source, (snapshot) => snapshot.appendItems(4));
  assert(!history.canRedo);
  history.clear();
  assert(!history.canUndo);
  assert.deepStrictEqual(ids(source), [1, 2, 3, 4]);
});

test("contents, trees, taps, drags and renames are undone", () => {
  const { source, history } = begin({ canReorderItem: () => true });
  const old = source.item(1);
  assert.strictEqual(old.title, "Bus");
  edit(source, (snapshot) => snapshot.updateItems({ id: 1, title: "Ferry" }));
  edit(source, (snapshot) => snapshot.appendItems(["a", "b"], { parent: 1 }));
  source.toggleItem(1);
  source.reorderItem({ section: 0, item: 0 }, { section: 0, item: 1 });
  edit(source, (snapshot) => snapshot.renameItem(1, "one"));
  assert.deepStrictEqual(ids(source), [2, "one", "a", "b"]);
  assert.deepStrictEqual(
    history.undo().difference.reconfiguredItems.map(({ id, oldId }) => [id, oldId]),
    [[1, "one"]],
  );
  assert.strictEqual(history.undoCaption, "Move");
  history.undo();
  assert.deepStrictEqual(ids(source), [1, "a", "b", 2]);
  assert.deepStrictEqual([history.undoCaption, history.redoCaption], ["Expand", "Move"]);
  assert.strictEqual(history.undo().caption, "undo Expand");
  assert.deepStrictEqual([ids(source), history.redo().caption, ids(source)], [[1, 2], "redo Expand", [1, "a", "b", 2]]);
  history.undo();
  assert.deepStrictEqual(
    [ids(source), source.snapshot().childrenOfItem(1), source.item(1).title],
    [[1, 2], ["a", "b"], "Ferry"],
  );
  history.undo();
  history.undo();
  // The very object.
  assert.strictEqual(source.item(1), old);
  for (let count = 0; count < 5; count += 1) history.redo();
  assert.deepStrictEqual(ids(source), [2, "one", "a", "b"]);
});

test("objects by reference survive", () => {
  const [map, press] = [new Map([[1, 2]]), () => "pressed"];
  const source = new DataSource();
  const item = { id: 1, map, press };
  source.apply(list(item));
  const history = new History(source);
  source.apply(list());
  global.gc();
  history.undo();
  assert.strictEqual(source.item(1), item);
  assert.strictEqual(source.item(1).map, map);
  history.redo();
  history.undo();
  assert.strictEqual(source.item(1).press(), "pressed");
});

test("a group is one entry, also if its function throws", () => {
  const { source, history } = begin();
  const result = history.group("sort", () => {
    edit(source, (snapshot) => snapshot.moveItemAfter(1, 2), { caption: "inner" });
    history.group("inner group", () => edit(source, (snapshot) => snapshot.appendItems(3)));
    assert.strictEqual(
      printed(() => history.undo()),
      'INVALID_ARGUMENT: undo: the group "sort" is open; end it first',
    );
    return "result";
  });
  assert.deepStrictEqual([result, history.undoCaption, ids(source)], ["result", "sort", [2, 1, 3]]);
  history.undo();
  assert.deepStrictEqual(ids(source), [1, 2]);
  assert.throws(
    () =>
      history.group(undefined, () => {
        edit(source, (snapshot) => snapshot.appendItems(4));
        edit(source, (snapshot) => snapshot.appendItems(5));
        throw new RangeError("stop");
      }),
    { name: "RangeError", message: "stop" },
  );
  assert.deepStrictEqual([ids(source), history.undoCaption, history.canUndo], [[1, 2, 4, 5], undefined, true]);
  history.undo();
  assert.deepStrictEqual([ids(source), history.canUndo], [[1, 2], false]);
});

test("an async function is no group", () => {
  const { source, history } = begin();
  let hasRun = false;
  assert.match(
    printed(() =>
      history.group("async", async () => {
        hasRun = true;
      }),
    ),
    /^INVALID_ARGUMENT: group: argument 2: an async function would go on/,
  );
  assert(!hasRun);
  assert.match(
    printed(() =>
      history.group("async", () => {
        edit(source, (snapshot) => snapshot.appendItems(3));
        return Promise.resolve();
      }),
    ),
    /^INVALID_ARGUMENT: group: argument 2: the function returned a Promise/,
  );
  // What it did before that is one entry, and the group has ended.
  history.undo();
  assert.deepStrictEqual(ids(source), [1, 2]);
});

test("the oldest of too many entries is forgotten", () => {
  const { source, history } = begin({}, { limit: 2 });
  for (const id of [3, 4, 5]) edit(source, (snapshot) => snapshot.appendItems(id));
  history.undo();
  history.undo();
  assert.deepStrictEqual([history.undo(), ids(source)], [undefined, [1, 2, 3]]);
});

test("an exception of a callback during undo is thrown as it is, and undoes it", () => {
  const problem = new RangeError("no");
  let isBroken = false;
  const { source, history } = begin({
    view: {
      prepare() {
        if (isBroken) throw problem;
      },
      commit() {},
    },
  });
  edit(source, (snapshot) => snapshot.appendItems(3));
  isBroken = true;
  assert.throws(
    () => history.undo(),
    (error) => error === problem,
  );
  assert.deepStrictEqual([ids(source), history.canUndo, history.canRedo], [[1, 2, 3], true, false]);
  isBroken = false;
  source.onApply(() => {
    throw problem;
  });
  assert.throws(
    () => history.undo(),
    (error) => error === problem,
  );
  assert.deepStrictEqual(ids(source), [1, 2]);
  assert.strictEqual(source.lastTransaction().caption, "undo");
});

test("undo inside of a callback is queued", () => {
  const { source, history } = begin();
  edit(source, (snapshot) => snapshot.appendItems(3));
  let [hasRun, result] = [false, null];
  source.onApply(() => {
    if (hasRun) return;
    hasRun = true;
    result = history.undo();
  });
  edit(source, (snapshot) => snapshot.appendItems(4));
  assert.deepStrictEqual([result, ids(source)], [undefined, [1, 2, 3]]);
});

test("a history is refused what it cannot use", () => {
  const { source, history } = begin();
  for (const [call, message] of [
    [() => new History(), "INVALID_ARGUMENT: History: argument 1: DataSource expected, got undefined"],
    [() => new History(source, { limit: 0 }), "INVALID_ARGUMENT: History: limit: whole number above 0 expected, got 0"],
    [
      () => new History(source, { size: 1 }),
      'INVALID_ARGUMENT: History: unknown option "size": did you mean "limit"? (there are: limit)',
    ],
    [() => new History(source, {}, 1), "INVALID_ARGUMENT: History: at most 2 arguments expected, got 3"],
    [
      () => history.undo(2),
      "INVALID_ARGUMENT: undo: no argument expected, got 1; as a handler of events, pass a function that calls it",
    ],
    [() => history.group(() => {}), "INVALID_ARGUMENT: group: argument 1: string expected, got a function"],
    [() => history.group("caption"), "INVALID_ARGUMENT: group: argument 2: function expected, got undefined"],
  ])
    assert.strictEqual(printed(call), message);
  history.dispose();
  assert.strictEqual(
    printed(() => history.undo()),
    "INVALID_ARGUMENT: undo: the History was disposed",
  );
  const other = new History(source);
  source.dispose();
  assert.strictEqual(
    printed(() => other.undo()),
    "INVALID_ARGUMENT: undo: the DataSource was disposed",
  );
  assert.strictEqual(
    printed(() => new History(source)),
    "INVALID_ARGUMENT: History: the DataSource was disposed",
  );
});

test("a history and its data source are collected together", async () => {
  const collected = [];
  const registry = new FinalizationRegistry((name) => collected.push(name));
  (() => {
    const { source, history } = begin({ view: { commit() {} } });
    source.onApply(() => source.snapshot().dispose());
    edit(source, (snapshot) => snapshot.appendItems(3));
    registry.register(source, "source");
    registry.register(history, "history");
  })();
  for (let turn = 0; turn < 20 && collected.length < 2; turn += 1) {
    global.gc();
    await new Promise(setImmediate);
  }
  assert.deepStrictEqual(collected.sort(), ["history", "source"]);
});
