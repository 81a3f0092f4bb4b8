// Reads the list that is passed to an edit: sections with their items, and items with everything below them.
import { formOf } from "./content_forms.js";
import { kindOf } from "./contents.js";
import { branchOf, Elements, listOf } from "./elements.js";
import { quoted, refuse } from "./errors.js";
import { putId, putIds, wasm } from "./memory.js";
import { meantName } from "./names.js";
import { checked } from "./options.js";

// The methods to use for fields that a call does not accept.
const replacements = {
  children: "replaceChildren",
  expanded: "updateItems, expand or collapse",
  expandable: "updateItems or setExpandable",
};

function refuseField(id, name) {
  refuse("INVALID_ARGUMENT", `item ${quoted(id)}: ${quoted(name)} cannot be given here; use ${replacements[name]}`, id);
}

/** The numbers of `diffable_placement`, which insert_items and move_items take. */
export const placements = { endOfSection: 0, endOfParent: 1, startOfSection: 4, startOfParent: 5 };

// A list at some place of a description, and the call of the engine that adds it. `more` returns the last argument of
// the call, or an array of the last arguments.
class Addition {
  constructor(fn, list, place, more, isSections, parent) {
    this.fn = fn;
    this.list = listOf(list, place);
    this.place = place;
    this.more = more;
    this.isSections = isSections;
    this.parent = parent;
    this.elements = undefined;
  }

  put() {
    // Nothing may fail after the elements are put, because the engine must then take over their objects.
    const last = [this.more?.() ?? []].flat();
    return [...this.elements.put(), ...last];
  }
}

// Items whose state is set, and the call of the engine that sets it.
class StateChange {
  constructor(fn, flag) {
    Object.assign(this, { fn, flag, ids: [] });
  }

  put() {
    return [putIds(this.ids), this.ids.length, ...(this.flag === undefined ? [] : [this.flag])];
  }
}

const newStates = () => ({
  keepExpansion: new StateChange(wasm.diffable_snapshot_keep_expansion),
  keepChildren: new StateChange(wasm.diffable_snapshot_keep_children),
  expand: new StateChange(wasm.diffable_snapshot_expand),
  collapse: new StateChange(wasm.diffable_snapshot_collapse),
  expandable: new StateChange(wasm.diffable_snapshot_set_expandable, 1),
  notExpandable: new StateChange(wasm.diffable_snapshot_set_expandable, 0),
});

// Throws if a section without `items` has an array whose name is similar, because it was probably meant.
function refuseListOf(id, section) {
  const name = Object.keys(section).find((each) => Array.isArray(section[each]) && meantName(each, ["items"]));
  if (name !== undefined)
    refuse("INVALID_ARGUMENT", `section ${quoted(id)} has a list ${quoted(name)}: did you mean "items"?`, id);
}

class Description {
  #how;
  #additions;
  #parents = null;
  #states = null;

  constructor(how) {
    this.#how = how;
    this.#additions = [new Addition(how.fn, how.list, 1, how.more, how.isSections)];
  }

  read() {
    const { key, contentOf, restate } = this.#how;
    for (const addition of this.#additions) {
      const { list, place, isSections } = addition;
      const visit = isSections
        ? (id, section) => this.#readSection(id, section)
        : (id, item) => this.#readItem(id, item, addition);
      const kind = kindOf(isSections, key);
      addition.elements = new Elements(list, { place, key: isSections ? "id" : key, kind, visit, contentOf, restate });
    }
    if (this.#states === null) return this.#additions;
    return [...this.#additions, ...Object.values(this.#states).filter(({ ids }) => ids.length > 0)];
  }

  #add(fn, list, place, id, parent) {
    const more = () => (parent === undefined ? putId(id) : [placements.endOfParent, putId(id)]);
    this.#additions.push(new Addition(fn, list, place, more, false, parent));
  }

  #readSection(id, section) {
    const { items, children } = section;
    if (children !== undefined && formOf(section) !== undefined) {
      refuse("INVALID_ARGUMENT", `section ${quoted(id)}: "children" cannot be given here; use "items"`, id);
    }
    if (items === undefined) {
      refuseListOf(id, section);
      if (this.#how.needsItems && formOf(section) !== undefined)
        refuse(
          "INVALID_ARGUMENT",
          `section ${quoted(id)} has no "items"; Snapshot.of(items) makes a list of items`,
          id,
        );
      return;
    }
    if (this.#how.fields !== undefined)
      refuse("INVALID_ARGUMENT", `section ${quoted(id)}: "items" cannot be given here; use replaceItems`, id);
    this.#add(wasm.diffable_snapshot_append_items, items, () => `items of section ${quoted(id)}`, id);
  }

  #readItem(id, item, addition) {
    const branch = branchOf(item);
    if (
      this.#how.isTree
      && addition === this.#additions[0]
      && Array.isArray(item.items)
      && formOf(item) !== undefined
    ) {
      refuse("INVALID_ARGUMENT", `item ${quoted(id)} has a list "items": did you mean "children"?`, id);
    }
    if (branch === undefined) return;
    const { fields, stays } = this.#how;
    const isRefused = (name) => fields === "none" || (fields === "states" && name === "children");
    const refused = Object.keys(branch).find((name) => branch[name] !== undefined && isRefused(name));
    if (refused !== undefined) refuseField(id, refused);
    const { children, expanded, expandable } = branch;
    checked(`item ${quoted(id)}: expanded`, expanded, "boolean");
    checked(`item ${quoted(id)}: expandable`, expandable, "boolean");
    this.#states ??= newStates();
    if (expanded !== undefined) this.#states[expanded ? "expand" : "collapse"].ids.push(id);
    if (expandable !== undefined) this.#states[expandable ? "expandable" : "notExpandable"].ids.push(id);
    const isKept = children === undefined && (!expandable || (addition === this.#additions[0] && stays?.(id)));
    if (fields !== undefined || isKept) return;
    if (expanded === undefined) this.#states.keepExpansion.ids.push(id);
    if (children === undefined) this.#states.keepChildren.ids.push(id);
    else this.#readChildren(id, children);
  }

  // An item may be described twice, even among its own children. The engine refuses that later; here, its children are
  // read only once.
  #readChildren(id, children) {
    this.#parents ??= new Set();
    if (this.#parents.has(id)) return;
    this.#parents.add(id);
    this.#add(wasm.diffable_snapshot_insert_items, children, () => `children of item ${quoted(id)}`, id, id);
  }
}

/**
 * Reads a list, and then, level by level, the lists in its sections and below its items. Returns the calls of the
 * engine that add all of this: each has the function `fn`, and `put()` writes the arguments that follow the snapshot
 * into scratch memory. Reading runs getters of the caller, so all is read before the first call is made.
 *
 * `how.fn` adds the list itself, and `how.more` returns its last argument, or an array of the last arguments.
 * `how.fields` restricts the tree fields that items may have: "states" allows all but `children`, and "none" allows
 * none. If `how.needsItems`, sections that are objects must have `items`. `how.isTree` says that a section snapshot is
 * described. `how.stays` returns whether an item of the list is in the snapshot already and keeps what is below it.
 */
export function describe(how) {
  return new Description(how).read();
}
