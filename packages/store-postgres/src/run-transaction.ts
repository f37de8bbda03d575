import { setTimeout as sleepFor } from 'node:timers/promises';
import { runWorkAsync, type Work } from '@sitegrade/store-kysely';
import type { Connections } from './connections.ts';
import { isBroken, isConflict, isPassing, isStalePlan } from './database-errors.ts';
import type { HostClient } from './host-pool.ts';
import { answerOf, type RunStatement } from './run-statement.ts';

/**
 * How a transaction begins. `once` is a single statement without one; `migrate` waits for every
 * other migration, and then takes the time that it needs.
 */
export type TransactionMode = 'read' | 'write' | 'once' | 'migrate';

/** Runs work on a connection, whole transactions anew where they met another. */
export type RunTransaction = <Result>(
  mode: TransactionMode,
  begin: () => Work<Result>,
  patienceMs: number,
) => Promise<Result>;

/** What runs a transaction, and by which clock. */
export interface TransactionParts {
  readonly connections: Connections;
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

/** Fails before anything was asked of the database, and may therefore be tried again. */
class NotBegun extends Error {
  override readonly name = 'NotBegun';
}

/**
 * Runs transactions within a time. Tried again are whole transactions that the server undid because
 * of another, and those that did not get as far as their first statement. Nothing else: whether a
 * lost `commit` took effect cannot be known.
 */
export function runTransactions({
  connections,
  runStatement,
  now = () => performance.now(),
  sleep = sleepFor,
}: TransactionParts): RunTransaction {
  return async (mode, begin, patienceMs) => {
    const deadline = now() + patienceMs;
    const remaining = (): number => deadline - now();
    for (let tries = 1; ; tries += 1) {
      const failure = await attempt(mode, begin, remaining);
      if ('result' in failure) return failure.result;
      const { error } = failure;
      const cause = error instanceof NotBegun ? error.cause : error;
      const isRepeatable = cause === error ? isConflict(error) : isPassing(cause);
      if (!isRepeatable || remaining() <= longestPauseMs) throw cause;
      // Of random length, or those who met once would meet again.
      await sleep(Math.random() * Math.min(2 ** tries, longestPauseMs));
    }
  };

  async function attempt<Result>(
    mode: TransactionMode,
    begin: () => Work<Result>,
    remaining: () => number,
  ): Promise<{ readonly result: Result } | { readonly error: unknown }> {
    let client: HostClient | undefined;
    try {
      client = await beginning(connections(Math.max(1, remaining())));
      const connected = client;
      const say = (text: string, withinMs = remaining()) => answerOf(connected, { text }, withinMs);
      const opening = openings[mode]?.(Math.max(1, Math.ceil(remaining())));
      if (opening) await beginning(say(opening));
      const limit = (): number => (mode === 'migrate' ? noLimitMs : remaining());
      const result = await runWorkAsync(begin(), (statement) =>
        runStatement(connected, statement, limit()),
      );
      if (opening) await say('commit', limit());
      client.release();
      return { result };
    } catch (error) {
      if (client) await giveBack(client, mode, error);
      return { error };
    }
  }
}

/**
 * All in one message. The level is named since the host may have set another as the default; the
 * times are for a server that does not hear that this end has gone.
 */
const openings: Readonly<Record<TransactionMode, ((withinMs: number) => string) | undefined>> = {
  read: (withinMs) =>
    `begin isolation level repeatable read, read only; ${limits(withinMs)}; ${byIndexes}`,
  write: (withinMs) => `begin isolation level read committed, read write; ${limits(withinMs)}`,
  once: undefined,
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
    throw new NotBegun('The transaction did not begin.', { cause: error });
  }
}

/** Gives a connection back after an error, or ends it where it could be in any state. */
async function giveBack(client: HostClient, mode: TransactionMode, error: unknown): Promise<void> {
  if (error instanceof NotBegun || isBroken(error) || isStalePlan(error)) {
    client.release(true);
    return;
  }
  try {
    if (mode !== 'once') await answerOf(client, { text: 'rollback' }, 1_000);
    client.release();
  } catch {
    client.release(true);
  }
}
