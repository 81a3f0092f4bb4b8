// Short ways to describe and to change a list: Snapshot.of, update, setItems, iteration, JSON.
import assert from "node:assert";
import test from "node:test";
import { concat, DataSource, DiffableError, SectionSnapshot, Snapshot } from "../../build/web/diffable.js";

function refuses(call, message) {
  assert.throws(
    call,
    (error) => error instanceof DiffableError && String(error) === `DiffableError: ${message}`,
    message,
  );
}

const plain = (snapshot) => JSON.parse(JSON.stringify(snapshot));

test("Snapshot.of makes a list of one section", () => {
  assert.deepStrictEqual(plain(Snapshot.of([{ id: 1, title: "Bus" }, "x"])), [
    { id: "main", items: [{ id: 1, title: "Bus" }, "x"] },
  ]);
  assert.deepStrictEqual(plain(Snapshot.of([])), [{ id: "main", items: [] }]);
  assert.deepStrictEqual(plain(Snapshot.of(new Set([1]), { section: 7 })), [{ id: 7, items: [1] }]);
  const keyed = Snapshot.of([{ no: 1, children: [{ no: 2 }] }], { key: "no", section: { id: "a", title: "A" } });
  assert.deepStrictEqual(plain(keyed), [{ id: "a", title: "A", items: [{ no: 1, children: [{ no: 2 }] }] }]);
  refuses(() => Snapshot.of(), "INVALID_ARGUMENT: of: argument 1: a list expected, got undefined");
  refuses(() => Snapshot.of([1], "a"), 'INVALID_ARGUMENT: of: argument 2: object of options expected, got "a"');
  refuses(
    () => Snapshot.of([1], { section: { id: "a", items: [] } }),
    'INVALID_ARGUMENT: of: section: "items" cannot be given here; they are argument 1',
  );
  refuses(
    () => SectionSnapshot.of([1]),
    "INVALID_ARGUMENT: of: a SectionSnapshot is made of its items: new SectionSnapshot(items)",
  );
  refuses(() => Snapshot.of([1, 1]), "DUPLICATE_IDENTIFIER: of: item 1 is in the call twice, at 0 and 1");
});

test("a new snapshot is not given items as sections", () => {
  refuses(
    () => new Snapshot([{ id: 1 }]),
    'INVALID_ARGUMENT: Snapshot: section 1 has no "items"; Snapshot.of(items) makes a list of items',
  );
  refuses(
    () =>
      new Snapshot([
        { id: "a", items: [] },
        { id: "b", title: "Bus" },
      ]),
    'INVALID_ARGUMENT: Snapshot: section "b" has no "items"; Snapshot.of(items) makes a list of items',
  );
  refuses(
    () => new Snapshot([{ id: 1, rows: [2] }]),
    'INVALID_ARGUMENT: Snapshot: section 1 has a list "rows": did you mean "items"?',
  );
  refuses(
    () => new Snapshot(["a"], [1, 2]),
    "INVALID_ARGUMENT: Snapshot: argument 2: object of options expected, got an array; items are in their section, as in { id, items }",
  );
  // Sections that are named only, and those that are appended, may get their items later.
  assert.strictEqual(new Snapshot(["a", 7]).numberOfSections(), 2);
  const snapshot = new Snapshot();
  snapshot.appendSections({ id: "a", title: "A" });
  assert.deepStrictEqual(plain(snapshot), [{ id: "a", title: "A", items: [] }]);
});

