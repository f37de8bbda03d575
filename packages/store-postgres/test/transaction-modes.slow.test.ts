import type { Store } from '@sitegrade/core';
import { newCrawl } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { ownPool } from './own-pool.ts';
import { wrappedPool } from './wrapped-pool.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
const claim = {
  token: 'this',
  pageLeaseMs: 1_000,
  stepLeaseMs: 1_000,
  perHost: 1,
  maxAttempts: 1,
  now: new Date(),
};

const read = 'begin isolation level repeatable read, read only;';
const write = 'begin isolation level read committed, read write;';

// The host may have another default, so each names its level.
it.each<[string, string | undefined, (store: Store) => Promise<unknown>]>([
  ['a listing sees one state', read, ({ websites }) => websites.list(ownerId, query)],
  ['a report is deleted as a whole', write, ({ reports }) => reports.delete(ownerId, 1)],
  ['a page of a crawl is claimed as a whole', write, ({ crawls }) => crawls.claim(claim)],
  ['a single statement needs none', undefined, ({ reports }) => reports.find(ownerId, 1)],
])('%s: the transaction begins with %j', async (_name, begin, call) => {
  const { pool, schema } = await ownPool();
  await postgresStore({ pool, schema }).crawls.create(newCrawl({ ownerId }));
  const texts: string[] = [];
  const recording = wrappedPool(pool, (query, client) => {
    texts.push(query.text);
    return client.query(query);
  });
  await call(postgresStore({ pool: recording, schema }));
  if (begin === undefined) {
    expect(texts).toEqual([expect.stringMatching(/^select /)]);
    return;
  }
  // A claim looks for work first, which needs no transaction.
  const whole = texts.slice(texts.findIndex((text) => text.startsWith('begin')));
  expect([whole[0], whole.at(-1)]).toEqual([expect.stringContaining(begin), 'commit']);
  expect(whole.filter((text) => /^(begin|commit)/.test(text))).toHaveLength(2);
});
