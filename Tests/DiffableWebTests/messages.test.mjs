// Messages name the place of a mistake, what is there, and what to write instead.
import assert from "node:assert";
import test from "node:test";
import {
  DataSource,
  Difference,
  difference,
  DiffableError,
  History,
  ListView,
  SectionSnapshot,
  Snapshot,
  TextView,
  Transaction,
} from "../../build/web/diffable.js";

// Asserts that calls throw errors that are printed like this, with or without the name of the class.
function refuses(cases) {
  for (const [call, text] of cases)
    assert.throws(
      call,
      (error) =>
        error instanceof DiffableError
        && (assert.strictEqual(String(error).replace("DiffableError: ", ""), text), true),
      text,
    );
}

const entry = 'string, whole number or object with "id" expected';
const fares = () =>
  new Snapshot([
    {
      id: "fares",
      title: "Fares",
      items: [
        { id: 1, title: "Bus" },
        { id: 2, title: "Train" },
      ],
    },
    { id: "extras", items: [3] },
  ]);

test("a bad entry is named with its list", () => {
  const [a, b] = [{ id: "a", items: [1, 2] }, (items) => ({ id: "b", items })];
  const place = 'INVALID_ARGUMENT: Snapshot: items of section "b"';
  refuses([
    [() => new Snapshot([a, b(null)]), `${place}: a list expected, got null`],
    [
      () => new Snapshot([a, b([3, 4, { title: "x", n: undefined }])]),
      `${place}, entry 2: ${entry}, got an object; it has "title"; the option "key" names another field`,
    ],
    [() => new Snapshot([a, b([3, , 4])]), `${place}, entry 1: ${entry}, got undefined`],
    [() => new Snapshot([a, b([[3]])]), `${place}: ${entry}, got an array; are there too many brackets?`],
    [() => new Snapshot([a, b(Promise.resolve([3]))]), `${place}: ${entry}, got a Promise; await it`],
    [() => new Snapshot([a, b(new Map([[3, {}]]))]), `${place}: a list expected, got a Map; its values() are one`],
    [() => new Snapshot([a, b([{ id: new Date() }])]), `${place}: ${entry}, got an object whose "id" is a Date`],
    [
      () => new Snapshot([b([{ id: 9, children: [5, { titel: 4 }] }])]),
      `INVALID_ARGUMENT: Snapshot: children of item 9, entry 1: ${entry}, got an object; it has "titel"; the option "key" names another field`,
    ],
    [
      () => new SectionSnapshot([{ id: 9, children: null }]),
      "INVALID_ARGUMENT: SectionSnapshot: children of item 9: a list expected, got null",
    ],
    [
      () => new Snapshot(JSON.stringify([a])),
      'INVALID_ARGUMENT: Snapshot: argument 1: a list expected, got "[{\\"id\\":\\"a\\",\\"items\\":[1,2]}]"; JSON.parse reads it',
    ],
    [
      () => new Snapshot([{ title: "Fares" }]),
      `INVALID_ARGUMENT: Snapshot: argument 1: ${entry}, got an object; it has "title"`,
    ],
    [
      () => new Snapshot([b([{ uuid: 1 }])], { key: () => {} }),
      `${place}: string, whole number or object with an identifier expected, got an object; the function "key" returned undefined for it`,
    ],
    [
      () => new Snapshot([b([{ uuid: 1 }])], { key: () => null }),
      `${place}: string, whole number or object with an identifier expected, got an object for which the function "key" returned null`,
    ],
    [
      () => Snapshot.of([{ id: 10n }]),
      `INVALID_ARGUMENT: of: items of section "main": ${entry}, got an object whose "id" is the bigint 10n`,
    ],
    [
      () => new Snapshot(fares().encode()),
      "INVALID_ARGUMENT: Snapshot: argument 1: a list expected, got a Uint8Array; Snapshot.decode reads bytes",
    ],
    [
      () => fares().deleteItems((item) => item.id > 1),
      `INVALID_ARGUMENT: deleteItems: argument 1: ${entry}, got a function; pass the items themselves, such as those that each().filter(...) returns`,
    ],
    [
      () => new DataSource().setItems({ items: [1] }),
      `INVALID_ARGUMENT: setItems: argument 1: ${entry}, got an object; it has "items"; pass its "items" alone`,
    ],
    [
      () => fares().item({ section: 0, item: 1 }),
      `INVALID_ARGUMENT: item: argument 1: ${entry}, got an object; it has "section", "item"; itemAt returns an identifier`,
    ],
    [
      () => fares().moveItemsToSection("extras", [1, 2]),
      `INVALID_ARGUMENT: moveItemsToSection: argument 2: ${entry}, got an array; are the arguments swapped?`,
    ],
  ]);
});

