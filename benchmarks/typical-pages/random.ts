/** Numbers that look random, and are the same in each run. */
export interface Random {
  /** A whole number from zero, below the limit. */
  readonly below: (limit: number) => number;
  readonly of: (values: readonly string[]) => string;
}

/** Generates numbers from a seed by a linear congruence. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, of: (values) => values[below(values.length)] ?? '' };
}
