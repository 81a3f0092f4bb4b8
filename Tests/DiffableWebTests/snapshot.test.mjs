import assert from "node:assert";
import test from "node:test";
import { difference, DiffableError, SectionSnapshot, Snapshot, version } from "../../build/web/diffable.js";

// Asserts that a call throws a DiffableError, with a message that begins like this.
function refuses(call, message, identifier) {
  assert.throws(call, (error) => {
    assert(error instanceof DiffableError, String(error));
    assert.strictEqual(String(error).slice(15, 15 + message.length), message);
    assert.strictEqual(error.code, message.slice(0, message.indexOf(":")));
    if (identifier !== undefined) assert.strictEqual(error.identifier, identifier);
    return true;
  });
}

const fares = () =>
  new Snapshot([
    { id: "fares", title: "Fares", items: [{ id: 1, title: "Bus" }, { id: "1", title: "Train" }, 3] },
    "empty",
  ]);

test("a snapshot is described by sections with items", () => {
  const snapshot = fares();
  assert.deepStrictEqual(snapshot.sectionIdentifiers(), ["fares", "empty"]);
  assert.deepStrictEqual(snapshot.itemIdentifiers(), [1, "1", 3]);
  assert.deepStrictEqual(snapshot.itemIdentifiers("empty"), []);
  assert.strictEqual(snapshot.numberOfSections(), 2);
  assert.strictEqual(snapshot.numberOfItems("fares"), 3);
  assert.deepStrictEqual(snapshot.item(1), { id: 1, title: "Bus" });
  assert.strictEqual(snapshot.item(3), 3);
  assert.strictEqual(snapshot.item(4), undefined);
  assert.deepStrictEqual({ ...snapshot.section("fares") }, { id: "fares", title: "Fares" });
  assert.deepStrictEqual(snapshot.indexPathOfItem("1"), { section: 0, item: 1 });
  assert.strictEqual(snapshot.itemAt({ section: 0, item: 1 }), "1");
  assert.strictEqual(snapshot.itemAt({ section: 0, item: 9 }), undefined);
  assert.strictEqual(snapshot.itemAt({ section: -1, item: 2 ** 40 }), undefined);
  assert.strictEqual(snapshot.sectionAt(1), "empty");
  assert.strictEqual(snapshot.sectionContainingItem(3), "fares");
  assert.strictEqual(snapshot.indexOfItem(7), undefined);
  assert.match(version(), /^\d+\.\d+\.\d+$/);
});

test("edits change the list, and a copy not", () => {
  const snapshot = fares();
  const copy = snapshot.copy();
  snapshot.appendItems(["a", "b"], "empty");
  snapshot.insertItemsBefore("c", "a");
  snapshot.insertItemsAfter(["d"], "a");
  snapshot.moveItemAfter(1, "b");
  snapshot.moveItemBefore("1", 3);
  snapshot.moveItemsToSection(3, "empty");
  assert.deepStrictEqual(snapshot.itemIdentifiers("empty"), ["c", "a", "d", "b", 1, 3]);
  assert.strictEqual(snapshot.deleteItems(["c", "nobody"]), 1);
  snapshot.replaceItems(["b", { id: "e" }], "empty");
  assert.deepStrictEqual(snapshot.itemIdentifiers("empty"), ["b", "e"]);
  snapshot.insertSectionsBefore({ id: "first", items: [10] }, "fares");
  snapshot.insertSectionsAfter("second", "first");
  snapshot.moveSectionAfter("first", "empty");
  snapshot.moveSectionBefore("empty", "second");
  assert.deepStrictEqual(snapshot.sectionIdentifiers(), ["empty", "second", "fares", "first"]);
  assert.strictEqual(snapshot.deleteSections(["second", "first"]), 2);
  snapshot.reloadItems("b");
  snapshot.reconfigureItems(["e"]);
  snapshot.reloadSections("empty");
  snapshot.reconfigureSections("fares");
  assert.deepStrictEqual(snapshot.reloadedItemIdentifiers(), ["b"]);
  assert.deepStrictEqual(snapshot.reconfiguredItemIdentifiers(), ["e"]);
  assert.deepStrictEqual(snapshot.reloadedSectionIdentifiers(), ["empty"]);
  assert.deepStrictEqual(snapshot.reconfiguredSectionIdentifiers(), ["fares"]);
  assert(copy.equals(fares()) && !copy.equals(snapshot));
  const count = snapshot.numberOfItems();
  assert(count > 0);
  assert.deepStrictEqual([snapshot.clear(), snapshot.clear(), snapshot.numberOfItems()], [count, 0, 0]);
});

