// The engine: what it imports, and how it begins.
import { CallbackTable } from "./callbacks.js";
import { release } from "./contents.js";
import { readCString, setEngine, wasm } from "./memory.js";

/** What the engine imports. */
export const imports = {
  diffable: {
    call: CallbackTable.call,
    release,
    random: (address, size) => void crypto.getRandomValues(new Uint8Array(wasm.memory.buffer, address, size)),
  },
};

/** Begins to use an instance of the engine. */
export function begin(instance) {
  setEngine(instance.exports);
}

/** The version of the engine. */
export function version() {
  return readCString(wasm.diffable_version());
}

/** The bytes of memory that the engine has. It grows when more is needed, and never shrinks. */
export function memorySize() {
  return wasm.memory.buffer.byteLength;
}
