"use strict";
// Shows the rows of a list as elements. Only rows near the window have elements. An element is placed by `translate`,
// and a row keeps its element as long as it is near the window. An update first prepares elements, which may fail, and
// then commits with the fewest DOM operations.

import { arrange } from "./arrange.js";
import { RowLayout } from "./row_layout.js";
import { RowMotion } from "./row_motion.js";
import { listenAround, Viewport } from "./viewport.js";

// The estimated height until the first row is measured. It is low on purpose, so that too many elements are prepared
// rather than too few.
const firstEstimate = 24;

export class WindowedRows {
  // `fill(row, element)` returns the element of a row: a new one if `element` is null. `onLeave(row)` is called before
  // a removed row leaves, `onPlace(row, index)` whenever a row is placed, and `onReplace(row)` when a row in the
  // document got another element. If `isMeasured` is false, rows come with their heights. `overscan` is how far above
  // and below the window rows get elements, in pixels. `anchor` is what keeps its place on the screen when rows come or
  // go: the first visible row ("top"), the end of the list while it is visible and otherwise the first visible row
  // ("end"), or the scroll position ("none").
  constructor(
    container,
    {
      fill,
      onLeave = () => {},
      onPlace = () => {},
      onReplace = () => {},
      isMeasured = true,
      anchor = "top",
      isHeightAnimated = false,
      overscan = 400,
    },
  ) {
    Object.assign(this, { container, fill, onPlace, onReplace, anchor, isHeightAnimated, overscan });
    Object.assign(container.style, {
      position: "relative",
      isolation: "isolate",
      overflow: "clip",
      overflowAnchor: "none",
    });
    this.viewport = new Viewport(container);
    this.motion = new RowMotion(container, onLeave, () => this.renderSoon());
    this.typicalHeights = new Map();
    this.layout = this.layoutOf([]);
    // The rows that have elements, in the order of the document. Leaving rows are not among them.
    this.shown = [];
    // Called when rows got or lost their elements.
    this.onShow = () => {};
    // The row that follows the pointer. ListDrags places it.
    this.pinned = null;
    this.owners = new WeakMap();
    // What `fill` threw for rows that were not prepared. Such a row is empty.
    this.failures = [];
    this.observer = isMeasured ? new ResizeObserver((entries) => this.resized(entries)) : null;
    this.isWaiting = false;
    this.isPrinting = false;
    // The animated updates of one frame move together. The frame stores what the user saw before the first of them, and
    // which rows moved.
    this.frame = null;
    this.restTimer = 0;
    this.connection = null;
    // Whether the end of the list is in sight and must stay there.
    this.isAtEnd = anchor === "end";
  }

  // Listens to the nodes around the list. If they have changed since the last call, listens to the new ones instead.
  connect() {
    this.viewport.forget();
    const { roots, ancestors } = this.viewport;
    const isSame = (olds, news) => olds.length === news.length && olds.every((old, index) => old === news[index]);
    if (this.connection && isSame(this.connection.nodes, [...roots, ...ancestors])) return;
    this.connection?.listening.end();
    this.observer?.observe(this.container);
    this.connection = {
      nodes: [...roots, ...ancestors],
      listening: listenAround(this, roots, ancestors, "aroundChanged"),
    };
  }

  // Removes all rows at once, and stops listening to the nodes around the list.
  disconnect() {
    this.connection?.listening.end();
    this.connection = null;
    this.observer?.disconnect();
    clearTimeout(this.restTimer);
    this.frame = null;
    for (const row of [...this.motion.leaving]) this.motion.finishLeaving(row);
    for (const row of this.shown) this.motion.remove(row);
    this.shown = [];
    this.pinned = null;
    this.layout = this.layoutOf([]);
    this.viewport.setHeight(0, 0);
    this.isAtEnd = this.anchor === "end";
  }

  // Called when a node around the list scrolls or is resized, and when the page is printed.
  aroundChanged({ type, target }) {
    if (type === "beforeprint") this.beginPrinting();
    else if (type === "afterprint") this.endPrinting();
    else if (type === "resize") this.renderSoon();
    else if (this.viewport.around.includes(target)) {
      this.renderSoon();
      this.noteEnd();
    }
  }

  // Scrolls to the end again, for example after the window became smaller.
  keepEnd() {
    if (this.isAtEnd) this.viewport.scrollBy(Math.max(this.layout.height - this.viewport.range[1], 0));
  }

  noteEnd() {
    if (this.anchor === "end") this.isAtEnd = this.viewport.range[1] >= this.layout.height - 2;
  }

  layoutOf(rows) {
    return new RowLayout(rows, (row) => this.typicalHeights.get(row.kind) ?? firstEstimate);
  }

