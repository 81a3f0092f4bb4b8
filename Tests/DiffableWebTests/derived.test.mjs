// Lists that are derived from others.
import assert from "node:assert";
import test from "node:test";
import {
  concat,
  DataSource,
  DerivedList,
  DiffableError,
  History,
  memorySize,
  Snapshot,
  TextView,
} from "../../build/web/diffable.js";

const list = (...items) => new Snapshot([{ id: "s", items }]);
const ids = (source) => source.snapshot().itemIdentifiers().join(" ");
const sections = (source) =>
  source
    .snapshot()
    .sectionIdentifiers()
    .map((id) => [id, ...source.snapshot().itemIdentifiers(id)].join(" "));
const open = (task) => !task.done;
const edit = (source, change, options) => {
  const snapshot = source.snapshot();
  change(snapshot);
  return source.apply(snapshot, options);
};

function tasksSource(options) {
  const source = new DataSource(options);
  source.apply(
    list(
      { id: "milk", day: "mon", priority: 2, title: "Buy milk" },
      { id: "call", day: "mon", priority: 1, title: "Call Ann" },
      { id: "bike", day: "tue", priority: 2, title: "Fix the bike", done: true },
      { id: "read", day: "tue", title: "Read" },
    ),
  );
  return source;
}

// Asserts that calls throw errors that are printed like this.
function refuses(cases) {
  for (const [call, text] of cases) {
    assert.throws(
      call,
      (error) =>
        error instanceof DiffableError
        && (assert.strictEqual(String(error).replace("DiffableError: INVALID_ARGUMENT: ", ""), text), true),
      text,
    );
  }
}

test("a derived list is filtered and sorted, and calls its functions for new and changed items only", () => {
  const tasks = tasksSource();
  let calls = [];
  const derived = tasks.derive({
    filter: (task) => {
      calls.push(`filter ${task.id}`);
      return open(task);
    },
    sort: (task) => {
      calls.push(`sort ${task.id}`);
      return [task.priority, task.title];
    },
    section: (task) => {
      calls.push(`section ${task.id}`);
      return task.day;
    },
  });
  assert(derived instanceof DerivedList && derived instanceof DataSource);
  assert.deepStrictEqual(sections(derived), ["mon call milk", "tue read"]);
  assert.strictEqual(calls.length, 4 + 3 + 3);
  calls = [];
  edit(tasks, (snapshot) => {
    snapshot.updateItems([
      { id: "call", priority: 3 },
      { id: "bike", priority: 0, title: "Ride", done: false },
    ]);
    snapshot.moveItemBefore("read", "milk");
    snapshot.deleteItems("read");
  });
  assert.strictEqual(ids(derived), "bike milk call");
  assert.deepStrictEqual(calls.sort(), [
    "filter bike",
    "filter call",
    "section bike",
    "section call",
    "sort bike",
    "sort call",
  ]);
  assert.strictEqual(derived.item("bike"), tasks.item("bike"));
  assert.strictEqual(derived.item("bike").title, "Ride");
});

test("keys are numbers, strings, booleans and nothing, in this order", () => {
  const values = [
    undefined,
    true,
    "b",
    10,
    "B",
    9,
    null,
    false,
    -1,
    NaN,
    "",
    2n ** 62n,
    new Date(5),
    0.5,
    Infinity,
    "ä",
    "\ud800",
    "\u{10000}",
  ];
  const source = new DataSource();
  source.apply(list(...values.map((_, id) => id)));
  const sorted = (sort) =>
    source
      .derive({ sort })
      .snapshot()
      .itemIdentifiers()
      .map((id) => values[id]);
  assert.deepStrictEqual(
    sorted((id) => values[id]),
    [
      -1,
      0.5,
      new Date(5),
      9,
      10,
      2n ** 62n,
      Infinity,
      NaN,
      "",
      "B",
      "b",
      "ä",
      "\ud800",
      "\u{10000}",
      false,
      true,
      undefined,
      null,
    ],
  );
  assert.deepStrictEqual(sorted((id) => [typeof values[id] === "number" ? 0 : 1, values[id]]).slice(0, 6), [
    -1,
    0.5,
    9,
    10,
    Infinity,
    NaN,
  ]);
  assert.deepStrictEqual(
    sorted(() => []),
    values,
  );
});

test("a list of fields sorts, each in either order", () => {
  const tasks = tasksSource();
  const derived = tasks.derive({ sort: ["-priority", "title"] });
  assert.strictEqual(ids(derived), "read milk bike call");
  const fields = ["id"];
  derived.set({ sort: fields });
  fields[0] = "-id";
  assert.strictEqual(ids(derived), "bike call milk read");
  edit(tasks, (snapshot) => snapshot.appendItems({ id: "ask" }));
  assert.strictEqual(ids(derived), "ask bike call milk read");
  derived.set({ sort: null });
  assert.strictEqual(ids(derived), "milk call bike read ask");
  const names = new DataSource();
  names.apply(list("b", "c", "a"));
  assert.strictEqual(ids(names.derive({ sort: ["-id"] })), "c b a");
});

