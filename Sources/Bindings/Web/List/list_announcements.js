"use strict";
// Announces the changes of a list to users of screen readers: all changes of one second at once.

import { difference } from "../difference.js";
import { described, inCall, refuse } from "../errors.js";

const delay = 1000;

export class ListAnnouncements {
  #view;
  #roles;
  #words;
  // A copy of the list before the changes that were not announced yet.
  #before = null;
  #timer = 0;

  // `words` returns the text for counts of changes.
  constructor(view, roles, words) {
    this.#view = view;
    this.#roles = roles;
    this.#words = words;
  }

  // Called when the list changed. `before` is the old list.
  update(before) {
    if (this.#before) return;
    this.#before = before.copy();
    this.#timer = setTimeout(() => this.#announce(), delay);
  }

  #announce() {
    const before = this.#before;
    this.#before = null;
    const changes = difference(before, this.#view.snapshot);
    // The numbers of steps would be too low: no step deletes the items that were deleted with their section.
    const counts = {
      inserted: changes.insertedItems.length,
      deleted: changes.deletedItems.length,
      moved: changes.movedItems.length,
      changed: changes.reloadedItems.length + changes.reconfiguredItems.length,
    };
    changes.dispose();
    before.dispose();
    if (Object.values(counts).every((count) => count === 0)) return;
    const text = this.#words(counts) ?? "";
    if (typeof text !== "string")
      inCall("announce", () => refuse("INVALID_ARGUMENT", `string expected, got ${described(text)}`));
    if (text) this.#roles.announce(text);
  }

  detach() {
    clearTimeout(this.#timer);
    this.#before?.dispose();
    this.#before = null;
  }
}
