// Callbacks that come too late, throw where the engine knows no errors, or are no functions.
import assert from "node:assert";
import test from "node:test";
import {
  DataSource,
  DiffableError,
  memorySize,
  SectionSnapshot,
  Snapshot,
  TextView,
} from "../../build/web/diffable.js";

function refuses(call, message) {
  assert.throws(
    call,
    (error) => error instanceof DiffableError && String(error).startsWith(`DiffableError: ${message}`),
    message,
  );
}

const list = (...items) => new Snapshot([{ id: "s", items }]);

test("a preparation can be asked until prepare returns", () => {
  let kept;
  const source = new DataSource({
    cell: String,
    view: {
      prepare(preparation) {
        kept = preparation;
      },
      commit() {},
    },
  });
  source.apply(list(1));
  refuses(() => kept.cell({ section: 0, item: 0 }), "INVALID_ARGUMENT: cell: the preparation is over");
  refuses(() => kept.supplementaryCell("header", 0), "INVALID_ARGUMENT: supplementaryCell: the preparation is over");
  source.view = {
    prepare(preparation) {
      kept = preparation;
      throw new RangeError("prepare");
    },
    commit() {},
  };
  assert.throws(() => source.apply(list(2)), RangeError);
  refuses(() => kept.cell({ section: 0, item: 0 }), "INVALID_ARGUMENT: cell: the preparation is over");
});

test("methods of a view that are no functions are refused", () => {
  const source = new DataSource();
  refuses(() => (source.view = { attach: 5, commit() {} }), "INVALID_ARGUMENT: view: attach: function expected, got 5");
  assert.strictEqual(source.view, undefined);
  source.view = { prepare: "x", commit() {} };
  refuses(() => source.apply(list(1)), 'INVALID_ARGUMENT: view: prepare: function expected, got "x"');
  assert.strictEqual(source.snapshot().numberOfItems(), 0);
  source.view = { commit: 7 };
  refuses(() => source.apply(list(1)), "INVALID_ARGUMENT: view: commit: function expected, got 7");
  assert.strictEqual(source.snapshot().numberOfItems(), 1);
});

test("a view that shows nothing, or later, is refused", () => {
  const source = new DataSource();
  const problems = [
    [{}, 'a view has the method "commit", which shows the changes'],
    [{ prepare() {} }, 'a view has the method "commit", which shows the changes'],
    [{ attach() {}, commits() {} }, 'a view has the method "commit", which shows the changes; this one has "commits"'],
    [{ async commit() {} }, "commit is async; an apply cannot wait"],
    [{ async prepare() {}, commit() {} }, "prepare is async; an apply cannot wait"],
  ];
  for (const [view, text] of problems) {
    refuses(() => (source.view = view), `INVALID_ARGUMENT: view: ${text}`);
    refuses(() => new DataSource({ view }), `INVALID_ARGUMENT: view: ${text}`);
  }
  source.view = { commit: () => Promise.resolve() };
  refuses(() => source.apply(list(1)), "INVALID_ARGUMENT: view: commit returned a Promise; an apply cannot wait");
  assert.strictEqual(source.snapshot().numberOfItems(), 1);
});

test("a kind that cannot be read fails the apply", () => {
  const problem = new RangeError("no kind");
  const content = Object.create({
    get kind() {
      throw problem;
    },
    [Symbol.toStringTag]: "Fare",
  });
  content.id = 1;
  const source = new DataSource({ cell: String, cells: { a: String }, view: new TextView({ write() {} }) });
  assert.throws(
    () => source.apply(list(content)),
    (error) => error === problem,
  );
  assert.strictEqual(source.snapshot().numberOfItems(), 0);
  source.apply(list(2));
  assert.strictEqual(source.render(), "     2\n");
});

