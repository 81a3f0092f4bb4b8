"use strict";
// A view of a data source whose rows are elements of a page.

import { DataSource } from "../data_source.js";
import { identifier, identifiers, lookAlike } from "../elements.js";
import { described, inCall, quoted, refuse, refuseArgument, refuseUnknown } from "../errors.js";
import { Handle } from "../handles.js";
import { readOptions } from "../options.js";
import { strict } from "../strict.js";
import { Transaction } from "../transaction.js";
import { ListAnnouncements } from "./list_announcements.js";
import { ListKeys } from "./list_keys.js";
import { ListDrags } from "./list_drags.js";
import { ListFocus } from "./list_focus.js";
import { ListRoles, roleNames } from "./list_roles.js";
import { ListSections } from "./list_sections.js";
import { ListSelection, selectionModes } from "./list_selection.js";
import { ListStickyHeader } from "./list_sticky_header.js";
import { motionNamed } from "./motion.js";
import { Undo } from "./undo.js";
import { WindowedRows } from "./windowed_rows.js";

const listOptions = {
  cell: "function",
  header: "function",
  footer: "function",
  role: roleNames,
  label: "text",
  overscan: "distance",
  anchor: ["top", "end"],
  onChoose: "function",
  isReorderable: "boolean",
  handle: "text",
  selection: selectionModes,
  onSelect: "function",
  typeAhead: "function",
  announce: "function",
  dragGroup: "text",
  onReceive: "function",
  stickyHeaders: "boolean",
};

// Elements that may only contain certain others, and never a `<div>`.
const strictParents = new Set(["ul", "ol", "dl", "menu", "table", "tbody", "thead", "tfoot", "tr", "select", "p"]);
// Returns the name of the option that is the function for rows of a kind.
const nameOf = (kind) => (kind === "item" ? "cell" : kind);

// Throws if the argument of a method of a view is not an object of a class.
function checkHandle(method, value, type) {
  if (!Handle.is(value, type)) inCall(method, () => refuseArgument(1, type.name, value));
}

// The containers of all ListViews. An element that has one of them as a child is in use.
const containers = new WeakSet();

export class ListView {
  #element;
  #cells;
  #roles;
  #focus;
  #keys;
  #selection;
  #announcements;
  #sticky;
  #hasStatus;
  // What to dispose when another snapshot is shown: the snapshot itself, or the transaction that it belongs to.
  #owner = null;
  #reloaded = new Set();
  #plan = null;
  // While an update is prepared: the row that each element was returned for.
  #givenTo = null;

