// Contents as bytes: CBOR in its core deterministic encoding (RFC 8949, section 4.2.1). Equal contents have equal
// bytes, whatever the order of their fields is, and bytes can be decoded again.
//
// docs/content.md has the format, which is that of the Lua module, with the private tags.
import { quoted, refuse } from "./errors.js";
import { memoryBytes, textIn, twoTo32 } from "./memory.js";
import { oneLetterOff } from "./names.js";

const [deepest, mostObjects, mostEntries] = [100, 4096, 1 << 20];
const [unsigned, negative, byteText, text, array, map, tag] = [0, 1, 2, 3, 4, 5, 6];
const [epochTag, positiveTag, negativeTag, referenceTag, metatableTag, unitsTag] = [1, 2, 3, 60000, 60001, 60002];
const [no, yes, nothing, missing, half, single, double] = [0xf4, 0xf5, 0xf6, 0xf7, 0xf9, 0xfa, 0xfb];
// Other programs may nest contents deeper than this module does.
const deepestForeign = 256;

// The output is a stack of bytes. A getter may call the engine in the middle of a content, which then encodes behind
// what is there.
const outputSize = 1 << 16;
let output = new Uint8Array(outputSize);
let outputView = new DataView(output.buffer);
let outputEnd = 0;

function setOutput(bytes) {
  output = bytes;
  outputView = new DataView(bytes.buffer);
}

function makeRoom(size) {
  if (outputEnd + size <= output.length) return;
  if (outputEnd + size > 2 ** 30) refuse("LIMIT_EXCEEDED", "contents have more than 1 GB");
  const longer = new Uint8Array(Math.min(2 * (outputEnd + size), 2 ** 30));
  longer.set(output.subarray(0, outputEnd));
  setOutput(longer);
}

/** Runs a function with the place where the output ends, and then drops what the function encoded. */
export function withOutput(body) {
  const start = outputEnd;
  try {
    return body(start);
  } finally {
    outputEnd = start;
    if (start === 0 && output.length > 64 * outputSize) setOutput(new Uint8Array(outputSize));
  }
}

/** Where the output ends. */
export function endOfOutput() {
  return outputEnd;
}

/** Copies a part of the output into the memory of the engine. */
export function copyOutput(start, end, address) {
  memoryBytes().set(output.subarray(start, end), address);
}

/** Appends bytes of the engine to the output. */
export function appendToOutput(address, size) {
  makeRoom(size);
  const [source, target, end] = [memoryBytes(), output, outputEnd];
  if (size > 128) target.set(source.subarray(address, address + size), end);
  else for (let index = 0; index < size; index += 1) target[end + index] = source[address + index];
  outputEnd = end + size;
}

/** Returns a copy of a part of the output. */
export function partOfOutput(start, end) {
  return output.slice(start, end);
}

/** Appends a part of an array of bytes to the output. */
export function appendPart(source, start, end) {
  makeRoom(end - start);
  const [target, first] = [output, outputEnd - start];
  for (let index = start; index < end; index += 1) target[first + index] = source[index];
  outputEnd += end - start;
}

/** Whether the content in the output from `start` on is an object with fields. */
export function isMapAt(start) {
  return output[start] >> 5 === map;
}

/** Whether two parts of the output, the second of which is the end, are equal. */
export function isOutputEqual(start, middle) {
  const [bytes, size] = [output, middle - start];
  if (outputEnd - middle !== size) return false;
  for (let index = 0; index < size; index += 1) if (bytes[start + index] !== bytes[middle + index]) return false;
  return true;
}

// The objects that are being encoded, each in the one before it, and the names of their fields that are. Those from
// `base` on belong to the current content, and those before it to contents whose getters run.
const ancestors = [];
const path = [];
let [base, depth, objectCount, mapCount] = [0, 0, 0, 0];
let currentExtras;

// Whether a value is a date, and not just an object with the prototype of one.
function hasTime(value) {
  try {
    Date.prototype.getTime.call(value);
    return true;
  } catch {
    return false;
  }
}

const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
).get;

/** Whether a value is an array of bytes, and not just an object with the prototype of one. */
export function isByteArray(value) {
  return typedArrayName.call(value) === "Uint8Array";
}

/** What a value is as content: "array", "object", "date" or "bytes"; undefined if it is kept by reference. */
export function formOf(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return "object";
  if (Array.isArray(value)) return "array";
  if (value instanceof Date && hasTime(value)) return "date";
  if (isByteArray(value)) return "bytes";
  return typeof value === "object" && Object.prototype.toString.call(value) === "[object Object]"
    ? "object"
    : undefined;
}

