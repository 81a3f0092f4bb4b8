import { Contents } from "./contents.js";
import { Elements, identifier, identifiers, listOf, updatedContent } from "./elements.js";
import { invoke } from "./calls.js";
import { quoted, refuseArgument, refuseUnknown } from "./errors.js";
import { Adopted, Handle } from "./handles.js";
import {
  idFrom, memory, putId, putIds, readIds, readNumber, reserve, reserveIds, wasm, withScratch,
} from "./memory.js";

// What an item of a tree may say beside its content.
const treeFields = new Set(["children", "expanded", "expandable"]);

/** What one section should be, as a tree: items below items, each expanded or collapsed. */
export class SectionSnapshot extends Handle {
  #contents;
  #key;

  constructor(items, options) {
    const isAdopted = items instanceof Adopted;
    super(isAdopted ? items.address : wasm.diffable_section_snapshot_new(), isAdopted && items.isBorrowed ? () => {} : wasm.diffable_section_snapshot_free);
    this.#contents = isAdopted ? items.contents : new Contents();
    this.#key = (isAdopted ? items : options)?.key ?? "id";
    if (!isAdopted && items !== undefined) this.#add("SectionSnapshot", wasm.diffable_section_snapshot_append, items, undefined);
  }

  /** The contents of a tree, for other classes of this module. */
  static contents(tree) {
    return tree.#contents;
  }

  /** The revisions of all items of a tree. */
  static revisions(tree, call) {
    return treeRevisions(Handle.address(tree, call));
  }

  // Edits

  #elements(call, list, revisionOf) {
    if (this.#contents.isCrowded) this.#contents = this.#contents.compacted(SectionSnapshot.revisions(this, call));
    return this.#read(call, list, revisionOf);
  }

  // Reads elements in the middle of an edit, whose contents the tree does not have yet.
  #read(call, list, revisionOf) {
    const contents = this.#contents;
    const elements = new Elements(list, call, { key: this.#key, contents, omitted: treeFields, revisionOf });
    // A getter of the caller's may have edited the tree meanwhile.
    if (this.#contents !== contents) this.#contents.take(contents, elements.revisions);
    return elements;
  }

  #add(call, fn, items, anchor) {
    const list = listOf(items, call, 1);
    withScratch(() => {
      const isFlat = !list.some((item) => typeof item === "object" && item !== null && [...treeFields].some((field) => item[field] !== undefined));
      if (isFlat) {
        const elements = this.#elements(call, list);
        return invoke(call, fn, [Handle.address(this, call), ...elements.put(), putId(anchor)]);
      }
      // With levels, a copy is edited first, so that nothing changes if an item at any level is refused.
      const edited = wasm.diffable_section_snapshot_copy(Handle.address(this, call));
      try {
        this.#addLevels(call, fn, edited, list, anchor);
        invoke(call, wasm.diffable_section_snapshot_assign, [Handle.address(this, call), edited]);
      } finally {
        wasm.diffable_section_snapshot_free(edited);
      }
    });
  }

  // Adds items, and then, level by level, what is below them.
  #addLevels(call, fn, tree, items, anchor) {
    const levels = [[fn, items, anchor]];
    const said = { expanded: [], collapsed: [], keeping: [], expandable: [] };
    for (const [add, list, parent] of levels) {
      const elements = levels.length === 1 ? this.#elements(call, list) : this.#read(call, list);
      withScratch(() => invoke(call, add, [tree, ...elements.put(), putId(parent)]));
      list.forEach((item, index) => {
        if (typeof item !== "object") return;
        const id = elements.ids[index];
        const { children, expanded, expandable } = item;
        if (typeof expanded === "boolean") said[expanded ? "expanded" : "collapsed"].push(id);
        else if (expanded !== undefined) refuseArgument(call, 1, "true or false in \"expanded\"", expanded);
        else if (children !== undefined) said.keeping.push(id);
        if (expandable) said.expandable.push(id);
        if (children !== undefined) levels.push([wasm.diffable_section_snapshot_append, listOf(children, call, 1), id]);
      });
    }
    const tell = (fn, ids, ...more) => withScratch(() => invoke(call, fn, [tree, putIds(ids), ids.length, ...more]));
    tell(wasm.diffable_section_snapshot_keep_expansion, said.keeping);
    tell(wasm.diffable_section_snapshot_expand, said.expanded);
    tell(wasm.diffable_section_snapshot_collapse, said.collapsed);
    tell(wasm.diffable_section_snapshot_set_expandable, said.expandable, 1);
  }

