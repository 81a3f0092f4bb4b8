"use strict";
// The header of the section at the top of the window stays in sight: a copy of it covers the rows, while the header
// itself is above the window.

export class ListStickyHeader {
  #view;
  // Builds an element for a header row that is not rendered at the moment.
  #make;
  // The box takes no room, and sticks to the top of the element that scrolls the list.
  #box = document.createElement("div");
  #shown = { row: null, version: -1 };
  #headers = { layout: null, indexes: [] };

  constructor(view, make) {
    this.#view = view;
    this.#make = make;
    this.#box.className = "sticky-header";
    Object.assign(this.#box.style, { position: "sticky", top: "0", height: "0", zIndex: "2" });
  }

  attach() {
    this.#view.rows.container.before(this.#box);
  }

  detach() {
    this.#box.remove();
    this.#hide();
  }

  // Called when rows came, went or moved, or the list was scrolled. `version` is a number that changes whenever the
  // list changes.
  update(version) {
    const { layout, viewport, isPrinting } = this.#view.rows;
    const [top] = viewport.range;
    const place = this.#placeAt(layout, top);
    const [index, next] = [this.#headers.indexes[place], this.#headers.indexes[place + 1]];
    const row = layout.rows[index];
    const isNeeded = row && !isPrinting && layout.top(index) < top && row.height !== 0 && layout.height > top;
    if (!isNeeded) return this.#hide();
    if (this.#shown.row !== row || this.#shown.version !== version) {
      this.#shown = { row, version };
      const copy = (row.element ?? this.#make(row)).cloneNode(true);
      copy.removeAttribute("id");
      // Hide the copy from assistive technology, which already reads the header itself.
      copy.inert = true;
      Object.assign(copy.style, { position: "relative", translate: "none" });
      // Clicks pass through inert elements. The cover around the copy catches them, so that they do not reach the row
      // below.
      const cover = document.createElement("div");
      cover.append(copy);
      this.#box.replaceChildren(cover);
    }
    // The next header pushes the copy out.
    const height = row.height ?? this.#box.firstChild.offsetHeight;
    const end = next === undefined ? layout.height : layout.top(next);
    this.#box.firstChild.style.translate = `0px ${Math.min(end - top - height, 0)}px`;
  }

  #hide() {
    if (this.#shown.row) this.#box.replaceChildren();
    this.#shown = { row: null, version: -1 };
  }

  // Returns the index, in `indexes`, of the last header whose top is at or above `y`, or -1 if there is none.
  #placeAt(layout, y) {
    if (this.#headers.layout !== layout) {
      this.#headers = { layout, indexes: [] };
      layout.rows.forEach(({ kind }, index) => kind === "header" && this.#headers.indexes.push(index));
    }
    const { indexes } = this.#headers;
    let [low, high] = [0, indexes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (layout.top(indexes[middle]) <= y) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
