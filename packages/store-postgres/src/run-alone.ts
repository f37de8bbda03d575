import type { AcquireConnection } from './connections.ts';
import { noLimitMs, runQuery } from './run-statement.ts';

/** How long to wait for a connection, in milliseconds. */
const connectionMs = 30_000;

/** Whether a connection keeps its settings from one statement to the next. */
interface ConnectionKind {
  readonly keepsSession: boolean;
}

/**
 * Runs statements that Postgres refuses in a transaction, without a time limit. Each has its own connection,
 * which ends with it, so that its settings do.
 */
export function runAloneOn(
  acquire: AcquireConnection,
  { keepsSession }: ConnectionKind,
): (sql: string) => Promise<void> {
  return async (sql) => {
    const client = await acquire(connectionMs);
    try {
      if (keepsSession) {
        const text = 'set statement_timeout = 0; set lock_timeout = 0';
        await runQuery(client, { text }, connectionMs);
      }
      await runQuery(client, { text: sql }, noLimitMs);
    } finally {
      client.release(true);
    }
  };
}
