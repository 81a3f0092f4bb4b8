// Reads objects of options, and checks every name and every value in them.
import { described, quoted, refuse, refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { indexOrNone } from "./memory.js";
import { refuseUnknownName } from "./names.js";

/** The animations in the order of the engine. The number of the first one is 1. */
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

/** Returns `value`. Throws if it is not of `kind`: a key of `optionKinds`, or an array of names. Undefined passes. */
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

// Whether a value is an object with fields. False for a Map and for a snapshot, because their state is not in fields.
function hasFields(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Handle) return false;
  return Object.keys(value).length > 0 || described(value) === "an object";
}

/** Returns a frozen copy of an object of functions. If `value` is undefined or null, the copy is empty. */
export function copyFunctions(value) {
  if (!hasFields(value ?? {})) refuse("INVALID_ARGUMENT", `object of functions expected, got ${described(value)}`);
  const functions = { ...value };
  for (const name of Object.keys(functions)) checked(quoted(name), functions[name] ?? undefined, "function");
  return Object.freeze(functions);
}

/**
 * Reads the options of an object, each of them once. `spec` maps the name of an option to its kind. An option without a
 * kind may be anything but null; one of the kind "any" may be null as well.
 */
export function readOptions(position, options, spec) {
  const read = {};
  if (options === undefined) return read;
  if (!hasFields(options)) refuseArgument(position, "object of options", options);
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

/** Reads the index path in the argument at `position`. */
export function pathIn(position, path) {
  if (typeof path !== "object" || Array.isArray(path)) refuseArgument(position, "{ section, item }", path);
  const { section, item } = readOptions(position, path, { section: "index", item: "index" });
  if (section === undefined || item === undefined) refuseArgument(position, "{ section, item }", path);
  return { section, item };
}

/** Reads the index in the argument at `position`. */
export function indexIn(position, index) {
  if (!Number.isInteger(index)) refuseArgument(position, "whole number", index);
  return indexOrNone(index);
}

const reloadOptions = { caption: "text", completion: "function" };
const applyOptions = { animatingDifferences: "boolean", animation: animations, ...reloadOptions };

/** Returns the engine's function for an apply with `rebase`. merging.js sets it. Without that file it is undefined. */
export const rebasing = { engineFunction: undefined };

/**
 * The options of each kind of apply. `snapshot` is a copy, because merging.js adds `rebase` to it alone. An apply that
 * reloads takes no animation.
 */
export const optionsOfApplies = {
  snapshot: { ...applyOptions },
  section: applyOptions,
  reload: reloadOptions,
  items: { ...applyOptions, section: undefined },
};

/** Reads the options of an apply. `animation` is the animation's number, or 0 for the default of the data source. */
export function readApplyOptions(position, options, spec) {
  const {
    animatingDifferences = true,
    animation,
    caption,
    completion,
    rebase = false,
    section,
  } = readOptions(position, options, spec);
  return {
    rebase,
    section,
    animation: animatingDifferences ? animations.indexOf(animation) + 1 : animations.length,
    caption: caption === undefined ? undefined : String(caption),
    completion,
  };
}
