"use strict";
// The motion of rows from where the user sees them to where they belong. Animations change only `translate`, `scale`
// and `opacity`, which need no layout, and leave `transform` to the page.

const duration = 360;
const easing = "cubic-bezier(0.2, 0.7, 0.2, 1)";

const reducedMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

// Returns the motion for the name of a row animation, or null if it is "none" or the user prefers reduced motion.
export function motionNamed(name) {
  return name === "none" || reducedMotion?.matches ? null : { name };
}

// Returns how an element looks now, possibly in the middle of an animation.
export function appearanceOf(element) {
  const { translate, scale, opacity } = getComputedStyle(element);
  const [x, y = 0] = translate === "none" ? [0, 0] : translate.split(" ").map(parseFloat);
  return { x, y, scale, opacity };
}

export function translation(x, y) {
  return `${x}px ${y}px`;
}

// Returns the keyframe of an appearance. `scale` and `opacity` are left out if the appearance does not have them.
export function frame({ x = 0, y, scale = "none", opacity }) {
  const keyframe = { translate: translation(x, y) };
  if (scale !== "none") keyframe.scale = scale;
  if (opacity !== undefined) keyframe.opacity = opacity;
  return keyframe;
}

// Returns the options of `animate` for a motion { name, speed }. At speed 2, it takes half as long.
export function timing({ speed = 1 }) {
  return { duration: duration / speed, easing };
}

// Returns how a row looks before it enters and after it has left, for the name of a row animation.
export function offscreenPlace(name, y, height, width) {
  switch (name) {
    case "left":
      return { x: -width, y };
    case "right":
      return { x: width, y };
    case "top":
      return { y: y - height, opacity: 0 };
    case "bottom":
      return { y: y + height, opacity: 0 };
    case "middle":
      return { y, scale: "1 0" };
    default:
      return { y, opacity: 0 };
  }
}

export function clamp(value, minimum, maximum) {
  return Math.min(Math.max(value, minimum), maximum);
}
