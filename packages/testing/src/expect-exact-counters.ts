import { results } from '@sitegrade/core/internal';
import type { Store } from '@sitegrade/core/store';
import { expect } from 'vitest';
import { allReports, allWebsites } from './list-everything.ts';

/**
 * Expects that every counter of an owner equals its reports: counts, averages and latest reports of
 * websites, and the totals of listings.
 */
export async function expectExactCounters(store: Store, ownerId: string): Promise<void> {
  // Read by position: pages depend on the total, which is one of the counters to check.
  const reports = await scanReports(store, ownerId);
  expect(reports.map(({ id }) => id)).toEqual(
    (await allReports(store, ownerId)).map(({ id }) => id),
  );

  for (const website of await allWebsites(store, ownerId)) {
    const ofWebsite = reports.filter(({ websiteId }) => websiteId === website.id);
    const scoreSum = ofWebsite.reduce((sum, { score }) => sum + score, 0);
    const average =
      ofWebsite.length === 0 ? null : Math.round((scoreSum * 10) / ofWebsite.length) / 10;
    expect(website).toMatchObject({ reportsCount: ofWebsite.length, reportsAvgScore: average });
    expect(website.latestReport?.id).toBe(ofWebsite.at(-1)?.id);
    for (const result of [undefined, ...results]) {
      const expected = ofWebsite.filter(
        (report) => result === undefined || report.result === result,
      );
      expect(await totalOf(store, ownerId, { websiteId: website.id, result })).toBe(
        expected.length,
      );
    }
  }
  for (const result of [undefined, ...results]) {
    const expected = reports.filter((report) => result === undefined || report.result === result);
    expect(await totalOf(store, ownerId, { result })).toBe(expected.length);
  }
}

async function scanReports(store: Store, ownerId: string) {
  const query = { perPage: 100, sortBy: 'id', sort: 'asc' } as const;
  const scanned = [];
  for (let id = 0; ; ) {
    const { rows } = await store.reports.list(ownerId, {
      ...query,
      start: { after: { key: id, id } },
    });
    const last = rows.at(-1);
    if (last === undefined) return scanned;
    expect(last.id).toBeGreaterThan(id);
    scanned.push(...rows);
    id = last.id;
  }
}

async function totalOf(
  store: Store,
  ownerId: string,
  { websiteId, result }: { websiteId?: number; result: (typeof results)[number] | undefined },
): Promise<number> {
  const { total } = await store.reports.list(ownerId, {
    start: { page: 1 },
    perPage: 10,
    sortBy: 'id',
    sort: 'desc',
    ...(websiteId === undefined ? {} : { websiteId }),
    ...(result === undefined ? {} : { result }),
  });
  return total;
}
