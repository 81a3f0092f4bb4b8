// Lists that were edited separately, and applies that keep what others applied.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DataSource, merge, SectionSnapshot, Snapshot } from "../../build/web/diffable.js";

const list = (...items) => new Snapshot([{ id: "s", items }]);
const ids = (snapshot) => snapshot.itemIdentifiers().join(" ");

test("a merge does what both sides did", () => {
  const base = list({ id: 1, title: "one" }, 2, 3);
  const [mine, theirs] = [base.copy(), base.copy()];
  mine.updateItems([{ id: 1, title: "changed" }]);
  mine.appendItems(["m"]);
  theirs.deleteItems([2]);
  theirs.appendItems(["t"]);
  const { snapshot, conflicts } = merge(base, mine, theirs);
  assert.equal(ids(snapshot), "1 3 m t");
  assert.deepEqual(snapshot.item(1), { id: 1, title: "changed" });
  assert.deepEqual(conflicts, []);
  snapshot.deleteItems(["m"]);
  assert.equal(ids(snapshot), "1 3 t");
  assert.equal(ids(mine), "1 2 3 m");
});

test("conflicts have what the three lists have", () => {
  const base = new Snapshot([
    { id: "s", title: "S", items: [{ id: 1, title: "one" }, { id: 2, title: "two" }, 3] },
    "t",
  ]);
  const [mine, theirs] = [base.copy(), base.copy()];
  mine.updateSections([{ id: "s", title: "mine" }]);
  theirs.updateSections([{ id: "s", title: "theirs" }]);
  mine.deleteItems([1]);
  theirs.updateItems([{ id: 1, title: "theirs" }]);
  mine.moveItemsToSection([3], "t");
  theirs.deleteItems([3]);
  const { snapshot, conflicts } = merge(base, mine, theirs);
  assert.equal(ids(snapshot), "1 2 3");
  assert.deepEqual(conflicts, [
    {
      kind: "changed",
      id: "s",
      isSection: true,
      base: { id: "s", title: "S" },
      mine: { id: "s", title: "mine" },
      theirs: { id: "s", title: "theirs" },
    },
    { kind: "deleted", id: 1, isSection: false, base: { id: 1, title: "one" }, theirs: { id: 1, title: "theirs" } },
    { kind: "deleted", id: 3, isSection: false, base: 3, mine: 3 },
  ]);
});

test("a getter that frees what is merged does no harm", () => {
  const free = [];
  const item = (title) => ({
    id: 1,
    get title() {
      for (const each of free) each.dispose();
      return title;
    },
  });
  const base = list(1);
  const [mine, theirs] = [base.copy(), base.copy()];
  mine.updateItems([item("mine")]);
  theirs.updateItems([item("theirs")]);
  free.push(mine, theirs, base);
  const { conflicts } = merge(base, mine, theirs);
  assert.equal(conflicts[0].kind, "changed");
});

test("other arguments are refused", () => {
  const [snapshot, tree] = [list(1), new SectionSnapshot([1])];
  assert.throws(() => merge(snapshot, {}, snapshot), /INVALID_ARGUMENT: merge: argument 2: Snapshot expected/);
  assert.throws(() => merge(snapshot, snapshot, tree), /argument 3: this is a section snapshot/);
  assert.throws(() => merge(snapshot, snapshot), /argument 3: Snapshot expected/);
});

test("an apply is rebased", () => {
  const source = new DataSource();
  source.apply(list({ id: 1, title: "one" }, 2, 3));
  const [first, second] = [source.snapshot(), source.snapshot()];
  first.appendItems([4]);
  first.updateItems([{ id: 1, title: "first" }]);
  second.deleteItems([2]);
  second.updateItems([{ id: 1, title: "second" }]);
  assert.deepEqual(source.apply(first, { rebase: true }).conflicts, []);
  const transaction = source.apply(second, { rebase: true, caption: "second" });
  assert.equal(ids(source.snapshot()), "1 3 4");
  assert.equal(transaction.caption, "second");
  assert.deepEqual(
    transaction.conflicts.map(({ kind, base, mine, theirs }) => [kind, base.title, mine.title, theirs.title]),
    [["changed", "one", "second", "first"]],
  );
  // A snapshot is applied, edited and applied again.
  first.deleteItems([4]);
  source.apply(first, { rebase: true });
  assert.equal(ids(source.snapshot()), "1 3");
  assert.throws(() => source.apply(list(1), { rebase: true }), /the snapshot was not taken from a data source/);
  assert.throws(
    () => new DataSource().apply(first, { rebase: true }),
    /the snapshot was taken from another data source/,
  );
  assert.throws(() => source.applyUsingReloadData(first, { rebase: true }), /unknown option "rebase"/);
  assert.throws(() => source.applySection(new SectionSnapshot(), "s", { rebase: true }), /unknown option "rebase"/);
});
