import assert from "node:assert";
import test from "node:test";
import { DataSource, DiffableError, SectionSnapshot, Snapshot, TextView } from "../../build/web/diffable.js";

const list = (...items) => new Snapshot([{ id: "s", items }]);

// A data source with a text view, and what that wrote.
function shown(options) {
  const written = [];
  const source = new DataSource({
    cell: (item) => item.title ?? String(item),
    view: new TextView({ write: (text) => void written.push(text) }),
    ...options,
  });
  return { source, written };
}

const codeOf = (call) => {
  try {
    call();
  } catch (error) {
    return error.code;
  }
  return undefined;
};

test("an apply returns a transaction, and shows the list", () => {
  const { source, written } = shown({ header: (section) => section.title });
  source.apply(new Snapshot([{ id: "s", title: "Fares", items: [{ id: 1, title: "Bus" }] }]));
  const next = source.newSnapshot();
  next.appendSections([
    {
      id: "s",
      title: "Fares",
      items: [
        { id: 2, title: "Ferry" },
        { id: 1, title: "Night bus" },
      ],
    },
  ]);
  const transaction = source.apply(next, { animation: "left", caption: "ferries" });
  assert.strictEqual(String(transaction), "1 item inserted, 1 reconfigured");
  assert.deepStrictEqual(
    [transaction.animation, transaction.caption, transaction.usesReloadData],
    ["left", "ferries", false],
  );
  assert.strictEqual(transaction.initialSnapshot.item(1).title, "Bus");
  assert.strictEqual(transaction.finalSnapshot.item(1).title, "Night bus");
  const [{ old, new: fresh }] = transaction.difference.reconfiguredItems;
  assert.deepStrictEqual([old.title, fresh.title], ["Bus", "Night bus"]);
  assert.deepStrictEqual(
    written.map((text) => text.split("\n")[1]),
    ["+    Bus", "+    Ferry"],
  );
  assert.strictEqual(source.render(), "   Fares\n     Ferry\n     Night bus\n");
  assert.deepStrictEqual(source.cellAt({ section: 0, item: 1 }), { text: "Night bus" });
  assert.deepStrictEqual(source.supplementaryCell("header", 0), { text: "Fares" });
  assert.strictEqual(source.supplementaryCell("badge", 0), undefined);
  assert.strictEqual(source.apply(source.snapshot(), { animatingDifferences: false }).animation, "none");
  assert.strictEqual(source.applyUsingReloadData(source.snapshot()).usesReloadData, true);
});

test("an exception of a provider undoes the apply, and is thrown as it is", () => {
  const { source, written } = shown();
  source.apply(list(1));
  const problem = { not: "even an error" };
  source.cell = () => {
    throw problem;
  };
  assert.throws(
    () => source.apply(list(1, 2)),
    (error) => error === problem,
  );
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), [1]);
  assert.strictEqual(written.length, 1);
  source.cell = () => undefined;
  assert.strictEqual(
    codeOf(() => source.apply(list(2))),
    "INVALID_CELL",
  );
  source.cell = () => ({ text: "x", height: 1e9 });
  assert.strictEqual(
    codeOf(() => source.apply(list(2))),
    "INVALID_CELL",
  );
  source.cell = undefined;
  assert.strictEqual(
    codeOf(() => source.apply(list(2))),
    "NO_PROVIDER",
  );
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), [1]);
});

test("an exception of an observer undoes nothing", () => {
  const source = new DataSource();
  const seen = [];
  const remove = source.onApply(() => {
    throw undefined;
  });
  source.onApply((transaction) => seen.push(String(transaction)));
  let threw = false;
  try {
    source.apply(list(1));
  } catch (error) {
    threw = error === undefined;
  }
  assert(threw);
  assert.deepStrictEqual(seen, ["1 section inserted; 1 item inserted"]);
  assert.strictEqual(String(source.lastTransaction()), seen[0]);
  assert(remove() && !remove());
  source.apply(list(2));
  assert.strictEqual(source.lastTransaction(), undefined);
});

test("an apply in a callback is queued", () => {
  const source = new DataSource();
  const results = [];
  source.onApply(({ finalSnapshot }) => {
    if (finalSnapshot.numberOfItems() < 3) {
      const next = finalSnapshot.copy();
      next.appendItems({ id: finalSnapshot.numberOfItems() + 1, title: "queued" });
      results.push(source.apply(next, { completion: (transaction) => results.push(String(transaction)) }));
    }
  });
  source.apply(list(1));
  assert.deepStrictEqual(results, [undefined, undefined, "1 item inserted", "1 item inserted"]);
  assert.strictEqual(source.item(3).title, "queued");
});

