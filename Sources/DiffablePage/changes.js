"use strict";
// What a step changed, to be read: as marks of rows and as a list of sentences.

const updates = { update: "updated", reload: "reloaded", reconfigure: "reconfigured" };
const signs = { inserted: "+", deleted: "-", moved: ">", updated: "~" };

// The places of all sections and items of a list, by their keys.
function placesOf(list) {
  const places = new Map();
  list.forEach((section, index) => {
    const name = section.header ? shown(section.header.text) : shown(section.id);
    places.set(keyOf("s", section.id), { name, id: shown(section.id), text: `section ${index + 1}`, isSection: true });
    section.rows.forEach((row, item) => {
      const id = shown(row.id);
      places.set(keyOf("r", row.id), { name: shown(row.cell.text) || id, id, row: item + 1, section: name });
    });
  });
  return places;
}

// [{ key, kinds, name, id, text }], those that went first, then the others from top to bottom. A list that was loaded
// anew has none: nothing is known of what changed in it.
function changesOf(recording, step) {
  const apply = recording.applies[step - 1];
  if (apply.isReload) return [];
  const before = placesOf(recording.state(step - 1)[apply.list]);
  const after = placesOf(recording.state(step)[apply.list]);
  const [moved, updated] = [new Set(), new Map()];
  for (const { event, id } of recording.events(apply)) {
    const [verb, noun] = event.split("_");
    const key = keyOf(noun === "section" ? "s" : "r", id);
    if (verb === "move") moved.add(key);
    if (verb in updates) updated.set(key, updates[verb]);
  }
  const place = (it) => it.isSection ? it.text : `row ${it.row} of ${it.section}`;
  const changes = [];
  for (const [key, old] of before) {
    if (!after.has(key)) changes.push({ key, kinds: ["deleted"], verb: "deleted", name: old.name, id: old.id, text: `was ${place(old)}` });
  }
  for (const [key, now] of after) {
    const old = before.get(key);
    const kinds = [!old && "inserted", moved.has(key) && "moved", updated.has(key) && "updated"].filter(Boolean);
    if (kinds.length === 0) continue;
    const verbs = kinds.map((kind) => kind === "updated" ? updated.get(key) : kind);
    const text = moved.has(key) && old ? `from ${place(old)} to ${place(now)}` : place(now);
    changes.push({ key, kinds, verb: verbs.join(", "), name: now.name, id: now.id, text });
  }
  return changes;
}

function signOf(kinds) {
  return kinds.map((kind) => signs[kind]).join("");
}

// The list of changes beside the lists: a part of it where it is long, and a button for more.
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