test("a misspelt field is reported for the first item without it", () => {
  const tasks = tasksSource();
  refuses([
    [
      () => tasks.derive({ sort: ["-prioriti"] }),
      'sort: there is no field "prioriti" to sort by: did you mean "priority"?',
    ],
  ]);
  // Names of three letters are often one letter apart, and a field may be absent.
  assert.strictEqual(ids(tasks.derive({ sort: ["dax", "-due"] })), "milk call bike read");
  tasks.apply(list());
  const derived = tasks.derive({ sort: ["-prioriti"] });
  for (let round = 0; round < 2; round += 1)
    assert.throws(() => tasks.apply(list({ id: "a", priority: 1 })), { call: "sort", identifier: "a" });
  derived.dispose();
  // Only the first item counts.
  tasks.apply(list({ id: "a" }, { id: "b", names: "y" }));
  assert.strictEqual(ids(tasks.derive({ sort: ["nothing", "name"] })), "a b");
});

test("items are grouped, with limits", () => {
  const tasks = tasksSource();
  const derived = tasks.derive({
    filter: open,
    section: (task) => ({ id: task.day, title: task.day.toUpperCase() }),
    sort: ["-title"],
  });
  assert.deepStrictEqual(sections(derived), ["tue read", "mon call milk"]);
  assert.deepStrictEqual(derived.section("mon"), { id: "mon", title: "MON" });
  derived.set({ sectionSort: (section) => section.title, sectionLimit: 1 });
  assert.deepStrictEqual(sections(derived), ["mon call", "tue read"]);
  derived.set({ limit: 1 });
  assert.deepStrictEqual(sections(derived), ["mon call"]);
  derived.set({ sectionLimit: 5 });
  assert.deepStrictEqual(sections(derived), ["mon call"]);
  derived.set({ limit: null, sectionLimit: null });
  assert.deepStrictEqual(sections(derived), ["mon call milk", "tue read"]);
  derived.set({ section: (task) => task.priority ?? 9, sectionSort: null });
  assert.deepStrictEqual(sections(derived), ["9 read", "1 call", "2 milk"]);
  derived.set({ section: null, filter: () => false, keepEmptySections: true });
  assert.deepStrictEqual(sections(derived), ["s"]);
  derived.set({ keepEmptySections: false });
  assert.deepStrictEqual(sections(derived), []);
  assert.strictEqual(String(derived.set({})), "no changes");
});

test("a section has contents of every kind, and the last of them", () => {
  const source = new DataSource();
  let title = "first";
  const made = () => ({
    id: "group",
    title,
    when: new Date(7),
    tags: ["a", { b: 2n ** 70n }],
    nothing: undefined,
    long: "x".repeat(5000),
  });
  source.apply(list({ id: 1 }));
  const derived = source.derive({
    section: () => made(),
    header: (section) => section.title,
    cell: (item) => String(item.id),
  });
  const { nothing, ...expected } = made();
  assert.deepStrictEqual(derived.section("group"), expected);
  title = "second";
  edit(source, (snapshot) => snapshot.appendItems({ id: 2 }));
  assert.strictEqual(derived.render(), "   second\n     1\n     2\n");
  const long = "ü".repeat(100000);
  derived.set({ section: (item) => (item.id === 1 ? long : { id: long + "x", title: "z" }) });
  assert.deepStrictEqual(derived.snapshot().sectionIdentifiers(), [long, long + "x"]);
  assert.strictEqual(derived.section(long + "x").title, "z");
});

test("a list shows the fewest changes", () => {
  const tasks = tasksSource();
  const written = [];
  const derived = tasks.derive({
    filter: open,
    sort: ["title"],
    cell: (task) => task.title,
    view: new TextView({ write: (text) => void written.push(text) }),
  });
  const seen = [];
  derived.onApply((transaction) => seen.push(`${transaction}; ${transaction.caption}`));
  assert.strictEqual(
    String(derived.set({ filter: (task) => task.title.includes("e") })),
    "2 items deleted, 1 inserted",
  );
  edit(tasks, (snapshot) => snapshot.updateItems({ id: "bike", title: "Sell the bike" }), { caption: "sold" });
  assert.strictEqual(seen[1], "1 item moved, 1 reconfigured; sold");
  edit(tasks, (snapshot) => snapshot.updateItems({ id: "milk", priority: 7 }));
  assert.strictEqual(seen.length, 2);
  assert.strictEqual(written.length, 2);
});

