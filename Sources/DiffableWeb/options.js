// Options of calls, and their names.
import { described, refuse, refuseArgument } from "./errors.js";

/** The names of the animations, in the order of the engine. */
export const animations = ["automatic", "fade", "right", "left", "top", "bottom", "middle", "none"];

/** The number of an animation. */
export function animationNumber(call, name) {
  const number = animations.indexOf(name);
  if (number < 0) refuse("INVALID_ARGUMENT", `${call}: unknown animation ${described(name)} (there are: ${animations.join(", ")})`);
  return number;
}

/** Throws for options that do not exist. */
export function checkNames(call, argument, options, names) {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null) refuseArgument(call, argument, "object of options", options);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) refuse("INVALID_ARGUMENT", `${call}: unknown option ${described(unknown)} (there are: ${names.join(", ")})`);
}

/** Throws for a callback that is no function, and there is one. */
export function checkFunction(name, value) {
  if (typeof value !== "function" && value !== undefined && value !== null) {
    refuse("INVALID_ARGUMENT", `${name}: function expected, got ${described(value)}`);
  }
}
