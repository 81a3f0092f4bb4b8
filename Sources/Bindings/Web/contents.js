// The engine stores the content of an item or a section as bytes, and as a word with the number of the object that was
// passed. JavaScript keeps only a table of these objects. The engine calls `release` when nothing refers to a content
// any more.
import { addressOf } from "./callbacks.js";
import {
  appendPart,
  appendToOutput,
  copyOutput,
  endOfOutput,
  isMapAt,
  isOutputEqual,
  partOfOutput,
  withOutput,
} from "./cbor_output.js";
import { decode, isWholeMap } from "./content_decoder.js";
import { encode, flatContent, isFlatContent } from "./content_encoder.js";
import { formOf } from "./content_forms.js";
import { DiffableError } from "./errors.js";
import { memory, memoryBytes, reserve, withScratch } from "./memory.js";

/** The fields of an item that describe the tree below it, and are not part of its content. */
export const treeFields = ["children", "expanded", "expandable"];
const sectionFields = ["items"];

// The fields that are left out of a content: those that describe the structure of a list, and the field `id` if that is
// the identifier, because the engine stores the identifier itself.
class Kind {
  constructor(number, hasId, structure) {
    Object.assign(this, { number, hasId, structure, omitted: new Set(hasId ? structure : ["id", ...structure]) });
  }
}
const kinds = [new Kind(0, false, treeFields), new Kind(1, true, treeFields), new Kind(2, false, sectionFields)];

/**
 * Returns the kind of the contents of sections, or of items whose identifiers are in the field `key` or returned by the
 * function `key`.
 */
export function kindOf(isSection, key) {
  return kinds[isSection ? 2 : key === "id" ? 0 : 1];
}

// By the number of a content: its object, its fields if they are flat, the values that its bytes cannot hold, and the
// copy that was read last. No content has the number 0.
const objects = [undefined];
const flatFields = [undefined];
const extrasOfObjects = new Map();
const copies = new Map();
// The numbers of contents that are kept by reference as a whole, such as an element of the page.
const wholeReferences = new Set();
const freeNumbers = [];

/** Called by the engine with the word of a content that nothing refers to any more. */
export function release(word) {
  const number = word >>> 2;
  objects[number] = undefined;
  flatFields[number] = undefined;
  if (extrasOfObjects.size > 0) extrasOfObjects.delete(number);
  if (copies.size > 0) copies.delete(number);
  if (wholeReferences.size > 0) wholeReferences.delete(number);
  freeNumbers.push(number);
}

function newNumber() {
  return freeNumbers.length > 0 ? freeNumbers.pop() : objects.length;
}

// The fields and the bytes of the last list of each kind. A list is usually described in the same order again, so that
// most bytes can be copied. A list with more bytes than `lastListLimit` is not kept.
const lastListLimit = 1 << 24;
const noList = { flat: [], ends: [], start: 0, bytes: new Uint8Array() };
const lastLists = kinds.map(() => noList);

/** The size of a `diffable_content`: the address of its bytes, their number, its word, and the finalizer. */
export const contentSize = 16;

/** Encodes contents of one kind for the engine. The caller drops the output that they are encoded in. */
export class Contents {
  #kind;
  #start = endOfOutput();
  #ends = [];
  #objects = [];
  #extras;
  #end = this.#start;
  #expected;
  #cursor = 0;
  #flat = [];

  constructor(kind) {
    this.#kind = kind;
    this.#expected = lastLists[kind.number];
  }

