import { DataSource, History, ListView, Snapshot } from "../../build/web/diffable.js";

// A list of rows with a text and a field to write in. `start` makes another one, with options for the view.
const test = { made: 0, isBroken: () => false, History };
const element = document.getElementById("list");

function cell(item, identifier, row) {
  if (test.isBroken(identifier)) throw new Error(`no cell for ${identifier}`);
  if (!row) {
    test.made += 1;
    row = document.createElement("div");
    row.className = "row";
    row.append(document.createElement("span"), document.createElement("input"));
    row.id = `row-${identifier}`;
  }
  row.firstElementChild.textContent = item.title ?? `Row ${identifier}`;
  row.classList.toggle("tall", Boolean(item.isTall));
  return row;
}

test.start = (options = {}, sourceOptions = {}) => {
  element.replaceChildren();
  test.source?.dispose();
  test.view = new ListView(element, { cell, ...options });
  test.source = new DataSource({ view: test.view, ...sourceOptions });
};

// Applies lists of identifiers and items by section: { fruit: [1, 2, { id: 3, title: "three" }] }.
test.apply = (lists, options = { animatingDifferences: false }) => {
  const snapshot = new Snapshot(Object.entries(lists).map(([id, items]) => ({ id, items })));
  test.source.apply(snapshot, options)?.dispose();
  snapshot.dispose();
};

// Numbers from one to before another.
test.range = (from, to) => Array.from({ length: to - from }, (_, index) => from + index);

// What the list shows, from top to bottom.
test.shown = () =>
  [...test.view.rows.container.children]
    .filter((one) => !one.classList.contains("leaving"))
    .map((one) => one.querySelector("span")?.textContent ?? one.textContent);
// Where the user sees the rows, by their identifiers, and how opaque.
test.places = () =>
  Object.fromEntries(
    Array.from(test.view.rows.container.children, (one) => {
      const { left, top } = one.getBoundingClientRect();
      return [
        one.id.replace("row-", ""),
        [Math.round(left), Math.round(top), Math.round(100 * getComputedStyle(one).opacity)],
      ];
    }),
  );
globalThis.test = test;
