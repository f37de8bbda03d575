import { privacyByNumber } from '@sitegrade/core/internal';
import { describe, expect, it } from 'vitest';
import { allReports } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';

/** Websites: creation, counters, deletion. */
export function describeStoreWebsites(harness: StoreHarness): void {
  describe('websites', () => {
    const store = useStore(harness);

    it('are created with the first report of their domain', async () => {
      const given = newReport();
      const report = await store().reports.create(given);
      expect(await store().websites.find(ownerId, report.websiteId)).toEqual({
        id: report.websiteId,
        domain: given.domain,
        privacy: 'private',
        hasPassword: false,
        shareToken: given.websiteShareToken,
        reportsCount: 1,
        reportsAvgScore: given.score,
        score: given.score,
        result: given.result,
        scoreSource: { kind: 'reports', crawlId: null, pages: 1, measuredAt: given.createdAt },
        latestReport: {
          id: report.id,
          score: given.score,
          result: given.result,
          createdAt: given.createdAt,
        },
        nextRunAt: null,
        unreachableSince: null,
        createdAt: given.createdAt,
        updatedAt: given.createdAt,
      });
    });

    it.each(privacyByNumber)('get the default privacy: %s', async (defaultPrivacy) => {
      const { websiteId } = await store().reports.create(newReport({ defaultPrivacy }));
      const website = await store().websites.find(ownerId, websiteId);
      expect(website).toMatchObject({ privacy: defaultPrivacy, hasPassword: false });
    });

    it('exist once per domain, and later reports do not change them', async () => {
      const first = await store().reports.create(newReport());
      const before = await store().websites.find(ownerId, first.websiteId);
      const second = await store().reports.create(
        newReport({ defaultPrivacy: 'public', createdAt: new Date('2030-01-01T00:00:00Z') }),
      );
      const other = await store().reports.create(newReport({ domain: 'example.com:8080' }));
      expect(second.websiteId).toBe(first.websiteId);
      expect(other.websiteId).not.toBe(first.websiteId);
      expect(await store().websites.find(ownerId, first.websiteId)).toMatchObject({
        privacy: 'private',
        shareToken: before?.shareToken,
        reportsCount: 2,
        createdAt: first.createdAt,
        updatedAt: first.createdAt,
      });
    });

    it.each([
      { scores: [0], average: 0 },
      { scores: [100, 99], average: 99.5 },
      { scores: [50, 50, 51], average: 50.3 },
      { scores: [50, 51, 51], average: 50.7 },
      // 20.25 and 20.05: halves round up, without errors of binary fractions.
      { scores: [20, 20, 20, 21], average: 20.3 },
      { scores: [...Array.from({ length: 19 }, () => 20), 21], average: 20.1 },
    ])('average $scores to $average', async ({ scores, average }) => {
      let websiteId = 0;
      for (const score of scores) {
        ({ websiteId } = await store().reports.create(newReport({ score })));
      }
      const website = await store().websites.find(ownerId, websiteId);
      expect(website).toMatchObject({ reportsAvgScore: average, reportsCount: scores.length });
    });

    it('show the previous report as latest when the latest is deleted', async () => {
      const first = await store().reports.create(newReport({ score: 10, result: 'bad' }));
      const second = await store().reports.create(newReport({ score: 60, result: 'decent' }));
      // By id: the clock may have been set back.
      const early = new Date('2001-01-01T00:00:00Z');
      const third = await store().reports.create(newReport({ score: 90, createdAt: early }));
      const latest = async () =>
        (await store().websites.find(ownerId, first.websiteId))?.latestReport;

      expect(await latest()).toEqual({ id: third.id, score: 90, result: 'good', createdAt: early });
      await store().reports.delete(ownerId, third.id);
      expect(await latest()).toMatchObject({ id: second.id, score: 60, result: 'decent' });
      await store().reports.delete(ownerId, first.id);
      expect(await latest()).toMatchObject({ id: second.id });
      await store().reports.delete(ownerId, second.id);
      expect(await latest()).toBeNull();
    });

    it('stay, with their privacy, when their last report is deleted', async () => {
      const { id, websiteId } = await store().reports.create(newReport());
      const updatedAt = new Date('2027-01-01T00:00:00Z');
      const change = { privacy: 'password', passwordHash: '$hash$', updatedAt } as const;
      await store().websites.update(ownerId, websiteId, change);
      await store().reports.delete(ownerId, id);
      expect(await store().websites.find(ownerId, websiteId)).toMatchObject({
        privacy: 'password',
        hasPassword: true,
        reportsCount: 0,
        reportsAvgScore: null,
        latestReport: null,
        updatedAt,
      });

      const again = await store().reports.create(newReport({ defaultPrivacy: 'public' }));
      expect(again.websiteId).toBe(websiteId);
      const website = await store().websites.find(ownerId, websiteId);
      expect(website).toMatchObject({ privacy: 'password', hasPassword: true, reportsCount: 1 });
    });

    it('are deleted with their reports, and no others', async () => {
      const gone = await store().reports.create(newReport({ domain: 'gone.com' }));
      const alsoGone = await store().reports.create(newReport({ domain: 'gone.com' }));
      const kept = await store().reports.create(newReport({ domain: 'kept.com' }));
      expect(await store().websites.delete(ownerId, gone.websiteId)).toEqual({
        outcome: 'deleted',
        domain: 'gone.com',
        reportsCount: 2,
      });
      expect(await store().websites.find(ownerId, gone.websiteId)).toBeUndefined();
      expect(await store().reports.find(ownerId, gone.id)).toBeUndefined();
      expect(await store().reports.delete(ownerId, alsoGone.id)).toBe(false);
      expect((await allReports(store(), ownerId)).map(({ id }) => id)).toEqual([kept.id]);
      expect(await store().websites.delete(ownerId, gone.websiteId)).toEqual({
        outcome: 'missing',
      });
    });

    it('are created again after deletion', async () => {
      const first = await store().reports.create(newReport({ score: 10 }));
      await store().websites.delete(ownerId, first.websiteId);
      const second = await store().reports.create(
        newReport({ score: 90, defaultPrivacy: 'public' }),
      );
      const website = await store().websites.find(ownerId, second.websiteId);
      expect(website).toMatchObject({ privacy: 'public', reportsCount: 1, reportsAvgScore: 90 });
    });
  });
}