test("a callback that applies each time is stopped, and one that applies often is not", () => {
  const endless = new DataSource();
  endless.onApply(() => void endless.apply(endless.snapshot()));
  assert.throws(() => endless.apply(list(1)), {
    code: "APPLY_LOOP",
    message:
      /100 applies were queued, each by a callback of the one before, the last by an observer; a callback that applies each time/,
  });
  const source = new DataSource();
  let completed = 0;
  source.apply(list(1), {
    completion: () => {
      for (let count = 0; count < 5000; count += 1)
        source.apply(source.snapshot(), { completion: () => void (completed += 1) });
    },
  });
  assert.strictEqual(completed, 5000);
});

test("a view prepares, and then commits or cancels", () => {
  const calls = [];
  const view = {
    attach: (source) => calls.push(`attach ${source.snapshot().numberOfItems()}`),
    prepare({ transaction, cell, source, supplementaryCell }) {
      calls.push(
        `prepare ${source.snapshot().numberOfItems()} ${cell({ section: 0, item: 0 }).text} ${supplementaryCell("header", 0)?.text}`,
      );
      this.kinds = transaction.difference.steps().map((step) => step.kind);
    },
    commit(transaction) {
      calls.push(`commit ${this.kinds} ${transaction}`);
    },
    cancel: () => calls.push("cancel"),
    detach: () => calls.push("detach"),
  };
  const source = new DataSource({ cell: String, header: (section) => section.id, canReorderItem: () => true });
  source.apply(list(1));
  source.view = view;
  assert.strictEqual(source.view, view);
  source.apply(list(1, 2));
  source.didReorder = () => {
    throw new Error("no");
  };
  assert.throws(() => source.reorderItem({ section: 0, item: 0 }, { section: 0, item: 1 }), /^Error: no/);
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), [1, 2]);
  source.cell = () => {
    throw new Error("no cell");
  };
  assert.throws(() => source.apply(list(3)), /^Error: no cell/);
  source.view = undefined;
  assert.deepStrictEqual(calls, [
    "attach 1",
    "prepare 2 1 s",
    "commit insertItems 1 item inserted",
    "prepare 2 2 s",
    "cancel",
    "detach",
  ]);
  assert.strictEqual(
    codeOf(() => (source.view = 7)),
    "INVALID_ARGUMENT",
  );
});

test("what attach applies is queued, and the view is told of it", () => {
  const [calls, problem] = [[], new Error("no commit")];
  const view = {
    attach(source) {
      assert.strictEqual(source.view, view);
      assert.strictEqual(source.apply(list(1, 2)), undefined);
      calls.push(`attach ${source.snapshot().numberOfItems()}`);
    },
    commit({ difference }) {
      calls.push(`commit ${difference}`);
      if (calls.length > 2) throw problem;
    },
  };
  const source = new DataSource({ cell: String });
  source.apply(list(1));
  source.view = view;
  assert.deepStrictEqual(calls.splice(0), ["attach 1", "commit 1 item inserted"]);
  source.view = undefined;
  calls.push("again");
  assert.throws(
    () => (source.view = view),
    (error) => error === problem,
  );
  assert.deepStrictEqual(calls, ["again", "attach 2", "commit no changes"]);
  assert.strictEqual(source.view, view);
});

test("a view without attach is told of the rows that there were", () => {
  const told = [];
  const source = new DataSource({ cell: String });
  source.apply(list(1, 2));
  source.view = {
    commit: ({ initialSnapshot, difference }) => told.push(`${initialSnapshot.numberOfItems()}: ${difference}`),
  };
  source.apply(list(1, 2, 3));
  source.apply(list(1));
  assert.deepStrictEqual(told, ["0: 1 section inserted; 3 items inserted", "3: 2 items deleted"]);
  source.view = undefined;

  const failing = {
    attach() {
      throw new Error("no rows");
    },
    commit() {},
  };
  assert.throws(() => (source.view = failing), /^Error: no rows/);
  assert.strictEqual(source.view, undefined);
});

// A view that writes down what it is told. `fails` names the methods that throw.
function recorder(name, calls, ...fails) {
  const record = (method) => (value) => {
    calls.push(`${name} ${method}`);
    if (fails.includes(method)) throw new Error(`${name} ${method}`);
    // Each view has a transaction of its own, which it may dispose.
    if (method === "commit") value.dispose();
  };
  return Object.fromEntries(
    ["attach", "prepare", "commit", "cancel", "detach"].map((method) => [method, record(method)]),
  );
}

test("several views show one list", () => {
  const calls = [];
  const take = () => calls.splice(0).join(", ");
  const [a, b, c] = ["a", "b", "c"].map((name) => recorder(name, calls));
  const source = new DataSource({ view: [a, b] });
  assert.deepStrictEqual(source.view, [a, b]);
  source.apply(list(1));
  assert.strictEqual(take(), "a attach, b attach, a prepare, b prepare, a commit, b commit");
  // Views that stay are not attached again.
  source.view = [...source.view, c];
  source.view = [c, a];
  source.apply(list(2));
  assert.strictEqual(take(), "c attach, b detach, c prepare, a prepare, c commit, a commit");
  source.view = a;
  source.view = [];
  assert.deepStrictEqual(source.view, []);
  assert.strictEqual(take(), "c detach, a detach");
});

