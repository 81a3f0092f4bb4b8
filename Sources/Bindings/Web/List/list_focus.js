"use strict";
// Keeps the focus in a list. If the focused row is deleted, the next row gets the focus.

// A click or a drag on one of these elements in a row does not count as one on the row.
const controls = "a, button, input, select, textarea, label, summary, [contenteditable]";
const focusable = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";

// Returns whether a node is in a control inside a row. The element of the row may itself be a control, which does not
// count.
export function controlIn({ element }, target) {
  const control = target.closest(controls);
  return control !== null && control !== element && element.contains(control);
}

// Returns the index of the first item at `index` or beyond it in a direction, 1 or -1. Returns undefined if there is
// none.
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

  // Called before an update. Remembers the focused row, and the index of the focused element among the focusable ones
  // in the row, or -1 if the row itself has the focus.
  remember() {
    const { rows } = this.#view;
    const { activeElement } = rows.container.getRootNode();
    const row = this.#view.rows.rowOf(activeElement);
    this.#focused = row && { row, layout: rows.layout, place: this.#elementsIn(row.element).indexOf(activeElement) };
  }

  // Called when a row got another element. If the row had the focus, the new element gets it.
  replaced(row) {
    if (this.#focused?.row === row) this.#focus(row.element);
  }

  // Called after an update. If the focused row is gone, focuses the corresponding element of the next row that stays.
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

  // Returns the index of the item that gets the focus: the same item in another row, else the next item that stays,
  // else the nearest item above it that stays. If no item stays, it is the first item from the old index on, else the
  // last item. Returns undefined if the list has no items.
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