  // `cell(item, identifier, element)` returns the element of an item, or its text. If `element` is given, `cell`
  // updates and returns it. `header` and `footer` do the same for a section. docs/web.md has the other options.
  constructor(...values) {
    strict("ListView", (element, options) => this.#begin(element, readOptions(2, options, listOptions)))(...values);
  }

  #begin(
    element,
    {
      cell,
      header,
      footer,
      role = "list",
      label,
      overscan = 400,
      anchor = "top",
      onChoose,
      isReorderable = false,
      handle,
      ...options
    },
  ) {
    const { selection, onSelect, typeAhead, announce, dragGroup, onReceive, stickyHeaders = false } = options;
    if (typeof Element !== "function") refuse("INVALID_ARGUMENT", "there is no page; a TextView needs none");
    if (!(element instanceof Element)) refuseArgument(1, "element", element);
    if (strictParents.has(element.localName))
      refuse(
        "INVALID_ARGUMENT",
        `argument 1: <div> expected, got a <${element.localName}>; the list puts a <div> into it, whose role it sets`,
      );
    if (cell === undefined) refuse("INVALID_ARGUMENT", "cell: function expected, got undefined");
    if (handle !== undefined && !isReorderable)
      refuse("INVALID_ARGUMENT", "handle: rows are dragged only with isReorderable: true");
    if (selection !== undefined && role !== "listbox")
      refuse("INVALID_ARGUMENT", 'selection: items are selected in a list with role: "listbox"');
    if (onSelect !== undefined && selection === undefined)
      refuse("INVALID_ARGUMENT", 'onSelect: items are selected in a list with selection: "single" or "multiple"');
    if (typeAhead !== undefined && role === "list")
      refuse("INVALID_ARGUMENT", 'typeAhead: who types goes to an item in a list with role: "listbox" or "tree"');
    if (stickyHeaders && header === undefined) refuse("INVALID_ARGUMENT", "stickyHeaders: the list has no header");
    if (onReceive !== undefined && dragGroup === undefined)
      refuse("INVALID_ARGUMENT", "onReceive: rows come from the lists that have the same dragGroup");
    if (dragGroup !== undefined && !isReorderable && !onReceive)
      refuse(
        "INVALID_ARGUMENT",
        "dragGroup: rows are dragged only with isReorderable: true, and received only with onReceive",
      );
    this.#cells = { item: cell, header, footer };
    this.#element = element;
    const container = document.createElement("div");
    containers.add(container);
    // In a flexbox or a grid, the container would shrink to its content, and the rows do not count as content, because
    // they are positioned absolutely.
    Object.assign(container.style, { width: "100%", flexShrink: "0" });
    this.rows = new WindowedRows(container, {
      overscan,
      anchor,
      fill: (row, old) => this.#fill(row, old),
      onPlace: (row, index) => this.#roles.place(row, index),
      onReplace: (row) => this.#focus.replaced(row),
      isHeightAnimated: true,
    });
    this.sections = new ListSections({ header, footer });
    this.source = null;
    this.snapshot = null;
    this.#roles = new ListRoles(this, role, label);
    this.onChoose = onChoose;
    this.#focus = new ListFocus(this);
    this.#selection = selection && new ListSelection(this, selection, onSelect);
    this.#roles.selection = this.#selection;
    this.#announcements = announce && new ListAnnouncements(this, this.#roles, announce);
    this.#hasStatus = announce !== undefined || isReorderable;
    if (role !== "list" || onChoose || isReorderable)
      this.#keys = new ListKeys(this, this.#roles, { isReorderable, typeAhead, selection: this.#selection });
    if (stickyHeaders) this.#addStickyHeader();
    if (isReorderable || onReceive) this.drags = new ListDrags(this, { isReorderable, handle, dragGroup, onReceive });
  }

