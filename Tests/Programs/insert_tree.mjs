// Inserts all items of a section snapshot into a snapshot. In JavaScript trees are described instead, so this takes an
// edit for each item. But the children that items keep are lost, because nothing tells which items keep them; programs
// do not insert such trees.
import { Snapshot } from "../../build/web/diffable.js";
import { found } from "./words.mjs";

function insert(snapshot, items, placement, id) {
  if (id === undefined) snapshot.appendItems(items);
  else if (placement === "section") snapshot.appendItems(items, { section: id });
  else if (placement === "parent") snapshot.appendItems(items, { parent: id });
  else if (placement === "before") snapshot.insertItemsBefore(items, id);
  else snapshot.insertItemsAfter(items, id);
}

// Returns the snapshot after the edit. Throws an error that names another call.
export function insertTree(snapshot, tree, placement, id) {
  new Snapshot().setSectionSnapshot(tree, "only a section snapshot");
  const contents = (items) => items.map((item) => tree.item(item));
  const all = tree.allItemIdentifiers();
  const copy = snapshot.copy();
  insert(copy, [], placement, id);
  if (all.some((item) => found(() => copy.containsItem(item)))) copy.appendItems(contents(all));
  insert(copy, contents(tree.rootItemIdentifiers()), placement, id);
  for (const item of all) {
    copy.appendItems(contents(tree.childrenOfItem(item)), { parent: item });
    if (tree.isExpanded(item)) copy.expand([item]);
    if (tree.isExpandable(item)) copy.setExpandable([item], true);
    if (tree.keepsExpansion(item)) copy.keepExpansion([item]);
  }
  copy.reloadItems(tree.reloadedItemIdentifiers());
  copy.reconfigureItems(tree.reconfiguredItemIdentifiers());
  return copy;
}