test("objects are named with their class", () => {
  const source = new DataSource();
  class Fare {}
  refuses([
    [
      () => fares().replaceChildren(1, fares()),
      "INVALID_ARGUMENT: replaceChildren: argument 2: SectionSnapshot expected, got a Snapshot; its sectionSnapshot(section) returns one",
    ],
    [
      () => fares().replaceChildren(1, [4]),
      "INVALID_ARGUMENT: replaceChildren: argument 2: SectionSnapshot expected, got an array; new SectionSnapshot(...) makes one",
    ],
    [
      () => source.apply(source),
      "INVALID_ARGUMENT: apply: argument 1: Snapshot expected, got a DataSource; its snapshot() returns one",
    ],
    [
      () => source.apply([{ id: "a" }]),
      "INVALID_ARGUMENT: apply: argument 1: Snapshot expected, got an array; new Snapshot(...) makes one",
    ],
    [
      () => source.apply(new Proxy(fares(), {})),
      "INVALID_ARGUMENT: apply: argument 1: Snapshot expected, got a Snapshot; it belongs to another copy of the module, or is a proxy of one",
    ],
    [() => difference(fares(), new Fare()), "INVALID_ARGUMENT: difference: argument 2: Snapshot expected, got a Fare"],
    [
      () => fares().appendItems((async function* () {})()),
      `INVALID_ARGUMENT: appendItems: argument 1: ${entry}, got an AsyncGenerator`,
    ],
    [
      () =>
        fares().appendItems(
          new Proxy(
            {},
            {
              getPrototypeOf() {
                throw new Error("no");
              },
            },
          ),
        ),
      `INVALID_ARGUMENT: appendItems: argument 1: ${entry}, got an object; it has no fields`,
    ],
  ]);
});

test("a member of another class is named with that class", () => {
  const [source, snapshot] = [new DataSource(), fares()];
  const [history, transaction] = [new History(source), source.apply(snapshot)];
  const applied = "source.snapshot() returns one, to be applied after edits";
  for (const [object, name, text] of [
    [source, "appendItems", `; a Snapshot has it: ${applied}`],
    [source, "items", `; a Snapshot has "itemIdentifiers": ${applied}`],
    [source, "length", `; a Snapshot has "numberOfItems": ${applied}`],
    [source, "undo", "; a History has it: new History(source) makes one"],
    [snapshot, "toggleItem", "; a DataSource has it: call it on the data source"],
    [history, "apply", "; a DataSource has it: call it on the data source"],
    [transaction, "insertedItems", "; a Difference has it: transaction.difference is one"],
    [snapshot, "difference", "; difference(old, fresh) compares two snapshots"],
    [snapshot, "0", "; it is no array, but each() and itemIdentifiers() return one"],
    [transaction.difference, "length", ': did you mean "isEmpty"?'],
    [transaction.difference, "deletions", ': did you mean "deletedItems"?'],
    [snapshot, "moveSection", ': did you mean "moveSectionBefore" or "moveSectionAfter"?'],
    [snapshot, "numberOfItemsInSection", ': did you mean "numberOfItems"?'],
    [snapshot, "get", ': did you mean "item"?'],
    [snapshot, "filter", ': did you mean "each"? It returns an array of contents.'],
    [source, "reloadData", ': did you mean "applyUsingReloadData"?'],
    [source, "itemIdentifierForIndexPath", ': did you mean "itemAt"?'],
    [transaction.difference, "inserted", ': did you mean "insertedSections" or "insertedItems"?'],
  ])
    refuses([[() => object[name], `INVALID_ARGUMENT: a ${object.constructor.name} has no member "${name}"${text}`]]);
  // Properties of other classes may be a program's own, and so may be names that it sets.
  for (const name of ["key", "caption", "view", "label", "strict"]) assert.strictEqual(snapshot[name], undefined);
  Object.assign(source, { numberOfItems: 3, filter: "bus", 0: "first" });
  assert.deepStrictEqual([source.numberOfItems, source.filter, source[0]], [3, "bus", "first"]);
});

