"use strict";
// The motion of the rows of one list: from where the user saw them before an update, which may be the middle of an
// animation, to their places. Removed rows stay in the document until they have left.

import { appearanceOf, clamp, frame, offscreenPlace, timing } from "./motion.js";

// At most this many rows are animated at the same time. The others jump to their places.
const motionLimit = 200;

export class RowMotion {
  // `onLeave(row)` is called before a removed row leaves, and `onEnd()` when a row has arrived.
  constructor(container, onLeave, onEnd) {
    Object.assign(this, { container, onLeave, onEnd });
    this.leaving = new Set();
    this.moving = new Set();
    // The appearance of each row before the update, and the rows that were visible then.
    this.seen = new Map();
    this.visible = new Set();
    this.heightAnimation = null;
  }

  remember(rows, [top, bottom], pinned) {
    this.seen.clear();
    this.visible.clear();
    this.height = this.container.offsetHeight;
    const isFull = this.moving.size + this.leaving.size >= motionLimit;
    for (const row of [...rows, ...this.leaving]) {
      const appearance = row.animation || row === pinned ? appearanceOf(row.element) : { x: 0, y: row.top };
      this.seen.set(row, appearance);
      if (!isFull && appearance.y < bottom && appearance.y + (row.height ?? 0) > top) this.visible.add(row);
    }
  }

  // Starts the motion of all `rows` except `pinned`. `scrolled` is the distance by which the update scrolled the list.
  // Positions further than `margin` from the range are moved to that margin, so that a row that comes from far away
  // does not move too fast.
  run(rows, { old, topBefore, range: [top, bottom], margin, scrolled, isMoved, pinned }, motion) {
    this.findUnseen(rows, old, topBefore);
    // Rows that end in sight come first, in case not all of them may move.
    const endsInSight = (row) => row.top + row.height > top && row.top < bottom;
    for (const row of [...rows.filter(endsInSight), ...rows.filter((row) => !endsInSight(row))]) {
      if (row === pinned) continue;
      const near = (y) => clamp(y, top - margin - row.height, bottom + margin);
      const seen = this.seen.get(row);
      const from = seen
        ? { ...seen, y: near(seen.y + scrolled) }
        : offscreenPlace(motion.name, row.top, row.height, this.container.clientWidth);
      const isUnseen = Math.max(from.y, row.top) + row.height <= top || Math.min(from.y, row.top) >= bottom;
      const isFull = !row.animation && this.moving.size + this.leaving.size >= motionLimit;
      if (isUnseen || isFull) this.stop(row);
      else this.move(row, from, near(row.top), motion, scrolled === 0, isMoved(row));
    }
  }

  // Rows that had no element before the update start from their position in the old layout.
  findUnseen(rows, old, topBefore) {
    const unseen = new Set(rows.filter((row) => !this.seen.has(row)));
    if (unseen.size === 0) return;
    old.rows.forEach((row, index) => {
      if (unseen.has(row)) this.seen.set(row, { x: 0, y: topBefore(index) });
    });
  }

  // If `isContinued`, a row that is already moving to the same place continues.
  move(row, from, y, motion, isContinued, isAbove) {
    if (row.animation && row.destination === y && isContinued) return;
    this.stop(row);
    const isAtRest =
      !from.x && Math.abs(from.y - y) < 0.5 && (from.opacity ?? "1") === "1" && (from.scale ?? "none") === "none";
    if (isAtRest) return;
    row.element.classList.add("moving");
    if (isAbove) row.element.style.zIndex = "1";
    row.destination = y;
    this.moving.add(row);
    row.animation = row.element.animate([frame(from), frame({ y })], timing(motion));
    row.animation.onfinish = () => {
      this.stop(row);
      this.onEnd();
    };
  }

  stop(row) {
    if (!row.animation) return;
    row.animation.cancel();
    row.animation = null;
    this.moving.delete(row);
    row.element.classList.remove("moving");
    row.element.style.zIndex = "";
  }

  // Removes the element of a row at once.
  remove(row) {
    this.stop(row);
    row.element.remove();
    row.element = null;
  }

  // Removes the element of a row, after a motion if there is one and the user saw the row.
  leave(row, scrolled, motion) {
    const { element } = row;
    if (!motion || !this.visible.has(row)) return this.remove(row);
    const seen = this.seen.get(row);
    this.stop(row);
    this.onLeave(row);
    element.classList.add("leaving");
    element.inert = true;
    element.style.zIndex = "-1";
    const from = { ...seen, y: seen.y + scrolled };
    const to = offscreenPlace(motion.name, from.y, row.height ?? element.offsetHeight, this.container.clientWidth);
    this.leaving.add(row);
    row.destination = null;
    row.animation = element.animate([frame(from), frame(to)], { ...timing(motion), fill: "forwards" });
    row.animation.onfinish = () => this.finishLeaving(row);
  }

  finishLeaving(row) {
    this.return(row);
    this.remove(row);
  }

  // Keeps a row that is leaving, because it is wanted again. Returns false if it was not leaving. Its animation
  // continues until `run`.
  return(row) {
    if (!this.leaving.delete(row)) return false;
    row.element.classList.remove("leaving");
    row.element.inert = false;
    row.element.style.zIndex = "";
    return true;
  }

  // Gives the list its new height at once. While the height is animated, the end of the list cannot be scrolled to.
  stopHeight() {
    this.heightAnimation?.cancel();
    this.heightAnimation = null;
  }

  // Animates the height of the list.
  runHeight(height, motion) {
    if (Math.abs(this.height - height) < 0.5) return;
    this.stopHeight();
    this.heightAnimation = this.container.animate(
      [{ height: `${this.height}px` }, { height: `${height}px` }],
      timing(motion),
    );
  }
}
