"use strict";
// What a step changed: the marks of rows, and the list of changes.

const updates = { update: "updated", reload: "reloaded", reconfigure: "reconfigured" };
const signs = { inserted: "+", deleted: "-", moved: ">", updated: "~" };

// Maps the keys of all sections and items of a list to their names and positions.
function positionsOf(list) {
  const positions = new Map();
  list.forEach((section, index) => {
    const name = section.header ? shown(section.header.text) : shown(section.id);
    positions.set(keyOf("s", section.id), { name, id: shown(section.id), text: `section ${index + 1}`, isSection: true });
    section.rows.forEach((row, item) => {
      const id = shown(row.id);
      positions.set(keyOf("r", row.id), { name: shown(row.cell.text) || id, id, row: item + 1, section: name });
    });
  });
  return positions;
}

// Returns the changes of a step as [{ key, kinds, verb, name, id, text }]: first the deletions, then the others from top to
// bottom. A reload has no changes, because nothing is known about what changed.
function changesOf(recording, step) {
  const apply = recording.applies[step - 1];
  if (apply.isReload) return [];
  const before = positionsOf(recording.state(step - 1)[apply.list]);
  const after = positionsOf(recording.state(step)[apply.list]);
  const [moved, updated] = [new Set(), new Map()];
  for (const { event, id } of recording.events(apply)) {
    const [verb, element] = event.split("_");
    const key = keyOf(element === "section" ? "s" : "r", id);
    if (verb === "move") moved.add(key);
    if (verb in updates) updated.set(key, updates[verb]);
  }
  const textOf = (position) => position.isSection ? position.text : `row ${position.row} of ${position.section}`;
  const changes = [];
  for (const [key, old] of before) {
    if (!after.has(key)) changes.push({ key, kinds: ["deleted"], verb: "deleted", name: old.name, id: old.id, text: `was ${textOf(old)}` });
  }
  for (const [key, now] of after) {
    const old = before.get(key);
    const kinds = [!old && "inserted", moved.has(key) && "moved", updated.has(key) && "updated"].filter(Boolean);
    if (kinds.length === 0) continue;
    const verbs = kinds.map((kind) => kind === "updated" ? updated.get(key) : kind);
    const text = moved.has(key) && old ? `from ${textOf(old)} to ${textOf(now)}` : textOf(now);
    changes.push({ key, kinds, verb: verbs.join(", "), name: now.name, id: now.id, text });
  }
  return changes;
}

function signOf(kinds) {
  return kinds.map((kind) => signs[kind]).join("");
}

// The list of changes beside the lists. A button shows 200 more at a time.
class ChangesView {
  constructor(element, more, onChoose) {
    Object.assign(this, { element, more, onChoose, changes: [], limit: 0 });
    more.addEventListener("click", () => this.showMore());
  }

  show(changes, note) {
    this.changes = changes;
    this.limit = 0;
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
    const next = this.changes.slice(this.limit, this.limit + 200);
    this.element.append(...next.map((change) => this.item(change)));
    this.limit += next.length;
    const rest = this.changes.length - this.limit;
    this.more.hidden = rest === 0;
    this.more.textContent = `${rest.toLocaleString("en")} more`;
  }

  item(change) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "change";
    button.append(
      part("sign " + change.kinds[0], signOf(change.kinds), true), part("verb", change.verb),
      part("name", change.name), part("id", change.id === change.name ? "" : change.id), part("where", change.text));
    button.addEventListener("click", () => this.onChoose(change.key));
    item.append(button);
    return item;
  }
}