test("if one of several views fails, the others know", () => {
  const calls = [];
  const take = () => calls.splice(0).join(", ");
  const good = recorder("good", calls);
  const source = new DataSource({ view: [good, recorder("bad", calls, "prepare")] });
  take();
  assert.throws(() => source.apply(list(1)), /^Error: bad prepare/);
  assert.strictEqual(take(), "good prepare, bad prepare, good cancel");
  assert.strictEqual(source.snapshot().numberOfItems(), 0);
  source.view = [recorder("bad", calls, "commit"), good];
  take();
  assert.throws(() => source.apply(list(1)), /^Error: bad commit/);
  assert.strictEqual(take(), "bad prepare, good prepare, bad commit, good commit");
  assert.strictEqual(source.snapshot().numberOfItems(), 1);
  const [fresh, failing] = [recorder("fresh", calls), recorder("failing", calls, "attach")];
  assert.throws(() => (source.view = [fresh, failing]), /^Error: failing attach/);
  assert.strictEqual(take(), "fresh attach, failing attach, fresh detach");
  assert.strictEqual(source.view[1], good);
});

test("what cannot be one of several views is refused", () => {
  const source = new DataSource();
  const view = { attach() {}, commit() {} };
  for (const [views, message] of [
    [
      [view, new TextView({ write() {} })],
      "entry 1: a TextView is the only view of its data source; source.derive({ view }) makes another list with the same items",
    ],
    [
      [view, { commit() {} }],
      'entry 1: one of several views has the method "attach", which shows the list that there is',
    ],
    [[view, view], "entry 1: the view is in the array twice"],
    [[view, 5], "view expected, got 5"],
  ])
    assert.throws(() => (source.view = views), { code: "INVALID_ARGUMENT", message });
});

test("what prepare throws undoes the apply, and what commit throws does not", () => {
  const source = new DataSource({
    view: {
      prepare() {
        throw new RangeError("prepare");
      },
      commit() {},
    },
  });
  assert.throws(() => source.apply(list(1)), RangeError);
  assert.strictEqual(source.snapshot().numberOfItems(), 0);
  source.view = {
    commit() {
      throw new TypeError("commit");
    },
  };
  assert.throws(() => source.apply(list(1)), TypeError);
  assert.strictEqual(source.snapshot().numberOfItems(), 1);
});

test("a view cannot be set in a callback, and a data source not disposed", () => {
  const source = new DataSource();
  const codes = [];
  source.onApply(() =>
    codes.push(
      codeOf(() => (source.view = undefined)),
      codeOf(() => source.dispose()),
    ),
  );
  source.apply(list(1));
  assert.deepStrictEqual(codes, ["INVALID_ARGUMENT", "INVALID_ARGUMENT"]);
  source.dispose();
  assert.strictEqual(
    codeOf(() => source.snapshot()),
    "INVALID_ARGUMENT",
  );
});

test("a tree keeps the content of hidden items", () => {
  const { source } = shown();
  const tree = new SectionSnapshot([
    { id: "fruit", title: "Fruit", expanded: false, children: [{ id: "pear", title: "Pear" }] },
  ]);
  source.applySection(tree, { id: "shop", title: "Shop" });
  tree.dispose();
  // More contents than are kept where nothing uses them.
  for (let round = 0; round < 300; round += 1) {
    const next = source.snapshot();
    next.replaceItems(["fruit", { id: 1, title: `row ${round}` }], "shop");
    source.apply(next);
  }
  assert.strictEqual(source.sectionSnapshot("shop").item("pear").title, "Pear");
  assert.strictEqual(String(source.toggleItem("fruit")), "1 item inserted");
  assert.strictEqual(source.item("pear").title, "Pear");
  assert.strictEqual(source.section("shop").title, "Shop");
  assert.match(source.render(), /▾ Fruit\n +Pear\n/);
});

test("handlers are asked, and supply children", () => {
  const { source } = shown();
  const asked = [];
  Object.assign(source, {
    shouldExpandItem: (item) => {
      asked.push(item.title);
      return item.title !== "locked";
    },
    snapshotForExpandingParent(item, children) {
      children.appendItems({ id: "child", title: `of ${item.id}` });
    },
  });
  source.applySection(
    new SectionSnapshot([
      { id: "a", title: "open", expandable: true },
      { id: "b", title: "locked", expandable: true },
    ]),
    "s",
  );
  assert.strictEqual(source.toggleItem("b"), undefined);
  source.toggleItem("a");
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), ["a", "child", "b"]);
  assert.strictEqual(source.item("child").title, "of a");
  assert.deepStrictEqual(asked, ["locked", "open"]);
  source.toggleItem("a");
  source.snapshotForExpandingParent = () => {
    throw new Error("offline");
  };
  assert.throws(() => source.toggleItem("a"), /offline/);
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), ["a", "b"]);
});

