// Each error of include/diffable.h is thrown in JavaScript, or the test says why it is not.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import test from "node:test";
import { DataSource, difference, DiffableError, Snapshot, TextView } from "../../build/web/diffable.js";

const list = () => new Snapshot([{ id: "fares", items: ["bus", "train"] }]);
const showing = (cell) => new DataSource({ cell, view: new TextView({ write() {} }) });

const causes = {
  INVALID_ARGUMENT: () => list().appendItems(true),
  DUPLICATE_IDENTIFIER: () => list().appendItems(["ferry", "bus"]),
  UNKNOWN_IDENTIFIER: () => list().reloadItems("ferry"),
  NO_SECTIONS: () => new Snapshot().appendItems("bus"),
  INVALID_DESTINATION: () => list().moveItemBefore("bus", "bus"),
  NO_PROVIDER: () => showing(undefined).apply(list()),
  INVALID_CELL: () => showing(() => undefined).apply(list()),
  STALE_SNAPSHOT: () => {
    const source = new DataSource({ strict: true });
    const old = source.snapshot();
    source.apply(list());
    source.apply(old);
  },
  APPLY_LOOP: () => {
    const source = new DataSource();
    source.onApply(() => source.apply(list()));
    source.apply(list());
  },
  MALFORMED: () => Snapshot.decode(new Uint8Array(3)),
  WRONG_VERSION: () => list().applyPatch(difference(new Snapshot(), list()).encode()),
};

const exceptions = {
  PROVIDER_FAILED: "what a provider throws is thrown unchanged",
  CALLBACK_FAILED: "what an observer, a completion or a handler throws is thrown unchanged",
  OUTPUT_FAILED: "what the function that writes throws is thrown unchanged",
  LIMIT_EXCEEDED: "it takes the 4 GiB that a page has",
};

const header = readFileSync(new URL("../../include/diffable.h", import.meta.url), "utf8");
const codes = [...header.matchAll(/DIFFABLE_ERROR_([A-Z_]+) =/g)].map((match) => match[1]);

test("the header has errors", () => assert.ok(codes.length >= 12));

for (const code of codes) {
  test(`${code} is ${code in exceptions ? "not " : ""}thrown in JavaScript`, () => {
    assert.ok(code in causes !== code in exceptions);
    if (code in exceptions) return;
    assert.throws(
      causes[code],
      (error) =>
        error instanceof DiffableError && error.code === code && String(error).startsWith(`DiffableError: ${code}: `),
    );
  });
}
