// Fingerprints: hashes of 53 bits of contents. Two contents with equal fields, at any depth and in any order, have the same fingerprint.
// Functions, and objects whose state is not in their fields (a Map, an element of the page), are hashed by identity.
//
// The hash is HalfSipHash with one round for each word and three at the end (Aumasson and Bernstein 2012, "SipHash"), with a random key,
// so that nobody can construct contents that collide. It is made for machines with 32 bits, which is what JavaScript computes with.
import { refuse } from "./errors.js";

const key = crypto.getRandomValues(new Int32Array(2));
const [isNull, isBoolean, isNumber, isText, isBigInt, isSymbol, isIdentity, isDate, isArray, isObject, isField] =
  Array.from({ length: 11 }, (_, index) => index + 1);

// The halves of the last hash: two results, without an object for each.
let low = 0;
let high = 0;

// Hashes a kind, two words and a text.
function hash(kind, first, second, text) {
  let v0 = key[0] ^ kind, v1 = key[1], v2 = 0x6c796765 ^ key[0], v3 = 0x74656462 ^ key[1];
  const size = text.length;
  const end = 3 + (size >> 1);
  for (let index = 0; index < end + 3; index += 1) {
    let word = 0;
    if (index >= end) {
      if (index === end) v2 ^= 0xff;
    } else if (index > 2) {
      word = text.charCodeAt(2 * index - 6) | text.charCodeAt(2 * index - 5) << 16;
    } else {
      word = index === 0 ? first : index === 1 ? second : size & 1 ? size << 16 | text.charCodeAt(size - 1) : size << 16;
    }
    v3 ^= word;
    v0 = v0 + v1 | 0; v1 = v1 << 5 | v1 >>> 27; v1 ^= v0; v0 = v0 << 16 | v0 >>> 16;
    v2 = v2 + v3 | 0; v3 = v3 << 8 | v3 >>> 24; v3 ^= v2;
    v0 = v0 + v3 | 0; v3 = v3 << 7 | v3 >>> 25; v3 ^= v0;
    v2 = v2 + v1 | 0; v1 = v1 << 13 | v1 >>> 19; v1 ^= v2; v2 = v2 << 16 | v2 >>> 16;
    v0 ^= word;
  }
  low = v1 ^ v3;
  high = v0 ^ v2;
}

// Numbers for what is hashed by identity.
const identities = new WeakMap();
let lastIdentity = 0;

function hashIdentity(value) {
  let identity = identities.get(value);
  if (identity === undefined) identities.set(value, identity = ++lastIdentity);
  hash(isIdentity, identity, 0, "");
}

const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

function hashNumber(kind, number) {
  double[0] = number + 0; // -0 becomes 0.
  if (number !== number) double[0] = NaN;
  hash(kind, halves[0], halves[1], "");
}

const deepest = 100;
const mostObjects = 4096;
const mostEntries = 1 << 20;
let objects = 0;

// Whether a value is a date, and not just an object with the prototype of one.
function hasTime(value) {
  try {
    Date.prototype.getTime.call(value);
    return true;
  } catch {
    return false;
  }
}

function refuseDepth() {
  refuse("INVALID_ARGUMENT", `content is nested more than ${deepest} levels deep, or contains itself`);
}

// An array may have more holes than there is memory.
function lengthOf(array) {
  const { length } = array;
  if (length > mostEntries) refuse("INVALID_ARGUMENT", `content has an array with more than ${mostEntries} entries`);
  return length;
}

/** How the fields of a value are its content: "array", "object", "date"; undefined if it has an identity. */
export function formOf(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return "object";
  if (Array.isArray(value)) return "array";
  if (value instanceof Date && hasTime(value)) return "date";
  return typeof value === "object" && Object.prototype.toString.call(value) === "[object Object]" ? "object" : undefined;
}

