// Lists as text, and methods that return cells. A page whose rows are elements can be built without this file: see
// web.mk.
import { addressOf, CallbackTable } from "./callbacks.js";
import { readCell } from "./cells.js";
import { invoke } from "./calls.js";
import { DataSource } from "./data_source.js";
import { refuseArgument } from "./errors.js";
import { EngineView, Handle } from "./handles.js";
import { memory, putPath, putWords, readText, reserve, wasm, withScratch } from "./memory.js";
import { checked, pathIn, readOptions } from "./options.js";
import { supplementaryPlace } from "./source_look_ups.js";
import { addMethods, makeStrict, strict } from "./strict.js";

const colors = ["never", "always"];
const viewOptions = { write: "function", width: "size", context: "size", color: colors, showsOld: "boolean" };

/** Shows lists as lines of text with signs for the changes: `+` inserted, `-` deleted, `>` moved, `~` updated. */
export class TextView extends EngineView {
  #callbacks;

  constructor(...values) {
    const callbacks = new CallbackTable();
    super(strict("TextView", (options) => make(options, callbacks))(...values), wasm.diffable_view_free);
    this.#callbacks = callbacks;
  }
}

makeStrict(TextView);

function make(options, callbacks) {
  const { write, width = 60, context = 6, color = "never", showsOld = false } = readOptions(1, options, viewOptions);
  if (write === undefined) refuseArgument(1, 'object with the function "write"', options);
  return withScratch(() => {
    const out = reserve(4);
    const words = putWords(20, width, context, color === "always" ? 1 : 2, showsOld ? 1 : 0);
    const key = callbacks.add((bytes, size) => void write(readText(bytes, size)));
    invoke(wasm.diffable_text_view_new, [words, addressOf("write"), key, addressOf("finalize"), out]);
    return memory()[out >> 2];
  });
}

// Cells. If a provider calls `apply` and that fails, `failed` is called with the error. Without `failed`, the call
// throws the error.

function handleFailure(error, failed) {
  if (!failed) throw error;
  failed(error);
}

function cellOf(source, fn, failed, place) {
  checked("failed", failed, "function");
  return withScratch(() => {
    const [places, out] = [place(), reserve(4)];
    let failure;
    invoke(fn, [Handle.address(source), ...places, out], (error) => (failure = { error }));
    const cell = readCell(memory()[out >> 2]);
    if (failure) handleFailure(failure.error, failed);
    return cell;
  });
}

addMethods(DataSource, {
  cellAt(indexPath, failed) {
    const path = pathIn(1, indexPath);
    return cellOf(this, wasm.diffable_data_source_cell_at, failed, () => [putPath(path)]);
  },

  supplementaryCell(kind, index, failed) {
    return cellOf(this, wasm.diffable_data_source_supplementary_cell, failed, () =>
      supplementaryPlace(kind, index, this),
    );
  },

  /** Returns the whole list as text. */
  render(failed) {
    checked("failed", failed, "function");
    const callbacks = new CallbackTable();
    let text = "";
    const key = callbacks.add((bytes, size) => void (text += readText(bytes, size)));
    try {
      withScratch(() =>
        invoke(wasm.diffable_data_source_render, [Handle.address(this), addressOf("write"), key], (error) =>
          handleFailure(error, failed),
        ),
      );
    } finally {
      callbacks.remove(key);
    }
    return text;
  },
});
