// Nothing is silent: what a call would ignore or misread is refused, and nothing changes then.
import assert from "node:assert";
import test from "node:test";
import {
  DataSource,
  difference,
  DiffableError,
  SectionSnapshot,
  Snapshot,
  TextView,
} from "../../build/web/diffable.js";

// Asserts that a call throws a DiffableError that is printed like this.
function refuses(call, text) {
  assert.throws(
    call,
    (error) => {
      assert.strictEqual(String(error).slice(0, 15 + text.length), `DiffableError: ${text}`);
      return error instanceof DiffableError;
    },
    text,
  );
}

const list = (...items) => new Snapshot([{ id: "s", items }]);
const showing = (options) => new DataSource({ view: new TextView({ write() {} }), ...options });
const members = (type) => Object.getOwnPropertyNames(type.prototype).filter((name) => name !== "constructor");
const methods = (type) =>
  members(type).filter((name) => Object.getOwnPropertyDescriptor(type.prototype, name).value !== undefined);

test("surplus arguments are refused by every method", () => {
  const source = new DataSource();
  source.apply(list(1, 2));
  const snapshot = source.snapshot();
  const before = snapshot.copy();
  for (const [object, type] of [
    [snapshot, Snapshot],
    [source, DataSource],
    [source, Object.getPrototypeOf(DataSource)],
  ]) {
    assert(methods(type).length > 4);
    for (const name of methods(type)) refuses(() => object[name](...Array(9).fill(1)), `INVALID_ARGUMENT: ${name}: `);
  }
  refuses(() => snapshot.clear("s"), "INVALID_ARGUMENT: clear: no argument expected, got 1");
  refuses(() => snapshot.deleteItems(1, {}, 3), "INVALID_ARGUMENT: deleteItems: at most 2 arguments expected, got 3");
  refuses(
    () => ["1"].forEach(snapshot.expand, snapshot),
    "INVALID_ARGUMENT: expand: at most 1 argument expected, got 3",
  );
  for (const [name, make] of Object.entries({
    Snapshot: () => new Snapshot([], {}, 1),
    SectionSnapshot: () => new SectionSnapshot([], {}, 1),
    DataSource: () => new DataSource({}, 1),
    TextView: () => new TextView({ write() {} }, 1),
    difference: () => difference(snapshot, snapshot, 1),
  }))
    refuses(make, `INVALID_ARGUMENT: ${name}: at most `);
  assert(snapshot.equals(before) && !source.isDisposed && !snapshot.isDisposed);
});

test("undefined is as an argument that is left out, and null is refused", () => {
  const snapshot = list(1);
  assert.strictEqual(snapshot.numberOfItems(undefined), 1);
  snapshot.appendItems(2, undefined);
  snapshot.clear(undefined);
  const source = new DataSource(undefined);
  source.apply(snapshot, { caption: undefined, completion: undefined });
  source.header = null;
  source.view = null;
  const { isDisposed } = new Snapshot(undefined, { key: undefined });
  assert(!isDisposed);
  for (const call of [
    () => snapshot.numberOfItems(null),
    () => snapshot.itemIdentifiers(null),
    () => snapshot.rootItemIdentifiers(null),
    () => snapshot.appendItems(1, null),
    () => snapshot.replaceItems([], null),
    () => snapshot.deleteItems(1, null),
    () => snapshot.deleteItems(1, { mustExist: null }),
    () => snapshot.snapshotOf(1, null),
    () => new Snapshot(null),
    () => new Snapshot([], null),
    () => new Snapshot([], { key: null }),
    () => new SectionSnapshot(null),
    () => new DataSource(null),
    () => new DataSource({ header: null }),
    () => new DataSource({ view: null }),
    () => new TextView({ write() {}, width: null }),
    () => source.apply(snapshot, null),
    () => source.apply(snapshot, { caption: null }),
    () => source.apply(snapshot, { completion: null }),
    () => source.render(null),
    () => source.cellAt({ section: 0, item: 0 }, null),
    () => source.itemAt({ section: 0, item: null }),
    () => source.itemAt(null),
    () => snapshot.sectionAt(null),
    () => snapshot.setExpandable(1, null),
  ])
    refuses(call, "INVALID_ARGUMENT: ");
  assert(!snapshot.equals(null));
});

