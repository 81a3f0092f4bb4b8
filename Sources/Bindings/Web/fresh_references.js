// A mistake that costs time and says nothing: content with a function or another value that is compared by identity,
// which is made anew each time.
import { formOf } from "./content_forms.js";
import { hasReferences } from "./contents.js";
import { described, quoted } from "./errors.js";

// Each look reads all changes of an apply, so there are few.
let looksLeft = 20;
const isReference = (value) =>
  typeof value === "function" || (typeof value === "object" && value !== null && formOf(value) === undefined);

// Returns the path of the field by which two values differ if such fields are references of one class; "" if the values
// are equal, and undefined if they differ in other ways.
function freshField(old, fresh, path) {
  if (Object.is(old, fresh)) return "";
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
  if (formOf(fresh) === "date" || formOf(fresh) === "bytes") return String(old) === String(fresh) ? "" : undefined;
  const names = Object.keys(fresh);
  if (names.length !== Object.keys(old).length) return undefined;
  let found = "";
  for (const name of names) {
    const field = freshField(old[name], fresh[name], path === "" ? name : `${path}.${name}`);
    if (field === undefined) return undefined;
    found ||= field;
  }
  return found;
}

/** Warns once if items of a transaction were updated by fresh references alone. */
export function noticeFreshReferences(transaction) {
  if (looksLeft === 0 || !hasReferences()) return;
  const { reconfiguredItems } = transaction.difference;
  if (reconfiguredItems.length > 0) looksLeft -= 1;
  for (const { id, old, new: fresh } of reconfiguredItems.slice(0, 100)) {
    const path = freshField(old, fresh, "");
    if (!path) continue;
    const value = path.split(".").reduce((object, name) => object[name], fresh);
    console.warn(
      `diffable: item ${quoted(id)} is updated whenever it is described, because its field ${quoted(path)} is ${described(value)} that was made anew; make it once, or keep it out of the content`,
    );
    looksLeft = 0;
    return;
  }
}
