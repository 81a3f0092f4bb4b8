// The memory of the engine. Arguments of calls are written into it, and results are read from it.
import { quoted, refuse } from "./errors.js";

/** The functions of the engine, when it is loaded. */
export let wasm = new Proxy(
  {},
  { get: () => refuse("INVALID_ARGUMENT", "the engine is not loaded yet; await init() before the first call") },
);
let bytes;
let words;

/** Sets the functions of the engine. */
export function setEngine(exports) {
  wasm = exports;
  wasm._initialize?.();
  readViews();
}

function readViews() {
  bytes = new Uint8Array(wasm.memory.buffer);
  words = new Int32Array(wasm.memory.buffer);
}

/**
 * Returns the memory as 32-bit words. A call of the engine may enlarge the memory; older views then have the length 0.
 */
export function memory() {
  if (words.length === 0) readViews();
  return words;
}

/** Returns the same memory as bytes. */
export function memoryBytes() {
  if (bytes.length === 0) readViews();
  return bytes;
}

// Scratch memory is a stack, because a callback that calls the engine must not release what the call around it has
// reserved.
const blockSize = 1 << 16;
let block = 0;
let top = 0;
const largeBlocks = [];

/** Runs a function, and then releases the scratch memory that it reserved. */
export function withScratch(body) {
  const [oldTop, oldLarge] = [top, largeBlocks.length];
  try {
    return body();
  } finally {
    top = oldTop;
    while (largeBlocks.length > oldLarge) wasm.free(largeBlocks.pop());
  }
}

// Allocates memory of the engine. Sizes have 32 bits there, so a larger size would be cut to a small one.
function allocate(size) {
  const address = size < 2 ** 31 ? wasm.malloc(size) : 0;
  if (address === 0) refuse("LIMIT_EXCEEDED", "the engine has no memory left");
  return address;
}

/** Reserves scratch memory, aligned to 8 bytes, and returns its address. */
export function reserve(size) {
  if (size > blockSize - top) {
    const address = allocate(size);
    largeBlocks.push(address);
    return address;
  }
  if (block === 0) block = allocate(blockSize);
  const address = block + top;
  top += (size + 7) & ~7;
  return address;
}

// Text

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the text of a part of an array of bytes, which is UTF-8. */
export function textIn(array, start, end) {
  let isShort = end - start <= 48;
  for (let index = start; isShort && index < end; index += 1) isShort = array[index] < 128;
  const part = array.subarray(start, end);
  return isShort ? String.fromCharCode.apply(null, part) : decoder.decode(part);
}

/** Returns the text at an address. */
export function readText(address, size) {
  return textIn(memoryBytes(), address, address + size);
}

/** Returns the text of a string of C. */
export function readCString(address) {
  return readText(address, memoryBytes().indexOf(0, address) - address);
}

/**
 * Writes a text as UTF-8, which takes at most three bytes for each unit of the text, and returns the address after it.
 */
export function writeText(text, address) {
  const memory = memoryBytes();
  for (let index = 0; index < text.length; index += 1) {
    let point = text.charCodeAt(index);
    if (point < 0x80) {
      memory[address++] = point;
      continue;
    }
    if (point < 0x800) {
      memory[address++] = 0xc0 | (point >> 6);
    } else {
      if (point >= 0xd800 && point < 0xe000) {
        const low = text.charCodeAt(index + 1);
        if (point >= 0xdc00 || !(low >= 0xdc00 && low < 0xe000)) {
          refuse("INVALID_ARGUMENT", `a text has half of a surrogate pair at ${index}: ${quoted(text.slice(0, 40))}`);
        }
        point = 0x10000 + (((point - 0xd800) << 10) | (low - 0xdc00));
        index += 1;
        memory[address++] = 0xf0 | (point >> 18);
        memory[address++] = 0x80 | ((point >> 12) & 63);
      } else {
        memory[address++] = 0xe0 | (point >> 12);
      }
      memory[address++] = 0x80 | ((point >> 6) & 63);
    }
    memory[address++] = 0x80 | (point & 63);
  }
  return address;
}