function hashValue(value, depth) {
  switch (typeof value) {
    case "string": return hash(isText, 0, 0, value);
    case "number": return hashNumber(isNumber, value);
    case "boolean": return hash(isBoolean, value ? 1 : 0, 0, "");
    case "bigint": return hash(isBigInt, 0, 0, String(value));
    case "symbol": return hash(isSymbol, 0, 0, String(value));
    case "function": return hashIdentity(value);
    default: return value === null || value === undefined ? hash(isNull, 0, 0, "") : hashObject(value, depth + 1);
  }
}

function hashObject(value, depth, omitted) {
  objects += 1;
  if (depth > deepest) refuseDepth();
  if (objects > mostObjects) refuse("INVALID_ARGUMENT", `content has more than ${mostObjects} objects and arrays`);
  let [sumLow, sumHigh, count] = [0, 0, 0];
  switch (formOf(value)) {
    case undefined: return hashIdentity(value);
    case "date": return hashNumber(isDate, Date.prototype.getTime.call(value));
    case "array": {
      const length = lengthOf(value);
      for (let index = 0; index < length; index += 1) {
        hashValue(value[index], depth);
        hash(isArray, sumLow ^ low, sumHigh ^ high, "");
        [sumLow, sumHigh] = [low, high];
      }
      return hash(isArray, sumLow, sumHigh, String(length));
    }
    default:
      // The sum of the fields does not depend on their order.
      for (const name of Object.keys(value)) {
        const field = value[name];
        if (field === undefined || omitted?.has(name)) continue;
        hashValue(field, depth);
        hash(isField, low, high, name);
        sumLow = sumLow + low | 0;
        sumHigh = sumHigh + high | 0;
        count += 1;
      }
      hash(isObject, sumLow, sumHigh ^ count, "");
  }
}

/** The fingerprint of a content: a number of 53 bits that is not 0. The fields `omitted` are no part of it. */
export function fingerprint(content, omitted) {
  objects = 0;
  hashObject(content, 1, omitted);
  return (low >>> 0) + (high & 0x1fffff) * 0x100000000 || 1;
}

/** A copy of a content that does not change. */
export function frozenCopy(value, omitted, depth = 1) {
  if (typeof value !== "object" || value === null) return value;
  // A getter may return more than it did when the fingerprint was made.
  if (depth > deepest) refuseDepth();
  switch (formOf(value)) {
    case undefined: return value;
    case "date": return new Date(Date.prototype.getTime.call(value));
    case "array": return Object.freeze(Array.from({ length: lengthOf(value) }, (_, index) => frozenCopy(value[index], undefined, depth + 1)));
    default: {
      const copy = Object.create(Object.getPrototypeOf(value));
      for (const name of Object.keys(value)) {
        if (omitted?.has(name) || value[name] === undefined) continue;
        Object.defineProperty(copy, name, { value: frozenCopy(value[name], undefined, depth + 1), enumerable: true });
      }
      return Object.freeze(copy);
    }
  }
}

/**
 * Whether a content certainly equals a frozen copy. It is faster than two fingerprints, and says no where it would have to do more: for
 * NaN, dates and symbols, for example.
 */
export function isCertainlyEqual(value, copy, omitted) {
  if (value === copy) return typeof value !== "object" || value === null || formOf(value) === undefined;
  if (typeof value !== "object" || typeof copy !== "object" || value === null || copy === null) return false;
  const isArray = Array.isArray(value);
  if (isArray !== Array.isArray(copy) || formOf(value) !== (isArray ? "array" : "object") || !isArray && formOf(copy) !== "object") return false;
  if (isArray && value.length !== copy.length) return false;
  let count = 0;
  for (const name of Object.keys(value)) {
    const field = value[name];
    if (field === undefined && !isArray || omitted?.has(name)) continue;
    if (!Object.hasOwn(copy, name) || !isCertainlyEqual(field, copy[name])) return false;
    count += 1;
  }
  return count === Object.keys(copy).length;
}