test("kinds choose providers, and old snapshots undo changes of content", () => {
  const { source } = shown({ cells: { option: (item) => `option ${item.id}` } });
  source.apply(list({ id: 1, kind: "option" }, { id: 2, kind: "constructor", title: "plain" }));
  assert.strictEqual(source.render(), "     option 1\n     plain\n");
  const before = source.snapshot();
  for (let price = 0; price < 200; price += 1) {
    const next = source.snapshot();
    next.updateItems({ id: 2, price });
    source.apply(next);
  }
  source.apply(before);
  assert.strictEqual(source.item(2).price, undefined);
});

test("wrong options and arguments are refused", () => {
  const source = new DataSource();
  const codes = [
    () => source.apply({}),
    () => source.apply(list(1), { animate: true }),
    () => source.apply(list(1), { animation: "up" }),
    () => source.apply(list(1), { completion: 1 }),
    () => source.applySection(list(1), "s"),
    () => source.toggleItem(null),
    () => source.reorderItem({ section: 0, item: 0 }, undefined),
    () => new DataSource({ cel: 1 }),
    () => source.onApply(),
    () => (source.header = "x"),
    () => (source.defaultRowAnimation = "none of these"),
    () => new TextView(),
    () => source.cellAt({ section: 5, item: 5 }),
  ].map(codeOf);
  assert.deepStrictEqual(new Set(codes), new Set(["INVALID_ARGUMENT"]));
  assert.strictEqual(
    codeOf(() => source.toggleItem("nobody")),
    "UNKNOWN_IDENTIFIER",
  );
  assert.strictEqual(source.snapshot().numberOfItems(), 0);
  assert(new DiffableError("X", "y") instanceof Error);
});

test("a list of 100,000 rows is shuffled and comes back", () => {
  const ids = Array.from({ length: 100000 }, (_, index) => (index % 2 ? index : `row ${index}`));
  const source = new DataSource();
  source.apply(list(...ids));
  let seed = 1;
  const shuffled = ids
    .map((id) => [(seed = (seed * 48271) % 0x7fffffff), id])
    .sort(([left], [right]) => left - right)
    .map(([, id]) => id);
  source.apply(list(...shuffled));
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), shuffled);
  const { difference } = source.apply(list(...ids));
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), ids);
  assert(difference.movedItems.length > 90000 && difference.deletedItems.length === 0);
});

test("headers with counts are shown again if the source is asked for that", () => {
  const { source, written } = shown({
    header: (section, index, own) => `${section.id}: ${own.snapshot().numberOfItems(section.id)}`,
    refreshesHeaders: true,
  });
  assert.strictEqual(source.refreshesHeaders, true);
  const two = (...items) =>
    new Snapshot([
      { id: "a", items },
      { id: "b", items: ["x"] },
    ]);
  source.apply(two(1));
  const { difference } = source.apply(two(1, 2));
  assert.deepStrictEqual(
    difference.updatedSections.map(({ id }) => id),
    ["a"],
  );
  assert.deepStrictEqual([difference.reloadedItems.length, difference.reconfiguredItems.length], [0, 0]);
  assert.match(written.at(-1), /a: 2/);
  source.refreshesHeaders = false;
  assert.deepStrictEqual(source.apply(two(1, 2, 3)).difference.updatedSections, []);
  assert.throws(() => (source.refreshesHeaders = 1), {
    code: "INVALID_ARGUMENT",
    call: "refreshesHeaders",
    message: "true or false expected, got 1",
  });
  assert.throws(() => new DataSource({ refreshHeaders: true }), /did you mean "refreshesHeaders"/);
});

test("a strict source refuses a snapshot that would undo another apply", () => {
  const source = new DataSource({ strict: true });
  assert.strictEqual(source.strict, true);
  source.apply(list(1));
  const [mine, other] = [source.snapshot(), source.snapshot()];
  mine.appendItems(2);
  source.apply(mine);
  other.appendItems(3);
  assert.throws(() => source.apply(other), { code: "STALE_SNAPSHOT", call: "apply" });
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), [1, 2]);
  source.apply(list(4));
  const fresh = source.snapshot();
  fresh.appendItems(5);
  source.apply(fresh);
  source.strict = false;
  source.apply(other);
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), [1, 3]);
  assert.throws(() => (source.strict = undefined), { code: "INVALID_ARGUMENT", call: "strict" });
});
