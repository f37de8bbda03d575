import { setTimeout as sleepFor } from 'node:timers/promises';
import { runWorkAsync, type Statement, type Work } from '@sitegrade/store-kysely';
import type { AcquireConnection } from './connections.ts';
import { isBroken, isConflict, isLocked, isPassing, isStalePlan } from './database-errors.ts';
import type { HostClient } from './host-pool.ts';
import { noLimitMs, type RunStatement, runQuery } from './run-statement.ts';

/**
 * How a transaction begins. `statement` is a single statement without one; `migrate` takes the time that it
 * needs, but does not wait long for locks, and starts again instead.
 */
export type PostgresTransactionMode = 'read' | 'write' | 'statement' | 'migrate';

/** Runs work on a connection, and whole transactions again after a conflict. */
export type RunTransaction = <Result>(
  mode: PostgresTransactionMode,
  begin: () => Work<Result>,
  timeoutMs: number,
) => Promise<Result>;

/** Runs a statement that is alone in its transaction; `undefined` if the connection cannot. */
type RunAlone = (
  client: HostClient,
  statement: Statement,
  remaining: () => number,
) => Promise<readonly unknown[]> | undefined;

/** The connections, and the clock. */
interface TransactionParts {
  readonly acquire: AcquireConnection;
  readonly runStatement: RunStatement;
  /** With the settings of a transaction that reads. Default: no connection can. */
  readonly readAlone?: RunAlone;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The longest pause between two attempts, in milliseconds. */
const longestPauseMs = 250;

/**
 * How long a migration waits for the lock of a table, in milliseconds. Anyone who wants to read or write the table
 * waits behind it.
 */
const migrationLockMs = 500;

/** The pause before it tries again, so that they go on. */
const migrationPauseMs = 1_000;

/** Failed before anything was read or written, so it may be retried. */
class NotStarted extends Error {
  override readonly name = 'NotBegun';
}

/**
 * Runs transactions with a time limit. Whole transactions are retried if the server rolled them back after a
 * conflict, if they failed before their first statement, or if the connection was lost in a lone statement that only
 * reads. Nothing else is retried: the outcome of a lost `commit` is unknown.
 */
export function runTransactions({
  acquire,
  runStatement,
  readAlone = () => undefined,
  now = () => performance.now(),
  sleep = sleepFor,
}: TransactionParts): RunTransaction {
  return async (mode, begin, timeoutMs) => {
    const deadline = now() + timeoutMs;
    const remaining = (): number => deadline - now();
    for (let tries = 1; ; tries += 1) {
      const failure = await attempt(mode, begin, remaining);
      if ('result' in failure) return failure.result;
      const { error } = failure;
      const cause = error instanceof NotStarted ? error.cause : error;
      const isMigrationLocked = mode === 'migrate' && isLocked(cause);
      const isRepeatable =
        isMigrationLocked || (cause === error ? isConflict(error) : isPassing(cause));
      const longest = isMigrationLocked ? migrationPauseMs : longestPauseMs;
      if (!isRepeatable || remaining() <= longest) throw cause;
      // A random pause, otherwise two that collided would collide again.
      const atMost = isMigrationLocked ? migrationPauseMs : Math.min(2 ** tries, longestPauseMs);
      await sleep(Math.random() * atMost);
    }
  };

  async function attempt<Result>(
    mode: PostgresTransactionMode,
    begin: () => Work<Result>,
    remaining: () => number,
  ): Promise<{ readonly result: Result } | { readonly error: unknown }> {
    let client: HostClient | undefined;
    try {
      client = await beginning(acquire(Math.max(1, remaining())));
      const connected = client;
      const alone = mode === 'read' ? await attemptAlone(connected, begin, remaining) : undefined;
      if (alone) {
        client.release();
        return alone;
      }
      const send = (text: string, withinMs = remaining()) =>
        runQuery(connected, { text }, withinMs);
      const opening = openings[mode]?.(Math.max(1, Math.ceil(remaining())));
      if (opening) await beginning(send(opening));
      const limit = (): number => (mode === 'migrate' ? noLimitMs : remaining());
      const result = await runWorkAsync(begin(), (statement) =>
        // A migration runs once: preparing its statements would only leave them to others behind a pooler.
        runStatement(
          connected,
          mode === 'migrate' ? { ...statement, isPlannedByValues: true } : statement,
          limit(),
        ),
      );
      if (opening) await send('commit', limit());
      client.release();
      return { result };
    } catch (error) {
      if (client) await releaseAfterError(client, mode, error);
      return { error };
    }
  }

  /** Reads by one statement. `undefined` if there is more to read, in a transaction with all of it. */
  async function attemptAlone<Result>(
    client: HostClient,
    begin: () => Work<Result>,
    remaining: () => number,
  ): Promise<{ readonly result: Result } | undefined> {
    const work = begin();
    const first = work.next();
    if (first.done) return { result: first.value };
    const reading = first.value.isMostlyAlone && readAlone(client, first.value, remaining);
    if (!reading) return undefined;
    const next = work.next(await beginningToRead(reading));
    return next.done ? { result: next.value } : undefined;
  }
}

/** Like a transaction that did not begin, a statement that only reads may be retried if its connection was lost. */
async function beginningToRead<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!isBroken(error) || !isPassing(error)) throw error;
    throw new NotStarted('Nothing was read.', { cause: error });
  }
}

/**
 * All in one message. The level is set because the host may have another default; the timeouts are for a
 * server that does not notice a lost client.
 */
const openings: Readonly<
  Record<PostgresTransactionMode, ((withinMs: number) => string) | undefined>
> = {
  read: (withinMs) =>
    `begin isolation level repeatable read, read only; ${limits(withinMs)}; ${setByIndexes}`,
  write: (withinMs) => `begin isolation level read committed, read write; ${limits(withinMs)}`,
  statement: undefined,
  migrate: () =>
    `begin isolation level read committed, read write; set local statement_timeout = 0;
     set local lock_timeout = ${migrationLockMs}`,
};

/**
 * The settings that are off while a transaction reads. Every listing has an index that returns its rows in order. Without statistics, as after a restore, the
 * planner would read and sort all rows of an owner. Disabling sorts makes the remaining ones look so
 * expensive that JIT compilation would start, so it is disabled, too.
 */
export const offByIndexes = ['enable_sort', 'enable_seqscan', 'jit'] as const;

const setByIndexes = offByIndexes.map((setting) => `set local ${setting} = off`).join('; ');

function limits(withinMs: number): string {
  return `set local statement_timeout = ${withinMs};
    set local idle_in_transaction_session_timeout = ${withinMs}`;
}

async function beginning<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw new NotStarted('The transaction did not begin.', { cause: error });
  }
}

/** Releases a connection after an error, or ends it if its state is unknown. */
async function releaseAfterError(
  client: HostClient,
  mode: PostgresTransactionMode,
  error: unknown,
): Promise<void> {
  if (error instanceof NotStarted || isBroken(error) || isStalePlan(error)) {
    client.release(true);
    return;
  }
  try {
    if (mode !== 'statement') await runQuery(client, { text: 'rollback' }, 1_000);
    client.release();
  } catch {
    client.release(true);
  }
}
