"use strict";
// Rows that are dragged to another place. The others make room while one is dragged, and the list changes when it is
// dropped.

import { controlIn } from "./list_focus.js";
import { appearanceOf, clamp, motionNamed, translation } from "./motion.js";

const threshold = 5;
// Near the edges of the window, this many pixels, the list scrolls.
const edge = 40;

export class ListDrags {
  #view;
  #handle;
  #drag = null;
  #isClickSwallowed = false;
  #isWarned = false;

  constructor(view, handle) {
    this.#view = view;
    this.#handle = handle;
    view.rows.container.addEventListener("pointerdown", (event) => this.#press(event));
    // A drag is no click.
    view.rows.container.addEventListener("click", (event) => this.#swallow(event), { capture: true });
  }

  // Moves an item up or down by a place among the items, by -1 or 1. Returns the transaction; undefined if nothing
  // moved.
  moveBy(row, distance) {
    if (!this.#mayDrag(row)) return undefined;
    const { sections } = this.#view.sections;
    let { section, item } = this.#view.sections.pathOf(row);
    const from = { section, item };
    const others = sections[section].items.length - this.#blockOf(row).size;
    item += distance;
    if (item < 0) [section, item] = [section - 1, sections[section - 1]?.items.length];
    else if (item > others) [section, item] = [section + 1, 0];
    return sections[section] && this.#view.source.reorderItem(from, { section, item });
  }

  // A row, and the visible rows below it in its tree, which move along with it.
  #blockOf(row) {
    const { sections, snapshot } = this.#view;
    const block = new Set([row]);
    if (!snapshot.isExpanded(row.identifier)) return block;
    const { section, item } = sections.pathOf(row);
    const { items } = sections.sections[section];
    const level = snapshot.levelOfItem(row.identifier);
    for (let next = item + 1; next < items.length && snapshot.levelOfItem(items[next].identifier) > level; next += 1)
      block.add(items[next]);
    return block;
  }

  #press(event) {
    const row = this.#view.rowOf(event.target);
    if (
      event.button !== 0
      || this.#drag
      || row?.kind !== "item"
      || !this.#isHandle(row, event.target)
      || !this.#mayDrag(row)
    )
      return;
    const listeners = new AbortController();
    const { signal } = listeners;
    this.#drag = {
      row,
      startY: event.clientY,
      clientY: event.clientY,
      id: event.pointerId,
      listeners,
      to: null,
      isMoving: false,
    };
    const own = (handler) => (move) => {
      if (move.pointerId === event.pointerId) handler(move);
    };
    window.addEventListener(
      "pointermove",
      own((move) => this.#move(move)),
      { signal },
    );
    window.addEventListener(
      "pointerup",
      own(() => this.#end(true)),
      { signal },
    );
    window.addEventListener(
      "pointercancel",
      own(() => this.#end(false)),
      { signal },
    );
    window.addEventListener(
      "keydown",
      (key) => {
        if (key.key !== "Escape" || !this.#drag.isMoving) return;
        key.preventDefault();
        this.#end(false);
      },
      { signal, capture: true },
    );
    // While a row is dragged, neither its text is selected nor an image in it dragged.
    for (const type of ["selectstart", "dragstart"])
      document.addEventListener(type, (other) => other.preventDefault(), { signal });
  }

  #isHandle(row, target) {
    return this.#handle === undefined ? !controlIn(row, target) : row.element.contains(target.closest(this.#handle));
  }

  // Asks `canReorderItem`, as the data source does again when the row is dropped.
  #mayDrag({ identifier }) {
    const { source } = this.#view;
    if (source && !source.canReorderItem && !this.#isWarned) {
      this.#isWarned = true;
      console.warn("diffable: no row can be dragged, because the data source has no canReorderItem");
    }
    return Boolean(source?.canReorderItem?.(source.item(identifier)));
  }

  #move({ clientY }) {
    const drag = this.#drag;
    drag.clientY = clientY;
    if (!drag.isMoving) {
      if (Math.abs(clientY - drag.startY) < threshold) return;
      this.#begin();
    }
    this.#follow();
  }

  #begin() {
    const { row } = this.#drag;
    const { rows } = this.#view;
    this.#drag.isMoving = true;
    this.#drag.grip = this.#drag.startY - row.element.getBoundingClientRect().top;
    rows.motion.stop(row);
    rows.pinned = row;
    row.element.classList.add("dragging");
    row.element.style.zIndex = "2";
    const scroll = () => {
      if (!this.#drag?.isMoving) return;
      this.#scroll();
      requestAnimationFrame(scroll);
    };
    requestAnimationFrame(scroll);
  }

  // The row follows the pointer, and the others make room.
  #follow() {
    const { row, clientY, grip } = this.#drag;
    const { rows } = this.#view;
    if (!rows.layout.indexes.has(row)) return this.#end(false);
    const last = rows.layout.height - row.height;
    const { offset } = rows.viewport;
    const y = clamp(clientY - grip - rows.container.getBoundingClientRect().top + offset, 0, Math.max(last, 0));
    row.element.style.translate = translation(0, y - offset);
    const block = this.#blockOf(row);
    const to = this.#placeAt(y, block);
    const now = this.#drag.to ?? this.#view.sections.pathOf(row);
    if (to.section === now.section && to.item === now.item) return;
    this.#drag.to = to;
    rows.show(this.#order(block, to), { isMoved: (other) => block.has(other) }, motionNamed("fade"));
  }

  // Called after an update, which put the rows back in their places and may have deleted the dragged one.
  update() {
    if (!this.#drag?.isMoving) return;
    this.#drag.to = null;
    this.#follow();
  }

  cancel() {
    if (this.#drag) this.#end(false);
  }

  #scroll() {
    const { viewport, container } = this.#view.rows;
    const [top, bottom] = viewport.containerRange;
    const y = this.#drag.clientY - container.getBoundingClientRect().top;
    const distance = y < top + edge ? y - top - edge : y > bottom - edge ? y - bottom + edge : 0;
    if (distance === 0) return;
    viewport.scrollBy(clamp(distance / 4, -20, 20));
    this.#follow();
  }

  // The index path for a block at a position, in the list without it: after all rows whose middle is above its top.
  #placeAt(y, block) {
    const { rows, sections } = this.#view;
    let top = 0;
    let place = null;
    for (let section = 0; section < sections.sections.length; section += 1) {
      const { header, items, footer } = sections.sections[section];
      const isAbove = (row) => {
        const height = row === null ? 0 : (row.height ?? rows.typicalHeights.get(row.kind) ?? 0);
        top += height;
        return top - height / 2 < y;
      };
      if (!isAbove(header) && place) return place;
      let item = 0;
      place = { section, item };
      for (const row of items) {
        if (block.has(row)) continue;
        if (!isAbove(row)) return place;
        item += 1;
        place = { section, item };
      }
      isAbove(footer);
    }
    return place;
  }

  // The rows with a block of them at another place.
  #order(block, { section, item }) {
    const rows = [];
    this.#view.sections.sections.forEach(({ header, items, footer }, index) => {
      const others = items.filter((other) => !block.has(other));
      if (header) rows.push(header);
      for (const other of index === section ? [...others.slice(0, item), ...block, ...others.slice(item)] : others)
        rows.push(other);
      if (footer) rows.push(footer);
    });
    return rows;
  }

  #end(isDropped) {
    const { row, to, isMoving, listeners } = this.#drag;
    listeners.abort();
    this.#drag = null;
    if (!isMoving) return;
    const view = this.#view;
    const { rows } = view;
    this.#isClickSwallowed = true;
    setTimeout(() => (this.#isClickSwallowed = false));
    try {
      const from = view.sections.pathOf(row);
      const isElsewhere = from && to && (from.section !== to.section || from.item !== to.item);
      const transaction = isDropped && isElsewhere ? view.source.reorderItem(from, to) : undefined;
      transaction?.dispose?.();
    } finally {
      rows.pinned = null;
      row.element?.classList.remove("dragging");
      // A row that was not dropped, or whose drop a handler refused, goes back. A row whose item was deleted is
      // leaving.
      if (to) rows.show(view.sections.rows, {}, motionNamed("fade"));
      if (rows.layout.indexes.has(row)) this.#settle(row);
    }
  }

  // The row goes from the pointer to its place.
  #settle(row) {
    const { rows } = this.#view;
    const motion = motionNamed("fade");
    const from = appearanceOf(row.element);
    row.element.style.zIndex = "";
    row.element.style.translate = translation(0, row.top);
    if (motion) rows.motion.move(row, { x: from.x, y: from.y }, row.top, motion, false, true);
  }

  #swallow(event) {
    if (!this.#isClickSwallowed) return;
    event.stopPropagation();
    event.preventDefault();
  }
}
