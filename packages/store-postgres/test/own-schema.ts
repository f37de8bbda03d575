import pg from 'pg';
import { inject } from 'vitest';

let made = 0;

/** Options of a store with its own schema, which no other test uses. */
export function ownSchema(): { readonly connectionString: string; readonly schema: string } {
  made += 1;
  const worker = process.env.VITEST_POOL_ID ?? '0';
  return {
    connectionString: inject('postgres'),
    schema: `test_${process.pid}_${worker}_${Date.now()}_${made}`,
  };
}

/**
 * The same in its own database, for plans: a transaction that is open in the same database keeps `vacuum` from
 * marking rows as visible to all, and an index alone is read only then.
 */
export async function ownDatabase(): Promise<ReturnType<typeof ownSchema>> {
  const { connectionString, schema } = ownSchema();
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`create database ${schema}`);
  await client.end();
  const url = new URL(connectionString);
  url.pathname = `/${schema}`;
  return { connectionString: url.href, schema };
}
