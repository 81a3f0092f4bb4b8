// A keyed reconciler for comparison, as frameworks for pages have one: the equal rows at both ends are skipped, those between are found in a
// map, and what is outside a longest increasing subsequence of them is moved. All rows have elements.

// Returns what becomes of a list of keys: how many are equal at its beginning (`start`), and where those between the equal ends come from.
// `sources` has the old index of each new key between, or -1; `stays` whether it stays where it is; `gone` the old indexes to be removed.
export function reconcile(olds, news) {
  let start = 0;
  while (start < olds.length && start < news.length && olds[start] === news[start]) start += 1;
  let [oldEnd, newEnd] = [olds.length, news.length];
  while (oldEnd > start && newEnd > start && olds[oldEnd - 1] === news[newEnd - 1]) [oldEnd, newEnd] = [oldEnd - 1, newEnd - 1];
  const indexes = new Map();
  for (let index = start; index < oldEnd; index += 1) indexes.set(olds[index], index);
  const sources = new Int32Array(newEnd - start).fill(-1);
  let [last, isSorted] = [-1, true];
  for (let index = start; index < newEnd; index += 1) {
    const source = indexes.get(news[index]);
    if (source === undefined) continue;
    sources[index - start] = source;
    indexes.delete(news[index]);
    isSorted &&= source > last;
    last = source;
  }
  const stays = isSorted ? sources.map((source) => source >= 0) : longestIncreasing(sources);
  return { start, newEnd, sources, stays, gone: [...indexes.values()] };
}

function longestIncreasing(numbers) {
  const piles = [];
  const previous = new Int32Array(numbers.length);
  for (let index = 0; index < numbers.length; index += 1) {
    if (numbers[index] < 0) continue;
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[piles[middle]] < numbers[index]) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? piles[low - 1] : -1;
    piles[low] = index;
  }
  const stays = new Uint8Array(numbers.length);
  for (let index = piles.at(-1) ?? -1; index >= 0; index = previous[index]) stays[index] = 1;
  return stays;
}

// A list of items with the field `id`. An item that is another object than before is updated.
export class KeyedList {
  constructor(container, { make, update }) {
    Object.assign(this, { container, make, update, keys: [], items: [], elements: [] });
  }

  show(items) {
    const keys = items.map(({ id }) => id);
    const { start, newEnd, sources, stays, gone } = reconcile(this.keys, keys);
    for (const index of gone) this.elements[index].remove();
    const shift = this.keys.length - keys.length;
    const elements = new Array(items.length);
    let next = null;
    for (let index = items.length - 1; index >= 0; index -= 1) {
      const isBetween = index >= start && index < newEnd;
      const source = isBetween ? sources[index - start] : index < start ? index : index + shift;
      const element = source < 0 ? this.make(items[index]) : this.elements[source];
      if (source >= 0 && this.items[source] !== items[index]) this.update(element, items[index]);
      if (isBetween && !stays[index - start]) this.container.insertBefore(element, next);
      elements[index] = next = element;
    }
    Object.assign(this, { keys, items, elements });
  }
}
