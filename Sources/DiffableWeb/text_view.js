import { addressOf, CallbackTable } from "./callbacks.js";
import { invoke } from "./calls.js";
import { described, refuse, refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { memory, putWords, readText, reserve, wasm, withScratch } from "./memory.js";

const colors = ["never", "always", "never"];

/** Shows lists as lines of text with signs for the changes: `+` inserted, `-` deleted, `>` moved, `~` updated. */
export class TextView extends Handle {
  #callbacks;

  /** `write` is given the text of each apply. */
  constructor(options) {
    const { write, width = 60, context = 6, color = "never", showsOld = false } = options ?? {};
    checkSize("width", width);
    checkSize("context", context);
    if (typeof write !== "function") refuseArgument("TextView", 1, "object with the function \"write\"", write);
    const callbacks = new CallbackTable();
    super(make(write, callbacks, [width, context, color === "always" ? colors.indexOf(color) : 2, showsOld ? 1 : 0]), wasm.diffable_view_free);
    this.#callbacks = callbacks;
  }
}

function checkSize(name, size) {
  if (!Number.isInteger(size) || size < 0 || size > 0x7fffffff) refuse("INVALID_ARGUMENT", `TextView: ${name}: whole number expected, got ${described(size)}`);
}

function make(write, callbacks, [width, context, color, showsOld]) {
  return withScratch(() => {
    const out = reserve(4);
    const options = putWords(20, width, context, color, showsOld);
    const key = callbacks.add((bytes, size) => void write(readText(bytes, size)));
    invoke("TextView", wasm.diffable_text_view_new, [options, addressOf("write"), key, addressOf("finalize"), out]);
    return memory()[out >> 2];
  });
}