test("update edits the current list, and applies it", () => {
  const source = new DataSource();
  source.setItems([
    { id: 1, title: "Bus" },
    { id: 2, title: "Train" },
  ]);
  const captions = [];
  let kept;
  const transaction = source.update(
    (draft) => {
      kept = draft;
      draft.deleteItems(1);
      draft.updateItems({ id: 2, title: "Tram" });
    },
    { caption: "edit", completion: ({ caption }) => captions.push(caption) },
  );
  assert.strictEqual(String(transaction), "1 item deleted, 1 reconfigured");
  assert.deepStrictEqual(
    [[...source.snapshot()], captions, kept.isDisposed],
    [[{ id: 2, title: "Tram" }], ["edit"], true],
  );
  // What the function throws is thrown on, and nothing changed.
  const problem = new RangeError("no");
  assert.throws(
    () =>
      source.update((draft) => {
        draft.clear();
        throw problem;
      }),
    (error) => error === problem,
  );
  refuses(
    () => source.update(async (draft) => draft.clear()),
    "INVALID_ARGUMENT: update: argument 1: the function returned a Promise; await first, and call update with what it gives",
  );
  refuses(
    () => source.update((draft) => [...draft, { id: 3 }]),
    "INVALID_ARGUMENT: update: argument 1: the function returned an array, which would be ignored; edit the draft that it is given, or use setItems",
  );
  source.update((draft) => draft);
  refuses(
    () => source.update(source.snapshot()),
    "INVALID_ARGUMENT: update: argument 1: function expected, got a Snapshot",
  );
  refuses(
    () => source.update(() => {}, { animate: false }),
    'INVALID_ARGUMENT: update: unknown option "animate": did you mean "animatingDifferences"? '
      + "(there are: animatingDifferences, animation, caption, completion, rebase)",
  );
  refuses(
    () => source.update((draft) => draft.appendItems(2)),
    'DUPLICATE_IDENTIFIER: appendItems: item 2 is already at section "main", item 0',
  );
  assert.deepStrictEqual([...source.snapshot()], [{ id: 2, title: "Tram" }]);
  // An update in a callback is queued.
  const lists = [];
  source.onApply(({ finalSnapshot }) => {
    lists.push([...finalSnapshot].length);
    if (lists.length === 1)
      assert.strictEqual(
        source.update((draft) => draft.appendItems(9)),
        undefined,
      );
  });
  source.update((draft) => draft.appendItems(8));
  assert.deepStrictEqual(
    [lists, source.snapshot().itemIdentifiers()],
    [
      [2, 3],
      [2, 8, 9],
    ],
  );
});

test("setItems describes the items of a list of one section anew", () => {
  const source = new DataSource();
  assert.strictEqual(
    String(
      source.setItems([
        { id: 1, title: "Bus" },
        { id: 2, title: "Train" },
      ]),
    ),
    "1 section inserted; 2 items inserted",
  );
  assert.strictEqual(
    String(
      source.setItems(
        [
          { id: 2, title: "Train" },
          { id: 1, title: "Night bus" },
        ],
        { animation: "left" },
      ),
    ),
    "1 item moved, 1 reconfigured",
  );
  assert.strictEqual(source.setItems([], { caption: "none" }).caption, "none");
  assert.deepStrictEqual(plain(source), [{ id: "main", items: [] }]);
  // The section stays as it is, with its content, unless another content is given.
  const titled = new DataSource();
  titled.apply(new Snapshot([{ id: "fares", title: "Fares", items: [1] }]));
  titled.setItems([2]);
  assert.deepStrictEqual(plain(titled), [{ id: "fares", title: "Fares", items: [2] }]);
  titled.setItems([2, 3], { section: { id: "fares", title: "Tickets" } });
  assert.deepStrictEqual(plain(titled), [{ id: "fares", title: "Tickets", items: [2, 3] }]);
  refuses(
    () => titled.setItems([1], { section: "main" }),
    'INVALID_ARGUMENT: setItems: the list has the section "fares", which would be deleted; setItems is for a list of one section, and update edits any list',
  );
  titled.apply(new Snapshot(["a", "b", "c"]));
  refuses(
    () => titled.setItems([1]),
    'INVALID_ARGUMENT: setItems: the list has the sections "b", "c", which would be deleted; setItems is for a list of one section, and update edits any list',
  );
  refuses(
    () => titled.setItems(titled.snapshot()),
    "INVALID_ARGUMENT: setItems: argument 1: a list expected, got a Snapshot; apply takes a snapshot",
  );
  // Items keep whether they are expanded, as in any list that is described anew.
  const tree = new DataSource();
  tree.setItems([{ id: 1, children: [2] }]);
  tree.toggleItem(1);
  tree.setItems([{ id: 1, children: [2, 3] }]);
  assert.deepStrictEqual(tree.snapshot().itemIdentifiers(), [1, 2, 3]);
  refuses(
    () => concat([source]).setItems([1]),
    "INVALID_ARGUMENT: setItems: this list is a concatenation of other lists; change those",
  );
});

test("setItems names itself and its arguments in errors", () => {
  const source = new DataSource();
  refuses(
    () => source.setItems([1], { section: { id: "x", items: [2] } }),
    'INVALID_ARGUMENT: setItems: section: "items" cannot be given here; they are argument 1',
  );
  refuses(
    () => source.setItems([1], { section: null }),
    "INVALID_ARGUMENT: setItems: section: null is no value; leave it out",
  );
  refuses(() => source.setItems([1, 1]), "DUPLICATE_IDENTIFIER: setItems: item 1 is in the call twice, at 0 and 1");
  refuses(
    () => source.setItems([{ title: "Bus" }]),
    'INVALID_ARGUMENT: setItems: argument 1: string, whole number or object with "id" expected, got an object; it has "title"',
  );
  assert.deepStrictEqual(plain(source), []);
});

