// What errors say, and what they suggest.
import assert from "node:assert";
import { inspect } from "node:util";
import test from "node:test";
import {
  DataSource,
  DiffableError,
  SectionSnapshot,
  Snapshot,
  TextView,
  Transaction,
} from "../../build/web/diffable.js";
import { meantName } from "./sources.mjs";

function errorOf(call) {
  try {
    call();
  } catch (error) {
    assert(error instanceof DiffableError, error);
    return error;
  }
  assert.fail("no error was thrown");
}

test("an error has a code, the call, and a message without them", () => {
  const error = errorOf(() => new Snapshot([{ id: "s", items: [1] }]).appendItems(1));
  assert.deepStrictEqual(
    [error.code, error.call, error.identifier, error.name],
    ["DUPLICATE_IDENTIFIER", "appendItems", 1, "DiffableError"],
  );
  assert.strictEqual(error.message, 'item 1 is already at section "s", item 0');
  const text = 'DiffableError: DUPLICATE_IDENTIFIER: appendItems: item 1 is already at section "s", item 0';
  assert.strictEqual(String(error), text);
  assert(inspect(error).startsWith(text) && error.stack.startsWith(text));
  assert.deepStrictEqual(Object.keys(error), ["code", "call", "identifier"]);
});

test("errors name the call that the program made", () => {
  const source = new DataSource({ cell: () => "x", view: new TextView({ write() {} }) });
  const snapshot = new Snapshot([{ id: "s", items: [1] }]);
  const cycle = { id: 2 };
  cycle.self = cycle;
  for (const [name, call] of Object.entries({
    appendItems: () => snapshot.appendItems(cycle),
    Snapshot: () => new Snapshot([{ id: "s", items: [true] }]),
    SectionSnapshot: () => new SectionSnapshot(true),
    DataSource: () => new DataSource({ key: true }),
    cell: () => (source.cell = 5),
    header: () => (source.header = 5),
    shouldExpandItem: () => (source.shouldExpandItem = 5),
    view: () => (source.view = 5),
    item: () => source.item(true),
    numberOfItems: () => snapshot.numberOfItems("t"),
    apply: () => source.apply(5),
  }))
    assert.strictEqual(errorOf(call).call, name);
  // An error of a provider names that, and an error of a call in a callback that call.
  source.cell = () => 5;
  const error = errorOf(() => source.apply(snapshot));
  assert.deepStrictEqual(
    [error.code, error.call, error.message],
    ["INVALID_CELL", "cell", "item 1 at section 0, item 0: string or object expected, got 5"],
  );
  source.cell = () => snapshot.moveItemAfter(1, 1);
  assert.strictEqual(errorOf(() => source.apply(snapshot)).call, "moveItemAfter");
  // Afterwards no call is running.
  assert.strictEqual(new DiffableError("INVALID_ARGUMENT", "x").call, undefined);
  source.dispose();
  assert.strictEqual(
    String(errorOf(() => source.snapshot())),
    "DiffableError: INVALID_ARGUMENT: snapshot: the DataSource was disposed",
  );
});

test("what is marked twice in one call is an error", () => {
  const snapshot = new Snapshot([{ id: "s", items: [1, 2] }]);
  for (const name of ["reloadItems", "reconfigureItems"]) {
    const error = errorOf(() => snapshot[name]([2, 1, 2]));
    assert.deepStrictEqual(
      [error.code, error.call, error.message],
      ["DUPLICATE_IDENTIFIER", name, "item 2 is in the call twice, at 0 and 2"],
    );
  }
  for (const name of ["reloadSections", "reconfigureSections"]) {
    assert.strictEqual(
      errorOf(() => snapshot[name](["s", "s"])).message,
      'section "s" is in the call twice, at 0 and 1',
    );
  }
});

