/** The options of the load, a message to its process. */
export interface LoadOptions {
  /** The URL of the API: `http://127.0.0.1:PORT/api/v1`. */
  readonly server: string;
  readonly key: string;
  /** Concurrent reports. */
  readonly atOnce: number;
  /** Whether they are created by jobs. */
  readonly asJobs: boolean;
  readonly seconds: number;
  /** Size of the generated page. */
  readonly bytes: number;
  /** HTML files to serve instead. */
  readonly folder?: string | undefined;
}

/** The result of the load. */
export interface LoadResult {
  readonly reports: number;
  readonly failures: number;
  readonly lastFailure: string;
  readonly meanPageBytes: number;
}

/** The message of the server when it listens. */
export interface ServerStarted {
  readonly server: string;
  readonly key: string;
}

/** Event loop delay of the server since the last message, in milliseconds. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}
