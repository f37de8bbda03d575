import type { ErrorRecord } from '../log/error-record.ts';

/**
 * Where the host keeps its log, as pino and Fastify have it. What it is given holds no secret and breaks
 * no line: a text for people, and the facts as plain data ({@link RequestLine}).
 */
export interface Logger {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What is logged of a request: one line each, at `error` for a 5xx and at `info` for all else. */
export interface RequestLine {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** The operation by its id, such as `createReport`; absent where the method has none. */
  readonly operation?: string;
  /** Whom it acted for, once that was known. */
  readonly ownerId?: string;
  readonly status: number;
  /** Until the answer was made. Milliseconds. */
  readonly durationMs: number;
  /** The client went away before it was answered. */
  readonly aborted?: true;
  /** The error's code, and its finer word. */
  readonly code?: string;
  readonly reason?: string;
  /** What callers are not told: of every 5xx, and of other errors that have a cause. */
  readonly err?: ErrorRecord;
}
