import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
/** Strings that are not a share token, of which databases might reject some. */
const malformed = [
  '',
  ' ',
  'a\0b',
  '\0',
  '\ud800',
  'ä',
  '%',
  '_%',
  `'; drop table sitegrade_reports; --`,
  'x'.repeat(65),
  'x'.repeat(1_000_000),
];

/** Share tokens: what finds a report or a website of any owner, until it is replaced. */
export function describeStoreShareTokens(harness: StoreHarness): void {
  describe('share tokens', () => {
    const store = useStore(harness);

    it('find the whole report and its owner', async () => {
      const first = await store().reports.create(newReport({ shareToken: 'Report-one_1' }));
      const second = await store().reports.create(
        newReport({ ownerId: 'owner-2', shareToken: 'report-one_1' }),
      );
      expect(await store().reports.findByShareToken('Report-one_1')).toEqual({
        ownerId,
        report: first,
      });
      expect(await store().reports.findByShareToken('report-one_1')).toEqual({
        ownerId: 'owner-2',
        report: second,
      });
      expect(await store().websites.findByShareToken('Report-one_1')).toBeUndefined();
      await store().reports.delete(ownerId, first.id);
      expect(await store().reports.findByShareToken('Report-one_1')).toBeUndefined();
    });

    it('find the whole website and its owner', async () => {
      const websiteShareToken = 'W'.repeat(64);
      const { websiteId, id } = await store().reports.create(newReport({ websiteShareToken }));
      await store().reports.create(newReport({ ownerId: 'owner-2' }));
      const website = await store().websites.find(ownerId, websiteId);
      expect(website).toMatchObject({ shareToken: websiteShareToken, latestReport: { id } });
      expect(await store().websites.findByShareToken(websiteShareToken)).toEqual({
        ownerId,
        website,
      });
      expect(await store().reports.findByShareToken(websiteShareToken)).toBeUndefined();
      await store().reports.delete(ownerId, id);
      expect(await store().websites.findByShareToken(websiteShareToken)).toMatchObject({
        website: { latestReport: null, reportsCount: 0 },
      });
      await store().websites.delete(ownerId, websiteId);
      expect(await store().websites.findByShareToken(websiteShareToken)).toBeUndefined();
    });

    it('are not found by another string', async () => {
      await store().reports.create(newReport());
      for (const token of malformed) {
        expect(await store().reports.findByShareToken(token)).toBeUndefined();
        expect(await store().websites.findByShareToken(token)).toBeUndefined();
      }
    });

    it('are replaced, and change nothing else', async () => {
      const { shareToken: old, ...report } = await store().reports.create(newReport());
      const website = await store().websites.find(ownerId, report.websiteId);
      const others = await store().reports.create(newReport({ ownerId: 'owner-2' }));
      expect(await store().reports.renewShareToken(ownerId, report.id, 'new-report')).toBe(true);
      expect(await store().websites.find(ownerId, report.websiteId)).toEqual(website);
      expect(await store().websites.renewShareToken(ownerId, report.websiteId, 'new')).toBe(true);

      expect(await store().reports.findByShareToken(old)).toBeUndefined();
      expect(await store().websites.findByShareToken(website?.shareToken ?? '')).toBeUndefined();
      expect(await store().reports.findByShareToken('new-report')).toEqual({
        ownerId,
        report: { ...report, shareToken: 'new-report' },
      });
      expect(await store().websites.findByShareToken('new')).toEqual({
        ownerId,
        website: { ...website, shareToken: 'new' },
      });
      expect(await store().reports.find('owner-2', others.id)).toEqual(others);
    });

    it('stay unique', async () => {
      const first = await store().reports.create(newReport());
      const second = await store().reports.create(newReport({ ownerId: 'owner-2' }));
      const website = await store().websites.find('owner-2', second.websiteId);
      const { reports, websites } = store();
      await expect(reports.renewShareToken(ownerId, first.id, second.shareToken)).rejects.toThrow();
      await expect(
        websites.renewShareToken(ownerId, first.websiteId, website?.shareToken ?? ''),
      ).rejects.toThrow();
      expect(await reports.find(ownerId, first.id)).toEqual(first);
      expect(await reports.findByShareToken(second.shareToken)).toMatchObject({
        ownerId: 'owner-2',
      });
    });
  });

  describe('the hash of a password', () => {
    const store = useStore(harness);

    it('is found while the website has a password', async () => {
      const { websiteId } = await store().reports.create(newReport());
      const find = () => store().websites.findPasswordHash(ownerId, websiteId);
      const updatedAt = new Date(0);
      expect(await find()).toBeUndefined();
      const secret = { privacy: 'password', passwordHash: '$hash$1', updatedAt } as const;
      await store().websites.update(ownerId, websiteId, secret);
      expect(await find()).toBe('$hash$1');
      await store().websites.update(ownerId, websiteId, { passwordHash: '$hash$2', updatedAt });
      expect(await find()).toBe('$hash$2');
      await store().websites.update(ownerId, websiteId, { privacy: 'private', updatedAt });
      expect(await find()).toBeUndefined();
    });
  });
}
