// The engine with a guard before each of its functions: it knows the objects that there are, and refuses those that
// were freed.
import { readFileSync } from "node:fs";
import * as diffable from "../../../build/fuzz/diffable_web.mjs";

/** What is wrong in the module or in the engine, and not in the program that calls them. */
export class Finding extends Error {}

/** The first finding of an execution. A callback may have caught it, so that it does not arrive as an exception. */
export const found = { finding: undefined };

export function report(message, cause) {
  const finding = new Finding(message, { cause });
  found.finding ??= finding;
  return finding;
}

// Functions whose result is an object, and those that write one to the address in their last parameter but one.
const makes = /_(new|copy)$|^diffable_data_source_(new_)?snapshot$|^diffable_snapshot_section_snapshot$/;
const writes = new RegExp(
  `^diffable_(${[
    "view_new",
    "text_view_new",
    "snapshot_snapshot_of",
    "data_source_(cell_at|supplementary_cell|apply|apply_section|apply_using_reload_data)",
    "data_source_(toggle_item|reorder_item|derive|set_derivation|release|concat)",
    "snapshot_(encode|decode)",
    "difference_encode",
    "publisher_message",
    "follower_receive",
    "history_(undo|redo)",
    "preparation_(cell|supplementary_cell)",
  ].join("|")})$`,
);

// Functions with callbacks get the number of a callback as well, which may be that of an address. Only their first
// argument is an object.
const takesCallbacks = /_(provider|handlers|add_observer|view_new|render)$/;

// The objects that there are, by address, and those that were freed in this execution. Their memory is given back at
// its end, so that no address is used twice.
const objects = new Map();
const freed = new Map();
// A copy of what never changes is the same object, which then has one owner more. How many more it has, and which went.
const moreOwners = new Map();
const goneOwners = [];
let release = () => {};

// A publisher returns the same document as long as nothing changes, also to callers that freed it: each of them owns it
// once.
function own(address, name) {
  if (objects.has(address)) {
    moreOwners.set(address, (moreOwners.get(address) ?? 0) + 1);
    return;
  }
  if (freed.has(address)) {
    goneOwners.push([freed.get(address), address]);
    freed.delete(address);
  }
  objects.set(address, name);
}

function guard(name, fn) {
  if (/_error_free$/.test(name)) return fn;
  if (/_free$/.test(name)) {
    return (address) => {
      if (address === 0) return;
      if (moreOwners.get(address) > 0) {
        moreOwners.set(address, moreOwners.get(address) - 1);
        goneOwners.push([name, address]);
        return;
      }
      if (freed.has(address)) throw report(`${name}: freed before, by ${freed.get(address)}`);
      if (!objects.delete(address)) throw report(`${name}: not an object`);
      freed.set(address, name);
    };
  }
  const [isWriting, isMaking] = [writes.test(name), makes.test(name)];
  const objectsIn = takesCallbacks.test(name) ? (values) => values.slice(0, 1) : (values) => values;
  return (...values) => {
    if (freed.size > 0)
      for (const value of objectsIn(values))
        if (freed.has(value)) throw report(`${name}: an object was freed by ${freed.get(value)}`);
    const result = fn(...values);
    if (isWriting) {
      const out = diffable.memory()[values.at(-2) >> 2];
      if (result >= 0 && out !== 0) own(out, name);
    } else if (isMaking) {
      if (result === 0) throw report(`${name}: no object`);
      if (result === values[0]) moreOwners.set(result, (moreOwners.get(result) ?? 0) + 1);
      else objects.set(result, name);
    }
    return result;
  };
}

/** Loads the engine. */
export async function load() {
  const { instance } = await WebAssembly.instantiate(
    readFileSync(new URL("../../../build/web/diffable.wasm", import.meta.url)),
    diffable.imports,
  );
  const exports = {};
  for (const [name, value] of Object.entries(instance.exports)) {
    exports[name] = name.startsWith("diffable_") ? guard(name, value) : value;
  }
  release = (name, address) => instance.exports[name](address);
  diffable.begin({ exports });
}

/** Frees what an execution left, and says what should not be there then. */
export function cleanUp() {
  for (const handle of diffable.handles) {
    try {
      handle.dispose();
    } catch (error) {
      if (error instanceof Finding) throw error;
    }
  }
  for (const [name, address] of goneOwners.splice(0)) release(name, address);
  for (const [address, name] of freed) release(name, address);
  freed.clear();
  const left = [
    ...objects.values(),
    ...[...moreOwners].filter(([, count]) => count > 0).map(([address]) => `an owner of ${address}`),
  ];
  objects.clear();
  moreOwners.clear();
  if (left.length > 0) throw report(`objects are left: ${left}`);
  if (diffable.handles.size > 0)
    throw report(`handles are left: ${[...diffable.handles].map((handle) => handle.constructor.name)}`);
  if (diffable.callbackCount() > 0) throw report(`${diffable.callbackCount()} callbacks are left`);
  if (diffable.objectCountOfContents() > 0)
    throw report(`${diffable.objectCountOfContents()} objects of contents are left`);
  if (diffable.isEncoding()) throw report("the output of contents is left");
  if (diffable.scratchTop() !== 0) throw report(`${diffable.scratchTop()} bytes of scratch memory are left`);
}
