import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@sitegrade/core';
import type { ClaimedJob } from '@sitegrade/core/store';
import { expect } from 'vitest';
import { codeBlocks } from './code-blocks.ts';

const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'deploy.md'), 'utf8');
const error = { code: 'internal', message: 'It failed.' } as const;
const retry = { kind: 'retry', error, delayMs: 3_600_000 } as const;

/**
 * Expects the queries of `docs/deploy.md` to return the facts of jobs in each state.
 *
 * @param store - Empty.
 * @param query - Runs SQL in the database of the store, and returns the only row.
 */
export async function expectDeployQueries(
  store: Store,
  query: (sql: string) => Promise<unknown>,
): Promise<void> {
  const [length = '', oldest = '', failed = ''] = codeBlocks(guide)
    .filter(({ language }) => language === 'sql')
    .map(({ code }) => code);
  const createdAt = new Date();
  const jobsOf = async (ownerId: string, count: number) => {
    const urls = Array.from({ length: count }, (_, index) => `https://example.com/${index}`);
    const jobs = { ownerId, urls, isBatch: true, createdAt, maxQueued: 100 };
    const created = await store.jobs.create(jobs);
    return created.outcome === 'created' ? created.jobs : [];
  };
  const first = await jobsOf('owner-1', 3);
  await jobsOf('owner-2', 4);
  const claim = async (token: string): Promise<ClaimedJob> => {
    const claimed = await store.jobs.claim({
      token,
      leaseMs: 60_000,
      perHost: 99,
      now: createdAt,
    });
    if (claimed === undefined) throw new Error('No job is due.');
    return claimed;
  };
  // Owners take turns: of the first one, only the third job is left.
  const [firstClaim, secondClaim, _running, fourthClaim] = [
    await claim('one'),
    await claim('two'),
    await claim('three'),
    await claim('four'),
  ];
  await store.jobs.end(firstClaim.lease, { kind: 'failed', error }, createdAt);
  await store.jobs.end(secondClaim.lease, { kind: 'failed', error }, createdAt);
  await store.jobs.end(fourthClaim.lease, retry, createdAt);

  const numbers = async (sql: string) => {
    const row = await query(sql);
    return Object.fromEntries(
      Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
    );
  };
  expect(await numbers(length)).toEqual({ queued: 4, running: 1 });
  expect(await numbers(oldest)).toEqual({ oldest: first[2]?.createdAt.getTime() });
  expect(await numbers(failed)).toEqual({ failed: 2 });
  const later = failed.replace('>= 0', `>= ${createdAt.getTime() + 3_600_000}`);
  expect(await numbers(later)).toEqual({ failed: 0 });
}
