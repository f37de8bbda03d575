import {
  acceptFindings,
  createContext,
  createRecipient,
  deleteOwner,
  issueApiKey,
  type Store,
  setSchedule,
  startSession,
} from '@sitegrade/core';
import { newCrawl, newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { furnishWebhooks } from './exact-webhooks.ts';
import type { TestDatabase } from './test-database.ts';

const at = new Date('2026-01-02T00:00:00Z');
const later = new Date('2026-01-03T00:00:00Z');
const alerts = { consoleUrl: 'https://seo.example.com', sendMail: async () => {} };

/** Gives an owner a row in every table. */
async function furnish(store: Store, ownerId: string): Promise<void> {
  const context = createContext({ store, now: () => at });
  await furnishWebhooks(store, ownerId);
  await store.reports.create(newReport({ ownerId, domain: 'gone.com' }));
  await store.maintenance.deleteOwned(ownerId, 'websites');
  const deleted = await store.crawls.create(newCrawl({ ownerId }));
  if (deleted.outcome === 'created') await store.crawls.delete(ownerId, deleted.crawl.id);
  await store.crawls.create(newCrawl({ ownerId }));
  const { id, websiteId } = await store.reports.create(newReport({ ownerId }));
  await store.reports.keepScreenshot(ownerId, id, Uint8Array.of(1), 9);
  const time = { every: 'day', at: '06:00', timeZone: 'UTC' } as const;
  await setSchedule(context, ownerId, websiteId, { ...time, task: 'reports' });
  await acceptFindings(context, ownerId, websiteId, { check: 'h1', path: '/', reason: 'x' });
  const mailing = createContext({ store, alerts });
  const address = `${ownerId}@example.com`;
  await createRecipient(mailing, ownerId, websiteId, { address });
  const { key } = await issueApiKey(context, ownerId, { name: 'key' });
  await startSession(context, key);
  const attempt = { ownerId, key: 'key', token: 'token', fingerprint: 'f' };
  await store.idempotencyKeys.begin({ ...attempt, begunAt: at, expiresAt: later });
  const urls = ['https://example.com/'];
  await store.jobs.create({ ownerId, urls, isBatch: false, createdAt: at, maxQueued: 1 });
}

/** Tests that the deletion of an owner leaves nothing behind. */
export function describeDeletion(open: () => Promise<TestDatabase>): void {
  it('deleting an owner leaves no row of the owner in any table, and all of others', async () => {
    const { store, rows, tablesWith, expectExact } = await open();
    const tables = await tablesWith('owner_id');
    const count = async (table: string, where = 'true') =>
      (await rows(`select 1 from ${table} where ${where}`)).length;
    const rowsOf = async (ownerId: string) => {
      const counts: string[] = [];
      for (const table of tables) {
        counts.push(`${table} ${await count(table, `owner_id = '${ownerId}'`)}`);
      }
      return counts;
    };
    await furnish(store, 'ann');
    await furnish(store, 'ben');
    // A new table needs a row here, and to be deleted with the owner.
    expect(tables.length).toBeGreaterThan(7);
    const before = await rowsOf('ben');
    for (const counted of [...(await rowsOf('ann')), ...before]) expect(counted).not.toMatch(/ 0$/);
    expect(await count('sitegrade_sessions')).toBe(2);
    expect(await count('sitegrade_report_details')).toBe(4);

    await deleteOwner(createContext({ store }), 'ann');
    expect(await rowsOf('ann')).toEqual(tables.map((table) => `${table} 0`));
    expect(await rowsOf('ben')).toEqual(before);
    expect(await count('sitegrade_sessions')).toBe(1);
    expect(await count('sitegrade_report_details')).toBe(2);
    expect(await count('sitegrade_api_keys')).toBe(1);
    await expectExact();
  });
}
