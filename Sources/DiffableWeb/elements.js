// Lists of sections and items as callers pass them: identifiers, or objects that have one and are content.
import { described, quoted, refuse, refuseArgument } from "./errors.js";
import { putIds, putNumbers } from "./memory.js";

const expected = (key) => `string, whole number or object with ${typeof key === "string" ? quoted(key) : "an identifier"}`;

/** The identifier in an argument of a call; undefined for undefined and null, if it is optional. */
export function identifier(value, call, argument, key = "id", isOptional = false) {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return value + 0;
  if (isOptional && (value === undefined || value === null)) return undefined;
  if (typeof value === "object" && value !== null) {
    const id = typeof key === "function" ? key(value) : value[key];
    if (typeof id === "string") return id;
    if (typeof id === "number" && Number.isSafeInteger(id)) return id + 0;
    if (id !== undefined) refuse("INVALID_ARGUMENT", `${call}: argument ${argument}: ${expected(key)} expected, got an object in which that is ${described(id)}`);
  }
  return refuseArgument(call, argument, expected(key), value);
}

/**
 * A new array with the entries of an argument: those of an array or another iterable, or else the argument itself. It ends at the first
 * hole, which is refused when it is read: an array may have more holes than there is memory.
 */
export function listOf(value, call, argument) {
  if (value === undefined || value === null) refuseArgument(call, argument, "a list", value);
  if (typeof value !== "object" || typeof value[Symbol.iterator] !== "function") return [value];
  const list = [];
  for (const entry of value) {
    list.push(entry);
    if (entry === undefined || entry === null) break;
  }
  return list;
}

/** Their identifiers. */
export function identifiers(value, call, argument, key) {
  return listOf(value, call, argument).map((entry) => identifier(entry, call, argument, key));
}

/** The content of an item after an update: an object of the same class, with the fields of the entry. */
export function updatedContent(old, entry) {
  if (typeof entry !== "object" || old === undefined) return entry;
  return Object.create(Object.getPrototypeOf(old), Object.getOwnPropertyDescriptors({ ...old, ...entry }));
}

/** Elements with their revisions, which are 0 for bare identifiers. */
export class Elements {
  /**
   * Reads a list. Contents are added to `contents`. `revisionOf`, where there is one, returns the revision of what is named by its
   * identifier alone.
   */
  constructor(list, call, { key, contents, omitted, revisionOf }) {
    this.ids = [];
    this.revisions = [];
    this.hasContent = false;
    for (const entry of list) {
      const id = identifier(entry, call, 1, key);
      this.ids.push(id);
      const isContent = typeof entry === "object";
      this.hasContent ||= isContent;
      this.revisions.push(isContent ? contents.add(entry, omitted) : revisionOf ? revisionOf(id, (revision) => this.hasContent ||= revision) : 0);
    }
  }

  /** Puts them into scratch memory: the addresses of identifiers and revisions, and the count. There are no revisions without content. */
  put() {
    return [putIds(this.ids), this.hasContent ? putNumbers(this.revisions) : 0, this.ids.length];
  }
}
