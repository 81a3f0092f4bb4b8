import { addressOf, CallbackTable } from "./callbacks.js";
import { invoke } from "./calls.js";
import { refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { memory, putWords, readText, reserve, wasm, withScratch } from "./memory.js";
import { readOptions } from "./options.js";
import { makeStrict, strict } from "./strict.js";

const colors = ["never", "always"];
const viewOptions = { write: "function", width: "size", context: "size", color: colors, showsOld: "boolean" };

/** Shows lists as lines of text with signs for the changes: `+` inserted, `-` deleted, `>` moved, `~` updated. */
export class TextView extends Handle {
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
  if (write === undefined) refuseArgument(1, "object with the function \"write\"", options);
  return withScratch(() => {
    const out = reserve(4);
    const words = putWords(20, width, context, color === "always" ? 1 : 2, showsOld ? 1 : 0);
    const key = callbacks.add((bytes, size) => void write(readText(bytes, size)));
    invoke(wasm.diffable_text_view_new, [words, addressOf("write"), key, addressOf("finalize"), out]);
    return memory()[out >> 2];
  });
}
