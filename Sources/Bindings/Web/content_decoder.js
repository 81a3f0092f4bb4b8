// Decodes contents that are in the output (see cbor_output.js), including those that another program has encoded.
import {
  array,
  byteText,
  double,
  endOfOutput,
  epochTag,
  half,
  isMapAt,
  map,
  metatableTag,
  missing,
  negative,
  negativeTag,
  no,
  nothing,
  output,
  outputView,
  positiveTag,
  referenceTag,
  single,
  tag,
  text,
  unitsTag,
  unsigned,
  yes,
} from "./cbor_output.js";
import { textIn } from "./memory.js";

// Other programs may nest contents deeper than this module does.
const foreignDepthLimit = 256;

// Decoding runs no code of the program, so nothing else can start to decode meanwhile, and one cursor is enough.
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

// Ignores a tag that has no meaning here, or that another program put before a value of a wrong type.
function decodeTag(number, extras) {
  const value = decodeValue(extras);
  const isFor = number === epochTag ? typeof value === "number" : value instanceof Uint8Array;
  if (!isFor && number !== referenceTag) return value;
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
    case referenceTag:
      return extras?.references[extras.nextReference++];
    default:
      return value;
  }
}

function decodeFields(count, extras, id) {
  const prototype = extras?.prototypes[extras.nextMap++];
  const fields = Array.from({ length: count }, () => [decodeValue(extras), decodeValue(extras)]);
  // A content of another program may have a field `id`. The identifier takes its place.
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

/** Whether a value is a Map that was decoded from bytes. Such a Map is data, and not kept by reference. */
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
  if (cursor >= endOfOutput() || depth > foreignDepthLimit) return false;
  const head = output[cursor++];
  const size = head & 31;
  if (size > 27 || (size >= 24 && endOfOutput() - cursor < 1 << (size - 24))) return false;
  const count = decodeCount(size);
  const left = endOfOutput() - cursor;
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
  return isMapAt(start) && skipValue(1) && cursor === endOfOutput();
}

/**
 * Returns a frozen copy of the content in the output from `start` on. `extras` is what `encode` returned for the
 * content. If the content is an object, and `id` is not undefined, the copy gets the field `id` as its first field.
 */
export function decode(start, extras, id) {
  cursor = start;
  const places = extras && { ...extras, nextReference: 0, nextMap: 0 };
  if (!isMapAt(start)) return decodeValue(places);
  cursor += 1;
  return decodeFields(decodeCount(output[start] & 31), places, id);
}
