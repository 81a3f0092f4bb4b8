// Objects of options: every name and every value in them is checked.
import { described, quoted, refuse, refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { indexOrNone } from "./memory.js";
import { refuseUnknownName } from "./names.js";

/** The names of the animations, in the order of the engine, whose numbers begin at 1. */
export const animations = ["automatic", "fade", "right", "left", "top", "bottom", "middle", "none"];

const optionKinds = {
  any: ["value", () => true],
  function: ["function", (value) => typeof value === "function"],
  boolean: ["true or false", (value) => typeof value === "boolean"],
  text: ["string", (value) => typeof value === "string" || typeof value === "number"],
  key: ["name of a field or function", (value) => typeof value === "string" || typeof value === "function"],
  size: ["whole number", (value) => Number.isInteger(value) && value >= 0 && value <= 0x7fffffff],
  limit: ["whole number above 0", (value) => Number.isInteger(value) && value > 0 && value <= 0x7fffffff],
  distance: ["number", (value) => typeof value === "number" && value >= 0],
  index: ["whole number", (value) => Number.isInteger(value)],
};

/** Returns a value, which is of a kind or one of a list of names; undefined is returned as it is. */
export function checked(place, value, kind) {
  if (value === undefined || kind === undefined) return value;
  const [expected, isRight] = Array.isArray(kind)
    ? [`one of ${kind.map(quoted).join(", ")}`, (name) => kind.includes(name)]
    : optionKinds[kind];
  if (!isRight(value))
    refuse(
      "INVALID_ARGUMENT",
      `${place === undefined ? "" : `${place}: `}${expected} expected, got ${described(value)}`,
    );
  return value;
}

// Whether a value is an object with fields. A Map is none, and neither is a snapshot: their state is in no field.
function hasFields(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Handle) return false;
  return Object.keys(value).length > 0 || described(value) === "an object";
}

/** A frozen copy of the object of functions that a property is set to; an empty one for undefined and null. */
export function functionsIn(value) {
  if (!hasFields(value ?? {})) refuse("INVALID_ARGUMENT", `object of functions expected, got ${described(value)}`);
  const functions = { ...value };
  for (const name of Object.keys(functions)) checked(quoted(name), functions[name] ?? undefined, "function");
  return Object.freeze(functions);
}

/** Reads an object of options, each of which is read once. `spec` has the kind of each, or undefined for any. */
export function readOptions(argument, options, spec) {
  const read = {};
  if (options === undefined) return read;
  if (!hasFields(options)) refuseArgument(argument, "object of options", options);
  const names = Object.keys(spec);
  for (const name of Object.keys(options))
    if (!names.includes(name)) refuseUnknownName("INVALID_ARGUMENT", "unknown option", name, names);
  for (const name of names) {
    const value = options[name];
    if (value === null && spec[name] === undefined)
      refuse("INVALID_ARGUMENT", `${name}: null is no value; leave it out`);
    read[name] = checked(name, value, spec[name]);
  }
  return read;
}

/** The index path in an argument. */
export function pathIn(argument, path) {
  if (typeof path !== "object" || Array.isArray(path)) refuseArgument(argument, "{ section, item }", path);
  const { section, item } = readOptions(argument, path, { section: "index", item: "index" });
  if (section === undefined || item === undefined) refuseArgument(argument, "{ section, item }", path);
  return { section, item };
}

/** The index in an argument. */
export function indexIn(argument, index) {
  if (!Number.isInteger(index)) refuseArgument(argument, "whole number", index);
  return indexOrNone(index);
}

const reloadOptions = { caption: "text", completion: "function" };
const applyOptions = { animatingDifferences: "boolean", animation: animations, ...reloadOptions };

/** The call of the engine that merges an apply with others: `merging.js` has it. */
export const rebasing = { fn: undefined };

/** What each kind of apply takes. An apply that reloads has no animation. */
export const optionsOfApplies = {
  snapshot: { ...applyOptions },
  section: applyOptions,
  reload: reloadOptions,
  items: { ...applyOptions, section: undefined },
};

/** The options of an apply: its animation is a number, and 0 for that of the data source. */
export function readApplyOptions(argument, options, spec) {
  const {
    animatingDifferences = true,
    animation,
    caption,
    completion,
    rebase = false,
    section,
  } = readOptions(argument, options, spec);
  return {
    rebase,
    section,
    animation: animatingDifferences ? animations.indexOf(animation) + 1 : animations.length,
    caption: caption === undefined ? undefined : String(caption),
    completion,
  };
}
