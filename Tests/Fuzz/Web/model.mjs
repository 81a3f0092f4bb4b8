// What edits of a snapshot do, over plain arrays: sections are { id, version, items }, and items { id, version }. Each function returns the
// list after the edit; undefined where the edit is refused, and null for what the model does not know.
const idOf = (element) => typeof element === "object" ? element.id : element;
const entry = (element) => ({ id: idOf(element), version: typeof element === "object" ? element.version : undefined });
const indexOf = (list, id) => list.findIndex((each) => each.id === id);
const isUnique = (ids) => new Set(ids).size === ids.length;

const copied = (list) => list.map((section) => ({ ...section, items: [...section.items] }));
const allItems = (list) => list.flatMap((section) => section.items);
const pathOf = (list, id) => {
  for (const [section, { items }] of list.entries()) {
    const item = indexOf(items, id);
    if (item >= 0) return { section, item };
  }
  return undefined;
};

function insertSections(list, sections, index) {
  if (index < 0 || !isUnique([...list.map(idOf), ...sections.map(idOf)])) return undefined;
  const added = sections.map((section) => ({ ...entry(section), items: (section.items ?? []).map(entry) }));
  if (!isUnique([...allItems(list), ...allItems(added)].map(idOf))) return undefined;
  list.splice(index, 0, ...added);
  return list;
}

function insertItems(list, items, place) {
  if (place === undefined || !isUnique([...allItems(list).map(idOf), ...items.map(idOf)])) return undefined;
  list[place.section].items.splice(place.item, 0, ...items.map(entry));
  return list;
}

function move(list, id, anchor, offset) {
  const [from, to] = [indexOf(list, id), indexOf(list, anchor)];
  if (from < 0 || to < 0 || from === to) return undefined;
  const [moved] = list.splice(from, 1);
  list.splice(indexOf(list, anchor) + offset, 0, moved);
  return list;
}

function moveItem(list, id, anchor, offset) {
  const from = pathOf(list, id);
  if (from === undefined || pathOf(list, anchor) === undefined || id === anchor) return undefined;
  const [moved] = list[from.section].items.splice(from.item, 1);
  const to = pathOf(list, anchor);
  list[to.section].items.splice(to.item + offset, 0, moved);
  return list;
}

const after = (place) => place && { ...place, item: place.item + 1 };

const edits = {
  appendSections: (list, sections) => insertSections(list, sections, list.length),
  insertSectionsBefore: (list, sections, anchor) => insertSections(list, sections, indexOf(list, anchor)),
  insertSectionsAfter: (list, sections, anchor) => indexOf(list, anchor) < 0 ? undefined : insertSections(list, sections, indexOf(list, anchor) + 1),
  deleteSections: (list, ids) => list.filter(({ id }) => !ids.includes(id)),
  moveSectionBefore: (list, id, anchor) => move(list, id, anchor, 0),
  moveSectionAfter: (list, id, anchor) => move(list, id, anchor, 1),
  appendItems(list, items, section) {
    const index = section === undefined ? list.length - 1 : indexOf(list, section);
    return insertItems(list, items, list[index] && { section: index, item: list[index].items.length });
  },
  insertItemsBefore: (list, items, anchor) => insertItems(list, items, pathOf(list, anchor)),
  insertItemsAfter: (list, items, anchor) => insertItems(list, items, after(pathOf(list, anchor))),
  deleteItems(list, ids) {
    for (const section of list) section.items = section.items.filter(({ id }) => !ids.includes(id));
    return list;
  },
  moveItemBefore: (list, id, anchor) => moveItem(list, id, anchor, 0),
  moveItemAfter: (list, id, anchor) => moveItem(list, id, anchor, 1),
  updateItems(list, items) {
    if (!isUnique(items.map(idOf)) || items.some((item) => pathOf(list, idOf(item)) === undefined)) return undefined;
    for (const item of items.filter((each) => typeof each === "object")) {
      const { section, item: index } = pathOf(list, item.id);
      list[section].items[index] = entry(item);
    }
    return list;
  },
  clear: () => [],
};

/** The list after an edit. */
export function edited(list, call, values) {
  // What an empty list is refused for differs from call to call.
  if (!Object.hasOwn(edits, call) || Array.isArray(values[0]) && values[0].length === 0) return null;
  return edits[call](copied(list), ...values);
}

/** A snapshot as such a list. */
export function listOf(snapshot) {
  const version = (content) => typeof content === "object" ? content.version : undefined;
  return snapshot.sectionIdentifiers().map((id) => ({
    id, version: version(snapshot.section(id)),
    items: snapshot.itemIdentifiers(id).map((item) => ({ id: item, version: version(snapshot.item(item)) })),
  }));
}

/** Whether two lists are the same. */
export function areEqual(left, right) {
  const isSame = (one, other) => Object.is(one.id, other.id) && Object.is(one.version, other.version);
  return left.length === right.length && left.every((section, index) => isSame(section, right[index])
    && section.items.length === right[index].items.length && section.items.every((item, place) => isSame(item, right[index].items[place])));
}
