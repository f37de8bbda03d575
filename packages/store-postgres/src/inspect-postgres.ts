import { optionsObject, validateOptions } from '@sitegrade/core/internal';
import pg from 'pg';
import { connectionStringOption } from './connection-string.ts';
import { type Pooling, readPooling } from './pooling.ts';
import { runQuery } from './run-statement.ts';

/** How long the server may take to answer. */
const answerMs = 5_000;

/** How a connection string reaches Postgres. */
export interface PostgresConnection extends Pooling {
  /** Differs for each database of each server. */
  readonly database: string;
}

/**
 * Finds out what is between this process and Postgres, on one connection, or on two where there is a pooler.
 *
 * @throws TypeError if the connection string is invalid; the error of the connection or of the server.
 * @example
 * ```ts
 * const { isShared, keepsPrepared } = await inspectPostgres('postgres://localhost/app');
 * const preparedStatements = keepsPrepared;
 * ```
 */
export async function inspectPostgres(connectionString: string): Promise<PostgresConnection> {
  validateOptions(
    optionsObject({ connectionString: connectionStringOption }),
    { connectionString },
    'inspectPostgres: ',
  );
  const client = await connect(connectionString);
  try {
    const text = `select current_database() || ' of ' || extract(epoch from pg_postmaster_start_time()) as database`;
    const { rows } = await runQuery(client, { text }, answerMs);
    const [row] = rows as readonly { readonly database: string }[];
    const pooling = await readPooling(client, () => connect(connectionString));
    return { ...pooling, database: row?.database ?? '' };
  } finally {
    client.end().catch(() => {});
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: answerMs });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
