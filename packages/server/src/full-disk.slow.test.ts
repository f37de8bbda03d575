import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { createContext, issueApiKey } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { operationLine } from './log-operation.ts';
import { requestLines } from './request-lines.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [detail: string]: unknown;
}

it('logs a full disk once, with its cause, and once how many writes it has refused', async () => {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  const lines: Line[] = [];
  const stream = requestLines({ write: (line: string) => lines.push(JSON.parse(line)) });
  let seconds = 0;
  const app = Fastify({ pluginTimeout: 0, logger: { stream } });
  onTestFinished(() => app.close());
  const context = createContext({
    store,
    monotonicMs: () => seconds * 1_000,
    onOperation(event) {
      const line = operationLine(event);
      if (line) app.log[line.level](line.details ?? {}, line.message);
    },
  });
  app.register(sitegradePlugin, { context });
  const { key } = await issueApiKey(context, 'owner-1');
  const create = async () => {
    const urls = Array.from({ length: 50 }, () => `https://example.com/${'x'.repeat(1_000)}`);
    const headers = { authorization: `Bearer ${key}` };
    const reply = await app.inject({
      method: 'POST',
      url: '/api/v1/jobs',
      headers,
      payload: { urls },
    });
    return reply.statusCode;
  };
  expect(await create()).toBe(202);
  expect(lines.splice(0)).toMatchObject([{ msg: 'sitegrade: request completed', status: 202 }]);

  const pages = Number(database.pragma('page_count', { simple: true }));
  database.pragma(`max_page_count = ${pages}`);
  let refused = 0;
  while (refused < 312) if ((await create()) === 503) refused += 1;
  expect(lines.filter(({ status }) => status !== 202)).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'The database accepts no changes, as on a full disk. Later writes that are refused are not logged until it does again.',
      err: expect.objectContaining({
        message: expect.stringContaining('database or disk is full'),
      }),
    }),
  ]);

  lines.length = 0;
  database.pragma('max_page_count = 1000000');
  await expect.poll(() => store.isWritable(), { interval: 100, timeout: 60_000 }).toBe(true);
  seconds = 31;
  expect(await create()).toBe(202);
  expect(lines).toMatchObject([
    { level: 30, msg: 'The database accepts changes again', refusedWrites: 312 },
    { msg: 'sitegrade: request completed', status: 202 },
  ]);
});
