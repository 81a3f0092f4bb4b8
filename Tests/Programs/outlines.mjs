// Prints the forests of a snapshot, and checks that its look-ups agree.
import assert from "node:assert";
import { SectionSnapshot } from "../../build/web/diffable.js";
import { print, token, tokens } from "./words.mjs";

const same = (left, right) => tokens(left) === tokens(right);

// A dot for each level, and a plus sign behind what is expanded, an asterisk behind what is expandable, and a question
// mark behind what keeps its expansion.
function addNode(snapshot, item, parent, level, isVisible, found) {
  const isExpanded = snapshot.isExpanded(item);
  assert(
    snapshot.containsItem(item)
      && snapshot.levelOfItem(item) === level
      && snapshot.parentOfItem(item) === parent
      && snapshot.isVisible(item) === isVisible
      && (snapshot.indexOfItem(item) !== undefined) === isVisible,
    "an item is elsewhere in its tree",
  );
  found.text +=
    ` ${".".repeat(level)}${token(snapshot.item(item))}${isExpanded ? "+" : ""}${snapshot.isExpandable(item) ? "*" : ""}`
    + (snapshot.keepsExpansion(item) ? "?" : "");
  found.all.push(item);
  if (isVisible) found.visible.push(item);
  if (isExpanded) found.expanded.push(item);
  const children = snapshot.childrenOfItem(item);
  assert(children.length === snapshot.numberOfChildren(item), "an item has other children");
  for (const child of children) addNode(snapshot, child, item, level + 1, isVisible && isExpanded, found);
}

// The items of a section, or of a section snapshot, and how they are spelled.
function outline(snapshot, section) {
  const found = { text: "", all: [], visible: [], expanded: [], roots: snapshot.rootItemIdentifiers(section) };
  for (const root of found.roots) addNode(snapshot, root, undefined, 0, true, found);
  assert(same(snapshot.itemIdentifiers(section), found.visible), "a section has other items");
  return found;
}

// The items of a section snapshot as they are spelled.
export const outlineText = (tree) => outline(tree).text;

// Prints the sections of a list, or a section snapshot. Returns the numbers of all items, roots and expanded items.
export function printOutlines(snapshot) {
  const isTree = snapshot instanceof SectionSnapshot;
  const sections = isTree ? [undefined] : snapshot.sectionIdentifiers();
  const found = sections.map((section) => outline(snapshot, section));
  for (const [index, section] of sections.entries()) {
    print(`${isTree ? "tree" : `section ${token(snapshot.section(section))}`}:${found[index].text}`);
  }
  const [all, roots, expanded] = ["all", "roots", "expanded"].map((name) => found.flatMap((one) => one[name]));
  assert(
    same(snapshot.allItemIdentifiers(), all) && same(snapshot.expandedItemIdentifiers(), expanded),
    "a list has other items",
  );
  return [all.length, roots.length, expanded.length];
}
