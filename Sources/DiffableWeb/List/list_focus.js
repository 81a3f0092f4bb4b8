"use strict";
// The focus of a list. If the row that has it is deleted, the row that takes its place has it.

const focusable = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";

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
    this.#focused = row && { row, index: rows.layout.indexes.get(row), place: this.#elementsIn(row.element).indexOf(activeElement) };
  }

  // After an update: if the row is gone, the same element of the row that is there now has the focus.
  restore() {
    const focused = this.#focused;
    this.#focused = null;
    const { rows } = this.#view;
    if (!focused || rows.layout.indexes.has(focused.row)) return;
    const index = itemFrom(rows.layout, focused.index, 1) ?? itemFrom(rows.layout, focused.index - 1, -1);
    const element = index === undefined ? undefined : rows.reveal(index);
    if (!element) return;
    const elements = focused.place < 0 ? [] : this.#elementsIn(element);
    const next = elements[Math.min(focused.place, elements.length - 1)] ?? element;
    if (next === element && !element.hasAttribute("tabindex")) element.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  #elementsIn(element) {
    return [...element.querySelectorAll(focusable)];
  }
}
