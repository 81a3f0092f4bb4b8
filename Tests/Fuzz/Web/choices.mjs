// Random choices from a seed: mulberry32, whose state is one word.
export class Choices {
  #state;

  constructor(seed) {
    this.#state = Math.imul(seed, 0x9e3779b1) ^ (seed >>> 16);
    for (let round = 0; round < 3; round += 1) this.below(2);
  }

  /** A whole number from 0 to before the limit. */
  below(limit) {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let word = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return Math.floor((((word ^ (word >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  /** True in so many of a hundred cases. */
  percent(share) {
    return this.below(100) < share;
  }

  of(list) {
    return list[this.below(list.length)];
  }

  list(limit, make) {
    return Array.from({ length: this.below(limit + 1) }, make);
  }
}
