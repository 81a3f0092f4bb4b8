// The errors that the module throws, and the calls that they name.

// The call of the program that is running: a method, a property, or a class whose object is made.
let currentCall;

/** Returns the name of the call that is running. */
export function callName() {
  return currentCall;
}

/** Runs a function. The errors that are made in it name the call. */
export function inCall(name, body) {
  const outer = currentCall;
  currentCall = name;
  try {
    return body();
  } finally {
    currentCall = outer;
  }
}

/** An error of the engine or of this module. */
export class DiffableError extends Error {
  #text;

  constructor(code, message, identifier, call = currentCall) {
    // The printed error and the stack contain the code and the call. The message contains neither.
    super(`${code}: ${call === undefined ? "" : `${call}: `}${message}`);
    this.#text = this.message;
    void this.stack; // the stack is built when it is first read
    Object.defineProperty(this, "message", { value: message });
    /** The name of the error, such as "DUPLICATE_IDENTIFIER". */
    this.code = code;
    /** The name of the call that failed, or undefined. */
    this.call = call;
    /** The identifier that the error is about, or undefined. */
    this.identifier = identifier;
  }

  toString() {
    return `DiffableError: ${this.#text}`;
  }
}
Object.defineProperty(DiffableError.prototype, "name", { value: "DiffableError" });

/** Throws an error of this module. */
export function refuse(code, message, identifier) {
  throw new DiffableError(code, message, identifier);
}

// What to use instead of a value, by the expected type and the value.
const hints = {
  "Snapshot, not a DataSource": "its snapshot() returns one",
  "Snapshot, not an array": "new Snapshot(...) makes one",
  "Snapshot, not a function": "source.snapshot() returns one",
  "Snapshot, not undefined": "edits return nothing; pass the snapshot that was edited",
  "SectionSnapshot, not a Snapshot": "its sectionSnapshot(section) returns one",
  "SectionSnapshot, not an array": "new SectionSnapshot(...) makes one",
};

function hintFor(expected, got) {
  if (got === `a ${expected}`) return "it belongs to another copy of the module, or is a proxy of one";
  return got === "a Promise" ? "await it" : hints[`${expected}, not ${got}`];
}

/** Returns the name of a place for messages: that of the argument with a number, or what a function returns. */
export function placeText(place) {
  return typeof place === "function" ? place() : `argument ${place}`;
}

/** Throws because the value at a place is not what is expected. `hint` says what to use instead. */
export function refuseArgument(place, expected, value, hint = hintFor(expected, described(value))) {
  refuse(
    "INVALID_ARGUMENT",
    `${placeText(place)}: ${expected} expected, got ${described(value)}${hint === undefined ? "" : `; ${hint}`}`,
  );
}

/**
 * Throws because there is no item or section with an identifier. `other` describes a similar element that does exist.
 */
export function refuseUnknown(noun, id, other) {
  refuse(
    "UNKNOWN_IDENTIFIER",
    `there is no ${noun} ${described(id)}${other === undefined ? "" : `, but there is ${other}`}`,
    id,
  );
}

// Control characters, line separators, and characters that change the direction of text. JSON does not escape them.
const unprintable = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/** Returns a number with a noun, which is in the plural unless the number is 1. */
export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns an identifier or another value as JSON, without characters that control a terminal. */
export function quoted(value) {
  return JSON.stringify(value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// Returns the name of the class of an object, or "object" if it has none. A proxy runs code of the program, which may
// throw.
function classOf(object) {
  try {
    const isName = (name) => typeof name === "string" && /^[A-Z]\w{0,40}$/.test(name) && name !== "Object";
    return (
      [Object.getPrototypeOf(object)?.constructor?.name, Object.prototype.toString.call(object).slice(8, -1)].find(
        isName,
      ) ?? "object"
    );
  } catch {
    return "object";
  }
}

/** Returns a value as messages show it. */
export function described(value) {
  if (typeof value === "string") return value.length > 80 ? `${quoted(value.slice(0, 80))}...` : quoted(value);
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null)
    return classOf(value).replace(/^/, (_, __, name) => (/^[aeio]/i.test(name) ? "an " : "a "));
  if (typeof value === "bigint") return `the bigint ${value}n`;
  return typeof value === "symbol" ? "a symbol" : Object.is(value, -0) ? "0" : String(value);
}

/** Returns whether a value is a promise, which every `async` function returns. */
export function isPromise(value) {
  return value instanceof Promise;
}
