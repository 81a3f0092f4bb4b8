import { addressOf, CallbackTable } from "./callbacks.js";
import { readCell } from "./cells.js";
import { identifier } from "./elements.js";
import { invoke } from "./calls.js";
import { Handle } from "./handles.js";
import {
  idFrom, indexOrNone, memory, pathFrom, putId, putPath, putText, readText, reserve, wasm, withScratch,
} from "./memory.js";
import { checkFunction, textOf } from "./options.js";
import { Snapshot } from "./snapshot.js";

function tell(error, failed) {
  if (!failed) throw error;
  failed(error);
}

/** What a data source can be asked. */
export class SourceLookUps extends Handle {
  #key;

  constructor(key) {
    super(wasm.diffable_data_source_new(), wasm.diffable_data_source_free);
    this.#key = key;
  }

  /** The field of an item that is its identifier, or a function that returns it. */
  get key() { return this.#key; }

  #snapshot(call, fn) {
    return Snapshot.adopt(fn(Handle.address(this, call)), this.#key);
  }

  /** The current list; while an apply prepares, the list that is being applied. */
  snapshot() {
    return this.#snapshot("snapshot", wasm.diffable_data_source_snapshot);
  }

  /** An empty snapshot, with which a list is described anew faster than with `new Snapshot`. */
  newSnapshot() {
    return this.#snapshot("newSnapshot", wasm.diffable_data_source_new_snapshot);
  }

  sectionSnapshot(section) {
    const call = "sectionSnapshot";
    const id = identifier(section, call, 1);
    return this.#snapshot(call, (source) => withScratch(() => wasm.diffable_data_source_section_snapshot(source, putId(id))));
  }

  itemAt(indexPath) {
    return idFrom((item) => {
      const path = putPath(indexPath);
      wasm.diffable_data_source_item_at(item, Handle.address(this, "itemAt"), path);
    });
  }

  indexPathOfItem(item) {
    const call = "indexPathOfItem";
    const id = identifier(item, call, 1, this.#key);
    return pathFrom((path) => wasm.diffable_data_source_index_path_of_item(path, Handle.address(this, call), putId(id)));
  }

  sectionAt(index) {
    return idFrom((section) => wasm.diffable_data_source_section_at(section, Handle.address(this, "sectionAt"), indexOrNone(index)));
  }

  indexOfSection(section) {
    const call = "indexOfSection";
    const id = identifier(section, call, 1);
    const index = withScratch(() => wasm.diffable_data_source_index_of_section(Handle.address(this, call), putId(id)));
    return index < 0 ? undefined : index;
  }

  /** The content of an item, which may be hidden, or its identifier if it has none. */
  item(item) {
    const id = identifier(item, "item", 1, this.#key);
    return this.#content("item", id);
  }

  /** The content of a section, or its identifier if it has none. */
  section(section) {
    return this.#content("section", identifier(section, "section", 1));
  }

  #content(name, id) {
    const list = this.#snapshot(name, wasm.diffable_data_source_snapshot);
    try {
      return list[name](id);
    } finally {
      list.dispose();
    }
  }

  // Cells. `failed` is given the error of an apply that a provider called; without it, the call throws that.

  #cell(call, fn, place, failed) {
    checkFunction(`${call}: failed`, failed);
    return withScratch(() => {
      const [places, out] = [place(), reserve(4)];
      let failure;
      invoke(call, fn, [Handle.address(this, call), ...places, out], (error) => failure = { error });
      const cell = readCell(memory()[out >> 2]);
      if (failure) tell(failure.error, failed);
      return cell;
    });
  }

  cellAt(indexPath, failed) {
    return this.#cell("cellAt", wasm.diffable_data_source_cell_at, () => [putPath(indexPath)], failed);
  }

  supplementaryCell(kind, index, failed) {
    const place = () => [putText(textOf("supplementaryCell: kind", kind))[0], indexOrNone(index)];
    return this.#cell("supplementaryCell", wasm.diffable_data_source_supplementary_cell, place, failed);
  }

  /** The whole list as text. */
  render(failed) {
    checkFunction("render: failed", failed);
    const callbacks = new CallbackTable();
    let text = "";
    const key = callbacks.add((bytes, size) => void (text += readText(bytes, size)));
    try {
      withScratch(() => invoke("render", wasm.diffable_data_source_render, [Handle.address(this, "render"), addressOf("write"), key], (error) => tell(error, failed)));
    } finally {
      callbacks.remove(key);
    }
    return text;
  }

  toString() {
    if (this.isDisposed) return "disposed data source";
    const list = this.snapshot();
    const text = `data source (${list.numberOfSections()} sections, ${list.numberOfItems()} items)`;
    list.dispose();
    return text;
  }
}
