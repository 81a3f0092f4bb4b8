// Contents by their revision. Snapshots that were copied from one another share them, and only ever add to them. Since a revision is the
// fingerprint of a content, whichever contents have a revision have the right one.
import { fingerprint, frozenCopy } from "./fingerprint.js";

export class Contents {
  #entries = new Map();
  #limit = 64;

  /** The revision of a content, of which a copy is kept. The fields `omitted` are no part of it. */
  add(content, omitted) {
    const revision = fingerprint(content, omitted);
    if (!this.#entries.has(revision)) this.#entries.set(revision, { original: content, copy: frozenCopy(content, omitted) });
    return revision;
  }

  /**
   * The content of a revision: the very object that was passed, while that contains what it did then, else a copy. Undefined for none.
   * An object with fields that are no content is not the content itself.
   */
  get(revision) {
    const entry = this.#entries.get(revision);
    return entry === undefined ? undefined : fingerprint(entry.original) === revision ? entry.original : entry.copy;
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
      if (entry !== undefined && !this.#entries.has(revision)) this.#entries.set(revision, entry);
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
    compact.#limit = 2 * compact.#entries.size + 64;
    return compact;
  }

  /** How many contents there are. */
  get size() {
    return this.#entries.size;
  }
}