/** Puts a text into scratch memory, with a zero byte after it. Returns its address and its size. */
export function putText(text) {
  const address = reserve(text.length * 3 + 1);
  const end = writeText(text, address);
  memoryBytes()[end] = 0;
  return [address, end - address];
}

const kept = { address: 0, capacity: 0 };

/** Returns the address of memory for what a callback returns. It is valid until the next call of this function. */
export function keep(capacity) {
  if (capacity > kept.capacity) {
    const address = allocate(capacity);
    wasm.free(kept.address);
    Object.assign(kept, { address, capacity });
  }
  return kept.address;
}

/** Writes a text with a zero byte after it to memory of `keep`, and returns its address. */
export function keepText(text) {
  const address = keep(text.length * 3 + 1);
  memoryBytes()[writeText(text, address)] = 0;
  return address;
}

// Identifiers

export const idSize = 24;
const [none, integer, byteString] = [0, 1, 2];
export const twoTo32 = 2 ** 32;

/** Returns the identifier at an address, or undefined if there is none. */
export function readId(address) {
  const words = memory();
  const word = address >> 2;
  if (words[word] === integer) return (words[word + 2] >>> 0) + words[word + 3] * twoTo32;
  return words[word] === none ? undefined : readText(words[word + 4], words[word + 5]);
}

/** Returns the identifier that `write` writes to the address that is passed to it, or undefined if there is none. */
export function idFrom(write) {
  return withScratch(() => {
    const address = reserve(idSize);
    write(address);
    return readId(address);
  });
}

/** Returns `count` identifiers, the first of which is at an address. */
export function readIds(address, count) {
  const ids = [];
  for (let index = 0; index < count; index += 1) ids.push(readId(address + index * idSize));
  return ids;
}

/**
 * Writes an identifier to an address. The bytes of a string are written to the address `text`. Returns the address
 * after them.
 */
export function writeId(address, id, text) {
  memory();
  const word = address >> 2;
  if (typeof id === "number") {
    words[word] = integer;
    words[word + 2] = id | 0;
    words[word + 3] = Math.floor(id / twoTo32);
    return text;
  }
  const end = writeText(id, text);
  words[word] = byteString;
  words[word + 4] = text;
  words[word + 5] = end - text;
  return end;
}

/** Puts identifiers, which were checked, into scratch memory, and returns their address. */
export function putIds(ids) {
  let units = 0;
  for (const id of ids) if (typeof id === "string") units += id.length;
  const address = reserve(ids.length * idSize);
  let text = units === 0 ? 0 : reserve(units * 3);
  let place = address;
  for (const id of ids) {
    text = writeId(place, id, text);
    place += idSize;
  }
  return address;
}

/** Puts one identifier into scratch memory. Returns 0 for undefined; the engine then uses a default. */
export function putId(id) {
  return id === undefined ? 0 : putIds([id]);
}

/** Reserves scratch memory for `count` identifiers. */
export function reserveIds(count) {
  return reserve(count * idSize);
}

// Numbers

/** Reads a Boolean, which is a byte of 0 or 1. */
export function readFlag(address) {
  return memoryBytes()[address] !== 0;
}

/** Writes a Boolean. */
export function writeFlag(address, isSet) {
  memoryBytes()[address] = isSet ? 1 : 0;
}

/** Puts words of 32 bits into scratch memory. */
export function putWords(...values) {
  const address = reserve(values.length * 4);
  memory().set(values, address >> 2);
  return address;
}

/** Returns the index path at an address, or undefined if there is none. */
export function readPath(address) {
  const words = memory();
  const section = words[address >> 2];
  return section < 0 ? undefined : { section, item: words[(address >> 2) + 1] };
}

/** Returns the index path that `write` writes to the address that is passed to it, or undefined if there is none. */
export function pathFrom(write) {
  return withScratch(() => {
    const address = reserve(8);
    write(address);
    return readPath(address);
  });
}

/** Puts an index path, which was checked, into scratch memory. */
export function putPath({ section, item }) {
  return putWords(indexOrNone(section), indexOrNone(item));
}

/** Returns an index for the engine: -1 if it is below 0 or above every possible index. */
export function indexOrNone(index) {
  return index >= 0 && index < 0x7fffffff ? index : -1;
}
