// Arguments with code of the caller's, which edits or disposes what it is passed to, and values that only look like
// what they are not.
import assert from "node:assert";
import test from "node:test";
import {
  DataSource,
  difference,
  DiffableError,
  memorySize,
  SectionSnapshot,
  Snapshot,
} from "../../build/web/diffable.js";

// Asserts that a call throws a DiffableError with a message that begins like this.
function refuses(call, message) {
  assert.throws(
    call,
    (error) => error instanceof DiffableError && String(error).startsWith(`DiffableError: ${message}`),
    message,
  );
}

const list = (...items) => new Snapshot([{ id: "s", items }]);
// An object whose field runs code when it is read.
const acting = (field, act, value, more) =>
  Object.defineProperty({ ...more }, field, {
    enumerable: true,
    get() {
      act();
      return value;
    },
  });

test("an argument may dispose the snapshot that it is passed to", () => {
  for (const call of [
    (snapshot, id) => snapshot.containsItem(id),
    (snapshot, id) => snapshot.indexOfItem(id),
    (snapshot, id) => snapshot.appendItems(id),
    (snapshot, id) => snapshot.numberOfItems(id),
    (snapshot, id) => snapshot.itemIdentifiers(id),
    (snapshot, id) => snapshot.deleteItems(id),
  ]) {
    const snapshot = list(1);
    refuses(
      () =>
        call(
          snapshot,
          acting("id", () => snapshot.dispose(), 1),
        ),
      "INVALID_ARGUMENT: ",
    );
  }
  const snapshot = list(1);
  refuses(
    () => snapshot.itemAt(acting("section", () => snapshot.dispose(), 0, { item: 0 })),
    "INVALID_ARGUMENT: itemAt: the Snapshot was disposed",
  );
  const other = list(1);
  const items = [acting("title", () => other.dispose(), "x", { id: 2 })];
  refuses(
    () => other.appendSections({ id: "t", items }),
    "INVALID_ARGUMENT: appendSections: the Snapshot was disposed",
  );
});

test("an argument may dispose the tree that it is passed to", () => {
  for (const call of [
    (tree, id) => tree.containsItem(id),
    (tree, id) => tree.indexOfItem(id),
    (tree, id) => tree.appendItems(id),
    (tree, id) => tree.appendItems({ id: "p", children: [id] }),
  ]) {
    const tree = new SectionSnapshot([1]);
    refuses(
      () =>
        call(
          tree,
          acting("id", () => tree.dispose(), 2),
        ),
      "INVALID_ARGUMENT: ",
    );
  }
});

test("an argument may dispose the data source that it is passed to", () => {
  for (const call of [
    (source, path) => source.itemAt(path),
    (source, path) => source.cellAt(path),
    (source, path) => source.reorderItem(path, path),
    (source, path) => source.apply(list(1), path),
  ]) {
    const source = new DataSource();
    const dispose = () => source.dispose();
    const argument = call.toString().includes("apply")
      ? acting("caption", dispose, "x")
      : acting("section", dispose, 0, { item: 0 });
    refuses(() => call(source, argument), "INVALID_ARGUMENT: ");
  }
  const source = new DataSource();
  const snapshot = list(1);
  refuses(
    () =>
      source.apply(
        snapshot,
        acting("caption", () => snapshot.dispose(), "x"),
      ),
    "INVALID_ARGUMENT: apply: the Snapshot was disposed",
  );
});

test("options of an apply may edit the snapshot", () => {
  const source = new DataSource();
  const snapshot = list(1);
  source.apply(
    snapshot,
    acting("caption", () => snapshot.appendItems({ id: 2, title: "late" }), "x"),
  );
  assert.strictEqual(source.item(2).title, "late");
});

test("a section that has another identifier each time is read once", () => {
  const snapshot = new Snapshot([{ id: "a", items: [1, 2, 3] }, "b"]);
  const names = ["a", "b"];
  assert.deepStrictEqual(
    snapshot.itemIdentifiers({
      get id() {
        return names.shift();
      },
    }),
    [1, 2, 3],
  );
});