test("members that do not exist are named with what was meant", () => {
  const snapshot = new Snapshot([{ id: "s", items: [1] }]);
  const [source, transaction] = [new DataSource(), new DataSource().apply(snapshot)];
  for (const [object, name, meant] of [
    [snapshot, "remove", "deleteItems"],
    [snapshot, "add", "appendItems"],
    [snapshot, "push", "appendItems"],
    [snapshot, "set", "replaceItems"],
    [snapshot, "removeItems", "deleteItems"],
    [snapshot, "removeSections", "deleteSections"],
    [snapshot, "addSections", "appendSections"],
    [snapshot, "appendItem", "appendItems"],
    [snapshot, "append_items", "appendItems"],
    [snapshot, "size", "numberOfItems"],
    [snapshot, "has", "containsItem"],
    [snapshot, "items", "itemIdentifiers"],
    [source, "aply", "apply"],
    [source, "addObserver", "onApply"],
    [source, "toggle", "toggleItem"],
    [transaction, "finalSnapshto", "finalSnapshot"],
  ]) {
    const note = meant === "onApply" ? " It returns a function that removes the observer." : "";
    assert.strictEqual(
      errorOf(() => object[name]).message,
      `a ${object.constructor.name} has no member "${name}": did you mean "${meant}"?${note}`,
    );
  }
  assert.match(errorOf(() => (source.hedaer = () => "x")).message, /did you mean "header"/);
  assert.match(errorOf(() => (source.onaply = () => "x")).message, /did you mean "onApply"/);
  source.filter = "bus"; // is not like "footer"
});

test("a program may give objects names of its own, and ask for any", async () => {
  const snapshot = new Snapshot([]);
  for (const name of [
    "then",
    "nodeType",
    "$$typeof",
    "__v_isRef",
    "asymmetricMatch",
    "zzz",
    "_private",
    Symbol.asyncIterator,
  ])
    assert.strictEqual(snapshot[name], undefined);
  snapshot.isBusy = true;
  assert(snapshot.isBusy && (await snapshot) === snapshot && !("push" in snapshot));
  class Fares extends DataSource {
    rows = [1];
    get size() {
      return 5;
    }
  }
  const fares = new Fares();
  fares.toggle = 2;
  assert.deepStrictEqual([fares.rows, fares.size, fares.toggle, fares.push], [[1], 5, 2, undefined]);
});

const opposites = [
  ["before", "after"],
  ["append", "delete"],
  ["insert", "delete"],
  ["add", "delete"],
  ["add", "move"],
  ["remove", "append"],
  ["remove", "insert"],
  ["remove", "move"],
  ["remove", "reload"],
  ["delete", "move"],
  ["expand", "collapse"],
  ["header", "footer"],
  ["initial", "final"],
  ["should", "will"],
  ["did", "will"],
  ["old", "new"],
  ["section", "item"],
];

test("no suggestion inverts a meaning", () => {
  const all = [Snapshot, DataSource, Transaction].map((type) => [
    ...new Set([type, Object.getPrototypeOf(type)].flatMap((each) => Object.getOwnPropertyNames(each.prototype))),
  ]);
  // To remove is not to move.
  const has = (name, word) =>
    name
      .toLowerCase()
      .replaceAll(word === "move" ? "remove" : "", "")
      .includes(word);
  let count = 0;
  for (const names of all) {
    for (const name of names) {
      // The name with each letter left out, doubled or replaced; and the same with a word replaced by its opposite.
      const variants = opposites
        .flatMap((pair) => [pair, [...pair].reverse()])
        .filter(([word]) => has(name, word))
        .map(([word, other]) => name.replace(new RegExp(word, "i"), other));
      for (const start of [name, ...variants]) {
        for (let index = 0; index <= start.length; index += 1) {
          for (const wrong of [
            start,
            start.slice(0, index) + start.slice(index + 1),
            `${start.slice(0, index)}x${start.slice(index)}`,
            `${start.slice(0, index)}x${start.slice(index + 1)}`,
          ]) {
            if (names.includes(wrong)) continue;
            const meant = meantName(wrong, names);
            if (meant === undefined) continue;
            count += 1;
            for (const [one, other] of opposites) {
              const isInverted = (left, right) =>
                has(wrong, left) && !has(wrong, right) && has(meant, right) && !has(meant, left);
              assert(!isInverted(one, other) && !isInverted(other, one), `${wrong}: ${meant}`);
            }
          }
        }
      }
    }
  }
  assert(count > 1000, count);
});

test("synonyms come before names that are only similar", () => {
  assert.strictEqual(meantName("remove", ["reload", "deleteItems"]), "deleteItems");
  assert.strictEqual(meantName("rows", ["items", "row"]), "items");
  assert.strictEqual(meantName("title", ["text", "titles"]), "text");
  assert.strictEqual(meantName("zebra", ["items", "text"]), undefined);
  assert.strictEqual(meantName("x".repeat(10000), ["items"]), undefined);
});