  // Fills the elements that the rows will need. `isChanged(row)` returns whether the element shows old content, and
  // `isMoved(row)` whether the row moved among the others. If `fill` throws, so does this method; only the elements
  // that were filled before have changed then.
  prepare(rows, { isChanged = () => false, isMoved = () => false } = {}) {
    const layout = this.layoutOf(rows);
    // Read before elements change, because the browser would have to lay out the page afterwards.
    const [range, keeps] = [this.viewport.range, this.keeper()];
    const shift = this.shiftTo(layout, isMoved, range);
    const elements = new Map();
    for (const row of layout.indexes.keys()) {
      if (isChanged(row) || this.motion.leaving.has(row)) elements.set(row, this.fill(row, row.element));
    }
    const [top, bottom] = range.map((y) => y + shift);
    const last = Math.max(layout.height - (bottom - top), 0);
    for (const index of layout.window([Math.min(top, last) - this.overscan, bottom + this.overscan], () => false)) {
      const row = rows[index];
      if (row.element === null) elements.set(row, this.fill(row, null));
    }
    return { layout, shift, elements, isMoved, range, keeps };
  }

  // Shows what was prepared. `motion` is null, or the name and speed of an animation.
  commit({ layout, shift, elements, isMoved, range, keeps }, motion = null) {
    const isStill = shift === 0 && !this.isPrinting && this.staysInWindow(layout, range);
    this.endPrinting();
    if (!motion) this.frame = null;
    const frame = motion && (this.frame ?? this.beginFrame());
    const scrollTop = motion && this.viewport.containerRange[0];
    for (const [row, element] of elements) this.setElement(row, element);
    this.layout = layout;
    if (shift !== 0) this.motion.stopHeight();
    this.viewport.setHeight(layout.height, shift);
    const gone = this.shown.filter((row) => !layout.indexes.has(row));
    this.shown = this.shown.filter((row) => layout.indexes.has(row));
    // Rows leave before others come, so that their elements do not stand in the way.
    if (!motion) for (const row of gone) this.remove(row);
    this.settle(
      motion ? (row) => this.motion.visible.has(row) || keeps(row) : keeps,
      new Set(elements.keys()),
      isStill ? range : undefined,
    );
    const shown = new Set(this.shown);
    for (const row of elements.keys()) if (row.element !== null && !shown.has(row)) this.remove(row);
    if (motion) {
      frame.motion = motion;
      frame.scrolled += this.viewport.containerRange[0] - scrollTop;
      for (const row of this.shown) if (isMoved(row)) frame.moved.add(row);
      for (const row of gone) this.remove(row, frame.scrolled, motion);
      // The first update of a frame starts the motion at once. After later updates, it starts when the frame is drawn.
      if (frame.isNew) this.runMotion(frame);
      frame.isLate = !frame.isNew;
      frame.isNew = false;
    } else {
      for (const row of this.shown) this.motion.stop(row);
    }
    this.reportFailures();
  }

  // Returns whether a layout leaves the visible range as it is. This is so if the height of the list does not change,
  // or if the list grows and was higher than the window. A window around a shorter list may grow with the list.
  staysInWindow(layout, [top, bottom]) {
    const { height } = this.layout;
    return !this.viewport.isScaled && (layout.height === height || (layout.height > height && height > bottom - top));
  }

  // Remembers what the user sees.
  beginFrame() {
    this.motion.remember(this.shown, this.viewport.containerRange, this.pinned);
    const frame = {
      old: this.layout,
      offset: this.viewport.offset,
      scrolled: 0,
      moved: new Set(),
      motion: null,
      isNew: true,
      isLate: false,
    };
    this.frame = frame;
    requestAnimationFrame(() => {
      if (this.frame !== frame) return;
      this.frame = null;
      if (frame.isLate) this.runMotion(frame);
    });
    return frame;
  }

  // Starts the motion from what the user saw to where the rows are now.
  runMotion({ old, offset, scrolled, moved, motion }) {
    const range = this.viewport.containerRange;
    this.motion.run(
      this.shown,
      {
        topBefore: (index) => old.top(index) - offset,
        old,
        range,
        margin: this.overscan,
        scrolled,
        isMoved: (row) => moved.has(row),
        pinned: this.pinned,
      },
      motion,
    );
    if (this.isHeightAnimated && scrolled === 0) this.motion.runHeight(this.container.offsetHeight, motion);
    // Rows that neither move nor are near the window lose their elements.
    this.render();
  }

  show(rows, changes, motion) {
    this.commit(this.prepare(rows, changes), motion);
  }

