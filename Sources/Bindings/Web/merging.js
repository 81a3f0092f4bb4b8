// Merges lists that were edited separately, and reads the conflicts. A page that needs none can be built without this
// file: see web.mk.
import { invoke } from "./calls.js";
import { readContent } from "./contents.js";
import { refuse, refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { memory, readFlag, readId, reserve, wasm, withScratch } from "./memory.js";
import { optionsOfApplies, rebasing } from "./options.js";
import { SectionSnapshot } from "./section_snapshot.js";
import { Snapshot } from "./snapshot.js";
import { addMethods, strict } from "./strict.js";
import { Transaction } from "./transaction.js";

const conflictSize = 88;
const conflictKinds = ["changed", "inserted", "deleted", "deletedParent", "moved", "cycle", "renamed"];

// Returns the conflicts at an address, or none for 0. Reading contents runs their getters, which must not be able to
// free the conflicts.
function readConflicts(conflicts, key) {
  return Object.freeze(
    Array.from({ length: wasm.diffable_conflicts_count(conflicts) }, (_, index) =>
      withScratch(() => {
        const address = reserve(conflictSize);
        memory()[address >> 2] = conflictSize;
        invoke(wasm.diffable_conflicts_read, [conflicts, index, address, 1, 0]);
        return readConflict(address, key);
      }),
    ),
  );
}

function readConflict(address, key) {
  const id = readId(address + 16);
  const conflict = { kind: conflictKinds[memory()[(address >> 2) + 1] - 1], id, isSection: readFlag(address + 8) };
  ["base", "mine", "theirs"].forEach((name, index) => {
    if (readFlag(address + 9 + index))
      conflict[name] = readContent(address + 40 + 16 * index, id, conflict.isSection ? "id" : key) ?? id;
  });
  return conflict;
}

/** Merges two lists that were edited separately, starting from a common one. */
export const merge = strict("merge", (base, mine, theirs) => {
  [base, mine, theirs].forEach((list, index) => {
    if (!Handle.is(list, Snapshot)) refuseArgument(index + 1, "Snapshot", list);
    if (Handle.is(list, SectionSnapshot))
      refuse("INVALID_ARGUMENT", `argument ${index + 1}: this is a section snapshot; a snapshot of a list expected`);
  });
  return withScratch(() => {
    const [merged, conflicts] = [reserve(4), reserve(4)];
    invoke(wasm.diffable_snapshot_merge, [
      ...[base, mine, theirs].map((list) => Handle.address(list)),
      merged,
      conflicts,
    ]);
    const found = memory()[conflicts >> 2];
    const key = Snapshot.keyOf(mine);
    const snapshot = Snapshot.adopt(memory()[merged >> 2], key);
    try {
      return { snapshot, conflicts: readConflicts(found, key) };
    } finally {
      wasm.diffable_conflicts_free(found);
    }
  });
});

optionsOfApplies.snapshot.rebase = "boolean";
rebasing.engineFunction = () => wasm.diffable_data_source_apply_rebased;

const conflictsOfTransactions = new WeakMap();

addMethods(Transaction, {
  /** The conflicts of an apply with the option `rebase`. */
  get conflicts() {
    const known = conflictsOfTransactions.get(this);
    if (known !== undefined) return known;
    // Reading contents runs their getters, which may dispose the transaction.
    const transaction = wasm.diffable_transaction_copy(Handle.address(this));
    try {
      const conflicts = readConflicts(wasm.diffable_transaction_conflicts(transaction), Transaction.keyOf(this));
      conflictsOfTransactions.set(this, conflicts);
      return conflicts;
    } finally {
      wasm.diffable_transaction_free(transaction);
    }
  },
});
