"use strict";
// The selected items of a list. The user selects them with the pointer or the keyboard, as in the lists of desktops.

export const selectionModes = ["single", "multiple"];

export class ListSelection {
  #view;
  isMultiple;
  #onSelect;
  #selected = new Set();
  // The item from which Shift selects.
  #anchor;

  constructor(view, mode, onSelect) {
    this.#view = view;
    this.isMultiple = mode === "multiple";
    this.#onSelect = onSelect;
    if (this.isMultiple) view.rows.container.setAttribute("aria-multiselectable", "true");
    // With Shift, browsers would select the text between the rows. That also gives no focus, so the click does.
    view.rows.container.addEventListener("mousedown", (event) => {
      if (this.isMultiple && event.shiftKey && view.rowOf(event.target)?.kind === "item") event.preventDefault();
    });
  }

  has({ identifier }) {
    return this.#selected.has(identifier);
  }

  // Says whether a row is selected.
  mark(row, element) {
    if (row.kind === "item") element.setAttribute("aria-selected", this.has(row));
  }

  // The selected items, in the order of the list.
  get items() {
    return this.#selected.size === 0
      ? []
      : this.#rows.filter((row) => this.has(row)).map(({ identifier }) => identifier);
  }

  get #rows() {
    return this.#view.rows.layout.rows.filter(({ kind }) => kind === "item");
  }

  // Selects these items and no others. The callback is not told, because the page knows.
  set(identifiers) {
    const old = this.#selected;
    this.#selected = new Set(identifiers);
    this.#anchor = identifiers[0];
    for (const row of this.#view.rows.shown) if (old.has(row.identifier) !== this.has(row)) this.mark(row, row.element);
  }

  // The user selects items.
  #change(identifiers, anchor) {
    const old = this.#selected;
    this.set(identifiers);
    this.#anchor = anchor;
    if (old.size !== this.#selected.size || [...old].some((id) => !this.#selected.has(id)))
      this.#onSelect?.(this.items);
  }

  // The focus went to a row by a key, whose modifiers are those of the event. With Control, the focus goes alone.
  goTo(row, { shiftKey, ctrlKey, metaKey }) {
    const isAdded = ctrlKey || metaKey;
    if (shiftKey && this.isMultiple) this.#extendTo(row, isAdded);
    else if (!isAdded) this.#change([row.identifier], row.identifier);
  }

  // A row was clicked.
  click(row, event) {
    const isToggled = (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (isToggled) this.toggle(row);
    else this.goTo(row, event);
  }

  // Selects a row in addition to the others, or deselects it.
  toggle(row) {
    const { identifier } = row;
    const others = this.isMultiple ? [...this.#selected].filter((id) => id !== identifier) : [];
    this.#change(this.has(row) ? others : [...others, identifier], identifier);
  }

  // Selects what is between the anchor and a row.
  #extendTo(row, isAdded) {
    const rows = this.#rows;
    const ends = [rows.findIndex(({ identifier }) => identifier === this.#anchor), rows.indexOf(row)];
    if (ends[0] < 0) ends[0] = ends[1];
    const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ identifier }) => identifier);
    this.#change([...(isAdded ? this.#selected : []), ...range], rows[ends[0]].identifier);
  }

  // Returns whether that means something in this list.
  selectAll() {
    if (this.isMultiple)
      this.#change(
        this.#rows.map(({ identifier }) => identifier),
        this.#anchor,
      );
    return this.isMultiple;
  }

  // The list changed. `renamed` are rows with their old identifiers. If all selected items are gone, and one of them
  // had the focus, the row that has it now is selected: it is the next one.
  update(renamed) {
    if (this.#selected.size === 0) return;
    const { snapshot, rows } = this.#view;
    const names = new Map(renamed.map(([{ identifier }, old]) => [old, identifier]));
    const nameOf = (id) => names.get(id) ?? id;
    const left = [...this.#selected].map(nameOf).filter((id) => snapshot.containsItem(id));
    const isSame = left.length === this.#selected.size;
    const focused = left.length > 0 ? undefined : this.#view.rowOf(rows.container.getRootNode().activeElement);
    const next = focused?.kind === "item" ? [focused.identifier] : left;
    const anchor = nameOf(this.#anchor);
    if (!isSame || renamed.length > 0) this.set(next);
    this.#anchor = left.length > 0 ? anchor : next[0];
    if (!isSame) this.#onSelect?.(this.items);
  }
}
