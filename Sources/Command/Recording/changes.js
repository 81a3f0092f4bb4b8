"use strict";
// Finds out what a step changed, for the marks of rows and for the list of changes.

const updates = { update: "updated", reload: "reloaded", reconfigure: "reconfigured" };
const signs = { inserted: "+", deleted: "-", moved: ">", updated: "~" };

// Maps the keys of all sections and items of a list to their names and positions.
function positionsOf(list) {
  const positions = new Map();
  list.forEach((section, index) => {
    const key = keyOf("s", section.id);
    const name = section.header ? shown(section.header.text) : shown(section.id);
    const cells = { header: section.header, footer: section.footer };
    positions.set(key, { name, id: shown(section.id), section: key, index, text: `section ${index + 1}`, cells });
    section.rows.forEach((row, item) => {
      const id = shown(row.id);
      const cells = { "": row.cell };
      positions.set(keyOf("r", row.id), {
        name: shown(row.cell.text) || id,
        id,
        section: key,
        sectionName: name,
        row: item + 1,
        text: `row ${item + 1}`,
        cells,
      });
    });
  });
  return positions;
}

// Returns the changes of a step as [{ key, oldKey, kinds, verb, name, id, text, edits, section, group }], grouped by
// the section of the new list, or of the old one for a deletion. `key` is the key of the element in the new list, or in
// the old one for a deletion. `oldKey` is its key in the old list: another one for a renamed item, and null for an
// insertion. `group` is the name of the section. Deleted sections come first. In a section, deletions come first, then
// the other changes from top to bottom. A reload has no changes: its events do not say which rows changed, and the page
// says "Everything was reloaded." instead.
function changesOf(recording, step) {
  const apply = recording.applies[step - 1];
  if (apply.isReload) return [];
  const before = positionsOf(recording.state(step - 1)[apply.list]);
  const after = positionsOf(recording.state(step)[apply.list]);
  const [moved, updated, renamed] = [new Set(), new Map(), new Map()];
  for (const { event, id, old_id: oldId } of recording.events(apply)) {
    const [verb, element] = event.split("_");
    const key = keyOf(element === "section" ? "s" : "r", id);
    if (verb === "move") moved.add(key);
    if (verb in updates) updated.set(key, updates[verb]);
    if (oldId !== undefined) renamed.set(key, keyOf("r", oldId));
  }
  // An item that is inserted may have the identifier that a renamed item had before.
  const released = new Set(renamed.values());
  const oldKeyOf = (key) => renamed.get(key) ?? (before.has(key) && !released.has(key) ? key : null);
  const kept = new Set(Array.from(after.keys(), oldKeyOf));
  const deletions = [];
  for (const [key, old] of before) {
    if (kept.has(key)) continue;
    deletions.push({
      key,
      oldKey: key,
      kinds: ["deleted"],
      verb: "deleted",
      name: old.name,
      id: old.id,
      text: `was ${old.text}`,
      edits: [],
      section: old.section,
    });
  }
  const changes = [];
  for (const [key, now] of after) {
    const oldKey = oldKeyOf(key);
    const old = before.get(oldKey);
    const kinds = [!old && "inserted", moved.has(key) && "moved", updated.has(key) && "updated"].filter(Boolean);
    if (kinds.length === 0) continue;
    const verbs = kinds.map((kind) => (kind === "updated" ? updated.get(key) : kind));
    if (renamed.has(key)) verbs.unshift("renamed");
    const elsewhere = old && old.section !== now.section ? ` of ${old.sectionName}` : "";
    const text = moved.has(key) && old ? `from ${old.text}${elsewhere} to ${now.text}` : now.text;
    const edits = old && updated.has(key) ? editsOf(old.cells, now.cells) : [];
    if (renamed.has(key)) edits.unshift({ name: "id", from: old.id, to: now.id });
    const { name, id, section } = now;
    changes.push({ key, oldKey, kinds, verb: verbs.join(", "), name, id, text, edits, section });
  }
  const order = (change) => after.get(change.section)?.index ?? -1;
  // The sort is stable.
  return [...deletions, ...changes]
    .sort((one, other) => order(one) - order(other))
    .map((change) => ({ ...change, group: (after.get(change.section) ?? before.get(change.section)).name }));
}

