// Checks what programs call: too many arguments are an error, and so is a property that does not exist but looks like a
// misspelling of one that does.
import { described, inCall, refuse } from "./errors.js";
import { meantName, prefixedName, synonymOf } from "./names.js";

// Hints for the error about too many arguments, by method.
const indexPathHint = "an index path is one object, { section, item }";
const updateHint = 'the fields are beside the identifier, as in { id: 1, title: "One" }';
const eventHint = "as a handler of events, pass a function that calls it";
const surplusHints = {
  clear: "it deletes everything; deleteSections and deleteItems delete some",
  itemAt: indexPathHint,
  cellAt: indexPathHint,
  reorderItem: indexPathHint,
  updateItems: updateHint,
  updateSections: updateHint,
  apply: "completion is an option",
  applySection: "completion is an option",
  undo: eventHint,
  redo: eventHint,
};
const takesList = /^(append|prepend|insert|delete|replaceItems|reload|reconfigure|expand|collapse|keep|moveItems)/;

function refuseSurplus(name, limit, count) {
  const hint = Object.hasOwn(surplusHints, name)
    ? `; ${surplusHints[name]}`
    : takesList.test(name)
      ? "; several are one array"
      : "";
  refuse(
    "INVALID_ARGUMENT",
    `${limit === 0 ? "no argument" : `at most ${limit} argument${limit > 1 ? "s" : ""}`} expected, got ${count}${hint}`,
  );
}

/**
 * Returns a function that calls `fn`, throws if it gets too many arguments, and names itself in errors. Surplus
 * arguments at the end that are undefined are ignored.
 */
export function strict(name, fn, type) {
  const limit = fn.length;
  return function (...values) {
    return inCall(name, () => {
      if (type !== undefined && !(this instanceof type)) {
        refuse(
          "INVALID_ARGUMENT",
          `called on ${described(this)} instead of its object; keep that before the dot, as in () => object.${name}(...)`,
        );
      }
      while (values.length > limit && values.at(-1) === undefined) values.pop();
      if (values.length > limit) refuseSurplus(name, limit, values.length);
      return fn.apply(this, values);
    });
  };
}

// For each strict class, a map from the names of its members to whether the member is a method.
const isMethodByClass = new Map();

/** Makes all methods and properties of a class strict. */
export function makeStrict(type) {
  const isMethod = new Map(isMethodByClass.get(Object.getPrototypeOf(type)));
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
    if (name === "constructor") continue;
    isMethod.set(name, property.value !== undefined);
    for (const part of ["value", "get", "set"])
      if (property[part] !== undefined) property[part] = strict(name, property[part], type);
    Object.defineProperty(type.prototype, name, property);
  }
  isMethodByClass.set(type, isMethod);
}

/** Adds methods, and properties that are read, to a class that is strict already. */
export function addMethods(type, methods) {
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    for (const [each, isMethod] of isMethodByClass)
      if (each === type || each.prototype instanceof type) isMethod.set(name, value !== undefined);
    const property =
      value === undefined ? { get: strict(name, get, type) } : { value: strict(name, value, type), writable: true };
    Object.defineProperty(type.prototype, name, { ...property, configurable: true });
  }
}

// If a program looks for a member on an object of the wrong class, these are the classes that it may have meant.
// `origins` says how to get an object of each of them.
const neighbours = {
  Snapshot: ["DataSource"],
  SectionSnapshot: ["DataSource"],
  DataSource: ["Snapshot", "History", "DerivedList"],
  DerivedList: ["Snapshot"],
  History: ["DataSource"],
  Transaction: ["Difference"],
};
const origins = {
  Snapshot: "source.snapshot() returns one, to be applied after edits",
  DataSource: "call it on the data source",
  History: "new History(source) makes one",
  Difference: "transaction.difference is one",
  DerivedList: "source.derive({ ... }) makes one",
};
// Sentences to add to "did you mean", by member.
const notes = {
  onApply: " It returns a function that removes the observer.",
  each: " It returns an array of contents.",
};

function meantNeighbour(className, name) {
  for (const [type, isMethod] of isMethodByClass) {
    if (!neighbours[className]?.includes(type.name)) continue;
    const meant = isMethod.has(name) ? name : synonymOf(name, [...isMethod.keys()]);
    // Only methods, and properties of Difference, are suggested, because programs may set properties of their own that
    // have the name of a property of another class.
    if (meant !== undefined && (isMethod.get(meant) || type.name === "Difference")) return { type: type.name, meant };
  }
  return undefined;
}

// Throws if `name` looks like a misspelled member. When a name is read, members of other classes are considered, too.
function refuseMisspelledName(receiver, name, isRead) {
  // Subclasses are not checked, because they have names of their own. Programs may add properties whose names resemble
  // no member.
  const type = Object.getPrototypeOf(receiver)?.constructor;
  const names =
    typeof name === "string" && isMethodByClass.has(type) ? [...isMethodByClass.get(type).keys()] : undefined;
  if (names === undefined || name.length > 40) return;
  const fail = (text) => refuse("INVALID_ARGUMENT", `a ${type.name} has no member "${name}"${text}`);
  if (isRead && names.includes("each") && /^\d+$/.test(name))
    fail("; it is no array, but each() and itemIdentifiers() return one");
  if (isRead && name === "difference") fail("; difference(old, fresh) compares two snapshots");
  const neighbour = isRead && synonymOf(name, names) === undefined ? meantNeighbour(type.name, name) : undefined;
  if (neighbour !== undefined) {
    const { type: owner, meant: member } = neighbour;
    fail(`; a ${owner} has ${member === name ? "it" : `"${member}"`}: ${origins[owner]}`);
  }
  const meant = meantName(name, names) ?? (isRead ? prefixedName(name, names) : undefined);
  if (meant !== undefined) fail(`: did you mean "${meant}"?${notes[meant] ?? ""}`);
}

/**
 * The end of the chain of prototypes of strict classes. Programs that ask any object for `then` or `toJSON` get
 * undefined.
 */
export const strictPrototype = new Proxy(
  {},
  {
    get(target, name, receiver) {
      if (!(name in target)) refuseMisspelledName(receiver, name, true);
      return Reflect.get(target, name, receiver);
    },
    set(target, name, value, receiver) {
      refuseMisspelledName(receiver, name, false);
      return Reflect.defineProperty(receiver, name, { value, writable: true, enumerable: true, configurable: true });
    },
  },
);
