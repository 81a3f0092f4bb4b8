// Callbacks: the engine knows each by a number, and calls one function with it.
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

/** The address of a callback. */
export function addressOf(name) {
  return memory()[(wasm.diffable_web_callbacks() >> 2) + names.indexOf(name)];
}

/** The address of a callback, or 0 if there is no function to call. */
export function addressIfSet(fn, name) {
  return fn ? addressOf(name) : 0;
}

// The tables with the functions of each number. They are weak: an object that has callbacks which know it can be
// collected.
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
   * What the engine calls. A function returns nothing or a number; one that throws fails. Parameters are named because
   * it is called for each item.
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
