/**
 * The part of a `Pool` of pg that the store uses. A structural type, so that any version of the driver
 * matches.
 */
export interface HostPool {
  connect(): Promise<HostClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: ErrorSource) => void): unknown;
}

/** An emitter whose `error` event ends the process without a listener. */
export interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a connection of such a pool that the store uses. */
export interface HostClient extends ErrorSource {
  query(query: HostQuery): Promise<{ readonly rows: unknown[] }>;
  /** Releases the connection, or with `true` ends it. */
  release(destroy?: boolean): void;
}

/** A statement for pg. */
export interface HostQuery {
  readonly text: string;
  readonly values?: unknown[];
  /** The name of the prepared statement. */
  readonly name?: string;
  /** Returns rows as lists of values, in the order of the columns. */
  readonly rowMode?: 'array';
  /** Parses values, even if the host has replaced pg's parsers. */
  readonly types?: { getTypeParser(type: number, format?: string): (value: string) => unknown };
}