  #addStickyHeader() {
    const { onShow } = this.rows;
    this.#sticky = new ListStickyHeader(this, (row) => this.#fill(row, null));
    this.rows.onShow = () => {
      onShow();
      if (this.snapshot) this.#sticky.update(this.#roles.version);
    };
  }

  get element() {
    return this.#element;
  }

  // The identifiers of the selected items, in order.
  get selectedItems() {
    return this.#selection?.items ?? [];
  }

  set selectedItems(items) {
    inCall("selectedItems", () => {
      if (!this.#selection)
        refuse("INVALID_ARGUMENT", 'items are selected in a list with selection: "single" or "multiple"');
      const ids = identifiers(items, 1, this.source?.key);
      for (const id of ids) if (!this.snapshot?.containsItem(id)) this.#refuseRow(id);
      if (ids.length > 1 && !this.#selection.isMultiple)
        refuse("INVALID_ARGUMENT", `one item expected, because selection is "single", got ${ids.length}`);
      this.#selection.set(ids);
      this.#keys.forget();
    });
  }

  // The methods of a view, which the data source calls. Their own errors name the call that the data source is in.

  attach(source) {
    checkHandle("attach", source, DataSource);
    if (this.source) refuse("INVALID_ARGUMENT", "this ListView is the view of another data source");
    if ([...this.#element.children].some((child) => containers.has(child))) {
      refuse(
        "INVALID_ARGUMENT",
        "the element has the list of another ListView; dispose its data source, or give each list an element of its own",
      );
    }
    this.#element.append(this.rows.container);
    this.#sticky?.attach();
    if (this.#hasStatus) this.#roles.attachStatus();
    this.rows.connect();
    const snapshot = source.snapshot();
    this.#show(snapshot, snapshot, source);
    this.drags?.connect();
  }

  detach(source) {
    checkHandle("detach", source, DataSource);
    if (source !== this.source) this.#refuseOrder("detach", "this ListView is not the view of that data source");
    this.drags?.disconnect();
    this.#announcements?.detach();
    this.#selection?.set([]);
    this.source = null;
    this.sections = new ListSections(this.sections.kinds);
    this.#leavePage();
    this.#keepSnapshot(null, null);
  }

  // Removes everything of the list from the page, and all listeners.
  #leavePage() {
    this.#roles.detach();
    this.#sticky?.detach();
    this.rows.disconnect();
    this.rows.container.remove();
  }

  prepare(preparation) {
    const transaction = preparation?.transaction;
    if (!Handle.is(transaction, Transaction))
      inCall("prepare", () => refuseArgument(1, "preparation with a Transaction", preparation));
    if (!this.source) this.#refuseOrder("prepare", "this ListView is the view of no data source");
    if (this.#plan) this.#refuseOrder("prepare", "the transaction before is neither committed nor cancelled");
    if (this.rows.container.parentNode !== this.#element)
      refuse(
        "INVALID_ARGUMENT",
        "the page removed the rows from their element; they leave it when the data source has no view, or is disposed",
      );
    const snapshot = transaction.finalSnapshot;
    const { sections, moved, changed, reloaded, renamed } = transaction.usesReloadData
      ? {
          sections: ListSections.of(snapshot, this.sections.kinds),
          moved: new Set(),
          changed: new Set(),
          reloaded: new Set(),
          renamed: new Map(),
        }
      : this.sections.after(transaction.difference.steps(), this.rows.motion.leaving);
    const oldNames = Array.from(renamed.keys(), (row) => [row, row.identifier]);
    const plan = {
      sections,
      snapshot: this.snapshot,
      oldNames,
      isReload: transaction.usesReloadData,
      undo: new Undo(this.rows.container),
    };
    this.#plan = plan;
    this.snapshot = snapshot;
    this.#reloaded = reloaded;
    this.#givenTo = new Map();
    for (const [row, identifier] of renamed) row.identifier = identifier;
    try {
      plan.rows = this.rows.prepare(sections.rows, {
        isChanged: (row) => changed.has(row),
        isMoved: (row) => moved.has(row),
      });
    } catch (error) {
      this.#undoPlan();
      throw error;
    } finally {
      this.#givenTo = null;
    }
    this.#reloaded = new Set();
  }

  commit(transaction) {
    checkHandle("commit", transaction, Transaction);
    if (!this.#plan) this.#refuseOrder("commit", "prepare comes before it");
    const { sections, rows, undo, oldNames } = this.#plan;
    undo.stop();
    this.#plan = null;
    this.#announcements?.update(transaction.initialSnapshot);
    this.#keepSnapshot(transaction.finalSnapshot, transaction);
    this.#focus.remember();
    this.sections = sections;
    this.#roles.forget();
    this.rows.commit(rows, transaction.usesReloadData ? null : motionNamed(transaction.animation));
    this.#focus.restore();
    this.#selection?.update(oldNames);
    this.drags?.update();
  }

  cancel(transaction) {
    checkHandle("cancel", transaction, Transaction);
    if (!this.#plan) this.#refuseOrder("cancel", "prepare comes before it");
    this.#undoPlan();
  }

  #refuseOrder(method, message) {
    inCall(method, () => refuse("INVALID_ARGUMENT", message));
  }

  #undoPlan() {
    this.#plan.undo.undo();
    for (const [row, identifier] of this.#plan.oldNames) row.identifier = identifier;
    this.snapshot = this.#plan.snapshot;
    this.#reloaded = new Set();
    this.#plan = null;
  }

  // Scrolls to an item, however far away it is, and returns its element. Returns undefined if the list is hidden and
  // has not made the element. Throws if the list does not show the item.
  scrollTo(item) {
    if (!this.source) refuse("INVALID_ARGUMENT", "this ListView is the view of no data source");
    const id = identifier(item, 1, this.source.key);
    const index = this.rows.layout.rows.findIndex((row) => row.kind === "item" && row.identifier === id);
    return index < 0 ? this.#refuseRow(id) : this.rows.reveal(index);
  }

  #refuseRow(id) {
    const twin = lookAlike(id);
    const known = new Set(this.snapshot?.allItemIdentifiers());
    if (known.has(id))
      refuse("UNKNOWN_IDENTIFIER", `item ${quoted(id)} is hidden, because an item above it is collapsed`, id);
    refuseUnknown("item", id, known.has(twin) ? described(twin) : undefined);
  }

  // Returns the row, with `kind` and `identifier`, that contains a node of the page, or undefined.
  rowOf(node) {
    if (node !== null && !(node instanceof Node))
      refuseArgument(1, "node of the page", node, node instanceof Event ? "its target is one" : undefined);
    return this.rows.rowOf(node);
  }

  #show(snapshot, owner, source) {
    const before = { snapshot: this.snapshot, sections: this.sections };
    this.snapshot = snapshot;
    this.sections = ListSections.of(snapshot, this.sections.kinds);
    this.source = source;
    this.#givenTo = new Map();
    try {
      this.rows.show(this.sections.rows);
    } catch (error) {
      this.snapshot = before.snapshot;
      this.sections = before.sections;
      this.source = null;
      this.#leavePage();
      throw error;
    } finally {
      this.#givenTo = null;
    }
    this.#keepSnapshot(snapshot, owner);
  }

  // The view keeps the snapshot that it shows, and releases the one before.
  #keepSnapshot(snapshot, owner) {
    this.#owner?.dispose?.();
    this.#owner = owner;
    this.snapshot = snapshot;
  }

  #fill(row, old) {
    const { kind, identifier } = row;
    if (old && old.parentNode !== this.rows.container)
      inCall(nameOf(kind), () =>
        refuse(
          "INVALID_ARGUMENT",
          `the page removed the element of ${kind} ${quoted(identifier)}; what the data source deletes is removed`,
          identifier,
        ),
      );
    const element = this.#reloaded.has(row) ? undefined : (old ?? undefined);
    const content = kind === "item" ? this.snapshot.item(identifier) : this.snapshot.section(identifier);
    const result = this.#cells[kind](content, identifier, this.#roles.written.has(element) ? undefined : element);
    if (result instanceof Element) return this.#roles.mark(row, this.#refuseShared(row, result));
    const isNone = result === null || result === undefined;
    if (isNone ? kind === "item" : typeof result !== "string") {
      inCall(nameOf(kind), () =>
        refuse("INVALID_CELL", `the function must return an element or a string; it returned ${described(result)}`),
      );
    }
    return this.#roles.mark(row, this.#roles.write(row, element, result ?? ""));
  }

  // Returns `element`. Throws if it is the element of another row.
  #refuseShared(row, element) {
    const owner = this.rows.owners.get(element);
    const other = this.#givenTo?.get(element) ?? (owner?.element === element && !this.#plan?.isReload ? owner : row);
    if (other !== row) {
      const names = [row, other].map(({ kind, identifier }) => `${kind} ${quoted(identifier)}`);
      inCall(nameOf(row.kind), () =>
        refuse(
          "INVALID_CELL",
          `the function returned the same element for ${names.join(" and ")}; make one for each`,
          row.identifier,
        ),
      );
    }
    this.#givenTo?.set(element, row);
    return element;
  }
}

for (const name of ["scrollTo", "rowOf"]) ListView.prototype[name] = strict(name, ListView.prototype[name], ListView);
