import { quoted } from "./errors.js";
import { Adopted } from "./handles.js";
import { wasm } from "./memory.js";
import { readOptions } from "./options.js";
import { Snapshot } from "./snapshot.js";
import { makeStrict, strict } from "./strict.js";

/** A snapshot of the forest of one section. It can be taken out of a snapshot, and put into one. */
export class SectionSnapshot extends Snapshot {
  constructor(...values) {
    const begin = (items, options) => {
      const { key = "id" } = readOptions(2, options, { key: "key" });
      return new Adopted(wasm.diffable_section_snapshot_new(), key);
    };
    const isAdopted = values[0] instanceof Adopted;
    super(isAdopted ? values[0] : strict("SectionSnapshot", begin)(...values));
    if (!isAdopted && values[0] !== undefined) strict("SectionSnapshot", () => Snapshot.fill(this, values[0]))();
  }

  toObject() {
    // The list of each level that is being filled.
    const lists = [[]];
    for (const id of this.allItemIdentifiers()) {
      const [level, item] = [this.levelOfItem(id), Snapshot.describe(this, id)];
      lists[level].push(item);
      lists[level + 1] = item.children;
    }
    return lists[0];
  }

  toString() {
    if (this.isDisposed) return "disposed section snapshot";
    return this.allItemIdentifiers()
      .map((id) => {
        const isParent = this.numberOfChildren(id) > 0 || this.isExpandable(id);
        const sign = !isParent ? " " : this.isExpanded(id) ? "+" : "-";
        return `${"  ".repeat(this.levelOfItem(id))}${sign} ${quoted(id)}`;
      })
      .join("\n");
  }
}

makeStrict(SectionSnapshot);
