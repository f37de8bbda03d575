/**
 * A `Pool` of pg as far as the store uses it. Typed by its shape, so that a host's own copy of the
 * driver fits, whatever its version.
 */
export interface HostPool {
  connect(): Promise<HostClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: ErrorSource) => void): unknown;
}

/** What ends the process by an `error` event without a listener. */
export interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A connection of such a pool as far as the store uses it. */
export interface HostClient extends ErrorSource {
  query(query: HostQuery): Promise<{ readonly rows: unknown[] }>;
  /** Gives the connection back, or with `true` ends it. */
  release(destroy?: boolean): void;
}

/** A statement as pg takes it. */
export interface HostQuery {
  readonly text: string;
  readonly values?: unknown[];
  /** Under which the connection keeps it prepared. */
  readonly name?: string;
  /** Reads values, whatever the host has made of pg's own readers. */
  readonly types?: { getTypeParser(type: number, format?: string): (value: string) => unknown };
}
