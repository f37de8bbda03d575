import { inspect } from 'node:util';
import type { ErrorRecord } from '../log/error-record.ts';

/**
 * The host's logger, with the interface of pino and Fastify. It gets a message and the details as plain
 * data ({@link RequestLine}). Both are redacted and escaped.
 */
export interface Logger {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The logger of adapters whose framework has none: a process warning for each 5xx, so that failures do not go unnoticed. */
export const processWarnings: Logger = {
  info: () => {},
  error: (details) => {
    process.emitWarning('A request failed with a 5xx.', {
      type: 'SitegradeWarning',
      detail: inspect(details, { depth: 8 }),
    });
  },
};

/**
 * The log line of a request, at level `error` for a 5xx and `info` otherwise, also for what a database refuses that accepts
 * no changes: that is an outage.
 */
export interface RequestLine {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The operation id, such as `createReport`. Missing if the method is not supported. */
  readonly operation?: string;
  /** The owner, if the request was authenticated. */
  readonly ownerId?: string;
  readonly status: number;
  /** Milliseconds until the response was ready, or until a body sent in chunks ended. */
  readonly durationMs: number;
  /** The client disconnected before the response was complete. */
  readonly aborted?: true;
  /** The error's code. */
  readonly code?: string;
  /** The error's reason code. */
  readonly reason?: string;
  /** Details that are not sent to the client: for every 5xx at level `error`, and for other errors with a cause. */
  readonly err?: ErrorRecord;
}
