// The end of diffable.js: the engine is in the file beside it.
const address = new URL("diffable.wasm", import.meta.url);

async function readEngine() {
  // node has no fetch for files.
  if (globalThis.process?.versions?.node && address.protocol === "file:") return (await import("node:fs/promises")).readFile(address);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

begin((await WebAssembly.instantiate(await readEngine(), imports)).instance);

export { concat, DataSource, DerivedList, Difference, difference, DiffableError, documentName, Follower, History, ListView, memorySize, merge, Publisher, SectionSnapshot, Snapshot, TextView, Transaction, version };