test("a list is held and released", () => {
  const tasks = tasksSource();
  const derived = tasks.derive({ filter: open, sort: ["title"] });
  assert.strictEqual(derived.isHeld, false);
  assert.strictEqual(derived.hold(), undefined);
  assert.strictEqual(derived.isHeld, true);
  edit(tasks, (snapshot) => {
    snapshot.deleteItems("read");
    snapshot.appendItems({ id: "ask", title: "Ask" });
    snapshot.updateItems([
      { id: "milk", title: "Zero milk" },
      { id: "call", title: "Called", done: true },
    ]);
  });
  assert.strictEqual(ids(derived), "milk call");
  assert.strictEqual(derived.item("milk").title, "Zero milk");
  assert.deepStrictEqual(derived.pending(), { inserted: 1, deleted: 1, moved: 0 });
  assert.strictEqual(String(derived.release()), "1 item deleted, 1 inserted");
  assert.strictEqual(ids(derived), "ask milk");
  assert.deepStrictEqual(derived.pending(), { inserted: 0, deleted: 0, moved: 0 });
  assert.strictEqual(derived.isHeld, false);
});

test("trees are filtered with what is above, and each list has an expansion of its own", () => {
  const source = new DataSource();
  source.apply(
    list(
      {
        id: "docs",
        expanded: true,
        children: ["guide.md", { id: "more", expanded: true, children: ["b.md", "a.md"] }],
      },
      { id: "src", expanded: true, children: ["main.c"] },
    ),
  );
  const nameOf = (item) => item.id ?? item;
  const derived = source.derive({
    filter: (item) => nameOf(item).endsWith(".md"),
    sort: (item) => nameOf(item),
    cell: (item) => nameOf(item),
  });
  assert.strictEqual(ids(derived), "docs guide.md more a.md b.md");
  assert.strictEqual(String(derived.toggleItem("more")), "2 items deleted");
  assert.strictEqual(ids(source), "docs guide.md more b.md a.md src main.c");
  edit(source, (snapshot) => snapshot.appendItems("c.md", { parent: "src" }));
  assert.strictEqual(ids(derived), "docs guide.md more src c.md");
  assert.strictEqual(derived.render(), "     ▾ docs\n         guide.md\n       ▸ more\n     ▾ src\n         c.md\n");
});

test("what a function throws undoes the applies of all lists", () => {
  const tasks = tasksSource();
  const problem = { not: "an error" };
  let wrong;
  const check = (item) => {
    if (item.id === wrong) throw problem;
    return true;
  };
  const first = tasks.derive({ filter: check });
  const second = first.derive({
    sort: (item) => {
      if (item.id === "bad") throw problem;
      return item.id;
    },
  });
  const third = second.derive({ section: (item) => (item.id === "worse" ? undefined : "all") });
  const told = [];
  for (const source of [tasks, first, second, third]) source.onApply(() => told.push("told"));
  wrong = "new";
  for (const id of ["new", "bad"]) {
    assert.throws(
      () =>
        edit(tasks, (snapshot) => {
          snapshot.deleteItems("milk");
          snapshot.appendItems({ id });
        }),
      (error) => error === problem,
    );
  }
  assert.throws(() => edit(tasks, (snapshot) => snapshot.appendItems({ id: "worse" })), {
    code: "INVALID_ARGUMENT",
    call: "section",
  });
  assert.throws(
    () =>
      second.set({
        filter: () => {
          throw problem;
        },
      }),
    (error) => error === problem,
  );
  assert.throws(
    () =>
      tasks.derive({
        filter: () => {
          throw problem;
        },
      }),
    (error) => error === problem,
  );
  assert.throws(
    () =>
      tasks.derive({
        section: () => "x",
        sectionSort: () => {
          throw problem;
        },
      }),
    (error) => error === problem,
  );
  assert.throws(
    () =>
      tasks.derive({
        cell: () => {
          throw problem;
        },
        view: {
          commit() {},
          attach() {
            throw problem;
          },
        },
      }),
    (error) => error === problem,
  );
  assert.deepStrictEqual(told, []);
  for (const source of [tasks, first]) assert.strictEqual(ids(source), "milk call bike read");
  for (const source of [second, third]) assert.strictEqual(ids(source), "bike call milk read");
  edit(tasks, (snapshot) => snapshot.appendItems({ id: "ask" }));
  assert.strictEqual(ids(third), "ask bike call milk read");
});

test("callbacks may apply, and what they change follows", () => {
  const source = new DataSource();
  source.apply(list("a"));
  const derived = source.derive();
  const seen = [];
  derived.onApply((transaction) => {
    seen.push(String(transaction));
    if (seen.length > 1) return;
    assert.strictEqual(source.apply(list("a", "b", "c")), undefined);
    assert.strictEqual(derived.set({ filter: (item) => item !== "b" }), undefined);
    derived.hold();
    for (const call of [() => source.derive(), () => concat([source]), () => derived.dispose(), () => source.dispose()])
      assert.throws(call, /a callback of the/);
  });
  source.apply(list("a", "b"));
  assert.deepStrictEqual(seen, ["1 item inserted", "1 item inserted", "1 item deleted"]);
  source.apply(list("d", "a"));
  assert.strictEqual(ids(derived), "a");
  derived.release();
  assert.strictEqual(ids(derived), "d a");
});

