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
    // With Shift, browsers would select the text between the rows. Preventing that also prevents the focus, so the
    // handler of the click sets it.
    view.rows.container.addEventListener("mousedown", (event) => {
      if (this.isMultiple && event.shiftKey && view.rows.rowOf(event.target)?.kind === "item") event.preventDefault();
    });
  }

  has({ identifier }) {
    return this.#selected.has(identifier);
  }

  // Sets `aria-selected` of the element of an item.
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

  // Selects these items and no others. Does not call `onSelect`, because the page knows.
  set(identifiers) {
    const old = this.#selected;
    this.#selected = new Set(identifiers);
    this.#anchor = identifiers[0];
    for (const row of this.#view.rows.shown) if (old.has(row.identifier) !== this.has(row)) this.mark(row, row.element);
  }

  // Selects items for the user, and calls `onSelect` if the selection changed.
  #change(identifiers, anchor) {
    const old = this.#selected;
    this.set(identifiers);
    this.#anchor = anchor;
    if (old.size !== this.#selected.size || [...old].some((id) => !this.#selected.has(id)))
      this.#onSelect?.(this.items);
  }

  // Updates the selection when a key or a click moved the focus to a row. The event has the modifiers. With Control,
  // the selection does not change, unless Shift extends it.
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

  // Selects the items from the anchor to a row.
  #extendTo(row, isAdded) {
    const rows = this.#rows;
    const ends = [rows.findIndex(({ identifier }) => identifier === this.#anchor), rows.indexOf(row)];
    if (ends[0] < 0) ends[0] = ends[1];
    const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ identifier }) => identifier);
    this.#change([...(isAdded ? this.#selected : []), ...range], rows[ends[0]].identifier);
  }

  // Selects all items. Returns false if only one can be selected.
  selectAll() {
    if (this.isMultiple)
      this.#change(
        this.#rows.map(({ identifier }) => identifier),
        this.#anchor,
      );
    return this.isMultiple;
  }

  // Called when the list changed. `renamed` contains pairs of a row and its old identifier. If all selected items are
  // gone, the focused item is selected instead. If a selected item had the focus, the next item has it now.
  update(renamed) {
    if (this.#selected.size === 0) return;
    const { snapshot, rows } = this.#view;
    const names = new Map(renamed.map(([{ identifier }, old]) => [old, identifier]));
    const nameOf = (id) => names.get(id) ?? id;
    const left = [...this.#selected].map(nameOf).filter((id) => snapshot.containsItem(id));
    const isSame = left.length === this.#selected.size;
    const focused = left.length > 0 ? undefined : rows.rowOf(rows.container.getRootNode().activeElement);
    const next = focused?.kind === "item" ? [focused.identifier] : left;
    const anchor = nameOf(this.#anchor);
    if (!isSame || renamed.length > 0) this.set(next);
    this.#anchor = left.length > 0 ? anchor : next[0];
    if (!isSame) this.#onSelect?.(this.items);
  }
}
