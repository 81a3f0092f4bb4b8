import { withOutput } from "./cbor_output.js";
import { formOf, isByteArray } from "./content_forms.js";
import { bytesFrom, contentFrom, isContent, kindOf, objectFrom } from "./contents.js";
import { describe, placements } from "./description.js";
import { identifier, identifiers, lookAlike, merged, updatedContent } from "./elements.js";
import { invoke } from "./calls.js";
import { counted, described, DiffableError, quoted, refuse, refuseArgument, refuseUnknown } from "./errors.js";
import { Adopted, Handle } from "./handles.js";
import {
  idFrom,
  memory,
  pathFrom,
  putId,
  putIds,
  putPath,
  readIds,
  reserve,
  reserveIds,
  wasm,
  withScratch,
} from "./memory.js";
import { checked, indexIn, pathIn, readOptions } from "./options.js";
import { SectionSnapshot } from "./section_snapshot.js";
import { makeStrict, strict } from "./strict.js";

/** The identifier of the section of a list with one section, unless the caller names it. */
export const mainSection = "main";

/** A whole list: sections in order, and the items of each section as a forest. */
export class Snapshot extends Handle {
  #key;
  #isReadOnly;

  constructor(...values) {
    const adopted = values[0] instanceof Adopted ? values[0] : undefined;
    super(adopted?.address ?? wasm.diffable_snapshot_new(), wasm.diffable_snapshot_free, "list");
    this.#key = adopted?.key ?? "id";
    this.#isReadOnly = adopted?.isReadOnly ?? false;
    if (!adopted) strict("Snapshot", (sections, options) => this.#begin(sections, options))(...values);
  }

  #begin(sections, options) {
    if (Array.isArray(options))
      refuseArgument(2, "object of options", options, "items are in their section, as in { id, items }");
    this.#key = readOptions(2, options, { key: "key" }).key ?? "id";
    if (typeof sections === "string" && /^\[?\{"/.test(sections))
      refuseArgument(1, "a list", sections, "JSON.parse reads it");
    if (isByteArray(sections)) refuseArgument(1, "a list", sections, "Snapshot.decode reads bytes");
    if (sections !== undefined)
      this.#edit({ fn: wasm.diffable_snapshot_append_sections, list: sections, isSections: true, needsItems: true });
  }

  /** Returns a list with one section. */
  static of(...values) {
    return strict("of", (items, options) => {
      if (this === SectionSnapshot)
        refuse("INVALID_ARGUMENT", "a SectionSnapshot is made of its items: new SectionSnapshot(items)");
      const { section = mainSection, key } = readOptions(2, options, { section: undefined, key: "key" });
      if (items === undefined) refuseArgument(1, "a list", items);
      if (typeof section === "object" && section.items !== undefined)
        refuse("INVALID_ARGUMENT", 'section: "items" cannot be given here; they are argument 1');
      const snapshot = new Snapshot(undefined, { key });
      snapshot.#edit({
        fn: wasm.diffable_snapshot_append_sections,
        list: [typeof section === "object" ? { ...section, items } : { id: section, items }],
        isSections: true,
      });
      return snapshot;
    })(...values);
  }

  /** Returns an object of the right class for a snapshot of the engine. */
  static adopt(address, key, isReadOnly) {
    const type = wasm.diffable_snapshot_is_section_snapshot(address) ? SectionSnapshot : Snapshot;
    return new type(new Adopted(address, key, isReadOnly));
  }

  /** Returns the field of the items of a snapshot that is their identifier, or the function that returns it. */
  static keyOf(snapshot) {
    return snapshot.#key;
  }

  /** Appends the items of a new section snapshot. */
  static fill(tree, items) {
    tree.#edit({ fn: wasm.diffable_snapshot_append_items, list: items, more: () => putId(undefined), isTree: true });
  }

  /** Appends a section and its items to a new snapshot. */
  static fillSection(snapshot, section, items) {
    snapshot.#addSections(wasm.diffable_snapshot_append_sections, section);
    snapshot.#addItems(wasm.diffable_snapshot_append_items, items, undefined);
  }

  // Edits

  // Returns the address for a call that changes the list.
  #target() {
    if (this.#isReadOnly)
      refuse(
        "INVALID_ARGUMENT",
        "the snapshots of a transaction cannot be changed; edit a copy of it, which copy() returns",
      );
    return Handle.address(this);
  }

  /** Calls a function of the engine that changes a snapshot. `put` returns the arguments after the snapshot. */
  static change(snapshot, fn, put) {
    return snapshot.#change(fn, put);
  }

  #change(fn, put) {
    return withScratch(() => invoke(fn, [this.#target(), ...put()]));
  }

  // Calls a function of the engine that changes elements and counts them. Returns the count.
  #count(fn, put) {
    return withScratch(() => {
      const count = reserve(4);
      invoke(fn, [this.#target(), ...put(), count]);
      return memory()[count >> 2];
    });
  }

  // Reads a list, and performs the calls of the engine that add it. `change` may add calls.
  #edit(how, change) {
    withOutput(() => {
      this.#target();
      const calls = describe({ key: this.#key, ...how });
      change?.(calls);
      withScratch(() => {
        const address = Handle.address(this);
        if (calls.length === 1) return this.#perform(calls, address);
        // Several calls edit a copy, so that a failure of one of them changes nothing.
        const copy = wasm.diffable_snapshot_copy(address);
        try {
          this.#perform(calls, copy);
          invoke(wasm.diffable_snapshot_assign, [address, copy]);
        } finally {
          wasm.diffable_snapshot_free(copy);
        }
      });
    });
  }

  #perform(calls, snapshot) {
    for (const each of calls) withScratch(() => invoke(each.fn, [snapshot, ...each.put()]));
  }

  #addSections(fn, list, anchor) {
    const more = anchor === undefined ? undefined : () => putId(anchor);
    this.#edit({ fn, list, more, isSections: true });
  }

  #addItems(fn, list, anchor) {
    this.#edit({ fn, list, more: () => putId(anchor) });
  }

  // If an element is named by its identifier alone, the object that was passed for it is read again, because its fields
  // may have changed.
  #mark(fn, list, isSections) {
    const restate = (id) => objectFrom((content) => this.#readContent(isSections, content, id));
    this.#edit({ fn, list, isSections, restate, fields: "none" });
  }

  #delete(fn, list, options, isSections) {
    const ids = identifiers(list, 1, isSections ? "id" : this.#key);
    if (typeof options === "string" || typeof options === "number" || options?.id !== undefined)
      refuseArgument(2, "object of options", options, "several are one array");
    const { mustExist } = readOptions(2, options, { mustExist: "boolean" });
    if (mustExist) for (const id of ids) this.#requireElement(isSections, id);
    return this.#count(fn, () => [putIds(ids), ids.length]);
  }

  #move(fn, element, anchor, key) {
    const [id, anchorId] = [identifier(element, 1, key), identifier(anchor, 2, key)];
    this.#change(fn, () => [putId(id), putId(anchorId)]);
  }

  #withItems(fn, list, ...more) {
    const ids = identifiers(list, 1, this.#key);
    this.#change(fn, () => [putIds(ids), ids.length, ...more.map((each) => each())]);
  }

  // The section that items or a tree are put into. Other fields of a section object have no effect here. They are
  // refused unless they equal the content that the list has.
  #place(section, isOptional = false, argument = 2) {
    const id = identifier(section, argument, "id", isOptional);
    const name =
      typeof section === "object" ? Object.keys(section).find((each) => each !== "id" && each !== "items") : undefined;
    if (name !== undefined && !isContent(section, kindOf(true), (content) => this.#readContent(true, content, id))) {
      refuse(
        "INVALID_ARGUMENT",
        `argument ${argument}: ${quoted(name)} would be ignored here; pass ${quoted(id)}, and content to reconfigureSections`,
      );
    }
    return id;
  }

  appendSections(sections) {
    this.#addSections(wasm.diffable_snapshot_append_sections, sections);
  }
  insertSectionsBefore(sections, anchor) {
    this.#addSections(wasm.diffable_snapshot_insert_sections_before, sections, identifier(anchor, 2));
  }
  insertSectionsAfter(sections, anchor) {
    this.#addSections(wasm.diffable_snapshot_insert_sections_after, sections, identifier(anchor, 2));
  }
  deleteSections(ids, options) {
    return this.#delete(wasm.diffable_snapshot_delete_sections, ids, options, true);
  }
  moveSectionBefore(section, anchor) {
    this.#move(wasm.diffable_snapshot_move_section_before, section, anchor);
  }
  moveSectionAfter(section, anchor) {
    this.#move(wasm.diffable_snapshot_move_section_after, section, anchor);
  }
  reloadSections(sections) {
    this.#mark(wasm.diffable_snapshot_reload_sections, sections, true);
  }
  reconfigureSections(sections) {
    this.#mark(wasm.diffable_snapshot_reconfigure_sections, sections, true);
  }

  // Updates elements by calls of the engine that count those that differ, and returns the count.
  #update(fn, list, how, change) {
    return withScratch(() => {
      const updated = reserve(4);
      this.#edit({ fn, list, more: () => updated, fields: "states", ...how }, change);
      return memory()[updated >> 2];
    });
  }