test("an error names the culprit, and nothing has changed", () => {
  const snapshot = fares();
  refuses(
    () => snapshot.appendItems([4, 1], "fares"),
    'DUPLICATE_IDENTIFIER: appendItems: item 1 is already at section "fares", item 0',
    1,
  );
  refuses(
    () => snapshot.appendItems(["x", "x"]),
    'DUPLICATE_IDENTIFIER: appendItems: item "x" is in the call twice, at 0 and 1',
    "x",
  );
  refuses(
    () => snapshot.insertItemsAfter(["x"], "nobody"),
    'UNKNOWN_IDENTIFIER: insertItemsAfter: there is no item "nobody"',
    "nobody",
  );
  refuses(() => snapshot.moveItemBefore(1, 1), "INVALID_DESTINATION: moveItemBefore: item 1 is the anchor");
  refuses(
    () => snapshot.itemIdentifiers("none"),
    'UNKNOWN_IDENTIFIER: itemIdentifiers: there is no section "none"',
    "none",
  );
  refuses(
    () => snapshot.deleteItems(["nobody"], { mustExist: true }),
    'UNKNOWN_IDENTIFIER: deleteItems: there is no item "nobody"',
  );
  refuses(() => new Snapshot().appendItems([1]), "NO_SECTIONS: appendItems: there are no sections yet");
  refuses(
    () => snapshot.appendSections([{ id: "more", items: [20, 1] }]),
    "DUPLICATE_IDENTIFIER: appendSections: item 1 is already at",
  );
  assert(snapshot.equals(fares()));
});

test("only strings and whole numbers are identifiers", () => {
  const snapshot = new Snapshot("s");
  for (const wrong of [1.5, NaN, Infinity, 2 ** 53, true, null, undefined, {}, [[]], Symbol("x"), 10n, () => 1]) {
    refuses(
      () => snapshot.appendItems([wrong]),
      'INVALID_ARGUMENT: appendItems: argument 1: string, whole number or object with "id" expected, got ',
    );
  }
  refuses(() => snapshot.appendItems(["\ud800"]), "INVALID_ARGUMENT: ");
  refuses(() => snapshot.appendItems(["a\udc00b"]), "INVALID_ARGUMENT: ");
  assert.strictEqual(snapshot.numberOfItems(), 0);
  const ids = [
    0,
    -1,
    2 ** 53 - 1,
    -(2 ** 53 - 1),
    2 ** 32,
    -(2 ** 32),
    -(2 ** 31),
    0x80000000,
    "",
    "\0",
    "\ufeffbom",
    "ä€😀",
    "x".repeat(300),
    "é".repeat(100000),
  ];
  snapshot.appendItems(ids);
  assert.deepStrictEqual(snapshot.itemIdentifiers(), ids);
  assert(snapshot.containsItem(-0));
  refuses(() => snapshot.appendItems([-0]), "DUPLICATE_IDENTIFIER: appendItems: item 0 ");
  refuses(
    () => snapshot.appendItems({ id: "__proto__", constructor: 1 }.nothing),
    "INVALID_ARGUMENT: appendItems: argument 1: a list expected",
  );
});

// Whether two contents are equal.
function areEqual(one, other) {
  const [left, right] = [one, other].map((content) => new Snapshot([{ id: "s", items: [{ id: 1, ...content }] }]));
  assert.strictEqual(left.equals(right), difference(left, right).isEmpty);
  return left.equals(right);
}

