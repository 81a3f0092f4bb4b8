// Runs a program (see README.md) on the module for pages and prints what came of it.
//
//   node interpreter.mjs <program
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { difference, SectionSnapshot, Snapshot } from "../../build/web/diffable.js";
import { insertTree } from "./insert_tree.mjs";
import * as lists from "./lists.mjs";
import { add, reactions } from "./reactions.mjs";
import { registers } from "./registers.mjs";
import { change, kept, options, setHandler, source } from "./source.mjs";
import { printText } from "./texts.mjs";
import { elements, found, identifier, optional, path, place, print, printed, reply, token } from "./words.mjs";

function become(register, snapshot) {
  registers[register] = snapshot;
  print("ok");
}

const calls = {
  new: (register) => become(register, register.startsWith("t") ? new SectionSnapshot() : new Snapshot()),
  copy: (register, original) => become(register, registers[original].copy()),
  fetch: (register) => become(register, source.snapshot()),
  fetch_section: (register, section) =>
    become(register, found(() => source.sectionSnapshot(identifier(section))) ?? new SectionSnapshot()),
  section_snapshot: (register, section, tree) =>
    become(tree, found(() => registers[register].sectionSnapshot(identifier(section))) ?? new SectionSnapshot()),
  snapshot_of: (register, parent, part, whole) =>
    reply(() => void (registers[part] = registers[register].snapshotOf(identifier(parent), whole !== undefined))),
  new_snapshot: (register) => become(register, source.newSnapshot()),
  state: (register) => lists.state(registers[register]),
  find: (register, name) => lists.find(registers[register], identifier(name)),
  at: (register, where) => lists.at(registers[register], path(where)),
  items: (register, section) => lists.items(registers[register], identifier(section)),
  equal: (left, right) => print(`ok ${registers[left].equals(registers[right])}`),
  difference(old, fresh) {
    const changes = difference(registers[old], registers[fresh]);
    lists.changes(changes, registers[old], registers[fresh]);
    assert(changes.isEmpty === (String(changes) === "no changes"), "a difference is empty, or not");
    print(`ok ${changes}`);
  },
  apply: (register, how) => change("apply", registers[register], options(register, how)),
  apply_using_reload_data: (register) => change("applyUsingReloadData", registers[register], options(register)),

  undo() {
    if (!kept) return print("ok none");
    change("apply", kept.initialSnapshot, options("undo"));
  },

  // Edits with arguments of their own
  append_items_to_parent: (register, items, parent) =>
    reply(
      () => registers[register].appendItems(elements(items), { parent: identifier(parent) }),
      "append_items_to_parent",
    ),
  prepend_items_to_parent: (register, items, parent) =>
    reply(
      () => registers[register].prependItems(elements(items), { parent: identifier(parent) }),
      "prepend_items_to_parent",
    ),
  insert_items_at: (register, items, index, section) =>
    reply(() => registers[register].insertItemsAt(elements(items), Number(index), identifier(section))),
  rename_item: (register, item, renamed) =>
    reply(() => registers[register].renameItem(identifier(item), identifier(renamed))),
  set_expandable: (register, items, isExpandable) =>
    reply(() => registers[register].setExpandable(elements(items), isExpandable === "true")),
  replace_children: (register, parent, tree) =>
    reply(() => registers[register].replaceChildren(identifier(parent), registers[tree])),
  set_section_snapshot: (register, section, tree) =>
    reply(() => registers[register].setSectionSnapshot(registers[tree], identifier(section))),
  insert_tree: (register, tree, placement, id) =>
    reply(
      () => void (registers[register] = insertTree(registers[register], registers[tree], placement, identifier(id))),
      "insert_tree",
    ),

  // The data source
  source: () => lists.state(source.snapshot()),
  transaction: () => lists.transaction(kept),
  look_up(name) {
    const id = identifier(name);
    const [path, index] = [found(() => source.indexPathOfItem(id)), found(() => source.indexOfSection(id))];
    const item = found(() => source.item(id));
    if (item !== undefined) print(`item ${path ? place(path) : "-"} ${token(item)}`);
    if (index !== undefined) print(`section ${index} ${token(source.section(id))}`);
    print("ok");
  },
  row(word) {
    print(`ok ${optional(source.sectionAt(path(word).section))} ${optional(source.itemAt(path(word)))}`);
  },
  cell: (where) => reply((failed) => source.cellAt(path(where), failed).text),
  supplementary: (kind, index) => reply((failed) => source.supplementaryCell(kind, Number(index), failed)?.text ?? "-"),
  render: () => reply((failed) => printText(source.render(failed))),
  default_row_animation: (name) =>
    reply(() => (name ? void (source.defaultRowAnimation = name) : source.defaultRowAnimation)),
  handler(name, how) {
    setHandler(name, how === "on");
    print("ok");
  },
  when(event, count, ...spoken) {
    add(event, count, spoken);
    print("ok");
  },
  apply_section: (register, section, how) =>
    change("applySection", registers[register], elements(section)[0], options(register, how)),
  toggle_item: (item) => change("toggleItem", identifier(item)),
  reorder_item: (from, to) => change("reorderItem", path(from), path(to)),
};

const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

// Every other call is a method of a snapshot: the first argument is a list, and an anchor or a section may follow.
function edit(name, register, first, second) {
  const isOne = /^move_(item|section)_/.test(name);
  const values = first === undefined ? [] : [isOne ? identifier(first) : elements(first), identifier(second)];
  reply(() => {
    // The reference model does not count the items that this call deletes.
    if (name === "delete_all_items") return void registers[register].clear();
    return registers[register][camelCase(name)](...values);
  });
}

reactions.perform = (spoken) => {
  const [name, ...values] = spoken;
  if (calls[name]) calls[name](...values);
  else edit(...spoken);
};

for (const line of readFileSync(0, "utf8").split("\n")) {
  const [, call] = /^> (.*)/.exec(line) ?? [];
  if (call === undefined) continue;
  print(line);
  reactions.perform(call.split(/\s+/).filter(Boolean));
}
process.stdout.write(printed());