test("unknown names in options are refused, with what was meant", () => {
  const [source, snapshot] = [new DataSource(), list(1)];
  const cases = [
    [
      () => source.apply(snapshot, { animated: false }),
      'apply: unknown option "animated": did you mean "animatingDifferences"?',
    ],
    [
      () => source.apply(snapshot, { compeltion() {} }),
      'apply: unknown option "compeltion": did you mean "completion"?',
    ],
    [
      () => source.apply(snapshot, { zebra: 1 }),
      'apply: unknown option "zebra" (there are: animatingDifferences, animation, caption, completion, rebase)',
    ],
    [() => new DataSource({ cellProvider() {} }), 'DataSource: unknown option "cellProvider": did you mean "cell"?'],
    [() => new DataSource({ heder() {} }), 'DataSource: unknown option "heder": did you mean "header"?'],
    [() => new Snapshot([], { Key: "uuid" }), 'Snapshot: unknown option "Key": did you mean "key"?'],
    [
      () => snapshot.deleteItems(1, { mustExists: true }),
      'deleteItems: unknown option "mustExists": did you mean "mustExist"?',
    ],
    [() => new TextView({ write() {}, witdh: 5 }), 'TextView: unknown option "witdh": did you mean "width"?'],
    [() => snapshot.appendItems(2, { parnet: 1 }), 'appendItems: unknown option "parnet": did you mean "parent"?'],
    [() => snapshot.itemAt({ section: 0, row: 0 }), 'itemAt: unknown option "row": did you mean "item"?'],
    [
      () => source.reorderItem({ section: 0, item: 0 }, { section: 0, index: 0 }),
      'reorderItem: unknown option "index": did you mean "item"?',
    ],
  ];
  for (const [call, text] of cases) refuses(call, `INVALID_ARGUMENT: ${text}`);
  assert.deepStrictEqual(snapshot.itemIdentifiers(), [1]);
});

test("options of another type are refused", () => {
  const [source, snapshot] = [new DataSource(), list(1)];
  refuses(
    () => source.apply(snapshot, { animatingDifferences: "no" }),
    'INVALID_ARGUMENT: apply: animatingDifferences: true or false expected, got "no"',
  );
  refuses(
    () => source.apply(snapshot, { animation: "slow" }),
    'INVALID_ARGUMENT: apply: animation: one of "automatic", "fade"',
  );
  refuses(
    () => source.apply(snapshot, ["fade"]),
    "INVALID_ARGUMENT: apply: argument 2: object of options expected, got an array",
  );
  refuses(() => (source.defaultRowAnimation = "slow"), 'INVALID_ARGUMENT: defaultRowAnimation: one of "automatic"');
  refuses(
    () => new TextView({ write() {}, color: "auto" }),
    'INVALID_ARGUMENT: TextView: color: one of "never", "always" expected, got "auto"',
  );
  refuses(
    () => new TextView({ write() {}, showsOld: 1 }),
    "INVALID_ARGUMENT: TextView: showsOld: true or false expected, got 1",
  );
  refuses(
    () => new Snapshot([], { key: 5 }),
    "INVALID_ARGUMENT: Snapshot: key: name of a field or function expected, got 5",
  );
  refuses(
    () => snapshot.setExpandable(1),
    "INVALID_ARGUMENT: setExpandable: argument 2: true or false expected, got undefined",
  );
  refuses(
    () => snapshot.snapshotOf(1, "yes"),
    'INVALID_ARGUMENT: snapshotOf: argument 2: true or false expected, got "yes"',
  );
  refuses(() => snapshot.sectionAt("0"), 'INVALID_ARGUMENT: sectionAt: argument 1: whole number expected, got "0"');
  refuses(
    () => snapshot.itemAt({ section: 0 }),
    "INVALID_ARGUMENT: itemAt: argument 1: { section, item } expected, got an object",
  );
  assert.strictEqual(source.snapshot().numberOfItems(), 0);
});