test("an apply that a function of derive calls runs after it, and its error is thrown", () => {
  const source = new DataSource();
  source.apply(list("a"));
  const problem = new Error("observer");
  let isFailing = true;
  source.onApply(() => {
    if (isFailing) throw problem;
  });
  assert.throws(
    () =>
      source.derive({
        filter: () => {
          source.apply(list("a", "b"));
          return true;
        },
      }),
    (error) => error === problem,
  );
  assert.strictEqual(ids(source), "a b");
  isFailing = false;
  let isFirst = true;
  const derived = source.derive({
    filter: (item) => {
      if (isFirst) {
        isFirst = false;
        source.apply(list("a", "c"));
      }
      return item !== "a";
    },
  });
  assert.strictEqual(ids(derived), "c");
});

test("limits of a set whose observer throws are the new ones", () => {
  const source = new DataSource();
  source.apply(list(1, 2, 3, 4));
  const derived = source.derive({ limit: 3 });
  let isFailing = true;
  derived.onApply(() => {
    if (isFailing) throw new RangeError("observer");
  });
  assert.throws(() => derived.set({ limit: 2 }), RangeError);
  assert.strictEqual(ids(derived), "1 2");
  assert.throws(
    () =>
      derived.set({
        limit: 1,
        filter: () => {
          throw new TypeError("filter");
        },
      }),
    TypeError,
  );
  isFailing = false;
  derived.set({ sectionLimit: 3 });
  assert.strictEqual(ids(derived), "1 2");
});

test("limits of a set that was queued and failed are forgotten", () => {
  const source = new DataSource();
  source.apply(list(1, 2, 3, 4));
  const derived = source.derive({ limit: 3 });
  const filter = () => {
    throw new TypeError("filter");
  };
  const stop = source.onApply(() => {
    assert.strictEqual(derived.set({ limit: 1, filter }), undefined);
  });
  assert.throws(() => source.apply(list(1, 2, 3, 4, 5)), TypeError);
  stop();
  derived.set({ sectionLimit: 4 });
  assert.strictEqual(ids(derived), "1 2 3");
});

test("a derived list is read-only, and says what to change", () => {
  const tasks = tasksSource();
  const derived = tasks.derive();
  const other = concat([derived]);
  refuses([
    [() => derived.apply(list(1)), "apply: this list is derived from another list; change that one"],
    [() => derived.applyUsingReloadData(list(1)), "apply: this list is derived from another list; change that one"],
    [
      () => derived.applySection(derived.sectionSnapshot("s"), "s"),
      "apply: this list is derived from another list; change that one",
    ],
    [() => other.apply(list(1)), "apply: this list is a concatenation of other lists; change those"],
    [
      () => new History(derived),
      "History: the list is derived from another one, and cannot be changed; make a history of that one",
    ],
    [
      () => new History(other),
      "History: the list is derived from another one, and cannot be changed; make a history of that one",
    ],
    [() => tasks.hold, 'a DataSource has no member "hold"; a DerivedList has it: source.derive({ ... }) makes one'],
    [
      () => derived.appendItems,
      'a DerivedList has no member "appendItems"; a Snapshot has it: source.snapshot() returns one, to be applied after edits',
    ],
    [() => new DerivedList(), "DerivedList: derive of a data source makes one"],
    [() => derived.hold(1), "hold: no argument expected, got 1"],
  ]);
  // Changes of the origin are undone and redone in what follows it.
  const history = new History(tasks);
  edit(tasks, (snapshot) => snapshot.deleteItems("call"));
  history.undo();
  assert.strictEqual(ids(other), "milk call bike read");
});

