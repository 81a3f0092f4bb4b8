// Times updates of lists in a page: a keyed reconciler beside the list view, in the same run. `measure()` returns the
// results.
import { DataSource, ListView, Snapshot } from "../../build/web/diffable.js";
import { KeyedList } from "./keyed_list.js";

const place = document.getElementById("place");
const sizes = [10, 100, 1000, 10000];

let seed = 1;
const random = (limit) => (seed = (seed * 1103515245 + 12345) % 2147483648) % limit;

// Two changes. A small one: a row is inserted, one deleted, one moved, one updated. A large one: all rows are in
// another order.
function changed(items, next, kind) {
  const list = items.slice();
  if (kind === "order") {
    for (let index = list.length - 1; index > 0; index -= 1) {
      const other = random(index + 1);
      [list[index], list[other]] = [list[other], list[index]];
    }
    return { list };
  }
  const [deleted] = list.splice(random(list.length), 1);
  const inserted = { id: next, title: `Row ${next}` };
  const before = random(list.length);
  const anchor = list[before].id;
  list.splice(before, 0, inserted);
  const from = random(list.length);
  const [moved] = list.splice(from, 1);
  const to = random(list.length);
  const target = list[to].id;
  list.splice(to, 0, moved);
  const index = random(list.length);
  const updated = { ...list[index], title: `${list[index].title}.` };
  list[index] = updated;
  return { list, edit: { deleted, inserted, anchor, moved, target, updated } };
}

function make(item) {
  const row = document.createElement("div");
  row.className = "row";
  row.textContent = item.title;
  return row;
}

function cell(item, identifier, row) {
  if (!row) return make(item);
  row.textContent = item.title;
  return row;
}

// Each of them shows a list; `edit` says how it differs from the one before.
const shows = {
  keyed(element) {
    const list = new KeyedList(element, { make, update: (row, item) => (row.textContent = item.title) });
    return { show: ({ list: items }) => list.show(items) };
  },
  view: (element) => shows.source(element, {}, false),
  edits: (element) => shows.source(element, {}, true),
  whole: (element) => shows.source(element, { overscan: Infinity }, true),
  source(element, options, isEdited) {
    const view = new ListView(element, { cell, ...options });
    let inView = 0;
    for (const name of ["prepare", "commit"]) {
      const own = view[name];
      view[name] = (...values) => {
        const start = performance.now();
        own.apply(view, values);
        inView += performance.now() - start;
      };
    }
    const source = new DataSource({ view });
    const show = ({ list, edit }) => {
      inView = 0;
      const snapshot = edit && isEdited ? source.snapshot() : new Snapshot([{ id: "all", items: list }]);
      if (edit && isEdited) {
        snapshot.deleteItems([edit.deleted.id]);
        snapshot.insertItemsBefore([edit.inserted], edit.anchor);
        if (edit.moved.id !== edit.target) snapshot.moveItemBefore(edit.moved.id, edit.target);
        snapshot.updateItems([edit.updated]);
      }
      source.apply(snapshot, { animatingDifferences: false }).dispose();
      snapshot.dispose();
      return inView;
    };
    return { show, end: () => source.dispose() };
  },
};

const median = (times) => times.sort((one, other) => one - other)[times.length >> 1];

// Returns [{ rows, kind, way, time, inView, elements }], times in milliseconds with layout.
globalThis.measure = async (rounds = 21) => {
  const results = [];
  for (const rows of sizes) {
    for (const kind of ["small", "order"]) {
      const ways = kind === "small" ? ["keyed", "view", "edits", "whole"] : ["keyed", "view", "whole"];
      for (const way of ways) {
        seed = rows;
        const element = document.createElement("div");
        place.replaceChildren(element);
        const { show, end } = shows[way](element);
        let items = Array.from({ length: rows }, (_, id) => ({ id, title: `Row ${id}` }));
        show({ list: items });
        const [times, inView] = [[], []];
        for (let round = 0; round < rounds + 10; round += 1) {
          const change = changed(items, rows + round, kind);
          element.scrollHeight;
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          const start = performance.now();
          const own = show(change);
          element.scrollHeight;
          if (round >= 10) times.push(performance.now() - start) && inView.push(own ?? 0);
          items = change.list;
        }
        results.push({
          rows,
          kind,
          way,
          time: median(times),
          inView: median(inView),
          elements: element.querySelectorAll(".row").length,
        });
        end?.();
      }
    }
  }
  return results;
};
