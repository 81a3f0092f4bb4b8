// A list that a worker computes and a page shows: as documents of a publisher, as patches, and as steps.
import assert from "node:assert";
import { once } from "node:events";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { DataSource, Follower, Snapshot } from "../../build/web/diffable.js";

const address = JSON.stringify(new URL("../../build/web/diffable.js", import.meta.url));
const worker = (code) =>
  new Worker(
    new URL(
      `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from "node:worker_threads";
  import { DataSource, difference, Publisher, Snapshot } from ${address};
  ${code}
`)}`,
    ),
  );

test("a page follows the list of a worker", async () => {
  const thread = worker(`
    const rows = new DataSource();
    const publisher = new Publisher(rows);
    let version = publisher.version();
    rows.onApply(() => {
      const message = publisher.message(version);
      version = publisher.version();
      if (message) parentPort.postMessage(message, [message.buffer]);
    });
    parentPort.on("message", (count) => rows.setItems(Array.from({ length: count }, (_, id) => ({ id, title: "Row " + id * count }))));
  `);
  const shown = new DataSource();
  const follower = new Follower(shown);
  for (const [count, text] of [
    [3, "1 section inserted; 3 items inserted"],
    [1000, "997 items inserted, 2 reconfigured"],
    [2, "998 items deleted, 1 reconfigured"],
  ]) {
    thread.postMessage(count);
    const [message] = await once(thread, "message");
    assert.strictEqual(String(follower.receive(message)), text);
  }
  assert.deepStrictEqual(
    [...shown.snapshot()],
    [
      { id: 0, title: "Row 0" },
      { id: 1, title: "Row 2" },
    ],
  );
  await thread.terminate();
});

test("a worker computes a difference that a page applies", async () => {
  const thread = worker(`
    parentPort.on("message", ([old, fresh]) => {
      const changes = difference(Snapshot.decode(old), Snapshot.decode(fresh));
      parentPort.postMessage({ patch: changes.encode(), steps: changes.steps() });
    });
  `);
  const of = (...items) => Snapshot.of(items.map((id) => ({ id, title: `Row ${id}` })));
  const [old, fresh] = [of(1, 2, 3, 4, 5), of(5, 2, 6, 3)];
  thread.postMessage([old.encode(), fresh.encode()]);
  const [{ patch, steps }] = await once(thread, "message");
  // The patch has the contents.
  const source = new DataSource();
  source.apply(old);
  source.update((draft) => draft.applyPatch(patch));
  assert(source.snapshot().equals(fresh));
  // The steps have identifiers and places, for a page that has contents of its own.
  const rows = old.itemIdentifiers();
  for (const { kind, count, from, to, ids } of steps) {
    if (kind !== "insertItems") rows.splice(from.item, count);
    if (kind !== "deleteItems") rows.splice(to.item, 0, ...ids);
  }
  assert.deepStrictEqual(rows, fresh.itemIdentifiers());
  await thread.terminate();
});