test("snapshots of a transaction cannot be changed", () => {
  const source = new DataSource();
  const transaction = source.apply(list({ id: 1, children: [2] }, 3));
  const tree = new SectionSnapshot([9]);
  source.apply(list(1, 4, 3));
  const {
    sectionTransactions: [section],
  } = source.apply(list(1, 4));
  const edits = {
    appendSections: ["t"],
    insertSectionsBefore: ["t", "s"],
    insertSectionsAfter: ["t", "s"],
    deleteSections: ["s"],
    moveSectionBefore: ["s", "s"],
    moveSectionAfter: ["s", "s"],
    reloadSections: ["s"],
    reconfigureSections: ["s"],
    appendItems: [5],
    replaceItems: [[5]],
    insertItemsBefore: [5, 1],
    insertItemsAfter: [5, 1],
    deleteItems: [1],
    clear: [],
    moveItemBefore: [3, 1],
    moveItemAfter: [1, 3],
    moveItemsToSection: [1, "s"],
    moveItemsToParent: [3, 1],
    reloadItems: [1],
    reconfigureItems: [1],
    updateItems: [{ id: 1, a: 1 }],
    expand: [1],
    collapse: [1],
    keepExpansion: [1],
    keepChildren: [1],
    setExpandable: [1, true],
    replaceChildren: [1, tree],
    setSectionSnapshot: [tree, "s"],
  };
  for (const snapshot of [
    transaction.initialSnapshot,
    transaction.finalSnapshot,
    section.initialSnapshot,
    section.finalSnapshot,
  ]) {
    for (const [name, values] of Object.entries(edits))
      refuses(
        () => snapshot[name](...values),
        `INVALID_ARGUMENT: ${name}: the snapshots of a transaction cannot be changed; edit a copy`,
      );
  }
  assert.deepStrictEqual(transaction.finalSnapshot.allItemIdentifiers(), [1, 2, 3]);
  const copy = transaction.finalSnapshot.copy();
  copy.appendItems(5);
  const undone = source.apply(transaction.finalSnapshot);
  assert.strictEqual(String(undone), "1 item deleted, 1 inserted, 1 reconfigured");
  assert(!transaction.finalSnapshot.containsItem(5) && copy.containsItem(5));
});

test("an item that is a section, and a section that is an item, are named in errors", () => {
  const snapshot = new Snapshot([{ id: "s", items: ["a"] }]);
  refuses(
    () => snapshot.levelOfItem("s"),
    'UNKNOWN_IDENTIFIER: levelOfItem: there is no item "s", but there is a section of that name',
  );
  refuses(
    () => snapshot.reloadItems("s"),
    'UNKNOWN_IDENTIFIER: reloadItems: there is no item "s", but there is a section of that name',
  );
  refuses(
    () => snapshot.itemIdentifiers("a"),
    'UNKNOWN_IDENTIFIER: itemIdentifiers: there is no section "a", but there is an item of that name',
  );
  for (const name of ["levelOfItem", "reloadItems"])
    assert.throws(() => new SectionSnapshot(["a"])[name](0), { message: "there is no item 0" });
});

test("an identifier that looks like another one says so in every look-up", () => {
  const source = new DataSource();
  const make = (id, section) => new Snapshot([{ id: section, items: [{ id, children: ["c"], title: "x" }] }]);
  for (const [has, asked, text] of [
    [3, "3", '"3", but there is 3'],
    ["3", 3, '3, but there is "3"'],
    [-7, "-7", '"-7", but there is -7'],
  ]) {
    const snapshot = make(has, has);
    source.apply(snapshot);
    for (const name of [
      "indexOfItem",
      "indexPathOfItem",
      "sectionContainingItem",
      "containsItem",
      "item",
      "itemContent",
      "isExpanded",
      "isExpandable",
      "keepsExpansion",
      "isVisible",
      "levelOfItem",
      "parentOfItem",
      "numberOfChildren",
      "childrenOfItem",
      "snapshotOf",
    ])
      refuses(() => snapshot[name](asked), `UNKNOWN_IDENTIFIER: ${name}: there is no item ${text}`);
    for (const name of [
      "indexOfSection",
      "containsSection",
      "section",
      "sectionContent",
      "numberOfItems",
      "itemIdentifiers",
      "rootItemIdentifiers",
      "sectionSnapshot",
    ]) {
      refuses(() => snapshot[name](asked), `UNKNOWN_IDENTIFIER: ${name}: there is no section ${text}`);
    }
    for (const name of ["item", "indexPathOfItem"])
      refuses(() => source[name](asked), `UNKNOWN_IDENTIFIER: ${name}: there is no item ${text}`);
    for (const name of ["section", "indexOfSection", "sectionSnapshot"])
      refuses(() => source[name](asked), `UNKNOWN_IDENTIFIER: ${name}: there is no section ${text}`);
    refuses(
      () => snapshot.deleteItems(asked, { mustExist: true }),
      `UNKNOWN_IDENTIFIER: deleteItems: there is no item ${text}`,
    );
  }
});

