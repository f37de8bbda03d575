/** One piece of text to exchange; it must be in its file exactly once. */
export interface Change {
  /** From the repository's root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A guard taken away, and who has to notice. */
export interface Mutant {
  /** What is taken away, in a few words. */
  readonly name: string;
  readonly changes: readonly Change[];
  /** The test file that has to fail, from the repository's root. */
  readonly tests: string;
  /** Which of its tests to run: a part of their full names, as a regular expression. Default: all. */
  readonly by?: string;
}