  updateSections(sections) {
    const contentOf = (id, entry) => merged(this.#content(true, id), entry);
    return this.#update(wasm.diffable_snapshot_update_sections, sections, { isSections: true, contentOf });
  }

  // `place` is a section, { section } or { parent }.
  #addItemsTo(place, items, inSection, inParent) {
    if (Array.isArray(place))
      refuseArgument(2, "section, { section } or { parent }", place, "are the arguments swapped?");
    const isSection = typeof place !== "object" || place === null || place.id !== undefined;
    const { section, parent } = isSection
      ? { section: place }
      : readOptions(2, place, { section: undefined, parent: undefined });
    if (!isSection && (section === undefined) === (parent === undefined))
      refuseArgument(
        2,
        "section, { section } or { parent }",
        place,
        section === undefined ? "neither is given" : "both are given",
      );
    const [placement, id] =
      parent === undefined
        ? [inSection, this.#place(section, isSection)]
        : [inParent, identifier(parent, 2, this.#key)];
    this.#edit({ fn: wasm.diffable_snapshot_insert_items, list: items, more: () => [placement, putId(id)] });
  }

  appendItems(items, place) {
    this.#addItemsTo(place, items, placements.endOfSection, placements.endOfParent);
  }
  prependItems(items, place) {
    this.#addItemsTo(place, items, placements.startOfSection, placements.startOfParent);
  }

  insertItemsAt(items, index, section) {
    const [place, id] = [indexIn(2, index), this.#place(section, true, 3)];
    if (place < 0) refuse("INVALID_ARGUMENT", `argument 2: there is no index ${index}`);
    this.#edit({ fn: wasm.diffable_snapshot_insert_items_at, list: items, more: () => [place, putId(id)] });
  }

  replaceItems(items, section) {
    const id = this.#place(section, true);
    const how = {
      fn: wasm.diffable_snapshot_replace_items,
      list: items,
      more: () => putId(id),
      stays: (item) => this.#has(false, item),
      // A bare identifier keeps the content that it has.
      restate: (item) => this.#content(false, item),
    };
    const dropChildren = (calls) => {
      // Items whose children are described lose the children that they have.
      const parents = calls
        .map(({ parent }) => parent)
        .filter((parent) => parent !== undefined && this.#has(false, parent));
      const children = parents.flatMap((parent) => this.#children(parent));
      if (children.length > 0)
        calls.splice(1, 0, {
          fn: wasm.diffable_snapshot_delete_items,
          put: () => [putIds(children), children.length, 0],
        });
    };
    this.#explain(
      () => this.#edit(how, dropChildren),
      () => (id === undefined ? "without a section, the last one is meant" : undefined),
    );
  }

  insertItemsBefore(items, anchor) {
    this.#insert(wasm.diffable_snapshot_insert_items_before, items, anchor);
  }
  insertItemsAfter(items, anchor) {
    this.#insert(wasm.diffable_snapshot_insert_items_after, items, anchor);
  }

  #insert(fn, items, anchor) {
    const id = identifier(anchor, 2, this.#key);
    this.#explain(
      () => this.#addItems(fn, items, id),
      () => (this.#has(false, id) ? undefined : `there is no item ${described(id)}; are the arguments swapped?`),
    );
  }

  // Makes an edit. If it fails because the list already has an item, `cause` may return the probable reason, which is
  // added to the message.
  #explain(edit, cause) {
    try {
      edit();
    } catch (error) {
      const more = error instanceof DiffableError && error.code === "DUPLICATE_IDENTIFIER" ? cause() : undefined;
      throw more === undefined ? error : new DiffableError(error.code, `${error.message}; ${more}`, error.identifier);
    }
  }

  deleteItems(ids, options) {
    return this.#delete(wasm.diffable_snapshot_delete_items, ids, options, false);
  }
  clear() {
    const count = wasm.diffable_snapshot_number_of_all_items(this.#target());
    this.#change(wasm.diffable_snapshot_clear, () => []);
    return count;
  }
  moveItemBefore(item, anchor) {
    this.#move(wasm.diffable_snapshot_move_item_before, item, anchor, this.#key);
  }
  moveItemAfter(item, anchor) {
    this.#move(wasm.diffable_snapshot_move_item_after, item, anchor, this.#key);
  }

  moveItemsToSection(items, section) {
    const id = this.#place(section);
    this.#withItems(
      wasm.diffable_snapshot_move_items,
      items,
      () => placements.endOfSection,
      () => putId(id),
    );
  }

  moveItemsToParent(items, parent) {
    const id = identifier(parent, 2, this.#key);
    this.#withItems(
      wasm.diffable_snapshot_move_items,
      items,
      () => placements.endOfParent,
      () => putId(id),
    );
  }

  reloadItems(items) {
    this.#mark(wasm.diffable_snapshot_reload_items, items, false);
  }
  reconfigureItems(items) {
    this.#mark(wasm.diffable_snapshot_reconfigure_items, items, false);
  }

  updateItems(items) {
    const contentOf = (id, entry) => updatedContent(this.#content(false, id), entry, id, this.#key);
    return this.#update(wasm.diffable_snapshot_update_items, items, { contentOf });
  }

  // `renamed` is the new identifier, or an object with it, whose other fields are merged into the content. A content
  // that has its identifier in a field gets the new one.
  renameItem(item, renamed) {
    const [id, newId] = [identifier(item, 1, this.#key), identifier(renamed, 2, this.#key)];
    this.#requireElement(false, id);
    const old = this.#content(false, id);
    const isBare = typeof renamed !== "object";
    if (isBare && old !== undefined && typeof this.#key === "function")
      refuse("INVALID_ARGUMENT", "argument 2: an object expected, because a function returns the identifier");
    const entry = isBare && old !== undefined && this.#key !== "id" ? { [this.#key]: newId } : renamed;
    const contentOf = () => updatedContent(old, entry, newId, this.#key);
    const call = { fn: wasm.diffable_snapshot_rename_item, put: () => [putId(id), putId(newId)] };
    this.#update(wasm.diffable_snapshot_update_items, [entry], { contentOf }, (calls) => calls.unshift(call));
  }

  // Trees

  expand(items) {
    this.#withItems(wasm.diffable_snapshot_expand, items);
  }
  collapse(items) {
    this.#withItems(wasm.diffable_snapshot_collapse, items);
  }
  keepExpansion(items) {
    this.#withItems(wasm.diffable_snapshot_keep_expansion, items);
  }
  keepChildren(items) {
    this.#withItems(wasm.diffable_snapshot_keep_children, items);
  }

  setExpandable(items, isExpandable) {
    if (typeof isExpandable !== "boolean") refuseArgument(2, "true or false", isExpandable);
    this.#withItems(wasm.diffable_snapshot_set_expandable, items, () => (isExpandable ? 1 : 0));
  }

  // Performs a call with the address of a section snapshot.
  #takeTree(argument, tree, fn, put) {
    if (!Handle.is(tree, SectionSnapshot)) refuseArgument(argument, "SectionSnapshot", tree);
    this.#change(fn, () => put(Handle.address(tree)));
  }

  replaceChildren(parent, children) {
    const id = identifier(parent, 1, this.#key);
    this.#takeTree(2, children, wasm.diffable_snapshot_replace_children, (tree) => [putId(id), tree]);
  }

  setSectionSnapshot(tree, section) {
    const id = this.#place(section);
    this.#takeTree(1, tree, wasm.diffable_snapshot_set_section_snapshot, (address) => [address, putId(id)]);
  }

  sectionSnapshot(section) {
    return withScratch(() =>
      Snapshot.adopt(this.#ask(wasm.diffable_snapshot_section_snapshot, section, true), this.#key),
    );
  }

  snapshotOf(parent, includingParent) {
    return withScratch(() => {
      const [flag, out] = [checked("argument 2", includingParent, "boolean") ? 1 : 0, reserve(4)];
      this.#ask((address, id) => invoke(wasm.diffable_snapshot_snapshot_of, [address, id, flag, out]), parent);
      return Snapshot.adopt(memory()[out >> 2], this.#key);
    });
  }

  isExpanded(item) {
    return this.#ask(wasm.diffable_snapshot_is_expanded, item) === 1;
  }
  isExpandable(item) {
    return this.#ask(wasm.diffable_snapshot_is_expandable, item) === 1;
  }
  keepsExpansion(item) {
    return this.#ask(wasm.diffable_snapshot_keeps_expansion, item) === 1;
  }
  isVisible(item) {
    return this.#ask(wasm.diffable_snapshot_is_visible, item) === 1;
  }
  levelOfItem(item) {
    return this.#ask(wasm.diffable_snapshot_level_of_item, item);
  }
  parentOfItem(item) {
    return idFrom((parent) =>
      this.#ask((address, id) => wasm.diffable_snapshot_parent_of_item(parent, address, id), item),
    );
  }
  numberOfChildren(item) {
    return this.#ask(wasm.diffable_snapshot_number_of_children, item);
  }

  childrenOfItem(item) {
    const id = identifier(item, 1, this.#key);
    this.#requireElement(false, id);
    return this.#children(id);
  }

  #children(id) {
    return this.#listOf(wasm.diffable_snapshot_number_of_children, wasm.diffable_snapshot_children_of_item, id);
  }
  allItemIdentifiers() {
    return this.#list(wasm.diffable_snapshot_number_of_all_items, wasm.diffable_snapshot_all_item_identifiers);
  }
  expandedItemIdentifiers() {
    return this.#list(wasm.diffable_snapshot_number_of_all_items, wasm.diffable_snapshot_expanded_item_identifiers);
  }

  rootItemIdentifiers(section) {
    const id = identifier(section, 1, "id", true);
    if (id !== undefined) this.#requireElement(true, id);
    return this.#listOf(wasm.diffable_snapshot_number_of_all_items, wasm.diffable_snapshot_root_item_identifiers, id);
  }

  // Look-ups

  // Returns whether the list has an item or a section.
  #has(isSection, id) {
    const [address, read] = [
      Handle.address(this),
      isSection ? wasm.diffable_snapshot_index_of_section : wasm.diffable_snapshot_contains_item,
    ];
    return withScratch(() => read(address, putId(id))) >= (isSection ? 0 : 1);
  }

  // Throws if the list lacks an element but has one that looks like it, such as 1 for "1", because this is always a
  // mistake. If `mustExist`, throws for every element that the list lacks.
  #refuseMissing(isSection, id, mustExist = false) {
    if (this.#has(isSection, id)) return;
    const twin = lookAlike(id);
    const isTwin = twin !== undefined && this.#has(isSection, twin);
    if (!mustExist && !isTwin) return;
    if (isTwin) refuseUnknown(isSection ? "section" : "item", id, described(twin));
    if (isSection) refuseUnknown("section", id, this.#has(false, id) ? "an item of that name" : undefined);
    // The section of a tree has no name.
    const isMeant = !(this instanceof SectionSnapshot) && this.#has(true, id);
    refuseUnknown("item", id, isMeant ? "a section of that name" : undefined);
  }

  #requireElement(isSection, id) {
    this.#refuseMissing(isSection, id, true);
  }

  // Calls a function with an element. Throws if the list does not have it.
  #ask(fn, element, isSection = false) {
    const id = identifier(element, 1, isSection ? "id" : this.#key);
    this.#requireElement(isSection, id);
    return withScratch(() => fn(Handle.address(this), putId(id)));
  }

  // Returns what `read` finds for an element, or undefined if the list does not have it.
  #find(element, isSection, read) {
    const id = identifier(element, 1, isSection ? "id" : this.#key);
    const found = read(id);
    if (found === undefined) this.#refuseMissing(isSection, id);
    return found;
  }

  #index(fn, element, isSection) {
    return this.#find(element, isSection, (id) => {
      const index = withScratch(() => fn(Handle.address(this), putId(id)));
      return index < 0 ? undefined : index;
    });
  }

  #readContent(isSection, content, id) {
    (isSection ? wasm.diffable_snapshot_section_content : wasm.diffable_snapshot_item_content)(
      content,
      Handle.address(this),
      putId(id),
    );
  }

  #content(isSection, id) {
    return contentFrom(id, (content) => this.#readContent(isSection, content, id), isSection ? "id" : this.#key);
  }

  // Returns the identifiers that `read` writes. `count` returns how many there are at most.
  #list(count, read) {
    return withScratch(() => {
      const address = Handle.address(this);
      const ids = reserveIds(count(address));
      return readIds(ids, read(address, 0, ids, count(address)));
    });
  }

  // Like `#list`, for functions that take an identifier as well.
  #listOf(count, read, id) {
    return withScratch(() => {
      const place = putId(id);
      return this.#list(
        (address) => count(address, place),
        (address, first, ids, capacity) => read(address, place, first, ids, capacity),
      );
    });
  }

  sectionIdentifiers() {
    return this.#list(wasm.diffable_snapshot_number_of_sections, wasm.diffable_snapshot_section_identifiers);
  }

  #visibleItems(section) {
    const id = section === undefined ? undefined : identifier(section, 1);
    if (id !== undefined) this.#requireElement(true, id);
    const read = (address, place, first, ids, capacity) =>
      wasm.diffable_snapshot_item_identifiers(address, place, first, ids, 0, capacity);
    return this.#listOf(wasm.diffable_snapshot_number_of_items, read, id);
  }

  itemIdentifiers(section) {
    return this.#visibleItems(section);
  }
  numberOfSections() {
    return wasm.diffable_snapshot_number_of_sections(Handle.address(this));
  }

  numberOfItems(section) {
    if (section === undefined) return wasm.diffable_snapshot_number_of_items(Handle.address(this), 0);
    return this.#ask(wasm.diffable_snapshot_number_of_items, section, true);
  }

  indexOfSection(section) {
    return this.#index(wasm.diffable_snapshot_index_of_section, section, true);
  }
  indexOfItem(item) {
    return this.#index(wasm.diffable_snapshot_index_of_item, item, false);
  }

  indexPathOfItem(item) {
    return this.#find(item, false, (id) =>
      pathFrom((path) => wasm.diffable_snapshot_index_path_of_item(path, Handle.address(this), putId(id))),
    );
  }

  sectionContainingItem(item) {
    return this.#find(item, false, (id) =>
      idFrom((section) => wasm.diffable_snapshot_section_containing_item(section, Handle.address(this), putId(id))),
    );
  }

