"use strict";
// The part of a list that the user sees, and its scroll position.

// Browsers cut an element that is much higher than this. A higher list has a container of this height, and the part of
// the list that is near the window is moved into the container: `offset` is how many pixels of the list are above the
// top of the container.
const heightLimit = 15_000_000;
// Within this many pixels of either end of such a list, a pixel of the container is a pixel of the list. In between,
// positions in the container are in proportion to those in the list.
const exactEnd = 500_000;

// Returns the node that contains a node on the screen: the slot that the node is assigned to, or else its parent. If
// the node is a shadow root, returns its host.
function outerNode(node) {
  return node.assignedSlot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
}

export class Viewport {
  constructor(container) {
    this.container = container;
    this.height = 0;
    this.offset = 0;
    // The top of the window in the container when the list was scrolled last.
    this.lastTop = 0;
    this.knownAncestors = null;
  }

  // Called when the list may have moved to another place in the page, where it has other ancestors.
  forget() {
    this.knownAncestors = null;
  }

  // The nodes around the list, from inside to outside.
  get around() {
    const nodes = [];
    for (let node = outerNode(this.container); node; node = outerNode(node)) nodes.push(node);
    return nodes;
  }

  // Scroll events of elements in a shadow root are not seen outside of it.
  get roots() {
    return new Set([document, ...this.around.filter((node) => node instanceof ShadowRoot)]);
  }

  // The elements around the list that may scroll it, from inside to outside, without the document.
  get ancestors() {
    if (this.knownAncestors !== null) return this.knownAncestors;
    const isScroller = (node) =>
      node instanceof Element
      && node !== document.body
      && node !== document.documentElement
      && /auto|scroll/.test(getComputedStyle(node).overflowY);
    const ancestors = this.around.filter(isScroller);
    if (this.container.isConnected) this.knownAncestors = ancestors;
    return ancestors;
  }

  // The first and last visible pixel, counted from the top of the container.
  get containerRange() {
    const { top } = this.container.getBoundingClientRect();
    let [first, last] = [0, window.innerHeight];
    for (const element of this.ancestors) {
      const start = element.getBoundingClientRect().top + element.clientTop;
      [first, last] = [Math.max(first, start), Math.min(last, start + element.clientHeight)];
    }
    return [first - top, Math.max(first, last) - top];
  }

  // The first and last visible pixel, counted from the top of the list.
  get range() {
    const [top, bottom] = this.containerRange;
    return [top + this.offset, bottom + this.offset];
  }

  get isScaled() {
    return this.height > heightLimit;
  }

  // Gives the list a height, and scrolls it by `distance`. Meanwhile the container has the larger one of the old and
  // the new height. If it became shorter first, the browser could scroll to its new end.
  setHeight(height, distance) {
    const isShorter = height < this.height;
    this.height = height;
    const resize = () => void (this.container.style.height = `${Math.min(height, heightLimit)}px`);
    if (!isShorter) resize();
    if (this.isScaled) {
      this.scrollBy(distance);
      this.offset = Math.min(this.offset, height - heightLimit);
      this.lastTop = this.containerRange[0];
    } else {
      const moved = distance + this.offset;
      this.offset = 0;
      this.scrollContainerBy(moved);
    }
    if (isShorter) resize();
  }

  scrollBy(distance) {
    if (distance === 0) return;
    if (this.isScaled) this.scrollTo(this.range[0] + distance);
    else this.scrollContainerBy(distance);
  }

  // Returns the `offset` that a list higher than `heightLimit` needs if `position` is at the top of a window that is
  // `windowHeight` high.
  offsetFor(position, windowHeight) {
    const [all, surplus] = [this.height - windowHeight, this.height - heightLimit];
    if (position <= exactEnd) return 0;
    return position >= all - exactEnd ? surplus : ((position - exactEnd) / (all - 2 * exactEnd)) * surplus;
  }

  // Scrolls a list higher than `heightLimit` to a position.
  scrollTo(position) {
    const [top, bottom] = this.containerRange;
    const y = Math.min(Math.max(position, 0), this.height - (bottom - top));
    const offset = this.offsetFor(y, bottom - top);
    this.scrollContainerBy(y - offset - top);
    this.lastTop = this.containerRange[0];
    // The browser may have rounded the position.
    this.offset = offset === 0 || offset === this.height - heightLimit ? offset : y - this.lastTop;
  }

  // Called before the rows are rendered, because the user may have scrolled. Scrolling by at most the height of the
  // window scrolls the list by the same distance, unless the window reaches an end of the container: then it shows the
  // same end of the list. Scrolling further, as with a scroll bar, scrolls the list in proportion. Returns whether the
  // list moved in its container.
  follow() {
    if (!this.isScaled) return false;
    const [top, bottom] = this.containerRange;
    const [reach, surplus, before] = [heightLimit - (bottom - top), this.height - heightLimit, this.offset];
    const isFar = Math.abs(top - this.lastTop) > bottom - top;
    if (top <= 0 || (isFar && top <= exactEnd)) this.offset = 0;
    else if (top >= reach || (isFar && top >= reach - exactEnd)) this.offset = surplus;
    else if (isFar) this.offset = ((top - exactEnd) / (reach - 2 * exactEnd)) * surplus;
    this.lastTop = top;
    return this.offset !== before;
  }

  // Called when the user has stopped scrolling. Makes the position in the container proportional to the position in the
  // list again.
  rest() {
    if (!this.isScaled) return;
    const [top, bottom] = this.containerRange;
    const isInside = top > 0 && bottom < heightLimit;
    if (isInside && Math.abs(this.offsetFor(top + this.offset, bottom - top) - this.offset) > 1)
      this.scrollTo(top + this.offset);
  }

  // The element that scrolls the list, or undefined if the window scrolls it.
  get scroller() {
    return this.ancestors.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
  }

  get isScrollable() {
    const { scrollHeight, clientHeight } = this.scroller ?? document.scrollingElement;
    return scrollHeight > clientHeight;
  }

  // Scrolls at once, whatever `scroll-behavior` says.
  scrollContainerBy(distance) {
    if (distance === 0) return;
    (this.scroller ?? window).scrollBy({ top: distance, behavior: "instant" });
  }
}

// When a list that the page abandoned is collected, its listeners on the nodes around it are removed.
const abandoned = new FinalizationRegistry((listeners) => listeners.abort());

// Calls a method of a list with an event whenever something in a root scrolls, one of the elements or the window is
// resized, or the page is printed. The listeners hold the list weakly. Returns an object whose `end` removes them.
export function listenAround(list, roots, elements, method) {
  const listeners = new AbortController();
  addListeners(roots, elements, new WeakRef(list), method, listeners.signal);
  abandoned.register(list, listeners, listeners);
  return {
    end() {
      listeners.abort();
      abandoned.unregister(listeners);
    },
  };
}

function addListeners(roots, elements, list, method, signal) {
  const listener = (event) => list.deref()?.[method](event);
  for (const root of roots) root.addEventListener("scroll", listener, { capture: true, passive: true, signal });
  for (const type of ["resize", "beforeprint", "afterprint"]) window.addEventListener(type, listener, { signal });
  const observer = new ResizeObserver(() => listener({ type: "resize" }));
  for (const element of elements) observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}