test("content is compared by value", () => {
  const f = () => 1;
  const equal = [
    [
      { a: 1, b: "x" },
      { b: "x", a: 1 },
    ],
    [{ a: undefined }, {}],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
    [{ a: NaN }, { a: NaN }],
    [{ a: 0 }, { a: -0 }],
    [{ a: f }, { a: f }],
    [{ d: new Date(5) }, { d: new Date(5) }],
    [{ n: 10n }, { n: 10n }],
    [{ o: Object.create(null) }, { o: {} }],
  ];
  const different = [
    [{ a: 1 }, { a: "1" }],
    [{ a: 1 }, { a: true }],
    [{ a: null }, {}],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: [] }, { a: {} }],
    [{ a: "" }, { a: [] }],
    [{ a: () => 1 }, { a: () => 1 }],
    [{ d: new Date(5) }, { d: new Date(6) }],
    [{ n: 10n }, { n: 10 }],
    [
      { a: "ab", b: "c" },
      { a: "a", b: "bc" },
    ],
    [
      { a: { b: 1 }, c: 2 },
      { a: { c: 2 }, b: 1 },
    ],
    [{ m: new Map() }, { m: new Map() }],
    [{ a: "x" }, { b: "x" }],
    [{ a: [[], []] }, { a: [[[]]] }],
    [{ a: "a\0" }, { a: "a" }],
    [{ a: "abc" }, { a: "ab" }],
    [{ a: [undefined] }, { a: [] }],
  ];
  for (const pair of equal)
    assert(
      areEqual(...pair),
      `${pair.map((content) => JSON.stringify(content, (_, x) => (typeof x === "bigint" ? `${x}n` : x)))}`,
    );
  for (const pair of different)
    assert(
      !areEqual(...pair),
      JSON.stringify(pair, (_, x) => (typeof x === "bigint" ? `${x}n` : x)),
    );
});

test("content is kept by value", () => {
  const bus = { id: "bus", price: "2.50", stops: ["a"] };
  const before = new Snapshot([{ id: "fares", items: [bus] }]);
  assert.strictEqual(before.item("bus"), bus);
  bus.price = "2.75";
  bus.stops.push("b");
  assert.deepStrictEqual(before.item("bus"), { id: "bus", price: "2.50", stops: ["a"] });
  const after = before.copy();
  after.reconfigureItems("bus");
  assert.strictEqual(after.item("bus"), bus);
  assert.strictEqual(before.item("bus").price, "2.50");
  const [change] = difference(before, after).reconfiguredItems;
  assert.deepStrictEqual([change.old.price, change.new.price], ["2.50", "2.75"]);
  assert.throws(() => before.item("bus").stops.push("c"), TypeError);
});

test("content of any class keeps its prototype", () => {
  class Fare {
    constructor(id, price) {
      Object.assign(this, { id, price });
    }
    get label() {
      return `${this.price} $`;
    }
  }
  const fare = new Fare(1, 2);
  const snapshot = new Snapshot([{ id: "s", items: [fare] }]);
  fare.price = 3;
  assert.strictEqual(snapshot.item(1).label, "2 $");
});

test("content has limits, and getters may throw", () => {
  const cycle = { id: 1, other: { id: 3 } };
  cycle.self = cycle;
  let deep = { id: 1 };
  for (let level = 0; level < 200; level += 1) deep = { id: 1, deep };
  const snapshot = new Snapshot("s");
  refuses(() => snapshot.appendItems([cycle]), "INVALID_ARGUMENT: appendItems: content contains itself at self");
  refuses(
    () => snapshot.appendItems([{ id: 1, "a b": [0, { cycle }] }]),
    'INVALID_ARGUMENT: appendItems: content contains itself at ["a b"][1].cycle.self',
  );
  // The same object at two places is no cycle.
  snapshot.appendItems({ id: 2, left: cycle.other, right: [{ a: cycle.other }] });
  refuses(
    () => snapshot.appendItems([deep]),
    "INVALID_ARGUMENT: appendItems: content is nested more than 100 levels deep",
  );
  refuses(
    () => snapshot.appendItems([{ id: 1, all: Array.from({ length: 5000 }, () => []) }]),
    "INVALID_ARGUMENT: appendItems: content has more than 4096 objects",
  );
  assert.throws(
    () =>
      snapshot.appendItems([
        {
          id: 2,
          get price() {
            throw new RangeError("no price");
          },
        },
      ]),
    RangeError,
  );
  snapshot.appendItems([{ id: 3, ["__proto__"]: 4, constructor: 5, then: 6 }]);
  assert.strictEqual(snapshot.numberOfItems(), 2);
  assert.strictEqual(snapshot.item(3).then, 6);
});

