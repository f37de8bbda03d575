import { ConnectionTimeout, isPreparedStatementLost } from './database-errors.ts';
import type { ListenClient } from './listen-client.ts';
import { runQuery } from './run-statement.ts';

/** What is between a client and Postgres. */
export interface Pooling {
  /** Whether another client may use the same connection of the server between two transactions. */
  readonly isShared: boolean;
  /** Whether a prepared statement can be used in a later transaction. */
  readonly keepsPrepared: boolean;
}

/** How often it is tried to get the same connection of the server, which other clients may take meanwhile. */
const rounds = 5;

/** How long the server may take to answer. */
const answerMs = 5_000;

const own: Pooling = { isShared: false, keepsPrepared: true };

/**
 * Finds out whether a connected client shares connections of the server with others, as behind a PgBouncer in transaction
 * mode, and whether prepared statements survive that. A pooler gives its clients other process ids than the server does,
 * so that the first statement is the last one where there is none.
 *
 * @param connectOther - Connects a second client in the same way, which is ended.
 * @throws the error of a connection or of the server.
 */
export async function readPooling(
  client: Pick<ListenClient, 'query'>,
  connectOther: () => Promise<Pick<ListenClient, 'query' | 'end'>>,
): Promise<Pooling> {
  const shown: unknown = Reflect.get(client, 'processID');
  if (shown === undefined || shown === (await serverProcess(client))) return own;
  const other = await connectOther();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      // Two clients with the same name: on one connection of the server, the second one is refused.
      const name = `sitegrade_probe_${round}`;
      const first = await serverProcess(client, name);
      const isSame = (await serverProcess(other, name)) === first;
      if (isSame || (await serverProcess(client)) !== first) {
        return { isShared: true, keepsPrepared: true };
      }
    }
    return own;
  } catch (error) {
    if (isPreparedStatementLost(error)) return { isShared: true, keepsPrepared: false };
    // A pooler that keeps a connection for each client has none for a second one.
    if (error instanceof ConnectionTimeout) return own;
    throw error;
  } finally {
    other.end().catch(() => {});
  }
}

/** The process id of the server's side of the connection. */
async function serverProcess(client: Pick<ListenClient, 'query'>, name?: string): Promise<number> {
  const text = 'select pg_backend_pid() as pid';
  const query = name === undefined ? { text } : { text, name };
  const { rows } = await runQuery(client, query, answerMs);
  return Number((rows[0] as { readonly pid: unknown }).pid);
}
