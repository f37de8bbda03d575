/**
 * A better-sqlite3 `Database` as far as the store uses it. Typed by its shape, so that a host's own
 * copy of the driver fits, whatever its version.
 */
export interface HostDatabase {
  readonly inTransaction: boolean;
  prepare(source: string): HostStatement;
  transaction(work: (...parameters: never[]) => unknown): HostTransaction;
}

/** A prepared statement as far as the store uses it. */
export interface HostStatement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): unknown;
  safeIntegers(toggle?: boolean): unknown;
}

/** A transaction function as far as the store uses it: one for each way to begin. */
export interface HostTransaction {
  deferred(...parameters: unknown[]): unknown;
  immediate(...parameters: unknown[]): unknown;
  exclusive(...parameters: unknown[]): unknown;
}
