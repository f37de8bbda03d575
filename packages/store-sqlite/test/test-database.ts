import type { Store } from '@sitegrade/core';

/** A migrated store with its own tables, and the same SQL for either database. */
export interface TestDatabase {
  readonly store: Store;
  /** The rows of a query. */
  readonly rows: (sql: string) => Promise<readonly unknown[]>;
  /** Runs statements. */
  readonly run: (sql: string) => Promise<unknown>;
  /** The tables with this column, by name. */
  readonly tablesWith: (column: string) => Promise<readonly string[]>;
  /** Expects that the counters equal the rows. */
  readonly expectExact: () => Promise<void>;
}
