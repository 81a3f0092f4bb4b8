// Reads lists of sections and items as callers pass them. An element is an identifier, or an object that has an
// identifier and is the content.
import { described, placeText, quoted, refuse, refuseArgument } from "./errors.js";
import { Contents, treeFields } from "./contents.js";
import { formOf } from "./content_forms.js";
import { Handle } from "./handles.js";
import { putIds } from "./memory.js";

const expected = (key) =>
  `string, whole number or object with ${typeof key === "string" ? quoted(key) : "an identifier"}`;

// Throws for a value that is not an identifier and has none.
function refuseNameless(value, place, key, index) {
  const entry = () => `${placeText(place)}${index === undefined ? "" : `, entry ${index}`}`;
  if (Array.isArray(value))
    refuseArgument(
      entry,
      expected(key),
      value,
      place > 1 ? "are the arguments swapped?" : "are there too many brackets?",
    );
  if (typeof value === "function")
    refuseArgument(
      entry,
      expected(key),
      value,
      "pass the items themselves, such as those that each().filter(...) returns",
    );
  if (described(value) !== "an object") refuseArgument(entry, expected(key), value);
  if (typeof key === "function")
    refuseArgument(entry, expected(key), value, 'the function "key" returned undefined for it');
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .slice(0, 4);
  // If `place` is a function, the value is in a list below a section or an item, so it is an item.
  const hint =
    names.join() === "section,item"
      ? "; itemAt returns an identifier"
      : Array.isArray(value.items)
        ? '; pass its "items" alone'
        : typeof place === "function" && key === "id"
          ? '; the option "key" names another field'
          : "";
  refuseArgument(
    entry,
    expected(key),
    value,
    `it has ${names.length === 0 ? "no fields" : names.map(described).join(", ")}${hint}`,
  );
}

/**
 * Returns the identifier in a value. Returns undefined for undefined if `isOptional`. `place` is for messages, and says
 * where the value comes from: the number of an argument, or a function that returns a text. If the value is in a list,
 * `index` is its index.
 */
export function identifier(value, place, key = "id", isOptional = false, index = undefined) {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return value + 0;
  if (isOptional && value === undefined) return undefined;
  if (typeof value === "object" && value !== null) {
    const id = typeof key === "function" ? key(value) : value[key];
    if (typeof id === "string") return id;
    if (typeof id === "number" && Number.isSafeInteger(id)) return id + 0;
    if (id !== undefined) {
      const entry = index === undefined ? "" : `, entry ${index}`;
      const source = typeof key === "function" ? 'for which the function "key" returned' : `whose ${quoted(key)} is`;
      refuse(
        "INVALID_ARGUMENT",
        `${placeText(place)}${entry}: ${expected(key)} expected, got an object ${source} ${described(id)}`,
      );
    }
  }
  return refuseNameless(value, place, key, index);
}

/**
 * Returns a new array with the entries of a value: those of an array or another iterable, or else the value itself. The
 * new array ends with the first entry that is undefined or null, because an array may have more holes than fit into
 * memory. The caller refuses that entry when it reads the identifiers.
 */
export function listOf(value, place) {
  if (value === undefined || value === null) refuseArgument(place, "a list", value);
  if (typeof value !== "object" || typeof value[Symbol.iterator] !== "function" || value instanceof Handle)
    return [value];
  if (value instanceof Map) refuseArgument(place, "a list", value, "its values() are one");
  if (Array.isArray(value) && Object.keys(value).length > value.length) {
    refuse(
      "INVALID_ARGUMENT",
      `${placeText(place)}: the array has a field ${quoted(Object.keys(value).at(-1))} besides its entries`,
    );
  }
  const list = [];
  for (const entry of value) {
    list.push(entry);
    if (entry === undefined || entry === null) break;
  }
  return list;
}

/** Returns the identifiers of the entries of a value. */
export function identifiers(value, place, key) {
  return listOf(value, place).map((entry, index, { length }) =>
    identifier(entry, place, key, false, length > 1 ? index : undefined),
  );
}

/** Returns the identifier of the other type that looks the same, such as "1" for 1, or undefined if there is none. */
export function lookAlike(id) {
  if (typeof id === "number") return String(id);
  return Number.isSafeInteger(Number(id)) && String(Number(id)) === id ? Number(id) : undefined;
}

/**
 * Returns the tree fields of an item, or undefined if it has none. An object that is content by its identity has none:
 * an element of the page has `children` of its own.
 */
export function branchOf(item) {
  const { children, expanded, expandable } = item;
  if (children === undefined && expanded === undefined && expandable === undefined) return undefined;
  return formOf(item) === undefined ? undefined : { children, expanded, expandable };
}

/**
 * Returns the content `old` after an update: a new object of the same class, with the fields of `old` and those of
 * `entry`, which replace fields of the same name unless they are undefined. Returns `entry` if `old` is undefined.
 */
export function merged(old, entry) {
  if (old === undefined) return entry;
  const fields = { ...entry };
  for (const name of Object.keys(fields)) if (fields[name] === undefined) delete fields[name];
  return Object.create(Object.getPrototypeOf(old), Object.getOwnPropertyDescriptors({ ...old, ...fields }));
}

/**
 * Like `merged`, for an item. If the item has no content, and the entry has only tree fields, returns the identifier:
 * the item still has no content.
 */
export function updatedContent(old, entry, id, key) {
  if (old !== undefined) return merged(old, entry);
  const names = Object.keys(entry).filter((name) => name !== key);
  return names.length > 0 && names.every((name) => treeFields.includes(name)) ? id : entry;
}

/** The identifiers and the contents of a list of elements. */
export class Elements {
  #contents;
  ids = [];

  /**
   * Reads a list. `visit` is called with each object before its content is encoded, and `contentOf` returns its
   * content, or its identifier if it has none. `restate` returns the content of an element that is named by its
   * identifier alone, or undefined.
   */
  constructor(list, { place = 1, key, kind, visit, contentOf, restate }) {
    this.#contents = new Contents(kind);
    for (const entry of list) {
      const id = identifier(entry, place, key, false, list.length > 1 ? this.ids.length : undefined);
      const isObject = typeof entry === "object";
      if (isObject) visit?.(id, entry);
      this.#contents.add(isObject ? (contentOf === undefined ? entry : contentOf(id, entry)) : restate?.(id));
      this.ids.push(id);
    }
  }

  /**
   * Puts the elements into scratch memory. Returns the address of the identifiers, the address of the contents, which
   * is 0 if no element has any, and the count. The call that takes them must follow.
   */
  put() {
    return [putIds(this.ids), this.#contents.put(), this.ids.length];
  }
}