test("a snapshot is iterated, and is no list of items itself", () => {
  const snapshot = new Snapshot([
    { id: "a", items: [{ id: 1, title: "Bus" }] },
    { id: "b", items: ["x", { id: 2, children: [3] }] },
  ]);
  assert.deepStrictEqual([...snapshot], [{ id: 1, title: "Bus" }, "x", { id: 2 }]);
  assert.deepStrictEqual(
    Array.from(snapshot.sectionSnapshot("a"), ({ title }) => title),
    ["Bus"],
  );
  refuses(
    () => new Snapshot(snapshot),
    'INVALID_ARGUMENT: Snapshot: argument 1: string, whole number or object with "id" expected, got a Snapshot',
  );
  refuses(
    () => new SectionSnapshot(snapshot),
    'INVALID_ARGUMENT: SectionSnapshot: argument 1: string, whole number or object with "id" expected, got a Snapshot',
  );
});

test("JSON.stringify writes the list of a data source, too", () => {
  const source = new DataSource();
  source.setItems([{ id: 1, title: "Bus" }]);
  const text = JSON.stringify({ state: source, list: source.snapshot() });
  assert.strictEqual(
    text,
    '{"state":[{"id":"main","items":[{"id":1,"title":"Bus"}]}],"list":[{"id":"main","items":[{"id":1,"title":"Bus"}]}]}',
  );
});

test("content that is made anew each time is warned of once, with its field", async (t) => {
  const warnings = t.mock.method(console, "warn", () => {}).mock;
  const texts = () => warnings.calls.map(({ arguments: [text] }) => text);
  const { init, DataSource } = await import("../../build/web/diffable.init.js?warnings");
  await init();
  const kept = () => {};
  const source = new DataSource();
  const set = (make) =>
    source.setItems([
      { id: 1, title: "Bus", ...make(1) },
      { id: 2, ...make(2) },
    ]);
  // By value, by a reference that is kept, and with another difference as well, nothing is wrong.
  for (const make of [
    (id) => ({ list: [id] }),
    () => ({ tap: kept }),
    () => ({ tap: kept, date: new Date(5) }),
    () => ({ tap: kept, count: Math.random() }),
  ]) {
    set(make);
    set(make);
  }
  assert.deepStrictEqual(texts(), []);
  const fresh = () => ({ actions: { tap: () => {} }, date: new Date(5) });
  set(fresh);
  set(fresh);
  set(fresh);
  assert.deepStrictEqual(texts(), [
    'diffable: item 1 is updated whenever it is described, because its field "actions.tap" is a function that was made anew; make it once, or keep it out of the content',
  ]);
  const others = await import("../../build/web/diffable.init.js?warnings2");
  await others.init();
  const sets = new others.DataSource();
  for (let round = 0; round < 3; round += 1) sets.setItems([{ id: 1, tags: new Set(["a"]) }]);
  assert.match(texts()[1], /its field "tags" is a Set that was made anew/);
  assert.strictEqual(texts().length, 2);
});

test("fields whose names have a dot are compared and named as well", async (t) => {
  const warnings = t.mock.method(console, "warn", () => {}).mock;
  const { init, DataSource } = await import("../../build/web/diffable.init.js?warnings3");
  await init();
  const source = new DataSource();
  for (let round = 0; round < 2; round += 1) source.setItems([{ id: 1, "a.b": { "": () => {} } }]);
  assert.strictEqual(warnings.calls.length, 1);
  assert.match(warnings.calls[0].arguments[0], /its field "a\.b\." is a function that was made anew/);
});

test("an error of a queued call names that call, and not setItems or update", () => {
  const source = new DataSource();
  let hasQueued;
  source.onApply(() => {
    if (!hasQueued) source.toggleItem(77);
    hasQueued = true;
  });
  for (const change of [
    () => source.setItems([1]),
    () => source.update((draft) => draft.appendItems(2)),
    () => source.apply(new Snapshot({ id: "main", items: [3] })),
  ]) {
    hasQueued = false;
    refuses(change, "UNKNOWN_IDENTIFIER: toggleItem: there is no item 77");
  }
});
