// Section snapshots: edits, expansion, marks, look-ups, and what an apply did to each section.
import assert from "node:assert";
import test from "node:test";
import { DataSource, DiffableError, SectionSnapshot, Snapshot } from "../../build/web/diffable.js";

function refuses(call, message) {
  assert.throws(
    call,
    (error) => error instanceof DiffableError && String(error).startsWith(`DiffableError: ${message}`),
    message,
  );
}

const fruit = () =>
  new SectionSnapshot([{ id: "fruit", children: ["apple", { id: "pear", children: ["seed"] }] }, "bread"]);

test("items are inserted beside others, and deleted with what is below them", () => {
  const tree = fruit();
  tree.insertItemsBefore(["butter", "cake"], "bread");
  tree.insertItemsAfter({ id: "plum", title: "Plum" }, "apple");
  assert.deepStrictEqual(tree.allItemIdentifiers(), [
    "fruit",
    "apple",
    "plum",
    "pear",
    "seed",
    "butter",
    "cake",
    "bread",
  ]);
  assert.deepStrictEqual(
    [tree.parentOfItem("plum"), tree.parentOfItem("cake"), tree.item("plum").title],
    ["fruit", undefined, "Plum"],
  );
  assert.deepStrictEqual(tree.rootItemIdentifiers(), ["fruit", "butter", "cake", "bread"]);
  refuses(
    () => tree.insertItemsBefore("x", "nobody"),
    'UNKNOWN_IDENTIFIER: insertItemsBefore: there is no item "nobody"',
  );
  assert.strictEqual(tree.deleteItems(["pear", "nobody"]), 2);
  assert(!tree.containsItem("seed"));
  assert.deepStrictEqual([tree.numberOfItems(), tree.allItemIdentifiers().length], [4, 6]);
  assert.strictEqual(tree.clear(), 6);
  assert.deepStrictEqual(tree.allItemIdentifiers(), []);
  tree.appendItems("bread");
  assert.deepStrictEqual(tree.itemIdentifiers(), ["bread"]);
});

test("items are expanded, collapsed, kept as they are, and expandable", () => {
  const tree = fruit();
  assert.deepStrictEqual(tree.itemIdentifiers(), ["fruit", "bread"]);
  tree.expand(["fruit"]);
  tree.setExpandable("bread", true);
  assert.deepStrictEqual(tree.expandedItemIdentifiers(), ["fruit"]);
  assert(tree.isExpandable("bread") && !tree.isExpandable("apple"));
  tree.setExpandable(["bread"], false);
  assert(!tree.isExpandable("bread") && tree.keepsExpansion("pear"));
  tree.collapse("pear");
  assert(!tree.keepsExpansion("pear"));
  tree.keepExpansion("pear");
  assert(tree.keepsExpansion("pear"));
  assert.strictEqual(String(tree), '+ "fruit"\n    "apple"\n  - "pear"\n      "seed"\n  "bread"');
  for (const call of ["isExpanded", "isExpandable", "keepsExpansion", "isVisible", "levelOfItem", "parentOfItem"]) {
    refuses(() => tree[call]("nobody"), `UNKNOWN_IDENTIFIER: ${call}: there is no item "nobody"`);
  }
  refuses(
    () => tree.appendItems({ id: 1, expanded: 1 }),
    "INVALID_ARGUMENT: appendItems: item 1: expanded: true or false expected, got 1",
  );
  tree.dispose();
  assert.strictEqual(String(tree), "disposed section snapshot");
});

test("items are marked and updated, with the content that they have now", () => {
  const apple = { id: "apple", price: 1, children: [] };
  const tree = new SectionSnapshot([apple, "pear", { id: "plum", price: 3 }]);
  const before = tree.copy();
  apple.price = 2;
  tree.reconfigureItems("apple");
  tree.reloadItems(["pear"]);
  assert.deepStrictEqual([tree.item("apple").price, before.item("apple").price], [2, 1]);
  assert.strictEqual(tree.updateItems([{ id: "plum", color: "blue" }, "pear"]), 1);
  assert.deepStrictEqual({ ...tree.item("plum") }, { id: "plum", price: 3, color: "blue" });
  assert.deepStrictEqual(
    [tree.reloadedItemIdentifiers(), tree.reconfiguredItemIdentifiers()],
    [["pear"], ["apple", "plum"]],
  );
  assert.deepStrictEqual(
    [tree.item("pear"), tree.item("nobody"), tree.equals(before), tree.equals(5)],
    ["pear", undefined, false, false],
  );
  refuses(() => tree.updateItems({ id: "nobody" }), 'UNKNOWN_IDENTIFIER: updateItems: there is no item "nobody"');
});

test("contents of a tree stay after many edits", () => {
  const tree = new SectionSnapshot([{ id: 0, title: "first" }]);
  for (let round = 1; round < 300; round += 1) {
    tree.appendItems({ id: 1, round });
    tree.deleteItems(1);
  }
  assert.strictEqual(tree.item(0).title, "first");
});

