// Callbacks. The engine identifies each by a number, and passes the number to `CallbackTable.call`.
import { keepThrown } from "./calls.js";
import { memory, wasm } from "./memory.js";

// In the order of callbacks.c.
const names = [
  "cell",
  "kind",
  "supplementary",
  "transaction",
  "write",
  "attach",
  "prepare",
  "cancel",
  "finalize",
  "release",
  "shouldExpandItem",
  "willExpandItem",
  "shouldCollapseItem",
  "willCollapseItem",
  "snapshotForExpandingParent",
  "canReorderItem",
  "willReorder",
  "didReorder",
  "filter",
  "section",
  "sort",
  "sectionSort",
];
const finalize = names.indexOf("finalize");
const callbackFailed = -9;

/** Returns the address of a callback. */
export function addressOf(name) {
  return memory()[(wasm.diffable_web_callbacks() >> 2) + names.indexOf(name)];
}

/** Returns the address of a callback, or 0 if there is no function to call. */
export function addressIfSet(fn, name) {
  return fn ? addressOf(name) : 0;
}

// The table that contains the function of each number. The references are weak, so that an object can be collected even
// if its own callbacks refer to it.
const tables = new Map();
let lastKey = 0;

/** The callbacks of one object. */
export class CallbackTable {
  #functions = new Map();
  #weak = new WeakRef(this);

  /** Adds a function, and returns its number. It is removed when the engine finalizes it. */
  add(fn) {
    lastKey += 1;
    this.#functions.set(lastKey, fn);
    tables.set(lastKey, this.#weak);
    return lastKey;
  }

  /** Removes a function that the engine does not finalize. */
  remove(key) {
    this.#functions.delete(key);
    tables.delete(key);
  }

  /**
   * The engine calls this function for every callback. It calls the function with the number `key`, and returns its
   * result to the engine, or 0 if it returns nothing. The callback fails if that function throws. This runs for each
   * item, so it has no rest parameter.
   */
  static call(callback, key, first, second, third, fourth) {
    const functions = tables.get(key)?.deref()?.#functions;
    if (callback === finalize) {
      functions?.delete(key);
      tables.delete(key);
      return 0;
    }
    try {
      return functions.get(key)(first, second, third, fourth, names[callback]) ?? 0;
    } catch (error) {
      keepThrown(error);
      return callbackFailed;
    }
  }
}
