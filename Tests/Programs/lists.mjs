// Prints what there is to know of snapshots and differences.
import { SectionSnapshot } from "../../build/web/diffable.js";
import { outlineText, printOutlines } from "./outlines.mjs";
import * as replay from "./replay.mjs";
import { found, optional, place, print, reply, token, tokens } from "./words.mjs";

// The last line has the numbers of sections, visible items, all items, roots and expanded items.
export function state(snapshot) {
  const counts = printOutlines(snapshot);
  const marks = {
    reload: snapshot.reloadedItemIdentifiers(),
    reconfigure: snapshot.reconfiguredItemIdentifiers(),
    reload_sections: snapshot.reloadedSectionIdentifiers(),
    reconfigure_sections: snapshot.reconfiguredSectionIdentifiers(),
  };
  for (const [mark, marked] of Object.entries(marks)) if (marked.length > 0) print(`${mark} ${tokens(marked)}`);
  print(`ok ${snapshot.numberOfSections()} ${snapshot.numberOfItems()} ${counts.join(" ")}`);
}

function item(snapshot, name) {
  const path = snapshot.indexPathOfItem(name);
  const section = snapshot instanceof SectionSnapshot ? undefined : snapshot.sectionContainingItem(name);
  const words = [
    "item",
    path ? place(path) : "-",
    snapshot.indexOfItem(name) ?? "-",
    optional(section),
    token(snapshot.item(name)),
    snapshot.levelOfItem(name),
    optional(snapshot.parentOfItem(name)),
    snapshot.numberOfChildren(name),
  ];
  print(
    `${words.join(" ")}${snapshot.isExpanded(name) ? " expanded" : ""}${snapshot.isVisible(name) ? "" : " hidden"}`,
  );
}

export function find(snapshot, name) {
  if (found(() => snapshot.containsItem(name))) item(snapshot, name);
  if (snapshot instanceof SectionSnapshot) return print("ok");
  const index = found(() => snapshot.indexOfSection(name));
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
  deleted_sections: "deletedSections",
  inserted_sections: "insertedSections",
  updated_sections: "updatedSections",
  deleted_items: "deletedItems",
  inserted_items: "insertedItems",
  reloaded_items: "reloadedItems",
  reconfigured_items: "reconfiguredItems",
};

export function changes(difference, old, fresh) {
  const at = (where) => (where === undefined ? "-" : typeof where === "object" ? place(where) : where);
  for (const [kind, name] of Object.entries(kinds)) {
    const list = difference[name].map(
      ({ id, from, to, withSection }) => `${token(id)} ${at(from)}>${at(to)}${withSection ? "*" : ""}`,
    );
    if (list.length > 0) print(`${kind} ${list.join(", ")}`);
  }
  print(`moved ${difference.movedSections.length} ${difference.movedItems.length}`);
  if (!replay.batch(difference, old, fresh)) print("the batch leads elsewhere");
  if (!replay.steps(difference, old, fresh)) print("the steps lead elsewhere");
}

export function transaction(transaction) {
  if (!transaction) return print("ok none");
  for (const { section, initialSnapshot, finalSnapshot, difference } of transaction.sectionTransactions) {
    print(`changed ${token(section)}:${outlineText(initialSnapshot)} >${outlineText(finalSnapshot)}`);
    changes(difference, initialSnapshot, finalSnapshot);
  }
  const counts = `${transaction.initialSnapshot.numberOfItems()}>${transaction.finalSnapshot.numberOfItems()}`;
  print(`ok ${transaction.animation} ${counts} ${transaction}`);
}
