// Items that are put at the front, or at an index.
import assert from "node:assert";
import test from "node:test";
import { SectionSnapshot, Snapshot } from "../../build/web/diffable.js";

const printed = (call) => {
  try {
    return call();
  } catch (error) {
    return String(error).slice("DiffableError: ".length);
  }
};

const outline = () =>
  new Snapshot([
    { id: "fruit", items: [{ id: 1, expanded: true, children: [2, 3] }, { id: 4, children: [5] }, 6] },
    { id: "bread", items: ["rye"] },
  ]);

test("items are put at the front of a section, with what is below them", () => {
  const snapshot = outline();
  snapshot.prependItems(
    [{ id: "a", title: "A", expanded: true, children: ["b", { id: "c", children: ["d"] }] }, "e"],
    "fruit",
  );
  assert.deepStrictEqual(snapshot.itemIdentifiers("fruit"), ["a", "b", "c", "e", 1, 2, 3, 4, 6]);
  assert.deepStrictEqual(snapshot.childrenOfItem("c"), ["d"]);
  assert.strictEqual(snapshot.item("a").title, "A");
  snapshot.prependItems("wheat");
  snapshot.prependItems(["oat"], { section: "bread" });
  assert.deepStrictEqual(snapshot.itemIdentifiers("bread"), ["oat", "wheat", "rye"]);
});

test("items are put at the front of the children of a parent", () => {
  const snapshot = outline();
  snapshot.prependItems([{ id: "a", expanded: true, children: ["b"] }, "c"], { parent: 1 });
  assert.deepStrictEqual(snapshot.childrenOfItem(1), ["a", "c", 2, 3]);
  snapshot.prependItems("d", { parent: { id: 4, title: "any" } });
  assert.deepStrictEqual(snapshot.childrenOfItem(4), ["d", 5]);
  assert.deepStrictEqual(snapshot.itemIdentifiers("fruit"), [1, "a", "b", "c", 2, 3, 4, 6]);
});

test("items are put at an index of the visible rows of a section", () => {
  const snapshot = outline();
  snapshot.insertItemsAt([{ id: "a", title: "A", expanded: true, children: ["b"] }], 2, "fruit");
  assert.deepStrictEqual(snapshot.itemIdentifiers("fruit"), [1, 2, "a", "b", 3, 4, 6]);
  assert.strictEqual(snapshot.parentOfItem("a"), 1);
  snapshot.insertItemsAt(["end", "after"], 7, "fruit");
  snapshot.insertItemsAt("front", 0, "fruit");
  assert.deepStrictEqual(snapshot.itemIdentifiers("fruit"), ["front", 1, 2, "a", "b", 3, 4, 6, "end", "after"]);
  snapshot.insertItemsAt("last section", 1);
  assert.deepStrictEqual(snapshot.itemIdentifiers("bread"), ["rye", "last section"]);
  const tree = new SectionSnapshot([1, 2]);
  tree.insertItemsAt("a", 1);
  tree.prependItems("b");
  assert.deepStrictEqual(tree.itemIdentifiers(), ["b", 1, "a", 2]);
});

test("what is wrong with an insertion is said, and changes nothing", () => {
  const snapshot = outline();
  for (const [call, message] of [
    [
      () => snapshot.prependItems([{ id: 9, children: [1] }], "fruit"),
      'DUPLICATE_IDENTIFIER: prependItems: item 1 is already at section "fruit", item ',
    ],
    [() => snapshot.prependItems(9, "milk"), 'UNKNOWN_IDENTIFIER: prependItems: there is no section "milk"'],
    [
      () => snapshot.prependItems(9, { parent: "1" }),
      'UNKNOWN_IDENTIFIER: prependItems: there is no item "1", but there is 1',
    ],
    [
      () => snapshot.prependItems(9, {}),
      "INVALID_ARGUMENT: prependItems: argument 2: section, { section } or { parent } expected, got an object",
    ],
    [() => new Snapshot().prependItems(9), "NO_SECTIONS: prependItems: there are no sections yet"],
    [
      () => snapshot.insertItemsAt(9, 6, "fruit"),
      'INVALID_ARGUMENT: insertItemsAt: there is no index 6; section "fruit" has 5 items',
    ],
    [() => snapshot.insertItemsAt(9, -1, "fruit"), "INVALID_ARGUMENT: insertItemsAt: argument 2: there is no index -1"],
    [
      () => snapshot.insertItemsAt(9, "1"),
      'INVALID_ARGUMENT: insertItemsAt: argument 2: whole number expected, got "1"',
    ],
    [
      () => snapshot.insertItemsAt(9),
      "INVALID_ARGUMENT: insertItemsAt: argument 2: whole number expected, got undefined",
    ],
    [
      () => snapshot.insertItemsAt(9, 0, { id: "fruit", title: "x" }),
      'INVALID_ARGUMENT: insertItemsAt: argument 3: "title" would be ignored here; pass',
    ],
    [() => snapshot.unshift, 'INVALID_ARGUMENT: a Snapshot has no member "unshift": did you mean "prependItems"?'],
  ])
    assert.strictEqual(printed(call)?.slice(0, message.length), message);
  assert(snapshot.equals(outline()));
});

test("fields are merged into the contents of sections", () => {
  class Shelf {
    constructor(id, title) {
      Object.assign(this, { id, title });
    }
  }
  const snapshot = new Snapshot([{ id: "fruit", title: "Fruit", place: 1, items: [1, 2] }, "bread"]);
  snapshot.appendSections(new Shelf("milk", "Milk"));
  const before = snapshot.copy();
  assert.strictEqual(
    snapshot.updateSections([
      { id: "fruit", title: "Fruits" },
      { id: "bread", title: "Bread" },
      { id: "milk", title: "Milk" },
    ]),
    2,
  );
  assert.deepStrictEqual([...snapshot.section("fruit").title, snapshot.section("fruit").place].join(""), "Fruits1");
  assert.strictEqual(snapshot.section("bread").title, "Bread");
  assert.deepStrictEqual(snapshot.reconfiguredSectionIdentifiers(), ["fruit", "bread"]);
  assert.strictEqual(snapshot.updateSections({ id: "milk", place: 3 }), 1);
  assert(snapshot.section("milk") instanceof Shelf);
  assert.strictEqual(snapshot.updateSections("fruit"), 0);
  assert.deepStrictEqual(snapshot.itemIdentifiers("fruit"), [1, 2]);
  assert.strictEqual(before.section("fruit").title, "Fruit");
  assert.strictEqual(
    printed(() => snapshot.updateSections([{ id: "fruit", title: "x" }, { id: "salt" }])),
    'UNKNOWN_IDENTIFIER: updateSections: there is no section "salt"',
  );
  assert.match(
    printed(() => snapshot.updateSections({ id: "fruit", items: [3] })),
    /"items" cannot be given here; use replaceItems/,
  );
  assert.strictEqual(snapshot.section("fruit").title, "Fruits");
});