test("an index path whose fields make the engine's memory grow is that path", () => {
  const snapshot = list(1, 2);
  const before = memorySize();
  const path = acting(
    "section",
    () =>
      list(
        ..."x"
          .repeat(1000)
          .split("")
          .map((_, index) => `${index}`.repeat(2000)),
      ),
    0,
    { item: 1 },
  );
  assert.strictEqual(snapshot.itemAt(path), 2);
  assert(memorySize() > before);
});

test("texts that need more memory than there is are refused", () => {
  const snapshot = list(1);
  const long = "x".repeat(2 ** 28);
  refuses(
    () => snapshot.appendItems(Array(16).fill(long)),
    "LIMIT_EXCEEDED: appendItems: the engine has no memory left",
  );
  assert.deepStrictEqual(snapshot.itemIdentifiers(), [1]);
});

test("a getter of content may dispose the difference that reads it", () => {
  let found;
  const items = Array.from({ length: 600 }, (_, id) => ({
    id,
    get title() {
      found?.dispose();
      return "x";
    },
  }));
  found = difference(list(), list(...items));
  assert.deepStrictEqual(
    found.insertedItems.map(({ id }) => id),
    items.map(({ id }) => id),
  );
});

test("proxies and objects with the prototype of a class are not of the class", () => {
  const source = new DataSource();
  for (const fake of [new Proxy(list(1), {}), Object.create(Snapshot.prototype)]) {
    refuses(() => source.apply(fake), "INVALID_ARGUMENT: apply: argument 1: Snapshot expected");
    refuses(() => difference(list(1), fake), "INVALID_ARGUMENT: difference: argument 2: Snapshot expected");
    assert(!list(1).equals(fake));
  }
  for (const fake of [new Proxy(new SectionSnapshot(), {}), Object.create(SectionSnapshot.prototype)]) {
    refuses(
      () => source.applySection(fake, "s"),
      "INVALID_ARGUMENT: applySection: argument 1: SectionSnapshot expected",
    );
    refuses(
      () => new SectionSnapshot([1]).replaceChildren(1, fake),
      "INVALID_ARGUMENT: replaceChildren: argument 2: SectionSnapshot expected",
    );
  }
});

test("a list that changes while it is read is the list that was passed", () => {
  const tree = new SectionSnapshot();
  const items = [
    {
      id: 1,
      get children() {
        items.length = 0;
        return [3];
      },
    },
    { id: 2, children: [4] },
  ];
  tree.appendItems(items);
  assert.deepStrictEqual(tree.allItemIdentifiers(), [1, 3, 2, 4]);
  const snapshot = list();
  const entries = [1, 2];
  for (const name of ["map", "filter", "push"]) Object.defineProperty(entries, name, { value: 5 });
  snapshot.appendItems(entries);
  assert.deepStrictEqual(snapshot.itemIdentifiers(), [1, 2]);
  refuses(
    () => snapshot.appendItems({ id: 3, [Symbol.iterator]: 5, title: Symbol("x"), "": { id: 4 } }.nothing),
    "INVALID_ARGUMENT: appendItems: argument 1: a list expected",
  );
  snapshot.appendItems({ id: 3, [Symbol.iterator]: 5 });
  assert(snapshot.containsItem(3));
});

test("content that only looks like a date, and content that is read once", () => {
  const snapshot = list({ id: 1, day: Object.create(Date.prototype) }, { id: 2, day: new Proxy(new Date(5), {}) });
  assert.strictEqual(snapshot.numberOfItems(), 2);
  let count = 0;
  const other = {
    id: 3,
    get more() {
      return (count += 1) === 1 ? 1 : other;
    },
  };
  snapshot.appendItems(other);
  assert.strictEqual(count, 1);
  assert.deepStrictEqual(snapshot.item(3), { id: 3, more: 1 });
});
