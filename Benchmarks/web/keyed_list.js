// A list of rows kept by the keyed reconciler. All rows have elements.
import { reconcile } from "./keyed.mjs";

const sameTitle = (one, other) => one.title === other.title;

// Shows items with the field `id`.
export class KeyedList {
  constructor(container, { make, update, isSame = sameTitle }) {
    Object.assign(this, { container, make, update, isSame, items: [], elements: new Map() });
  }

  show(items) {
    const { removed, inserted, moved, updated } = reconcile(this.items, items, this.isSame);
    for (const index of removed) {
      const { id } = this.items[index];
      this.elements.get(id).remove();
      this.elements.delete(id);
    }
    for (const index of inserted) this.elements.set(items[index].id, this.make(items[index]));
    // From the end, so that the element after each is in its place.
    const wanted = [...inserted, ...moved].sort((one, other) => other - one);
    for (const index of wanted) {
      const next = index + 1 < items.length ? this.elements.get(items[index + 1].id) : null;
      this.container.insertBefore(this.elements.get(items[index].id), next);
    }
    const changed = new Set(updated);
    if (changed.size > 0)
      for (const item of items) if (changed.has(item.id)) this.update(this.elements.get(item.id), item);
    this.items = items;
  }
}

// The same with elements only for the rows in sight, which all have one height, and some above and below.
export class WindowedKeyedList {
  constructor(container, height, makers) {
    this.space = container.appendChild(document.createElement("div"));
    const rows = this.space.appendChild(document.createElement("div"));
    Object.assign(this, { container, height, rows, list: new KeyedList(rows, makers) });
    container.addEventListener("scroll", () => requestAnimationFrame(() => this.show(this.items)));
  }

  show(items) {
    this.items = items;
    const [top, margin] = [this.container.scrollTop, 400];
    const first = Math.max(Math.floor((top - margin) / this.height), 0);
    const end = Math.ceil((top + this.container.clientHeight + margin) / this.height);
    this.space.style.height = `${items.length * this.height}px`;
    this.rows.style.transform = `translateY(${first * this.height}px)`;
    this.list.show(items.slice(first, end));
  }
}
