// What programs call is strict: surplus arguments are refused, and so are names that no object has and that are like
// one that it has.
import { described, inCall, refuse } from "./errors.js";
import { meantName, prefixedName, synonymOf } from "./names.js";

// What to do in place of giving a call more arguments than it has.
const indexPathCure = "an index path is one object, { section, item }";
const updateCure = 'the fields are beside the identifier, as in { id: 1, title: "One" }';
const eventCure = "as a handler of events, pass a function that calls it";
const surplusCures = {
  clear: "it deletes everything; deleteSections and deleteItems delete some",
  itemAt: indexPathCure,
  cellAt: indexPathCure,
  reorderItem: indexPathCure,
  updateItems: updateCure,
  updateSections: updateCure,
  apply: "completion is an option",
  applySection: "completion is an option",
  undo: eventCure,
  redo: eventCure,
};
const takesList = /^(append|prepend|insert|delete|replaceItems|reload|reconfigure|expand|collapse|keep|moveItems)/;

function refuseSurplus(name, limit, count) {
  const cure = Object.hasOwn(surplusCures, name)
    ? `; ${surplusCures[name]}`
    : takesList.test(name)
      ? "; several are one array"
      : "";
  refuse(
    "INVALID_ARGUMENT",
    `${limit === 0 ? "no argument" : `at most ${limit} argument${limit > 1 ? "s" : ""}`} expected, got ${count}${cure}`,
  );
}

/**
 * A function that refuses more arguments than it has, and whose errors name it. An argument that is undefined is as one
 * that is left out.
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

// Each strict class with its members: whether each of them is a method.
const members = new Map();

/** Makes all methods and properties of a class strict. */
export function makeStrict(type) {
  const names = new Map(members.get(Object.getPrototypeOf(type)));
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
    if (name === "constructor") continue;
    names.set(name, property.value !== undefined);
    for (const part of ["value", "get", "set"])
      if (property[part] !== undefined) property[part] = strict(name, property[part], type);
    Object.defineProperty(type.prototype, name, property);
  }
  members.set(type, names);
}

/** Adds methods, and properties that are read, to a class that is strict already. */
export function addMethods(type, methods) {
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    for (const [each, names] of members)
      if (each === type || each.prototype instanceof type) names.set(name, value !== undefined);
    const property =
      value === undefined ? { get: strict(name, get, type) } : { value: strict(name, value, type), writable: true };
    Object.defineProperty(type.prototype, name, { ...property, configurable: true });
  }
}

// The classes whose members a program may look for in an object of another class, and how it gets one of theirs.
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
// What else to know of a member that was meant.
const notes = {
  onApply: " It returns a function that removes the observer.",
  each: " It returns an array of contents.",
};

function meantNeighbour(className, name) {
  for (const [type, names] of members) {
    if (!neighbours[className]?.includes(type.name)) continue;
    const meant = names.has(name) ? name : synonymOf(name, [...names.keys()]);
    // A program may have a property of its own that another class has.
    if (meant !== undefined && (names.get(meant) || type.name === "Difference")) return { type: type.name, meant };
  }
  return undefined;
}

// Throws if a name is like that of a member. A name that is read may be one of another class, too.
function refuseName(receiver, name, isRead) {
  // A class that extends one of these has names of its own. A program may give an object a name that is like no other.
  const type = Object.getPrototypeOf(receiver)?.constructor;
  const names = typeof name === "string" && members.has(type) ? [...members.get(type).keys()] : undefined;
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
      if (!(name in target)) refuseName(receiver, name, true);
      return Reflect.get(target, name, receiver);
    },
    set(target, name, value, receiver) {
      refuseName(receiver, name, false);
      return Reflect.defineProperty(receiver, name, { value, writable: true, enumerable: true, configurable: true });
    },
  },
);