test("identifiers that look like no other are not found, and twins may both be there", () => {
  const snapshot = list(3, "3", "04", 5);
  assert.deepStrictEqual(
    [snapshot.indexOfItem(3), snapshot.indexOfItem("3"), snapshot.containsItem("4"), snapshot.item(4)],
    [0, 1, false, undefined],
  );
  for (const id of ["05", "5.0", " 5", "5 ", "", "+5", "0x5", 6, "6"])
    assert.strictEqual(snapshot.indexOfItem(id), undefined);
  const hidden = new Snapshot([{ id: "s", items: [{ id: "p", children: ["3"] }, 3] }]);
  assert.strictEqual(hidden.indexOfItem("3"), undefined);
  assert(hidden.containsItem("3") && !hidden.isVisible("3"));
  assert.deepStrictEqual([hidden.section("3"), hidden.containsSection(3)], [undefined, false]);
  refuses(() => hidden.sectionSnapshot("t"), 'UNKNOWN_IDENTIFIER: sectionSnapshot: there is no section "t"');
  refuses(() => new DataSource().sectionSnapshot("t"), 'UNKNOWN_IDENTIFIER: sectionSnapshot: there is no section "t"');
});

test("what a section or an item says and a call would ignore is refused", () => {
  const snapshot = new Snapshot([{ id: "s", title: "S", items: [1, 2] }]);
  const before = snapshot.copy();
  const tree = new SectionSnapshot([9]);
  const cases = [
    [
      () => snapshot.appendSections({ id: "t", rows: [1] }),
      'appendSections: section "t" has a list "rows": did you mean "items"?',
    ],
    [
      () => snapshot.appendSections({ id: "t", itmes: [1] }),
      'appendSections: section "t" has a list "itmes": did you mean "items"?',
    ],
    [
      () => snapshot.appendSections({ id: "t", children: [1] }),
      'appendSections: section "t": "children" cannot be given here; use "items"',
    ],
    [
      () => snapshot.reconfigureSections({ id: "s", items: [3] }),
      'reconfigureSections: section "s": "items" cannot be given here; use replaceItems',
    ],
    [
      () => snapshot.updateItems({ id: 1, children: [3] }),
      'updateItems: item 1: "children" cannot be given here; use replaceChildren',
    ],
    [() => snapshot.reloadItems({ id: 1, expanded: true }), 'reloadItems: item 1: "expanded" cannot be given here'],
    [
      () => snapshot.appendItems(3, { id: "s", title: "T" }),
      'appendItems: argument 2: "title" would be ignored here; pass "s"',
    ],
    [
      () => snapshot.replaceItems(3, { id: "s", title: "T" }),
      'replaceItems: argument 2: "title" would be ignored here; pass "s"',
    ],
    [
      () => snapshot.setSectionSnapshot(new SectionSnapshot(), { id: "s", title: "T" }),
      'setSectionSnapshot: argument 2: "title" would be ignored here; pass "s"',
    ],
    [
      () => snapshot.appendItems([3, , 4]),
      'appendItems: argument 1, entry 1: string, whole number or object with "id" expected, got undefined',
    ],
    [
      () => snapshot.appendItems(Object.assign([3], { more: 4 })),
      'appendItems: argument 1: the array has a field "more" besides its entries',
    ],
    [
      () => snapshot.deleteItems(Object.assign([1], { more: 4 })),
      'deleteItems: argument 1: the array has a field "more" besides its entries',
    ],
    [
      () => snapshot.appendItems(Promise.resolve([3])),
      'appendItems: argument 1: string, whole number or object with "id" expected, got a Promise',
    ],
    [
      () => new DataSource().applySection(tree, { id: "s", items: [1] }),
      'applySection: section "s": "items" cannot be given here',
    ],
    [
      () => snapshot.appendItems({ id: 5, childern: [6] }),
      'appendItems: content has a field "childern": did you mean "children"?',
    ],
    [
      () => snapshot.appendItems({ id: 5, expandd: true }),
      'appendItems: content has a field "expandd": did you mean "expanded"?',
    ],
  ];
  for (const [call, text] of cases) refuses(call, `INVALID_ARGUMENT: ${text}`);
  assert(snapshot.equals(before));
  // What says the same is no mistake, and neither is a field of another type.
  snapshot.appendItems(3, { id: "s", title: "S", items: [] });
  snapshot.appendItems([
    { id: 6, childern: "two", child: [1], expand: true },
    { id: 7, items: [1], title: { childern: [1] } },
  ]);
  snapshot.appendSections([
    { id: "t", items: [], rows: [1] },
    { id: "u", rows: 3, stops: [1] },
  ]);
});

