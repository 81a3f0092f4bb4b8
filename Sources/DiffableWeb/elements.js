// Lists of sections and items as callers pass them: identifiers, or objects that have one and are content.
import { described, quoted, refuse, refuseArgument } from "./errors.js";
import { formOf } from "./fingerprint.js";
import { putContents, putIds } from "./memory.js";

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

// The fields of sections and items that are not part of their content.
export const sectionFields = new Set(["items"]);
export const treeFields = new Set(["children", "expanded", "expandable"]);

/**
 * Returns the tree fields of an item, or undefined if it has none. An object that is content by its identity has none: an element of the page
 * has `children` of its own.
 */
export function branchOf(item) {
  const { children, expanded, expandable } = item;
  if (children === undefined && expanded === undefined && expandable === undefined) return undefined;
  return formOf(item) === undefined ? undefined : { children, expanded, expandable };
}

/**
 * The content of an item after an update: an object of the same class, with the fields of the entry. An item without content has none after
 * an update of its tree fields alone.
 */
export function updatedContent(old, entry, id, key) {
  if (old !== undefined) return Object.create(Object.getPrototypeOf(old), Object.getOwnPropertyDescriptors({ ...old, ...entry }));
  const names = Object.keys(entry).filter((name) => name !== key);
  return names.length > 0 && names.every((name) => treeFields.has(name)) ? id : entry;
}

/** Elements with their revisions, which are 0 for bare identifiers. */
export class Elements {
  /**
   * Reads a list, and adds its contents to `contents`. Of an object, `omittedIn` returns the fields that are not part of its content, and
   * `contentOf` the content itself. `revisionOf` returns the revision of an element that is named by its identifier alone.
   */
  constructor(list, call, { key, contents, omittedIn, contentOf, revisionOf }) {
    this.ids = [];
    this.revisions = [];
    this.hasContent = false;
    for (const entry of list) {
      const id = identifier(entry, call, 1, key);
      const isObject = typeof entry === "object";
      const omitted = isObject ? omittedIn?.(id, entry) : undefined;
      const content = isObject && contentOf ? contentOf(id, entry, contents) : entry;
      const revision = typeof content === "object" ? contents.add(content, omitted) : revisionOf?.(id, contents) ?? 0;
      this.ids.push(id);
      this.revisions.push(revision);
      this.hasContent ||= revision !== 0;
    }
  }

  /** Puts them into scratch memory: the addresses of identifiers and contents, and the count. The address of the contents is 0 if no element has any. */
  put() {
    return [putIds(this.ids), this.hasContent ? putContents(this.revisions) : 0, this.ids.length];
  }
}
