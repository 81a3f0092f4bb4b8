import { invoke } from "./calls.js";
import { Difference } from "./difference.js";
import { Adopted, adoptedAddress, Handle } from "./handles.js";
import { memory, readCString, readId, readText, reserve, wasm, withScratch } from "./memory.js";
import { animations } from "./options.js";
import { Snapshot } from "./snapshot.js";
import { makeStrict } from "./strict.js";

const sectionTransactionSize = 48;

/** One apply: the list before it, the list after it, and what changed. */
export class Transaction extends Handle {
  #key;
  #parts = {};

  constructor(adopted) {
    super(adoptedAddress(adopted, "Transaction", "apply of a data source makes one"), wasm.diffable_transaction_free);
    this.#key = adopted.key;
  }

  #snapshot(name, fn) {
    return (this.#parts[name] ??= this.#copy(fn(Handle.address(this))));
  }
  #copy(borrowed) {
    return Snapshot.adopt(wasm.diffable_snapshot_copy(borrowed), this.#key, true);
  }

  get initialSnapshot() {
    return this.#snapshot("initialSnapshot", wasm.diffable_transaction_initial_snapshot);
  }
  get finalSnapshot() {
    return this.#snapshot("finalSnapshot", wasm.diffable_transaction_final_snapshot);
  }

  get difference() {
    return (this.#parts.difference ??= this.#difference(wasm.diffable_transaction_difference(Handle.address(this))));
  }
  #difference(borrowed) {
    return new Difference(new Adopted(wasm.diffable_difference_copy(borrowed), this.#key));
  }
  get animation() {
    return animations[wasm.diffable_transaction_animation(Handle.address(this)) - 1];
  }
  get usesReloadData() {
    return wasm.diffable_transaction_uses_reload_data(Handle.address(this)) === 1;
  }

  /** The caption that the caller gave to the apply, or undefined if it has none. */
  get caption() {
    return withScratch(() => {
      const caption = reserve(8);
      wasm.diffable_transaction_caption(caption, Handle.address(this));
      const [address, size] = memory().subarray(caption >> 2);
      return size === 0 ? undefined : readText(address, size);
    });
  }

  /**
   * The changes of each section that existed before and after the apply and whose items changed, last section first.
   */
  get sectionTransactions() {
    return (this.#parts.sectionTransactions ??= this.#readSections());
  }

  #readSections() {
    const sections = wasm.diffable_section_transactions_new(Handle.address(this));
    try {
      return Array.from({ length: wasm.diffable_section_transactions_count(sections) }, (_, index) =>
        this.#readSection(sections, index),
      );
    } finally {
      wasm.diffable_section_transactions_free(sections);
    }
  }

  #readSection(sections, index) {
    return withScratch(() => {
      const out = reserve(sectionTransactionSize);
      memory()[out >> 2] = sectionTransactionSize;
      invoke(wasm.diffable_section_transactions_at, [sections, index, out]);
      const section = readId(out + 8);
      const [initial, final, difference] = memory().slice((out >> 2) + 8, (out >> 2) + 11);
      return {
        section,
        initialSnapshot: this.#copy(initial),
        finalSnapshot: this.#copy(final),
        difference: this.#difference(difference),
      };
    });
  }

  /** Returns the field of the items of a transaction that is their identifier, or the function that returns it. */
  static keyOf(transaction) {
    return transaction.#key;
  }

  /** Frees the transaction, with the snapshots and the difference that were read from it. */
  dispose() {
    const { initialSnapshot, finalSnapshot, difference, sectionTransactions = [] } = this.#parts;
    this.#parts = {};
    for (const part of [initialSnapshot, finalSnapshot, difference]) part?.dispose();
    for (const section of sectionTransactions) {
      for (const part of [section.initialSnapshot, section.finalSnapshot, section.difference]) part.dispose();
    }
    super.dispose();
  }

  toJSON(_) {
    return this.toString();
  }

  toString() {
    if (this.isDisposed) return "disposed transaction";
    return readCString(
      wasm.diffable_difference_description(wasm.diffable_transaction_difference(Handle.address(this))),
    );
  }
}

makeStrict(Transaction);

/** A transaction that the program may keep, from one that the engine lends to a callback. */
export function copyTransaction(borrowed, key) {
  return new Transaction(new Adopted(wasm.diffable_transaction_copy(borrowed), key));
}
