// The output: a stack of bytes, onto which values are appended as CBOR in its core deterministic encoding (RFC 8949,
// section 4.2.1). Equal values have equal bytes, and bytes can be decoded again.
//
// docs/content.md describes the format, which the Lua module uses as well, and its private tags.
import { refuse } from "./errors.js";
import { memoryBytes, twoTo32 } from "./memory.js";

export const [unsigned, negative, byteText, text, array, map, tag] = [0, 1, 2, 3, 4, 5, 6];
export const [epochTag, positiveTag, negativeTag, referenceTag, metatableTag, unitsTag] = [
  1, 2, 3, 60000, 60001, 60002,
];
export const [no, yes, nothing, missing, half, single, double] = [0xf4, 0xf5, 0xf6, 0xf7, 0xf9, 0xfa, 0xfb];

// Only this file changes these variables. While a content is encoded, one of its getters may call the engine. What is
// encoded for that call is appended behind the part of the content that is there already, and dropped again.
const outputSize = 1 << 16;
export let output = new Uint8Array(outputSize);
export let outputView = new DataView(output.buffer);
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

/** Whether the part of the output from `start` to `middle` equals the part from `middle` to the end. */
export function isOutputEqual(start, middle) {
  const [bytes, size] = [output, middle - start];
  if (outputEnd - middle !== size) return false;
  for (let index = 0; index < size; index += 1) if (bytes[start + index] !== bytes[middle + index]) return false;
  return true;
}

/** Appends the head of a value: its major type, and an integer, which is a count of what follows for most types. */
export function encodeHead(major, count) {
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

/** Replaces the count in the head at `start`, and moves what follows it, from `body` on, to the end of the new head. */
export function replaceHead(start, body, major, count) {
  const size = outputEnd - body;
  outputEnd = start;
  encodeHead(major, count);
  output.copyWithin(outputEnd, body, body + size);
  outputEnd += size;
}

/** Appends a value that is one byte. */
export function encodeByte(byte) {
  makeRoom(1);
  output[outputEnd++] = byte;
}

const textEncoder = new TextEncoder();
const shortText = 64;

/** Appends a string. One that is not well-formed Unicode is appended as its UTF-16 units, with a tag. */
export function encodeText(value) {
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

// Returns the bits of the 16-bit float that equals the 32-bit float with these bits, which must not be NaN. Returns
// undefined if no 16-bit float equals it.
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

/** Appends a number: an integer if it is one, or else the shortest float that has its value. */
export function encodeNumber(number) {
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

/**
 * Appends a bigint. If it is not a safe integer, but fits into 64 bits with a sign, it is appended as an integer; a
 * number of that size is a float. All other bigints get a tag, so that 1n and 1 differ.
 */
export function encodeBigInt(number) {
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

/**
 * Appends a date as a number of seconds. `time` is in milliseconds. Different times have different numbers of seconds,
 * because a double is exact to less than a millisecond for all times that dates can have.
 */
export function encodeDate(time) {
  encodeHead(tag, epochTag);
  encodeNumber(time / 1000);
}

/** Appends an array of bytes. */
export function encodeBytes(value) {
  encodeHead(byteText, value.length);
  makeRoom(value.length);
  output.set(value, outputEnd);
  outputEnd += value.length;
}
