import { invoke } from "./calls.js";
import { DataSource } from "./data_source.js";
import { isPromise, refuse, refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { memory, putText, readText, reserve, wasm, withScratch } from "./memory.js";
import { checked, readOptions } from "./options.js";
import { makeStrict, strict } from "./strict.js";

/** Undoes and redoes the changes of a data source. */
export class History extends Handle {
  // The engine keeps its own data source alive. This keeps the JavaScript object alive, which has the callbacks.
  #source;

  constructor(...values) {
    const [source, limit] = strict("History", (source, options) => {
      if (!Handle.is(source, DataSource)) refuseArgument(1, "DataSource", source);
      if (DataSource.isFollower(source))
        refuse(
          "INVALID_ARGUMENT",
          "the list is derived from another one, and cannot be changed; make a history of that one",
        );
      return [source, readOptions(2, options, { limit: "limit" }).limit ?? 0];
    })(...values);
    super(
      strict("History", () => wasm.diffable_history_new(Handle.address(source), limit))(),
      wasm.diffable_history_free,
      "companion",
    );
    this.#source = source;
  }

  undo() {
    return this.#undoOrRedo(wasm.diffable_history_undo);
  }
  redo() {
    return this.#undoOrRedo(wasm.diffable_history_redo);
  }
  #undoOrRedo(fn) {
    return DataSource.change(this.#source, fn, undefined, Handle.address(this));
  }
  get canUndo() {
    return wasm.diffable_history_can_undo(Handle.address(this), 0) === 1;
  }
  get canRedo() {
    return wasm.diffable_history_can_redo(Handle.address(this), 0) === 1;
  }
  get undoCaption() {
    return this.#caption(wasm.diffable_history_can_undo);
  }
  get redoCaption() {
    return this.#caption(wasm.diffable_history_can_redo);
  }

  #caption(fn) {
    return withScratch(() => {
      const caption = reserve(8);
      fn(Handle.address(this), caption);
      const [address, size] = memory().subarray(caption >> 2);
      return size === 0 ? undefined : readText(address, size);
    });
  }

  /** Calls a function, and returns what it returns. All of its changes become one entry. */
  group(caption, body) {
    checked("argument 1", caption, "text");
    if (typeof body !== "function") refuseArgument(2, "function", body);
    if (Object.prototype.toString.call(body) === "[object AsyncFunction]")
      refuse("INVALID_ARGUMENT", "argument 2: an async function would go on after the group has ended");
    withScratch(() =>
      invoke(wasm.diffable_history_begin_group, [Handle.address(this), ...putText(String(caption ?? ""))]),
    );
    try {
      const result = body();
      if (isPromise(result))
        refuse(
          "INVALID_ARGUMENT",
          "argument 2: the function returned a Promise; it would go on after the group has ended",
        );
      return result;
    } finally {
      if (!this.isDisposed) withScratch(() => invoke(wasm.diffable_history_end_group, [Handle.address(this)]));
    }
  }

  /** Forgets all entries. */
  clear() {
    wasm.diffable_history_clear(Handle.address(this));
  }
}

makeStrict(History);