test("arrays with holes are not read behind the first one", () => {
  const sparse = ["a"];
  sparse.length = 2 ** 32 - 1;
  const hole = 'string, whole number or object with "id" expected, got undefined';
  refuses(
    () => new Snapshot([{ id: "s", items: sparse }]),
    `INVALID_ARGUMENT: Snapshot: items of section "s", entry 1: ${hole}`,
  );
  refuses(
    () => new SectionSnapshot([{ id: 1, children: sparse }]),
    `INVALID_ARGUMENT: SectionSnapshot: children of item 1, entry 1: ${hole}`,
  );
  const snapshot = new Snapshot([{ id: "s", items: ["b"] }]);
  for (const edit of [
    "appendItems",
    "deleteItems",
    "updateItems",
    "replaceItems",
    "appendSections",
    "reloadSections",
  ]) {
    refuses(() => snapshot[edit](sparse), `INVALID_ARGUMENT: ${edit}: argument 1, entry 1: ${hole}`);
  }
  refuses(
    () => snapshot.appendItems({ id: 1, all: sparse }),
    "INVALID_ARGUMENT: appendItems: content has an array with more than 1048576 entries",
  );
  const grows = new Proxy([1], {
    get: (target, name) => (name === "length" ? target.push(...Array(2 ** 16).fill(0)) * 2 ** 6 : target[name]),
  });
  refuses(
    () => snapshot.appendItems({ id: 1, all: grows }),
    "INVALID_ARGUMENT: appendItems: content has an array with more than 1048576 entries",
  );
  assert.deepStrictEqual(snapshot.itemIdentifiers(), ["b"]);
});

test("content stays an object of its class when its fields are updated", () => {
  class Ride {
    constructor(id, price) {
      Object.assign(this, { id, price });
    }
    get label() {
      return `${this.price} euros`;
    }
  }
  const snapshot = new Snapshot([{ id: "s", items: [new Ride(1, 2)] }]);
  snapshot.updateItems({ id: 1, price: 3 });
  assert(snapshot.item(1) instanceof Ride);
  assert.strictEqual(snapshot.item(1).label, "3 euros");
});

test("updateItems sets fields, and returns how many items differ", () => {
  const snapshot = fares();
  assert.strictEqual(
    snapshot.updateItems([
      { id: 1, price: 2 },
      { id: "1", title: "Train" },
    ]),
    1,
  );
  assert.deepStrictEqual(snapshot.item(1), { id: 1, title: "Bus", price: 2 });
  assert.deepStrictEqual(snapshot.reconfiguredItemIdentifiers(), [1]);
  refuses(() => snapshot.updateItems([{ id: 77 }]), "UNKNOWN_IDENTIFIER: updateItems: there is no item 77", 77);
});

test("items may have their identifier in another field", () => {
  const snapshot = new Snapshot([{ id: "s", items: [{ uuid: "b7", name: "Bus" }] }], { key: "uuid" });
  assert.strictEqual(snapshot.item("b7").name, "Bus");
  snapshot.deleteItems({ uuid: "b7" });
  assert.strictEqual(snapshot.copy().numberOfItems(), 0);
  assert.deepStrictEqual(
    new Snapshot([{ id: "s", items: [{ a: 1, b: 2 }] }], { key: (item) => `${item.a}/${item.b}` }).itemIdentifiers(),
    ["1/2"],
  );
});

