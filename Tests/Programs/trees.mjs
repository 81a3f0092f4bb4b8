// The registers that hold section snapshots, and the calls on them alone.
import assert from "node:assert";
import { SectionSnapshot } from "../../build/web/diffable.js";
import { elements, identifier, optional, print, reply, token, tokens } from "./words.mjs";

export const trees = { t0: new SectionSnapshot(), t1: new SectionSnapshot() };

// " 6+ .7 ..8": a dot for each level, and a plus sign behind what is expanded, an asterisk behind what is expandable, and a question mark
// behind what keeps its expansion.
export function outline(tree) {
  const above = [];
  return tree.itemIdentifiers().map((item, index) => {
    const level = tree.levelOfItem(item);
    above[level] = item;
    assert(tree.indexOfItem(item) === index && tree.parentOfItem(item) === above[level - 1], "a tree does not know its item");
    return ` ${".".repeat(level)}${token(tree.item(item))}${tree.isExpanded(item) ? "+" : ""}${tree.isExpandable(item) ? "*" : ""}`
      + (tree.keepsExpansion(item) ? "?" : "");
  }).join("");
}

export function state(tree) {
  if (tree.numberOfItems() > 0) print(`tree${outline(tree)}`);
  for (const [name, marked] of [["reload", tree.reloadedItemIdentifiers()], ["reconfigure", tree.reconfiguredItemIdentifiers()]]) {
    if (marked.length > 0) print(`${name} ${tokens(marked)}`);
  }
  const counts = [tree.visibleItemIdentifiers(), tree.rootItemIdentifiers(), tree.expandedItemIdentifiers()].map((list) => list.length);
  print(`ok ${tree.numberOfItems()} ${counts.join(" ")}`);
}

const calls = {
  state: (register) => state(trees[register]),
  equal: (left, right) => print(`ok ${trees[left].equals(trees[right])}`),
  copy(register, original) {
    trees[register] = trees[original].copy();
    print("ok");
  },
  find(register, name) {
    const [tree, item] = [trees[register], identifier(name)];
    reply(() => {
      const level = tree.levelOfItem(item);
      if (level === undefined) return undefined;
      assert(tree.containsItem(item), "an item with a level is not there");
      return `${tree.indexOfItem(item)} ${level} ${optional(tree.parentOfItem(item))}${tree.isExpanded(item) ? " expanded" : ""}`
        + (tree.isVisible(item) ? "" : " hidden");
    });
  },
  snapshot_of: (register, parent, part, whole) =>
    reply(() => void (trees[part] = trees[register].snapshotOf(identifier(parent), whole !== undefined))),
  replace_children: (register, parent, children) => reply(() => trees[register].replaceChildren(identifier(parent), trees[children])),
  set_expandable: (register, items, isExpandable) =>
    reply(() => trees[register].setExpandable(elements(items), isExpandable === "true")),
  delete_all: (register) => reply(() => trees[register].clear()),
};

const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

// Carries out a call on the section snapshot in a register: where it is none of these, it is a method of that.
export function perform([name, register, list, anchor, more]) {
  if (calls[name]) return calls[name](register, list, anchor, more);
  reply(() => {
    const result = trees[register][camelCase(name)](elements(list), identifier(anchor));
    return name === "delete" || name === "update_items" ? result : undefined;
  });
}
