/** Counts guesses of passwords, so that several processes together limit them. */
export interface GuessStore {
  /**
   * Counts one guess against every limit, or against none if one of them is reached: a guess that is
   * refused uses up no other limit, and writes nothing.
   *
   * Guesses are counted by key in fixed windows: the first one begins a window, and the first one after
   * its end begins the next. A call that begins a window deletes at most ten ended windows of any key, so
   * that the number of rows depends on the guesses of one window and not on those of all time.
   *
   * @param limits - What to count the guess by, each key once. Calls must name shared keys in the same
   * order, because a store may lock one after the other.
   * @param at - The current time.
   * @param windowMs - Length in milliseconds of the windows that the guess begins.
   */
  count(limits: readonly GuessLimit[], at: Date, windowMs: number): Promise<GuessCount>;
}

/** How many guesses a key may have in a window. */
export interface GuessLimit {
  /** 1 to 200 characters without NUL and lone surrogates. */
  readonly key: string;
  /** At least 1. */
  readonly limit: number;
}

/** Whether a guess was counted; if not, when the windows of the limits that are reached have ended. */
export type GuessCount =
  | { readonly outcome: 'counted' }
  | { readonly outcome: 'limit_reached'; readonly endsAt: Date };