function encodeHead(major, count) {
  makeRoom(9);
  const kind = major << 5;
  if (count < 24) {
    output[outputEnd++] = kind | count;
  } else if (count < 0x100) {
    output[outputEnd++] = kind | 24;
    output[outputEnd++] = count;
  } else if (count < 0x10000) {
    output[outputEnd++] = kind | 25;
    output[outputEnd++] = count >> 8;
    output[outputEnd++] = count;
  } else if (count < twoTo32) {
    output[outputEnd] = kind | 26;
    outputView.setUint32(outputEnd + 1, count);
    outputEnd += 5;
  } else {
    output[outputEnd] = kind | 27;
    outputView.setUint32(outputEnd + 1, count / twoTo32);
    outputView.setUint32(outputEnd + 5, count);
    outputEnd += 9;
  }
}

function encodeByte(byte) {
  makeRoom(1);
  output[outputEnd++] = byte;
}

const textEncoder = new TextEncoder();
const shortText = 64;

function encodeText(value) {
  const size = value.length;
  makeRoom(3 * size + 18);
  if (size <= shortText) {
    const bytes = output;
    let end = outputEnd;
    if (size >= 24) bytes[end++] = (text << 5) | 24;
    bytes[end++] = size >= 24 ? size : (text << 5) | size;
    let index = 0;
    for (; index < size; index += 1) {
      const unit = value.charCodeAt(index);
      if (unit >= 0x80) break;
      bytes[end++] = unit;
    }
    if (index === size) {
      outputEnd = end;
      return;
    }
  }
  if (/\p{Surrogate}/u.test(value)) return encodeUnits(value);
  // The text is written behind the longest head, and moved.
  const start = outputEnd + 9;
  const { written } = textEncoder.encodeInto(value, output.subarray(start));
  encodeHead(text, written);
  output.copyWithin(outputEnd, start, start + written);
  outputEnd += written;
}

function encodeUnits(value) {
  encodeHead(tag, unitsTag);
  encodeHead(byteText, 2 * value.length);
  for (let index = 0; index < value.length; index += 1, outputEnd += 2)
    outputView.setUint16(outputEnd, value.charCodeAt(index));
}

// The bits of a float of 16 bits that has the value of one of 32 bits, which is not NaN; undefined if there is none.
function halfBits(bits) {
  const [sign, exponent, fraction] = [(bits >>> 16) & 0x8000, ((bits >>> 23) & 0xff) - 127, bits & 0x7fffff];
  if (exponent === 128) return sign | 0x7c00;
  if (exponent >= -14 && exponent <= 15)
    return fraction & 0x1fff ? undefined : sign | ((exponent + 15) << 10) | (fraction >> 13);
  if (exponent < -24 || exponent > 15) return undefined;
  const significand = fraction | 0x800000;
  const shift = -1 - exponent;
  return significand & ((1 << shift) - 1) ? undefined : sign | (significand >> shift);
}

function encodeNumber(number) {
  if (number >= 0 && number < 24 && Number.isInteger(number)) return encodeByte(number);
  if (Number.isSafeInteger(number))
    return number < 0 ? encodeHead(negative, -1 - number) : encodeHead(unsigned, number);
  makeRoom(9);
  if (Math.fround(number) !== number && number === number) {
    output[outputEnd] = double;
    outputView.setFloat64(outputEnd + 1, number);
    outputEnd += 9;
    return;
  }
  outputView.setFloat32(outputEnd + 1, number);
  const bits = number === number ? halfBits(outputView.getUint32(outputEnd + 1)) : 0x7e00;
  output[outputEnd] = bits === undefined ? single : half;
  if (bits !== undefined) outputView.setUint16(outputEnd + 1, bits);
  outputEnd += bits === undefined ? 5 : 3;
}

// A bigint that a number could not be is an integer of 64 bits if it fits. Others have a tag, so that 1n and 1 differ.
function encodeBigInt(number) {
  if (!Number.isSafeInteger(Number(number)) && BigInt.asIntN(64, number) === number) {
    makeRoom(9);
    output[outputEnd] = ((number < 0n ? negative : unsigned) << 5) | 27;
    outputView.setBigUint64(outputEnd + 1, number < 0n ? -1n - number : number);
    outputEnd += 9;
    return;
  }
  const digits = number === 0n || number === -1n ? "" : (number < 0n ? -1n - number : number).toString(16);
  const size = (digits.length + 1) >> 1;
  encodeHead(tag, number < 0n ? negativeTag : positiveTag);
  encodeHead(byteText, size);
  makeRoom(size);
  for (let index = size - 1, end = digits.length; index >= 0; index -= 1, end -= 2) {
    output[outputEnd + index] = parseInt(digits.slice(Math.max(0, end - 2), end), 16);
  }
  outputEnd += size;
}

