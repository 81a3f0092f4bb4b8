import { withOutput } from "./cbor.js";
import { bytesFrom, contentFrom, objectFrom } from "./contents.js";
import { describe } from "./description.js";
import { identifier, identifiers, updatedContent } from "./elements.js";
import { invoke } from "./calls.js";
import { quoted, refuseArgument, refuseUnknown } from "./errors.js";
import { Adopted, Handle } from "./handles.js";
import { idFrom, indexOrNone, memory, pathFrom, putId, putIds, putPath, readIds, reserve, reserveIds, wasm, withScratch } from "./memory.js";
import { checkNames } from "./options.js";
import { SectionSnapshot } from "./section_snapshot.js";

/** A whole list: sections in order, and the items of each section as a forest. */
export class Snapshot extends Handle {
  #key;

  constructor(sections, options) {
    const isAdopted = sections instanceof Adopted;
    super(isAdopted ? sections.address : wasm.diffable_snapshot_new(), wasm.diffable_snapshot_free);
    this.#key = (isAdopted ? sections : options)?.key ?? "id";
    if (isAdopted || sections === undefined) return;
    this.#addSections("Snapshot", wasm.diffable_snapshot_append_sections, sections);
  }

  /** Returns an object of the right class for a snapshot of the engine. */
  static adopt(address, key) {
    const type = wasm.diffable_snapshot_is_section_snapshot(address) ? SectionSnapshot : Snapshot;
    return new type(new Adopted(address, key));
  }

  /** Appends the items that a new section snapshot is described with. */
  static fill(tree, items) {
    tree.#addItems("SectionSnapshot", wasm.diffable_snapshot_append_items, items, undefined);
  }

  // Edits

  // Performs the calls of the engine that a description takes. `change` may add some.
  #edit(call, how, change) {
    withOutput(() => {
      const calls = describe(call, { key: this.#key, ...how });
      change?.(calls);
      withScratch(() => {
        const address = Handle.address(this, call);
        if (calls.length === 1) return this.#perform(call, calls, address);
        // Several calls edit a copy, so that a failure of one of them changes nothing.
        const copy = wasm.diffable_snapshot_copy(address);
        try {
          this.#perform(call, calls, copy);
          invoke(call, wasm.diffable_snapshot_assign, [address, copy]);
        } finally {
          wasm.diffable_snapshot_free(copy);
        }
      });
    });
  }

  #perform(call, calls, snapshot) {
    for (const each of calls) withScratch(() => invoke(call, each.fn, [snapshot, ...each.put()]));
  }

