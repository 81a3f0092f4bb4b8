"use strict";
// The positions of rows in pixels. Text is cut and never wrapped, so heights are known without drawing rows.

const heights = { header: 44, footer: 34, row: 44, secondary: 18, line: 20 };

// The layout of a list from top to bottom: { entries, indexes, height }. An entry is a row, a header or a footer:
// { key, kind, cell, y, height } with the `row`, or with the key of the `section`. `indexes` maps keys to indexes of entries.
function layoutOf(list) {
  const entries = [];
  let y = 0;
  const add = (entry, height) => {
    entries.push({ ...entry, y, height });
    y += height;
  };
  for (const { id, header, footer, rows } of list) {
    const section = keyOf("s", id);
    if (header) add({ key: keyOf("h", id), kind: "header", section, cell: header }, heights.header);
    for (const row of rows) {
      const { cell } = row;
      const natural = heights.row + (cell.secondary_text === undefined ? 0 : heights.secondary);
      const wanted = heights.row + ((cell.height ?? 1) - 1) * heights.line;
      add({ key: keyOf("r", row.id), kind: "row", cell, row }, Math.max(natural, wanted));
    }
    if (footer) add({ key: keyOf("f", id), kind: "footer", section, cell: footer }, heights.footer);
  }
  return { entries, indexes: new Map(entries.map((entry, index) => [entry.key, index])), height: y };
}

// Returns the index of the first entry that ends below a position.
function firstBelow(entries, y) {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle].y + entries[middle].height <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}
