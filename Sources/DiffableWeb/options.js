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

const applyOptions = ["animatingDifferences", "animation", "caption", "completion"];

/** The options of an apply: its animation is a number, and -1 for none. */
export function readApplyOptions(call, argument, options) {
  checkNames(call, argument, options, applyOptions);
  const { animatingDifferences = true, animation, caption, completion } = options ?? {};
  checkFunction(`${call}: completion`, completion);
  return {
    isAnimated: Boolean(animatingDifferences), animation: animation === undefined ? -1 : animationNumber(call, animation),
    caption: caption === undefined ? undefined : textOf(`${call}: caption`, caption), completion,
  };
}

/** A text in an argument, which may be a number as well. */
export function textOf(name, value) {
  if (typeof value !== "string" && typeof value !== "number") refuse("INVALID_ARGUMENT", `${name}: string expected, got ${described(value)}`);
  return String(value);
}

/** Throws for a callback that is no function, and there is one. */
export function checkFunction(name, value) {
  if (typeof value !== "function" && value !== undefined && value !== null) {
    refuse("INVALID_ARGUMENT", `${name}: function expected, got ${described(value)}`);
  }
}
