import { quoted } from "./errors.js";
import { Adopted } from "./handles.js";
import { wasm } from "./memory.js";
import { Snapshot } from "./snapshot.js";

/** A snapshot of the forest of one section. It can be taken out of a snapshot, and put into one. */
export class SectionSnapshot extends Snapshot {
  constructor(items, options) {
    const isAdopted = items instanceof Adopted;
    const key = options?.key;
    super(isAdopted ? items : new Adopted(wasm.diffable_section_snapshot_new(), key));
    if (!isAdopted && items !== undefined) Snapshot.fill(this, items);
  }

  toString() {
    if (this.isDisposed) return "disposed section snapshot";
    return this.allItemIdentifiers().map((id) => {
      const sign = this.isExpanded(id) ? "-" : this.numberOfChildren(id) > 0 || this.isExpandable(id) ? "+" : " ";
      return `${"  ".repeat(this.levelOfItem(id))}${sign} ${quoted(id)}`;
    }).join("\n");
  }
}
