"use strict";
// Sets the ARIA attributes of a list and its rows.

const roles = {
  list: { item: "listitem", header: "listitem", footer: "listitem" },
  listbox: { item: "option", header: "presentation", footer: "presentation" },
  tree: { item: "treeitem", header: "presentation", footer: "presentation" },
};

export const roleNames = Object.keys(roles);

export class ListRoles {
  constructor(view, role, label) {
    Object.assign(this, { view, role });
    const { container } = view.rows;
    container.setAttribute("role", role);
    if (label) container.setAttribute("aria-label", label);
    // Counts the changes of the list. A row with another `version` has outdated levels and positions.
    this.version = 0;
    this.status = null;
    // The elements that `write` made. Providers never get them.
    this.written = new WeakSet();
    this.selection = null;
  }

  // Called when the view was detached.
  detach() {
    this.forget();
    this.status?.remove();
    this.status = null;
  }

  // Called when the list changed.
  forget() {
    this.version += 1;
    this.extras = null;
  }

  // Gives a new element its role. Its level and position follow when it is placed.
  mark(row, element) {
    if (row.element !== element) row.version = null;
    if (!element.hasAttribute("role")) element.setAttribute("role", roles[this.role][row.kind]);
    this.selection?.mark(row, element);
    return element;
  }

  // Returns an element with the text that a provider returned. It is the old element, unless that was made by a
  // provider. The row of a header or footer without text is hidden.
  write({ kind }, old, text) {
    const element = this.written.has(old) ? old : newElement(kind);
    this.written.add(element);
    const words = element.firstElementChild ?? element;
    if (words.textContent !== text) words.textContent = text;
    element.style.display = text === "" && kind !== "item" ? "none" : "";
    return element;
  }

  place(row, index) {
    if (row.version === this.version) return;
    row.version = this.version;
    if (this.role === "tree" && row.kind === "item") this.placeInTree(row);
    if (row.kind !== "item" && this.role !== "list") return;
    const {
      overscan,
      layout: { rows },
    } = this.view.rows;
    // If all rows have elements, assistive technology can count the positions itself.
    if (overscan === Infinity) return;
    const [position, count] = this.role === "list" ? [index + 1, rows.length] : this.positionAmongItems(index);
    setAttribute(row.element, "aria-posinset", position);
    setAttribute(row.element, "aria-setsize", count);
  }

  // Returns the position of an item among all items, from 1, and how many items there are.
  positionAmongItems(index) {
    const { length } = this.view.rows.layout.rows;
    return [index + 1 - this.extrasBefore(index), length - this.extrasBefore(length)];
  }

  // Returns how many headers and footers are before an index.
  extrasBefore(index) {
    if (!this.extras) {
      this.extras = [];
      this.view.rows.layout.rows.forEach((row, place) => {
        if (row.kind !== "item") this.extras.push(place);
      });
    }
    let [low, high] = [0, this.extras.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.extras[middle] < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  placeInTree({ identifier, element }) {
    const { snapshot } = this.view;
    const level = snapshot.levelOfItem(identifier);
    setAttribute(element, "aria-level", level + 1);
    element.style.setProperty("--level", level);
    const isFolder = snapshot.numberOfChildren(identifier) > 0 || snapshot.isExpandable(identifier);
    if (isFolder) setAttribute(element, "aria-expanded", snapshot.isExpanded(identifier));
    else element.removeAttribute("aria-expanded");
  }

  // Makes the element whose text screen readers announce when it changes. It must be in the page before the first text
  // is set.
  attachStatus() {
    this.status = document.createElement("div");
    this.status.setAttribute("role", "status");
    // The position is fixed, because an element after the rows would make the page as high as they are.
    Object.assign(this.status.style, {
      position: "fixed",
      top: "0",
      width: "1px",
      height: "1px",
      overflow: "hidden",
      clipPath: "inset(50%)",
      whiteSpace: "nowrap",
    });
    this.view.element.append(this.status);
  }

  // Makes screen readers announce a text, even if it is the same as before.
  announce(text) {
    this.status?.replaceChildren(text);
  }
}

function newElement(kind) {
  const element = document.createElement("div");
  element.className = kind;
  if (kind !== "header") return element;
  const heading = document.createElement("div");
  heading.setAttribute("role", "heading");
  heading.setAttribute("aria-level", "3");
  element.append(heading);
  return element;
}

function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}
