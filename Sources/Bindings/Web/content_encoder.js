// Encodes contents: objects and arrays of values. The fields of objects are sorted, so equal contents have equal bytes,
// whatever the order of their fields is. What bytes cannot hold is returned beside them.
import {
  appendPart,
  array,
  encodeBigInt,
  encodeByte,
  encodeBytes,
  encodeDate,
  encodeHead,
  encodeNumber,
  encodeText,
  endOfOutput,
  map,
  no,
  nothing,
  partOfOutput,
  referenceTag,
  replaceHead,
  tag,
  unsigned,
  withOutput,
  yes,
} from "./cbor_output.js";
import { formOf } from "./content_forms.js";
import { quoted, refuse } from "./errors.js";
import { oneLetterOff } from "./names.js";

const [depthLimit, objectLimit, entryLimit] = [100, 4096, 1 << 20];

// `ancestors` has the objects that are being encoded, each inside the one before it. The name of the field of
// `ancestors[n]` that is being encoded is `path[n + 1]`. The ancestors from `base` on belong to the current content.
// Those before `base` belong to contents whose getters run.
const ancestors = [];
const path = [];
let [base, depth, objectCount, mapCount] = [0, 0, 0, 0];
let currentExtras;

// Numbers for what is kept by reference. Not every browser takes a symbol as the key of a WeakMap.
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
  if (depth - base >= depthLimit) refuse("INVALID_ARGUMENT", `content is nested more than ${depthLimit} levels deep`);
  if (objectCount > objectLimit) refuse("INVALID_ARGUMENT", `content has more than ${objectLimit} objects and arrays`);
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

function encodeArray(value) {
  // An array may have more holes than there is memory.
  const { length } = value;
  if (length > entryLimit) refuse("INVALID_ARGUMENT", `content has an array with more than ${entryLimit} entries`);
  encodeHead(array, length);
  for (let index = 0; index < length; index += 1) {
    path[depth] = index;
    encodeValue(value[index]);
  }
}

// Fields that describe a list, and are not content. If the name of one of them is misspelt, the field would be content.
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
const keyLimit = 1024;

function keyOf(name) {
  let key = keys.get(name);
  if (key !== undefined) return key;
  key = withOutput((start) => {
    encodeText(name);
    return {
      name,
      bytes: partOfOutput(start, endOfOutput()),
      meant: otherNames[name] ?? oneLetterOff(name, listFields),
    };
  });
  if (keys.size === keyLimit) keys.clear();
  keys.set(name, key);
  return key;
}

function compareKeys({ bytes: left }, { bytes: right }) {
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    if (left[index] !== right[index]) return left[index] - right[index];
  }
  return left.length - right.length;
}

// The fields of the last object at each depth, in the order of their bytes. The next object at that depth usually has
// the same fields.
const shapes = [];

// Whether an object has fields of these names in this order, and no others. The prototype of the object must have no
// fields, because the loop would visit them as well.
function hasNames(value, names) {
  let index = 0;
  for (const name in value) {
    if (name !== names[index]) return false;
    index += 1;
  }
  return index === names.length;
}

// What `flatContent` returns.
let lastFlat;

/**
 * Returns the shape and the fields of the content that was encoded last. `isFlatContent` compares other contents with
 * them. Returns undefined if the prototype of that content is not Object.prototype, or if one of its fields is an
 * object or is kept by reference.
 */
export function flatContent() {
  return lastFlat;
}

/**
 * Returns true if a content has the same bytes as the one whose shape and fields are given. If it returns false, the
 * bytes may still be the same: if the fields are in another order, for example.
 */
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
  const start = endOfOutput();
  encodeHead(map, keys.length);
  const body = endOfOutput();
  let count = 0;
  for (let place = 0; place < keys.length; place += 1) {
    const { name, bytes } = keys[place];
    const field = value[name];
    isFlat = isFlat && isPlain(field);
    if (isFlat) fields.push(field);
    if (field === undefined) continue;
    appendPart(bytes, 0, bytes.length);
    path[depth] = name;
    encodeValue(field);
    count += 1;
  }
  if (isOutermost) lastFlat = isFlat ? { shape, fields } : undefined;
  if (count < keys.length) replaceHead(start, body, map, count);
}

/**
 * Appends a content to the output, without the fields `omitted`. Returns what the bytes cannot hold: the values that
 * are kept by reference, and the prototypes of objects, both in the order in which they are encoded. Returns undefined
 * if the content has neither.
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
