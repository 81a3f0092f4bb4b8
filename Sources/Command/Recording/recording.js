"use strict";
// Turns the stream of events into states of all lists, one state for each step. Step 0 is before the first apply.
//
// A state is an array of lists, a list an array of sections, a section { id, header, footer, rows } and a row
// { id, cell, level, disclosure }. States are immutable, and share rows that did not change.

class Recording {
  // Finds and counts the events of each apply. They are parsed later, by `state` and `events`. `captions` has a text
  // for each apply, up to the last one whose text is not empty: the last printed line that is not blank, at most 1,000
  // bytes, or an empty text if nothing of that line was printed since the apply before. The text is shown if the apply
  // has no caption of its own.
  constructor(text, captions) {
    this.text = text;
    this.applies = [];
    // The name that the script gave to each list, or else "List" and its number.
    this.names = [];
    const numbers = new Map();
    const totals = [];
    let apply = null;
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf("\n", start);
      // Each line begins with {"event":" and the name of the event. Most lines need not be parsed as JSON here.
      const event = text.slice(start + 10, text.indexOf('"', start + 10));
      if (event === "apply") {
        const { list, name, animation, caption: own } = JSON.parse(text.slice(start, end));
        if (!numbers.has(list)) numbers.set(list, numbers.size);
        const index = numbers.get(list);
        this.names[index] = name === undefined ? (this.names[index] ?? `List ${index + 1}`) : shown(name);
        const caption = shown(own ?? captions[this.applies.length] ?? "");
        apply = { list: index, animation, caption, start: end + 1, end, isReload: false, counts: {} };
        this.applies.push(apply);
      } else if (event === "applied") {
        const after = JSON.parse(text.slice(start, end));
        const before = totals[apply.list] ?? { sections: 0, items: 0 };
        totals[apply.list] = after;
        apply.end = start;
        // A deleted section has no events for its items, so deletions are computed from the counts before and after.
        apply.counts.delete_section = before.sections + (apply.counts.insert_section ?? 0) - after.sections;
        apply.counts.delete_item = before.items + (apply.counts.insert_item ?? 0) - after.items;
      } else if (event === "reset") {
        apply.isReload = true;
      } else if (apply) {
        apply.counts[event] = (apply.counts[event] ?? 0) + 1;
      }
      start = end + 1;
    }
    this.states = [this.names.map(() => [])];
  }

  get length() {
    return this.applies.length;
  }

  state(step) {
    for (let next = this.states.length; next <= step; next += 1) {
      const state = this.states[next - 1].slice();
      const apply = this.applies[next - 1];
      state[apply.list] = applyEvents(state[apply.list], this.events(apply));
      this.states.push(state);
    }
    return this.states[step];
  }

  events(apply) {
    return this.text.slice(apply.start, apply.end).split("\n").filter(Boolean).map(parsed);
  }

  // Returns a line that describes a step in the words of the text view. Unlike the text view, it names the automatic
  // animation too, and writes large counts with commas.
  summary(step) {
    const { counts, isReload, animation } = this.applies[step - 1];
    const motion = animation === "none" ? "no animation" : animation;
    if (isReload) return `everything reloaded (${motion})`;
    const parts = (element, kinds) =>
      kinds
        .filter(([kind]) => counts[kind] > 0)
        .map(
          ([kind, verb], index) =>
            `${index === 0 ? counted(counts[kind], element) : counts[kind].toLocaleString("en")} ${verb}`,
        )
        .join(", ");
    const change = [
      parts("section", [
        ["delete_section", "deleted"],
        ["insert_section", "inserted"],
        ["move_section", "moved"],
        ["update_section", "updated"],
      ]),
      parts("item", [
        ["delete_item", "deleted"],
        ["insert_item", "inserted"],
        ["move_item", "moved"],
        ["reload_item", "reloaded"],
        ["reconfigure_item", "reconfigured"],
      ]),
    ]
      .filter(Boolean)
      .join("; ");
    return `${change || "no changes"} (${motion})`;
  }
}

// The key of an element, which identifies it in all states of a list. The identifiers 1 and "1" have different keys.
function keyOf(kind, id) {
  return kind + JSON.stringify(id);
}
