// What the engine costs in a page, beside a keyed reconciler. Prints a table in microseconds, the medians of many runs.
//
//   node Benchmarks/web/run.mjs [rows ...]
import { DataSource, difference } from "../../build/web/diffable.js";
import { reconcile } from "./keyed.mjs";

let seed = 1;
const random = (most) => (seed = (seed * 48271) % 0x7fffffff) % most;

const rowsOf = (count) =>
  Array.from({ length: count }, (_, index) => ({
    id: `row-${index}`,
    title: `Row number ${index}`,
    price: index % 97,
  }));
// Pages describe their lists anew: each row is another object.
const described = (rows) => rows.map((row) => ({ ...row }));

const cases = {
  "nothing changes": (rows) => described(rows),
  "one row has other content": (rows) =>
    described(rows).map((row, index) => (index === rows.length >> 1 ? { ...row, price: -1 } : row)),
  "one row is inserted": (rows) =>
    described(rows).toSpliced?.(rows.length >> 1, 0, { id: "new", title: "New", price: 0 }),
  "one row moves": (rows) => {
    const list = described(rows);
    list.push(...list.splice(1, 1));
    return list;
  },
  "a tenth of the rows move": (rows) => {
    const list = described(rows);
    for (let turn = 0; turn < rows.length / 20; turn += 1) {
      const [one, other] = [random(rows.length), random(rows.length)];
      [list[one], list[other]] = [list[other], list[one]];
    }
    return list;
  },
  shuffled: (rows) => {
    const list = described(rows);
    for (let index = list.length - 1; index > 0; index -= 1) {
      const other = random(index + 1);
      [list[index], list[other]] = [list[other], list[index]];
    }
    return list;
  },
};

const isSame = (one, other) => one.title === other.title && one.price === other.price;

// The median of so many runs, in microseconds. `prepare` is not measured.
function median(runs, prepare, run, end) {
  const times = [];
  for (let turn = 0; turn < runs + 3; turn += 1) {
    const prepared = prepare();
    const start = process.hrtime.bigint();
    const result = run(prepared);
    if (turn > 2) times.push(Number(process.hrtime.bigint() - start) / 1000);
    end?.(prepared, result);
  }
  return times.sort((left, right) => left - right)[times.length >> 1];
}

// A data source with the rows, and with content or with identifiers alone.
function sourceOf(rows) {
  const source = new DataSource();
  const snapshot = source.newSnapshot();
  snapshot.appendSections([{ id: "s", items: rows }]);
  source.apply(snapshot);
  return source;
}

function describe(source, items) {
  const snapshot = source.newSnapshot();
  snapshot.appendSections("s");
  snapshot.appendItems(items, "s");
  return snapshot;
}

const free = (...objects) => objects.forEach((object) => object?.dispose?.());

for (const count of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 100, 1000, 10000]) {
  const runs = Math.max(15, Math.min(400, (200000 / count) | 0));
  const rows = rowsOf(count);
  console.log(
    `\n${count.toLocaleString("en")} rows | keyed | describe and apply | identifiers alone | edit and apply | difference, steps`,
  );
  for (const [name, change] of Object.entries(cases)) {
    const fresh = change(rows) ?? [
      ...described(rows.slice(0, count >> 1)),
      { id: "new", title: "New", price: 0 },
      ...described(rows.slice(count >> 1)),
    ];
    const times = [
      median(
        runs,
        () => 0,
        () => reconcile(rows, fresh, isSame),
      ),
    ];
    // The list goes back after each run.
    for (const [old, next] of [
      [rows, fresh],
      [rows.map((row) => row.id), fresh.map((row) => row.id)],
    ]) {
      const source = sourceOf(old);
      const base = source.snapshot();
      times.push(
        median(
          runs,
          () => 0,
          () => {
            const snapshot = describe(source, next);
            const transaction = source.apply(snapshot);
            transaction.difference.steps();
            return [snapshot, transaction];
          },
          (_, results) => free(...results, source.apply(base)),
        ),
      );
      free(base, source);
    }
    const source = sourceOf(rows);
    const base = source.snapshot();
    const edits = {
      "one row has other content": (snapshot) => snapshot.updateItems([{ ...rows[count >> 1], price: -1 }]),
      "one row is inserted": (snapshot) =>
        snapshot.insertItemsBefore([{ id: "new", title: "New", price: 0 }], rows[count >> 1].id),
      "one row moves": (snapshot) => snapshot.moveItemAfter(rows[1].id, rows.at(-1).id),
    };
    const edit = edits[name];
    times.push(
      edit
        && median(
          runs,
          () => 0,
          () => {
            const snapshot = source.snapshot();
            edit(snapshot);
            const transaction = source.apply(snapshot);
            transaction.difference.steps();
            return [snapshot, transaction];
          },
          (_, results) => free(...results, source.apply(base)),
        ),
    );
    const next = describe(source, fresh);
    times.push(
      median(
        runs,
        () => 0,
        () => {
          const found = difference(base, next);
          found.steps();
          return found;
        },
        (_, found) => free(found),
      ),
    );
    free(next, base, source);
    console.log(
      [
        name,
        ...times.map((time) => (time === undefined ? "" : time < 10 ? time.toFixed(1) : String(Math.round(time)))),
      ].join(" | "),
    );
  }
}
