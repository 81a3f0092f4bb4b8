"use strict";
// The part of a list that the user sees, and its scroll position.

export class Viewport {
  constructor(container) {
    this.container = container;
    this.found = null;
  }

  // The elements around the list that may scroll it, from inside to outside, without the document.
  get ancestors() {
    if (this.found !== null) return this.found;
    const found = [];
    for (let element = this.container.parentElement; element && element !== document.body; element = element.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(element).overflowY)) found.push(element);
    }
    if (this.container.isConnected) this.found = found;
    return found;
  }

  // The first and last visible pixel, counted from the top of the list.
  get range() {
    const { top } = this.container.getBoundingClientRect();
    let [first, last] = [0, window.innerHeight];
    for (const element of this.ancestors) {
      const start = element.getBoundingClientRect().top + element.clientTop;
      [first, last] = [Math.max(first, start), Math.min(last, start + element.clientHeight)];
    }
    return [first - top, Math.max(first, last) - top];
  }

  // Scrolls at once, whatever `scroll-behavior` says.
  scrollBy(distance) {
    if (distance === 0) return;
    const scroller = this.ancestors.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight) ?? window;
    scroller.scrollBy({ top: distance, behavior: "instant" });
  }
}
