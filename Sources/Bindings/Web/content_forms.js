// What a value is as content.

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