  #set(call, fn, list, ...more) {
    const ids = identifiers(list, call, 1, this.#key);
    withScratch(() => invoke(call, fn, [Handle.address(this, call), putIds(ids), ids.length, ...more]));
  }

  #mark(call, fn, list) {
    const revisionOf = (id, found) => {
      const revision = this.#revision(id, call);
      const original = this.#contents.original(revision);
      if (original === undefined) return revision;
      found(true);
      return this.#contents.add(original, treeFields);
    };
    const elements = this.#elements(call, listOf(list, call, 1), revisionOf);
    withScratch(() => invoke(call, fn, [Handle.address(this, call), ...elements.put()]));
  }

  append(items, parent) {
    this.#add("append", wasm.diffable_section_snapshot_append, items, identifier(parent, "append", 2, this.#key, true));
  }

  insertBefore(items, anchor) {
    this.#add("insertBefore", wasm.diffable_section_snapshot_insert_before, items, identifier(anchor, "insertBefore", 2, this.#key));
  }

  insertAfter(items, anchor) {
    this.#add("insertAfter", wasm.diffable_section_snapshot_insert_after, items, identifier(anchor, "insertAfter", 2, this.#key));
  }

  delete(list) {
    const ids = identifiers(list, "delete", 1, this.#key);
    return withScratch(() => {
      const deleted = reserve(4);
      invoke("delete", wasm.diffable_section_snapshot_delete, [Handle.address(this, "delete"), putIds(ids), ids.length, deleted]);
      return memory()[deleted >> 2];
    });
  }

  clear() {
    withScratch(() => invoke("clear", wasm.diffable_section_snapshot_clear, [Handle.address(this, "clear")]));
  }

  replaceChildren(parent, children) {
    const call = "replaceChildren";
    const id = identifier(parent, call, 1, this.#key);
    if (!Handle.is(children, SectionSnapshot)) refuseArgument(call, 2, "SectionSnapshot", children);
    this.#contents.take(children.#contents, SectionSnapshot.revisions(children, call));
    withScratch(() => {
      const addresses = [Handle.address(this, call), putId(id), Handle.address(children, call)];
      invoke(call, wasm.diffable_section_snapshot_replace_children, addresses);
    });
  }

  expand(ids) {
    this.#set("expand", wasm.diffable_section_snapshot_expand, ids);
  }

  collapse(ids) {
    this.#set("collapse", wasm.diffable_section_snapshot_collapse, ids);
  }

  keepExpansion(ids) {
    this.#set("keepExpansion", wasm.diffable_section_snapshot_keep_expansion, ids);
  }

  setExpandable(ids, isExpandable) {
    this.#set("setExpandable", wasm.diffable_section_snapshot_set_expandable, ids, isExpandable ? 1 : 0);
  }

  reloadItems(items) {
    this.#mark("reloadItems", wasm.diffable_section_snapshot_reload_items, items);
  }

  reconfigureItems(items) {
    this.#mark("reconfigureItems", wasm.diffable_section_snapshot_reconfigure_items, items);
  }

  updateItems(items) {
    const call = "updateItems";
    const merged = listOf(items, call, 1).map((entry) => {
      const old = this.#contents.get(this.#revision(identifier(entry, call, 1, this.#key), call));
      return updatedContent(old, entry);
    });
    const elements = this.#elements(call, merged, (id) => this.#revision(id, call));
    return withScratch(() => {
      const updated = reserve(4);
      invoke(call, wasm.diffable_section_snapshot_update_items, [Handle.address(this, call), ...elements.put(), updated]);
      return memory()[updated >> 2];
    });
  }

  // Look-ups

  #find(call, fn, item) {
    const id = identifier(item, call, 1, this.#key);
    return withScratch(() => fn(Handle.address(this, call), putId(id)));
  }

  // The identifier of an item that the tree has.
  #known(call, item) {
    const id = identifier(item, call, 1, this.#key);
    if (!this.containsItem(id)) refuseUnknown(call, "item", id);
    return id;
  }

  #revision(id, call) {
    return withScratch(() => wasm.diffable_web_tree_revision(Handle.address(this, call), putId(id)));
  }

  #list(call, read) {
    return withScratch(() => {
      const address = Handle.address(this, call);
      const count = wasm.diffable_section_snapshot_number_of_items(address);
      const ids = reserveIds(count);
      return readIds(ids, read(address, 0, ids, count));
    });
  }

  itemIdentifiers() {
    return this.#list("itemIdentifiers", wasm.diffable_section_snapshot_item_identifiers);
  }

  rootItemIdentifiers() {
    return this.#list("rootItemIdentifiers", wasm.diffable_section_snapshot_root_item_identifiers);
  }

  visibleItemIdentifiers() {
    return this.#list("visibleItemIdentifiers", wasm.diffable_section_snapshot_visible_item_identifiers);
  }

  expandedItemIdentifiers() {
    return this.#list("expandedItemIdentifiers", wasm.diffable_section_snapshot_expanded_item_identifiers);
  }

  reloadedItemIdentifiers() {
    return this.#list("reloadedItemIdentifiers", wasm.diffable_section_snapshot_reloaded_item_identifiers);
  }

  reconfiguredItemIdentifiers() {
    return this.#list("reconfiguredItemIdentifiers", wasm.diffable_section_snapshot_reconfigured_item_identifiers);
  }

  numberOfItems() {
    return wasm.diffable_section_snapshot_number_of_items(Handle.address(this, "numberOfItems"));
  }

  isExpanded(id) {
    return this.#find("isExpanded", wasm.diffable_section_snapshot_is_expanded, this.#known("isExpanded", id)) === 1;
  }

  isExpandable(id) {
    return this.#find("isExpandable", wasm.diffable_section_snapshot_is_expandable, this.#known("isExpandable", id)) === 1;
  }

  keepsExpansion(id) {
    return this.#find("keepsExpansion", wasm.diffable_section_snapshot_keeps_expansion, this.#known("keepsExpansion", id)) === 1;
  }

  isVisible(id) {
    return this.#find("isVisible", wasm.diffable_section_snapshot_is_visible, this.#known("isVisible", id)) === 1;
  }

  containsItem(id) {
    return this.#find("containsItem", wasm.diffable_section_snapshot_contains_item, id) === 1;
  }

  levelOfItem(id) {
    return this.#find("levelOfItem", wasm.diffable_section_snapshot_level_of_item, this.#known("levelOfItem", id));
  }

  indexOfItem(id) {
    const index = this.#find("indexOfItem", wasm.diffable_section_snapshot_index_of_item, id);
    return index < 0 ? undefined : index;
  }

  parentOfItem(item) {
    const id = this.#known("parentOfItem", item);
    return idFrom((parent) => wasm.diffable_section_snapshot_parent_of_item(parent, Handle.address(this, "parentOfItem"), putId(id)));
  }

  item(item) {
    const id = identifier(item, "item", 1, this.#key);
    return this.#contents.get(this.#revision(id, "item")) ?? (this.containsItem(id) ? id : undefined);
  }

  snapshotOf(parent, includingParent = false) {
    const call = "snapshotOf";
    const id = identifier(parent, call, 1, this.#key);
    return withScratch(() => {
      const out = reserve(4);
      invoke(call, wasm.diffable_section_snapshot_snapshot_of, [Handle.address(this, call), putId(id), includingParent ? 1 : 0, out]);
      return new SectionSnapshot(new Adopted(memory()[out >> 2], this.#contents, this.#key));
    });
  }

  copy() {
    const address = wasm.diffable_section_snapshot_copy(Handle.address(this, "copy"));
    return new SectionSnapshot(new Adopted(address, this.#contents, this.#key));
  }

  equals(other) {
    return Handle.is(other, SectionSnapshot)
      && wasm.diffable_section_snapshot_equal(Handle.address(this, "equals"), Handle.address(other, "equals")) === 1;
  }

  toString() {
    if (this.isDisposed) return "disposed section snapshot";
    return this.itemIdentifiers()
      .map((id) => `${"  ".repeat(this.levelOfItem(id))}${this.isExpanded(id) ? "-" : this.isExpandable(id) ? "+" : " "} ${quoted(id)}`)
      .join("\n");
  }
}

/** The revisions of all items of the tree at an address. */
export function treeRevisions(address) {
  return withScratch(() => {
    const count = wasm.diffable_section_snapshot_number_of_items(address);
    const numbers = reserve(count * 8);
    wasm.diffable_web_tree_revisions(address, reserveIds(count), numbers);
    return Array.from({ length: count }, (_, index) => readNumber(numbers + index * 8));
  });
}
