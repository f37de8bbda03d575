import type { Work } from './work.ts';

/** How a store runs work: every piece in a transaction of its own, anew where it has to try again. */
export interface Runner {
  /** All statements see one state of the database. */
  read<Result>(begin: () => Work<Result>): Promise<Result>;
  /** All statements take effect, or none. */
  write<Result>(begin: () => Work<Result>): Promise<Result>;
  /** The same for a single statement, which is atomic by itself. */
  readOnce<Result>(begin: () => Work<Result>): Promise<Result>;
  writeOnce<Result>(begin: () => Work<Result>): Promise<Result>;
}