  // Fills the elements of all rows again. Motion continues.
  refill() {
    for (const row of this.shown) this.setElement(row, this.fill(row, row.element));
    this.settle(this.keeper(), new Set(this.shown));
  }

  // Makes elements for rows that came near the window, and removes those of rows that went.
  render() {
    if (this.isPrinting) return;
    // If the list moved in its container, running animations lead to the wrong positions.
    if (this.viewport.follow()) for (const row of this.shown) this.motion.stop(row);
    this.settle(this.keeper());
    this.reportFailures();
  }

  // Reports what `fill` threw for rows that were not prepared. The list has changed already, so the update is not
  // undone.
  reportFailures() {
    for (const error of this.failures.splice(0)) reportError(error);
  }

  // Scrolls just far enough to show the row at an index among all rows. Heights may be estimates, so the position is
  // corrected after the rows were measured.
  reveal(index) {
    const row = this.layout.rows[index];
    this.motion.stopHeight();
    for (let turn = 0; turn < 3; turn += 1) {
      const { layout, viewport } = this;
      const [top, bottom] = viewport.range;
      if (layout.top(index) < top) viewport.scrollBy(layout.top(index) - top);
      else if (layout.bottom(index) > bottom)
        viewport.scrollBy(Math.min(layout.bottom(index) - bottom, layout.top(index) - top));
      else if (row.element) break;
      this.render();
    }
    this.noteEnd();
    return row.element ?? undefined;
  }

  // Returns the element of the row at an index among all rows, even if the row is far from the window. The row keeps
  // this element as long as the focus is in it.
  elementAt(index) {
    const row = this.layout.rows[index];
    if (row.element === null)
      this.showWindow(
        [...this.shown.map((each) => this.layout.indexes.get(each)), index].sort((one, two) => one - two),
      );
    return row.element;
  }

