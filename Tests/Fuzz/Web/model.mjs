// What edits of a snapshot do, over plain arrays: sections are { id, version, items }, and items { id, version,
// isExpanded, isExpandable, children }. Each function returns the list after the edit; undefined where the edit is
// refused, and null for what the model does not know.
const isObject = (element) => typeof element === "object";
const idOf = (element) => (isObject(element) ? element.id : element);
const indexOf = (list, id) => list.findIndex((each) => each.id === id);
const isUnique = (ids) => new Set(ids).size === ids.length;

const copiedItems = (items) => items.map((item) => ({ ...item, children: copiedItems(item.children) }));
const copied = (list) => list.map((section) => ({ ...section, items: copiedItems(section.items) }));
const itemsIn = (items) => items.flatMap((item) => [item, ...itemsIn(item.children)]);
const allItems = (list) => itemsIn(list.flatMap((section) => section.items));
const visibleItems = (items) =>
  items.flatMap((item) => [item, ...(item.isExpanded ? visibleItems(item.children) : [])]);

// The array that an item is in, and its place there.
function placeOf(items, id) {
  const index = indexOf(items, id);
  if (index >= 0) return { items, index };
  for (const { children } of items) {
    const place = placeOf(children, id);
    if (place) return place;
  }
  return undefined;
}

function find(list, id) {
  for (const { items } of list) {
    const place = placeOf(items, id);
    if (place) return { ...place, item: place.items[place.index] };
  }
  return undefined;
}

// Items as they are described. `old` has those whose content bare identifiers keep.
function made(items, old) {
  return items.map((element) => ({
    id: idOf(element),
    version: isObject(element) ? element.version : old?.(element)?.version,
    isExpanded: Boolean(element.expanded),
    isExpandable: Boolean(element.expandable),
    children: made(element.children ?? [], old),
  }));
}

function insert(list, items, place, offset = 0) {
  const added = made(items);
  if (place === undefined || !isUnique([...allItems(list), ...itemsIn(added)].map(idOf))) return undefined;
  place.items.splice(place.index + offset, 0, ...added);
  return list;
}

function insertSections(list, sections, index) {
  if (index < 0 || !isUnique([...list.map(idOf), ...sections.map(idOf)])) return undefined;
  const added = sections.map((section) => ({
    id: idOf(section),
    version: section.version,
    items: made(section.items ?? []),
  }));
  if (!isUnique([...allItems(list), ...allItems(added)].map(idOf))) return undefined;
  list.splice(index, 0, ...added);
  return list;
}

function moveSection(list, id, anchor, offset) {
  const [from, to] = [indexOf(list, id), indexOf(list, anchor)];
  if (from < 0 || to < 0 || from === to) return undefined;
  const [moved] = list.splice(from, 1);
  list.splice(indexOf(list, anchor) + offset, 0, moved);
  return list;
}

const isBelow = (item, id) => placeOf(item.children, id) !== undefined;

function moveItem(list, id, anchor, offset) {
  const from = find(list, id);
  if (from === undefined || find(list, anchor) === undefined || id === anchor || isBelow(from.item, anchor))
    return undefined;
  from.items.splice(from.index, 1);
  const to = find(list, anchor);
  to.items.splice(to.index + offset, 0, from.item);
  return list;
}

// Moves items to the end of those that `target` returns.
function moveItems(list, ids, target) {
  const moved = ids.map((id) => find(list, id)?.item);
  if (!isUnique(ids) || moved.includes(undefined) || moved.some((item) => ids.some((id) => isBelow(item, id))))
    return undefined;
  const end = target();
  if (end === undefined) return undefined;
  for (const id of ids) {
    const { items, index } = find(list, id);
    items.splice(index, 1);
  }
  end.push(...moved);
  return list;
}

// Whether one of these is not among the others, but one that looks like it is.
function haveLookAlike(ids, others) {
  const twin = (id) => (typeof id === "number" ? String(id) : String(Number(id)) === id ? Number(id) : undefined);
  return ids.some((id) => !others.includes(id) && others.includes(twin(id)));
}

