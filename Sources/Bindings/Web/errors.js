// Errors that are thrown, and the calls that they name.

// The call of the program that is running: a method, a property, or a class whose object is made.
let currentCall;

/** The name of the call that is running. */
export function callName() {
  return currentCall;
}

/** Runs a function whose errors name a call. */
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
    // What is printed has the code and the call, and so has the stack. The message has neither.
    super(`${code}: ${call === undefined ? "" : `${call}: `}${message}`);
    this.#text = this.message;
    void this.stack; // made when it is read first
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

// What to use in place of a value, by what was expected.
const cures = {
  "Snapshot, not a DataSource": "its snapshot() returns one",
  "Snapshot, not an array": "new Snapshot(...) makes one",
  "Snapshot, not a function": "source.snapshot() returns one",
  "Snapshot, not undefined": "edits return nothing; pass the snapshot that was edited",
  "SectionSnapshot, not a Snapshot": "its sectionSnapshot(section) returns one",
  "SectionSnapshot, not an array": "new SectionSnapshot(...) makes one",
};

function cureFor(expected, got) {
  if (got === `a ${expected}`) return "it belongs to another copy of the module, or is a proxy of one";
  return got === "a Promise" ? "await it" : cures[`${expected}, not ${got}`];
}

/** The name of a place in an error: that of the argument with a number, or what a function returns. */
export function placeText(place) {
  return typeof place === "function" ? place() : `argument ${place}`;
}

/** Throws that the value at a place is not what is expected. `cure` says what to use instead. */
export function refuseArgument(place, expected, value, cure = cureFor(expected, described(value))) {
  refuse(
    "INVALID_ARGUMENT",
    `${placeText(place)}: ${expected} expected, got ${described(value)}${cure === undefined ? "" : `; ${cure}`}`,
  );
}

/** Throws that there is no item or section with an identifier. `other` says what there is instead, in words. */
export function refuseUnknown(noun, id, other) {
  refuse(
    "UNKNOWN_IDENTIFIER",
    `there is no ${noun} ${described(id)}${other === undefined ? "" : `, but there is ${other}`}`,
    id,
  );
}

// Control characters, and those that turn text round or separate lines, that JSON leaves as they are.
const disturbing = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/** An identifier or another value in JSON, with nothing that a terminal obeys. */
export function quoted(value) {
  return JSON.stringify(value).replace(
    disturbing,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// The name of the class of an object; "object" if it has none. Proxies run code of the program, which may fail.
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

/** A value as messages show it. */
export function described(value) {
  if (typeof value === "string") return value.length > 80 ? `${quoted(value.slice(0, 80))}...` : quoted(value);
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null)
    return classOf(value).replace(/^/, (_, __, name) => (/^[aeio]/i.test(name) ? "an " : "a "));
  if (typeof value === "bigint") return `the bigint ${value}n`;
  return typeof value === "symbol" ? "a symbol" : Object.is(value, -0) ? "0" : String(value);
}

/** Whether a value is a promise, such as what an `async` function returns. */
export function isPromise(value) {
  return value instanceof Promise;
}