test("surplus arguments come with a cure", () => {
  const source = new DataSource();
  refuses([
    [
      () => fares().appendSections("taxi", [1, 2]),
      "INVALID_ARGUMENT: appendSections: at most 1 argument expected, got 2; several are one array",
    ],
    [
      () => fares().deleteSections("fares", "extras"),
      'INVALID_ARGUMENT: deleteSections: argument 2: object of options expected, got "extras"; several are one array',
    ],
    [
      () => fares().deleteItems({ id: 1 }, { id: 2 }),
      "INVALID_ARGUMENT: deleteItems: argument 2: object of options expected, got an object; several are one array",
    ],
    [
      () => fares().updateItems(1, { price: 3 }),
      'INVALID_ARGUMENT: updateItems: at most 1 argument expected, got 2; the fields are beside the identifier, as in { id: 1, title: "One" }',
    ],
    [
      () => fares().clear("fares"),
      "INVALID_ARGUMENT: clear: no argument expected, got 1; it deletes everything; deleteSections and deleteItems delete some",
    ],
    [
      () => fares().itemAt(0, 1),
      "INVALID_ARGUMENT: itemAt: at most 1 argument expected, got 2; an index path is one object, { section, item }",
    ],
    [
      () => source.apply(fares(), {}, () => {}),
      "INVALID_ARGUMENT: apply: at most 2 arguments expected, got 3; completion is an option",
    ],
    [() => source.reorderItem(0, 2), "INVALID_ARGUMENT: reorderItem: argument 1: { section, item } expected, got 0"],
    [() => fares().itemAt([0, 1]), "INVALID_ARGUMENT: itemAt: argument 1: { section, item } expected, got an array"],
  ]);
});

test("a method without its object says so", () => {
  const [{ itemAt }, history] = [fares(), new History(new DataSource())];
  const button = { onclick: history.undo };
  refuses([
    [
      () => itemAt({ section: 0, item: 0 }),
      "INVALID_ARGUMENT: itemAt: called on undefined instead of its object; keep that before the dot, as in () => object.itemAt(...)",
    ],
    [
      () => button.onclick({}),
      "INVALID_ARGUMENT: undo: called on an object instead of its object; keep that before the dot, as in () => object.undo(...)",
    ],
    [
      () => Object.getOwnPropertyDescriptor(History.prototype, "canUndo").get.call(fares()),
      "INVALID_ARGUMENT: canUndo: called on a Snapshot instead of its object; keep that before the dot, as in () => object.canUndo(...)",
    ],
  ]);
});

test("swapped arguments and a forgotten place are guessed", () => {
  const snapshot = fares();
  const before = snapshot.copy();
  const place = "INVALID_ARGUMENT: appendItems: argument 2: section, { section } or { parent } expected";
  refuses([
    [
      () => snapshot.insertItemsBefore(1, { id: 4 }),
      'DUPLICATE_IDENTIFIER: insertItemsBefore: item 1 is already at section "fares", item 0; there is no item 4; are the arguments swapped?',
    ],
    [
      () => snapshot.insertItemsAfter(1, 2),
      'DUPLICATE_IDENTIFIER: insertItemsAfter: item 1 is already at section "fares", item 0',
    ],
    [() => snapshot.appendItems("fares", [4]), `${place}, got an array; are the arguments swapped?`],
    [() => snapshot.appendItems(4, { parent: undefined }), `${place}, got an object; neither is given`],
    [() => snapshot.appendItems(4, { parent: 1, section: "fares" }), `${place}, got an object; both are given`],
    [
      () => snapshot.replaceItems([1]),
      'DUPLICATE_IDENTIFIER: replaceItems: item 1 is already at section "fares", item 0; without a section, the last one is meant',
    ],
    [
      () => snapshot.replaceItems([1], "extras"),
      'DUPLICATE_IDENTIFIER: replaceItems: item 1 is already at section "fares", item 0',
    ],
    [
      () => snapshot.moveItemsToSection(1, { id: "extras", title: "New" }),
      'INVALID_ARGUMENT: moveItemsToSection: argument 2: "title" would be ignored here; pass "extras", and content to reconfigureSections',
    ],
  ]);
  assert(snapshot.equals(before));
});

