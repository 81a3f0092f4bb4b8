// Errors that are thrown, and their messages.

/** An error of the engine or of this module. */
export class DiffableError extends Error {
  constructor(code, message, identifier) {
    super(`${code}: ${message}`);
    this.name = "DiffableError";
    /** The name of the error, such as "DUPLICATE_IDENTIFIER". */
    this.code = code;
    /** The identifier that the error is about, or undefined. */
    this.identifier = identifier;
  }
}

/** Throws an error of this module. */
export function refuse(code, message, identifier) {
  throw new DiffableError(code, message, identifier);
}

/** Throws that an argument is not what is expected. */
export function refuseArgument(call, argument, expected, value) {
  refuse("INVALID_ARGUMENT", `${call}: argument ${argument}: ${expected} expected, got ${described(value)}`);
}

/** Throws that there is no item or section with an identifier. */
export function refuseUnknown(call, noun, id) {
  refuse("UNKNOWN_IDENTIFIER", `${call}: there is no ${noun} ${described(id)}`, id);
}

// Control characters, and those that turn text round or separate lines, that JSON leaves as they are.
const disturbing = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/** An identifier or another value in JSON, with nothing that a terminal obeys. */
export function quoted(value) {
  return JSON.stringify(value).replace(disturbing, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value as messages show it. */
export function described(value) {
  if (typeof value === "string") return value.length > 80 ? `${quoted(value.slice(0, 80))}...` : quoted(value);
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "symbol" ? "a symbol" : Object.is(value, -0) ? "0" : String(value);
}
