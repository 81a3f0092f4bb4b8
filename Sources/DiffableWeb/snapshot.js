import { Contents } from "./contents.js";
import { Elements, identifier, identifiers, listOf, updatedContent } from "./elements.js";
import { invoke } from "./calls.js";
import { quoted, refuseUnknown } from "./errors.js";
import { Adopted, Handle } from "./handles.js";
import {
  idFrom, indexOrNone, memory, pathFrom, putId, putIds, putPath, readIds, readNumber, reserve, reserveIds, wasm, withScratch,
} from "./memory.js";

const sectionFields = new Set(["items"]);

/** What a list should be: sections in order, and the items of each in order. */
export class Snapshot extends Handle {
  #contents;
  #key;

  constructor(sections, options) {
    const isAdopted = sections instanceof Adopted;
    super(isAdopted ? sections.address : wasm.diffable_snapshot_new(), wasm.diffable_snapshot_free);
    this.#contents = isAdopted ? sections.contents : new Contents();
    this.#key = (isAdopted ? sections : options)?.key ?? "id";
    if (!isAdopted && sections !== undefined) this.#addSections("Snapshot", wasm.diffable_snapshot_append_sections, sections, []);
  }

  /** The contents of a snapshot, for other classes of this module. */
  static contents(snapshot) {
    return snapshot.#contents;
  }

  /** The revisions of all sections and items of a snapshot. */
  static revisions(snapshot, call) {
    return withScratch(() => {
      const address = Handle.address(snapshot, call);
      const count = wasm.diffable_snapshot_number_of_sections(address) + wasm.diffable_snapshot_number_of_items(address);
      const numbers = reserve(count * 8);
      wasm.diffable_web_revisions(address, numbers);
      return Array.from({ length: count }, (_, index) => readNumber(numbers + index * 8));
    });
  }

  // Edits

  // Begins an edit that adds contents. Where most of those there are may be unused, the snapshot moves to others.
  #elements(call, list, omitted, revisionOf) {
    if (this.#contents.isCrowded) this.#contents = this.#contents.compacted(Snapshot.revisions(this, call));
    return this.#read(call, list, omitted, revisionOf);
  }

  // Reads elements in the middle of an edit, whose contents the snapshot does not have yet.
  #read(call, list, omitted, revisionOf) {
    const contents = this.#contents;
    const elements = new Elements(listOf(list, call, 1), call, { key: omitted ? "id" : this.#key, contents, omitted, revisionOf });
    // A getter of the caller's may have edited the snapshot meanwhile.
    if (this.#contents !== contents) this.#contents.take(contents, elements.revisions);
    return elements;
  }

  #addSections(call, fn, sections, anchor) {
    const list = listOf(sections, call, 1);
    const bringing = list.filter((section) => typeof section === "object" && section?.items !== undefined);
    const elements = this.#elements(call, list, sectionFields);
    withScratch(() => {
      if (bringing.length === 0) return invoke(call, fn, [Handle.address(this, call), ...elements.put(), ...anchor.map(putId)]);
      // With items, a copy is edited first, so that nothing changes if one of them is refused.
      const copy = wasm.diffable_snapshot_copy(Handle.address(this, call));
      try {
        invoke(call, fn, [copy, ...elements.put(), ...anchor.map(putId)]);
        for (const section of bringing) {
          const items = this.#read(call, section.items);
          invoke(call, wasm.diffable_snapshot_append_items, [copy, ...items.put(), putId(identifier(section, call, 1))]);
        }
        Handle.replace(this, copy, call);
      } catch (error) {
        wasm.diffable_snapshot_free(copy);
        throw error;
      }
    });
  }

  #addItems(call, fn, items, anchor, revisionOf) {
    const elements = this.#elements(call, items, undefined, revisionOf);
    withScratch(() => invoke(call, fn, [Handle.address(this, call), ...elements.put(), putId(anchor)]));
  }

