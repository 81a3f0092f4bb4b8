// The data source of a program: its callbacks, which say that they were called and do what they are to do, and its
// applies.
import assert from "node:assert";
import { DataSource, TextView } from "../../build/web/diffable.js";
import * as lists from "./lists.mjs";
import { reactions, take } from "./reactions.mjs";
import { registers } from "./registers.mjs";
import { printText } from "./texts.mjs";
import { failed, place, print, token } from "./words.mjs";

const codes = {
  write: "OUTPUT_FAILED",
  cell: "PROVIDER_FAILED",
  framed: "PROVIDER_FAILED",
  header: "PROVIDER_FAILED",
  footer: "PROVIDER_FAILED",
  badge: "PROVIDER_FAILED",
};

/** The transaction that was kept last. */
export let kept;

// Says what a callback was given, and does what it is to do.
function called(event, values, more) {
  print(`${event}${values} of ${source.snapshot().numberOfItems()}`);
  more?.();
  const answer = take(event);
  if (answer.fail) throw Object.assign(new Error(event), { code: codes[event] ?? "CALLBACK_FAILED" });
  return answer;
}

const keep = (event) => (transaction) => {
  kept = transaction;
  called(event, "");
};

const cell = (event, before, behind) => (item, path) => {
  const answer = called(event, ` ${token(item)} ${place(path)}`);
  return { text: before + token(item) + behind, height: answer.spoil ? -1 : 0 };
};

const supplementary = (event, text) => (section, index) => {
  const answer = called(event, ` ${token(section)} ${index}`);
  return answer.spoil ? { text: text(section), height: -1 } : text(section);
};

const idOf = (item) => (typeof item === "object" ? item.id : item);

// A handler is given the content of an item; it says the identifier.
const ofItem = (event) => (item) => !called(event, ` ${token(idOf(item))}`).refuse;

const handlers = {
  should_expand_item: ofItem("should_expand_item"),
  will_expand_item: ofItem("will_expand_item"),
  should_collapse_item: ofItem("should_collapse_item"),
  will_collapse_item: ofItem("will_collapse_item"),
  snapshot_for_expanding_parent(item, children) {
    const answer = called("snapshot_for_expanding_parent", ` ${token(idOf(item))}`, () => lists.state(children));
    return answer.children ? registers[answer.children] : children;
  },
  can_reorder_item: ofItem("can_reorder_item"),
  will_reorder: keep("will_reorder"),
  did_reorder: keep("did_reorder"),
};

export const source = new DataSource({
  view: new TextView({ context: 100000, write: (text) => void called("write", "", () => printText(text)) }),
  cell: cell("cell", "", ""),
  cells: { framed: cell("framed", "[", "]") },
  header: supplementary("header", token),
  footer: supplementary("footer", (section) => (typeof section === "object" ? `(${token(section)})` : undefined)),
  supplementary: { badge: supplementary("badge", (section) => `#${token(section)}`) },
});
source.onApply((transaction) => {
  called("observer", ` ${transaction.animation}`, () =>
    lists.changes(transaction.difference, transaction.initialSnapshot, transaction.finalSnapshot),
  );
});
source.onApply(keep("second"));

const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

export function setHandler(name, isOn) {
  source[camelCase(name)] = isOn ? handlers[name] : undefined;
}

for (const name of Object.keys(handlers)) setHandler(name, true);

// Calls what may change the list, and says how that ended.
export function change(method, ...values) {
  const isQueued = reactions.depth > 0;
  // An argument that is refused leaves the transaction of the apply before.
  const before = source.lastTransaction();
  let transaction;
  try {
    transaction = source[method](...values);
  } catch (error) {
    const last = source.lastTransaction();
    return failed(error, last && last !== before && "applied");
  }
  assert(isQueued || source.lastTransaction() === undefined, "a transaction that was returned is kept");
  assert(!(isQueued && transaction), "what waits has a transaction");
  print(isQueued ? "queued" : transaction ? "ok" : "refused");
}

// The options of an apply of what is in a register.
export function options(register, how) {
  const completion = () => void called("completion", ` ${register}`);
  if (how === undefined) return { completion };
  return how === "still" ? { completion, animatingDifferences: false } : { completion, animation: how };
}
