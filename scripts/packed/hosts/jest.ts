import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { createContext, createReport, isSitegradeError, issueApiKey } from '@sitegrade/core';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';

import Database = require('better-sqlite3');
import Fastify = require('fastify');

import { apiOptions, refusingPage, useApi } from './use-api';

const { PAGE: page = '' } = process.env;

test('makes reports, and names a refused connection', async () => {
  const store = sqliteStore({ filename: ':memory:' });
  await store.migrate();
  const context = createContext({ store, network: apiOptions.network });
  const { score } = await createReport(context, 'user-1', { url: page });
  expect(score).toBeGreaterThan(0);
  const failed = createReport(context, 'user-1', { url: await refusingPage() });
  await expect(failed).rejects.toMatchObject({
    code: 'page_unreachable',
    reason: 'connect_refused',
  });
  const missing = createReport(context, 'user-1', { url: 'http://missing.invalid/' });
  await expect(missing).rejects.toMatchObject({ name: 'SitegradeError' });

  const app = Fastify();
  await app.register(sitegradePlugin, { store, prefix: '/seo', ...apiOptions });
  await useApi(await app.listen({ host: '127.0.0.1', port: 0 }));
  await app.close();
  await store.close();
});

// The native module keeps the classes of the file of tests that loads it first.
test('recognises a busy database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-jest-'));
  const filename = join(folder, 'reports.sqlite');
  const store = sqliteStore({ filename });
  await store.migrate();
  const context = createContext({ store });
  const other = new Database(filename);
  other.exec('begin exclusive');
  const error: unknown = await issueApiKey(context, 'user-1', { name: 'CI' }).catch(
    (error: unknown) => error,
  );
  expect(error).toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 });
  expect(isSitegradeError(error)).toBe(true);
  other.exec('rollback');
  other.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

test('recognises a missing Postgres, and a connection string that cannot be read', async () => {
  const { host } = new URL(await refusingPage());
  const store = postgresStore({ connectionString: `postgres://${host}/none` });
  const issued = issueApiKey(createContext({ store }), 'user-1', { name: 'CI' });
  await expect(issued).rejects.toMatchObject({ code: 'overloaded' });
  await store.close();
  expect(() => postgresStore({ connectionString: 'postgres://[::1' })).toThrow(TypeError);
});
