// Prints what there is to know of snapshots and differences.
import { Snapshot } from "../../build/web/diffable.js";
import * as replay from "./replay.mjs";
import { outline } from "./trees.mjs";
import { optional, place, print, reply, token, tokens } from "./words.mjs";

export function state(snapshot) {
  for (const section of snapshot.sectionIdentifiers()) {
    const items = tokens(snapshot.itemIdentifiers(section), (item) => token(snapshot.item(item)));
    print(`section ${token(snapshot.section(section))}:${items === "" ? "" : ` ${items}`}`);
  }
  const marks = {
    reload: snapshot.reloadedItemIdentifiers(), reconfigure: snapshot.reconfiguredItemIdentifiers(),
    reload_sections: snapshot.reloadedSectionIdentifiers(), reconfigure_sections: snapshot.reconfiguredSectionIdentifiers(),
  };
  for (const [mark, marked] of Object.entries(marks)) if (marked.length > 0) print(`${mark} ${tokens(marked)}`);
  print(`ok ${snapshot.numberOfSections()} ${snapshot.numberOfItems()}`);
}

export function find(snapshot, name) {
  const path = snapshot.indexPathOfItem(name);
  if (path && snapshot.containsItem(name)) {
    const section = token(snapshot.sectionContainingItem(name));
    print(`item ${place(path)} ${snapshot.indexOfItem(name)} ${section} ${token(snapshot.item(name))}`);
  }
  const index = snapshot.indexOfSection(name);
  if (index !== undefined && snapshot.containsSection(name)) print(`section ${index} ${token(snapshot.section(name))}`);
  reply(() => snapshot.numberOfItems(name));
}

export function at(snapshot, path) {
  print(`ok ${optional(snapshot.sectionAt(path.section))} ${optional(snapshot.itemAt(path))}`);
}

export function items(snapshot, section) {
  reply(() => tokens(snapshot.itemIdentifiers(section)) || undefined);
}

const kinds = {
  deleted_sections: "deletedSections", inserted_sections: "insertedSections", updated_sections: "updatedSections",
  deleted_items: "deletedItems", inserted_items: "insertedItems", reloaded_items: "reloadedItems",
  reconfigured_items: "reconfiguredItems",
};

export function changes(difference, old, fresh) {
  const at = (where) => where === undefined ? "-" : typeof where === "object" ? place(where) : where;
  for (const [kind, name] of Object.entries(kinds)) {
    const list = difference[name].map(({ id, from, to, withSection }) => `${token(id)} ${at(from)}>${at(to)}${withSection ? "*" : ""}`);
    if (list.length > 0) print(`${kind} ${list.join(", ")}`);
  }
  print(`moved ${difference.movedSections.length} ${difference.movedItems.length}`);
  if (!replay.batch(difference, old, fresh)) print("the batch leads elsewhere");
  if (!replay.steps(difference, old, fresh)) print("the steps lead elsewhere");
}

// A list of one section that shows a tree.
function listOf(tree, section) {
  const list = new Snapshot(section);
  list.appendItems(tree.visibleItemIdentifiers().map((item) => tree.item(item)));
  return list;
}

export function transaction(transaction) {
  if (!transaction) return print("ok none");
  for (const { section, initialSnapshot, finalSnapshot, difference } of transaction.sectionTransactions) {
    print(`changed ${token(section)}:${outline(initialSnapshot)} >${outline(finalSnapshot)}`);
    const old = listOf(initialSnapshot, transaction.initialSnapshot.section(section));
    changes(difference, old, listOf(finalSnapshot, transaction.finalSnapshot.section(section)));
  }
  const counts = `${transaction.initialSnapshot.numberOfItems()}>${transaction.finalSnapshot.numberOfItems()}`;
  print(`ok ${transaction.animation} ${counts} ${transaction}`);
}