test("a transaction has what happened in each section, as trees", () => {
  const source = new DataSource();
  source.applySection(fruit(), "shop");
  const transaction = source.toggleItem("fruit");
  const [{ section, initialSnapshot, finalSnapshot, difference }, ...more] = transaction.sectionTransactions;
  assert.deepStrictEqual([section, more.length], ["shop", 0]);
  assert.deepStrictEqual([initialSnapshot.isExpanded("fruit"), finalSnapshot.isExpanded("fruit")], [false, true]);
  assert.deepStrictEqual(
    difference.insertedItems.map(({ id }) => id),
    ["apple", "pear"],
  );
  transaction.dispose();
  assert(initialSnapshot.isDisposed && finalSnapshot.isDisposed && difference.isDisposed && transaction.isDisposed);
  assert.deepStrictEqual([String(transaction), String(difference)], ["disposed transaction", "disposed difference"]);
});

test("handlers are told of items, and properties return what was set", () => {
  const told = [];
  const tell = (item) => void told.push(item);
  const cell = String;
  const source = new DataSource({
    cell,
    header: cell,
    willExpandItem: tell,
    willCollapseItem: tell,
    key: "uuid",
    defaultRowAnimation: "fade",
  });
  source.applySection(new SectionSnapshot([{ uuid: "fruit", children: ["apple"] }], { key: "uuid" }), "shop");
  source.toggleItem("fruit");
  source.toggleItem("fruit");
  assert.deepStrictEqual(
    told.map(({ uuid }) => uuid),
    ["fruit", "fruit"],
  );
  source.footer = cell;
  assert.deepStrictEqual(
    [source.cell, source.header, source.footer, source.willExpandItem, source.key, source.defaultRowAnimation],
    [cell, cell, cell, tell, "uuid", "fade"],
  );
  source.header = null;
  assert.deepStrictEqual([source.header, source.didReorder, source.isApplying], [undefined, undefined, false]);
});

test("a data source is asked for what is where", () => {
  const source = new DataSource({ supplementary: { header: () => undefined, footer: () => 5 } });
  source.apply(
    new Snapshot([
      { id: "a", items: [1, 2] },
      { id: "b", items: [3] },
    ]),
  );
  assert.deepStrictEqual(
    [source.indexOfSection("b"), source.indexOfSection("c"), source.sectionAt(1), source.sectionAt(2)],
    [1, undefined, "b", undefined],
  );
  assert.deepStrictEqual(
    [source.indexPathOfItem(3), source.indexPathOfItem(4), source.itemAt({ section: 0, item: 1 })],
    [{ section: 1, item: 0 }, undefined, 2],
  );
  assert.deepStrictEqual([source.item(3), source.item(4), source.section("c")], [3, undefined, undefined]);
  assert.strictEqual(source.supplementaryCell("header", 0), undefined);
  refuses(
    () => source.supplementaryCell("footer", 1),
    'INVALID_CELL: footer: section "b" at 1: string or object expected, got 5',
  );
  source.cell = () => ({ text: ["x"] });
  refuses(
    () => source.cellAt({ section: 0, item: 0 }),
    "INVALID_CELL: cell: item 1 at section 0, item 0: text: string expected, got an array",
  );
  const list = source.snapshot();
  assert.deepStrictEqual(
    [list.indexOfSection("b"), list.containsSection("b"), list.containsSection("c")],
    [1, true, false],
  );
  assert.strictEqual(String(list), '"a" (2 items)\n  1\n  2\n"b" (1 item)\n  3');
  assert.strictEqual(String(source), "data source (2 sections, 3 items)");
  const single = new DataSource();
  single.apply(Snapshot.of(["x"]));
  assert.strictEqual(String(single), "data source (1 section, 1 item)");
  single.dispose();
  list.dispose();
  source.dispose();
  assert.deepStrictEqual([String(list), String(source)], ["disposed snapshot", "disposed data source"]);
});

test("a difference has a list for each kind of change", () => {
  const source = new DataSource();
  source.apply(new Snapshot([{ id: "a", items: [1, 2, 3] }, "b", "c"]));
  const next = new Snapshot(["c", { id: "a", title: "A", items: [2, 1] }, "d"]);
  next.reloadItems(2);
  const { difference } = source.apply(next);
  const ids = (kind) => difference[kind].map(({ id }) => id);
  assert.deepStrictEqual(
    [ids("deletedSections"), ids("insertedSections"), ids("updatedSections")],
    [["b"], ["d"], ["a"]],
  );
  assert.deepStrictEqual(
    [ids("deletedItems"), ids("insertedItems"), ids("reloadedItems"), ids("reconfiguredItems")],
    [[3], [], [2], []],
  );
  assert.deepStrictEqual(
    [difference.movedSections.length, difference.movedItems.length, difference.isEmpty],
    [1, 1, false],
  );
});

test("a list that is described again as it was changes nothing", () => {
  const source = new DataSource();
  const symbol = Symbol("s");
  const describe = () => {
    const snapshot = source.newSnapshot();
    snapshot.appendSections({ id: "s", items: [1, 2, 3].map((id) => ({ id, tags: ["x", id], symbol })) });
    return source.apply(snapshot);
  };
  describe();
  assert.strictEqual(String(describe()), "no changes");
  assert.strictEqual(String(describe()), "no changes");
  assert.deepStrictEqual(source.item(2).tags, ["x", 2]);
});