  // What is named by its identifier alone is passed with the content that its object has now.
  #mark(call, fn, list, isSections) {
    const revisionOf = (id, found) => {
      const revision = this.#revision(id, isSections, call);
      const original = this.#contents.original(revision);
      if (original === undefined) return revision;
      found(true);
      return this.#contents.add(original, isSections ? sectionFields : undefined);
    };
    const elements = this.#elements(call, list, isSections ? sectionFields : undefined, revisionOf);
    withScratch(() => invoke(call, fn, [Handle.address(this, call), ...elements.put()]));
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
    this.#addSections("appendSections", wasm.diffable_snapshot_append_sections, sections, []);
  }

  insertSectionsBefore(sections, anchor) {
    const id = identifier(anchor, "insertSectionsBefore", 2);
    this.#addSections("insertSectionsBefore", wasm.diffable_snapshot_insert_sections_before, sections, [id]);
  }

  insertSectionsAfter(sections, anchor) {
    const id = identifier(anchor, "insertSectionsAfter", 2);
    this.#addSections("insertSectionsAfter", wasm.diffable_snapshot_insert_sections_after, sections, [id]);
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

  appendItems(items, section) {
    this.#addItems("appendItems", wasm.diffable_snapshot_append_items, items, identifier(section, "appendItems", 2, "id", true));
  }

  replaceItems(items, section) {
    // A bare identifier keeps the content that it has.
    const revisionOf = (id) => this.#revision(id, false, "replaceItems");
    const id = identifier(section, "replaceItems", 2, "id", true);
    this.#addItems("replaceItems", wasm.diffable_snapshot_replace_items, items, id, revisionOf);
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

  moveItemsToSection(list, section) {
    const call = "moveItemsToSection";
    const [ids, id] = [identifiers(list, call, 1, this.#key), identifier(section, call, 2)];
    withScratch(() => {
      const address = Handle.address(this, call);
      invoke(call, wasm.diffable_snapshot_move_items_to_section, [address, putIds(ids), ids.length, putId(id)]);
    });
  }

  reloadItems(items) {
    this.#mark("reloadItems", wasm.diffable_snapshot_reload_items, items, false);
  }

  reconfigureItems(items) {
    this.#mark("reconfigureItems", wasm.diffable_snapshot_reconfigure_items, items, false);
  }

  updateItems(items) {
    const call = "updateItems";
    const merged = listOf(items, call, 1).map((entry) => {
      const old = this.#contents.get(this.#revision(identifier(entry, call, 1, this.#key), false, call));
      return updatedContent(old, entry);
    });
    const elements = this.#elements(call, merged, undefined, (id) => this.#revision(id, false, call));
    return withScratch(() => {
      const updated = reserve(4);
      invoke(call, wasm.diffable_snapshot_update_items, [Handle.address(this, call), ...elements.put(), updated]);
      return memory()[updated >> 2];
    });
  }

  // Look-ups

  #find(call, fn, element, key) {
    const id = identifier(element, call, 1, key);
    const index = withScratch(() => fn(Handle.address(this, call), putId(id)));
    return index < 0 ? undefined : index;
  }

  #revision(id, isSection, call) {
    const fn = isSection ? wasm.diffable_web_revision_of_section : wasm.diffable_web_revision_of_item;
    return withScratch(() => fn(Handle.address(this, call), putId(id)));
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
    return this.#contents.get(this.#revision(id, false, "item")) ?? (this.containsItem(id) ? id : undefined);
  }

  section(section) {
    const id = identifier(section, "section", 1);
    return this.#contents.get(this.#revision(id, true, "section")) ?? (this.containsSection(id) ? id : undefined);
  }

  reloadedItemIdentifiers() {
    return this.#list("reloadedItemIdentifiers", wasm.diffable_snapshot_number_of_items, wasm.diffable_snapshot_reloaded_item_identifiers);
  }

  reconfiguredItemIdentifiers() {
    const read = wasm.diffable_snapshot_reconfigured_item_identifiers;
    return this.#list("reconfiguredItemIdentifiers", wasm.diffable_snapshot_number_of_items, read);
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
    return new Snapshot(new Adopted(wasm.diffable_snapshot_copy(Handle.address(this, "copy")), this.#contents, this.#key));
  }

  equals(other) {
    return Handle.is(other, Snapshot) && wasm.diffable_snapshot_equal(Handle.address(this, "equals"), Handle.address(other, "equals")) === 1;
  }

  toString() {
    if (this.isDisposed) return "disposed snapshot";
    return this.sectionIdentifiers().map((section) => {
      const items = this.itemIdentifiers(section);
      return [`${quoted(section)} (${items.length} items)`, ...items.map((item) => `  ${quoted(item)}`)].join("\n");
    }).join("\n");
  }
}