function removeItems(list, ids) {
  for (const id of ids) {
    const place = find(list, id);
    place?.items.splice(place.index, 1);
  }
  return list;
}

function change(list, ids, edit) {
  const places = ids.map((id) => find(list, id));
  if (places.includes(undefined)) return undefined;
  for (const { item } of places) edit(item);
  return list;
}

const start = (items) => items && { items, index: 0 };
const end = (items) => items && { items, index: items.length };
const forestOf = (tree) => listOf(tree)[0].items;

// The items of an argument of appendItems.
function target(list, place) {
  if (place === undefined) return list.at(-1)?.items;
  if (!isObject(place)) return list[indexOf(list, place)]?.items;
  return "parent" in place ? find(list, place.parent)?.item.children : list[indexOf(list, place.section)]?.items;
}

const edits = {
  appendSections: (list, sections) => insertSections(list, sections, list.length),
  insertSectionsBefore: (list, sections, anchor) => insertSections(list, sections, indexOf(list, anchor)),
  insertSectionsAfter: (list, sections, anchor) =>
    indexOf(list, anchor) < 0 ? undefined : insertSections(list, sections, indexOf(list, anchor) + 1),
  deleteSections: (list, ids) =>
    haveLookAlike(ids, list.map(idOf)) ? undefined : list.filter(({ id }) => !ids.includes(id)),
  moveSectionBefore: (list, id, anchor) => moveSection(list, id, anchor, 0),
  moveSectionAfter: (list, id, anchor) => moveSection(list, id, anchor, 1),
  appendItems: (list, items, place) => insert(list, items, end(target(list, place))),
  prependItems: (list, items, place) => insert(list, items, start(target(list, place))),
  insertItemsAt(list, items, index, id) {
    const section = id === undefined ? list.at(-1) : list[indexOf(list, id)];
    if (section === undefined) return undefined;
    const rows = visibleItems(section.items);
    if (index > rows.length) return undefined;
    return insert(list, items, index === rows.length ? end(section.items) : find(list, rows[index].id));
  },
  renameItem(list, id, renamed) {
    const found = find(list, id);
    if (found === undefined || (renamed !== id && find(list, renamed) !== undefined)) return undefined;
    found.item.id = renamed;
    return list;
  },
  insertItemsBefore: (list, items, anchor) => insert(list, items, find(list, anchor)),
  insertItemsAfter: (list, items, anchor) => insert(list, items, find(list, anchor), 1),
  replaceItems(list, items, id) {
    const section = id === undefined ? list.at(-1) : list[indexOf(list, id)];
    if (section === undefined) return undefined;
    const old = copied(list);
    const described = new Map(items.map((element) => [idOf(element), element]));
    const roots = made(items, (id) => find(old, id)?.item).map((item) => {
      const [element, before] = [described.get(item.id), section.items[indexOf(section.items, item.id)]];
      if (before === undefined) return item;
      return {
        ...item,
        isExpanded: element.expanded ?? before.isExpanded,
        isExpandable: element.expandable ?? before.isExpandable,
        children: element.children === undefined ? before.children : item.children,
      };
    });
    // An item that is elsewhere in the list does not become a root, even if what it is below leaves.
    if (items.some((element) => find(list, idOf(element)) !== undefined && indexOf(section.items, idOf(element)) < 0))
      return undefined;
    section.items = roots;
    return isUnique(allItems(list).map(idOf)) ? list : undefined;
  },
  deleteItems: (list, ids) => (haveLookAlike(ids, allItems(list).map(idOf)) ? undefined : removeItems(list, ids)),
  moveItemBefore: (list, id, anchor) => moveItem(list, id, anchor, 0),
  moveItemAfter: (list, id, anchor) => moveItem(list, id, anchor, 1),
  moveItemsToSection: (list, ids, section) => moveItems(list, ids, () => list[indexOf(list, section)]?.items),
  moveItemsToParent(list, ids, parent) {
    const found = find(list, parent)?.item;
    if (ids.some((id) => id === parent || isBelow(find(list, id)?.item ?? { children: [] }, parent))) return undefined;
    return moveItems(list, ids, () => found?.children);
  },
  updateItems(list, items) {
    if (!isUnique(items.map(idOf)) || items.some((element) => find(list, idOf(element)) === undefined))
      return undefined;
    for (const element of items.filter(isObject)) {
      const { item } = find(list, element.id);
      if ("version" in element) item.version = element.version;
      item.isExpanded = element.expanded ?? item.isExpanded;
      item.isExpandable = element.expandable ?? item.isExpandable;
    }
    return list;
  },
  expand: (list, ids) => change(list, ids, (item) => (item.isExpanded = true)),
  collapse: (list, ids) => change(list, ids, (item) => (item.isExpanded = false)),
  setExpandable: (list, ids, isExpandable) => change(list, ids, (item) => (item.isExpandable = isExpandable)),
  keepExpansion: (list, ids) => change(list, ids, () => {}),
  keepChildren: (list, ids) => change(list, ids, () => {}),
  replaceChildren(list, parent, tree) {
    const found = find(list, parent)?.item;
    const forest = forestOf(tree);
    if (found === undefined) return undefined;
    found.children = forest;
    return isUnique(allItems(list).map(idOf)) ? list : undefined;
  },
  setSectionSnapshot(list, tree, id) {
    const forest = forestOf(tree);
    if (indexOf(list, id) < 0) list.push({ id, version: undefined, items: [] });
    const section = list[indexOf(list, id)];
    const others = list.filter((other) => other !== section);
    const visible = new Set(visibleItems(forest).map(idOf));
    const movable = new Set(
      others
        .flatMap(({ items }) => visibleItems(items))
        .filter(({ children }) => children.length === 0)
        .map(idOf),
    );
    const moved = [...visible].filter((id) => movable.has(id));
    removeItems(others, moved);
    section.items = forest;
    return isUnique(allItems(list).map(idOf)) ? list : undefined;
  },
  clear: () => [],
};