// Returns the fields of cells that differ, as [{ name, from, to }], with "" for an absent field.
function editsOf(before, after) {
  const edits = [];
  for (const part of Object.keys(after)) {
    const [old, now] = [before[part] ?? {}, after[part] ?? {}];
    for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [from, to] = [shown(old[field]), shown(now[field])];
      const name = [part, field.replace("_", " ")].filter(Boolean).join(" ");
      if (from !== to) edits.push({ name, from, to });
    }
  }
  return edits;
}

// Returns where deleted elements were: a map from the key of a place to the changes of the elements that were deleted
// there. A place has the keys of the new list. The place of a row is the nearest row above it in its section that neither moved nor was deleted, or else the
// section. The place of a section is `keyOfEnd` of the nearest section above it that neither moved nor was deleted, or
// else "". The rows of a deleted section are not listed.
function deletedPlaces(before, changes) {
  const places = new Map();
  const gone = new Map(changes.filter(({ kinds }) => kinds[0] === "deleted").map((change) => [change.key, change]));
  if (gone.size === 0) return places;
  const moved = new Set(changes.filter(({ kinds }) => kinds.includes("moved")).map(({ oldKey }) => oldKey));
  const newKeys = new Map(changes.map(({ key, oldKey }) => [oldKey, key]));
  const add = (above, change) => {
    if (places.has(above)) places.get(above).push(change);
    else places.set(above, [change]);
  };
  let aboveSection = "";
  for (const { id, rows } of before) {
    const section = keyOf("s", id);
    if (gone.has(section)) {
      add(aboveSection, gone.get(section));
      continue;
    }
    if (!moved.has(section)) aboveSection = keyOfEnd(section);
    let above = section;
    for (const row of rows) {
      const key = keyOf("r", row.id);
      if (gone.has(key)) add(above, gone.get(key));
      else if (!moved.has(key)) above = newKeys.get(key) ?? key;
    }
  }
  return places;
}

function keyOfEnd(section) {
  return `end ${section}`;
}

function signOf(kinds) {
  return kinds.map((kind) => signs[kind]).join("");
}

// The list of changes beside the lists. A button shows 200 more at a time.
class ChangesView {
  constructor(element, more, onChoose) {
    Object.assign(this, { element, more, onChoose, changes: [], shownCount: 0 });
    more.addEventListener("click", () => this.showMore());
  }

  show(changes, note) {
    this.changes = changes;
    this.shownCount = 0;
    this.section = null;
    this.element.replaceChildren();
    this.element.scrollTop = 0;
    if (changes.length === 0) {
      const item = document.createElement("li");
      item.className = "note";
      item.textContent = note;
      this.element.append(item);
    }
    this.showMore();
  }

  showMore() {
    const next = this.changes.slice(this.shownCount, this.shownCount + 200);
    for (const change of next) {
      if (change.section !== this.section) this.element.append(this.heading(change));
      this.section = change.section;
      this.element.append(this.item(change));
    }
    this.shownCount += next.length;
    const rest = this.changes.length - this.shownCount;
    this.more.hidden = rest === 0;
    this.more.textContent = `${rest.toLocaleString("en")} more`;
  }

  heading({ group }) {
    const item = document.createElement("li");
    item.className = "group";
    item.append(part("hidden", "In "), group);
    return item;
  }

  item(change) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "change";
    button.append(
      part("sign " + change.kinds[0], signOf(change.kinds), true),
      part("verb", change.verb),
      part("name", change.name),
      part("id", change.id === change.name ? "" : change.id),
      part("where", change.text),
    );
    for (const edit of change.edits) button.append(editPart(edit));
    button.addEventListener("click", () => this.onChoose(change.key));
    item.append(button);
    return item;
  }
}

// Returns an element that shows the old and the new text of a field of a cell.
function editPart({ name, from, to }) {
  const element = part("edit", "");
  const [old, now] = [document.createElement("del"), document.createElement("ins")];
  old.textContent = from;
  now.textContent = to;
  element.append(part("field", `${name} `));
  if (from !== "") element.append(old, " → ");
  element.append(to === "" ? "nothing" : now);
  return element;
}
