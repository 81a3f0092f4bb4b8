// Runs a program (see README.md) on the module for pages and prints what came of it.
//
//   node interpreter.mjs <program
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { difference, Snapshot } from "../../build/web/diffable.js";
import * as lists from "./lists.mjs";
import { add, reactions } from "./reactions.mjs";
import { change, kept, options, setHandler, source } from "./source.mjs";
import { printText } from "./texts.mjs";
import * as trees from "./trees.mjs";
import { elements, identifier, optional, path, place, print, printed, reply, token } from "./words.mjs";

const snapshots = { s0: new Snapshot(), s1: new Snapshot(), s2: new Snapshot(), s3: new Snapshot() };

function become(register, snapshot) {
  snapshots[register] = snapshot;
  print("ok");
}

const calls = {
  new: (register) => become(register, new Snapshot()),
  copy: (register, original) => become(register, snapshots[original].copy()),
  fetch: (register) => become(register, source.snapshot()),
  new_snapshot: (register) => become(register, source.newSnapshot()),
  state: (register) => lists.state(snapshots[register]),
  find: (register, name) => lists.find(snapshots[register], identifier(name)),
  at: (register, where) => lists.at(snapshots[register], path(where)),
  items: (register, section) => lists.items(snapshots[register], identifier(section)),
  equal: (left, right) => print(`ok ${snapshots[left].equals(snapshots[right])}`),
  difference(old, fresh) {
    const found = difference(snapshots[old], snapshots[fresh]);
    lists.changes(found, snapshots[old], snapshots[fresh]);
    assert(found.isEmpty === (String(found) === "no changes"), "a difference is empty, or not");
    print(`ok ${found}`);
  },
  apply: (register, how) => change("apply", snapshots[register], options(register, how)),
  apply_using_reload_data: (register) => change("applyUsingReloadData", snapshots[register], options(register)),

  // The data source
  source: () => lists.state(source.snapshot()),
  transaction: () => lists.transaction(kept),
  look_up(name) {
    const id = identifier(name);
    const [path, index] = [source.indexPathOfItem(id), source.indexOfSection(id)];
    if (path) print(`item ${place(path)} ${token(source.item(id))}`);
    if (index !== undefined) print(`section ${index} ${token(source.section(id))}`);
    print("ok");
  },
  row(word) {
    print(`ok ${optional(source.sectionAt(path(word).section))} ${optional(source.itemAt(path(word)))}`);
  },
  cell: (where) => reply((failed) => source.cellAt(path(where), failed).text),
  supplementary: (kind, index) => reply((failed) => source.supplementaryCell(kind, Number(index), failed)?.text ?? "-"),
  render: () => reply((failed) => printText(source.render(failed))),
  default_row_animation: (name) => reply(() => name ? void (source.defaultRowAnimation = name) : source.defaultRowAnimation),
  handler(name, how) {
    setHandler(name, how === "on");
    print("ok");
  },
  when(event, count, ...spoken) {
    add(event, count, spoken);
    print("ok");
  },
  fetch_section(register, section) {
    trees.trees[register] = source.sectionSnapshot(identifier(section));
    print("ok");
  },
  apply_section: (register, section, how) => change("applySection", trees.trees[register], elements(section)[0], options(register, how)),
  toggle_item: (item) => change("toggleItem", identifier(item)),
  reorder_item: (from, to) => change("reorderItem", path(from), path(to)),
};

const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

// Every other call is a method of a snapshot: the first argument is a list, and an anchor or a section may follow.
function edit(name, register, first, second) {
  const isOne = /^move_(item|section)_/.test(name);
  const values = first === undefined ? [] : [isOne ? identifier(first) : elements(first), identifier(second)];
  const method = name === "delete_all_items" ? "clear" : camelCase(name);
  reply(() => snapshots[register][method](...values));
}

const isOfSource = new Set(["fetch_section", "apply_section"]);

reactions.perform = (spoken) => {
  const [name, ...values] = spoken;
  if (trees.trees[values[0]] && !isOfSource.has(name)) trees.perform(spoken);
  else if (calls[name]) calls[name](...values);
  else edit(...spoken);
};

for (const line of readFileSync(0, "utf8").split("\n")) {
  const [, call] = /^> (.*)/.exec(line) ?? [];
  if (call === undefined) continue;
  print(line);
  reactions.perform(call.split(/\s+/).filter(Boolean));
}
process.stdout.write(printed());
