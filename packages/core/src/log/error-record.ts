import { redact } from './redact.ts';

/** An error as plain data for logs, without secrets. */
export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  /** The code of a `SitegradeError`, of Node, or of a database driver. */
  readonly code?: string | number;
  /** The reason code of a `SitegradeError`. */
  readonly reason?: string;
  readonly stack?: string;
  readonly cause?: ErrorRecord;
  /** The errors of an `AggregateError`. */
  readonly errors?: readonly ErrorRecord[];
}

const maxDepth = 5;
const maxErrors = 5;
const maxFrames = 20;

/**
 * Converts a thrown value to plain data for logs. Errors of drivers and clients have requests, statements
 * and connection strings as properties, so only a few properties are copied, and secrets are redacted.
 *
 * @param known - Secrets that could occur in the error: see {@link redact}.
 */
export function errorRecord(thrown: unknown, known: readonly string[] = []): ErrorRecord {
  return recordOf(thrown, known, maxDepth);
}

function recordOf(thrown: unknown, known: readonly string[], depth: number): ErrorRecord {
  const message = textOf(thrown, 'message');
  if (message === undefined) return recordOfOther(thrown, known);
  const name = textOf(thrown, 'name') ?? 'Error';
  const code = read(thrown, 'code');
  const reason = textOf(thrown, 'reason');
  const stack = textOf(thrown, 'stack');
  const cause = read(thrown, 'cause');
  const errors = read(thrown, 'errors');
  const inner = (error: unknown) => recordOf(error, known, depth - 1);
  const record: ErrorRecord = {
    name: redact(name, known),
    message: redact(message, known),
    ...(typeof code === 'string' && { code: redact(code, known) }),
    ...(typeof code === 'number' && { code }),
    ...(reason !== undefined && { reason: redact(reason, known) }),
    ...(stack !== undefined && { stack: stackOf(stack, name, message, known) }),
    ...(cause !== undefined && cause !== null && depth > 1 && { cause: inner(cause) }),
    ...(Array.isArray(errors) && depth > 1 && { errors: errors.slice(0, maxErrors).map(inner) }),
  };
  return withoutPrototype(record);
}

/** The message as one line, then the frames, so that a message cannot imitate a line of the log. */
function stackOf(stack: string, name: string, message: string, known: readonly string[]): string {
  const end = stack.indexOf(message);
  const frames = (end === -1 ? stack : stack.slice(end + message.length))
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, maxFrames);
  return [`${name}: ${message}`, ...frames].map((line) => redact(line, known)).join('\n');
}

function recordOfOther(thrown: unknown, known: readonly string[]): ErrorRecord {
  const message =
    typeof thrown === 'string' ? redact(thrown, known) : 'A value that is not an error was thrown.';
  return withoutPrototype({ name: thrown === null ? 'null' : typeof thrown, message });
}

/** Without a constructor, pino uses `name` as the type of the error. */
function withoutPrototype(record: ErrorRecord): ErrorRecord {
  return Object.assign(Object.create(null), record);
}

function textOf(thrown: unknown, property: string): string | undefined {
  const value = read(thrown, property);
  return typeof value === 'string' ? value : undefined;
}

/** Reads a property that may be a getter that throws. */
function read(thrown: unknown, property: string): unknown {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  try {
    return Reflect.get(thrown, property);
  } catch {
    return undefined;
  }
}
