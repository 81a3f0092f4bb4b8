"use strict";
// The sections of a list with their rows. A ListSections is immutable: `after` returns another one, which shares the
// sections that did not change.

import { Row } from "./row_layout.js";

export class ListSections {
  // `kinds` has the fields `header` and `footer`, which are truthy if sections have rows of this kind.
  constructor(kinds, sections = []) {
    this.kinds = kinds;
    this.sections = sections;
  }

  static of(snapshot, kinds) {
    const empty = new ListSections(kinds);
    const sections = snapshot.sectionIdentifiers().map((id) => {
      return { ...empty.newSection(id), items: snapshot.itemIdentifiers(id).map((item) => new Row("item", item)) };
    });
    return new ListSections(kinds, sections);
  }

  newSection(id) {
    const row = (kind) => (this.kinds[kind] ? new Row(kind, id) : null);
    return { id, header: row("header"), items: [], footer: row("footer") };
  }

  // The rows from top to bottom.
  get rows() {
    const rows = [];
    for (const { header, items, footer } of this.sections) {
      if (header) rows.push(header);
      for (const row of items) rows.push(row);
      if (footer) rows.push(footer);
    }
    return rows;
  }

  // Returns the new sections and four collections of rows: `moved`, `changed` (their content changed), `reloaded` (they
  // need new elements), and `renamed` (a map to the new identifiers). If an item is inserted while its old row is still
  // leaving, that row is used again.
  after(steps, leaving) {
    const sections = this.sections.slice();
    const [moved, changed, reloaded, copied, renamed] = [new Set(), new Set(), new Set(), new Set(), new Map()];
    // Returns the items of a section as an array that may be edited.
    const itemsOf = (index) => {
      if (!copied.has(sections[index])) {
        sections[index] = { ...sections[index], items: sections[index].items.slice() };
        copied.add(sections[index]);
      }
      return sections[index].items;
    };
    const newRow = (id) => {
      for (const row of leaving) if (row.kind === "item" && row.identifier === id) return row;
      return new Row("item", id);
    };
    for (const { kind, count, from, to, final, ids } of steps) {
      switch (kind) {
        case "deleteItems":
          itemsOf(from.section).splice(from.item, count);
          break;
        case "deleteSections":
          sections.splice(from, count);
          break;
        case "insertSections":
          insert(
            sections,
            to,
            ids.map((id) => this.newSection(id)),
          );
          break;
        case "insertItems":
          insert(itemsOf(to.section), to.item, ids.map(newRow));
          break;
        case "moveSections": {
          const taken = sections.splice(from, count);
          for (const { header, items, footer } of taken) for (const row of [header, ...items, footer]) moved.add(row);
          insert(sections, to, taken);
          break;
        }
        case "moveItems": {
          const taken = itemsOf(from.section).splice(from.item, count);
          for (const row of taken) moved.add(row);
          insert(itemsOf(to.section), to.item, taken);
          break;
        }
        case "updateSections":
          for (const { header, footer } of sections.slice(final, final + count)) changed.add(header).add(footer);
          break;
        default:
          sections[final.section].items.slice(final.item, final.item + count).forEach((row, index) => {
            changed.add(row);
            if (kind === "reloadItems") reloaded.add(row);
            if (row.identifier !== ids[index]) renamed.set(row, ids[index]);
          });
      }
    }
    return { sections: new ListSections(this.kinds, sections), moved, changed, reloaded, renamed };
  }

  // Returns the index path of an item by its row, or undefined if the row is not that of an item in the list.
  pathOf(row) {
    for (let section = 0; section < this.sections.length; section += 1) {
      const item = this.sections[section].items.indexOf(row);
      if (item >= 0) return { section, item };
    }
    return undefined;
  }
}

// Inserts elements into an array. There may be more of them than a function can have arguments.
function insert(array, index, elements) {
  if (elements.length <= 1024) return void array.splice(index, 0, ...elements);
  const rest = array.splice(index);
  for (const element of elements) array.push(element);
  for (const element of rest) array.push(element);
}
