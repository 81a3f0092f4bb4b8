// A keyed reconciler as frameworks for pages have them: equal ends are skipped, a map finds the rest, and what is
// outside a longest increasing subsequence moves. It compares two arrays of rows, and returns what a list of elements
// would be told.

/** The indexes of a longest increasing subsequence, without entries that are -1. */
function longestIncreasing(positions) {
  const before = new Int32Array(positions.length);
  const tops = [];
  for (let index = 0; index < positions.length; index += 1) {
    if (positions[index] < 0) continue;
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (positions[tops[middle]] < positions[index]) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tops[low - 1] : -1;
    tops[low] = index;
  }
  for (let index = tops.length - 1, at = tops[index]; index >= 0; index -= 1, at = before[at]) tops[index] = at;
  return tops;
}

/** What turns `old` into `fresh`; `isSame` compares the content of two rows with the same identifier. */
export function reconcile(old, fresh, isSame) {
  const changes = { removed: [], inserted: [], moved: [], updated: [] };
  const compare = (before, after) => {
    if (before !== after && !isSame(before, after)) changes.updated.push(after.id);
  };
  let first = 0;
  let [oldEnd, freshEnd] = [old.length, fresh.length];
  while (first < oldEnd && first < freshEnd && old[first].id === fresh[first].id) {
    compare(old[first], fresh[first]);
    first += 1;
  }
  while (oldEnd > first && freshEnd > first && old[oldEnd - 1].id === fresh[freshEnd - 1].id) {
    oldEnd -= 1;
    freshEnd -= 1;
    compare(old[oldEnd], fresh[freshEnd]);
  }
  if (first === oldEnd) {
    for (let index = first; index < freshEnd; index += 1) changes.inserted.push(index);
    return changes;
  }
  const indexes = new Map();
  for (let index = first; index < freshEnd; index += 1) indexes.set(fresh[index].id, index);
  const positions = new Int32Array(freshEnd - first).fill(-1);
  let [isMoved, last] = [false, -1];
  for (let index = first; index < oldEnd; index += 1) {
    const at = indexes.get(old[index].id);
    if (at === undefined) {
      changes.removed.push(index);
      continue;
    }
    compare(old[index], fresh[at]);
    positions[at - first] = index;
    if (at < last) isMoved = true;
    last = at;
  }
  const kept = isMoved ? longestIncreasing(positions) : undefined;
  let next = 0;
  for (let index = 0; index < positions.length; index += 1) {
    if (positions[index] < 0) changes.inserted.push(first + index);
    else if (kept && kept[next] === index) next += 1;
    else if (kept) changes.moved.push(first + index);
  }
  return changes;
}
