// One execution: a program of calls on a few objects, of which each is checked.
import {
  concat,
  DataSource,
  DerivedList,
  Difference,
  difference,
  DiffableError,
  documentName,
  Follower,
  History,
  isHandle,
  Publisher,
  SectionSnapshot,
  Snapshot,
  TextView,
  Transaction,
  version,
} from "../../../build/fuzz/diffable_web.mjs";
import { calls, getters, properties, sorts } from "./calls.mjs";
import { checkDifference, checkSnapshot, checkSource } from "./checks.mjs";
import { Choices } from "./choices.mjs";
import { cleanUp, Finding, found, report } from "./engine.mjs";
import { areEqual, edited, listOf } from "./model.mjs";
import { Values } from "./values.mjs";

const codes = new Set([
  "INVALID_ARGUMENT",
  "DUPLICATE_IDENTIFIER",
  "UNKNOWN_IDENTIFIER",
  "NO_SECTIONS",
  "INVALID_DESTINATION",
  "NO_PROVIDER",
  "PROVIDER_FAILED",
  "INVALID_CELL",
  "CALLBACK_FAILED",
  "OUTPUT_FAILED",
  "LIMIT_EXCEEDED",
  "APPLY_LOOP",
  "STALE_SNAPSHOT",
  "MALFORMED",
  "WRONG_VERSION",
]);
const classes = [
  Snapshot,
  SectionSnapshot,
  DataSource,
  DerivedList,
  TextView,
  Transaction,
  Difference,
  History,
  Publisher,
  Follower,
];

class Program {
  constructor(seed, log) {
    this.choices = new Choices(seed);
    this.values = new Values(this.choices, this);
    this.log = log;
    // What the user's code threw, and how many calls it made from inside of others.
    this.thrown = [];
    this.depth = 0;
    this.meddled = 0;
    this.left = 8 + this.choices.below(18);
    // How often the user's code does something other than nothing.
    this.mood = this.choices.of([0, 30, 70]);
    this.hostility = this.choices.of([0, 20, 45]);
    // The object whose call runs.
    this.called = undefined;
    // The model knows items by their field `id` alone.
    this.hasKeys = false;
  }

  run() {
    this.step(() =>
      this.values.kept.Snapshot.push(
        new Snapshot([{ id: "s", items: [1, { id: 2, version: 1 }, "a"] }, "t"]),
        new Snapshot(),
      ),
    );
    this.step(() =>
      this.values.kept.SectionSnapshot.push(
        new SectionSnapshot([{ id: 3, children: [4, { id: 5, children: [6] }], expanded: true }, "b"]),
      ),
    );
    this.step(() => this.values.kept.DataSource.push(new DataSource({ cell: sorts.provider(this.values) })));
    this.step(() => this.values.kept.TextView.push(new TextView({ write: () => this.act() })));
    this.step(() => this.values.kept.History.push(new History(this.values.object("DataSource"))));
    while (this.left > 0 && !found.finding) this.call();
    this.checkAll();
  }

  // The user's code

  /** What a function of the user's does, whoever calls it. */
  act() {
    const { choices } = this;
    if (!choices.percent(this.mood) || this.depth > 3) return;
    if (choices.percent(25)) this.throwAny();
    this.meddled += 1;
    // The object whose call runs is disposed.
    if (choices.percent(20)) this.attempt(() => this.called?.dispose());
    this.depth += 1;
    try {
      for (let count = 1 + choices.below(2); count > 0 && this.left > 0; count -= 1) this.call();
    } finally {
      this.depth -= 1;
    }
  }

  throwAny() {
    const value = this.choices.of([
      new Error("thrown"),
      undefined,
      null,
      7,
      "text",
      Symbol("thrown"),
      { thrown: 1 },
      new DiffableError("MINE", "not of the engine"),
    ]);
    this.thrown.push(value);
    this.log?.("    throws", value);
    throw value;
  }

  /** A preparation, which may be asked after its time. */
  keep(preparation) {
    this.preparation = preparation;
    this.hold(preparation.transaction);
  }

  // Calls

