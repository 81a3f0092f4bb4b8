"use strict";
// Lets the user drag rows to another place. The other rows make room meanwhile, and the list changes when the row is
// dropped.

import { quoted } from "../errors.js";
import { controlIn } from "./list_focus.js";
import { appearanceOf, clamp, motionNamed, translation } from "./motion.js";

const dragThreshold = 5;
// The list scrolls while the pointer is within this many pixels of an edge of the window.
const scrollMargin = 40;
// The lists of the page that accept rows of other lists, by their `dragGroup`.
const receivers = new Map();

export class ListDrags {
  #view;
  #handle;
  #drag = null;
  #options;
  // The line that shows where a row of another list would be inserted.
  #line = null;
  #mustStopClick = false;
  #isWarned = false;

  constructor(view, { isReorderable, handle, dragGroup, onReceive }) {
    this.#view = view;
    this.#handle = handle;
    this.#options = { dragGroup, onReceive };
    if (isReorderable) view.rows.container.addEventListener("pointerdown", (event) => this.#startPress(event));
    // The click event at the end of a drag must not choose or select the row.
    view.rows.container.addEventListener("click", (event) => this.#stopClick(event), { capture: true });
  }

  // Called when the list is in the page. From then on it accepts rows of other lists, if it has `onReceive`.
  connect() {
    const { dragGroup, onReceive } = this.#options;
    if (!onReceive) return;
    if (!receivers.has(dragGroup)) receivers.set(dragGroup, new Set());
    receivers.get(dragGroup).add(this);
  }

  disconnect() {
    this.cancel();
    const { dragGroup } = this.#options;
    receivers.get(dragGroup)?.delete(this);
    if (receivers.get(dragGroup)?.size === 0) receivers.delete(dragGroup);
  }

  // Moves an item by one place: up if `distance` is -1, down if it is 1. Returns the transaction, or undefined if
  // nothing moved.
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

  // Returns a row and its visible descendants, which move along with it.
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

  #startPress(event) {
    const row = this.#view.rows.rowOf(event.target);
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
      startX: event.clientX,
      startY: event.clientY,
      clientX: event.clientX,
      clientY: event.clientY,
      listeners,
      to: null,
      isMoving: false,
      ghost: null,
      receiver: undefined,
    };
    const forPointer = (handler) => (move) => {
      if (move.pointerId === event.pointerId) handler(move);
    };
    window.addEventListener(
      "pointermove",
      forPointer((move) => this.#move(move)),
      { signal },
    );
    window.addEventListener(
      "pointerup",
      forPointer(() => this.#end(true)),
      { signal },
    );
    window.addEventListener(
      "pointercancel",
      forPointer(() => this.#end(false)),
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
    // While a row is dragged, its text must not be selected, and an image in it must not be dragged.
    for (const type of ["selectstart", "dragstart"])
      document.addEventListener(type, (other) => other.preventDefault(), { signal });
  }

  #isHandle(row, target) {
    if (this.#handle === undefined) return !controlIn(row, target);
    if (!this.#view.element.querySelector(this.#handle))
      this.#warn(`no row has an element that matches the handle ${quoted(this.#handle)}`);
    return row.element.contains(target.closest(this.#handle));
  }

  // Warns once that rows cannot be dragged, and why.
  #warn(reason) {
    if (!this.#isWarned) console.warn(`diffable: no row can be dragged, because ${reason}`);
    this.#isWarned = true;
  }

  // Returns whether `canReorderItem` allows a row to be dragged. The data source calls it again when the row is
  // dropped.
  #mayDrag({ identifier }) {
    const { source } = this.#view;
    if (source && !source.canReorderItem) this.#warn("the data source has no canReorderItem");
    return Boolean(source?.canReorderItem?.(source.item(identifier)));
  }

  #move({ clientX, clientY }) {
    const drag = this.#drag;
    Object.assign(drag, { clientX, clientY });
    // The row has no element if it was deleted, or scrolled away, after the pointer was pressed.
    if (!drag.row.element) return this.#end(false);
    if (!drag.isMoving) {
      // If the list has a `dragGroup`, another list may be beside it, so a row can be dragged in any direction.
      const x = this.#options.dragGroup === undefined ? 0 : clientX - drag.startX;
      if (Math.hypot(x, clientY - drag.startY) < dragThreshold) return;
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
    this.#setReceiver(this.#receiverAt(this.#drag));
    if (this.#drag.receiver) return this.#drag.receiver.#show(this.#moveGhost());
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

  // Returns the other list under the pointer that accepts rows of this list, or undefined.
  #receiverAt({ clientX, clientY }) {
    return [...(receivers.get(this.#options.dragGroup) ?? [])].find((other) => {
      const { left, right, top, bottom } = other.#view.element.getBoundingClientRect();
      return other !== this && clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    });
  }

  // Called with the other list under the pointer, or undefined. Over another list, a copy of the row follows the
  // pointer, because the row itself cannot be seen outside of its own list.
  #setReceiver(receiver) {
    const drag = this.#drag;
    if (receiver === drag.receiver) return;
    drag.receiver?.#hideLine();
    drag.receiver = receiver;
    const { element } = drag.row;
    if (receiver && !drag.ghost) {
      drag.ghost = element.cloneNode(true);
      drag.ghost.removeAttribute("id");
      drag.ghost.inert = true;
      const { width, left } = element.getBoundingClientRect();
      Object.assign(drag.ghost.style, {
        position: "fixed",
        top: "0",
        left: "0",
        right: "auto",
        width: `${width}px`,
        pointerEvents: "none",
        zIndex: "2",
      });
      drag.gripX = drag.startX - left;
      this.#view.element.append(drag.ghost);
    } else if (!receiver) {
      drag.ghost?.remove();
      drag.ghost = null;
    }
    if (element) element.style.visibility = receiver ? "hidden" : "";
  }

  // Moves the copy to the pointer, and returns the position of its top in the window.
  #moveGhost() {
    const { ghost, clientX, clientY, grip, gripX } = this.#drag;
    ghost.style.translate = translation(clientX - gripX, clientY - grip);
    return clientY - grip;
  }

  // Shows where a row whose top is at a position of the window would be inserted.
  #show(top) {
    const { rows } = this.#view;
    if (!this.#line) {
      this.#line = document.createElement("div");
      this.#line.className = "drop-line";
      Object.assign(this.#line.style, {
        position: "absolute",
        top: "-1px",
        left: "0",
        right: "0",
        height: "0",
        borderTop: "2px solid",
        zIndex: "2",
        pointerEvents: "none",
      });
    }
    this.#line.to = this.#placeAt(top - rows.container.getBoundingClientRect().top + rows.viewport.offset, new Set());
    const { section, item } = this.#line.to ?? { section: 0, item: 0 };
    const { header, items } = this.#view.sections.sections[section] ?? { items: [] };
    const { indexes, rows: all } = rows.layout;
    const after = items[item - 1] ?? header;
    const index = after ? (indexes.get(after) ?? all.indexOf(after)) : -1;
    // The container is empty and has no height if the list has no rows.
    (all.length > 0 ? rows.container : this.#view.element).append(this.#line);
    this.#line.style.translate = translation(0, index < 0 ? 0 : rows.layout.bottom(index) - rows.viewport.offset);
  }

  #hideLine() {
    this.#line?.remove();
    this.#line = null;
  }

  // A row of another list was dropped here.
  #receive({ row, view, to }) {
    const { identifier } = row;
    const { section, item: index } = to ?? { section: 0, item: 0 };
    this.#options.onReceive({
      identifier,
      item: view.snapshot.item(identifier),
      from: view.source,
      section: this.#view.sections.sections[section]?.id,
      index,
    });
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
    const { viewport, container } = (this.#drag.receiver ?? this).#view.rows;
    const [top, bottom] = viewport.containerRange;
    const y = this.#drag.clientY - container.getBoundingClientRect().top;
    const distance =
      y < top + scrollMargin ? y - top - scrollMargin : y > bottom - scrollMargin ? y - bottom + scrollMargin : 0;
    if (distance === 0) return;
    viewport.scrollBy(clamp(distance / 4, -20, 20));
    this.#follow();
  }

  // Returns the index path where a block whose top is at `y` would be dropped, in the list without the block: after all
  // rows whose middle is above `y`. Returns null if there are no sections.
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

  // Returns all rows, with a block of them moved to another place.
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
    const { row, to, isMoving, listeners, receiver } = this.#drag;
    const place = receiver?.#line.to;
    if (receiver) this.#setReceiver(undefined);
    listeners.abort();
    this.#drag = null;
    if (!isMoving) return;
    const view = this.#view;
    const { rows } = view;
    this.#mustStopClick = true;
    setTimeout(() => (this.#mustStopClick = false));
    try {
      const from = view.sections.pathOf(row);
      const isElsewhere = from && to && (from.section !== to.section || from.item !== to.item);
      const transaction = isDropped && isElsewhere && !receiver ? view.source.reorderItem(from, to) : undefined;
      transaction?.dispose?.();
      if (isDropped && from && receiver) receiver.#receive({ row, view, to: place });
    } finally {
      rows.pinned = null;
      row.element?.classList.remove("dragging");
      // A row that was not dropped, or whose drop a handler refused, goes back. A row whose item was deleted is
      // leaving.
      if (to) rows.show(view.sections.rows, {}, motionNamed("fade"));
      if (rows.layout.indexes.has(row)) this.#settle(row);
    }
  }

  // Moves the row from the pointer to its place.
  #settle(row) {
    const { rows } = this.#view;
    const motion = motionNamed("fade");
    const from = appearanceOf(row.element);
    row.element.style.zIndex = "";
    row.element.style.translate = translation(0, row.top);
    if (motion) rows.motion.move(row, { x: from.x, y: from.y }, row.top, motion, false, true);
  }

  #stopClick(event) {
    if (!this.#mustStopClick) return;
    event.stopPropagation();
    event.preventDefault();
  }
}