const ofSections = /^(append|insert|delete|move|reload|reconfigure)Sections?/;

/** The list after an edit. A section snapshot has the section 0, and no others. */
export function edited(list, call, values, isTree) {
  // What an empty list is refused for differs from call to call.
  if (!Object.hasOwn(edits, call) || (Array.isArray(values[0]) && values[0].length === 0)) return null;
  if (isTree && ofSections.test(call)) return undefined;
  if (isTree && call === "clear") return [{ ...list[0], items: [] }];
  if (isTree && call === "setSectionSnapshot") return null;
  if (values.some((value) => value?.isDisposed)) return undefined;
  return edits[call](copied(list), ...values);
}

/** A snapshot as such a list. */
export function listOf(snapshot) {
  const version = (content) => (isObject(content) ? content.version : undefined);
  const items = (ids) =>
    ids.map((id) => ({
      id,
      version: version(snapshot.item(id)),
      isExpanded: snapshot.isExpanded(id),
      isExpandable: snapshot.isExpandable(id),
      children: items(snapshot.childrenOfItem(id)),
    }));
  return snapshot
    .sectionIdentifiers()
    .map((id) => ({ id, version: version(snapshot.section(id)), items: items(snapshot.rootItemIdentifiers(id)) }));
}

function areSameItems(left, right) {
  return (
    left.length === right.length
    && left.every((one, index) => {
      const other = right[index];
      return (
        ["id", "version", "isExpanded", "isExpandable"].every((name) => Object.is(one[name], other[name]))
        && areSameItems(one.children, other.children)
      );
    })
  );
}

/** Whether two lists are the same. */
export function areEqual(left, right) {
  const isSame = (one, other) =>
    Object.is(one.id, other.id) && Object.is(one.version, other.version) && areSameItems(one.items, other.items);
  return left.length === right.length && left.every((section, index) => isSame(section, right[index]));
}
