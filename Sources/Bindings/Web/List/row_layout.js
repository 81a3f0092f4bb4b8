"use strict";
// One row of a list, and the positions of all rows in pixels.

export class Row {
  constructor(kind, identifier) {
    this.kind = kind;
    this.identifier = identifier;
    // Only rows near the window have an element.
    this.element = null;
    // The height is null until the element was measured.
    this.height = null;
    // Where the element is placed.
    this.top = null;
    // The animation that runs, and where it ends.
    this.animation = null;
    this.destination = null;
  }
}

// The rows from top to bottom, with their positions. If the height of a row changes later, the layout does not.
export class RowLayout {
  // `estimate(row)` returns a height for a row that was not measured.
  constructor(rows, estimate) {
    this.rows = rows;
    this.tops = new Float64Array(rows.length + 1);
    // The index of each row that has an element. Code that gives an element to another row adds the index of that row.
    this.indexes = new Map();
    let top = 0;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index];
      this.tops[index] = top;
      top += row.height ?? estimate(row);
      if (row.element !== null) this.indexes.set(row, index);
    }
    this.tops[rows.length] = top;
  }

  get height() {
    return this.tops[this.rows.length];
  }

  top(index) {
    return this.tops[index];
  }

  bottom(index) {
    return this.tops[index + 1];
  }

  // Returns the index of the first row that ends below a position.
  firstBelow(y) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle + 1] <= y) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Returns the indexes, in order, of the rows between two positions. Rows elsewhere are included if they have elements
  // and `keeps` accepts them.
  window([top, bottom], keeps) {
    const indexes = [];
    const first = this.firstBelow(top);
    let end = first;
    for (; end < this.rows.length && this.tops[end] < bottom; end += 1) indexes.push(end);
    const kept = [];
    for (const [row, index] of this.indexes) {
      if ((index < first || index >= end) && keeps(row)) kept.push(index);
    }
    return kept.length === 0 ? indexes : [...indexes, ...kept].sort((one, other) => one - other);
  }
}