  // Performs a call, and says what it threw, if that is right. Any other exception is a finding.
  attempt(call) {
    try {
      return { result: call() };
    } catch (error) {
      if (found.finding) throw found.finding;
      if (error instanceof DiffableError && codes.has(error.code)) {
        if (!String(error).startsWith(`DiffableError: ${error.code}: `) || error.message.length < 5)
          throw report(`a bad message: ${error.message}`, error);
      } else if (!this.thrown.some((value) => Object.is(value, error))) {
        throw report(`thrown: ${String(error)}`, error);
      }
      return { error, hasThrown: true };
    }
  }

  step(make) {
    this.left -= 1;
    return this.attempt(make);
  }

  argument(sort) {
    const isOptional = sort.endsWith("?");
    this.hasKeys ||= sort === "keyOptions?";
    if (isOptional && this.choices.percent(50)) return { isRight: true, value: undefined };
    if (this.choices.percent(this.hostility)) {
      const value = this.values.hostile();
      // The getters of a class refuse what only looks like an object of it, by an error of the language.
      return {
        isRight: false,
        value: /[oO]ptions|mustExist|view/.test(sort) && this.isDisguised(value) ? undefined : value,
      };
    }
    return { isRight: true, value: sorts[isOptional ? sort.slice(0, -1) : sort](this.values) };
  }

  // Whether a value looks like an object of the module, and is none.
  isDisguised(value) {
    const mood = this.mood;
    this.mood = 0;
    const isDisguised = !isHandle(value) && classes.some((type) => value instanceof type);
    this.mood = mood;
    return isDisguised;
  }

  // Keeps an object for later calls.
  hold(value) {
    if (value instanceof Uint8Array) this.values.documents.push(value);
    if (typeof value === "string" && /^[0-9a-f]{32}$/.test(value)) this.values.versions.push(value);
    if (!isHandle(value)) return;
    const kept = this.values.kept[value.constructor.name];
    if (kept.length < 4) kept.push(value);
    else if (!kept.includes(value)) kept[this.choices.below(4)] = value;
  }

  call() {
    this.left -= 1;
    const { choices, values } = this;
    if (choices.percent(12)) return this.make();
    if (choices.percent(5) && this.preparation) return this.ask();
    const name = choices.of([
      "Snapshot",
      "Snapshot",
      "Snapshot",
      "SectionSnapshot",
      "SectionSnapshot",
      "DataSource",
      "DataSource",
      "DataSource",
      "DerivedList",
      "DerivedList",
      "Transaction",
      "Difference",
      "TextView",
      "History",
      "Publisher",
      "Follower",
      "Follower",
    ]);
    const object = values.object(name);
    if (object === undefined) return this.make();
    if (choices.percent(15)) return this.read(object, choices.of(getters[name]));
    if (object instanceof DataSource && choices.percent(25))
      return this.set(object, choices.of(Object.keys(properties)));
    const method = choices.of(Object.keys(calls[name]));
    // Objects are disposed seldom, and in the middle of something more often.
    if (method === "dispose" && this.depth === 0 && choices.percent(70)) return undefined;
    const given = calls[name][method].map((sort) => this.argument(sort));
    this.log?.(`${"  ".repeat(this.depth)}${name}.${method}`, ...given.map(({ value }) => value));
    return this.perform(name, object, method, given);
  }

  perform(name, object, method, given) {
    const isRight = given.every((each) => each.isRight);
    const isSnapshot = object instanceof Snapshot && !object.isDisposed;
    const isList = isSnapshot && isRight && !this.hasKeys;
    const meddled = this.meddled;
    const before = isSnapshot && readSafely(() => listOf(object));
    const isModelled = isList && before && !given[1]?.value?.mustExist;
    const values = given.map(({ value }) => value);
    const expected = isModelled
      ? readSafely(() => edited(before, method, values, object instanceof SectionSnapshot), null)
      : null;
    const caller = this.called;
    this.called = object;
    const { result, error, hasThrown } = this.attempt(() => object[method](...values));
    this.called = caller;
    if (hasThrown) this.log?.(`${"  ".repeat(this.depth)}  threw`, error?.message ?? error);
    // What a function of the user's returned may have code of the user's in it.
    if (Array.isArray(result)) this.attempt(() => result.forEach((each) => this.hold(each)));
    else this.hold(result);
    if (!isSnapshot || !before || object.isDisposed) return;
    const after = readSafely(() => listOf(object));
    // What the user's code did meanwhile, or while the list was read, is not in the model.
    if (after === undefined || this.meddled !== meddled) return;
    if (hasThrown && !areEqual(before, after))
      throw report(`${method} failed with ${error?.message}, and changed the list`);
    // The model does not know which snapshots are those of a transaction.
    if (expected === null || (hasThrown && /^the snapshots of a transaction/.test(error?.message))) return;
    if (hasThrown !== (expected === undefined ? true : undefined))
      throw report(`${method}: ${hasThrown ? `failed: ${error?.message}` : "should fail"}`);
    if (expected !== undefined && !areEqual(after, expected))
      throw report(`${method}: ${JSON.stringify(after)} in place of ${JSON.stringify(expected)}`);
  }

