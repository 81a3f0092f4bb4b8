// Objects of the engine, which are freed by dispose(), or else when JavaScript collects the objects that stand for
// them.
import { inCall, refuse } from "./errors.js";
import { makeStrict, strictPrototype } from "./strict.js";

const registry = new FinalizationRegistry(({ address, free }) => free(address));

// Older browsers have no Symbol.dispose, and then no `using` either.
const disposeSymbol = Symbol.dispose ?? Symbol.for("Symbol.dispose");

// Whatever copies an object reads all of its fields: `postMessage`, `structuredClone` and `{ ...object }` would make an
// empty object. To comparisons of fields, all objects would be equal. A transaction is not of these kinds: a page may
// return what `apply` returned to the tool that drives it, which copies it.
const fieldFor = (cure) => ({
  enumerable: true,
  get() {
    return refuse(
      "INVALID_ARGUMENT",
      `a ${this.constructor.name} has no fields to copy, to send or to compare; use ${cure}`,
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

  /** `free` is called with the address, once. `kind` is that of an object which programs may try to copy. */
  constructor(address, free, kind) {
    this.#owned = { address, free };
    registry.register(this, this.#owned, this);
    if (kind !== undefined) Object.defineProperty(this, "hasNoFields", copyFields[kind]);
  }

  /** The address of the object. */
  static address(handle) {
    if (handle.#owned === undefined) refuse("INVALID_ARGUMENT", `the ${handle.constructor.name} was disposed`);
    return handle.#owned.address;
  }

  /** Whether a value is a handle of a class: a proxy of one is not, and neither is what only has its prototype. */
  static is(value, type) {
    return typeof value === "object" && value !== null && #owned in value && value instanceof type;
  }

  /** Whether the object was freed. */
  get isDisposed() {
    return this.#owned === undefined;
  }

  /** Frees the object now. Any other call with it fails then; a second `dispose` does nothing. */
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

/** What a constructor takes in place of its usual arguments: an object of the engine that there is already. */
export class Adopted {
  constructor(address, key, isReadOnly = false) {
    Object.assign(this, { address, key, isReadOnly });
  }
}

/**
 * The address in what the constructor of a class was given that only this module makes. `cure` says how programs get
 * one.
 */
export function adoptedAddress(adopted, type, cure) {
  if (!(adopted instanceof Adopted)) inCall(type, () => refuse("INVALID_ARGUMENT", cure));
  return adopted.address;
}
