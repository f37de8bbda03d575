import { setTimeout as sleepFor } from 'node:timers/promises';
import { runWorkAsync, type Work } from '@sitegrade/store-kysely';
import type { AcquireConnection } from './connections.ts';
import { isBroken, isConflict, isPassing, isStalePlan } from './database-errors.ts';
import type { HostClient } from './host-pool.ts';
import { type RunStatement, runQuery } from './run-statement.ts';

/**
 * How a transaction begins. `statement` is a single statement without one; `migrate` waits for every
 * other migration, and then takes the time that it needs.
 */
export type PostgresTransactionMode = 'read' | 'write' | 'statement' | 'migrate';

/** Runs work on a connection, and whole transactions again after a conflict. */
type RunTransaction = <Result>(
  mode: PostgresTransactionMode,
  begin: () => Work<Result>,
  timeoutMs: number,
) => Promise<Result>;

/** What runs a transaction, and by which clock. */
interface TransactionParts {
  readonly acquire: AcquireConnection;
  readonly runStatement: RunStatement;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The longest pause between two attempts, in milliseconds. */
const longestPauseMs = 250;

/** The longest that a timer of Node can be set to: 24 days. */
const noLimitMs = 2 ** 31 - 1;

/** Keeps every other migration of sitegrade out, in this database. Any number, if only always the same. */
const migrationLock = 7_310_579_664_155n;

/** Failed before the first statement, so it may be retried. */
class NotStarted extends Error {
  override readonly name = 'NotBegun';
}

/**
 * Runs transactions within a time. Tried again are whole transactions that the server undid because
 * of another, and those that did not get as far as their first statement. Nothing else: whether a
 * lost `commit` took effect cannot be known.
 */
export function runTransactions({
  acquire,
  runStatement,
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
      const isRepeatable = cause === error ? isConflict(error) : isPassing(cause);
      if (!isRepeatable || remaining() <= longestPauseMs) throw cause;
      // Of random length, or two that collided would collide again.
      await sleep(Math.random() * Math.min(2 ** tries, longestPauseMs));
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
      const send = (text: string, withinMs = remaining()) =>
        runQuery(connected, { text }, withinMs);
      const opening = openings[mode]?.(Math.max(1, Math.ceil(remaining())));
      if (opening) await beginning(send(opening));
      const limit = (): number => (mode === 'migrate' ? noLimitMs : remaining());
      const result = await runWorkAsync(begin(), (statement) =>
        runStatement(connected, statement, limit()),
      );
      if (opening) await send('commit', limit());
      client.release();
      return { result };
    } catch (error) {
      if (client) await releaseAfterError(client, mode, error);
      return { error };
    }
  }
}

/**
 * All in one message. The level is named since the host may have set another as the default; the
 * times are for a server that does not hear that this end has gone.
 */
const openings: Readonly<
  Record<PostgresTransactionMode, ((withinMs: number) => string) | undefined>
> = {
  read: (withinMs) =>
    `begin isolation level repeatable read, read only; ${limits(withinMs)}; ${byIndexes}`,
  write: (withinMs) => `begin isolation level read committed, read write; ${limits(withinMs)}`,
  statement: undefined,
  migrate: (withinMs) =>
    `begin isolation level read committed, read write; set local statement_timeout = ${withinMs};
     select pg_advisory_xact_lock(${migrationLock}); set local statement_timeout = 0`,
};

/**
 * Every listing has an index that gives its rows in order. Without statistics, as after a restore,
 * the planner would rather read and sort all rows of an owner. What has to be sorted all the same
 * counts as too expensive then not to be compiled first.
 */
const byIndexes =
  'set local enable_sort = off; set local enable_seqscan = off; set local jit = off';

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

/** Gives a connection back after an error, or ends it where it could be in any state. */
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
