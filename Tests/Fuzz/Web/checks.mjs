// That lists agree with themselves, however they are asked.
import assert from "node:assert";
import { difference } from "../../../build/fuzz/diffable_web.mjs";
import * as replay from "../../Programs/replay.mjs";

export function checkSnapshot(snapshot) {
  const sections = snapshot.sectionIdentifiers();
  const items = snapshot.itemIdentifiers();
  assert.strictEqual(sections.length, snapshot.numberOfSections());
  assert.strictEqual(items.length, snapshot.numberOfItems());
  assert.strictEqual(new Set(items).size, items.length);
  let seen = 0;
  for (const [section, id] of sections.entries()) {
    assert.strictEqual(snapshot.indexOfSection(id), section);
    assert.strictEqual(snapshot.sectionAt(section), id);
    assert(snapshot.containsSection(id));
    for (const [item, name] of snapshot.itemIdentifiers(id).entries()) {
      assert.strictEqual(name, items[seen]);
      assert.strictEqual(snapshot.indexOfItem(name), seen);
      assert.deepStrictEqual(snapshot.indexPathOfItem(name), { section, item });
      assert.strictEqual(snapshot.itemAt({ section, item }), name);
      assert.strictEqual(snapshot.sectionContainingItem(name), id);
      seen += 1;
    }
    assert.strictEqual(snapshot.itemAt({ section, item: snapshot.numberOfItems(id) }), undefined);
  }
  assert.strictEqual(seen, items.length);
  for (const id of [...snapshot.reloadedItemIdentifiers(), ...snapshot.reconfiguredItemIdentifiers()]) assert(snapshot.containsItem(id));
  const copy = snapshot.copy();
  assert(copy.equals(snapshot) && difference(snapshot, copy).movedItems.length === 0);
}

export function checkTree(tree) {
  const items = tree.itemIdentifiers();
  assert.strictEqual(items.length, tree.numberOfItems());
  assert.strictEqual(new Set(items).size, items.length);
  const visible = new Set(tree.visibleItemIdentifiers());
  const expanded = new Set(tree.expandedItemIdentifiers());
  for (const [index, id] of items.entries()) {
    const parent = tree.parentOfItem(id);
    assert.strictEqual(tree.levelOfItem(id), parent === undefined ? 0 : tree.levelOfItem(parent) + 1);
    assert.strictEqual(tree.indexOfItem(id), index);
    assert.strictEqual(tree.isVisible(id), visible.has(id));
    assert.strictEqual(tree.isExpanded(id), expanded.has(id));
    assert.strictEqual(visible.has(id), parent === undefined || visible.has(parent) && expanded.has(parent));
  }
  assert.deepStrictEqual(tree.rootItemIdentifiers(), items.filter((id) => tree.parentOfItem(id) === undefined));
  assert(tree.copy().equals(tree));
}

export function checkSource(source) {
  const list = source.snapshot();
  checkSnapshot(list);
  for (const [section, id] of list.sectionIdentifiers().entries()) {
    assert.strictEqual(source.indexOfSection(id), section);
    assert.deepStrictEqual(source.sectionSnapshot(id).visibleItemIdentifiers(), list.itemIdentifiers(id));
    for (const [item, name] of list.itemIdentifiers(id).entries()) {
      assert.strictEqual(source.itemAt({ section, item }), name);
      assert.deepStrictEqual(source.indexPathOfItem(name), { section, item });
    }
  }
}

/** That the changes lead from one list to another one. */
export function checkDifference(old, fresh) {
  const found = difference(old, fresh);
  assert(replay.batch(found, old, fresh), "as a batch");
  assert(replay.steps(found, old, fresh), "step by step");
  assert.strictEqual(found.isEmpty, String(found) === "no changes");
}
