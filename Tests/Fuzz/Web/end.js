// The end of the module when it is fuzzed: what users get, and what only the fuzzer may see.

// Older nodes have no global `crypto`.
globalThis.crypto ??= (await import("node:crypto")).webcrypto;

/** The objects that JavaScript stands for, with what frees each. */
export const handles = new Set();
/** All that there ever were: a proxy of one is none. */
export const isHandle = (value) => known.has(value);
const known = new WeakSet();
registry.register = (handle) => {
  handles.add(handle);
  known.add(handle);
};
registry.unregister = (handle) => void handles.delete(handle);

/** How many functions the engine may still call. */
export const callbackCount = () => tables.size;
/** How many objects are kept for contents. */
export const objectCountOfContents = () => objects.length - 1 - freeNumbers.length;
/** Whether bytes of contents are left, or what was being encoded. */
export const isEncoding = () => outputEnd !== 0 || depth !== 0 || base !== 0 || currentExtras !== undefined;
/** Where scratch memory begins to be free. */
export const scratchTop = () => top;

export {
  begin,
  concat,
  DataSource,
  DerivedList,
  Difference,
  difference,
  DiffableError,
  documentName,
  Follower,
  History,
  imports,
  memory,
  memorySize,
  Publisher,
  SectionSnapshot,
  Snapshot,
  TextView,
  Transaction,
  version,
};