test("a cell that shows nothing is refused", () => {
  const show = (options) => () =>
    new DataSource({ view: new TextView({ write() {} }), cell: () => "x", ...options }).apply(fares());
  const item = "INVALID_CELL: cell: item 1 at section 0, item 0";
  const empty = 'it has no text, detail, secondaryText or image; an empty row says text: ""';
  refuses([
    [show({ cell: () => ({}) }), `${item}: ${empty}`],
    [show({ cell: () => ({ accessory: "star", height: 2 }) }), `${item}: ${empty}`],
    [
      show({ cell: ({ titel, title }) => ({ text: titel, detail: title }) }),
      `${item}: text is undefined; an empty row says text: ""`,
    ],
    [show({ header: () => ({}) }), `INVALID_CELL: header: section "fares" at 0: ${empty}`],
    [
      show({ cell: (indexPath, item) => item.title }),
      `${item}: string or object expected, got undefined; the provider is given (item, indexPath, source), and must return it`,
    ],
    [show({ header: () => 5 }), 'INVALID_CELL: header: section "fares" at 0: string or object expected, got 5'],
  ]);
  for (const cell of [
    { text: "" },
    { image: "star" },
    { secondaryText: 5, detail: undefined },
    { text: null, detail: "" },
    "",
  ])
    show({ cell: () => cell, header: () => null })();
});

test("an unknown kind is named with those that there are", () => {
  const cells = { bus: () => "bus" };
  const source = new DataSource({ cells, supplementary: { badge: () => "b" } });
  source.apply(new Snapshot([{ id: "s", items: [{ id: 1, kind: "Bus" }] }]));
  refuses([
    [
      () => source.cellAt({ section: 0, item: 0 }),
      'NO_PROVIDER: cellAt: no cell provider for kind "Bus" of item 1 at section 0, item 0',
    ],
    [
      () => source.supplementaryCell("bagde", 0),
      'INVALID_ARGUMENT: supplementaryCell: unknown kind "bagde": did you mean "badge"? (there are: header, footer, badge)',
    ],
    [
      () => source.supplementaryCell("headers", 0),
      'INVALID_ARGUMENT: supplementaryCell: unknown kind "headers": did you mean "header"? (there are: header, footer, badge)',
    ],
  ]);
  assert.deepStrictEqual(
    [source.supplementaryCell("badge", 0), source.supplementaryCell("star", 0), source.supplementaryCell("header", 0)],
    [{ text: "b" }, undefined, undefined],
  );
  source.cell = () => "other";
  assert.deepStrictEqual(source.cellAt({ section: 0, item: 0 }), { text: "other" });
});

