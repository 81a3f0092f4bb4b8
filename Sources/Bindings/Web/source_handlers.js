// The handlers of a data source for taps and drags. Some decide whether a tap or a drag takes place, and the others are
// told about it.
import { addressIfSet, addressOf } from "./callbacks.js";
import { invoke } from "./calls.js";
import { contentFrom } from "./contents.js";
import { described, inCall, isPromise, refuse } from "./errors.js";
import { Handle } from "./handles.js";
import { putWords, readId, wasm, withScratch, writeFlag } from "./memory.js";
import { SectionSnapshot } from "./section_snapshot.js";
import { Snapshot } from "./snapshot.js";
import { copyTransaction } from "./transaction.js";

const sectionHandlers = [
  "shouldExpandItem",
  "willExpandItem",
  "shouldCollapseItem",
  "willCollapseItem",
  "snapshotForExpandingParent",
];
const dragHandlers = ["canReorderItem", "willReorder", "didReorder"];

/** The names of all handlers. */
export const handlers = [...sectionHandlers, ...dragHandlers];

// For each handler that is only told about a tap or a drag: the handler that decides whether it takes place.
const handlersThatDecide = {
  willExpandItem: "shouldExpandItem",
  willCollapseItem: "shouldCollapseItem",
  willReorder: "canReorderItem",
  didReorder: "canReorderItem",
};

// Calls a handler of a tap or a drag. An error that the handler throws undoes the tap or drag, so the handler must not
// be asynchronous.
function tellHandler(name, handler, value) {
  const answer = handler(value);
  if (isPromise(answer))
    inCall(name, () => refuse("INVALID_ARGUMENT", "the handler returned a Promise; an apply cannot wait"));
  if (answer === false)
    inCall(name, () =>
      refuse(
        "INVALID_ARGUMENT",
        `the handler returned false, which would be ignored; ${handlersThatDecide[name]} refuses, and so does an error`,
      ),
    );
}

// The item whose identifier the engine has at an address, as it is in the current list.
function borrowedItem(source, pointer) {
  const id = readId(pointer);
  const list = wasm.diffable_data_source_snapshot(Handle.address(source));
  try {
    return contentFrom(id, (content) => wasm.diffable_snapshot_item_content(content, list, pointer), source.key) ?? id;
  } finally {
    wasm.diffable_snapshot_free(list);
  }
}

// Passes the items below an item to a handler, as a section snapshot. Replaces them by the section snapshot that the
// handler returns, or, if it returns none, by the one that it was given, which it may have edited.
function askForChildren(source, handler, pointer, tree) {
  const children = Snapshot.adopt(wasm.diffable_snapshot_copy(tree), source.key);
  const answer = handler(borrowedItem(source, pointer), children) ?? children;
  inCall("snapshotForExpandingParent", () => {
    if (!Handle.is(answer, SectionSnapshot))
      refuse("INVALID_ARGUMENT", `SectionSnapshot expected, got ${described(answer)}`);
    withScratch(() => invoke(wasm.diffable_snapshot_assign, [tree, Handle.address(answer)]));
  });
  children.dispose();
}

// Calls a handler with what the engine has at `pointer`: an item or a transaction. `second` is where an answer is put.
function callHandler(source, name, handler, pointer, second) {
  switch (name) {
    case "shouldExpandItem":
    case "shouldCollapseItem":
    case "canReorderItem": {
      const answer = handler(borrowedItem(source, pointer));
      if (typeof answer !== "boolean")
        inCall(name, () =>
          refuse("INVALID_ARGUMENT", `the handler must return true or false; it returned ${described(answer)}`),
        );
      return writeFlag(second, answer);
    }
    case "willExpandItem":
    case "willCollapseItem":
      return tellHandler(name, handler, borrowedItem(source, pointer));
    case "snapshotForExpandingParent":
      return askForChildren(source, handler, pointer, second);
    default:
      return tellHandler(name, handler, copyTransaction(pointer, source.key));
  }
}

/**
 * Tells the engine which handlers a data source has. Called after the handler `name` was set or removed. `functions`
 * has the handlers by name, and `callbacks` is the table of the data source.
 */
export function connectHandlers(source, name, functions, callbacks) {
  const call = (...values) => callHandler(source, values.at(-1), functions[values.at(-1)], ...values);
  const [names, set] = sectionHandlers.includes(name)
    ? [sectionHandlers, wasm.diffable_data_source_set_section_snapshot_handlers]
    : [dragHandlers, wasm.diffable_data_source_set_reordering_handlers];
  withScratch(() => {
    const addresses = names.map((each) => addressIfSet(functions[each], each));
    const struct = putWords(4 + 4 * names.length, ...addresses);
    invoke(set, [Handle.address(source), struct, callbacks.add(call), addressOf("finalize")]);
  });
}
