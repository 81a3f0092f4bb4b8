// What programs call is strict: surplus arguments are refused, and so are names that no object has and that are like one that it has.
import { inCall, refuse } from "./errors.js";
import { meantName } from "./names.js";

/** A function that refuses more arguments than it has, and whose errors name it. An argument that is undefined is as one that is left out. */
export function strict(name, fn, limit = fn.length) {
  return function (...values) {
    return inCall(name, () => {
      while (values.length > limit && values.at(-1) === undefined) values.pop();
      if (values.length > limit) {
        refuse("INVALID_ARGUMENT", `${limit === 0 ? "no argument" : `at most ${limit} argument${limit > 1 ? "s" : ""}`} expected, got ${values.length}`);
      }
      return fn.apply(this, values);
    });
  };
}

// The names of the members of each strict class.
const members = new Map();

/** Makes all methods and properties of a class strict. */
export function makeStrict(type) {
  const names = new Set(members.get(Object.getPrototypeOf(type)));
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
    if (name === "constructor") continue;
    names.add(name);
    for (const part of ["value", "get", "set"]) if (property[part] !== undefined) property[part] = strict(name, property[part]);
    Object.defineProperty(type.prototype, name, property);
  }
  members.set(type, names);
}

function refuseName(receiver, name) {
  // A class that extends one of these has names of its own. A program may give an object a name that is like no other.
  const names = typeof name === "string" ? members.get(Object.getPrototypeOf(receiver).constructor) : undefined;
  const meant = names && meantName(name, [...names]);
  if (meant !== undefined) refuse("INVALID_ARGUMENT", `a ${receiver.constructor.name} has no member "${name}": did you mean "${meant}"?`);
}

/** The end of the chain of prototypes of strict classes. Programs that ask any object for `then` or `toJSON` get undefined. */
export const strictPrototype = new Proxy({}, {
  get(target, name, receiver) {
    if (!(name in target)) refuseName(receiver, name);
    return Reflect.get(target, name, receiver);
  },
  set(target, name, value, receiver) {
    refuseName(receiver, name);
    return Reflect.defineProperty(receiver, name, { value, writable: true, enumerable: true, configurable: true });
  },
});
