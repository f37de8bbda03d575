import type { Statement } from '@sitegrade/store-kysely';
import pg from 'pg';
import type { HostClient } from './host-pool.ts';
import { nameOf, preparedQuery, runQuery, withinTime } from './run-statement.ts';

/** The part of pg's protocol that is used here, as `pg-cursor` does. */
interface Connection {
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(message: { readonly portal: string }): void;
  readonly stream: { cork?(): void; uncork?(): void };
}

/** A connection of pg, as opposed to one of pg-native and to a host's own object around one. */
type DirectClient = HostClient & { readonly connection: Connection };

function isDirect(client: HostClient): client is DirectClient {
  const { connection, pipeline } = client as Partial<DirectClient> & {
    readonly pipeline?: boolean;
  };
  return (
    // There, pg sends queries of several callers at once.
    pipeline !== true &&
    typeof connection?.bind === 'function' &&
    typeof connection.execute === 'function'
  );
}

/** Runs a statement. `undefined` if the connection cannot. */
type RunWithSettings = (
  client: HostClient,
  statement: Statement,
  withinMs: number,
) => Promise<readonly unknown[]> | undefined;

/**
 * Runs prepared statements, each in a transaction of its own with these settings off. Settings and statement are sent
 * at once and end with one `Sync`, so that there is neither a `begin` nor a `commit` to wait for.
 */
export function runWithSettings(settings: readonly string[]): RunWithSettings {
  // It returns no row, which pg would take for one of the statement.
  const text = `select 1 where set_config('statement_timeout', $1, true) is null${settings
    .map((setting) => ` or set_config('${setting}', 'off', true) is null`)
    .join('')}`;
  const prepared = new WeakSet<HostClient>();

  async function run(client: DirectClient, statement: Statement, withinMs: number) {
    const values = [String(Math.max(1, Math.ceil(withinMs)))];
    const set = { name: nameOf(text), text, values };
    if (!prepared.has(client)) {
      // By itself, so that pg knows that it is prepared.
      await runQuery(client, set, withinMs);
      prepared.add(client);
    }
    const results = await withinTime(sendBoth(client, set, statement), withinMs);
    return results.at(-1)?.rows ?? [];
  }

  return (client, statement, withinMs) =>
    isDirect(client) ? run(client, statement, withinMs) : undefined;
}

interface Results {
  readonly rows: readonly unknown[];
}

function sendBoth(
  client: DirectClient,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
  statement: Statement,
): Promise<readonly Results[]> {
  const { connection } = client;
  const query = new pg.Query(preparedQuery(statement) as pg.QueryConfig);
  const { submit } = query;
  query.submit = (...given) => {
    connection.stream.cork?.();
    connection.bind({ statement: name, values });
    connection.execute({ portal: '' });
    const failure = submit.apply(query, given);
    connection.stream.uncork?.();
    return failure;
  };
  return new Promise((resolve, reject) => {
    query.on('end', (results) => resolve([results].flat()));
    query.on('error', reject);
    client.query(query as never);
  });
}
