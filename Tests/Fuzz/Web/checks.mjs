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
  for (const id of [...snapshot.reloadedItemIdentifiers(), ...snapshot.reconfiguredItemIdentifiers()])
    assert(snapshot.containsItem(id));
  checkTrees(snapshot, items);
  const copy = snapshot.copy();
  assert(copy.equals(snapshot) && difference(snapshot, copy).movedItems.length === 0);
}

function checkTrees(snapshot, visible) {
  const all = snapshot.allItemIdentifiers();
  assert.strictEqual(new Set(all).size, all.length);
  const expanded = new Set(snapshot.expandedItemIdentifiers());
  for (const id of all) {
    const parent = snapshot.parentOfItem(id);
    assert.strictEqual(snapshot.levelOfItem(id), parent === undefined ? 0 : snapshot.levelOfItem(parent) + 1);
    assert.strictEqual(snapshot.isExpanded(id), expanded.has(id));
    assert.strictEqual(
      snapshot.isVisible(id),
      parent === undefined || (snapshot.isVisible(parent) && expanded.has(parent)),
    );
    assert.strictEqual(snapshot.numberOfChildren(id), snapshot.childrenOfItem(id).length);
    for (const child of snapshot.childrenOfItem(id)) assert.strictEqual(snapshot.parentOfItem(child), id);
    assert(snapshot.containsItem(id));
    if (parent !== undefined)
      assert.strictEqual(snapshot.sectionContainingItem(id), snapshot.sectionContainingItem(parent));
  }
  assert.deepStrictEqual(
    all.filter((id) => snapshot.isVisible(id)),
    visible,
  );
  assert.deepStrictEqual(
    snapshot.rootItemIdentifiers(),
    all.filter((id) => snapshot.parentOfItem(id) === undefined),
  );
  for (const section of snapshot.sectionIdentifiers()) {
    const tree = snapshot.sectionSnapshot(section);
    assert.deepStrictEqual(
      tree.allItemIdentifiers(),
      all.filter((id) => snapshot.sectionContainingItem(id) === section),
    );
    assert.deepStrictEqual(tree.itemIdentifiers(), snapshot.itemIdentifiers(section));
  }
}

export function checkSource(source) {
  const list = source.snapshot();
  checkSnapshot(list);
  for (const [section, id] of list.sectionIdentifiers().entries()) {
    assert.strictEqual(source.indexOfSection(id), section);
    assert.deepStrictEqual(
      source.sectionSnapshot(id).allItemIdentifiers(),
      list.sectionSnapshot(id).allItemIdentifiers(),
    );
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
