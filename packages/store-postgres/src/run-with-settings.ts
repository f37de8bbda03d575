import type { Statement } from '@sitegrade/store-kysely';
import pg from 'pg';
import type { HostClient } from './host-pool.ts';
import { inTextMode, nameOf, preparedQuery, runQuery, withinTime } from './run-statement.ts';

/** The part of pg's protocol that is used here, as `pg-cursor` does. */
interface Connection {
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(message: { readonly portal: string }): void;
  readonly stream: { cork?(): void; uncork?(): void };
}

/** A connection of this copy of pg. Those of pg-native, of another version and of wrappers have other parts. */
type DirectClient = HostClient & { readonly connection: Connection };

function isDirect(client: HostClient): client is DirectClient {
  // With `pipeline`, pg sends queries of several callers at once.
  return client instanceof pg.Client && Reflect.get(client, 'pipeline') !== true;
}

/** Runs a statement. `undefined` if the connection cannot. */
type RunWithSettings = (
  client: HostClient,
  statement: Statement,
  remaining: () => number,
) => Promise<readonly unknown[]> | undefined;

/**
 * Runs prepared statements, each in a separate transaction with these settings off. Settings and statement are sent
 * at once and end with one `Sync`, so that there is neither a `begin` nor a `commit` to wait for.
 */
export function runWithSettings(settings: readonly string[]): RunWithSettings {
  // It returns no row, which pg would take for one of the statement.
  const text = `select 1 where set_config('statement_timeout', $1, true) is null${settings
    .map((setting) => ` or set_config('${setting}', 'off', true) is null`)
    .join('')}`;
  const prepared = new WeakSet<HostClient>();

  const name = nameOf(text);
  const valuesFor = (withinMs: number) => [String(Math.max(1, Math.ceil(withinMs)))];

  async function run(client: DirectClient, statement: Statement, remaining: () => number) {
    if (!prepared.has(client)) {
      // By itself, so that pg knows that it is prepared.
      const withinMs = remaining();
      await runQuery(client, { name, text, values: valuesFor(withinMs) }, withinMs);
      prepared.add(client);
    }
    const withinMs = remaining();
    const set = { name, values: valuesFor(withinMs) };
    const results = await withinTime(sendBoth(client, set, statement), withinMs);
    return results.at(-1)?.rows ?? [];
  }

  return (client, statement, remaining) =>
    isDirect(client) ? run(client, statement, remaining) : undefined;
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
  return new Promise((resolve, reject) => {
    const query = new pg.Query({
      ...preparedQuery(statement),
      // With `query_timeout` of the host's pool, pg calls back, and emits no error.
      callback: (error: Error | null, results: Results | readonly Results[]) =>
        error ? reject(error) : resolve([results].flat()),
    } as pg.QueryConfig);
    const { submit } = query;
    query.submit = (...given) => {
      connection.stream.cork?.();
      try {
        connection.bind({ statement: name, values });
        connection.execute({ portal: '' });
        return submit.apply(query, given);
      } finally {
        connection.stream.uncork?.();
      }
    };
    inTextMode(client, () => client.query(query as never));
  });
}