  // Renders in the next frame, at most once a frame.
  renderSoon() {
    if (this.viewport.isScaled) {
      clearTimeout(this.restTimer);
      this.restTimer = setTimeout(() => this.rest(), 200);
    }
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      if (this.connection === null) return;
      // The list may have moved into the page, or to another place in it.
      this.connect();
      this.keepEnd();
      this.render();
    });
  }

  // Called when the user has stopped scrolling.
  rest() {
    this.viewport.rest();
    this.render();
  }

  // While the page is printed, all rows have elements, in the flow of the document and as wide as the paper.
  beginPrinting() {
    if (this.isPrinting) return;
    for (const row of [...this.shown]) this.motion.stop(row);
    for (const row of [...this.motion.leaving]) this.motion.finishLeaving(row);
    this.topBeforePrinting = this.viewport.range[0];
    this.isPrinting = true;
    this.showWindow(this.layout.rows.map((_, index) => index));
    this.container.style.height = "auto";
    for (const { element } of this.shown) Object.assign(element.style, { position: "static", translate: "none" });
  }

  endPrinting() {
    if (!this.isPrinting) return;
    this.isPrinting = false;
    for (const row of this.shown) {
      row.element.style.position = "absolute";
      row.top = null;
    }
    this.viewport.setHeight(this.layout.height, 0);
    this.viewport.scrollBy(this.topBeforePrinting - this.viewport.range[0]);
    this.render();
  }

  // Returns a function that tells whether a row keeps its element far from the window: because it is animated, follows
  // the pointer, or contains the focus or the selection.
  keeper() {
    const root = this.container.getRootNode();
    const selection = root.getSelection?.() ?? getSelection();
    const nodes = [root.activeElement];
    // In some browsers, a hidden frame has no selection.
    if (selection && !selection.isCollapsed) nodes.push(selection.anchorNode, selection.focusNode);
    const kept = new Set(nodes.map((node) => this.rowOf(node)));
    return (row) => row.animation !== null || row === this.pinned || kept.has(row);
  }

  // Returns the row that contains a node of the page, or undefined.
  rowOf(node) {
    while (node && node.parentNode !== this.container) node = node.parentNode;
    return node ? this.owners.get(node) : undefined;
  }

  // Gives elements to the rows of the window until their heights are known. `stale` are rows whose elements may have
  // changed their heights, and `range` is where the window is, if that is known.
  settle(keeps, stale = new Set(), range = undefined) {
    for (let pass = 0; pass < 8; pass += 1) {
      const [top, bottom] = this.overscan === Infinity ? [0, 0] : (pass === 0 && range) || this.viewport.range;
      this.showWindow(this.layout.window([top - this.overscan, bottom + this.overscan], keeps));
      if (this.observer === null || !this.measure(stale)) break;
    }
  }

  showWindow(indexes) {
    const { rows } = this.layout;
    for (const index of indexes) {
      if (rows[index].element === null) this.setElement(rows[index], this.fillOrEmpty(rows[index]));
      this.layout.indexes.set(rows[index], index);
    }
    const wanted = indexes.map((index) => rows[index]);
    const kept = new Set(wanted);
    const stay = this.shown.filter((row) => kept.has(row) || this.remove(row));
    arrange(this.container, stay, wanted);
    this.shown = wanted;
    for (const row of wanted) this.place(row);
    this.onShow();
  }

  fillOrEmpty(row) {
    try {
      return this.fill(row, null);
    } catch (error) {
      this.failures.push(error);
      return document.createElement("div");
    }
  }

  // Measures rows of unknown height and `stale` ones. Returns whether positions changed.
  measure(stale) {
    const rows = this.shown.filter((row) => row.height === null || stale.delete(row));
    if (rows.length === 0 || this.container.clientWidth === 0) return false;
    let isChanged = false;
    for (const row of rows) {
      const height = row.animation ? row.element.offsetHeight : row.element.getBoundingClientRect().height;
      isChanged = this.setRowHeight(row, height) || isChanged;
    }
    if (isChanged) this.relayout();
    return isChanged;
  }

  setRowHeight(row, height) {
    const isFirst = height > 0 && !this.typicalHeights.has(row.kind);
    if (isFirst) this.typicalHeights.set(row.kind, height);
    const isChanged =
      isFirst || Math.abs(height - (row.height ?? this.typicalHeights.get(row.kind) ?? firstEstimate)) > 0.01;
    row.height = height;
    return isChanged;
  }

  // Called when elements changed their heights outside of an update: the window became wider, or the user wrote into
  // them.
  resized(entries) {
    // The heights of a list that is hidden or printed are not those in the window.
    if (this.container.clientWidth === 0 || this.isPrinting) return;
    let isChanged = false;
    for (const {
      target,
      borderBoxSize: [{ blockSize }],
    } of entries) {
      const row = this.owners.get(target);
      if (row?.element === target && row.height !== null) isChanged = this.setRowHeight(row, blockSize) || isChanged;
    }
    this.connect();
    if (isChanged) this.relayout();
    this.keepEnd();
    this.render();
  }

  // Places all rows by their current heights. The first visible row stays where it is.
  relayout() {
    const layout = this.layoutOf(this.layout.rows);
    const shift = this.shiftTo(layout, () => false, this.viewport.range);
    this.layout = layout;
    this.viewport.setHeight(layout.height, shift);
    for (const row of this.shown) this.place(row);
  }

  // Returns how far to scroll so that the first visible row that stays is still seen at the same place. If `isAtEnd`,
  // the end of the list stays in sight instead. If the anchor is the top, and the top of the list is in sight, the list
  // is not scrolled.
  shiftTo(layout, isMoved, [top, bottom]) {
    if (this.anchor === "none") return 0;
    if (this.isAtEnd)
      return this.viewport.isScrollable ? layout.height - this.layout.height : Math.max(layout.height - bottom, 0);
    if (top <= 0 && this.anchor === "top") return 0;
    const old = this.layout;
    for (let index = old.firstBelow(top); index < old.rows.length && old.top(index) < bottom; index += 1) {
      const now = layout.indexes.get(old.rows[index]);
      if (now !== undefined && !isMoved(old.rows[index])) return layout.top(now) - old.top(index);
    }
    return 0;
  }

  place(row) {
    const index = this.layout.indexes.get(row);
    const top = this.layout.top(index) - this.viewport.offset;
    if (row.top !== top && row !== this.pinned) row.element.style.translate = `0px ${top}px`;
    row.top = top;
    this.onPlace(row, index);
  }

  setElement(row, element) {
    if (this.motion.return(row)) this.observer?.observe(row.element, { box: "border-box" });
    if (row.element === element) return;
    const old = row.element;
    if (old !== null) {
      this.motion.stop(row);
      old.replaceWith(element);
      this.observer?.unobserve(old);
    }
    row.element = element;
    row.top = null;
    Object.assign(element.style, { position: "absolute", top: "0", left: "0", right: "0" });
    this.owners.set(element, row);
    this.observer?.observe(element, { box: "border-box" });
    if (old !== null) this.onReplace(row);
  }

  // Takes the element of a row out of the document, after its motion if there is one. Returns false.
  remove(row, scrolled = 0, motion = null) {
    this.layout.indexes.delete(row);
    this.observer?.unobserve(row.element);
    this.motion.leave(row, scrolled, motion);
    row.top = null;
    return false;
  }
}
