"use strict";
// One list as a card. Each row is placed by a transform, and animations of rows change transform and opacity alone. Of a
// long list, only the visible rows are elements.

// So many pixels above and below the window also have elements.
const overscan = 400;
const duration = 360;
const easing = "cubic-bezier(0.2, 0.7, 0.2, 1)";

class ListView {
  constructor(name) {
    this.element = document.createElement("section");
    this.element.className = "list";
    this.element.setAttribute("aria-label", name);
    this.title = part("list-name", name);
    this.rows = document.createElement("div");
    this.rows.className = "rows";
    this.rows.setAttribute("role", "list");
    this.rows.setAttribute("aria-label", name);
    this.empty = part("empty", "empty");
    this.element.append(this.title, this.rows, this.empty);
    this.layout = layoutOf([]);
    // Elements by key: of current rows, and of removed rows that are still animated.
    this.elements = new Map();
    this.leaving = new Map();
  }

  // Shows a list with its marks, a map from keys to kinds of changes, and with the places of deleted elements. `motion` is null, or the
  // name and speed of the animation.
  show(list, marks, places, motion) {
    this.marks = marks;
    if (list === this.list && places.size === 0 && this.layout.deletedIndexes.size === 0) return this.mark();
    this.list = list;
    const old = this.layout;
    const oldHeight = this.rows.offsetHeight;
    // New animations start from what the user sees now, which may be the middle of an animation.
    const seen = new Map();
    if (motion) for (const [key, element] of [...this.leaving, ...this.elements]) seen.set(key, appearanceOf(element));
    this.layout = layoutOf(list, places);
    this.rows.style.height = `${this.layout.height}px`;
    this.empty.hidden = this.layout.entries.length > 0;
    for (const [key, element] of this.elements) {
      if (!this.layout.indexes.has(key)) this.leave(key, element, motion);
    }
    for (const animation of this.rows.getAnimations({ subtree: true })) {
      if (!animation.effect.target.classList.contains("leaving")) animation.cancel();
    }
    // Rows that were visible keep elements, so that they are seen moving out of the window.
    this.render(motion ? (key) => seen.has(key) : () => false, true);
    if (!motion) return;
    const [top, bottom] = this.range();
    for (const [key, element] of this.elements) {
      const { y, height } = this.layout.entries[this.layout.indexes.get(key)];
      const before = old.indexes.get(key);
      const from = seen.get(key) ?? (before === undefined ? null : { x: 0, y: old.entries[before].y, opacity: 1 });
      if (!from) this.enter(element, y, height, motion);
      // Positions outside the window are clamped to its edges, so that a long way is as slow as a short one.
      else this.move(element, { ...from, y: clamp(from.y, top - height, bottom) }, clamp(y, top - height, bottom), motion);
    }
    const animation = this.rows.animate([{ height: `${oldHeight}px` }, { height: `${this.layout.height}px` }], timing(motion));
    // Then rows that moved out of the window lose their elements.
    animation.onfinish = () => this.render(() => false);
  }

  // Updates the marks alone. Animations continue.
  mark() {
    for (const [key, element] of this.elements) {
      const index = this.layout.indexes.get(key);
      this.fill(element, this.layout.entries[index], index);
    }
  }

  // Makes elements for the visible rows, those just above and below, and those that `keeps` accepts, in the order of the list.
  // `isChanged` says that existing elements show an older list.
  render(keeps, isChanged = false) {
    const { entries } = this.layout;
    const [top, bottom] = this.range();
    const wanted = [];
    for (let index = firstBelow(entries, top); index < entries.length && entries[index].y < bottom; index += 1) wanted.push(index);
    const [first, last] = [wanted[0] ?? 0, wanted.at(-1) ?? -1];
    for (const key of this.elements.keys()) {
      const index = this.layout.indexes.get(key);
      if ((index < first || index > last) && index !== undefined && keeps(key)) wanted.push(index);
    }
    wanted.sort((one, other) => one - other);
    const keys = new Set(wanted.map((index) => entries[index].key));
    for (const [key, element] of this.elements) {
      if (keys.has(key)) continue;
      element.remove();
      this.elements.delete(key);
    }
    for (const key of keys) this.finishLeaving(key);
    let next = this.rows.firstElementChild;
    for (const index of wanted) {
      const entry = entries[index];
      let element = this.elements.get(entry.key);
      if (element === undefined) {
        element = document.createElement("div");
        this.elements.set(entry.key, element);
        this.fill(element, entry, index);
      } else if (isChanged) {
        this.fill(element, entry, index);
      }
      if (element === next) next = next.nextElementSibling;
      else this.rows.insertBefore(element, next);
    }
  }

