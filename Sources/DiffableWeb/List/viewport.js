"use strict";
// The part of a list that the user sees, and its scroll position.

export class Viewport {
  constructor(container) {
    this.container = container;
    this.found = null;
  }

  // The element that scrolls the list; null if it is the document.
  get scroller() {
    if (this.found !== null) return this.found.element;
    let element = this.container.parentElement;
    while (element && element !== document.body && !/auto|scroll|hidden/.test(getComputedStyle(element).overflowY)) element = element.parentElement;
    if (element === document.body || element === document.documentElement) element = null;
    if (this.container.isConnected) this.found = { element };
    return element;
  }

  // The first and last visible pixel, counted from the top of the list.
  get range() {
    const { top } = this.container.getBoundingClientRect();
    const { scroller } = this;
    if (scroller === null) return [-top, window.innerHeight - top];
    const start = scroller.getBoundingClientRect().top + scroller.clientTop;
    return [start - top, start + scroller.clientHeight - top];
  }

  // Scrolls at once, whatever `scroll-behavior` says.
  scrollBy(distance) {
    if (distance !== 0) (this.scroller ?? window).scrollBy({ top: distance, behavior: "instant" });
  }
}