test("promises of callbacks are refused, because an apply does not wait", () => {
  const snapshot = list({ id: 1, children: [2] });
  const cell = () => "x";
  for (const [options, text] of [
    [
      { cell: async () => "x" },
      "INVALID_CELL: cell: item 1 at section 0, item 0: string or object expected, got a Promise; a provider cannot wait",
    ],
    [
      { cell, header: async () => "x" },
      'INVALID_CELL: header: section "s" at 0: string or object expected, got a Promise; a provider cannot wait',
    ],
    [
      { view: { prepare: () => Promise.resolve(), commit() {} } },
      "INVALID_ARGUMENT: view: prepare returned a Promise; an apply cannot wait",
    ],
    [
      { cell: () => {} },
      "INVALID_CELL: cell: item 1 at section 0, item 0: string or object expected, got undefined; the provider is given (item, indexPath, source), and must return it",
    ],
    [
      { cell: () => ({ title: "x" }) },
      'INVALID_CELL: cell: item 1 at section 0, item 0: unknown field "title": did you mean "text"?',
    ],
  ]) {
    const source = showing(options);
    refuses(() => source.apply(snapshot), text);
    assert.strictEqual(source.snapshot().numberOfItems(), 0);
  }
  const source = new DataSource({ shouldExpandItem: async () => true, canReorderItem: () => {} });
  source.apply(snapshot);
  refuses(
    () => source.toggleItem(1),
    "INVALID_ARGUMENT: shouldExpandItem: the handler must return true or false; it returned a Promise",
  );
  refuses(
    () => source.reorderItem({ section: 0, item: 0 }, { section: 0, item: 0 }),
    "INVALID_ARGUMENT: canReorderItem: the handler must return true or false; it returned undefined",
  );
  source.shouldExpandItem = undefined;
  source.snapshotForExpandingParent = async (_, children) => children;
  refuses(
    () => source.toggleItem(1),
    "INVALID_ARGUMENT: snapshotForExpandingParent: SectionSnapshot expected, got a Promise",
  );
  source.snapshotForExpandingParent = undefined;
  source.canReorderItem = () => true;
  const drag = () => source.reorderItem({ section: 0, item: 0 }, { section: 0, item: 0 });
  const tap = () => source.toggleItem(1);
  for (const [name, call] of [
    ["willExpandItem", tap],
    ["willCollapseItem", tap],
    ["willReorder", drag],
    ["didReorder", drag],
  ]) {
    const edited = source.snapshot();
    if (name === "willCollapseItem") edited.expand(1);
    else edited.collapse(1);
    source.apply(edited);
    source[name] = async () => {};
    refuses(call, `INVALID_ARGUMENT: ${name}: the handler returned a Promise; an apply cannot wait`);
    source[name] = () => false;
    const decides = name.replace("will", "should").replace(/^.*Reorder/, "canReorderItem");
    refuses(
      call,
      `INVALID_ARGUMENT: ${name}: the handler returned false, which would be ignored; ${decides} refuses, and so does an error`,
    );
    assert(source.snapshot().equals(edited));
    source[name] = () => {};
    call();
    source[name] = undefined;
  }
  source.apply(snapshot);
  refuses(
    () => (source.view = { render() {} }),
    'INVALID_ARGUMENT: view: a view has the method "commit", which shows the changes',
  );
  assert(!source.snapshot().isExpanded(1));
});
