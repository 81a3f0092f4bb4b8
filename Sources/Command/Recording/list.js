"use strict";
// Shows one list as a card.

class RecordedList {
  constructor(name) {
    this.element = document.createElement("section");
    this.element.className = "list";
    this.element.setAttribute("aria-label", name);
    const container = document.createElement("div");
    container.className = "rows";
    container.setAttribute("role", "list");
    container.setAttribute("aria-label", name);
    this.empty = part("empty", "empty");
    this.element.append(part("list-name", name), container, this.empty);
    this.layout = layoutOf([]);
    this.rows = new WindowedRows(container, {
      fill: (row, element) => this.fill(row, element ?? document.createElement("div")),
      // The row may still have a mark because the previous step inserted or moved it.
      onLeave: (row) => markRow(row.element, this.marks.get(row.identifier) ?? []),
      isMeasured: false,
      anchor: "none",
      isHeightAnimated: true,
    });
    this.rows.connect();
    // The rows of the list, and those that are leaving, by key.
    this.rowsByKey = new Map();
  }

  // Shows a list with its marks, a map from keys to kinds of changes, and with the places of deleted elements. `oldKeys`
  // has the keys that renamed elements had in the list that was shown, by their keys in this one. `motion` is null, or
  // the name and speed of the animation.
  show(list, marks, places, oldKeys, motion) {
    this.marks = marks;
    // If only the marks change, running motion is not interrupted.
    if (list === this.list && places.size === 0 && this.layout.deletedIndexes.size === 0) return this.rows.refill();
    this.list = list;
    this.layout = layoutOf(list, places);
    this.empty.hidden = this.layout.entries.length > 0;
    const rowsByKey = new Map(Array.from(this.rows.motion.leaving, (row) => [row.identifier, row]));
    // A new element may have the key that a renamed one had before.
    const released = new Set(oldKeys.values());
    const oldKeyOf = (key) => oldKeys.get(key) ?? (released.has(key) ? null : key);
    const rows = this.layout.entries.map((entry) => {
      const row = this.rowsByKey.get(oldKeyOf(entry.key)) ?? rowsByKey.get(entry.key) ?? new Row(entry.kind, entry.key);
      row.identifier = entry.key;
      rowsByKey.set(entry.key, row);
      row.height = entry.height;
      return row;
    });
    this.rowsByKey = rowsByKey;
    const isMoved = (row) => marks.get(row.identifier)?.includes("moved") ?? false;
    this.rows.show(rows, { isChanged: () => true, isMoved }, motion);
  }

  fill(row, element) {
    const index = this.layout.indexes.get(row.identifier);
    const entry = this.layout.entries[index];
    const kinds = this.marks.get(entry.kind === "row" ? entry.key : entry.section) ?? [];
    const isLast = entry.kind === "row" && !["row", "absent"].includes(this.layout.entries[index + 1]?.kind);
    fillRow(element, entry, entry.kind === "absent" ? ["deleted"] : kinds, isLast);
    element.setAttribute("aria-posinset", entry.position);
    element.setAttribute("aria-setsize", this.layout.count);
    // The list of changes tells assistive technology what was deleted.
    if (entry.kind === "absent") element.setAttribute("aria-hidden", "true");
    return element;
  }

  // The position of the top of the list in the window.
  get top() {
    return this.rows.container.getBoundingClientRect().top;
  }

  // Makes the list high enough for its current rows and for its next ones, which need `height` pixels, so that the page
  // can already scroll to where the next rows will be.
  reserve(height) {
    this.rows.container.style.height = `${Math.max(height, this.layout.height)}px`;
  }

  // Scrolls to an entry and shows where it is.
  find(entry) {
    window.scrollBy({ top: this.top + entry.y - window.innerHeight / 3, behavior: "instant" });
    this.rows.render();
    const { element } = this.rowsByKey.get(entry.key);
    element.classList.add("found");
    setTimeout(() => element.classList.remove("found"), 1200);
  }
}
