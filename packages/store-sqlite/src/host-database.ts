/**
 * A better-sqlite3 `Database` as far as the store uses it: typed by its shape, so that a host's own
 * copy of the driver, of whatever version, fits.
 */
export interface HostDatabase {
  readonly name: string;
  readonly open: boolean;
  readonly inTransaction: boolean;
  prepare(source: string): HostStatement;
  exec(source: string): unknown;
  close(): unknown;
}

/** A prepared statement as far as the store uses it. */
export interface HostStatement {
  readonly reader: boolean;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): unknown;
  safeIntegers(toggle: boolean): unknown;
}
