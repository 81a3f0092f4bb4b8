// A list of rows kept by the keyed reconciler. All rows have elements.
import { reconcile } from "./keyed.mjs";

const isSame = (one, other) => one.title === other.title;

// Shows items with the field `id`.
export class KeyedList {
  constructor(container, { make, update }) {
    Object.assign(this, { container, make, update, items: [], elements: new Map() });
  }

  show(items) {
    const { removed, inserted, moved, updated } = reconcile(this.items, items, isSame);
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
