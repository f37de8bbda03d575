/**
 * The part of a better-sqlite3 `Database` that the store uses. A structural type, so that any version of the
 * driver matches.
 */
export interface HostDatabase {
  readonly inTransaction: boolean;
  prepare(source: string): HostStatement;
  transaction(work: (...parameters: never[]) => unknown): HostTransaction;
}

/** The part of a prepared statement that the store uses. */
export interface HostStatement {
  /** Whether it returns rows. */
  readonly reader: boolean;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): unknown;
  safeIntegers(toggle?: boolean): unknown;
  /** Makes rows lists of values. Together with `columns`, it is optional. */
  raw?(toggle?: boolean): unknown;
  columns?(): readonly { readonly name: string }[];
}

/** The part of a transaction function that the store uses: one function for each kind of begin. */
export interface HostTransaction {
  deferred(...parameters: unknown[]): unknown;
  immediate(...parameters: unknown[]): unknown;
  exclusive(...parameters: unknown[]): unknown;
}