test("a difference has changes and steps", () => {
  const old = new Snapshot([{ id: "a", items: [1, 2, { id: 3, price: 1 }] }]);
  const fresh = new Snapshot([
    { id: "a", items: [{ id: 3, price: 2 }, 1] },
    { id: "b", items: ["new"] },
  ]);
  const found = difference(old, fresh);
  assert.deepStrictEqual(found.deletedItems, [{ id: 2, from: { section: 0, item: 1 } }]);
  assert.deepEqual(found.insertedSections, [{ id: "b", to: 1, new: { id: "b" } }]);
  assert.deepStrictEqual(found.insertedItems, [{ id: "new", to: { section: 1, item: 0 }, withSection: true }]);
  assert.strictEqual(found.movedItems.length, 1);
  assert.strictEqual(found.reconfiguredItems[0].old.price, 1);
  assert.deepStrictEqual(found.steps()[0], { kind: "deleteItems", count: 1, ids: [2], from: { section: 0, item: 1 } });
  assert.match(String(found), /1 section inserted/);
  refuses(() => difference(old, {}), "INVALID_ARGUMENT: difference: argument 2: Snapshot expected, got an object");
});

test("a tree has levels", () => {
  const tree = new SectionSnapshot([
    { id: "fruit", title: "Fruit", expanded: true, children: ["apple", { id: "pear", children: ["seed"] }] },
    "bread",
  ]);
  assert.deepStrictEqual(tree.allItemIdentifiers(), ["fruit", "apple", "pear", "seed", "bread"]);
  assert.deepStrictEqual(tree.itemIdentifiers(), ["fruit", "apple", "pear", "bread"]);
  assert.deepStrictEqual({ ...tree.item("fruit") }, { id: "fruit", title: "Fruit" });
  assert.strictEqual(tree.levelOfItem("seed"), 2);
  assert.strictEqual(tree.parentOfItem("seed"), "pear");
  const before = tree.copy();
  refuses(
    () => tree.appendItems([{ id: "x", children: [{ id: "y", children: ["apple"] }] }]),
    'DUPLICATE_IDENTIFIER: appendItems: item "apple"',
    "apple",
  );
  assert(tree.equals(before));
  refuses(() => tree.levelOfItem("nobody"), 'UNKNOWN_IDENTIFIER: levelOfItem: there is no item "nobody"', "nobody");
  const part = tree.snapshotOf("fruit");
  part.deleteItems("pear");
  tree.replaceChildren("fruit", part);
  assert.deepStrictEqual(tree.allItemIdentifiers(), ["fruit", "apple", "bread"]);
  tree.collapse("fruit");
  assert(!tree.isExpanded("fruit") && !tree.isVisible("apple"));
});

test("a disposed object refuses each call", () => {
  const snapshot = fares();
  snapshot.dispose();
  snapshot.dispose();
  refuses(() => snapshot.appendItems([1]), "INVALID_ARGUMENT: appendItems: the Snapshot was disposed");
  refuses(() => snapshot.numberOfItems(), "INVALID_ARGUMENT: numberOfItems: the Snapshot was disposed");
  const other = fares();
  other[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  assert(snapshot.isDisposed && other.isDisposed);
});

test("a getter may edit the snapshot that it is passed to", () => {
  const snapshot = new Snapshot("s");
  const edits = {
    id: "first",
    get title() {
      // So many contents that the snapshot drops those that it does not use.
      for (let number = 0; number < 100; number += 1) {
        if (!snapshot.containsItem("other")) snapshot.appendItems({ id: "other" });
        snapshot.reconfigureItems({ id: "other", number });
      }
      return "title";
    },
  };
  snapshot.appendItems([{ id: "zeroth", price: 1 }, edits, { id: "second", price: 2 }]);
  assert.deepStrictEqual(snapshot.itemIdentifiers(), ["other", "zeroth", "first", "second"]);
  assert.deepStrictEqual(
    [snapshot.item("zeroth").price, snapshot.item("first").title, snapshot.item("second").price],
    [1, "title", 2],
  );
});

test("contents stay while a long list is described, and after it was edited often", () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, title: `row ${id}` }));
  const snapshot = new Snapshot([
    { id: "a", items: rows.slice(0, 250) },
    { id: "b", items: rows.slice(250) },
  ]);
  for (let round = 0; round < 1500; round += 1) snapshot.updateItems({ id: round % 400, round });
  assert(rows.every(({ id, title }) => snapshot.item(id).title === title));
  assert.strictEqual(snapshot.item(0).round, 1200);
});
