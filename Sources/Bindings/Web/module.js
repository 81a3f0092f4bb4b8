// The end of diffable.js and diffable.init.js, which loads the engine.

// Bundlers copy the file if they find this expression.
const engineAddress = () => new URL("./diffable.wasm", import.meta.url);
const isNode = globalThis.process?.versions?.node !== undefined;
// Bundlers for pages must not look for the modules of node.
const importFromNode = (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ name);
let loading;

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const isAddress = typeof source === "string" || source instanceof URL;
  if (!isAddress && !(source instanceof Response))
    refuseArgument(1, "address, Response, bytes or WebAssembly.Module", source);
  // node has no fetch for files.
  if (isNode && isAddress && String(source).startsWith("file:"))
    return WebAssembly.compile(await (await importFromNode("node:fs/promises")).readFile(new URL(source)));
  const response = isAddress ? await fetch(source) : source;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  // The engine is compiled while it is loaded, if the server sends it as WebAssembly.
  const isStreamed = response.headers.get("Content-Type")?.split(";")[0].trim() === "application/wasm";
  return isStreamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

async function load(source) {
  // Older nodes have no global `crypto`, which every browser has.
  if (isNode) globalThis.crypto ??= (await importFromNode("node:crypto")).webcrypto;
  begin(await WebAssembly.instantiate(await compile(await source), imports));
}

/**
 * Loads the engine, once. `source` is where it is: an address, a response, bytes, or a compiled module; by default, the
 * file beside this one.
 */
export async function init(source) {
  loading ??= load(source ?? engineAddress()).catch((error) => {
    loading = undefined;
    throw error;
  });
  await loading;
}

export {
  concat,
  DataSource,
  DerivedList,
  Difference,
  difference,
  DiffableError,
  documentName,
  Follower,
  History,
  ListView,
  memorySize,
  merge,
  Publisher,
  SectionSnapshot,
  Snapshot,
  TextView,
  Transaction,
  version,
};