test("options are checked", () => {
  const tasks = tasksSource();
  const derived = tasks.derive();
  const refused = (options, text) => [() => tasks.derive(options), text];
  refuses([
    refused(5, "derive: argument 1: object of options expected, got 5"),
    refused(open, "derive: argument 1: object of options expected, got a function"),
    refused({ filter: 1 }, "derive: filter: function expected, got 1"),
    refused({ filter: false }, "derive: filter: function expected, got false; null removes it"),
    refused({ section: "day" }, 'derive: section: function expected, got "day"'),
    refused({ sort: "title" }, 'derive: sort: function or array of names of fields expected, got "title"'),
    refused({ sort: [] }, "derive: sort: the array has no name of a field"),
    refused(
      { sort: ["title", ""] },
      'derive: sort: names of fields expected, such as ["priority", "-due"], got "" at 1',
    ),
    refused({ sort: ["-"] }, 'derive: sort: names of fields expected, such as ["priority", "-due"], got "-" at 0'),
    refused({ sort: [1] }, 'derive: sort: names of fields expected, such as ["priority", "-due"], got 1 at 0'),
    refused(
      { sort: (left, right) => left.priority - right.priority },
      "derive: sort: the function has 2 parameters; it is given one element, and returns what to sort it by",
    ),
    refused(
      { filter: (item, index) => index < 2 },
      "derive: filter: the function has 2 parameters; it is given one element, and returns whether the list has it",
    ),
    refused({ section: open, sectionSort: ["id"] }, "derive: sectionSort: function expected, got an array"),
    refused(
      { sectionSort: open },
      'derive: sectionSort: it needs "section"; without that, the sections are those of the origin, in its order',
    ),
    refused({ limit: 0 }, "derive: limit: whole number above 0 expected, got 0"),
    refused({ sectionLimit: 1.5 }, "derive: sectionLimit: whole number above 0 expected, got 1.5"),
    refused({ keepEmptySections: 1 }, "derive: keepEmptySections: true or false expected, got 1"),
    refused({ keepEmptySections: null }, "derive: keepEmptySections: true or false expected, got null"),
    refused({ header: 1 }, "header: function expected, got 1"),
    refused({ view: null }, "derive: view: null is no value; leave it out"),
    [() => derived.set(), "set: argument 1: object of options expected, got undefined"],
    [() => derived.set({ filter: open }, {}), "set: at most 1 argument expected, got 2"],
    refused(
      { sort: () => ({}) },
      "sort: a number, string, boolean, Date, null or undefined expected as a sort key, got an object",
    ),
    refused(
      { sort: () => [1, [2]] },
      "sort: a number, string, boolean, Date, null or undefined expected as a sort key at 1, got an array",
    ),
    refused(
      { sort: () => Object.create(Date.prototype) },
      "sort: a number, string, boolean, Date, null or undefined expected as a sort key, got a Date",
    ),
    refused(
      { sort: () => 2n ** 63n },
      "sort: a bigint of at most 64 bits expected as a sort key, got 9223372036854775808",
    ),
    refused({ filter: async () => true }, "filter: the function returned a Promise; an apply cannot wait"),
    refused({ sort: async () => 1 }, "sort: the function returned a Promise; an apply cannot wait"),
    refused({ section: async () => "s" }, "section: the function returned a Promise; an apply cannot wait"),
    refused(
      { section: () => "s", sectionSort: async () => 1 },
      "sectionSort: the function returned a Promise; an apply cannot wait",
    ),
    refused(
      { section: () => {} },
      'section: the result: a section expected, as an identifier or an object with "id", got undefined; does the function lack a return?',
    ),
    refused(
      { section: () => null },
      'section: the result: a section expected, as an identifier or an object with "id", got null',
    ),
    refused(
      { section: () => true },
      'section: the result: string, whole number or object with "id" expected, got true',
    ),
    refused(
      { section: () => ({ title: "x" }) },
      'section: the result: a section expected, as an identifier or an object with "id", got an object without it',
    ),
    refused(
      { section: () => ({ id: "s", items: [] }) },
      'section: the section has a field "items"; a section of a derived list gets its items from the origin',
    ),
    refused(
      { section: () => ({ id: "s", run() {} }) },
      'section: section "s": it has a function, or an object of a class; a section of a derived list is made of plain data',
    ),
    refused(
      { section: () => ({ id: "s", map: new Map() }) },
      'section: section "s": it has a function, or an object of a class; a section of a derived list is made of plain data',
    ),
  ]);
  assert.throws(() => tasks.derive({ key: "id" }), /unknown option "key"/);
  assert.throws(() => tasks.derive({ where: open }), /unknown option "where": did you mean "filter"/);
  assert.throws(() => tasks.derive({ sortBy: open }), /unknown option "sortBy": did you mean "sort"/);
  assert.throws(() => tasks.derive({ groupBy: open }), /unknown option "groupBy": did you mean "section"/);
  assert.throws(() => derived.set({ cell: String }), /unknown option "cell"/);
  assert.throws(() => tasks.derive({ sort: ["priority", "title"], section: (item) => Symbol("x") }), /got a symbol/);
  const nested = { id: "x" };
  tasks.apply(list({ id: 1, nested }));
  assert.throws(
    () => tasks.derive({ sort: ["nested"] }),
    /expected as a sort key in the field "nested", got an object/,
  );
  assert.strictEqual(ids(derived), "1");
});

test("a list has providers, handlers and a view of its own, and the key of its origin", () => {
  const source = new DataSource({ key: "number" });
  source.apply(
    new Snapshot(
      [
        {
          id: "s",
          items: [
            { number: 2, t: "two" },
            { number: 1, t: "one" },
          ],
        },
      ],
      { key: "number" },
    ),
  );
  const derived = source.derive({
    sort: ["number"],
    cell: (item) => item.t,
    header: (section, index, own) => `${section.id ?? section} ${own === derived}`,
    canReorderItem: () => true,
  });
  assert.strictEqual(ids(derived), "1 2");
  assert.strictEqual(derived.item({ number: 1 }).t, "one");
  assert.strictEqual(derived.render(), "   s true\n     one\n     two\n");
  assert.strictEqual(derived.key, "number");
  assert.strictEqual(concat([derived]).key, "number");
  // A drag is refused, but may change the origin.
  const path = (item) => ({ section: 0, item });
  assert.strictEqual(derived.reorderItem(path(0), path(1)), undefined);
  derived.set({ sort: null });
  derived.willReorder = (transaction) => {
    source.apply(transaction.finalSnapshot);
  };
  derived.reorderItem(path(0), path(1));
  assert.strictEqual(ids(source), "1 2");
  assert.strictEqual(ids(derived), "1 2");
});

