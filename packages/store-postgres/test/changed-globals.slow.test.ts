import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { inspectPostgres, listenQueue, postgresStore } from '../src/index.ts';
import { anotherPg, changeGlobals } from './changed-globals.ts';
import { newApiKey } from './new-api-key.ts';
import { ownSchema } from './own-schema.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;

it.each<[string, pg.PoolConfig & { readonly copy?: typeof pg }]>([
  ['the pool of the store', {}],
  ['a pool of the host', { max: 2 }],
  ['a pool of the host with bytes as escapes', { options: '-c bytea_output=escape' }],
  ['a pool of another copy of pg', { copy: anotherPg() }],
])(
  '%s keeps all values where the host has changed pg',
  async (_name, { copy = pg, ...settings }) => {
    changeGlobals(copy);
    const { connectionString, schema } = ownSchema();
    const pool = new copy.Pool({ connectionString, ...settings });
    onTestFinished(() => pool.end());
    const isOwn = Object.keys(settings).length === 0 && copy === pg;
    const store = postgresStore({ schema, ...(isOwn ? { connectionString } : { pool }) });
    onTestFinished(() => store.close());
    await store.migrate();

    const given = newReport({ createdAt: new Date('2024-03-31T01:59:59.123Z') });
    const report = await store.reports.create(given);
    expect(await store.reports.find(ownerId, report.id)).toEqual(report);
    expect(report.createdAt).toEqual(given.createdAt);
    expect(await store.reports.list(ownerId, query)).toMatchObject({
      total: 1,
      rows: [{ id: report.id, createdAt: given.createdAt }],
    });
    const key = newApiKey({ expiresAt: new Date('9999-12-31T23:59:59.999Z') });
    const stored = await store.apiKeys.insert(key);
    expect(await store.apiKeys.findByDigest(key.digest)).toEqual({ ...stored, digest: key.digest });
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await store.reports.keepScreenshot(ownerId, report.id, bytes, 10);
    const kept = await store.reports.findScreenshot(ownerId, report.id);
    expect(Uint8Array.from(kept ?? [])).toEqual(bytes);

    // The host's own statements are as it has set them.
    const client = await pool.connect();
    expect(Reflect.get(client, 'binary')).toBe(true);
    client.release();
  },
);

it('what is between the process and Postgres is read as it is', async () => {
  changeGlobals(pg);
  const { connectionString } = ownSchema();
  expect(await inspectPostgres(connectionString)).toEqual({
    isShared: false,
    keepsPrepared: true,
    database: expect.stringMatching(/^postgres of \d/),
  });
  const queue = listenQueue({ connectionString });
  onTestFinished(() => queue.close());
  await queue.listen();
});
