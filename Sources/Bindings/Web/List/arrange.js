"use strict";
// Brings the elements of rows into an order with the fewest DOM operations.

// Inserts and moves the elements of `wanted` so that they are in this order. `current` are the rows whose elements are
// in the container, in order. All of them are wanted. Rows outside a longest increasing subsequence are moved, and the
// others are not touched.
export function arrange(container, current, wanted) {
  let start = 0;
  while (start < current.length && current[start] === wanted[start]) start += 1;
  let [end, last] = [current.length, wanted.length];
  while (end > start && current[end - 1] === wanted[last - 1]) [end, last] = [end - 1, last - 1];
  if (start === last) return;
  const positions = new Map();
  for (let index = start; index < end; index += 1) positions.set(current[index], index);
  const olds = [];
  for (let index = start; index < last; index += 1) olds.push(positions.get(wanted[index]) ?? -1);
  const stays = longestIncreasing(olds);
  let next = wanted[last]?.element ?? null;
  for (let index = last - 1; index >= start; index -= 1) {
    const { element } = wanted[index];
    if (!stays[index - start]) place(container, element, next);
    next = element;
  }
}

// Returns for each number whether it is in a longest increasing subsequence, found by patience sorting. Negative
// numbers are not.
export function longestIncreasing(numbers) {
  // `tops` holds the index of the number on top of each pile. `before` holds, for each number, the index of the number
  // that was on top of the previous pile.
  const tops = [];
  const before = new Int32Array(numbers.length);
  numbers.forEach((number, index) => {
    if (number < 0) return;
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[tops[middle]] < number) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tops[low - 1] : -1;
    tops[low] = index;
  });
  const chosen = new Uint8Array(numbers.length);
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index]) chosen[index] = 1;
  return chosen;
}

// Puts an element before another. `moveBefore` keeps the focus, the selection and the running transitions of a moved
// element. In a browser without it, the focus is given back afterwards.
function place(container, element, next) {
  if (element.parentNode !== container) return container.insertBefore(element, next);
  if (container.moveBefore) return container.moveBefore(element, next);
  const focused = element.getRootNode().activeElement;
  container.insertBefore(element, next);
  if (focused && element.contains(focused)) focused.focus({ preventScroll: true });
}
