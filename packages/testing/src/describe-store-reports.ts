import type { Report } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';

/** One report: what is stored, and deletion. */
export function describeStoreReports(harness: StoreHarness): void {
  describe('reports', () => {
    const store = useStore(harness);

    it('stores everything about a report', async () => {
      const given = newReport({ title: 'Überschrift 日本語 \u{1F600}' });
      const created = await store().reports.create(given);
      const { ownerId: _, defaultPrivacy: __, websiteShareToken: ___, ...kept } = given;
      const { rulesetChecks: ____, ...stored } = kept;
      expect(created).toEqual({
        ...stored,
        id: created.id,
        websiteId: created.websiteId,
        categoryScores: {
          seo: 80,
          accessibility: 96,
          performance: 75,
          security: null,
          miscellaneous: 100,
        },
      });
      expect(await store().reports.find(ownerId, created.id)).toEqual(created);
    });

    it('keeps the order of checks', async () => {
      const check = newReport().checks.title;
      const order = ['zebra', 'title', 'a', 'Zebra', 'long-check-id'];
      const checks = Object.fromEntries(order.map((id) => [id, { ...check }])) as never;
      const { id } = await store().reports.create(newReport({ checks }));
      const found = await store().reports.find(ownerId, id);
      expect(Object.keys(found?.checks ?? {})).toEqual(order);
    });

    it('stores a report of a megabyte, and strings of the maximum length', async () => {
      const url = `https://example.com/${'a'.repeat(2028)}`;
      const notes = Array.from({ length: 500 }, () => '語'.repeat(700));
      const given = newReport({ url, finalUrl: url, title: 'ü'.repeat(2000) });
      const { id } = await store().reports.create({ ...given, page: { ...given.page, notes } });
      const found = await store().reports.find(ownerId, id);
      expect(found).toMatchObject({ url, finalUrl: url, title: given.title, page: { notes } });
    });

    it('refuses a share token that another report has, and changes nothing', async () => {
      const first = await store().reports.create(newReport());
      const again = newReport({ ownerId: 'owner-2', shareToken: first.shareToken });
      await expect(store().reports.create(again)).rejects.toThrow();
      const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
      expect((await store().reports.list('owner-2', query)).total).toBe(0);
      expect((await store().websites.list('owner-2', query)).total).toBe(0);
    });

    it('stores and returns copies, so that a caller may change its own', async () => {
      const given = structuredClone(newReport());
      const { id } = await store().reports.create(given);
      Object.assign(given.fixFirst, ['changed']);
      const first = await store().reports.find(ownerId, id);
      Object.assign(first?.fixFirst ?? [], ['changed']);
      expect((await store().reports.find(ownerId, id))?.fixFirst).toEqual(newReport().fixFirst);
    });

    it('keeps times to the millisecond', async () => {
      for (const time of [
        '1970-01-01T00:00:00.001Z',
        '2038-01-19T03:14:08.999Z',
        '9999-12-31T23:59:59.999Z',
      ]) {
        const createdAt = new Date(time);
        const { id } = await store().reports.create(newReport({ createdAt }));
        expect((await store().reports.find(ownerId, id))?.createdAt).toEqual(createdAt);
      }
    });

    it('finds the previous report of the same owner and URL', async () => {
      const url = 'https://example.com/previous';
      const add = (part: Partial<NewReport>) => store().reports.create(newReport({ url, ...part }));
      const first = await add({});
      // Created at the same time: the ids decide.
      const second = await add({ title: 'Second' });
      await add({ ownerId: 'owner-2' });
      await add({ url: `${url}/` });
      const last = await add({ createdAt: new Date('2025-01-01T00:00:00.000Z') });
      const previous = (report: Pick<Report, 'id' | 'url'>) =>
        store().reports.findPrevious(ownerId, report);
      expect(await previous(last)).toEqual(second);
      expect(await previous(second)).toEqual(first);
      expect(await previous(first)).toBeUndefined();
      expect(await previous({ id: Number.NaN, url })).toBeUndefined();
      await store().reports.delete(ownerId, second.id);
      expect(await previous(last)).toEqual(first);
    });

    it('deletes a report once', async () => {
      const { id } = await store().reports.create(newReport());
      expect(await store().reports.delete(ownerId, id)).toBe(true);
      expect(await store().reports.find(ownerId, id)).toBeUndefined();
      expect(await store().reports.delete(ownerId, id)).toBe(false);
    });

    it('lists only summaries, without details', async () => {
      const report = await store().reports.create(newReport());
      const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'desc' } as const;
      const { id, url, finalUrl, websiteId, domain, title, score, result, categoryScores } = report;
      const { httpStatus, shareToken, createdAt } = report;
      expect(await store().reports.list(ownerId, query)).toEqual({
        rows: [
          {
            id,
            url,
            finalUrl,
            websiteId,
            domain,
            title,
            score,
            result,
            categoryScores,
            httpStatus,
            shareToken,
            createdAt,
          },
        ],
        total: 1,
        totalRelation: 'eq',
      });
    });
  });
}
