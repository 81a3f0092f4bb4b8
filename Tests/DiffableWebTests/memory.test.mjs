// That what is disposed, and what JavaScript collects, leaves no memory behind. Needs node's option --expose-gc.
import assert from "node:assert";
import test from "node:test";
import { DataSource, memorySize, SectionSnapshot, Snapshot } from "../../build/web/diffable.js";

const applies = 10000;

// A list of 30 rows, of which some are new, each time with other content.
function describe(source, round) {
  const snapshot = source.newSnapshot();
  const items = Array.from({ length: 30 }, (_, index) => ({
    id: `row ${(index * 7 + round) % 40} ${index % 5 ? "" : round}`,
    title: `title ${round}`,
  }));
  snapshot.appendSections([{ id: "s", items }]);
  return snapshot;
}

const collect = async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

test("memory is flat over 10,000 applies, with what is disposed", async () => {
  const source = new DataSource({
    view: {
      prepare({ transaction }) {
        transaction.difference.steps();
      },
      commit() {},
    },
  });
  const round = (number) => {
    const snapshot = describe(source, number);
    source.apply(snapshot).dispose();
    snapshot.dispose();
  };
  for (let number = 0; number < 1000; number += 1) round(number);
  await collect();
  const before = [memorySize(), process.memoryUsage().heapUsed];
  for (let number = 1000; number < applies; number += 1) {
    round(number);
    if (number % 500 === 0) await collect();
  }
  await collect();
  const after = [memorySize(), process.memoryUsage().heapUsed];
  assert.strictEqual(after[0], before[0]);
  assert(after[1] < before[1] + 1e6, `${before[1]} bytes of JavaScript became ${after[1]}`);
});

test("memory is flat over 10,000 applies, with nothing disposed", async () => {
  const source = new DataSource({ cell: (item) => item.title });
  source.onApply(({ difference }) => void difference.insertedItems);
  let half;
  for (let number = 0; number < applies; number += 1) {
    source.apply(describe(source, number), { completion: () => {} });
    if (number % 100 === 0) {
      await collect();
      if (number === applies / 2) half = memorySize();
    }
  }
  assert.strictEqual(memorySize(), half);
});

test("objects that nothing refers to are freed, data sources with their callbacks among them", async () => {
  const make = () => {
    for (let number = 0; number < 200; number += 1) {
      const source = new DataSource({ cell: () => String(source), cells: { a: () => String(source) } });
      source.onApply(() => void source);
      source.view = { commit: () => void source };
      source.apply(new Snapshot([{ id: "s", items: [{ id: 1, kind: "a" }] }]));
      source.applySection(new SectionSnapshot([1, 2, 3]), "t");
    }
  };
  for (let round = 0; round < 3; round += 1) {
    make();
    await collect();
  }
  const before = memorySize();
  for (let round = 0; round < 10; round += 1) {
    make();
    await collect();
  }
  assert.strictEqual(memorySize(), before);
});
