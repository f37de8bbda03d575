import { interruptedError } from '@sitegrade/core/internal';
import type { ClaimedCrawl, CrawlClaim, CrawlPageOutcome } from '@sitegrade/core/store';
import { describe, expect, it, vi } from 'vitest';
import {
  beginCrawl,
  claimWork,
  crawlOf,
  createCrawl,
  doneOutcome,
  endPage,
  expectExactProgress,
  newBegun,
  newCrawlClaim,
  newOutline,
  newUrls,
  pagesOf,
} from './crawl-fixture.ts';
import { jobError, oneDay } from './job-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const minuteMs = 60_000;
const givenBack = { kind: 'given_back' } as const;
const failed = { status: 'failed', end: 'start_failed', error: jobError } as const;

/** Which work of which crawl is claimed next, how attempts end, and how many requests a host gets at once. */
export function describeStoreCrawlClaims(harness: StoreHarness): void {
  describe('claims of crawls', () => {
    const store = useStore(harness);
    const claim = (part: Partial<CrawlClaim> = {}) => store().crawls.claim(newCrawlClaim(part));
    const endAttempt = ({ lease }: ClaimedCrawl, outcome: CrawlPageOutcome = doneOutcome()) =>
      endPage(store(), lease, outcome);
    const page = async (id: number, number = 1) => (await pagesOf(store(), id))[number - 1];
    /** A crawl of a host, at this many pages. */
    const begin = async (pages: number, host = 'example.com', owner = ownerId) => {
      const urls = newUrls(1, pages);
      const { id } = await beginCrawl(store(), { host, urls, crawl: { ownerId: owner } });
      return id;
    };

    it('start a crawl, then its pages by number, then its other steps', async () => {
      const { id } = await createCrawl(store());
      const query = newCrawlClaim();
      const start = await store().crawls.claim(query);
      const started = await crawlOf(store(), id);
      expect(started).toMatchObject({ status: 'running', startedAt: expect.any(Date) });
      expect(start).toEqual({
        ownerId,
        crawl: started,
        refusals: 0,
        frontier: null,
        activeMs: expect.any(Number),
        lease: { crawlId: id, page: null, token: query.token },
        work: { kind: 'step', step: 'start', end: null },
      });
      expect(await claim()).toBeUndefined();
      const urls = newUrls(1, 2, { depth: 3 });
      const lease = start?.lease ?? { crawlId: id, page: null, token: '' };
      expect(await store().crawls.begin(lease, newBegun({ urls }))).toBe(true);
      const first = await claimWork(store());
      expect(first).toMatchObject({
        lease: { crawlId: id, page: 1 },
        work: { kind: 'page', url: 'https://example.com/1', depth: 3, putBacks: 0 },
        crawl: { progress: { discovered: 2, queued: 1, running: 1 } },
      });
      const second = await claimWork(store());
      expect(second.lease.page).toBe(2);
      expect(await claim()).toBeUndefined();
      await endAttempt(second);
      expect(await claim()).toBeUndefined();
      await endAttempt(first);
      const expand = await claimWork(store());
      expect(expand.work).toEqual({ kind: 'step', step: 'expand', end: null });
      const image = newUrls(3, 1, { kind: 'image' });
      expect(await store().crawls.addUrls(expand.lease, image)).toBe(true);
      expect(await store().crawls.endStep(expand.lease, 'pages', new Date())).toBe(true);
      const third = await claimWork(store());
      expect(third.work).toMatchObject({ kind: 'image', url: 'https://example.com/3' });
      await endAttempt(third, { kind: 'found', httpStatus: 200 });
      const again = await claimWork(store());
      expect(again.work).toMatchObject({ step: 'expand' });
      await store().crawls.endStep(again.lease, 'finish', new Date());
      expect((await claimWork(store())).work).toMatchObject({ step: 'finish', end: null });
      expect(await crawlOf(store(), id)).toMatchObject({ startedAt: started.startedAt });
      await expectExactProgress(store(), id);
    });

    it('serve the crawls in turn', async () => {
      const ids = [
        await begin(4, 'one.com'),
        await begin(4, 'two.com', 'owner-2'),
        await begin(1, 'three.com'),
      ];
      const served: number[] = [];
      for (let round = 0; round < 6; round += 1) {
        const claimed = await claimWork(store());
        served.push(ids.indexOf(claimed.crawl.id));
        await endAttempt(claimed);
      }
      // The third continues with a step.
      expect(served).toEqual([0, 1, 2, 0, 1, 2]);
    });

    it('serve new crawls of a host in the order of their creation, also one that waited for it', async () => {
      const first = await createCrawl(store(), { ownerId: 'owner-2' });
      const running = await createCrawl(store());
      const last = await createCrawl(store());
      const { lease } = await claimWork(store(), { crawlId: running.id });
      // It finds that the first one has to wait, and does not look at the last one.
      expect(await claim({ exceptOwner: ownerId })).toBeUndefined();
      expect(await store().crawls.end(lease, failed, new Date())).toBe(true);
      const started = await claimWork(store());
      expect(started.crawl.id).toBe(first.id);
      expect(await store().crawls.end(started.lease, failed, new Date())).toBe(true);
      expect(await claim()).toMatchObject({ crawl: { id: last.id } });
    });

    it('can be limited to one crawl, or exclude one owner', async () => {
      const first = await begin(5, 'one.com');
      const second = await begin(5, 'two.com', 'owner-2');
      for (let round = 0; round < 2; round += 1) {
        expect(await claim({ crawlId: second })).toMatchObject({ crawl: { id: second } });
      }
      expect(await claim({ crawlId: second })).toBeUndefined();
      expect(await claim({ exceptOwner: ownerId })).toBeUndefined();
      expect(await claim({ exceptOwner: ownerId, crawlId: first })).toBeUndefined();
      expect(await claim({ exceptOwner: 'owner-2' })).toMatchObject({ crawl: { id: first } });
    });

    it('are limited for each host, across all crawls of all owners', async () => {
      const first = await begin(3);
      const second = await begin(3, 'example.com', 'owner-2');
      const elsewhere = await begin(1, 'example.com:8080');
      const claimed = [
        await claimWork(store()),
        await claimWork(store()),
        await claimWork(store()),
      ];
      expect(claimed.map(({ crawl }) => crawl.id)).toEqual([first, second, elsewhere]);
      expect(await claim()).toBeUndefined();
      expect(await claim({ perHost: 3 })).toMatchObject({ crawl: { id: first } });
      for (const lost of [claimed[0], claimed[1]]) if (lost) await endAttempt(lost, givenBack);
      expect(await claim()).toMatchObject({ crawl: { id: second } });
      expect(await claim()).toBeUndefined();
      await store().crawls.cancel(ownerId, first, new Date());
      expect(await claim()).toMatchObject({ crawl: { id: second } });
      expect(await claim()).toBeUndefined();
      await store().crawls.delete('owner-2', second);
      const last = await begin(2);
      expect(await claim()).toMatchObject({ crawl: { id: last } });
    });

    it('wait for the delay of the host, whichever crawl it is of', async () => {
      const delayed = await beginCrawl(store(), { delayMs: oneDay, urls: newUrls(1, 3) });
      expect(await claim({ perHost: 9 })).toMatchObject({ crawl: { id: delayed.id } });
      expect(await claim({ perHost: 9 })).toBeUndefined();
      const { id } = await createCrawl(store(), { ownerId: 'owner-2' });
      expect(await claim({ perHost: 9 })).toBeUndefined();
      await createCrawl(store(), { host: 'other.com' });
      expect(await claim()).toMatchObject({ work: { step: 'start' } });
      expect(await crawlOf(store(), id, 'owner-2')).toMatchObject({ status: 'queued' });
    });

    it('wait no longer than the delay', async () => {
      await beginCrawl(store(), { delayMs: 40, urls: newUrls(1, 2) });
      const before = Date.now();
      await claimWork(store());
      await vi.waitFor(async () => expect(await claim()).toBeDefined(), { interval: 5 });
      expect(Date.now() - before).toBeGreaterThanOrEqual(39);
    });

    it('put a page back, and delay its host', async () => {
      const id = await begin(2);
      const first = await claimWork(store());
      expect(await endAttempt(first, { kind: 'put_back', delayMs: 0 })).toBe(true);
      const again = await claimWork(store());
      expect(again).toMatchObject({ refusals: 1, lease: { page: 1 }, work: { putBacks: 1 } });
      await endAttempt(again, { kind: 'put_back', delayMs: oneDay });
      const other = await begin(1, 'other.com');
      expect(await claim()).toMatchObject({ crawl: { id: other } });
      expect(await claim()).toBeUndefined();
      expect(await page(id)).toMatchObject({ state: 'queued' });
      await expectExactProgress(store(), id);
      // A shorter delay does not replace a longer one.
      const late = await begin(1, 'late.com');
      const lease = await claimWork(store(), { crawlId: late });
      await endAttempt(lease, { kind: 'put_back', delayMs: oneDay });
      const second = await beginCrawl(store(), { host: 'late2.com' });
      const claimed = await claimWork(store(), { crawlId: second.id });
      await endAttempt(claimed, { kind: 'put_back', delayMs: 0 });
      expect(await claim()).toMatchObject({ crawl: { id: second.id } });
      expect(await claim()).toBeUndefined();
    });

    it('keep the longer of two delays', async () => {
      await begin(3);
      const [first, second] = [await claimWork(store()), await claimWork(store())];
      await endAttempt(first, { kind: 'put_back', delayMs: oneDay });
      await endAttempt(second, { kind: 'put_back', delayMs: 0 });
      expect(await claim()).toBeUndefined();
    });

    it('count refusals in a row', async () => {
      const id = await begin(12);
      const refusal = {
        kind: 'failed',
        httpStatus: 429,
        error: jobError,
        isRefusal: true,
      } as const;
      const expected: (readonly [CrawlPageOutcome, number])[] = [
        [refusal, 1],
        [{ kind: 'put_back', delayMs: 0 }, 2],
        [givenBack, 2],
        [refusal, 3],
        [{ ...refusal, isRefusal: false }, 0],
        [refusal, 1],
        [doneOutcome(), 0],
        [refusal, 1],
        [{ kind: 'found', httpStatus: 200 }, 0],
      ];
      for (const [outcome, refusals] of expected) {
        const claimed = await claimWork(store());
        await endAttempt(claimed, outcome);
        const next = await claimWork(store());
        expect(next.refusals, outcome.kind).toBe(refusals);
        await endAttempt(next, givenBack);
      }
      await expectExactProgress(store(), id);
    });

    it('end a page with what was found', async () => {
      const id = await begin(6);
      const error = { ...jobError, reason: 'r' };
      const ends: readonly CrawlPageOutcome[] = [
        doneOutcome(70, 'decent'),
        { kind: 'redirected', httpStatus: 308, location: 'https://example.com/2' },
        { kind: 'failed', httpStatus: null, error, isRefusal: false },
        { kind: 'skipped', httpStatus: 200, skipReason: 'not_html' },
        { kind: 'found', httpStatus: 204 },
      ];
      for (const outcome of ends) await endAttempt(await claimWork(store()), outcome);
      const blank = {
        skipReason: null,
        error: null,
        depth: 0,
        inlinks: null,
        inSitemap: false,
        httpStatus: null,
        location: null,
        title: null,
        score: null,
        result: null,
        worst: null,
        findings: [],
        isUnchanged: false,
      };
      const expected = [
        {
          state: 'done',
          httpStatus: 200,
          title: 'Title 70',
          score: 70,
          result: 'decent',
          worst: 'The title is short.',
          findings: ['title', 'words'],
        },
        { state: 'redirected', httpStatus: 308, location: 'https://example.com/2' },
        { state: 'failed', error },
        { state: 'skipped', httpStatus: 200, skipReason: 'not_html' },
        { state: 'done', httpStatus: 204 },
        { state: 'queued' },
      ].map((part, index) => {
        return { ...blank, ...part, id: index + 1, url: `https://example.com/${index + 1}` };
      });
      expect(await pagesOf(store(), id)).toEqual(expected);
      const { details } = doneOutcome();
      expect(await store().crawls.findPage(ownerId, id, 1)).toEqual({ ...expected[0], details });
      const found = await store().crawls.findPage(ownerId, id, 2);
      expect(found).toEqual({ ...expected[1], details: null });
      const urls = await store().crawls.readUrls(id, { after: 0, limit: 9, outlines: true });
      expect(urls[0]).toMatchObject({ score: 70, outline: newOutline({ words: 70 }) });
      expect(urls[1]).toMatchObject({ location: 'https://example.com/2', outline: null });
      const results = { good: 0, decent: 1, bad: 0 };
      expect((await crawlOf(store(), id)).progress).toMatchObject({ results, scoreSum: 70 });
      await expectExactProgress(store(), id);
    });

    it('start a crawl only with all slots of its host', async () => {
      const id = await begin(3);
      const running = await claimWork(store());
      const other = await createCrawl(store(), { ownerId: 'owner-2' });
      const third = await createCrawl(store());
      // The start waits until the page has ended, and no other page of the host is claimed meanwhile.
      expect(await claim()).toBeUndefined();
      expect(await claim({ crawlId: id })).toBeUndefined();
      // Unless no one may claim the start.
      expect(await claim({ exceptOwner: 'owner-2', crawlId: id })).toBeUndefined();
      await store().crawls.delete(ownerId, third.id);
      const meanwhile = await claim({ exceptOwner: 'owner-2', crawlId: id });
      expect(meanwhile).toMatchObject({ crawl: { id } });
      await endAttempt(running);
      if (meanwhile) await endAttempt(meanwhile, givenBack);
      const start = await claimWork(store());
      expect(start).toMatchObject({ crawl: { id: other.id }, work: { step: 'start' } });
      await createCrawl(store(), { ownerId: 'owner-3' });
      expect(await claim()).toBeUndefined();
      expect(await claim({ crawlId: id, perHost: 9 })).toBeUndefined();
      expect(await store().crawls.begin(start.lease, newBegun({ host: 'moved.com' }))).toBe(true);
      // The first crawl gets a page in between, however many crawls are created.
      const between = await claimWork(store());
      expect(between).toMatchObject({ crawl: { id }, work: { kind: 'page' } });
      expect(await claim({ crawlId: id })).toBeUndefined();
      expect(await claim()).toMatchObject({ crawl: { id: other.id }, work: { kind: 'page' } });
      expect(await claim()).toBeUndefined();
      await endAttempt(between);
      expect(await claim()).toMatchObject({ ownerId: 'owner-3', work: { step: 'start' } });
      expect(await claim()).toBeUndefined();
    });

    it('record which rulesets the pages were checked with', async () => {
      const id = await begin(3);
      for (const rulesetVersion of ['1', '2', '2']) {
        await endAttempt(await claimWork(store()), { ...doneOutcome(), rulesetVersion });
      }
      expect(await crawlOf(store(), id)).toMatchObject({ rulesetVersion: '1, 2' });
    });

    it('are not delayed by crawls that are created again and again', async () => {
      const id = await begin(5);
      let claims = 0;
      let pages = 0;
      // There is always one that has not started.
      await createCrawl(store(), { ownerId: 'owner-2' });
      while (pages < 5 && claims < 20) {
        claims += 1;
        const claimed = await claimWork(store());
        if (claimed.work.kind === 'page') {
          pages += 1;
          await endAttempt(claimed);
          continue;
        }
        await createCrawl(store(), { ownerId: 'owner-2' });
        await store().crawls.cancel('owner-2', claimed.crawl.id, new Date());
      }
      expect(pages).toBe(5);
      expect((await crawlOf(store(), id)).progress).toMatchObject({ done: 5 });
    });

    it('take a page whose lease has expired again, until it was interrupted too often', async () => {
      const id = await begin(2);
      const expired = { pageLeaseMs: 0, maxAttempts: 2 };
      const first = await claimWork(store(), expired);
      const again = await claimWork(store(), expired);
      expect([first.lease.page, again.lease.page]).toEqual([1, 1]);
      expect(await endAttempt(first)).toBe(false);
      await endAttempt(again, givenBack);
      // That it was given back does not count, but that it was interrupted does.
      const third = await claimWork(store(), expired);
      expect(third.lease.page).toBe(1);
      const second = await claimWork(store(), { maxAttempts: 2 });
      expect(second.lease.page).toBe(2);
      expect(second.crawl.progress).toMatchObject({ failed: 1, running: 1, queued: 0 });
      expect(await page(id)).toMatchObject({ state: 'failed', error: interruptedError });
      expect(await endAttempt(third)).toBe(false);
      await expectExactProgress(store(), id);
      expect(await claim()).toBeUndefined();
      await endAttempt(second);
      expect((await claimWork(store())).work).toMatchObject({ step: 'expand' });
    });

    it('go on to the next step if the last page was interrupted too often', async () => {
      const id = await begin(1);
      await claimWork(store(), { pageLeaseMs: 0 });
      const next = await claimWork(store(), { maxAttempts: 1 });
      expect(next).toMatchObject({ crawl: { id }, work: { step: 'expand' } });
      await expectExactProgress(store(), id);
    });

    it('fail a page that was interrupted too often when its host has room', async () => {
      const id = await begin(1);
      const other = await begin(2);
      await claimWork(store(), { crawlId: id, pageLeaseMs: 0 });
      const running = await claimWork(store(), { crawlId: other });
      await claimWork(store(), { crawlId: other });
      expect(await claim({ crawlId: id, maxAttempts: 1 })).toBeUndefined();
      expect(await page(id)).toMatchObject({ state: 'running' });
      await endAttempt(running);
      expect(await claim({ crawlId: id, maxAttempts: 1 })).toMatchObject({
        work: { step: 'expand' },
      });
    });

    it('take a step whose lease has expired again, until it was interrupted too often', async () => {
      const { id } = await createCrawl(store());
      const expired = { stepLeaseMs: 0, maxAttempts: 2 };
      const first = await claimWork(store(), expired);
      expect(await store().crawls.endStep(first.lease, 'given_back', new Date())).toBe(true);
      expect(await store().crawls.endStep(first.lease, 'given_back', new Date())).toBe(false);
      const second = await claimWork(store(), expired);
      const third = await claimWork(store(), expired);
      expect(third.work).toMatchObject({ step: 'start' });
      expect(await store().crawls.begin(second.lease, newBegun())).toBe(false);
      const failed = {
        id,
        status: 'failed',
        end: 'interrupted',
        error: interruptedError,
        endedAt: expect.any(Date),
      };
      // Once, so that one worker can report it.
      expect(await claim(expired)).toMatchObject({
        ownerId,
        crawl: failed,
        work: { kind: 'ended' },
      });
      expect(await claim(expired)).toBeUndefined();
      expect(await crawlOf(store(), id)).toMatchObject(failed);
      expect(await store().crawls.begin(third.lease, newBegun())).toBe(false);
    });

    it('do not count interruptions of one step for the next', async () => {
      await begin(1);
      await endAttempt(await claimWork(store()));
      const twice = { stepLeaseMs: 0, maxAttempts: 2 };
      await claimWork(store(), twice);
      const { lease } = await claimWork(store(), twice);
      await store().crawls.endStep(lease, 'finish', new Date());
      await claimWork(store(), twice);
      expect((await claimWork(store(), twice)).work).toMatchObject({ step: 'finish' });
    });

    it('expand a crawl that has no pages to request', async () => {
      const { id } = await createCrawl(store());
      const start = await claimWork(store());
      const urls = newUrls(1, 1, { skipReason: 'excluded' });
      await store().crawls.begin(start.lease, newBegun({ urls }));
      const expand = await claimWork(store());
      expect(expand.work).toMatchObject({ step: 'expand' });
      expect(await store().crawls.endStep(expand.lease, 'pages', new Date())).toBe(true);
      expect((await claimWork(store())).work).toMatchObject({ step: 'expand' });
      await expectExactProgress(store(), id);
    });

    it('finish a crawl that is stopped, when its running pages have ended', async () => {
      const id = await begin(6);
      const [first, second] = [await claimWork(store()), await claimWork(store())];
      expect(await store().crawls.stop(first.lease, 'refused', new Date())).toBe(true);
      expect(await store().crawls.stop(second.lease, 'time_limit', new Date())).toBe(false);
      expect(await crawlOf(store(), id)).toMatchObject({ status: 'running', end: null });
      await expectExactProgress(store(), id);
      expect(await page(id, 3)).toMatchObject({ state: 'skipped', skipReason: 'ended' });
      expect(await claim()).toBeUndefined();
      expect(await endAttempt(first)).toBe(true);
      expect(await endAttempt(second, { kind: 'put_back', delayMs: 0 })).toBe(true);
      expect(await page(id, 2)).toMatchObject({ state: 'skipped', skipReason: 'ended' });
      await expectExactProgress(store(), id);
      const finish = await claimWork(store());
      expect(finish.work).toEqual({ kind: 'step', step: 'finish', end: 'refused' });
      const skipped = { start: { page: 1 }, perPage: 9, sortBy: 'id', sort: 'asc' } as const;
      const filtered = (state: 'skipped' | 'queued') =>
        store().crawls.listPages(ownerId, id, { ...skipped, state });
      expect(await filtered('skipped')).toMatchObject({ total: 5 });
      expect((await filtered('skipped'))?.rows).toHaveLength(5);
      expect(await filtered('queued')).toMatchObject({ total: 0, rows: [] });
      const urls = await store().crawls.readUrls(id, { after: 5, limit: 1, outlines: false });
      expect(urls).toMatchObject([{ state: 'skipped', skipReason: 'ended' }]);
    });

    it('finish a crawl that is stopped when the leases of its pages have expired', async () => {
      const id = await begin(3);
      const lost = await claimWork(store(), { pageLeaseMs: 0 });
      expect(await store().crawls.stop(lost.lease, 'time_limit', new Date())).toBe(true);
      expect(await page(id)).toMatchObject({ state: 'running' });
      const finish = await claimWork(store());
      expect(finish.work).toMatchObject({ step: 'finish', end: 'time_limit' });
      expect(finish.crawl.progress).toMatchObject({ running: 0, skipped: { ended: 3 } });
      expect(await endAttempt(lost)).toBe(false);
      await expectExactProgress(store(), id);
    });

    it('stop nothing that has not begun, or has ended', async () => {
      const { id } = await createCrawl(store());
      const start = await claimWork(store());
      expect(start.work).toMatchObject({ step: 'start' });
      expect(await store().crawls.stop(start.lease, 'refused', new Date())).toBe(false);
      await store().crawls.begin(start.lease, newBegun());
      const claimed = await claimWork(store());
      await store().crawls.cancel(ownerId, id, new Date());
      const canceled = await crawlOf(store(), id);
      expect(await store().crawls.stop(claimed.lease, 'refused', new Date())).toBe(false);
      const nowhere = { ...claimed.lease, crawlId: id + 1 };
      expect(await store().crawls.stop(nowhere, 'refused', new Date())).toBe(false);
      expect(await crawlOf(store(), id)).toEqual(canceled);
    });

    it('stop nothing when another worker has the page or the step', async () => {
      const id = await begin(2);
      const late = await claimWork(store(), { pageLeaseMs: 0 });
      const page = await claimWork(store());
      expect(page.lease.page).toBe(late.lease.page);
      expect(await store().crawls.stop(late.lease, 'refused', new Date())).toBe(false);
      await endAttempt(page);
      await endAttempt(await claimWork(store()));
      const step = await claimWork(store(), { stepLeaseMs: 0 });
      await claimWork(store());
      expect(await store().crawls.stop(step.lease, 'refused', new Date())).toBe(false);
      expect((await crawlOf(store(), id)).progress).toMatchObject({ done: 2 });
    });

    it('renew a step, so that no other call gets it', async () => {
      await createCrawl(store());
      const { lease } = await claimWork(store(), { stepLeaseMs: 0 });
      expect(await store().crawls.renew(lease, oneDay, new Date())).toBe(true);
      expect(await claim()).toBeUndefined();
      expect(await store().crawls.renew(lease, 0, new Date())).toBe(true);
      const next = await claimWork(store());
      expect(await store().crawls.renew(lease, oneDay, new Date())).toBe(false);
      expect(await store().crawls.begin(next.lease, newBegun({ urls: newUrls(1, 3) }))).toBe(true);
      expect(await store().crawls.renew(next.lease, oneDay, new Date())).toBe(false);
      const page = await claimWork(store());
      expect(await store().crawls.renew(page.lease, oneDay, new Date())).toBe(false);
      for (const lost of [
        { ...lease, crawlId: Number.NaN },
        { ...lease, crawlId: lease.crawlId + 1 },
      ]) {
        expect(await store().crawls.renew(lost, oneDay, new Date())).toBe(false);
      }
    });

    it('free the host of a step that was lost once its last renewal is over', async () => {
      let passed = 0;
      const pass = async (minutes: number) => {
        passed += minutes * minuteMs;
        await harness.pass?.(store(), minutes * minuteMs);
      };
      const now = () => new Date(Date.now() + passed);
      const leaseMs = 30 * minuteMs;
      const claimNow = () => claim({ stepLeaseMs: leaseMs, now: now() });
      const waiting = await createCrawl(store());
      const { id } = await createCrawl(store(), { ownerId: 'owner-2' });
      const { lease } = await claimWork(store(), { crawlId: id, stepLeaseMs: leaseMs });
      expect(await claimNow()).toBeUndefined();
      await pass(20);
      expect(await store().crawls.renew(lease, leaseMs, now())).toBe(true);
      await pass(25);
      expect(await claimNow()).toBeUndefined();
      await pass(10);
      expect(await claimNow()).toMatchObject({
        crawl: { id: waiting.id },
        work: { step: 'start' },
      });
      expect(await claimNow()).toBeUndefined();
    });

    it('end the lease of a step that is running when the crawl is stopped', async () => {
      const id = await begin(1);
      await endAttempt(await claimWork(store()));
      const expand = await claimWork(store());
      expect(await store().crawls.stop(expand.lease, 'refused', new Date())).toBe(true);
      expect((await crawlOf(store(), id)).status).toBe('running');
      expect(await store().crawls.addUrls(expand.lease, newUrls(2, 1))).toBe(false);
      expect((await claimWork(store())).work).toMatchObject({ step: 'finish', end: 'refused' });
    });

    it.each<[how: string, lose: (id: number) => Promise<unknown>]>([
      ['was canceled', (id) => store().crawls.cancel(ownerId, id, new Date())],
      ['was deleted', (id) => store().crawls.delete(ownerId, id)],
    ])('no longer have an effect if the crawl %s', async (_, lose) => {
      const id = await begin(4);
      const first = await claimWork(store());
      await lose(id);
      const crawl = await store().crawls.find(ownerId, id);
      expect(await endAttempt(first)).toBe(false);
      expect(await endAttempt(first, givenBack)).toBe(false);
      expect(await store().crawls.find(ownerId, id)).toEqual(crawl);
      expect(await claim()).toBeUndefined();
      if (crawl) {
        expect(crawl).toMatchObject({ status: 'canceled', end: null, endedAt: expect.any(Date) });
        expect(crawl.progress).toMatchObject({ skipped: { ended: 4 }, queued: 0, running: 0 });
        await expectExactProgress(store(), id);
      }
      const next = await createCrawl(store());
      const step = await claimWork(store());
      await lose(next.id);
      await expectNoEffect(step);
    });

    it('belong to one token, one crawl, and one page or step', async () => {
      const id = await begin(3);
      const other = await begin(1, 'other.com');
      const [first, second] = [
        await claimWork(store(), { crawlId: id }),
        await claimWork(store(), { crawlId: id }),
      ];
      const before = await crawlOf(store(), id);
      const wrong = [
        { ...first.lease, token: second.lease.token },
        { ...first.lease, token: '' },
        { ...first.lease, page: 3 },
        { ...first.lease, page: null },
        { ...first.lease, page: 1.5 },
        { ...first.lease, page: 2 ** 40 },
        { ...first.lease, crawlId: other },
        { ...first.lease, crawlId: Number.NaN },
      ];
      for (const lease of wrong) expect(await endAttempt({ ...first, lease })).toBe(false);
      await expectNoEffect(first);
      expect(await crawlOf(store(), id)).toEqual(before);
      expect(await endAttempt(first)).toBe(true);
      expect(await endAttempt(first)).toBe(false);
    });

    /** Expects that a lease ends no step. */
    async function expectNoEffect({ lease }: ClaimedCrawl): Promise<void> {
      const { crawls } = store();
      const error = { status: 'failed', end: 'start_failed', error: jobError } as const;
      expect(await crawls.begin(lease, newBegun())).toBe(false);
      expect(await crawls.renew(lease, oneDay, new Date())).toBe(false);
      expect(await crawls.refill(lease, [{ id: 1, skipReason: null }])).toBe(false);
      expect(await crawls.revisePages(lease, [])).toBe(false);
      expect(await crawls.addUrls(lease, newUrls(9, 1))).toBe(false);
      expect(await crawls.setLinks(lease, [{ id: 1, depth: 1, inlinks: 1 }])).toBe(false);
      for (const next of ['pages', 'expand', 'finish', 'given_back'] as const) {
        expect(await crawls.endStep(lease, next, new Date())).toBe(false);
      }
      expect(await crawls.end(lease, error, new Date())).toBe(false);
    }
  });
}