test("options are an object with fields, and none of them is ignored", () => {
  const source = new DataSource();
  const provider = () => "x";
  class Options {
    caption = "c";
  }
  refuses([
    [
      () => new DataSource(fares()),
      "INVALID_ARGUMENT: DataSource: argument 1: object of options expected, got a Snapshot",
    ],
    [
      () => source.apply(fares(), new Date()),
      "INVALID_ARGUMENT: apply: argument 2: object of options expected, got a Date",
    ],
    [
      () => new History(source, source),
      "INVALID_ARGUMENT: History: argument 2: object of options expected, got a DataSource",
    ],
    [
      () => new DataSource({ cells: provider }),
      "INVALID_ARGUMENT: cells: object of functions expected, got a function",
    ],
    [
      () => (source.supplementary = new Map()),
      "INVALID_ARGUMENT: supplementary: object of functions expected, got a Map",
    ],
    [() => (source.cells = [provider]), "INVALID_ARGUMENT: cells: object of functions expected, got an array"],
    [
      () => new DataSource({ header: provider, supplementary: { header: provider } }),
      'INVALID_ARGUMENT: DataSource: header: "supplementary" has a provider of this kind as well; leave out one of the two',
    ],
    [
      () => source.applyUsingReloadData(fares(), { animation: "fade" }),
      'INVALID_ARGUMENT: applyUsingReloadData: unknown option "animation" (there are: caption, completion)',
    ],
    [() => (source.onApply = () => {}), "INVALID_ARGUMENT: onApply is a method: call source.onApply(observer)"],
    [() => new Difference(fares(), fares()), "INVALID_ARGUMENT: Difference: difference(old, fresh) makes one"],
    [() => new Transaction(), "INVALID_ARGUMENT: Transaction: apply of a data source makes one"],
    [() => new ListView(), "INVALID_ARGUMENT: ListView: there is no page; a TextView needs none"],
  ]);
  assert.deepStrictEqual([source.cells, source.supplementary, source.snapshot().numberOfSections()], [{}, {}, 0]);
  for (const options of [{}, Object.create(null), new Options()]) source.apply(fares(), options);
  assert.strictEqual(source.applyUsingReloadData(fares(), { caption: "c" }).caption, "c");
  const remove = source.onApply(() => {});
  source.dispose();
  assert.strictEqual(remove(), false);
});

test("names of the state of a tree, and of lists elsewhere, are no content", () => {
  const describe = (item) => () => new Snapshot([{ id: "f", items: [item] }]);
  const field = (name, meant) => `INVALID_ARGUMENT: Snapshot: content has a field "${name}": did you mean "${meant}"?`;
  refuses([
    [describe({ id: 1, isExpanded: true, children: [2] }), field("isExpanded", "expanded")],
    [describe({ id: 1, isExpandable: true }), field("isExpandable", "expandable")],
    [describe({ id: 1, childs: [2] }), field("childs", "children")],
    [
      () => new Snapshot([{ id: "f", data: [1] }]),
      'INVALID_ARGUMENT: Snapshot: section "f" has a list "data": did you mean "items"?',
    ],
    [
      () => new SectionSnapshot([{ id: "f", items: [1] }]),
      'INVALID_ARGUMENT: SectionSnapshot: item "f" has a list "items": did you mean "children"?',
    ],
  ]);
  for (const item of [
    { id: 1, isExpanded: "yes" },
    { id: 1, childs: 2 },
    { id: 1, items: [2] },
  ])
    assert.strictEqual(describe(item)().item(1), item);
  assert.deepStrictEqual(
    new SectionSnapshot([{ id: 1, items: 2, children: [{ id: 3, items: [4] }] }]).item(3).items,
    [4],
  );
});

test("an update leaves fields that are undefined as they are", () => {
  const snapshot = fares();
  assert.strictEqual(
    snapshot.updateItems([
      { id: 1, title: undefined, price: "2.50" },
      { id: 2, title: undefined },
    ]),
    1,
  );
  assert.strictEqual(snapshot.updateSections({ id: "fares", title: undefined }), 0);
  snapshot.renameItem(2, { id: 5, title: undefined, state: "sent" });
  assert.deepStrictEqual(
    [snapshot.item(1), snapshot.item(5), snapshot.section("fares")],
    [
      { id: 1, title: "Bus", price: "2.50" },
      { id: 5, title: "Train", state: "sent" },
      { id: "fares", title: "Fares" },
    ],
  );
  snapshot.updateItems({ id: 1, title: null });
  assert.strictEqual(snapshot.item(1).title, null);
});

test("JSON has the list of a snapshot, and the description of a change", () => {
  const snapshot = fares();
  const transaction = new DataSource().apply(snapshot);
  assert.deepStrictEqual(JSON.parse(JSON.stringify({ snapshot })), { snapshot: snapshot.toObject() });
  assert.strictEqual(JSON.stringify(snapshot.sectionSnapshot("extras")), "[3]");
  assert.strictEqual(
    JSON.stringify([transaction, transaction.difference]),
    JSON.stringify([String(transaction), String(transaction.difference)]),
  );
});
