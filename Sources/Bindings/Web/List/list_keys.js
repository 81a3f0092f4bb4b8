"use strict";
// Handles the keyboard in a list. Tab reaches one row, and the arrow keys move the focus from there.

import { controlIn, itemFrom } from "./list_focus.js";
import { ListTypeAhead } from "./list_type_ahead.js";

export class ListKeys {
  #view;
  #roles;
  #isReorderable;
  #selection;
  #typeAhead;
  // The row that Tab reaches.
  #current = null;

  constructor(view, roles, { isReorderable, selection, typeAhead }) {
    this.#view = view;
    this.#roles = roles;
    this.#isReorderable = isReorderable;
    this.#selection = selection;
    this.#typeAhead = roles.role === "list" ? undefined : new ListTypeAhead(view, typeAhead);
    const { container } = view.rows;
    container.addEventListener("keydown", (event) => this.#handleKey(event));
    container.addEventListener("focusin", ({ target }) => this.#setCurrent(view.rows.rowOf(target)));
    container.addEventListener("click", (event) => this.#click(event));
    if (selection) container.addEventListener("dblclick", (event) => this.#doubleClick(event));
    view.rows.onShow = () => this.#mark();
  }

  // Makes the shown items focusable. Only the current row is reached by Tab.
  #mark() {
    const { shown } = this.#view.rows;
    const items = shown.filter((row) => row.kind === "item");
    if (!items.includes(this.#current))
      this.#current = items.find((row) => this.#selection?.has(row)) ?? items[0] ?? null;
    for (const row of items) {
      const tabIndex = row === this.#current ? 0 : -1;
      if (row.element.getAttribute("tabindex") !== String(tabIndex)) row.element.tabIndex = tabIndex;
    }
  }

  #setCurrent(row) {
    if (row?.kind !== "item" || row === this.#current) return;
    this.#current = row;
    this.#mark();
  }

  // Called when the program selected other items. Tab then reaches the first of them.
  forget() {
    this.#current = null;
    this.#mark();
  }

  // Focuses the row at an index. If `event`, which is the key, is given, the selection follows the focus.
  #focus(index, event) {
    this.#view.rows.reveal(index)?.focus({ preventScroll: true });
    if (event) this.#selection?.goTo(this.#view.rows.layout.rows[index], event);
  }

  #handleKey(event) {
    const { target, key } = event;
    const row = this.#view.rows.rowOf(target);
    // Elements in a row handle their own keys.
    if (row?.element !== target || row.kind !== "item" || event.isComposing) return;
    const index = this.#view.rows.layout.indexes.get(row);
    if (event.altKey ? this.#reorder(key, row) : this.#moveFocus(event, row, index)) event.preventDefault();
  }

  #moveFocus(event, row, index) {
    const { key } = event;
    const { layout, viewport } = this.#view.rows;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && !this.#selection) return false;
    if (isControl && key.toLowerCase() === "a") return this.#selection.selectAll();
    const focusNear = (to, direction) => {
      const item = itemFrom(layout, to, direction) ?? itemFrom(layout, to, -direction);
      if (item !== undefined) this.#focus(item, event);
      return true;
    };
    const [top, bottom] = viewport.range;
    const page = (distance) => Math.min(layout.firstBelow(layout.top(index) + distance), layout.rows.length - 1);
    switch (key) {
      case "ArrowDown":
        return focusNear(Math.min(index + 1, layout.rows.length - 1), 1);
      case "ArrowUp":
        return focusNear(Math.max(index - 1, 0), -1);
      case "Home":
        return focusNear(0, 1);
      case "End":
        return focusNear(layout.rows.length - 1, -1);
      case "PageDown":
        return focusNear(page(bottom - top), -1);
      case "PageUp":
        return focusNear(page(top - bottom), 1);
      case "ArrowRight":
      case "ArrowLeft":
        return this.#roles.role === "tree" && this.#expandOrCollapse(event, row, index);
      case "Enter":
        return this.#choose(row);
      case " ":
        return this.#typeAhead?.isTyping(event)
          ? this.#typeAheadTo(event, index)
          : this.#selection
            ? this.#selectBySpace(event, row)
            : this.#choose(row);
      default:
        return !isControl && [...key].length === 1 && this.#typeAheadTo(event, index);
    }
  }

  #selectBySpace(event, row) {
    if (event.shiftKey) this.#selection.goTo(row, event);
    else this.#selection.toggle(row);
    return true;
  }

  #typeAheadTo(event, index) {
    const found = this.#typeAhead?.find(event, index);
    // Shift makes the letter a capital here, and must not extend the selection.
    if (found !== undefined) this.#focus(found, { shiftKey: false });
    return this.#typeAhead !== undefined;
  }

  // Right expands, or goes to the first child. Left collapses, or goes to the parent.
  #expandOrCollapse(event, row, index) {
    const { key } = event;
    const { snapshot } = this.#view;
    const expanded = row.element.getAttribute("aria-expanded");
    if (expanded === (key === "ArrowRight" ? "false" : "true")) this.#view.source.toggleItem(row.identifier);
    else if (key === "ArrowRight") {
      if (expanded === "true" && snapshot.numberOfChildren(row.identifier) > 0)
        this.#focus(itemFrom(this.#view.rows.layout, index + 1, 1));
    } else {
      const parent = snapshot.parentOfItem(row.identifier);
      const { rows } = this.#view.rows.layout;
      let above = index - 1;
      while (rows[above]?.kind === "item" && rows[above].identifier !== parent) above -= 1;
      if (rows[above]?.kind === "item") this.#focus(above);
    }
    return true;
  }

  #reorder(key, row) {
    if (!this.#isReorderable || !["ArrowUp", "ArrowDown"].includes(key)) return false;
    const to = this.#view.drags.moveBy(row, key === "ArrowUp" ? -1 : 1);
    const index = this.#view.rows.layout.indexes.get(row);
    if (index === undefined) return true;
    if (to)
      this.#roles.announce(`${row.element.textContent.trim()}: ${this.#roles.positionAmongItems(index).join(" / ")}`);
    this.#focus(index);
    return true;
  }

  // Returns the item that the user clicked. Returns undefined if the user clicked a control in the row, or if the page
  // handled the click.
  #rowOf(event) {
    const row = this.#view.rows.rowOf(event.target);
    return row?.kind === "item" && !controlIn(row, event.target) && !event.defaultPrevented ? row : undefined;
  }

  #click(event) {
    const row = this.#rowOf(event);
    if (row && !this.#selection) this.#choose(row);
    else if (row) {
      row.element.focus({ preventScroll: true });
      this.#selection.click(row, event);
    }
  }

  #doubleClick(event) {
    const row = this.#rowOf(event);
    if (row) this.#choose(row);
  }

  // Chooses an item. Returns whether that has an effect in this list.
  #choose({ identifier, element }) {
    const { onChoose, source } = this.#view;
    const isFolder = this.#roles.role === "tree" && element.hasAttribute("aria-expanded");
    if (isFolder) source.toggleItem(identifier);
    onChoose?.(identifier, element);
    return isFolder || onChoose !== undefined;
  }
}
