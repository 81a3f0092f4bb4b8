// Objects of the engine, which are freed by dispose(), or else when JavaScript collects the objects that stand for
// them.
import { inCall, refuse } from "./errors.js";
import { makeStrict, strictPrototype } from "./strict.js";

const registry = new FinalizationRegistry(({ address, free }) => free(address));

// Older browsers have no Symbol.dispose, and then no `using` either.
const disposeSymbol = Symbol.dispose ?? Symbol.for("Symbol.dispose");

// A field that throws when it is read. Without it, `postMessage`, `structuredClone` and `{ ...object }` would make an
// empty object, and comparisons of fields would find all objects equal. Transactions do not have this field: a page may
// return what `apply` returned to the tool that drives it, which copies it.
const fieldFor = (hint) => ({
  enumerable: true,
  get() {
    return refuse(
      "INVALID_ARGUMENT",
      `a ${this.constructor.name} has no fields to copy, to send or to compare; use ${hint}`,
    );
  },
});
const copyFields = {
  list: fieldFor("its encode() or toObject()"),
  difference: fieldFor("its encode() or steps()"),
  source: fieldFor("its snapshot().encode()"),
  publisher: fieldFor("its message()"),
  companion: fieldFor("the snapshot().encode() of its data source"),
};

/** The base of all classes that stand for an object of the engine. */
export class Handle {
  #owned;

  /**
   * `free` is called once, with the address. `kind` is a name in `copyFields`, for objects that programs may try to
   * copy.
   */
  constructor(address, free, kind) {
    this.#owned = { address, free };
    registry.register(this, this.#owned, this);
    if (kind !== undefined) Object.defineProperty(this, "hasNoFields", copyFields[kind]);
  }

  /** Returns the address of the object. Throws if it was freed. */
  static address(handle) {
    if (handle.#owned === undefined) refuse("INVALID_ARGUMENT", `the ${handle.constructor.name} was disposed`);
    return handle.#owned.address;
  }

  /**
   * Returns whether a value is a handle of a class. This is false for a proxy of a handle, and for an object that only
   * has the prototype of the class.
   */
  static is(value, type) {
    return typeof value === "object" && value !== null && #owned in value && value instanceof type;
  }

  /** Whether the object was freed. */
  get isDisposed() {
    return this.#owned === undefined;
  }

  /** Frees the object now. Calls that need the object throw after that. A second `dispose` does nothing. */
  dispose() {
    const owned = this.#owned;
    if (owned === undefined) return;
    this.#owned = undefined;
    registry.unregister(this);
    owned.free(owned.address);
  }

  [disposeSymbol]() {
    this.dispose();
  }
}

makeStrict(Handle);
Object.setPrototypeOf(Handle.prototype, strictPrototype);

/** A view that is an object of the engine. */
export class EngineView extends Handle {}

makeStrict(EngineView);

/** Passed to a constructor in place of its usual arguments. It holds an existing object of the engine. */
export class Adopted {
  constructor(address, key, isReadOnly = false) {
    Object.assign(this, { address, key, isReadOnly });
  }
}

/**
 * Returns the address in the argument of a constructor that only this module calls. Throws if a program called it.
 * `hint` says how programs get an object of the class.
 */
export function adoptedAddress(adopted, type, hint) {
  if (!(adopted instanceof Adopted)) inCall(type, () => refuse("INVALID_ARGUMENT", hint));
  return adopted.address;
}