  containsItem(item) {
    return this.#find(item, false, (id) => this.#has(false, id) || undefined) ?? false;
  }
  containsSection(section) {
    return this.#find(section, true, (id) => this.#has(true, id) || undefined) ?? false;
  }

  sectionAt(index) {
    const place = indexIn(1, index);
    return idFrom((section) => wasm.diffable_snapshot_section_at(section, Handle.address(this), place));
  }

  itemAt(indexPath) {
    const path = pathIn(1, indexPath);
    return idFrom((item) => wasm.diffable_snapshot_item_at(item, Handle.address(this), putPath(path)));
  }

  /**
   * Returns the contents of the visible items of a section, or of all sections, in order. For an item without content,
   * the array contains its identifier.
   */
  each(section) {
    return this.#visibleItems(section).map((id) => this.#content(false, id) ?? id);
  }

  /** Iterates over the contents of all visible items, in order. */
  [Symbol.iterator]() {
    return this.each()[Symbol.iterator]();
  }

  item(item) {
    return this.#find(item, false, (id) => this.#content(false, id) ?? (this.#has(false, id) ? id : undefined));
  }
  section(section) {
    return this.#find(section, true, (id) => this.#content(true, id) ?? (this.#has(true, id) ? id : undefined));
  }
  itemContent(item) {
    return this.#find(item, false, (id) => bytesFrom((content) => this.#readContent(false, content, id)));
  }
  sectionContent(section) {
    return this.#find(section, true, (id) => bytesFrom((content) => this.#readContent(true, content, id)));
  }

