// Contents by their revision. Snapshots that were copied from one another share them, and only ever add to them. Since a revision is the
// fingerprint of a content, whichever contents have a revision have the right one.
import { fingerprint, frozenCopy, isCertainlyEqual } from "./fingerprint.js";

class Entry {
  // The entry that was added after this one last. Lists are mostly described in the same order again.
  next = undefined;

  constructor(revision, original, copy) {
    this.revision = revision;
    this.original = original;
    this.copy = copy;
  }
}

export class Contents {
  #entries = new Map();
  #limit = 64;
  #last = undefined;

  /** The revision of a content, of which a copy is kept. The fields `omitted` are no part of it. */
  add(content, omitted) {
    const expected = this.#last?.next;
    if (expected !== undefined && isCertainlyEqual(content, expected.copy, omitted)) {
      this.#last = expected;
      return expected.revision;
    }
    const revision = fingerprint(content, omitted);
    let entry = this.#entries.get(revision);
    if (entry === undefined) this.#entries.set(revision, entry = new Entry(revision, content, frozenCopy(content, omitted)));
    if (this.#last !== undefined) this.#last.next = entry;
    this.#last = entry;
    return revision;
  }

  /**
   * The content of a revision: the very object that was passed, while that contains what it did then, else a copy. Undefined for none.
   * An object with fields that are no content is not the content itself.
   */
  get(revision) {
    const entry = this.#entries.get(revision);
    if (entry === undefined) return undefined;
    const { original, copy } = entry;
    return isCertainlyEqual(original, copy) || fingerprint(original) === revision ? original : copy;
  }

  /** The object that was passed, as it is now. */
  original(revision) {
    return this.#entries.get(revision)?.original;
  }

  /** A field of the content that was passed. */
  field(revision, name) {
    return this.#entries.get(revision)?.copy[name];
  }

  /** Adds contents that others have. */
  take(others, revisions) {
    for (const revision of revisions) {
      const entry = others.#entries.get(revision);
      if (entry === undefined || this.#entries.has(revision)) continue;
      this.#entries.set(revision, new Entry(revision, entry.original, entry.copy));
    }
  }

  /** Whether most of the contents may be unused. */
  get isCrowded() {
    return this.#entries.size > this.#limit;
  }

  /** Contents with these revisions alone. */
  compacted(revisions) {
    const compact = new Contents();
    compact.take(this, revisions);
    compact.expectUse();
    return compact;
  }

  /** Says that all contents are in use. */
  expectUse() {
    this.#limit = 2 * this.#entries.size + 64;
  }
}
