// A data source without the engine: it tells its view the steps from one list to another, one element at a time, with more moves than needed.

export class PlainSource {
  constructor(view) {
    this.sections = [];
    this.view = view;
    view.attach(this);
  }

  snapshot() {
    return new PlainSnapshot(this.sections);
  }

  apply(sections, { animation = "none", fails = false } = {}) {
    const transaction = {
      initialSnapshot: new PlainSnapshot(this.sections),
      finalSnapshot: new PlainSnapshot(sections),
      difference: { steps: () => stepsBetween(this.sections, sections) },
      animation,
      usesReloadData: false,
    };
    this.view.prepare({ transaction, source: this });
    if (fails) return this.view.cancel(transaction);
    this.sections = sections;
    this.view.commit(transaction);
  }
}

// Sections are { id, items: [{ id, ... }] }.
class PlainSnapshot {
  constructor(sections) {
    this.sections = sections;
    this.items = new Map(sections.flatMap(({ items }) => items.map((item) => [item.id, item])));
  }

  sectionIdentifiers() { return this.sections.map(({ id }) => id); }
  itemIdentifiers(section) { return this.section(section).items.map(({ id }) => id); }
  section(id) { return this.sections.find((section) => section.id === id); }
  item(id) { return this.items.get(id); }
}

function stepsBetween(before, after) {
  const steps = [];
  const list = before.map(({ id, items }) => ({ id, items: items.map((item) => item.id) }));
  const [wanted, sections] = [new Set(after.flatMap(({ items }) => items.map(({ id }) => id))), new Set(after.map(({ id }) => id))];
  const olds = new PlainSnapshot(before);
  const reversed = (array) => array.map((each, index) => [each, index]).reverse();
  for (const [{ id, items }, section] of reversed(list)) {
    for (const [item, index] of reversed(items)) {
      if (wanted.has(item)) continue;
      items.splice(index, 1);
      steps.push({ kind: "deleteItems", count: 1, from: { section, item: index }, ids: [item] });
    }
    // Items leave a section that goes before it does. They are put into the first section that stays, or else inserted again.
    if (!sections.has(id) && items.length === 0) {
      list.splice(section, 1);
      steps.push({ kind: "deleteSections", count: 1, from: section, ids: [id] });
    }
  }
  const at = (id) => list.findIndex((section) => section.id === id);
  after.forEach(({ id }, to) => {
    const from = at(id);
    if (from === to) return;
    const section = from < 0 ? { id, items: [] } : list.splice(from, 1)[0];
    list.splice(to, 0, section);
    steps.push(from < 0 ? { kind: "insertSections", count: 1, to, final: to, ids: [id] } : { kind: "moveSections", count: 1, from, to, final: to, ids: [id] });
  });
  after.forEach(({ items }, section) => items.forEach(({ id }, item) => {
    if (list[section].items[item] === id) return;
    const to = { section, item };
    const old = list.findIndex((each) => each.items.includes(id));
    if (old < 0) {
      steps.push({ kind: "insertItems", count: 1, to, final: to, ids: [id] });
    } else {
      const from = { section: old, item: list[old].items.indexOf(id) };
      list[old].items.splice(from.item, 1);
      steps.push({ kind: "moveItems", count: 1, from, to, final: to, ids: [id] });
    }
    list[section].items.splice(item, 0, id);
  }));
  for (let from = list.length - 1; from >= after.length; from -= 1) steps.push({ kind: "deleteSections", count: 1, from, ids: [list[from].id] });
  after.forEach(({ id, items }, section) => {
    const old = before.find((each) => each.id === id);
    if (old && old.title !== after[section].title) steps.push({ kind: "updateSections", count: 1, final: section, ids: [id] });
    items.forEach((fresh, item) => {
      const known = olds.item(fresh.id);
      if (known && JSON.stringify(known) !== JSON.stringify(fresh)) steps.push({ kind: "reconfigureItems", count: 1, final: { section, item }, ids: [fresh.id] });
    });
  });
  return steps;
}
