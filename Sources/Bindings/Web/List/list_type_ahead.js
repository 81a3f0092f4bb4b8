"use strict";
// Type-ahead: typing moves the focus to the next item whose text begins with what was typed.

const typingPause = 700;

export class ListTypeAhead {
  #view;
  #textOf;
  #typed = "";
  #time = 0;

  constructor(view, textOf) {
    this.#view = view;
    this.#textOf = textOf;
  }

  // Returns whether the user is typing, so that a space belongs to the typed text.
  isTyping(event) {
    return this.#typed !== "" && event.timeStamp - this.#time < typingPause;
  }

  // Returns the index of the item that a key leads to from the row at `index`, or undefined if there is none.
  find(event, index) {
    const key = event.key.toLocaleLowerCase();
    this.#typed = this.isTyping(event) ? this.#typed + key : key;
    this.#time = event.timeStamp;
    // Typing the same letter repeatedly moves from each item that begins with it to the next.
    const isRepeated = [...this.#typed].every((letter) => letter === key);
    const text = isRepeated ? key : this.#typed;
    const { rows } = this.#view.rows.layout;
    for (let step = isRepeated ? 1 : 0; step <= rows.length; step += 1) {
      const place = (index + step) % rows.length;
      if (rows[place].kind === "item" && this.#text(rows[place]).startsWith(text)) return place;
    }
    return undefined;
  }

  #text(row) {
    const item = this.#view.snapshot.item(row.identifier);
    const text = this.#textOf
      ? this.#textOf(item, row.identifier)
      : typeof item === "object"
        ? (item.text ?? item.title ?? item.name ?? row.element?.textContent)
        : item;
    return String(text ?? "")
      .trim()
      .toLocaleLowerCase();
  }
}