  make() {
    const { choices } = this;
    const [first, second] = [this.argument("Snapshot").value, this.argument("Snapshot").value];
    const { result } = choices.of([
      () => this.attempt(() => new Snapshot(this.argument("sections").value, this.argument("keyOptions?").value)),
      () =>
        this.attempt(() => new SectionSnapshot(this.argument("treeItems").value, this.argument("keyOptions?").value)),
      () => this.attempt(() => new DataSource(this.argument("sourceOptions?").value)),
      () => this.attempt(() => new TextView(this.argument("viewOptions").value)),
      () => this.attempt(() => new History(this.argument("DataSource").value, this.argument("historyOptions?").value)),
      () => this.attempt(() => difference(first, second)),
      () => this.attempt(() => Snapshot.decode(this.argument("bytes").value, this.argument("keyOptions?").value)),
      () => this.attempt(() => documentName(this.argument("bytes").value)),
      () => this.attempt(() => new Publisher(this.argument("DataSource").value, this.argument("keep?").value)),
      () => this.attempt(() => new Follower(this.argument("DataSource").value)),
      () => this.attempt(() => this.values.object("DataSource").derive(this.argument("derivation?").value)),
      () => this.attempt(() => concat(this.argument("sources").value, this.argument("sourceOptions?").value)),
      () => this.attempt(() => version()),
    ])();
    this.hold(result);
  }

  ask() {
    const { value } = this.argument(this.choices.of(["path", "kind"]));
    this.log?.(`${"  ".repeat(this.depth)}ask a preparation`);
    this.attempt(() =>
      typeof value === "object"
        ? this.preparation.cell(value)
        : this.preparation.supplementaryCell(value, this.argument("index").value),
    );
  }

  read(object, name) {
    this.log?.(`${"  ".repeat(this.depth)}read ${name}`);
    const { result } = this.attempt(() => object[name]);
    if (name === "sectionTransactions") for (const each of result ?? []) this.hold(each.finalSnapshot);
    this.hold(result);
  }

  set(source, name) {
    const { value } = this.argument(properties[name]);
    this.log?.(`${"  ".repeat(this.depth)}set ${name}`, value);
    this.attempt(() => (source[name] = this.choices.percent(10) ? undefined : value));
  }

  checkAll() {
    if (found.finding) throw found.finding;
    // From here on, the user's code does nothing.
    this.mood = 0;
    const { Snapshot: snapshots, SectionSnapshot: trees, DataSource: sources, DerivedList: lists } = this.values.kept;
    const check = (fn, ...objects) => {
      if (objects.some((object) => object.isDisposed)) return;
      try {
        fn(...objects);
      } catch (error) {
        throw found.finding ?? report(`${fn.name}: ${error.message}`, error);
      }
    };
    for (const snapshot of snapshots) check(checkSnapshot, snapshot);
    for (const tree of trees) check(checkSnapshot, tree);
    for (const source of [...sources, ...lists]) check(checkSource, source);
    if (this.hostility === 0) check(checkDifference, this.choices.of(snapshots), this.choices.of(snapshots));
  }
}

// Contents with code of the user's may throw when they are read.
function readSafely(read, otherwise) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Finding) throw error;
    return otherwise;
  }
}

/** Runs the program of a seed. Throws a finding. */
export function execute(seed, log) {
  found.finding = undefined;
  const program = new Program(seed, log);
  try {
    program.run();
  } catch (error) {
    throw found.finding ?? (error instanceof Finding ? error : report(String(error), error));
  } finally {
    program.mood = 0;
    program.left = 0;
    if (!found.finding) cleanUp();
  }
}
