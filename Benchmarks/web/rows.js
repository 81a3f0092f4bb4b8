// Times the operations of js-framework-benchmark: list views beside hand-written lists, in turns. `measure()` returns
// the medians.
import { DataSource, ListView } from "../../build/web/diffable.js";
import { KeyedList, WindowedKeyedList } from "./keyed_list.js";

const place = document.getElementById("place");
const words = [
  "pretty",
  "large",
  "big",
  "small",
  "tall",
  "short",
  "long",
  "handsome",
  "plain",
  "quaint",
  "clean",
  "elegant",
  "easy",
  "angry",
  "crazy",
];
let [seed, lastId] = [1, 0];
const random = (limit) => (seed = (seed * 1103515245 + 12345) % 2147483648) % limit;
const rowsOf = (count) =>
  Array.from({ length: count }, () => ({
    id: (lastId += 1),
    title: `${words[random(words.length)]} ${words[random(words.length)]}`,
  }));

const template = document.createElement("div");
template.className = "row";
template.innerHTML = '<span></span><a href="#"></a><button>remove</button>';

function update(row, { title, isSelected = false }) {
  row.children[1].textContent = title;
  row.classList.toggle("selected", isSelected);
}

function make(item) {
  const row = template.cloneNode(true);
  row.firstChild.textContent = item.id;
  update(row, item);
  return row;
}

const isSame = (one, other) => one.title === other.title && one.isSelected === other.isSelected;
const makers = { make, update, isSame };

// Each operation: how many rows there are before it, the list after it, and how to edit a snapshot to the same list.
const swapped = (rows) => [rows[0], rows[998], ...rows.slice(2, 998), rows[1], rows[999]];
const operations = {
  "create 1,000 rows": { before: 0, change: () => rowsOf(1000) },
  "replace 1,000 rows": { before: 1000, change: () => rowsOf(1000) },
  "update every 10th of 1,000 rows": {
    before: 1000,
    change: (rows) => rows.map((row, index) => (index % 10 === 0 ? { ...row, title: `${row.title} !!!` } : row)),
    edit: (draft, rows) => draft.updateItems(rows.filter((_, index) => index % 10 === 0)),
  },
  "select a row": {
    before: 1000,
    change: (rows) => rows.map((row, index) => (index === 5 ? { ...row, isSelected: true } : row)),
    edit: (draft, rows) => draft.updateItems(rows[5]),
  },
  "swap two rows": {
    before: 1000,
    change: swapped,
    edit: (draft, rows) => {
      draft.moveItemAfter(rows[998].id, rows[997].id);
      draft.moveItemAfter(rows[1].id, rows[0].id);
    },
  },
  "remove a row": {
    before: 1000,
    change: (rows) => rows.filter((_, index) => index !== 4),
    edit: (draft, _, old) => draft.deleteItems(old[4].id),
  },
  "create 10,000 rows": { before: 0, change: () => rowsOf(10000) },
  "append 1,000 rows to 1,000": {
    before: 1000,
    change: (rows) => [...rows, ...rowsOf(1000)],
    edit: (draft, rows) => draft.appendItems(rows.slice(1000)),
  },
  "clear 1,000 rows": { before: 1000, change: () => [], edit: (draft) => draft.deleteItems(draft.itemIdentifiers()) },
};

function viewWay(options, isEdited) {
  return (element) => {
    const view = new ListView(element, {
      cell: (item, _, row) => (row ? (update(row, item), row) : make(item)),
      ...options,
    });
    const source = new DataSource({ view });
    const how = { animatingDifferences: false };
    return {
      show: (rows, edit, old) =>
        (isEdited && edit
          ? source.update((draft) => edit(draft, rows, old), how)
          : source.setItems(rows, how)
        )?.dispose(),
      end: () => source.dispose(),
    };
  };
}

const ways = {
  keyed: (element) => new KeyedList(element, makers),
  described: viewWay({ overscan: Infinity }, false),
  edited: viewWay({ overscan: Infinity }, true),
  windowedKeyed: (element) => new WindowedKeyedList(element, 40, makers),
  windowedDescribed: viewWay({}, false),
  windowedEdited: viewWay({}, true),
};

const median = (numbers) => numbers.sort((one, other) => one - other)[numbers.length >> 1];
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

// Shows the rows before an operation in a new list, and returns the milliseconds of the operation with layout.
async function time(way, { before, change, edit }) {
  const element = document.createElement("div");
  place.replaceChildren(element);
  const list = ways[way](element);
  const old = rowsOf(before);
  list.show(old);
  // Once more, so that it is not the first change of this list.
  const rest = old.map((row) => ({ ...row }));
  list.show(rest);
  await frame();
  const rows = change(rest);
  element.scrollHeight;
  const start = performance.now();
  list.show(rows, edit, rest);
  element.scrollHeight;
  const result = performance.now() - start;
  list.end?.();
  return result;
}

globalThis.operations = Object.keys(operations);
globalThis.measure = async (name, rounds = 15) => {
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < rounds + 3; round += 1) {
    for (const way of Object.keys(ways)) {
      const result = await time(way, operations[name]);
      if (round >= 3) times[way].push(result);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([way, all]) => [way, median(all)]));
};

// 1,000 rows that come one by one, each in an apply of its own, until nothing moves. Returns milliseconds.
globalThis.burst = async (isAnimated) => {
  const element = document.createElement("div");
  place.replaceChildren(element);
  const list = viewWay({}, true)(element);
  list.show(rowsOf(50));
  await frame();
  const view = new ListView(place.appendChild(document.createElement("div")), { cell: ({ title }) => title });
  const source = new DataSource({ view });
  source.setItems(rowsOf(50));
  await frame();
  const start = performance.now();
  for (const row of rowsOf(1000))
    source.update((draft) => draft.prependItems(row), { animatingDifferences: isAnimated }).dispose();
  await frame();
  const result = performance.now() - start;
  source.dispose();
  list.end();
  return result;
};

// Lists that come and go. Nothing of them may stay.
globalThis.mount = (count) => {
  for (let turn = 0; turn < count; turn += 1) {
    const element = document.createElement("div");
    place.replaceChildren(element);
    const { show, end } = viewWay({ role: "listbox", isReorderable: true }, false)(element);
    show(rowsOf(5));
    end();
  }
  place.replaceChildren();
};
