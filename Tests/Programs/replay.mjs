// Carries differences out over plain arrays, by the rules of the documentation and by nothing else.

import { SectionSnapshot } from "../../build/web/diffable.js";

// [{ id, content, items: [{ id, content }] }]
function plain(snapshot) {
  const rows = (items) => items.map((item) => ({ id: item, content: snapshot.item(item) }));
  // The section of a section snapshot has no name.
  if (snapshot instanceof SectionSnapshot)
    return [{ id: undefined, content: undefined, items: rows(snapshot.itemIdentifiers()) }];
  return snapshot.sectionIdentifiers().map((id) => ({
    id,
    content: snapshot.section(id),
    items: rows(snapshot.itemIdentifiers(id)),
  }));
}

const version = (row) => (typeof row.content === "object" ? row.content.version : 0);

function equal(left, right) {
  return (
    left.length === right.length
    && left.every((row, index) => {
      const other = right[index];
      return (
        row.id === other.id
        && version(row) === version(other)
        && (row.items === undefined || equal(row.items, other.items))
      );
    })
  );
}

const compare = (left, right) =>
  typeof left === "number" ? left - right : left.section - right.section || left.item - right.item;
const ascending = (list, field) => list.sort((left, right) => compare(left[field], right[field]));
const descending = (list, field) => list.sort((left, right) => compare(right[field], left[field]));

// Gives the renamed rows of the old list their new identifiers.
function rename(difference, list) {
  for (const { id, oldId, from } of [...difference.reloadedItems, ...difference.reconfiguredItems]) {
    const row = list[from.section].items[from.item];
    if (row.id !== (oldId ?? id) && row.id !== id) return false;
    row.id = id;
  }
  return true;
}

// Takes away the deleted and moved items and then the sections, by `from`; puts sections and items in place, by `to`,
// in ascending order.
export function batch(difference, old, fresh) {
  const [list, target] = [plain(old), plain(fresh)];
  if (!rename(difference, list)) return false;
  for (const { from, to } of difference.updatedSections) list[from].content = target[to].content;
  for (const { from, to } of [...difference.reloadedItems, ...difference.reconfiguredItems]) {
    list[from.section].items[from.item].content = target[to.section].items[to.item].content;
  }
  const [rows, sections] = [new Map(), new Map()];
  for (const { id, from } of descending([...difference.deletedItems, ...difference.movedItems], "from")) {
    const [row] = list[from.section].items.splice(from.item, 1);
    if (row.id !== id) return false;
    rows.set(id, row);
  }
  for (const { id, from } of descending([...difference.deletedSections, ...difference.movedSections], "from")) {
    const [section] = list.splice(from, 1);
    if (section.id !== id) return false;
    sections.set(id, section);
  }
  for (const { id, from, to } of ascending([...difference.insertedSections, ...difference.movedSections], "to")) {
    list.splice(
      to,
      0,
      from === undefined ? { id: target[to].id, content: target[to].content, items: [] } : sections.get(id),
    );
  }
  for (const { id, from, to } of ascending([...difference.insertedItems, ...difference.movedItems], "to")) {
    list[to.section].items.splice(to.item, 0, from === undefined ? target[to.section].items[to.item] : rows.get(id));
  }
  return equal(list, target);
}

// Carries the steps out one after the other.
export function steps(difference, old, fresh) {
  const [list, target] = [plain(old), plain(fresh)];
  if (!rename(difference, list)) return false;
  const contents = { Sections: new Map(), Items: new Map() };
  for (const section of target) {
    contents.Sections.set(section.id, section.content);
    for (const item of section.items) contents.Items.set(item.id, item.content);
  }
  // Where a step is carried out, and the first place there: among the sections, or among the items of one.
  const rowsAt = (place) => (typeof place === "number" ? [list, place] : [list[place.section].items, place.item]);
  for (const { kind, count, ids, from, to } of difference.steps()) {
    const [, verb, noun] = /^([a-z]+)([A-Z].*)$/.exec(kind);
    let changed = ids.map((id) => ({
      id,
      content: contents[noun].get(id),
      items: noun === "Sections" ? [] : undefined,
    }));
    if (verb === "delete" || verb === "move") {
      const [rows, first] = rowsAt(from);
      changed = rows.splice(first, count);
    } else if (verb !== "insert") {
      const [rows, first] = rowsAt(from);
      for (const [index, id] of ids.entries()) {
        if (rows[first + index].id !== id) return false;
        rows[first + index].content = contents[noun].get(id);
      }
    }
    if (changed.length !== count || changed.some((row, index) => row.id !== ids[index])) return false;
    if (verb === "insert" || verb === "move") {
      const [rows, first] = rowsAt(to);
      rows.splice(first, 0, ...changed);
    }
  }
  return equal(list, target);
}
