"use strict";
// The motion of rows from where the user sees them to where they belong. Animations change `translate`, `scale` and
// `opacity` alone, which need no layout, and leave `transform` to the page.

const duration = 360;
const easing = "cubic-bezier(0.2, 0.7, 0.2, 1)";

const reducedMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

// The motion by the name of a row animation; null if there is none, or the user wants none.
export function motionNamed(name) {
  return name === "none" || reducedMotion?.matches ? null : { name };
}

// How an element looks now, which may be the middle of an animation.
export function appearanceOf(element) {
  const { translate, scale, opacity } = getComputedStyle(element);
  const [x, y = 0] = translate === "none" ? [0, 0] : translate.split(" ").map(parseFloat);
  return { x, y, scale, opacity };
}

export function translation(x, y) {
  return `${x}px ${y}px`;
}

// The keyframe of an appearance. One that is at rest has a position only.
export function frame({ x = 0, y, scale = "none", opacity }) {
  const keyframe = { translate: translation(x, y) };
  if (scale !== "none") keyframe.scale = scale;
  if (opacity !== undefined) keyframe.opacity = opacity;
  return keyframe;
}

// `speed` is that of a motion: { name, speed }.
export function timing({ speed = 1 }) {
  return { duration: duration / speed, easing };
}

// How a row looks before it enters and after it left, by the name of a row animation.
export function outside(name, y, height, width) {
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

export function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