  /** Adds the content of the next element, which has none if `content` is not an object. */
  add(content) {
    if (typeof content === "object" && content !== null) {
      const extras = this.#encode(content);
      if (extras !== undefined) (this.#extras ??= new Map()).set(this.#ends.length, extras);
      this.#end = endOfOutput();
    }
    this.#objects.push(content);
    this.#ends.push(this.#end);
  }

  // Encodes a content. If the last list has an equal content at this place or beside it, copies those bytes instead.
  #encode(content) {
    const { flat, ends, start, bytes } = this.#expected;
    const cursor = this.#cursor;
    const isAt = (index) => flat[index] !== undefined && isFlatContent(content, flat[index]);
    const found = isAt(cursor) ? cursor : isAt(cursor + 1) ? cursor + 1 : isAt(cursor - 1) ? cursor - 1 : -1;
    this.#cursor = found < 0 ? cursor + 1 : found + 1;
    if (found >= 0) {
      appendPart(bytes, found === 0 ? 0 : ends[found - 1] - start, ends[found] - start);
      this.#flat[this.#ends.length] = flat[found];
      return undefined;
    }
    const extras = encode(content, this.#kind.omitted);
    this.#flat[this.#ends.length] = flatContent();
    return extras;
  }

  /**
   * Puts the contents into scratch memory, and their objects into the table. The call that takes them must follow,
   * because only the engine releases the objects. Returns 0 if there are no contents.
   */
  put() {
    if (this.#end === this.#start) return 0;
    // A single element is usually an edit. It does not replace the last list, because the whole list may be described
    // again afterwards.
    if (this.#ends.length > 1 && this.#end - this.#start <= lastListLimit) {
      lastLists[this.#kind.number] = {
        flat: this.#flat,
        ends: this.#ends,
        start: this.#start,
        bytes: partOfOutput(this.#start, this.#end),
      };
    }
    const bytes = reserve(this.#end - this.#start);
    const address = reserve(this.#ends.length * contentSize);
    copyOutput(this.#start, this.#end, bytes);
    const [words, finalize] = [memory(), addressOf("release")];
    let [word, from] = [address >> 2, this.#start];
    const [ends, passed, flat, extras, kind, offset] = [
      this.#ends,
      this.#objects,
      this.#flat,
      this.#extras,
      this.#kind.number,
      bytes - this.#start,
    ];
    for (let index = 0; index < ends.length; index += 1) {
      const to = ends[index];
      if (to === from) {
        words.fill(0, word, word + contentSize / 4);
      } else {
        const number = newNumber();
        objects[number] = passed[index];
        flatFields[number] = flat[index];
        if (extras?.has(index)) {
          extrasOfObjects.set(number, extras.get(index));
          if (formOf(passed[index]) === undefined) wholeReferences.add(number);
        }
        words[word] = offset + from;
        words[word + 1] = to - from;
        words[word + 2] = (number << 2) | kind;
        words[word + 3] = finalize;
        from = to;
      }
      word += contentSize / 4;
    }
    return address;
  }
}

// Returns whether the content of an object is still the one that is in the output from `start` on.
function isStillContent(object, flat, start, kind, id) {
  if (!kind.hasId && object.id !== id) return false;
  if (flat !== undefined && isFlatContent(object, flat)) return true;
  const middle = endOfOutput();
  try {
    encode(object, kind.omitted);
  } catch (error) {
    if (error instanceof DiffableError) return false;
    throw error;
  }
  return isOutputEqual(start, middle);
}

/**
 * Returns the content at an address, which belongs to the element `id`, or undefined if there is none. If the object
 * that was passed still has the same fields, the content is that object, and otherwise a copy. It is also a copy if the
 * object has fields that are not content, such as `children`. Reading the content again returns the same copy. A content
 * that was read from a document, or that a function of a derived list returned, has no object, and a new copy each time.
 * If `key` is "id", its copy gets the identifier as the field `id`.
 */
export function readContent(address, id, key = "id") {
  const words = memory();
  const [bytes, size, word] = [words[address >> 2], words[(address >> 2) + 1], words[(address >> 2) + 2]];
  if (bytes === 0) return undefined;
  const number = word >>> 2;
  const [object, flat, extras, kind] = [
    objects[number],
    flatFields[number],
    extrasOfObjects.get(number),
    kinds[word & 3],
  ];
  const lastCopy = copies.get(number);
  // Getters of the object may free the content, so its bytes are copied first.
  return withOutput((start) => {
    appendToOutput(bytes, size);
    if (number === 0) return decodeForeign(start, id, key);
    const isCurrent = (value) => value !== undefined && isStillContent(value, flat, start, kind, id);
    const hasStructure = isMapAt(start) && kind.structure.some((name) => object?.[name] !== undefined);
    if (!hasStructure && isCurrent(object)) return object;
    // A date in the last copy may have changed, and the item may have been renamed.
    if (isCurrent(lastCopy)) return lastCopy;
    const copy = decode(start, extras, kind.hasId ? undefined : id);
    if (objects[number] === object) copies.set(number, copy);
    return copy;
  });
}

// Decodes a content without an object. Another program may have written it, so it is not necessarily a map.
function decodeForeign(start, id, key) {
  if (isWholeMap(start)) return decode(start, undefined, key === "id" ? id : undefined);
  return Object.freeze({ [typeof key === "string" ? key : "id"]: id, bytes: partOfOutput(start, endOfOutput()) });
}

/** Returns whether there may be a content with a part that is kept by reference. */
export function hasReferences() {
  return extrasOfObjects.size > 0;
}

/** Returns whether there is a content that is kept by reference as a whole. */
export function hasWholeReferences() {
  return wholeReferences.size > 0;
}

/** Returns the content that `write` writes to the address that is passed to it. */
export function contentFrom(id, write, key) {
  return withScratch(() => {
    const address = reserve(contentSize);
    write(address);
    return readContent(address, id, key);
  });
}

/** Returns a copy of the bytes of the content that `write` writes, or undefined if there is none. */
export function bytesFrom(write) {
  return withScratch(() => {
    const address = reserve(contentSize);
    write(address);
    const [start, size] = memory().subarray(address >> 2);
    return start === 0 ? undefined : memoryBytes().slice(start, start + size);
  });
}

/** Returns whether the content of an object equals the content that `write` writes. */
export function isContent(object, kind, write) {
  return withOutput((start) => {
    encode(object, kind.omitted);
    const [mine, theirs] = [partOfOutput(start, endOfOutput()), bytesFrom(write)];
    return theirs !== undefined && mine.length === theirs.length && mine.every((byte, index) => byte === theirs[index]);
  });
}

/**
 * Returns the object that was passed for the content that `write` writes, even if the object has changed since. Returns
 * undefined if there is none.
 */
export function objectFrom(write) {
  return withScratch(() => {
    const address = reserve(contentSize);
    write(address);
    return objects[memory()[(address >> 2) + 2] >>> 2];
  });
}