  // Returns the elements with a mark: 0 for items to reload, 1 for items to reconfigure, 2 and 3 for sections.
  #marked(mark) {
    const count = mark < 2 ? wasm.diffable_snapshot_number_of_all_items : wasm.diffable_snapshot_number_of_sections;
    return this.#list(count, (address, first, ids, capacity) =>
      wasm.diffable_snapshot_marked_identifiers(address, mark, first, ids, capacity),
    );
  }

  reloadedItemIdentifiers() {
    return this.#marked(0);
  }
  reconfiguredItemIdentifiers() {
    return this.#marked(1);
  }
  reloadedSectionIdentifiers() {
    return this.#marked(2);
  }
  reconfiguredSectionIdentifiers() {
    return this.#marked(3);
  }

  /** Returns the list as plain objects, which `new Snapshot` can read. */
  toObject() {
    return this.sectionIdentifiers().map((id) => {
      const tree = this.sectionSnapshot(id);
      const items = tree.toObject();
      tree.dispose();
      return { id, ...this.#content(true, id), items };
    });
  }

  /** Returns what `JSON.stringify` writes. */
  toJSON(_) {
    return this.toObject();
  }

  /**
   * Returns an item as a plain object that `new Snapshot` can read, or its identifier if it has no content and no tree
   * fields. `children` is an empty array, to be filled by the caller.
   */
  static describe(snapshot, id) {
    const content = snapshot.#content(false, id);
    // An object that is compared by its identity is returned itself.
    if (content !== undefined && formOf(content) === undefined) {
      if (snapshot.numberOfChildren(id) > 0)
        refuse("INVALID_ARGUMENT", `item ${quoted(id)} cannot say what is below it, because it is no plain object`);
      return content;
    }
    const tree = {};
    if (snapshot.isExpandable(id)) tree.expandable = true;
    if (tree.expandable || snapshot.numberOfChildren(id) > 0) tree.children = [];
    if (!snapshot.keepsExpansion(id) && (tree.children || snapshot.isExpanded(id)))
      tree.expanded = snapshot.isExpanded(id);
    if (content === undefined && Object.keys(tree).length === 0) return id;
    // If the key is a function, it finds the identifier in the content.
    const isNamed = typeof snapshot.#key !== "function" || content === undefined;
    return {
      ...(isNamed && { [typeof snapshot.#key === "function" ? "id" : snapshot.#key]: id }),
      ...content,
      ...tree,
    };
  }

  copy() {
    return Snapshot.adopt(wasm.diffable_snapshot_copy(Handle.address(this)), this.#key);
  }
  equals(other) {
    return (
      Handle.is(other, Snapshot) && wasm.diffable_snapshot_equal(Handle.address(this), Handle.address(other)) === 1
    );
  }

  toString() {
    if (this.isDisposed) return "disposed snapshot";
    return this.sectionIdentifiers()
      .map((section) => {
        const tree = this.sectionSnapshot(section);
        const [visible, all] = [tree.numberOfItems(), tree.allItemIdentifiers().length];
        const hidden = all > visible ? `, ${all - visible} hidden` : "";
        const text = `${quoted(section)} (${counted(visible, "item")}${hidden})${all > 0 ? `\n${tree}` : ""}`;
        tree.dispose();
        return text;
      })
      .join("\n");
  }
}

makeStrict(Snapshot);
