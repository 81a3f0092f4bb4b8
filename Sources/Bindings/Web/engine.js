// The functions that the engine imports, and the start of the engine.
import { CallbackTable } from "./callbacks.js";
import { release } from "./contents.js";
import { readCString, setEngine, wasm } from "./memory.js";

/** The functions that the engine imports. */
export const imports = {
  diffable: {
    call: CallbackTable.call,
    release,
    random: (address, size) => void crypto.getRandomValues(new Uint8Array(wasm.memory.buffer, address, size)),
  },
};

/** Sets the instance of the engine that all calls use. */
export function begin(instance) {
  setEngine(instance.exports);
}

/** Returns the version of the engine. */
export function version() {
  return readCString(wasm.diffable_version());
}

/** Returns the size of the engine's memory in bytes. The memory grows when more is needed, and never shrinks. */
export function memorySize() {
  return wasm.memory.buffer.byteLength;
}
