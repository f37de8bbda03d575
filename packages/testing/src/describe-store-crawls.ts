import { type Crawl, createContext, reconcileCounters, type SiteIssue } from '@sitegrade/core';
import type { CrawlListQuery, NewCrawl } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  claimWork,
  crawlOf,
  createCrawl,
  endPage,
  expectExactProgress,
  newBegun,
  newCrawl,
  newOutline,
  newShape,
  newUrls,
  pagesOf,
} from './crawl-fixture.ts';
import { expectExactCounters } from './expect-exact-counters.ts';
import { jobError, oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const none = { rows: [], total: 0, totalRelation: 'eq' };
const firstPage = { start: { page: 1 }, perPage: 100, sortBy: 'id', sort: 'asc' } as const;
const done = {
  status: 'done',
  end: 'complete',
  score: 80,
  result: 'good',
  rulesetVersion: '1',
  issues: [],
  shape: newShape(),
} as const;

/** Crawls: creating them within quotas, finding and listing them, their steps, and what they store. */
export function describeStoreCrawls(harness: StoreHarness): void {
  describe('crawls', () => {
    const store = useStore(harness);
    const create = (part: Partial<NewCrawl> = {}) => store().crawls.create(newCrawl(part));
    const list = (query: Partial<CrawlListQuery> = {}) =>
      store().crawls.list(ownerId, { ...firstPage, ...query });
    /** A crawl that has ended, with these pages that were requested. */
    const endedCrawl = async (part: Partial<NewCrawl> = {}): Promise<Crawl> => {
      const { id } = await beginCrawl(store(), { crawl: part });
      const page = await claimWork(store(), { crawlId: id });
      await endPage(store(), page.lease);
      const expand = await claimWork(store(), { crawlId: id });
      await store().crawls.endStep(expand.lease, 'finish', new Date());
      const finish = await claimWork(store(), { crawlId: id });
      expect(await store().crawls.end(finish.lease, done, new Date())).toBe(true);
      return crawlOf(store(), id, part.ownerId);
    };

    it('are queued when they are created', async () => {
      const before = Date.now();
      const scope = { include: ['/a*', '/ü'], exclude: ['/b$'], source: 'sitemap' } as const;
      const crawl = await createCrawl(store(), {
        ...scope,
        url: 'example.com/',
        maxPages: 7,
        recrawl: 'changed',
      });
      expect(crawl).toEqual({
        ...scope,
        id: expect.any(Number),
        websiteId: null,
        domain: null,
        url: 'example.com/',
        origin: null,
        maxPages: 7,
        recrawl: 'changed',
        previousId: null,
        fullReason: null,
        status: 'queued',
        end: null,
        error: null,
        progress: {
          discovered: 0,
          queued: 0,
          running: 0,
          done: 0,
          unchanged: 0,
          redirected: 0,
          failed: 0,
          skipped: {},
          results: { good: 0, decent: 0, bad: 0 },
          scoreSum: 0,
        },
        score: null,
        result: null,
        rulesetVersion: null,
        createdAt: expect.any(Date),
        startedAt: null,
        endedAt: null,
      } satisfies Record<keyof Crawl, unknown>);
      expect(crawl.createdAt.getTime()).toBeGreaterThanOrEqual(before);
      expect(crawl.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
      expect(await crawlOf(store(), crawl.id)).toEqual(crawl);
      expect(await store().crawls.issues(ownerId, crawl.id)).toEqual([]);
      expect(await store().crawls.shape(ownerId, crawl.id)).toBeNull();
      expect(await store().crawls.readSite(crawl.id)).toBeUndefined();
      expect(await pagesOf(store(), crawl.id)).toEqual([]);
    });

    it('have increasing ids, which are not reused when the newest is deleted', async () => {
      const seen: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const { id } = await createCrawl(store());
        seen.push(id);
        await store().crawls.delete(ownerId, id);
      }
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    });

    it('are refused beyond the quota of those that have not ended', async () => {
      const two = { maxRunning: 2 };
      const exceeded = { outcome: 'quota_exceeded', quota: 'runningCrawls', used: 2 };
      const first = await createCrawl(store(), two);
      const second = await createCrawl(store(), two);
      expect(await create(two)).toEqual(exceeded);
      await claimWork(store());
      expect(await create(two)).toEqual(exceeded);
      expect(await list()).toMatchObject({ total: 2 });
      expect(await create({ ...two, ownerId: 'owner-2' })).toMatchObject({ outcome: 'created' });
      await store().crawls.cancel(ownerId, first.id, new Date());
      expect(await create(two)).toMatchObject({ outcome: 'created' });
      await store().crawls.delete(ownerId, second.id);
      expect(await create(two)).toMatchObject({ outcome: 'created' });
      expect(await create(two)).toEqual(exceeded);
    });

    it('are refused beyond the quota of pages in a day', async () => {
      const pages = { maxPages: 40, maxPagesPerDay: 100 };
      const exceeded = (used: number) => {
        return { outcome: 'quota_exceeded', quota: 'crawlPagesPerDay', used };
      };
      expect(await create({ ...pages, maxPages: 101 })).toEqual(exceeded(0));
      const first = await createCrawl(store(), pages);
      const second = await createCrawl(store(), pages);
      expect(await create(pages)).toEqual(exceeded(80));
      expect(await create({ ...pages, maxPages: 20 })).toMatchObject({ outcome: 'created' });
      expect(await create({ ...pages, ownerId: 'owner-2' })).toMatchObject({ outcome: 'created' });
      await store().crawls.delete(ownerId, first.id);
      expect(await create({ ...pages, maxPages: 1 })).toEqual(exceeded(100));
      await store().crawls.cancel(ownerId, second.id, new Date());
      await store().crawls.cancel(ownerId, second.id, new Date());
      expect(await create(pages)).toMatchObject({ outcome: 'created' });
      expect(await create({ ...pages, maxPages: 1 })).toEqual(exceeded(100));
    });

    it('make room for the pages that they did not request when they end', async () => {
      const pages = { maxPages: 10, maxPagesPerDay: 20, maxRunning: 9 };
      await endedCrawl(pages);
      const { id } = await beginCrawl(store(), { crawl: pages, urls: newUrls(1, 8) });
      const outcomes = [
        { kind: 'redirected', httpStatus: 301, location: 'https://example.com/' },
        { kind: 'failed', httpStatus: null, error: jobError, isRefusal: true },
        { kind: 'skipped', httpStatus: 200, skipReason: 'not_html' },
        { kind: 'skipped', httpStatus: null, skipReason: 'robots_txt' },
        { kind: 'given_back' },
      ] as const;
      for (const outcome of outcomes) {
        const { lease } = await claimWork(store(), { crawlId: id });
        await endPage(store(), lease, outcome);
      }
      await claimWork(store(), { crawlId: id });
      await store().crawls.cancel(ownerId, id, new Date());
      // One page of the first, and three of the second.
      const exceeded = { outcome: 'quota_exceeded', used: 4 };
      expect(await create({ ...pages, maxPages: 17 })).toMatchObject(exceeded);
      expect(await create({ ...pages, maxPages: 16 })).toMatchObject({ outcome: 'created' });
    });

    it('count for the quota of the day on which they were created', async () => {
      const pages = { maxPages: 10, maxPagesPerDay: 10 };
      const first = await createCrawl(store(), pages);
      const later = new Date(first.createdAt.getTime() + oneDay);
      const second = await create({ ...pages, createdAt: later });
      // The clock of a database counts, if the store has one.
      const isLater = second.outcome === 'created';
      expect(isLater).toBe(isLater && second.crawl.createdAt.getTime() === later.getTime());
      // The second may be of another day, which the end of the first does not change.
      await store().crawls.cancel(ownerId, first.id, new Date());
      const third = await create({ ...pages, createdAt: later });
      expect(third.outcome).toBe(isLater ? 'quota_exceeded' : 'created');
    });

    it('do not exceed a quota together when they are created concurrently', async () => {
      const quotas = { maxPages: 10, maxPagesPerDay: 50, maxRunning: 100 };
      const byPages = await Promise.all(Array.from({ length: 12 }, () => create(quotas)));
      expect(byPages.filter(({ outcome }) => outcome === 'created')).toHaveLength(5);
      const two = { ownerId: 'owner-2', maxRunning: 2 };
      const byRunning = await Promise.all(Array.from({ length: 8 }, () => create(two)));
      expect(byRunning.filter(({ outcome }) => outcome === 'created')).toHaveLength(2);
    });

    it('are created once for an idempotency key', async () => {
      const attempt = { ownerId, key: 'k', token: 't', expiresAt: new Date(Date.now() + oneDay) };
      const beginning = { ...attempt, fingerprint: 'f', begunAt: new Date() };
      const begin = () => store().idempotencyKeys.begin({ ...beginning, token: 'other' });
      const createOnce = (maxRunning = 10) =>
        store().crawls.create(newCrawl({ maxRunning }), attempt);

      expect(await createOnce()).toEqual({ outcome: 'key_lost' });
      await store().idempotencyKeys.begin(beginning);
      expect(await createOnce(0)).toMatchObject({ outcome: 'quota_exceeded', used: 0 });
      expect(await begin()).toEqual({ outcome: 'taken', fingerprint: 'f', made: null });
      const twice = await Promise.all([createOnce(), createOnce()]);
      const ids = twice.flatMap((made) => (made.outcome === 'created' ? made.crawl.id : []));
      expect((await list()).rows.map(({ id }) => id)).toEqual(ids);
      expect(ids).toHaveLength(1);
      const made = { kind: 'crawl', id: ids[0] };
      expect(await begin()).toEqual({ outcome: 'taken', fingerprint: 'f', made });
      await store().crawls.delete(ownerId, ids[0] ?? 0);
      expect(await begin()).toMatchObject({ made });
    });

    it('create the website of the start page, without moving its counters', async () => {
      const defaultPrivacy = 'public';
      const crawl = await beginCrawl(store(), { defaultPrivacy, delayMs: 5, rulesetVersion: '7' });
      const website = await store().websites.find(ownerId, crawl.websiteId ?? 0);
      expect(website).toMatchObject({
        domain: 'example.com',
        privacy: defaultPrivacy,
        reportsCount: 0,
        reportsAvgScore: null,
        latestReport: null,
      });
      const { origin, domain, rulesetVersion } = crawl;
      expect({ origin, domain, rulesetVersion }).toEqual({
        origin: 'https://example.com',
        domain: 'example.com',
        rulesetVersion: '7',
      });
      const again = await beginCrawl(store());
      expect(again.websiteId).toBe(crawl.websiteId);
      const report = await store().reports.create(newReport());
      expect(report.websiteId).toBe(crawl.websiteId);
      const third = await beginCrawl(store());
      expect(third.websiteId).toBe(crawl.websiteId);
      const other = await beginCrawl(store(), { crawl: { ownerId: 'owner-2' } });
      expect(other.websiteId).not.toBe(crawl.websiteId);
      await expectExactCounters(store(), ownerId);
      await expectExactCounters(store(), 'owner-2');
      const { drifts } = await reconcileCounters(createContext({ store: store() }));
      expect(drifts).toEqual([]);
    });

    it('store the site and the URLs of each step, once', async () => {
      const site = new Uint8Array(100_000).map((_, index) => index * 7);
      const { id } = await beginCrawl(store(), { site });
      expect(Buffer.compare((await store().crawls.readSite(id)) ?? Buffer.of(), site)).toBe(0);
      const page = await claimWork(store());
      await endPage(store(), page.lease);
      const { lease } = await claimWork(store());
      const urls = newUrls(2, 1000, { level: 1, depth: null, inSitemap: true }).map((url) => ({
        ...url,
        url: `https://example.com/Ü\u{1F600}/${url.id}`,
        skipReason: url.id === 900 ? ('too_deep' as const) : null,
        kind: url.id > 950 ? ('image' as const) : ('page' as const),
      }));
      expect(await store().crawls.addUrls(lease, urls.slice(0, 600))).toBe(true);
      expect(await store().crawls.addUrls(lease, urls)).toBe(true);
      const changed = urls.map((url) => ({ ...url, url: 'https://example.com/other' }));
      expect(await store().crawls.addUrls(lease, changed)).toBe(true);
      const links = [
        { id: 2, depth: 4, inlinks: 9 },
        { id: 3, depth: null, inlinks: 0 },
      ];
      expect(await store().crawls.setLinks(lease, links)).toBe(true);

      const read = (after: number, limit: number, outlines = false) =>
        store().crawls.readUrls(id, { after, limit, outlines });
      const all = await read(0, 5000);
      expect(all.map((url) => url.id)).toEqual([1, ...urls.map((url) => url.id)]);
      expect(all.slice(1).map((url) => url.url)).toEqual(urls.map((url) => url.url));
      expect(all[1]).toEqual({
        ...urls[0],
        state: 'queued',
        depth: 4,
        httpStatus: null,
        location: null,
        score: null,
        outline: null,
      });
      expect(all[899]).toMatchObject({ state: 'skipped', skipReason: 'too_deep' });
      expect(all[1000]).toMatchObject({ kind: 'image', depth: null, level: 1 });
      expect(await read(2, 3)).toEqual(all.slice(2, 5));
      expect(await read(1001, 3)).toEqual([]);
      expect((await read(0, 1))[0]?.outline).toBeNull();
      expect((await read(0, 2, true)).map(({ outline }) => outline)).toEqual([
        newOutline({ words: 80 }),
        null,
      ]);
      expect(await pagesOf(store(), id)).toHaveLength(950);
      expect((await pagesOf(store(), id))[1]).toMatchObject({ depth: 4, inlinks: 9 });
      await expectExactProgress(store(), id);
    });

    it('end with a score and their issues, or with an error', async () => {
      const issue: SiteIssue = {
        id: 'duplicate-titles',
        scope: 'site',
        category: 'seo',
        importance: 'high',
        title: 'T',
        advice: 'A',
        why: null,
        source: 'https://example.org/',
        status: 'found',
        reason: null,
        findingsCount: 2000,
        pagesCount: 3,
        failedCount: 2,
        gain: 1.25,
        findings: Array.from({ length: 1000 }, (_, index) => ({
          key: `${index}`,
          summary: `“${index}” 語`,
          pages: ['https://example.com/'],
          pagesCount: 1,
          target: null,
        })),
      };
      const shape = newShape({ scores: [1, 0, 0, 0, 0, 0, 0, 0, 0, 2] });
      const issues = ['b', 'a', 'c'].map((id) => ({ ...issue, id }));
      const { id } = await beginCrawl(store());
      const page = await claimWork(store());
      await endPage(store(), page.lease);
      const expand = await claimWork(store());
      await store().crawls.endStep(expand.lease, 'finish', new Date());
      const { lease } = await claimWork(store());
      // The last step has another ruleset than the pages.
      const ended = {
        ...done,
        end: 'max_pages',
        rulesetVersion: '2',
        score: 3,
        result: 'bad',
        issues,
        shape,
      } as const;
      expect(await store().crawls.end(lease, ended, new Date())).toBe(true);
      const crawl = await crawlOf(store(), id);
      expect(crawl).toMatchObject({
        status: 'done',
        end: 'max_pages',
        score: 3,
        result: 'bad',
        error: null,
        endedAt: expect.any(Date),
      });
      expect(await store().crawls.issues(ownerId, id)).toEqual(issues);
      expect(await store().crawls.shape(ownerId, id)).toEqual(shape);
      expect(crawl.rulesetVersion).toBe('1, 2');
      expect(await store().crawls.end(lease, ended, new Date())).toBe(false);
      expect(await store().crawls.cancel(ownerId, id, new Date())).toEqual({
        crawl,
        isNew: false,
      });

      const other = await createCrawl(store());
      const start = await claimWork(store());
      const error = { ...jobError, reason: 'r', issues: { url: ['i'] } };
      const failed = { status: 'failed', end: 'start_failed', error } as const;
      expect(await store().crawls.end(start.lease, failed, new Date())).toBe(true);
      expect(await crawlOf(store(), other.id)).toMatchObject({ ...failed, score: null });
      expect(await store().crawls.claim({ ...start.lease, ...claimOptions() })).toBeUndefined();
    });

    it('find the latest one before that is done, of the same website', async () => {
      const first = await endedCrawl();
      const second = await endedCrawl();
      const canceled = await beginCrawl(store());
      await store().crawls.cancel(ownerId, canceled.id, new Date());
      await beginCrawl(store(), { domain: 'other.com' });
      await endedCrawl({ ownerId: 'owner-2' });
      const last = await beginCrawl(store());
      const previous = (crawl: Crawl) => store().crawls.findPrevious(ownerId, crawl);
      expect(await previous(last)).toEqual(second);
      expect(await previous(second)).toEqual(first);
      expect(await previous(first)).toBeUndefined();
      expect(await previous(await createCrawl(store()))).toBeUndefined();
      expect(await store().crawls.findPrevious('owner-2', last)).toBeUndefined();
    });

    it('are listed by website and status, and searched by URL', async () => {
      const urls = ['https://A.com/x%', 'https://b.com/', 'https://a.com/y_', 'c.com/'];
      for (const [index, url] of urls.entries()) {
        const { id } = await beginCrawl(store(), {
          crawl: { url },
          domain: index < 2 ? 'a.com' : 'b.com',
        });
        if (index % 2 === 0) await store().crawls.cancel(ownerId, id, new Date());
      }
      await createCrawl(store(), { url: 'https://d.com/' });
      await createCrawl(store(), { ownerId: 'owner-2' });
      const { rows: all, total } = await list();
      expect(total).toBe(5);
      expect(all.map(({ url }) => url)).toEqual([...urls, 'https://d.com/']);
      const websites = [undefined, ...new Set(all.map(({ websiteId }) => websiteId ?? 999))];
      for (const websiteId of websites) {
        for (const status of [undefined, 'queued', 'running', 'canceled', 'done'] as const) {
          for (const search of [undefined, 'A.COM', '%', '_', 'com/']) {
            const expected = all.filter(
              (crawl) =>
                (websiteId === undefined || crawl.websiteId === websiteId) &&
                (status === undefined || crawl.status === status) &&
                crawl.url.toLowerCase().includes((search ?? '').toLowerCase()),
            );
            const filters = { ...(websiteId && { websiteId }), ...(status && { status }) };
            const query = { ...filters, ...(search && { search }) };
            const counted = { total: expected.length, totalRelation: 'eq' };
            expect(await list(query)).toEqual({ ...counted, rows: expected });
            const reversed = { ...query, sort: 'desc', perPage: 1 } as const;
            expect(await list({ ...reversed, start: { page: 2 } })).toEqual({
              ...counted,
              rows: expected.toReversed().slice(1, 2),
            });
          }
        }
      }
    });

    it('are counted for operators until they end', async () => {
      expect(await store().crawls.countUnended()).toBe(0);
      const { id } = await createCrawl(store());
      await createCrawl(store(), { ownerId: 'owner-2' });
      await claimWork(store());
      expect(await store().crawls.countUnended()).toBe(2);
      await store().crawls.cancel(ownerId, id, new Date());
      expect(await store().crawls.countUnended()).toBe(1);
    });

    it('cannot be seen, canceled or deleted by another owner, or by another id', async () => {
      const { id } = await beginCrawl(store());
      const wrong = [
        ...['owner-2', 'OWNER-1', ''].map((owner) => [owner, id] as const),
        ...[id + 1, 0, -1, 1.5, Number.NaN, 2 ** 53].map((other) => [ownerId, other] as const),
      ];
      for (const [owner, other] of wrong) {
        expect(await store().crawls.find(owner, other)).toBeUndefined();
        expect(await store().crawls.listPages(owner, other, firstPage)).toBeUndefined();
        expect(await store().crawls.findPage(owner, other, 1)).toBeUndefined();
        expect(await store().crawls.shape(owner, other)).toBeUndefined();
        expect(await store().crawls.issues(owner, other)).toBeUndefined();
        expect(await store().crawls.cancel(owner, other, new Date())).toBeUndefined();
        expect(await store().crawls.delete(owner, other)).toBe(false);
        if (owner !== ownerId) expect(await store().crawls.list(owner, firstPage)).toEqual(none);
      }
      for (const other of [0, -1, 1.5, Number.NaN, 2, 2 ** 31, 2 ** 53]) {
        expect(await store().crawls.findPage(ownerId, id, other)).toBeUndefined();
        const urls = { after: 0, limit: 9, outlines: true };
        expect(await store().crawls.readUrls(id + 1, urls)).toEqual([]);
        expect(await store().crawls.claim({ ...claimOptions(), crawlId: id + 1 })).toBeUndefined();
        expect(await list({ websiteId: other === 2 ? 999 : other })).toEqual(none);
      }
      expect(await crawlOf(store(), id)).toMatchObject({ status: 'running' });
    });

    it('begin again with a website if it is deleted meanwhile', async () => {
      const { websiteId } = await beginCrawl(store());
      const { id } = await createCrawl(store());
      const { lease } = await claimWork(store(), { crawlId: id });
      await Promise.all([
        store().websites.delete(ownerId, websiteId ?? 0),
        store().crawls.begin(lease, newBegun()),
      ]);
      const crawl = await store().crawls.find(ownerId, id);
      const websites = await store().websites.list(ownerId, firstPage);
      // It began after the deletion, or was deleted with the website.
      expect(websites.rows.map((website) => website.id)).toEqual(crawl ? [crawl.websiteId] : []);
      await expectExactCounters(store(), ownerId);
    });
  });

  function claimOptions() {
    return {
      token: 'unused',
      pageLeaseMs: oneDay,
      stepLeaseMs: oneDay,
      perHost: 2,
      maxAttempts: 3,
      now: new Date(),
    };
  }
}