test("a list that is disposed is not told any more, and one whose origin is disposed stays", () => {
  const tasks = tasksSource();
  let calls = 0;
  const derived = tasks.derive({
    filter: () => {
      calls += 1;
      return true;
    },
  });
  derived.dispose();
  calls = 0;
  edit(tasks, (snapshot) => snapshot.appendItems("x"));
  assert.strictEqual(calls, 0);
  const first = tasks.derive();
  const second = first.derive();
  const both = concat([first]);
  tasks.dispose();
  for (const call of [
    () => second.hold(),
    () => second.release(),
    () => second.pending(),
    () => second.derive(),
    () => second.set({ filter: open }),
    () => first.set({}),
    () => both.derive(),
  ]) {
    assert.throws(call, /the list that this one was derived from was closed/);
  }
  assert.strictEqual(ids(second), "milk call bike read x");
  second.dispose();
  assert.throws(() => second.hold(), /the DerivedList was disposed/);
});

test("lists keep one another, and are collected together", async () => {
  const collect = async () => {
    for (let round = 0; round < 4; round += 1) {
      global.gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const source = tasksSource();
  let calls = 0;
  (() =>
    void source
      .derive({
        filter: () => {
          calls += 1;
          return true;
        },
      })
      .derive({
        sort: () => {
          calls += 100;
        },
      }))();
  const derived = (() => tasksSource().derive({ filter: open }))();
  await collect();
  calls = 0;
  edit(source, (snapshot) => snapshot.appendItems({ id: "new" }));
  assert.strictEqual(calls, 101);
  assert.strictEqual(String(derived.set({ filter: null })), "1 item inserted");

  const weak = (() => {
    const origin = tasksSource();
    const follower = origin.derive();
    follower.set({ filter: () => follower !== undefined });
    return [origin, follower, concat([follower])].map((each) => new WeakRef(each));
  })();
  await collect();
  assert.deepStrictEqual(
    weak.map((each) => each.deref()),
    [undefined, undefined, undefined],
  );
});

test("functions are replaced as often as one likes, without more memory", () => {
  const tasks = tasksSource();
  const derived = tasks.derive();
  const set = (round) => {
    derived
      .set({
        filter: (item) => item.title.length % 5 !== round % 5,
        sort: (item) => `${"k".repeat(50)}${item.title.charCodeAt(round % 4)}`,
      })
      ?.dispose();
  };
  for (let round = 0; round < 2000; round += 1) set(round);
  const before = memorySize();
  for (let round = 0; round < 4000; round += 1) set(round);
  assert.strictEqual(memorySize(), before);
});

test("a concatenation has the sections of several lists", () => {
  const [first, second] = [new DataSource(), new DataSource()];
  first.apply(new Snapshot([{ id: "f", items: ["a"] }]));
  const written = [];
  const both = concat([first, second], {
    cell: (item) => item.title ?? item,
    view: new TextView({ write: (text) => void written.push(text) }),
  });
  assert(both instanceof DataSource && !(both instanceof DerivedList));
  second.apply(new Snapshot([{ id: "g", items: [{ id: "b", title: "B" }] }]));
  assert.deepStrictEqual(sections(both), ["f a", "g b"]);
  assert.strictEqual(both.item("b").title, "B");
  assert.strictEqual(written.length, 1);
  assert.throws(() => second.apply(new Snapshot([{ id: "g", items: ["a"] }])), {
    code: "DUPLICATE_IDENTIFIER",
    identifier: "a",
  });
  assert.strictEqual(ids(second), "b");
  assert.strictEqual(ids(concat(new Set([both]))), "a b");
  refuses([
    [() => concat(), "concat: argument 1: a list expected, got undefined"],
    [() => concat([]), "concat: no list was passed"],
    [() => concat([first, 1]), "concat: argument 1, entry 1: DataSource expected, got 1"],
    [() => concat([first, first]), "concat: the list at 1 is passed twice"],
    [() => concat(first, second), "concat: argument 2: object of options expected, got a DataSource"],
  ]);
  assert.throws(() => concat([first], { filter: open }), /unknown option "filter"/);
  assert.throws(() => concat([first], { header: 1 }), /header: function expected/);
});

test("a row moves between lists that are derived from one and concatenated", () => {
  const all = new DataSource();
  const part = (name, isFavorite) =>
    all.derive({ section: () => name, filter: (item) => (item.favorite ?? false) === isFavorite });
  const both = concat([part("favorites", true), part("others", false)]);
  all.apply(list({ id: "a" }, { id: "b", favorite: true }));
  assert.deepStrictEqual(sections(both), ["favorites b", "others a"]);
  let changes;
  both.onApply((transaction) => {
    changes = String(transaction);
  });
  all.apply(list({ id: "a", favorite: true }, { id: "b", favorite: true }));
  assert.deepStrictEqual(
    [sections(both), changes],
    [["favorites a b"], "1 section deleted; 1 item moved, 1 reconfigured"],
  );
});

// Random programs. What lists show is compared with what plain arrays say.

class Random {
  constructor(seed) {
    this.state = seed * 2 + 1;
  }
  below(limit) {
    return Math.floor(((this.state = (this.state * 48271) % 0x7fffffff) / 0x7fffffff) * limit);
  }
  once(limit) {
    return this.below(limit) === 0;
  }
  pick(values) {
    return values[this.below(values.length)];
  }
}

const filters = {
  none: null,
  even: (item) => item.number % 2 === 0,
  few: (item) => item.number > 6,
  named: (item) => /[a-c]/.test(item.name),
};
const sorts = {
  none: null,
  number: (item) => item.number,
  name: ["-name", "number"],
  both: (item) => [item.number % 3, item.name],
  long: (item) => `${"long ".repeat(5)}${item.name}`,
};
const groups = { none: null, parity: (item) => item.number % 3, letter: (item) => ({ id: item.name[0], size: 1 }) };

const keysOf = {
  none: () => [],
  number: (item) => [item.number],
  both: (item) => [item.number % 3, item.name],
  long: (item) => [item.name],
  name: null,
};

function compare(left, right) {
  for (let index = 0; index < left.length; index += 1) {
    if (left[index] < right[index]) return -1;
    if (left[index] > right[index]) return 1;
  }
  return 0;
}

const order = (sort) =>
  sort === "name"
    ? (left, right) => compare([right.name, left.number], [left.name, right.number])
    : (left, right) => compare(keysOf[sort](left), keysOf[sort](right));

// A list as `toObject` returns it, derived as the page about derived lists says. Expansion is left out.
function derivedFrom(origin, { filter, sort, section, limit, sectionLimit, keepEmptySections, isSectionSorted }) {
  const passing = (items) =>
    items
      .map((item) => ({ ...item, children: passing(item.children ?? []) }))
      .filter((item) => item.children.length > 0 || !filters[filter] || filters[filter](item))
      .sort(order(sort));
  let made = origin.map(({ id, items }) => ({ id, items: passing(items) }));
  if (section !== "none") {
    const roots = made.flatMap(({ items }) => items).sort(order(sort));
    made = [];
    for (const item of roots) {
      const own = groups[section](item);
      const id = own.id ?? own;
      const known = made.find((each) => each.id === id);
      if (known) known.items.push(item);
      else made.push({ id, items: [item] });
    }
    if (isSectionSorted) made.sort((left, right) => compare([right.id], [left.id]));
  }
  let left = limit ?? Infinity;
  for (const each of made) {
    const count = each.items.length;
    each.items = each.items.slice(0, Math.min(sectionLimit ?? Infinity, left));
    each.isCut = each.items.length < count;
    left -= each.items.length;
  }
  return made
    .filter(({ items }) => items.length > 0 || (keepEmptySections && section === "none"))
    .map(({ id, items }) => ({ id, items }));
}

function plain(items) {
  return items.map(({ id, number, name, children }) => ({ id, number, name, children: plain(children ?? []) }));
}
const plainList = (source) =>
  source
    .snapshot()
    .toObject()
    .map(({ id, items }) => ({ id, items: plain(items) }));

function chooseOptions(random, old) {
  const choice = { ...old };
  if (random.once(2)) choice.filter = random.pick(Object.keys(filters));
  if (random.once(2)) choice.sort = random.pick(Object.keys(sorts));
  if (random.once(3)) [choice.section, choice.isSectionSorted] = [random.pick(Object.keys(groups)), random.once(2)];
  if (random.once(4)) choice.limit = random.pick([null, 1, 3, 6]);
  if (random.once(4)) choice.sectionLimit = random.pick([null, 1, 3]);
  if (random.once(4)) choice.keepEmptySections = random.once(2);
  return choice;
}

const noChoice = {
  filter: "none",
  sort: "none",
  section: "none",
  limit: null,
  sectionLimit: null,
  keepEmptySections: false,
  isSectionSorted: false,
};

// The options that make of one choice another one, with functions that count their calls.
function optionsOf(choice, old, calls) {
  const counted = (name, fn) =>
    typeof fn !== "function"
      ? fn
      : (item) => {
          calls.push(`${name} ${item.id}`);
          return fn(item);
        };
  const options = {};
  if (choice.filter !== old.filter) options.filter = counted("filter", filters[choice.filter]);
  if (choice.sort !== old.sort) options.sort = counted("sort", sorts[choice.sort]);
  if (choice.section !== old.section) options.section = counted("section", groups[choice.section]);
  if (choice.section !== old.section || choice.isSectionSorted !== old.isSectionSorted) {
    options.sectionSort =
      choice.isSectionSorted && choice.section !== "none"
        ? (section) => (section.id === undefined && typeof section === "number" ? -section : -section.id.charCodeAt(0))
        : null;
  }
  for (const name of ["limit", "sectionLimit", "keepEmptySections"])
    if (choice[name] !== old[name]) options[name] = choice[name];
  return options;
}

function changeOrigin(random, snapshot, hasTrees) {
  const item = () => ({
    id: random.below(24),
    number: random.below(12),
    name: `${"abcdef"[random.below(6)]}${random.below(4)}`,
  });
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const all = snapshot.allItemIdentifiers();
    const fresh = item();
    const target = all.length === 0 ? undefined : random.pick(all);
    const isNew = !all.includes(fresh.id);
    switch (random.below(6)) {
      case 0:
      case 1:
        if (!isNew) snapshot.updateItems(fresh);
        else if (hasTrees && target !== undefined && random.once(2)) snapshot.appendItems(fresh, { parent: target });
        else snapshot.appendItems(fresh, random.pick(["x", "y"]));
        break;
      case 2:
        if (target !== undefined) snapshot.updateItems({ id: target, number: fresh.number });
        break;
      case 3:
        if (target !== undefined && random.once(2)) snapshot.deleteItems(target);
        break;
      case 4:
        if (target !== undefined) snapshot.moveItemsToSection(target, random.pick(["x", "y"]));
        break;
      default:
        if (isNew) snapshot.prependItems(fresh, random.pick(["x", "y"]));
    }
  }
}

function runProgram(seed, hasTrees) {
  const random = new Random(seed);
  const source = new DataSource();
  source.apply(new Snapshot(["x", "y"]));
  const chain = [];
  for (let origin = source; chain.length < 1 + random.below(3); origin = chain.at(-1).list) {
    const [calls, choice] = [[], chooseOptions(random, noChoice)];
    const derived = origin.derive(optionsOf(choice, noChoice, calls));
    chain.push({ list: derived, origin, choice, calls, held: undefined });
  }
  // In a tree, an item may be in both because of what is below it.
  const both = hasTrees
    ? undefined
    : concat([
        source.derive({ filter: filters.even, section: () => "evens" }),
        source.derive({ filter: (item) => item.number % 2 === 1, section: () => "odds" }),
      ]);
  for (let step = 0; step < 25; step += 1) {
    const before = new Map(chain.map((each) => [each, each.list.snapshot()]));
    for (const { calls } of chain) calls.length = 0;
    let known = new Map(
      source
        .snapshot()
        .allItemIdentifiers()
        .map((id) => [id, JSON.stringify(source.item(id))]),
    );
    const each = random.pick(chain);
    const kind = random.below(8);
    if (kind === 0) {
      const next = chooseOptions(random, each.choice);
      each.list.set(optionsOf(next, each.choice, each.calls));
      each.choice = next;
      known = undefined;
    } else if (kind === 1 && !hasTrees) {
      if (each.held) {
        const { inserted, deleted } = each.list.pending();
        const { difference } = each.list.release();
        assert.deepStrictEqual([inserted, deleted], [difference.insertedItems.length, difference.deletedItems.length]);
      } else {
        each.list.hold();
      }
      each.held = each.list.isHeld ? each.list.snapshot() : undefined;
    } else {
      edit(source, (snapshot) => changeOrigin(random, snapshot, hasTrees));
    }
    for (const { list: derived, origin, choice, calls, held } of chain) {
      const place = `seed ${seed}, step ${step}`;
      if (held) {
        const there = new Set(origin.snapshot().itemIdentifiers());
        assert.deepStrictEqual(
          derived.snapshot().itemIdentifiers(),
          held.itemIdentifiers().filter((id) => there.has(id)),
          place,
        );
        for (const id of derived.snapshot().itemIdentifiers()) assert.strictEqual(derived.item(id), origin.item(id));
      } else {
        assert.deepStrictEqual(plainList(derived), derivedFrom(plainList(origin), choice), place);
      }
      if (origin === source && known && !held) {
        const changed = source
          .snapshot()
          .allItemIdentifiers()
          .filter((id) => known.get(id) !== JSON.stringify(source.item(id)));
        const filtered = calls.filter((call) => call.startsWith("filter")).map((call) => Number(call.slice(7)));
        if (filters[choice.filter]) assert.deepStrictEqual(filtered.sort(), changed.sort(), place);
        assert.strictEqual(new Set(calls).size, calls.length, place);
      }
    }
    // A held list that is deleted from shows what is left.
    for (const each of chain) if (each.held) each.held = each.list.snapshot();
    for (const snapshot of before.values()) snapshot.dispose();
    const numbers = [0, 1].map((rest) =>
      plainList(source)
        .flatMap(({ items }) => items)
        .filter((item) => item.number % 2 === rest)
        .map(({ id }) => id),
    );
    if (both) assert.deepStrictEqual(both.snapshot().itemIdentifiers(), numbers.flat());
  }
}

test("random programs on flat lists", () => {
  for (let seed = 1; seed <= 60; seed += 1) runProgram(seed, false);
});

test("random programs on trees", () => {
  for (let seed = 1; seed <= 60; seed += 1) runProgram(seed, true);
});
