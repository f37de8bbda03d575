/** Counts guesses of passwords, so that several processes slow the same visitor down. */
export interface GuessStore {
  /**
   * Counts one guess. Guesses are counted by key in fixed windows: the first one begins a window, and the
   * first one after its end begins the next. Concurrent calls get different counts.
   *
   * A call that begins a window deletes at most ten ended windows of any key, so that the number of rows
   * depends on the guesses of one window and not on those of all time.
   *
   * @param key - What the guesses are counted by: 1 to 200 characters without NUL and lone surrogates.
   * @param at - The current time.
   * @param windowMs - Length of the window in milliseconds, if the guess begins one.
   */
  count(key: string, at: Date, windowMs: number): Promise<GuessCount>;
}

/** The guesses in the current window of a key. */
export interface GuessCount {
  /** Including the one just counted: 1 for the first. */
  readonly count: number;
  /** When the window ends. A guess at this time or later begins a new one. */
  readonly endsAt: Date;
}
