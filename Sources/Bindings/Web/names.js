// Guesses which name a program meant if it used a name that does not exist.
import { described, refuse } from "./errors.js";

// The names that other libraries use for ours.
const synonyms = Object.fromEntries(
  Object.entries({
    appendItems: "add push append concat addItem",
    insertItemsBefore: "insert insertBefore",
    insertItemsAt: "insertAt insertItems splice",
    prependItems: "prepend unshift",
    renameItem: "rename setId changeId replaceId",
    each: "forEach values entries map filter reduce some every sort slice",
    toObject: "toArray toTable toList",
    encode: "serialize toBytes encoded",
    refreshesHeaders: "refreshHeaders updatesHeaders",
    limit: "max size capacity",
    insertItemsAfter: "insertAfter",
    deleteItems: "remove delete removeItem",
    replaceItems: "set setItems",
    clear: "deleteAllItems removeAll reset empty deleteAll",
    updateItems: "update patch merge",
    itemAt: "itemIdentifier itemIdentifierForIndexPath itemForIndexPath",
    sectionAt: "sectionIdentifier",
    indexPathOfItem: "indexPathForItem indexPathForItemIdentifier",
    containsItem: "has contains includes",
    indexOfItem: "indexOf",
    numberOfItems: "length size count",
    itemIdentifiers: "items ids keys rows",
    sectionIdentifiers: "sections",
    copy: "clone",
    equals: "isEqual",
    dispose: "free close destroy release",
    apply: "setSnapshot applySnapshot commit performBatchUpdates",
    update: "edit change mutate produce",
    setItems: "setList replaceItems setData",
    onApply: "on off addObserver removeObserver subscribe unsubscribe addEventListener removeEventListener",
    applyUsingReloadData: "reload reloadData refresh",
    toggleItem: "toggle",
    reorderItem: "move reorder",
    group: "beginGroup startGroup",
    cell: "cellProvider render renderItem renderCell row",
    insertedItems: "inserts insertions additions added",
    deletedItems: "deletes deletions removals removed",
    movedItems: "moves",
    reconfiguredItems: "updatedItems changedItems updates",
    steps: "changes operations",
    isEmpty: "length size count",
    difference: "changes diff",
    initialSnapshot: "oldSnapshot",
    finalSnapshot: "snapshot",
    defaultRowAnimation: "rowAnimation defaultAnimation",
    animatingDifferences: "animated animate animating isAnimated",
    completion: "callback onComplete done",
    caption: "label title name",
    items: "rows children entries elements cells item data",
    text: "title label name",
    secondaryText: "subtitle description",
    detail: "value",
    image: "icon",
    indentation: "indent level",
    write: "print log output",
    onChoose: "onClick onTap onPress onActivate",
    key: "id idKey identifier",
    section: "sectionIndex group groupBy sectionBy",
    filter: "where predicate",
    sort: "sortBy orderBy order compare comparator",
    derive: "derived",
    hold: "pause freeze",
    item: "get getItem find at row index itemIndex",
    mustExist: "strict",
    parent: "parentId",
  }).map(([name, others]) => [name, others.split(" ")]),
);

// Two names with different words of one group do not mean the same, such as `insertBefore` and `insertAfter`.
const groups = [
  "append insert prepend delete rename move reload reconfigure replace update "
    + "expand collapse keep contains toggle reorder",
  "before after",
  "header footer",
  "initial final",
  "should will did",
  "old new",
  "section sections item items",
].map((words) => words.split(" "));
const equalWords = {
  remove: "delete",
  add: "append",
  push: "append",
  sections: "section",
  items: "item",
  rows: "item",
  row: "item",
  set: "replace",
};

// The words of a name in camelCase, or with underscores.
function wordsOf(name) {
  return name
    .split(/_|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .map((word) => (Object.hasOwn(equalWords, word) ? equalWords[word] : word));
}

function excludes(name, other) {
  const [words, others] = [wordsOf(name), wordsOf(other)];
  return groups.some((group) => {
    const [mine, theirs] = [words, others].map((list) => list.filter((word) => group.includes(word)));
    return mine.length > 0 && theirs.length > 0 && !mine.some((word) => theirs.includes(word));
  });
}

// Returns how many letters have to be inserted, deleted, replaced or swapped to make one name of the other.
function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      rows[row][column] = Math.min(
        rows[row - 1][column] + 1,
        rows[row][column - 1] + 1,
        rows[row - 1][column - 1] + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) rows[row][column] = Math.min(rows[row][column], rows[row - 2][column - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}

/** Returns the first of the names that differs from `name` by one letter, or undefined. */
export function oneLetterOff(name, names) {
  return names.find((other) => Math.abs(name.length - other.length) < 2 && distance(name, other) === 1);
}

/** Returns the first of the names for which other libraries use `name`, or undefined. */
export function synonymOf(name, names) {
  return names.find((other) => Object.hasOwn(synonyms, other) && synonyms[other].includes(name));
}

/**
 * Returns the names that consist of `name` and more words, as one text. If there are none, returns the name of several
 * words with which `name` begins, or undefined.
 */
export function prefixedName(name, names) {
  const begins = (long, short) => long.startsWith(short) && /^[A-Z]/.test(long.slice(short.length));
  const longer = name.length > 3 ? names.filter((other) => begins(other, name)) : [];
  if (longer.length > 0) return longer.slice(0, 4).join('" or "');
  return names.find((other) => /[A-Z]/.test(other) && begins(name, other));
}

/** Returns which of the names is probably meant by `name`, which is not among them, or undefined if none is similar. */
export function meantName(name, names) {
  if (name.length > 40) return undefined;
  const synonym = synonymOf(name, names);
  if (synonym !== undefined) return synonym;
  const words = wordsOf(name).join(" ");
  const near = names
    .filter((other) => !excludes(name, other))
    .map((other) => [
      other,
      Math.min(distance(name.toLowerCase(), other.toLowerCase()), distance(words, wordsOf(other).join(" "))),
    ]);
  const [nearest, steps] = near.reduce((best, each) => (each[1] < best[1] ? each : best), [undefined, Infinity]);
  return steps <= (name.length < 8 ? 1 : 2) && steps < name.length / 2 ? nearest : undefined;
}

/** Throws because an option, a field or the like has an unknown name. */
export function refuseUnknownName(code, place, name, names) {
  const meant = meantName(name, names) ?? prefixedName(name, names);
  const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
  refuse(code, `${place} ${described(name)}${hint} (there are: ${names.join(", ")})`);
}