// Numbers for what is kept by reference. A symbol cannot be a key of a WeakMap everywhere.
const [numbersOfObjects, numbersOfSymbols] = [new WeakMap(), new Map()];
let lastNumber = 0;

function extrasOfContent() {
  return (currentExtras ??= { references: [], prototypes: [] });
}

function encodeReference(value) {
  const numbers = typeof value === "symbol" ? numbersOfSymbols : numbersOfObjects;
  let number = numbers.get(value);
  if (number === undefined) numbers.set(value, (number = ++lastNumber));
  extrasOfContent().references.push(value);
  encodeHead(tag, referenceTag);
  encodeHead(unsigned, number);
}

function encodeValue(value) {
  switch (typeof value) {
    case "string":
      return encodeText(value);
    case "number":
      return encodeNumber(value);
    case "boolean":
      return encodeByte(value ? yes : no);
    case "bigint":
      return encodeBigInt(value);
    case "symbol":
    case "function":
      return encodeReference(value);
    default:
      return value === null || value === undefined ? encodeByte(nothing) : encodeObject(value);
  }
}

function encodeObject(value, omitted) {
  objectCount += 1;
  if (depth - base >= deepest) refuse("INVALID_ARGUMENT", `content is nested more than ${deepest} levels deep`);
  if (objectCount > mostObjects) refuse("INVALID_ARGUMENT", `content has more than ${mostObjects} objects and arrays`);
  const prototype = Object.getPrototypeOf(value);
  const form = prototype === Object.prototype ? "object" : formOf(value);
  if (form === undefined) return encodeReference(value);
  if (form === "date") return encodeDate(Date.prototype.getTime.call(value));
  if (form === "bytes") return encodeBytes(value);
  for (let index = base; index < depth; index += 1) {
    if (ancestors[index] === value) refuse("INVALID_ARGUMENT", `content contains itself at ${pathText()}`);
  }
  ancestors[depth] = value;
  depth += 1;
  if (form === "array") encodeArray(value);
  else encodeFields(value, prototype, omitted);
  depth -= 1;
  ancestors[depth] = undefined;
}

