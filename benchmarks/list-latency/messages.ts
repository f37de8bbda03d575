/** Tells the load what to do. */
export interface LoadOptions {
  /** Where the API is: `http://127.0.0.1:PORT/api/v1`. */
  readonly server: string;
  readonly key: string;
  /** Reports under way. */
  readonly atOnce: number;
  readonly seconds: number;
  /** Size of the page that is made. */
  readonly bytes: number;
  /** HTML files to serve instead. */
  readonly folder?: string | undefined;
}

/** What came of it. */
export interface LoadResult {
  readonly reports: number;
  readonly failures: number;
  readonly lastFailure: string;
  readonly meanPageBytes: number;
}

/** What the server says once it listens. */
export interface ServerStarted {
  readonly server: string;
  readonly key: string;
}

/** How long the server's event loop was held up since it was asked last, in milliseconds. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}
