"use strict";
// The marks above the slider: one for each apply. The height of a mark shows how much changed, and its colours show the
// kinds of changes.

const verbsOf = {
  inserted: ["insert"],
  deleted: ["delete"],
  moved: ["move"],
  updated: ["update", "reload", "reconfigure"],
};

// Returns how many changes of one kind an apply has.
function countOf({ counts }, kind) {
  return verbsOf[kind].reduce((sum, verb) => sum + (counts[`${verb}_section`] ?? 0) + (counts[`${verb}_item`] ?? 0), 0);
}

function marksOf(recording) {
  const kinds = Object.keys(verbsOf);
  const sizes = recording.applies.map((apply) => kinds.reduce((sum, kind) => sum + countOf(apply, kind), 0));
  const largest = sizes.reduce((one, other) => Math.max(one, other), 1);
  return recording.applies.map((apply, index) => {
    const mark = part("mark", "");
    mark.title = [apply.caption, `${index + 1}: ${recording.summary(index + 1)}`].filter(Boolean).join("\n");
    mark.style.setProperty("--position", (index + 1) / recording.length);
    mark.style.height = `${25 + (75 * Math.log1p(sizes[index])) / Math.log1p(largest)}%`;
    for (const kind of apply.isReload ? [] : kinds.filter((kind) => countOf(apply, kind) > 0)) {
      const bar = part(kind, "");
      bar.style.flexGrow = countOf(apply, kind);
      mark.append(bar);
    }
    return mark;
  });
}
