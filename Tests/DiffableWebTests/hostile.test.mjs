// The texts of Tests/TestSupport/hostile.txt wherever JavaScript can put one: what text views and messages have of them
// is harmless.
import assert from "node:assert";
import test from "node:test";
import { DataSource, SectionSnapshot, Snapshot, TextView } from "../../build/web/diffable.js";
import { texts } from "../TestSupport/hostile.mjs";

const disturbing = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]/u;

// A pair that is not whole would have the engine refuse the text, or replace its halves.
const isHarmless = (text) => !/\p{Surrogate}/u.test(text) && !disturbing.test(text);

function write(text) {
  const written = [];
  const view = new TextView({ write: (output) => void written.push(output), showsOld: true });
  const cell = () => ({ text, detail: text, secondaryText: text, image: text, accessory: text });
  const source = new DataSource({ view, cell, header: cell, footer: cell });
  for (const title of [text, `${text}.`]) {
    const snapshot = new Snapshot([{ id: text, title, items: [{ id: text, title }] }]);
    written.push(String(source.apply(snapshot, { caption: text })), String(snapshot));
    snapshot.dispose();
  }
  const tree = new SectionSnapshot([
    { id: text, title: text, expanded: true, children: [{ id: `${text}.`, title: text }] },
  ]);
  written.push(String(tree));
  source.applySection(tree, text);
  written.push(source.render(), String(source));
  tree.dispose();
  source.dispose();
  return written;
}

function messages(text) {
  const snapshot = new Snapshot([{ id: text, items: [text] }]);
  const source = new DataSource({ cell: () => ({ text }) });
  const calls = [
    () => snapshot.appendItems(text),
    () => snapshot.appendSections(text),
    () => snapshot.moveItemAfter(`${text}!`, text),
    () => snapshot.numberOfItemsInSection(`${text}!`),
    () => snapshot.appendItems(1, `${text}!`),
    () => new DataSource({ [text]: 1 }),
    () => source.apply(snapshot, { animation: text }),
    () => source.apply(text),
    () => new TextView({ write: text }),
    () => new DataSource({ view: new TextView({ write() {} }), cell: () => ({ [text]: 1 }) }).apply(snapshot),
    () => new DataSource({ view: new TextView({ write() {} }), cell: () => ({ text, height: text }) }).apply(snapshot),
  ];
  const found = [];
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      found.push(String(error));
    }
  }
  snapshot.dispose();
  return found;
}

for (const [number, whole] of texts.entries()) {
  const text = whole.replace(/\p{Surrogate}/gu, "\ufffd").slice(0, 5000);
  test(`nothing of text ${number + 1} is raw`, () => {
    const written = write(text);
    for (const output of written) assert(isHarmless(output), JSON.stringify(output.slice(0, 300)));
    assert(write(text + text).join("").length <= 2 * written.join("").length + 2000);
    const found = messages(text);
    assert(found.length >= 8, found.length);
    for (const message of found)
      assert(isHarmless(message) && !message.includes("\n"), JSON.stringify(message.slice(0, 300)));
    assert.strictEqual(globalThis.hurt, undefined);
    assert.strictEqual({}.hurt, undefined);
  });
}

test("half of a pair is refused", () => {
  for (const text of texts.filter((one) => /\p{Surrogate}/u.test(one))) {
    assert.throws(
      () => write(text),
      (error) => error.code === "INVALID_ARGUMENT" && isHarmless(error.message),
    );
  }
});
