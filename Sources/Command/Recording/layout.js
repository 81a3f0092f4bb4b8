"use strict";
// The positions of rows in pixels. Text is cut and never wrapped, so heights are known without drawing rows.

const heights = { header: 44, footer: 34, row: 44, secondary: 18, line: 20, absent: 26 };

// Returns the layout of a list from top to bottom: { entries, indexes, deletedIndexes, count, height }. An entry is a
// row, a header or a footer: { key, kind, cell, y, height, position }. The entry of a row also has the `row`. The entry
// of a header or a footer also has the key of its `section`. An entry of the kind "absent" is a line where elements
// were deleted: one line for all that were next to each other. `indexes` maps the keys of entries to their indexes, and
// `deletedIndexes` maps the keys of deleted elements to the indexes of their "absent" entries. `count` is the number of
// entries that are not "absent".
function layoutOf(list, places = new Map()) {
  const entries = [];
  const deletedIndexes = new Map();
  let y = 0;
  let count = 0;
  const add = (entry, height) => {
    if (entry.kind !== "absent") count += 1;
    entries.push({ ...entry, y, height, position: count });
    y += height;
  };
  const addDeleted = (above) => {
    const changes = places.get(above);
    if (!changes) return;
    for (const { key } of changes) deletedIndexes.set(key, entries.length);
    const names =
      changes
        .slice(0, 3)
        .map(({ name }) => name)
        .join(", ") + (changes.length > 3 ? ` and ${changes.length - 3} more` : "");
    add({ key: `absent ${above}`, kind: "absent", cell: { text: names } }, heights.absent);
  };
  addDeleted("");
  for (const { id, header, footer, rows } of list) {
    const section = keyOf("s", id);
    if (header) add({ key: keyOf("h", id), kind: "header", section, cell: header }, heights.header);
    addDeleted(section);
    for (const row of rows) {
      const { cell } = row;
      const natural = heights.row + (cell.secondary_text === undefined ? 0 : heights.secondary);
      const wanted = heights.row + ((cell.height ?? 1) - 1) * heights.line;
      add({ key: keyOf("r", row.id), kind: "row", cell, row }, Math.max(natural, wanted));
      addDeleted(keyOf("r", row.id));
    }
    if (footer) add({ key: keyOf("f", id), kind: "footer", section, cell: footer }, heights.footer);
    addDeleted(keyOfEnd(section));
  }
  return {
    entries,
    indexes: new Map(entries.map((entry, index) => [entry.key, index])),
    deletedIndexes,
    count,
    height: y,
  };
}

// Returns the entry with this key: a row, a header or a footer, or the line where the element was deleted. For a
// section, returns its header, or else its footer. Returns undefined if there is no such entry.
function entryOf({ entries, indexes, deletedIndexes }, key) {
  return entries[indexes.get(key) ?? deletedIndexes.get(key) ?? entries.findIndex((entry) => entry.section === key)];
}