test("providers that are refused leave those that there are", () => {
  const source = new DataSource({
    cells: { a: () => "of a" },
    header: () => "title",
    supplementary: { badge: () => "new" },
  });
  source.apply(list({ id: 1, kind: "a" }));
  refuses(() => (source.cells = { b: () => "b", a: 5 }), 'INVALID_ARGUMENT: cells: "a": function expected, got 5');
  refuses(
    () => (source.cells = { a: () => "b", "\ud800": () => "c" }),
    "INVALID_ARGUMENT: cells: a text has half of a surrogate pair",
  );
  refuses(
    () => (source.supplementary = { badge: 5 }),
    'INVALID_ARGUMENT: supplementary: "badge": function expected, got 5',
  );
  assert.strictEqual(source.render(), "   title\n     of a\n");
  assert.deepStrictEqual(source.supplementaryCell("badge", 0), { text: "new" });
  assert.throws(() => (source.supplementary.badge = 5), TypeError);
  assert.throws(() => (new DataSource().cells.a = 5), TypeError);
  let reads = 0;
  source.supplementary = {
    get badge() {
      return (reads += 1) === 1 ? () => "once" : 5;
    },
  };
  assert.deepStrictEqual(source.supplementaryCell("badge", 0), { text: "once" });
});

test("options of a text view are whole numbers", () => {
  for (const wrong of [10n, Symbol("x"), NaN, 1.5, -1, 2 ** 31, {}, "60"]) {
    refuses(
      () => new TextView({ write() {}, width: wrong }),
      "INVALID_ARGUMENT: TextView: width: whole number expected, got ",
    );
    refuses(
      () => new TextView({ write() {}, context: wrong }),
      "INVALID_ARGUMENT: TextView: context: whole number expected, got ",
    );
  }
  refuses(() => new TextView(null), "INVALID_ARGUMENT: TextView: argument 1: object of options expected, got null");
  refuses(() => new TextView({ write() {}, width: 1001 }), "INVALID_ARGUMENT: TextView: ");
});

test("names of kinds and captions are texts", () => {
  const source = new DataSource({ header: () => "title" });
  for (const wrong of [Object.create(null), Symbol("x"), null, true]) {
    refuses(() => source.apply(list(1), { caption: wrong }), "INVALID_ARGUMENT: apply: caption: string expected, got ");
    refuses(
      () => source.supplementaryCell(wrong, 0),
      "INVALID_ARGUMENT: supplementaryCell: argument 1: string expected, got ",
    );
  }
  assert.strictEqual(source.apply(list(1), { caption: 7 }).caption, "7");
});

test("a provider of a cell that is asked for may apply, and what fails then is told", () => {
  const problem = new Error("observer");
  const source = new DataSource({
    cell: () => {
      if (!source.isBusy) {
        source.isBusy = true;
        source.apply(list(1, 2));
      }
      return "x";
    },
  });
  source.apply(list(1));
  source.onApply(() => {
    throw problem;
  });
  assert.throws(
    () => source.cellAt({ section: 0, item: 0 }),
    (error) => error === problem,
  );
  assert.strictEqual(source.snapshot().numberOfItems(), 2);
  source.isBusy = false;
  const told = [];
  assert.deepStrictEqual(
    source.cellAt({ section: 0, item: 0 }, (error) => told.push(error)),
    { text: "x" },
  );
  source.isBusy = false;
  assert.throws(
    () => source.render(),
    (error) => error === problem,
  );
  source.isBusy = false;
  assert.match(
    source.render((error) => told.push(error)),
    /x\n/,
  );
  assert.deepStrictEqual(told, [problem, problem]);
  refuses(
    () => source.cellAt({ section: 0, item: 0 }, 5),
    "INVALID_ARGUMENT: cellAt: failed: function expected, got 5",
  );
  refuses(() => source.render(5), "INVALID_ARGUMENT: render: failed: function expected, got 5");
});

test("cells are freed when an apply that their provider started fails", () => {
  const text = "x".repeat(10000);
  const snapshot = list(1);
  const source = new DataSource({
    cell: () => {
      source.apply(snapshot);
      return text;
    },
  });
  source.onApply((transaction) => {
    transaction.dispose();
    throw new Error("observer");
  });
  assert.throws(() => source.apply(snapshot), /observer/);
  const ask = () => assert.throws(() => source.cellAt({ section: 0, item: 0 }), /observer/);
  for (let round = 0; round < 100; round += 1) ask();
  const before = memorySize();
  for (let round = 0; round < 500; round += 1) ask();
  assert.strictEqual(memorySize(), before);
});

test("a tree from a handler is a tree", () => {
  const source = new DataSource({ snapshotForExpandingParent: () => 5 });
  source.applySection(new SectionSnapshot([{ id: 1, expandable: true }]), "s");
  refuses(() => source.toggleItem(1), "INVALID_ARGUMENT: snapshotForExpandingParent: SectionSnapshot expected, got 5");
});