  fill(element, entry, index) {
    const kinds = this.marks.get(entry.kind === "row" ? entry.key : entry.section) ?? [];
    const isLast = entry.kind === "row" && !["row", "absent"].includes(this.layout.entries[index + 1]?.kind);
    fillRow(element, entry, entry.kind === "absent" ? ["deleted"] : kinds, isLast);
    element.setAttribute("aria-posinset", entry.position);
    element.setAttribute("aria-setsize", this.layout.count);
    // The list of changes tells what was deleted.
    if (entry.kind === "absent") element.setAttribute("aria-hidden", "true");
  }

  enter(element, y, height, motion) {
    element.animate([outside(motion.name, y, height, this.rows.clientWidth), frame({ x: 0, y, opacity: 1 })], timing(motion));
  }

  leave(key, element, motion) {
    this.elements.delete(key);
    this.finishLeaving(key);
    if (!motion) return element.remove();
    const from = appearanceOf(element);
    for (const animation of element.getAnimations()) animation.cancel();
    // A row that was inserted or moved by the step before was marked for that.
    markRow(element, this.marks.get(key) ?? []);
    element.classList.add("leaving");
    element.setAttribute("aria-hidden", "true");
    this.rows.append(element);
    this.leaving.set(key, element);
    const animation = element.animate(
      [frame(from), outside(motion.name, from.y, element.offsetHeight, this.rows.clientWidth)],
      { ...timing(motion), fill: "forwards" });
    animation.onfinish = () => {
      if (this.leaving.get(key) === element) this.finishLeaving(key);
    };
  }

  finishLeaving(key) {
    this.leaving.get(key)?.remove();
    this.leaving.delete(key);
  }

  move(element, from, y, motion) {
    if (from.x === 0 && Math.abs(from.y - y) < 0.5 && from.opacity === 1) return;
    element.classList.add("moving");
    const animation = element.animate([frame(from), frame({ x: 0, y, opacity: 1 })], timing(motion));
    animation.onfinish = () => element.classList.remove("moving");
  }

  // The part of the list that has elements: its first and last pixel.
  range() {
    const { top } = this.rows.getBoundingClientRect();
    return [-top - overscan, window.innerHeight - top + overscan];
  }
}

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

// How a row looks now, which may be the middle of an animation.
function appearanceOf(element) {
  const { transform, opacity } = getComputedStyle(element);
  const { m41: x, m42: y } = new DOMMatrix(transform);
  return { x, y, opacity: Number(opacity) };
}

function frame({ x, y, opacity }) {
  return { transform: `translate(${x}px, ${y}px)`, opacity };
}

function timing({ speed }) {
  return { duration: duration / speed, easing };
}

// How a row looks before it enters and after it left.
function outside(name, y, height, width) {
  switch (name) {
    case "left": return frame({ x: -width, y, opacity: 1 });
    case "right": return frame({ x: width, y, opacity: 1 });
    case "top": return frame({ x: 0, y: y - height, opacity: 0 });
    case "bottom": return frame({ x: 0, y: y + height, opacity: 0 });
    case "middle": return { transform: `translate(0px, ${y}px) scaleY(0)`, opacity: 1 };
    default: return frame({ x: 0, y, opacity: 0 });
  }
}
