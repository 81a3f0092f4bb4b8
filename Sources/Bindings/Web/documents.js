// Lists and differences as bytes, which docs/wire.md specifies. A page that needs none can be built without this file:
// see web.mk.
import { invoke } from "./calls.js";
import { isDecodedMap } from "./content_decoder.js";
import { formOf, isByteArray } from "./content_forms.js";
import { hasWholeReferences } from "./contents.js";
import { Difference } from "./difference.js";
import { described, DiffableError, quoted, refuse, refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { memory, memoryBytes, putText, reserve, textIn, wasm, withScratch } from "./memory.js";
import { readOptions } from "./options.js";
import { Snapshot } from "./snapshot.js";
import { addMethods, strict } from "./strict.js";

// Writing

/**
 * Calls a function of the engine that makes a document, and returns a copy of its bytes, or undefined if it made none.
 */
export function write(fn, handle, put) {
  return withScratch(() => {
    const [values, out, bytes] = [put(), reserve(4), reserve(8)];
    invoke(fn, [Handle.address(handle), ...values, out]);
    const document = memory()[out >> 2];
    if (document === 0) return undefined;
    wasm.diffable_document_bytes(bytes, document);
    const [start, count] = memory().subarray(bytes >> 2);
    const copy = memoryBytes().slice(start, start + count);
    wasm.diffable_document_free(document);
    return copy;
  });
}

// Returns the first value in a content that is not data, such as a function, with the names of the fields that lead to
// it. Returns undefined if there is none.
function findReference(value, names = []) {
  const isObject = typeof value === "object" && value !== null;
  const form = isObject ? formOf(value) : undefined;
  if (
    typeof value === "function"
    || typeof value === "symbol"
    || (isObject && form === undefined && !isDecodedMap(value))
  )
    return { value, names };
  if (form !== "object" && form !== "array") return undefined;
  for (const name of Object.keys(value)) {
    const found = findReference(value[name], [...names, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

// Throws if one of the contents has a value that is not data. Each entry is an array of a noun, an identifier and a
// content.
function refuseReferences(contents) {
  for (const [noun, id, content] of contents) {
    const found = findReference(content);
    if (found === undefined) continue;
    const place = found.names.length === 0 ? "the content" : `field ${quoted(found.names.join("."))}`;
    refuse(
      "INVALID_ARGUMENT",
      `${noun} ${quoted(id)}: ${place} is ${described(found.value)}, which means nothing to another program`,
      id,
    );
  }
}

// Puts the name of a list into scratch memory, and returns its address and its size for a call of the engine.
function putName(name) {
  return name === undefined ? [0, 0] : putText(String(name));
}

// A content that is kept by reference as a whole is encoded as this tag and a number.
const referenceHead = [0xd9, 0xea, 0x60];

// Returns whether a document may contain such a content, which the engine does not refuse. Other contents with these
// bytes are rare.
function mayHaveReferences(document) {
  if (!hasWholeReferences()) return false;
  for (let at = document.indexOf(referenceHead[0]); at >= 0; at = document.indexOf(referenceHead[0], at + 1)) {
    if (referenceHead.every((byte, index) => document[at + index] === byte)) return true;
  }
  return false;
}

/**
 * Writes a document. The engine reports the element with a value that cannot be encoded, but not which value it is, so
 * the contents are searched for it.
 */
export function writeData(contents, body) {
  try {
    const document = body();
    if (document !== undefined && mayHaveReferences(document)) refuseReferences(contents());
    return document;
  } catch (error) {
    if (error instanceof DiffableError && error.code === "INVALID_ARGUMENT" && error.identifier !== undefined)
      refuseReferences(contents());
    throw error;
  }
}

// A list of another program may have identifiers that JavaScript cannot represent. The section of a section snapshot
// has no identifier.
const isName = (id) => typeof id === "string" || Number.isSafeInteger(id);

/** Returns the contents of a list, as `refuseReferences` takes them. */
export function contentsOf(snapshot) {
  const sections = snapshot
    .sectionIdentifiers()
    .filter(isName)
    .map((id) => ["section", id, snapshot.section(id)]);
  return [
    ...sections,
    ...snapshot
      .allItemIdentifiers()
      .filter(isName)
      .map((id) => ["item", id, snapshot.item(id)]),
  ];
}

// Returns the contents that a patch contains.
function changedContents(difference, hasOldContents) {
  const {
    insertedSections,
    deletedSections,
    updatedSections,
    insertedItems,
    deletedItems,
    reloadedItems,
    reconfiguredItems,
  } = difference;
  const changes = [
    ...[...insertedSections, ...deletedSections, ...updatedSections].map((change) => ["section", change]),
    ...[...insertedItems, ...deletedItems, ...reloadedItems, ...reconfiguredItems].map((change) => ["item", change]),
  ].filter(([, change]) => change.new !== change.old);
  const fresh = changes.map(([noun, change]) => [noun, change.id, change.new]);
  return hasOldContents
    ? [...fresh, ...changes.map(([noun, change]) => [noun, change.oldId ?? change.id, change.old])]
    : fresh;
}

// Reading

function hintForBytes(value) {
  if (typeof value === "string") return "Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) reads base64";
  return described(value) === "an ArrayBuffer" ? "new Uint8Array(buffer) is one" : undefined;
}

/** Returns a copy of the bytes in an argument. */
export function bytesIn(argument, value) {
  if (!isByteArray(value)) refuseArgument(argument, "Uint8Array", value, hintForBytes(value));
  return new Uint8Array(value);
}

/** Puts bytes into scratch memory, and returns their address and their number. */
export function putBytes(bytes) {
  const address = reserve(bytes.length);
  memoryBytes().set(bytes, address);
  return [address, bytes.length];
}

/** Returns the version that a function of the engine returns, as 32 hexadecimal digits. */
export function readVersion(fn, handle) {
  return withScratch(() => {
    const address = reserve(16);
    fn(address, Handle.address(handle));
    return Array.from(memoryBytes().subarray(address, address + 16), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    );
  });
}

/** Reads a document of a list. The items have their identifiers in the field `id` unless `key` says otherwise. */
Snapshot.decode = strict("decode", (bytes, options) => {
  const document = bytesIn(1, bytes);
  const { key = "id" } = readOptions(2, options, { key: "key" });
  return withScratch(() => {
    const out = reserve(4);
    invoke(wasm.diffable_snapshot_decode, [...putBytes(document), 0, out]);
    return Snapshot.adopt(memory()[out >> 2], key);
  });
});

addMethods(Snapshot, {
  /** Returns the whole list as bytes. */
  encode(options) {
    const { name } = readOptions(1, options, { name: "text" });
    return writeData(
      () => contentsOf(this),
      () => write(wasm.diffable_snapshot_encode, this, () => putName(name)),
    );
  },

  /**
   * Returns 32 hexadecimal digits. Equal lists have the same version. Lists that differ have different versions, unless
   * somebody made them collide on purpose.
   */
  version() {
    return readVersion(wasm.diffable_snapshot_version, this);
  },

  /** Changes the list to the new list of a patch. */
  applyPatch(bytes) {
    const patch = bytesIn(1, bytes);
    Snapshot.change(this, wasm.diffable_snapshot_apply_patch, () => putBytes(patch));
  },
});

addMethods(Difference, {
  /** Returns the difference as a patch, which leads from the old list to the new one. */
  encode(options) {
    const { name, oldContents = false } = readOptions(1, options, { name: "text", oldContents: "boolean" });
    const put = () => [...putName(name), oldContents ? 1 : 0];
    return writeData(
      () => changedContents(this, oldContents),
      () => write(wasm.diffable_difference_encode, this, put),
    );
  },
});

// The bytes with which documents begin: the head of the array, and the texts and the number before the name.
const beginnings = ["\x89hdiffable\x01hsnapshot", "\x90hdiffable\x01epatch"].map((text) =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
);

/**
 * Returns the name of the list in a document, which is a list or a patch, or undefined if it has no name. The rest of
 * the document is not read.
 */
export const documentName = strict("documentName", (bytes) => {
  const document = bytesIn(1, bytes);
  const begins = beginnings.find((each) => each.every((byte, index) => document[index] === byte));
  if (begins === undefined) refuse("MALFORMED", "there is no document at byte 0");
  const head = document[begins.length];
  if (head === 0xf6) return undefined;
  // A text consists of a head, its size if that does not fit into the head, and its bytes.
  const start = begins.length + 1 + (head < 0x78 ? 0 : 1 << (head - 0x78));
  const size =
    head < 0x78 ? head - 0x60 : document.subarray(begins.length + 1, start).reduce((sum, byte) => 256 * sum + byte, 0);
  if (!(head >= 0x60 && head < 0x7c && start + size <= document.length))
    refuse("MALFORMED", `there is no name at byte ${begins.length}`);
  return textIn(document, start, start + size);
});
