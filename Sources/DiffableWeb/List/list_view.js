"use strict";
// A view of a data source whose rows are elements of a page.

import { lookAlike } from "../elements.js";
import { described, inCall, refuse, refuseUnknown } from "../errors.js";
import { readOptions } from "../options.js";
import { strict } from "../strict.js";
import { ListKeys } from "./list_keys.js";
import { ListDrags } from "./list_drags.js";
import { ListRoles, roleNames } from "./list_roles.js";
import { ListSections } from "./list_sections.js";
import { motionNamed } from "./motion.js";
import { Undo } from "./undo.js";
import { WindowedRows } from "./windowed_rows.js";

const listOptions = {
  cell: "function", header: "function", footer: "function", role: roleNames, label: "text", overscan: "distance", onChoose: "function", isReorderable: "boolean", handle: "text",
};

export class ListView {
  #element;
  #cells;
  #roles;
  #keys;
  // What has to be disposed with the snapshot that is shown: that itself, or its transaction.
  #owner = null;
  #reloaded = new Set();
  #plan = null;

  // `cell(item, identifier, element)` returns the element of an item. Where `element` is given, it is updated and returned. `header` and
  // `footer` do the same for a section. docs/web.md has the other options.
  constructor(...values) {
    strict("ListView", (element, options) => this.#begin(element, readOptions(2, options, listOptions)))(...values);
  }

  #begin(element, { cell, header, footer, role = "list", label, overscan = 400, onChoose, isReorderable = false, handle }) {
    if (typeof Element !== "function") refuse("INVALID_ARGUMENT", "there is no page; a TextView needs none");
    if (!(element instanceof Element)) refuse("INVALID_ARGUMENT", `argument 1: element expected, got ${described(element)}`);
    if (cell === undefined) refuse("INVALID_ARGUMENT", "cell: function expected, got undefined");
    this.#cells = { item: cell, header, footer };
    this.#element = element;
    const container = document.createElement("div");
    element.append(container);
    this.rows = new WindowedRows(container, {
      overscan,
      fill: (row, old) => this.#fill(row, old),
      onPlace: (row, index) => this.#roles.place(row, index),
      isHeightAnimated: true,
    });
    this.sections = new ListSections({ header, footer });
    this.source = null;
    this.snapshot = null;
    this.#roles = new ListRoles(this, role, label);
    this.onChoose = onChoose;
    this.#keys = role !== "list" || onChoose || isReorderable ? new ListKeys(this, this.#roles, { isReorderable }) : null;
    if (isReorderable) this.drags = new ListDrags(this, handle);
  }

  get element() {
    return this.#element;
  }

  // What a data source calls.

  attach(source) {
    if (this.source) refuse("INVALID_ARGUMENT", "this ListView is the view of another data source");
    const snapshot = source.snapshot();
    this.#show(snapshot, snapshot, source);
  }

  detach() {
    this.source = null;
    this.#roles.forget();
    this.sections = new ListSections(this.sections.kinds);
    this.rows.show([]);
    this.#own(null, null);
  }

  prepare({ transaction }) {
    const snapshot = transaction.finalSnapshot;
    const { sections, moved, changed, reloaded, renamed } = transaction.usesReloadData
      ? { sections: ListSections.of(snapshot, this.sections.kinds), moved: new Set(), changed: new Set(), reloaded: new Set(), renamed: new Map() }
      : this.sections.after(transaction.difference.steps(), this.rows.motion.leaving);
    const oldNames = Array.from(renamed.keys(), (row) => [row, row.identifier]);
    const plan = { sections, snapshot: this.snapshot, oldNames, undo: new Undo(this.rows.container) };
    this.#plan = plan;
    this.snapshot = snapshot;
    this.#reloaded = reloaded;
    for (const [row, identifier] of renamed) row.identifier = identifier;
    try {
      plan.rows = this.rows.prepare(sections.rows, { isChanged: (row) => changed.has(row), isMoved: (row) => moved.has(row) });
    } catch (error) {
      this.cancel();
      throw error;
    }
    this.#reloaded = new Set();
  }

  commit(transaction) {
    const { sections, rows, undo } = this.#plan;
    undo.stop();
    this.#plan = null;
    this.#own(transaction.finalSnapshot, transaction);
    this.#keys?.remember();
    this.sections = sections;
    this.#roles.forget();
    this.rows.commit(rows, transaction.usesReloadData ? null : motionNamed(transaction.animation));
    this.#keys?.restore();
  }

  cancel() {
    this.#plan.undo.undo();
    for (const [row, identifier] of this.#plan.oldNames) row.identifier = identifier;
    this.snapshot = this.#plan.snapshot;
    this.#reloaded = new Set();
    this.#plan = null;
  }

  // Scrolls to an item, which may be far away, and returns its element; undefined if there is no such item.
  scrollTo(identifier) {
    const indexOf = (id) => this.rows.layout.rows.findIndex((row) => row.kind === "item" && row.identifier === id);
    const [index, twin] = [indexOf(identifier), lookAlike(identifier)];
    if (index < 0 && twin !== undefined && indexOf(twin) >= 0) inCall("scrollTo", () => refuseUnknown("item", identifier, described(twin)));
    return index < 0 ? undefined : this.rows.reveal(index);
  }

  // The row, with `kind` and `identifier`, that an element of the page is in; undefined if it is in none.
  rowOf(node) {
    while (node && node.parentNode !== this.rows.container) node = node.parentNode;
    return node ? this.rows.owners.get(node) : undefined;
  }

  #show(snapshot, owner, source) {
    const before = { snapshot: this.snapshot, sections: this.sections };
    this.snapshot = snapshot;
    this.sections = ListSections.of(snapshot, this.sections.kinds);
    this.source = source;
    try {
      this.rows.show(this.sections.rows);
    } catch (error) {
      this.snapshot = before.snapshot;
      this.sections = before.sections;
      this.source = null;
      throw error;
    }
    this.#own(snapshot, owner);
  }

  // The view keeps the snapshot that it shows, and releases the one before.
  #own(snapshot, owner) {
    this.#owner?.dispose?.();
    this.#owner = owner;
    this.snapshot = snapshot;
  }

  #fill(row, old) {
    const { kind, identifier } = row;
    const element = this.#reloaded.has(row) ? undefined : old ?? undefined;
    const content = kind === "item" ? this.snapshot.item(identifier) : this.snapshot.section(identifier);
    const result = this.#cells[kind](content, identifier, element);
    if (result instanceof Element) return this.#roles.mark(row, result);
    const isNone = result === null || result === undefined;
    if (isNone ? kind === "item" : typeof result !== "string") {
      inCall(kind === "item" ? "cell" : kind, () => refuse("INVALID_CELL", `the function must return an element or a string; it returned ${described(result)}`));
    }
    return this.#roles.mark(row, this.#roles.write(row, element, result ?? ""));
  }
}