// The names of the fields that lead to the value that is being encoded.
function pathText() {
  const names = path.slice(base + 1, depth + 1);
  return names
    .map((name) => (typeof name === "string" && /^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${quoted(name)}]`))
    .join("")
    .replace(/^\./, "");
}

// A number of seconds has one time in milliseconds: a double is exact to less than a millisecond for all times that
// dates can have.
function encodeDate(time) {
  encodeHead(tag, epochTag);
  encodeNumber(time / 1000);
}

function encodeBytes(value) {
  encodeHead(byteText, value.length);
  makeRoom(value.length);
  output.set(value, outputEnd);
  outputEnd += value.length;
}

function encodeArray(value) {
  // An array may have more holes than there is memory.
  const { length } = value;
  if (length > mostEntries) refuse("INVALID_ARGUMENT", `content has an array with more than ${mostEntries} entries`);
  encodeHead(array, length);
  for (let index = 0; index < length; index += 1) {
    path[depth] = index;
    encodeValue(value[index]);
  }
}

// Fields that describe a list, and are no content. One that is misspelt would be content.
const listFields = ["items", "children", "expanded", "expandable"];
const otherNames = { __proto__: null, isExpanded: "expanded", isExpandable: "expandable", childs: "children" };

function refuseMisspelt(value, { suspects, omitted }) {
  for (const { name, meant } of suspects) {
    if (
      !omitted.has(meant)
      || !(Array.isArray(value[name]) || (typeof value[name] === "boolean" && meant.startsWith("expand")))
    )
      continue;
    refuse("INVALID_ARGUMENT", `content has a field ${quoted(name)}: did you mean "${meant}"?`);
  }
}

// Names of fields with their bytes.
const keys = new Map();
const mostKeys = 1024;

function keyOf(name) {
  let key = keys.get(name);
  if (key !== undefined) return key;
  key = withOutput((start) => {
    encodeText(name);
    return { name, bytes: output.slice(start, outputEnd), meant: otherNames[name] ?? oneLetterOff(name, listFields) };
  });
  if (keys.size === mostKeys) keys.clear();
  keys.set(name, key);
  return key;
}

function compareKeys({ bytes: left }, { bytes: right }) {
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    if (left[index] !== right[index]) return left[index] - right[index];
  }
  return left.length - right.length;
}

// The fields of the last object at each depth, in the order of their bytes. The next object there mostly has the same.
const shapes = [];

// Whether an object has fields of these names in this order, and no others. Objects whose prototype has fields are not
// compared.
function hasNames(value, names) {
  let index = 0;
  for (const name in value) {
    if (name !== names[index]) return false;
    index += 1;
  }
  return index === names.length;
}

// The shape and the fields of the content that was encoded last; undefined if one of the fields is an object or is kept
// by reference.
let lastFlat;

/** What `isFlatContent` compares with the content that was encoded last, or undefined. */
export function flatContent() {
  return lastFlat;
}

/** Whether the bytes of a content are those of another one, which `flatContent` returned. */
export function isFlatContent(content, { shape, fields }) {
  const { keys, names } = shape;
  if (Object.getPrototypeOf(content) !== Object.prototype) return false;
  for (let index = 0; index < keys.length; index += 1) if (content[keys[index].name] !== fields[index]) return false;
  return hasNames(content, names);
}

function shapeOf(value, prototype, omitted) {
  const place = depth - base;
  const last = shapes[place];
  if (last !== undefined && last.omitted === omitted && prototype === Object.prototype && hasNames(value, last.names))
    return last;
  const names = Object.keys(value);
  const keys = names
    .filter((name) => !omitted?.has(name))
    .map(keyOf)
    .sort(compareKeys);
  return (shapes[place] = {
    names,
    omitted,
    keys,
    suspects: omitted && keys.filter(({ meant }) => meant !== undefined),
  });
}

const isPlain = (field) =>
  (typeof field !== "object" && typeof field !== "function" && typeof field !== "symbol") || field === null;

function encodeFields(value, prototype, omitted) {
  if (prototype !== Object.prototype) extrasOfContent().prototypes[mapCount] = prototype;
  mapCount += 1;
  const shape = shapeOf(value, prototype, omitted);
  const { keys } = shape;
  const isOutermost = depth === base + 1;
  if (isOutermost && shape.suspects?.length > 0) refuseMisspelt(value, shape);
  let isFlat = isOutermost && prototype === Object.prototype;
  const fields = isFlat ? [] : undefined;
  const start = outputEnd;
  encodeHead(map, keys.length);
  const body = outputEnd;
  let count = 0;
  for (let place = 0; place < keys.length; place += 1) {
    const { name, bytes } = keys[place];
    const field = value[name];
    isFlat = isFlat && isPlain(field);
    if (isFlat) fields.push(field);
    if (field === undefined) continue;
    const size = bytes.length;
    makeRoom(size);
    const [target, end] = [output, outputEnd];
    for (let index = 0; index < size; index += 1) target[end + index] = bytes[index];
    outputEnd = end + size;
    path[depth] = name;
    encodeValue(field);
    count += 1;
  }
  if (isOutermost) lastFlat = isFlat ? { shape, fields } : undefined;
  if (count === keys.length) return;
  const size = outputEnd - body;
  outputEnd = start;
  encodeHead(map, count);
  output.copyWithin(outputEnd, body, body + size);
  outputEnd += size;
}

/**
 * Appends a content to the output, without the fields `omitted`. Returns what the bytes cannot hold, undefined for
 * nothing: the values that are kept by reference, and the prototypes of objects, both in the order in which they are
 * encoded.
 */
export function encode(content, omitted) {
  const outerBase = base;
  const outerObjects = objectCount;
  const outerMaps = mapCount;
  const outerExtras = currentExtras;
  base = depth;
  objectCount = 0;
  mapCount = 0;
  currentExtras = undefined;
  lastFlat = undefined;
  try {
    encodeObject(content, omitted);
    return currentExtras;
  } finally {
    depth = base;
    base = outerBase;
    objectCount = outerObjects;
    mapCount = outerMaps;
    currentExtras = outerExtras;
  }
}

// Decoding runs nobody else's code, so one place to read at is enough.
let cursor = 0;

function decodeCount(size) {
  if (size < 24) return size;
  let count = 0;
  for (let left = 1 << (size - 24); left > 0; left -= 1) count = count * 256 + output[cursor++];
  return count;
}

function decodeHalf(bits) {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size =
    exponent === 31
      ? fraction === 0
        ? Infinity
        : NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}

function decodeSimple(head) {
  const start = cursor;
  switch (head) {
    case no:
      return false;
    case yes:
      return true;
    case half:
      cursor += 2;
      return decodeHalf(outputView.getUint16(start));
    case single:
      cursor += 4;
      return outputView.getFloat32(start);
    case double:
      cursor += 8;
      return outputView.getFloat64(start);
    default:
      return null;
  }
}

// A tag that another program put before a value that it is not for, or that has no meaning here, is left out.
function decodeTag(number, extras) {
  const value = decodeValue(extras);
  const isFor = number === epochTag ? typeof value === "number" : value instanceof Uint8Array;
  if (!isFor && number !== metatableTag && number !== referenceTag) return value;
  switch (number) {
    case epochTag: {
      const time = Math.round(value * 1000);
      return new Date([time, time - 1, time + 1].find((each) => each / 1000 === value) ?? NaN);
    }
    case positiveTag:
    case negativeTag: {
      const magnitude = value.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      return number === positiveTag ? magnitude : -1n - magnitude;
    }
    case unitsTag:
      return Array.from({ length: value.length / 2 }, (_, index) =>
        String.fromCharCode((value[2 * index] << 8) | value[2 * index + 1]),
      ).join("");
    case metatableTag:
      return value[1];
    case referenceTag:
      return extras?.references[extras.nextReference++];
    default:
      return value;
  }
}

function decodeFields(count, extras, id) {
  const prototype = extras?.prototypes[extras.nextMap++];
  const fields = Array.from({ length: count }, () => [decodeValue(extras), decodeValue(extras)]);
  // A content of another program may have a field of that name. The identifier takes its place.
  const entries = id === undefined ? fields : [["id", id], ...fields.filter(([name]) => name !== "id")];
  // Lua has keys of other types.
  if (entries.some(([name]) => typeof name !== "string")) return decodedMap(entries);
  const copy = prototype === undefined ? {} : Object.create(prototype);
  for (const [name, value] of entries) addField(copy, name, value);
  return Object.freeze(copy);
}

const decodedMaps = new WeakSet();

function decodedMap(entries) {
  const copy = new Map(entries);
  decodedMaps.add(copy);
  return copy;
}

/** Whether a value is a Map that was read from bytes, where it stands for data. */
export function isDecodedMap(value) {
  return decodedMaps.has(value);
}

function addField(copy, name, value) {
  Object.defineProperty(copy, name, { value, enumerable: true });
}

function decodeValue(extras) {
  const head = output[cursor++];
  if (head >= 0xe0) return decodeSimple(head);
  const count = decodeCount(head & 31);
  const start = cursor;
  switch (head >> 5) {
    case unsigned:
      return Number.isSafeInteger(count) ? count : outputView.getBigUint64(start - 8);
    case negative:
      return Number.isSafeInteger(-1 - count) ? -1 - count : -1n - outputView.getBigUint64(start - 8);
    case byteText:
      return output.slice(start, (cursor += count));
    case text:
      return textIn(output, start, (cursor += count));
    case array:
      return Object.freeze(Array.from({ length: count }, () => decodeValue(extras)));
    case map:
      return decodeFields(count, extras);
    default:
      return decodeTag(count, extras);
  }
}

// Moves behind the value at the cursor. Returns whether `decode` can read it.
function skipValue(depth) {
  if (cursor >= outputEnd || depth > deepestForeign) return false;
  const head = output[cursor++];
  const size = head & 31;
  if (size > 27 || (size >= 24 && outputEnd - cursor < 1 << (size - 24))) return false;
  const count = decodeCount(size);
  const left = outputEnd - cursor;
  switch (head >> 5) {
    case unsigned:
    case negative:
      return true;
    case byteText:
    case text:
      cursor += Math.min(count, left);
      return count <= left;
    case array:
      return count <= left && skipValues(count, depth);
    case map:
      return 2 * count <= left && skipValues(2 * count, depth);
    case tag:
      return count !== referenceTag && count !== metatableTag && skipValues(1, depth);
    default:
      return [no, yes, nothing, missing, half, single, double].includes(head);
  }
}

function skipValues(count, depth) {
  for (let index = 0; index < count; index += 1) if (!skipValue(depth + 1)) return false;
  return true;
}

/**
 * Whether the output from `start` on is one object with fields, which `decode` can read. Another program may have
 * written it.
 */
export function isWholeMap(start) {
  cursor = start;
  return isMapAt(start) && skipValue(1) && cursor === outputEnd;
}

/**
 * Returns a frozen copy of the content in the output from `start` on, with what `encode` returned. If it is an object,
 * and `id` is not undefined, it gets that as its first field.
 */
export function decode(start, extras, id) {
  cursor = start;
  const places = extras && { ...extras, nextReference: 0, nextMap: 0 };
  if (!isMapAt(start)) return decodeValue(places);
  cursor += 1;
  return decodeFields(decodeCount(output[start] & 31), places, id);
}
