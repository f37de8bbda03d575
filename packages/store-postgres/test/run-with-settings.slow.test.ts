import type { Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import type pg from 'pg';
import { expect, it } from 'vitest';
import type { HostQuery } from '../src/host-pool.ts';
import { runWithSettings } from '../src/run-with-settings.ts';
import { ownPool } from './own-pool.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
const sql = `select current_setting('enable_sort') as sorts, current_setting('statement_timeout') as ms,
  $1::integer as given`;

/** The only connection of a pool. */
async function oneClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  client.release();
  return client;
}

it('the settings are those of one statement, and of none after it', async () => {
  const { pool } = await ownPool({ max: 1 });
  const client = await oneClient(pool);
  const run = runWithSettings(['enable_sort', 'jit']);
  for (const given of [1, 2, 3]) {
    const rows = await run(client, { sql, parameters: [given] }, () => 1_234.5);
    expect(rows).toEqual([{ sorts: 'off', ms: '1235ms', given }]);
  }
  const { rows } = await client.query(sql, [4]);
  expect(rows).toEqual([{ sorts: 'on', ms: '0', given: 4 }]);
});

it('preparing the settings takes of the time of the statement', async () => {
  const { pool } = await ownPool({ max: 1 });
  const client = await oneClient(pool);
  const run = runWithSettings(['jit']);
  const left = [9_000, 7_000];
  const rows = await run(client, { sql, parameters: [1] }, () => left.shift() ?? 0);
  expect(rows).toMatchObject([{ ms: '7s' }]);
});

it.each([undefined, 60_000])(
  'an error is that of the statement, and leaves the connection as it was: query_timeout %s',
  async (query_timeout) => {
    const { pool } = await ownPool({ max: 1, ...(query_timeout && { query_timeout }) });
    const client = await oneClient(pool);
    const run = runWithSettings(['enable_sort']);
    for (const wrong of ['select none', 'select 1 / $1::integer as one', 'select none']) {
      const parameters = wrong.includes('$1') ? [0] : [];
      await expect(run(client, { sql: wrong, parameters }, () => 30_000)).rejects.toMatchObject({
        code: expect.stringMatching(/^(42703|22012)$/),
      });
      const rows = await run(client, { sql, parameters: [1] }, () => 30_000);
      expect(rows).toMatchObject([{ sorts: 'off', given: 1 }]);
    }
  },
);

it.each<[string, readonly string[], (store: Store) => Promise<unknown>]>([
  ['a first page is one statement', [], ({ reports }) => reports.list(ownerId, query)],
  [
    'a page far behind takes a transaction',
    ['begin', 'commit'],
    ({ reports }) => reports.list(ownerId, { ...query, start: { page: 99 } }),
  ],
  [
    'so does one without rows, whose total is not known',
    ['begin', 'commit'],
    ({ websites }) => websites.list('owner-2', query),
  ],
])('%s', async (_name, expected, call) => {
  const { pool, store } = await ownPool({ max: 1 });
  await store.reports.create(newReport({ ownerId }));
  const client = await oneClient(pool);
  const texts: string[] = [];
  const send = client.query.bind(client) as (sent: HostQuery) => unknown;
  client.query = ((sent: HostQuery) => {
    texts.push(sent.text);
    return send(sent);
  }) as typeof client.query;
  await call(store);
  expect(texts.flatMap((text) => /^(begin|commit)/.exec(text)?.[0] ?? [])).toEqual(expected);
});

it('other connections than those of this copy of pg cannot, nor can one that sends queries of several callers', async () => {
  const { pool } = await ownPool({ max: 1 });
  const client = await oneClient(pool);
  const run = runWithSettings(['jit']);
  const statement = { sql, parameters: [1] };
  const { query, release, on } = client;
  const { connection } = client as unknown as { readonly connection: unknown };
  // A connection of another version has all of these, too.
  const other = { query, release, on, connection } as unknown as pg.PoolClient;
  expect(run(other, statement, () => 30_000)).toBeUndefined();
  const pipelined = Object.assign(client, { pipeline: true });
  expect(run(pipelined, statement, () => 30_000)).toBeUndefined();
});
