// Warns of a mistake that costs time but causes no error: content has a function, or another value that is compared by
// identity, and the program makes it anew for each list. So the item is updated by every apply.
import { formOf } from "./content_forms.js";
import { hasReferences } from "./contents.js";
import { described, quoted } from "./errors.js";

// Each look reads all changes of an apply, so only a few applies are looked at.
let looksLeft = 20;
const isReference = (value) =>
  typeof value === "function" || (typeof value === "object" && value !== null && formOf(value) === undefined);

// Returns the path of the first field in which two values differ, if they differ only in references of the same class.
// A path is an array of the names of fields. Returns an empty one if the values are equal, and undefined if they differ
// in other ways.
function freshField(old, fresh, path) {
  if (Object.is(old, fresh)) return [];
  if (
    typeof old !== typeof fresh
    || (typeof fresh !== "object" && typeof fresh !== "function")
    || old === null
    || fresh === null
  )
    return undefined;
  if (isReference(fresh))
    return isReference(old) && old.constructor === fresh.constructor && String(old) === String(fresh)
      ? path
      : undefined;
  if (formOf(fresh) === "date" || formOf(fresh) === "bytes") return String(old) === String(fresh) ? [] : undefined;
  const names = Object.keys(fresh);
  if (names.length !== Object.keys(old).length) return undefined;
  let found = [];
  for (const name of names) {
    const field = freshField(old[name], fresh[name], [...path, name]);
    if (field === undefined) return undefined;
    if (found.length === 0) found = field;
  }
  return found;
}

/** Warns once if an item of a transaction was updated only because of new references. */
export function noticeFreshReferences(transaction) {
  if (looksLeft === 0 || !hasReferences()) return;
  const { reconfiguredItems } = transaction.difference;
  if (reconfiguredItems.length > 0) looksLeft -= 1;
  for (const { id, old, new: fresh } of reconfiguredItems.slice(0, 100)) {
    const path = freshField(old, fresh, []);
    if (path === undefined || path.length === 0) continue;
    const value = path.reduce((object, name) => object[name], fresh);
    console.warn(
      `diffable: item ${quoted(id)} is updated whenever it is described, because its field ${quoted(path.join("."))} is ${described(value)} that was made anew; make it once, or keep it out of the content`,
    );
    looksLeft = 0;
    return;
  }
}
