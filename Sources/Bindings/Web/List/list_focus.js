"use strict";
// The focus of a list. If the row that has it is deleted, the row after it gets it.

// What the user clicks or drags in a row without meaning the row.
const controls = "a, button, input, select, textarea, label, summary, [contenteditable]";
const focusable = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";

// Whether a node is in a control of a row. A row that is a control itself has none.
export function controlIn({ element }, target) {
  const control = target.closest(controls);
  return control !== null && control !== element && element.contains(control);
}

// Returns the index of an item: the nearest one from an index, in a direction; undefined if there is none.
export function itemFrom({ rows }, index, direction) {
  while (rows[index] && rows[index].kind !== "item") index += direction;
  return rows[index] ? index : undefined;
}

export class ListFocus {
  #view;
  #focused = null;

  constructor(view) {
    this.#view = view;
  }

  // Before an update: the row that has the focus, and which of the elements in it has it; -1 if it is the row itself.
  remember() {
    const { rows } = this.#view;
    const { activeElement } = rows.container.getRootNode();
    const row = this.#view.rowOf(activeElement);
    this.#focused = row && { row, layout: rows.layout, place: this.#elementsIn(row.element).indexOf(activeElement) };
  }

  // A row got another element. The focus that the old one had would be lost.
  replaced(row) {
    if (this.#focused?.row === row) this.#focus(row.element);
  }

  // After an update: if the row is gone, the same element of the next row that stays has the focus.
  restore() {
    const { rows } = this.#view;
    if (this.#focused && !rows.layout.indexes.has(this.#focused.row)) {
      const index = this.#successor(rows.layout);
      // A list that is scrolled out of the window shows no rows, but keeps the focus.
      const element = index === undefined ? undefined : (rows.reveal(index) ?? rows.elementAt(index));
      if (element) this.#focus(element);
    }
    this.#focused = null;
  }

  // The index of the item that has the focus now: the same one in another row, or the next one that stays, or the last
  // one before it that stays.
  #successor(layout) {
    const {
      row,
      layout: { rows },
    } = this.#focused;
    const indexes = new Map(
      layout.rows.map(({ kind, identifier }, index) => [kind === "item" ? identifier : null, index]),
    );
    const index = rows.indexOf(row);
    const heir = [...rows.slice(index), ...rows.slice(0, index).reverse()].find(
      ({ kind, identifier }) => kind === "item" && indexes.has(identifier),
    );
    return heir
      ? indexes.get(heir.identifier)
      : (itemFrom(layout, index, 1) ?? itemFrom(layout, layout.rows.length - 1, -1));
  }

  #focus(element) {
    const { place } = this.#focused;
    const elements = place < 0 ? [] : this.#elementsIn(element);
    const next = elements[Math.min(place, elements.length - 1)] ?? element;
    if (next === element && !element.hasAttribute("tabindex")) element.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  #elementsIn(element) {
    return [...element.querySelectorAll(focusable)];
  }
}
