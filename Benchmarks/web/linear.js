// Times hostile input of a size in a page. `measure(name, size)` returns milliseconds with layout; `cases` has the
// names and smallest sizes.
import {
  DataSource,
  ListView,
  SectionSnapshot,
  Snapshot,
  difference as findDifference,
} from "../../build/web/diffable.js";

const place = document.getElementById("place");
const numbers = (size) => Array.from({ length: size }, (_, index) => index + 1);
const list = (items) => new Snapshot([{ id: "all", items }]);

// A list view on the page. `show` applies a list and lays the page out.
function newView(options = {}) {
  const element = document.createElement("div");
  element.style.cssText = "height: 300px; overflow: auto";
  place.replaceChildren(element);
  const view = new ListView(element, { cell: (item) => item.title ?? String(item.id), ...options });
  const source = new DataSource({ view });
  const show = (items) => {
    const snapshot = list(items);
    source.apply(snapshot, { animatingDifferences: false }).dispose();
    snapshot.dispose();
    element.scrollHeight;
  };
  return { source, show, element };
}

// A row with a text as its title, which then has twice the text.
const text = (piece) => (size) => {
  const title = piece.repeat(size);
  const { source, show } = newView();
  return {
    run() {
      show([
        { id: 1, title },
        { id: title, title },
      ]);
      show([
        { id: title, title },
        { id: 1, title: title + title },
      ]);
    },
    end: () => source.dispose(),
  };
};

// Lists that a list view shows one after the other.
const lists =
  (...makers) =>
  (size) => {
    const made = makers.map((maker) => maker(size));
    const { source, show } = newView();
    return { run: () => made.forEach(show), end: () => source.dispose() };
  };

// A difference of two lists of identifiers.
const difference = (make) => (size) => {
  const [one, other] = make(size);
  return {
    run() {
      const [old, next] = [list(one), list(other)];
      const found = findDifference(old, next);
      for (const each of [found, next, old]) each.dispose();
    },
  };
};

const items = (size) => numbers(size).map((id) => ({ id, title: `Row ${id}` }));

const definitions = {
  escapes: [2000, text("\u001b[2J\0")],
  markup: [2000, text("<b onclick=alert()>")],
  bidi: [2000, text("\u202e\u2066")],
  combining_marks: [2000, text("\u0301")],
  joined_pictures: [2000, text("\u{1f468}\u200d")],
  common_prefixes: [
    4000,
    difference((size) => {
      const names = numbers(size).map((number) => "p".repeat(1024) + number);
      return [names, names.toReversed()];
    }),
  ],
  reversed_rows: [10000, lists(items, (size) => items(size).reverse())],
  every_other_row: [10000, lists(items, (size) => items(size).filter(({ id }) => id % 2))],
  content_of_all: [10000, lists(items, (size) => items(size).map(({ id }) => ({ id, title: `${id}` })))],
  duplicates: [
    20000,
    (size) => {
      const snapshot = list(numbers(size));
      return {
        run() {
          let failed = false;
          try {
            snapshot.appendItems(numbers(size));
          } catch {
            failed = true;
          }
          if (!failed) throw new Error("no error");
        },
        end: () => snapshot.dispose(),
      };
    },
  ],
  deep_tree: [
    4000,
    (size) => {
      const { source, show } = newView({ role: "tree" });
      return {
        run() {
          show([]);
          const tree = new SectionSnapshot();
          tree.appendItems([{ id: 0 }]);
          for (let id = 1; id < size; id += 1) tree.appendItems([{ id }], { parent: id - 1 });
          tree.expand(numbers(size - 1));
          source.applySection(tree, "all", { animatingDifferences: false }).dispose();
          place.scrollHeight;
          tree.dispose();
        },
        end: () => source.dispose(),
      };
    },
  ],
  shared_content: [
    40,
    lists((size) => {
      let inner = {};
      for (let level = 0; level < 10; level += 1) inner = { one: inner, other: inner };
      return numbers(size).map((id) => ({ id, inner }));
    }),
  ],
};

globalThis.cases = Object.entries(definitions).map(([name, [size]]) => ({ name, size }));

globalThis.measure = async (name, size) => {
  const [, prepare] = definitions[name];
  let best = Infinity;
  for (let round = 0; round < 9; round += 1) {
    const { run, end } = prepare(size);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
    end?.();
  }
  return best;
};
