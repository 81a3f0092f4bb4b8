import { ListView } from "../../Sources/DiffableWeb/List/list_view.js";
import { PlainSource } from "./plain_source.js";

// A list of rows with a text and a field to write in. `start` makes another one, with options for the view.
export const test = { made: 0, updated: 0, isBroken: (item) => false };
const element = document.getElementById("list");

export function row(item, identifier, row) {
  if (test.isBroken(item)) throw new Error(`no cell for ${identifier}`);
  if (!row) {
    test.made += 1;
    row = document.createElement("div");
    row.className = "row";
    row.append(document.createElement("span"), document.createElement("input"));
    row.id = `row-${identifier}`;
  } else {
    test.updated += 1;
  }
  row.firstElementChild.textContent = item.title ?? `Row ${identifier}`;
  row.classList.toggle("tall", Boolean(item.isTall));
  return row;
}

test.start = (options = {}) => {
  element.replaceChildren();
  test.view = new ListView(element, { cell: row, ...options });
  test.source = new PlainSource(test.view);
  return test;
};
test.apply = (sections, options) => test.source.apply(sections, options);
// Sections of numbers: { fruit: [1, 2, 3] }.
test.sections = (lists) => Object.entries(lists).map(([id, items]) => ({ id, title: id, items: items.map((item) => typeof item === "object" ? item : { id: item }) }));
test.applyLists = (lists, options) => test.apply(test.sections(lists), options);
// What the list shows, from top to bottom.
test.shown = () => [...test.view.rows.container.children].filter((one) => !one.classList.contains("leaving"))
  .map((one) => one.querySelector("span")?.textContent ?? one.textContent);
test.places = () => Object.fromEntries([...test.view.rows.container.children].map((one) => [one.id, Math.round(one.getBoundingClientRect().top)]));
globalThis.test = test;
