import { counted, refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { putText, wasm } from "./memory.js";
import { meantName, refuseUnknownName } from "./names.js";
import { indexIn } from "./options.js";
import { Snapshot } from "./snapshot.js";
import { makeStrict } from "./strict.js";

/** The look-ups of a data source in its current list. */
export class SourceLookUps extends Handle {
  #key;

  constructor(key, address = wasm.diffable_data_source_new()) {
    super(address, wasm.diffable_data_source_free, "source");
    this.#key = key;
  }

  /** The field of an item that is its identifier, or a function that returns it. */
  get key() {
    return this.#key;
  }

  #snapshot(fn) {
    return Snapshot.adopt(fn(Handle.address(this)), this.#key);
  }

  /** Returns the current list or, while an apply prepares, the list that is being applied. */
  snapshot() {
    return this.#snapshot(wasm.diffable_data_source_snapshot);
  }

  /** Returns an empty snapshot. Describing the list anew with it is faster than with `new Snapshot`. */
  newSnapshot() {
    return this.#snapshot(wasm.diffable_data_source_new_snapshot);
  }

  // Returns what `question` returns for the current list. `question` may run getters of the program, and these may
  // dispose the data source. In that case, this method throws.
  #ask(question) {
    const list = this.#snapshot(wasm.diffable_data_source_snapshot);
    try {
      const answer = question(list);
      Handle.address(this);
      return answer;
    } finally {
      list.dispose();
    }
  }

  sectionSnapshot(section) {
    return this.#ask((list) => list.sectionSnapshot(section));
  }
  itemAt(indexPath) {
    return this.#ask((list) => list.itemAt(indexPath));
  }
  indexPathOfItem(item) {
    return this.#ask((list) => list.indexPathOfItem(item));
  }
  sectionAt(index) {
    return this.#ask((list) => list.sectionAt(index));
  }
  indexOfSection(section) {
    return this.#ask((list) => list.indexOfSection(section));
  }

  /** Returns the content of an item, which may be hidden, or its identifier if it has no content. */
  item(item) {
    return this.#ask((list) => list.item(item));
  }

  /** Returns the content of a section, or its identifier if it has no content. */
  section(section) {
    return this.#ask((list) => list.section(section));
  }

  /** What `JSON.stringify` writes: the current list. */
  toJSON(_) {
    return this.#ask((list) => list.toObject());
  }

  toString() {
    if (this.isDisposed) return "disposed data source";
    return this.#ask((list) => {
      const [sections, items] = [counted(list.numberOfSections(), "section"), counted(list.numberOfItems(), "item")];
      return `data source (${sections}, ${items})`;
    });
  }
}

/** Puts the kind and the section of a supplementary cell of a data source into scratch memory. */
export function supplementaryPlace(kind, index, source) {
  if (typeof kind !== "string") refuseArgument(1, "string", kind);
  const kinds = [...new Set(["header", "footer", ...Object.keys(source.supplementary)])];
  // A view may ask for a kind that a data source does not have, so a kind is refused only if it looks misspelt.
  if (!kinds.includes(kind) && meantName(kind, kinds) !== undefined)
    refuseUnknownName("INVALID_ARGUMENT", "unknown kind", kind, kinds);
  return [putText(kind)[0], indexIn(2, index)];
}

makeStrict(SourceLookUps);
