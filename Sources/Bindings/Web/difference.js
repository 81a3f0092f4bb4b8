import { invoke } from "./calls.js";
import { readContent } from "./contents.js";
import { refuseArgument } from "./errors.js";
import { Adopted, adoptedAddress, Handle } from "./handles.js";
import {
  idSize,
  memory,
  readCString,
  readFlag,
  readId,
  readIds,
  readPath,
  reserve,
  reserveIds,
  wasm,
  withScratch,
} from "./memory.js";
import { Snapshot } from "./snapshot.js";
import { makeStrict, strict } from "./strict.js";

const [changeSize, stepSize, changesAtOnce] = [112, 36, 256];
const stepKinds = [
  "deleteSections",
  "insertSections",
  "moveSections",
  "updateSections",
  "deleteItems",
  "insertItems",
  "moveItems",
  "reloadItems",
  "reconfigureItems",
];
const sectionKinds = 4;

/** The changes between two snapshots, with the fewest possible moves. */
export class Difference extends Handle {
  #lists = [];
  #key;

  constructor(adopted) {
    super(
      adoptedAddress(adopted, "Difference", "difference(old, fresh) makes one"),
      wasm.diffable_difference_free,
      "difference",
    );
    this.#key = adopted.key;
  }

  get deletedSections() {
    return this.#changes(0);
  }
  get insertedSections() {
    return this.#changes(1);
  }
  get movedSections() {
    return this.#changes(2);
  }
  get updatedSections() {
    return this.#changes(3);
  }
  get deletedItems() {
    return this.#changes(4);
  }
  get insertedItems() {
    return this.#changes(5);
  }
  get movedItems() {
    return this.#changes(6);
  }
  get reloadedItems() {
    return this.#changes(7);
  }
  get reconfiguredItems() {
    return this.#changes(8);
  }

  get isEmpty() {
    return wasm.diffable_difference_is_empty(Handle.address(this)) === 1;
  }

  #changes(kind) {
    return (this.#lists[kind] ??= Object.freeze(this.#read(kind)));
  }

  #read(kind) {
    // Reading contents runs their getters, which may dispose the difference.
    const difference = wasm.diffable_difference_copy(Handle.address(this));
    try {
      return withScratch(() => readChanges(difference, kind, kind < sectionKinds ? "id" : this.#key));
    } finally {
      wasm.diffable_difference_free(difference);
    }
  }

  /**
   * Returns the difference as a sequence of steps, each of which changes consecutive elements. Indexes refer to the
   * list after all earlier steps, except `final`, which refers to the new list.
   */
  steps() {
    const steps = wasm.diffable_steps_new(Handle.address(this));
    try {
      return withScratch(() => readSteps(steps));
    } finally {
      wasm.diffable_steps_free(steps);
    }
  }

  toJSON(_) {
    return this.toString();
  }

  toString() {
    return this.isDisposed
      ? "disposed difference"
      : readCString(wasm.diffable_difference_description(Handle.address(this)));
  }
}

makeStrict(Difference);

function readPlace(address, kind) {
  const path = readPath(address);
  return kind < sectionKinds ? path?.section : path;
}

function readChanges(difference, kind, key) {
  const total = wasm.diffable_difference_count(difference, kind);
  const [address, count] = [reserve(Math.min(total, changesAtOnce) * changeSize), reserve(4)];
  const changes = [];
  while (changes.length < total) {
    memory()[address >> 2] = changeSize;
    const capacity = Math.min(total - changes.length, changesAtOnce);
    invoke(wasm.diffable_difference_changes, [difference, kind, changes.length, address, capacity, count]);
    for (let index = 0; index < capacity; index += 1) changes.push(readChange(address + index * changeSize, kind, key));
  }
  return changes;
}

function readChange(address, kind, key) {
  const [id, oldId] = [readId(address + 8), readId(address + 32)];
  const change = { id };
  if (oldId !== id) change.oldId = oldId;
  const [from, to] = [readPlace(address + 56, kind), readPlace(address + 64, kind)];
  if (from !== undefined) change.from = from;
  if (to !== undefined) change.to = to;
  if (readFlag(address + 72)) change.withSection = true;
  const [oldContent, newContent] = [readContent(address + 76, oldId, key), readContent(address + 92, id, key)];
  if (oldContent !== undefined) change.old = oldContent;
  if (newContent !== undefined) change.new = newContent;
  return change;
}

function readSteps(steps) {
  const count = wasm.diffable_steps_count(steps);
  const [list, ids] = [reserve(count * stepSize), reserveIds(wasm.diffable_web_step_elements(steps))];
  wasm.diffable_web_read_steps(steps, list, ids);
  let id = ids;
  return Array.from({ length: count }, (_, index) => {
    const address = list + index * stepSize;
    const words = memory();
    const [kind, elements] = [words[(address >> 2) + 1], words[(address >> 2) + 2]];
    const step = { kind: stepKinds[kind], count: elements, ids: readIds(id, elements) };
    const [from, to, final] = [
      readPlace(address + 12, kind),
      readPlace(address + 20, kind),
      readPlace(address + 28, kind),
    ];
    if (from !== undefined) step.from = from;
    if (to !== undefined) step.to = to;
    if (final !== undefined) step.final = final;
    id += elements * idSize;
    return step;
  });
}

/** Returns the difference between two snapshots. */
export const difference = strict("difference", (old, fresh) => {
  if (!Handle.is(old, Snapshot)) refuseArgument(1, "Snapshot", old);
  if (!Handle.is(fresh, Snapshot)) refuseArgument(2, "Snapshot", fresh);
  return new Difference(
    new Adopted(wasm.diffable_difference_new(Handle.address(old), Handle.address(fresh)), Snapshot.keyOf(fresh)),
  );
});