  #addSections(call, fn, list, anchor) {
    const more = anchor === undefined ? undefined : () => putId(anchor);
    this.#edit(call, { fn, list, more, isSections: true });
  }

  #addItems(call, fn, list, anchor) {
    this.#edit(call, { fn, list, more: () => putId(anchor) });
  }

  // An element that is named by its identifier alone gets the content that its object has now.
  #mark(call, fn, list, isSections) {
    const read = isSections ? wasm.diffable_snapshot_section_content : wasm.diffable_snapshot_item_content;
    const restate = (id) => objectFrom((content) => read(content, Handle.address(this, call), putId(id)));
    this.#edit(call, { fn, list, isSections, restate, fields: "none" });
  }

  #delete(call, fn, list, options, contains) {
    const ids = identifiers(list, call, 1, this.#key);
    if (options?.mustExist) {
      const missing = ids.find((id) => !contains(id));
      if (missing !== undefined) refuseUnknown(call, fn === wasm.diffable_snapshot_delete_items ? "item" : "section", missing);
    }
    return withScratch(() => {
      const deleted = reserve(4);
      invoke(call, fn, [Handle.address(this, call), putIds(ids), ids.length, deleted]);
      return memory()[deleted >> 2];
    });
  }

  #move(call, fn, element, anchor) {
    const [id, anchorId] = [identifier(element, call, 1, this.#key), identifier(anchor, call, 2, this.#key)];
    withScratch(() => invoke(call, fn, [Handle.address(this, call), putId(id), putId(anchorId)]));
  }

  appendSections(sections) {
    this.#addSections("appendSections", wasm.diffable_snapshot_append_sections, sections);
  }

  insertSectionsBefore(sections, anchor) {
    const id = identifier(anchor, "insertSectionsBefore", 2);
    this.#addSections("insertSectionsBefore", wasm.diffable_snapshot_insert_sections_before, sections, id);
  }

  insertSectionsAfter(sections, anchor) {
    const id = identifier(anchor, "insertSectionsAfter", 2);
    this.#addSections("insertSectionsAfter", wasm.diffable_snapshot_insert_sections_after, sections, id);
  }

  deleteSections(ids, options) {
    return this.#delete("deleteSections", wasm.diffable_snapshot_delete_sections, ids, options, (id) => this.containsSection(id));
  }

  moveSectionBefore(id, anchor) {
    this.#move("moveSectionBefore", wasm.diffable_snapshot_move_section_before, id, anchor);
  }

  moveSectionAfter(id, anchor) {
    this.#move("moveSectionAfter", wasm.diffable_snapshot_move_section_after, id, anchor);
  }

  reloadSections(sections) {
    this.#mark("reloadSections", wasm.diffable_snapshot_reload_sections, sections, true);
  }

  reconfigureSections(sections) {
    this.#mark("reconfigureSections", wasm.diffable_snapshot_reconfigure_sections, sections, true);
  }

  // `place` is a section, { section } or { parent }.
  appendItems(items, place) {
    const call = "appendItems";
    if (typeof place !== "object" || place === null || place.id !== undefined) {
      return this.#addItems(call, wasm.diffable_snapshot_append_items, items, identifier(place, call, 2, "id", true));
    }
    checkNames(call, 2, place, ["section", "parent"]);
    if (Object.keys(place).length !== 1) refuseArgument(call, 2, "section, { section } or { parent }", place);
    const { section, parent } = place;
    if (parent === undefined) return this.#addItems(call, wasm.diffable_snapshot_append_items, items, identifier(section, call, 2));
    this.#addItems(call, wasm.diffable_snapshot_append_items_to_parent, items, identifier(parent, call, 2, this.#key));
  }

  replaceItems(items, section) {
    const call = "replaceItems";
    const id = identifier(section, call, 2, "id", true);
    const how = {
      fn: wasm.diffable_snapshot_replace_items, list: items, more: () => putId(id), stays: (item) => this.containsItem(item),
      // A bare identifier keeps the content that it has.
      restate: (item) => this.#content(call, item, false),
    };
    this.#edit(call, how, (calls) => {
      // Items whose children are described lose those that they have.
      const parents = calls.map(({ parent }) => parent).filter((parent) => parent !== undefined && this.containsItem(parent));
      const children = parents.flatMap((parent) => this.childrenOfItem(parent));
      if (children.length > 0) calls.splice(1, 0, { fn: wasm.diffable_snapshot_delete_items, put: () => [putIds(children), children.length, 0] });
    });
  }

  insertItemsBefore(items, anchor) {
    const id = identifier(anchor, "insertItemsBefore", 2, this.#key);
    this.#addItems("insertItemsBefore", wasm.diffable_snapshot_insert_items_before, items, id);
  }

  insertItemsAfter(items, anchor) {
    const id = identifier(anchor, "insertItemsAfter", 2, this.#key);
    this.#addItems("insertItemsAfter", wasm.diffable_snapshot_insert_items_after, items, id);
  }

  deleteItems(ids, options) {
    return this.#delete("deleteItems", wasm.diffable_snapshot_delete_items, ids, options, (id) => this.containsItem(id));
  }

  clear() {
    withScratch(() => invoke("clear", wasm.diffable_snapshot_clear, [Handle.address(this, "clear")]));
  }

  moveItemBefore(id, anchor) {
    this.#move("moveItemBefore", wasm.diffable_snapshot_move_item_before, id, anchor);
  }

  moveItemAfter(id, anchor) {
    this.#move("moveItemAfter", wasm.diffable_snapshot_move_item_after, id, anchor);
  }

  #withItems(call, fn, list, ...more) {
    const ids = identifiers(list, call, 1, this.#key);
    withScratch(() => invoke(call, fn, [Handle.address(this, call), putIds(ids), ids.length, ...more.map((each) => each())]));
  }

  moveItemsToSection(items, section) {
    const id = identifier(section, "moveItemsToSection", 2);
    this.#withItems("moveItemsToSection", wasm.diffable_snapshot_move_items_to_section, items, () => putId(id));
  }

  moveItemsToParent(items, parent) {
    const id = identifier(parent, "moveItemsToParent", 2, this.#key);
    this.#withItems("moveItemsToParent", wasm.diffable_snapshot_move_items_to_parent, items, () => putId(id));
  }

  reloadItems(items) {
    this.#mark("reloadItems", wasm.diffable_snapshot_reload_items, items, false);
  }

  reconfigureItems(items) {
    this.#mark("reconfigureItems", wasm.diffable_snapshot_reconfigure_items, items, false);
  }

  updateItems(items) {
    const call = "updateItems";
    return withScratch(() => {
      const updated = reserve(4);
      const contentOf = (id, entry) => updatedContent(this.#content(call, id, false), entry, id, this.#key);
      this.#edit(call, { fn: wasm.diffable_snapshot_update_items, list: items, more: () => updated, fields: "states", contentOf });
      return memory()[updated >> 2];
    });
  }

  // Trees

  expand(items) {
    this.#withItems("expand", wasm.diffable_snapshot_expand, items);
  }

  collapse(items) {
    this.#withItems("collapse", wasm.diffable_snapshot_collapse, items);
  }

  keepExpansion(items) {
    this.#withItems("keepExpansion", wasm.diffable_snapshot_keep_expansion, items);
  }

  keepChildren(items) {
    this.#withItems("keepChildren", wasm.diffable_snapshot_keep_children, items);
  }

  setExpandable(items, isExpandable) {
    this.#withItems("setExpandable", wasm.diffable_snapshot_set_expandable, items, () => isExpandable ? 1 : 0);
  }

  // Performs a call with the address of a section snapshot.
  #takeTree(call, argument, tree, fn, more) {
    if (!Handle.is(tree, SectionSnapshot)) refuseArgument(call, argument, "SectionSnapshot", tree);
    withScratch(() => invoke(call, fn, [Handle.address(this, call), ...more(Handle.address(tree, call))]));
  }

  replaceChildren(parent, children) {
    const id = identifier(parent, "replaceChildren", 1, this.#key);
    this.#takeTree("replaceChildren", 2, children, wasm.diffable_snapshot_replace_children, (tree) => [putId(id), tree]);
  }

  setSectionSnapshot(tree, section) {
    const id = identifier(section, "setSectionSnapshot", 2);
    this.#takeTree("setSectionSnapshot", 1, tree, wasm.diffable_snapshot_set_section_snapshot, (address) => [address, putId(id)]);
  }

  sectionSnapshot(section) {
    const call = "sectionSnapshot";
    const id = identifier(section, call, 1);
    const tree = withScratch(() => wasm.diffable_snapshot_section_snapshot(Handle.address(this, call), putId(id)));
    return Snapshot.adopt(tree, this.#key);
  }

  snapshotOf(parent, includingParent = false) {
    const call = "snapshotOf";
    const id = identifier(parent, call, 1, this.#key);
    return withScratch(() => {
      const out = reserve(4);
      invoke(call, wasm.diffable_snapshot_snapshot_of, [Handle.address(this, call), putId(id), includingParent ? 1 : 0, out]);
      return Snapshot.adopt(memory()[out >> 2], this.#key);
    });
  }

  // Calls a function with an item. Throws if the list does not have it.
  #ask(call, fn, item) {
    const id = identifier(item, call, 1, this.#key);
    if (!this.containsItem(id)) refuseUnknown(call, "item", id);
    return withScratch(() => fn(Handle.address(this, call), putId(id)));
  }

  isExpanded(item) {
    return this.#ask("isExpanded", wasm.diffable_snapshot_is_expanded, item) === 1;
  }

  isExpandable(item) {
    return this.#ask("isExpandable", wasm.diffable_snapshot_is_expandable, item) === 1;
  }

  keepsExpansion(item) {
    return this.#ask("keepsExpansion", wasm.diffable_snapshot_keeps_expansion, item) === 1;
  }

  isVisible(item) {
    return this.#ask("isVisible", wasm.diffable_snapshot_is_visible, item) === 1;
  }

  levelOfItem(item) {
    return this.#ask("levelOfItem", wasm.diffable_snapshot_level_of_item, item);
  }

  parentOfItem(item) {
    return idFrom((parent) => this.#ask("parentOfItem", (address, id) => wasm.diffable_snapshot_parent_of_item(parent, address, id), item));
  }

  numberOfChildren(item) {
    return this.#ask("numberOfChildren", wasm.diffable_snapshot_number_of_children, item);
  }

  childrenOfItem(item) {
    return this.#ask("childrenOfItem", (address, id) => {
      const count = wasm.diffable_snapshot_number_of_children(address, id);
      const ids = reserveIds(count);
      return readIds(ids, wasm.diffable_snapshot_children_of_item(address, id, 0, ids, count));
    }, item);
  }

  allItemIdentifiers() {
    return this.#list("allItemIdentifiers", wasm.diffable_snapshot_number_of_all_items, wasm.diffable_snapshot_all_item_identifiers);
  }

  expandedItemIdentifiers() {
    return this.#list("expandedItemIdentifiers", wasm.diffable_snapshot_number_of_all_items, wasm.diffable_snapshot_expanded_item_identifiers);
  }

  rootItemIdentifiers(section) {
    const call = "rootItemIdentifiers";
    const id = identifier(section, call, 1, "id", true);
    if (id !== undefined && !this.containsSection(id)) refuseUnknown(call, "section", id);
    return this.#list(call, wasm.diffable_snapshot_number_of_all_items, (address, first, ids, capacity) =>
      wasm.diffable_snapshot_root_item_identifiers(address, putId(id), first, ids, capacity));
  }

  // Look-ups

  #find(call, fn, element, key) {
    const id = identifier(element, call, 1, key);
    const index = withScratch(() => fn(Handle.address(this, call), putId(id)));
    return index < 0 ? undefined : index;
  }

  #content(call, id, isSection) {
    const read = isSection ? wasm.diffable_snapshot_section_content : wasm.diffable_snapshot_item_content;
    return contentFrom(id, (content) => read(content, Handle.address(this, call), putId(id)));
  }

  // A list of identifiers, of which there are `count` at most.
  #list(call, count, read) {
    return withScratch(() => {
      const address = Handle.address(this, call);
      const ids = reserveIds(count(address));
      return readIds(ids, read(address, 0, ids, count(address)));
    });
  }

  sectionIdentifiers() {
    return this.#list("sectionIdentifiers", wasm.diffable_snapshot_number_of_sections, wasm.diffable_snapshot_section_identifiers);
  }

  itemIdentifiers(section) {
    const call = "itemIdentifiers";
    if (section === undefined) return this.#list(call, wasm.diffable_snapshot_number_of_items, wasm.diffable_snapshot_item_identifiers);
    const id = identifier(section, call, 1);
    const count = this.#count(call, id);
    return withScratch(() => {
      const ids = reserveIds(count);
      wasm.diffable_snapshot_item_identifiers_in_section(Handle.address(this, call), putId(id), 0, ids, count);
      return readIds(ids, count);
    });
  }

  numberOfSections() {
    return wasm.diffable_snapshot_number_of_sections(Handle.address(this, "numberOfSections"));
  }

  numberOfItems(section) {
    const call = "numberOfItems";
    return section === undefined ? wasm.diffable_snapshot_number_of_items(Handle.address(this, call)) : this.#count(call, section);
  }

  #count(call, section) {
    const id = identifier(section, call, 1);
    const count = this.#find(call, wasm.diffable_snapshot_number_of_items_in_section, id);
    if (count === undefined) refuseUnknown(call, "section", id);
    return count;
  }

  indexOfSection(id) {
    return this.#find("indexOfSection", wasm.diffable_snapshot_index_of_section, id);
  }

  indexOfItem(id) {
    return this.#find("indexOfItem", wasm.diffable_snapshot_index_of_item, id, this.#key);
  }

  indexPathOfItem(item) {
    const call = "indexPathOfItem";
    const id = identifier(item, call, 1, this.#key);
    return pathFrom((path) => wasm.diffable_snapshot_index_path_of_item(path, Handle.address(this, call), putId(id)));
  }

  sectionContainingItem(item) {
    const call = "sectionContainingItem";
    const id = identifier(item, call, 1, this.#key);
    return idFrom((section) => wasm.diffable_snapshot_section_containing_item(section, Handle.address(this, call), putId(id)));
  }

  containsItem(id) {
    return this.#find("containsItem", wasm.diffable_snapshot_contains_item, id, this.#key) === 1;
  }

  containsSection(id) {
    return this.#find("containsSection", wasm.diffable_snapshot_contains_section, id) === 1;
  }

  sectionAt(index) {
    return idFrom((section) => wasm.diffable_snapshot_section_at(section, Handle.address(this, "sectionAt"), indexOrNone(index)));
  }

  itemAt(indexPath) {
    return idFrom((item) => {
      const path = putPath(indexPath);
      wasm.diffable_snapshot_item_at(item, Handle.address(this, "itemAt"), path);
    });
  }

  item(item) {
    const id = identifier(item, "item", 1, this.#key);
    return this.#content("item", id, false) ?? (this.containsItem(id) ? id : undefined);
  }

  section(section) {
    const id = identifier(section, "section", 1);
    return this.#content("section", id, true) ?? (this.containsSection(id) ? id : undefined);
  }

  #bytes(call, fn, element, key) {
    const id = identifier(element, call, 1, key);
    return bytesFrom((content) => fn(content, Handle.address(this, call), putId(id)));
  }

  itemContent(item) {
    return this.#bytes("itemContent", wasm.diffable_snapshot_item_content, item, this.#key);
  }

  sectionContent(section) {
    return this.#bytes("sectionContent", wasm.diffable_snapshot_section_content, section);
  }

  reloadedItemIdentifiers() {
    return this.#list("reloadedItemIdentifiers", wasm.diffable_snapshot_number_of_all_items, wasm.diffable_snapshot_reloaded_item_identifiers);
  }

  reconfiguredItemIdentifiers() {
    const read = wasm.diffable_snapshot_reconfigured_item_identifiers;
    return this.#list("reconfiguredItemIdentifiers", wasm.diffable_snapshot_number_of_all_items, read);
  }

  reloadedSectionIdentifiers() {
    const read = wasm.diffable_snapshot_reloaded_section_identifiers;
    return this.#list("reloadedSectionIdentifiers", wasm.diffable_snapshot_number_of_sections, read);
  }

  reconfiguredSectionIdentifiers() {
    const read = wasm.diffable_snapshot_reconfigured_section_identifiers;
    return this.#list("reconfiguredSectionIdentifiers", wasm.diffable_snapshot_number_of_sections, read);
  }

  copy() {
    return Snapshot.adopt(wasm.diffable_snapshot_copy(Handle.address(this, "copy")), this.#key);
  }

  equals(other) {
    return Handle.is(other, Snapshot) && wasm.diffable_snapshot_equal(Handle.address(this, "equals"), Handle.address(other, "equals")) === 1;
  }

  toString() {
    if (this.isDisposed) return "disposed snapshot";
    return this.sectionIdentifiers().map((section) => {
      const tree = this.sectionSnapshot(section);
      const [visible, all] = [tree.numberOfItems(), tree.allItemIdentifiers().length];
      const text = `${quoted(section)} (${visible} items${all > visible ? `, ${all - visible} hidden` : ""})${all > 0 ? `\n${tree}` : ""}`;
      tree.dispose();
      return text;
    }).join("\n");
  }
}
