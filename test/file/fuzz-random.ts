/** Random numbers from a seed: the same on every machine. */
export interface Random {
  /** At least 0, less than `end`. */
  below(end: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** The random numbers of one run of a campaign, independent of the other runs (mulberry32). */
export function randomOf(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) + Math.imul(index, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick: (choices) => {
      const chosen = choices[below(choices.length)];
      if (chosen === undefined) throw new RangeError("nothing to choose from");
      return chosen;
    },
  };
}
