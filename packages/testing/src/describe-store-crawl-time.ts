import type { ClaimedCrawl, CrawlClaim, CrawlPageOutcome } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  crawlOf,
  doneOutcome,
  newBegun,
  newCrawl,
  newCrawlClaim,
  newUrls,
} from './crawl-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** For how long crawls were active, by the clock of the store. */
export function describeStoreCrawlTime(harness: StoreHarness): void {
  describe('the time for which a crawl is active', () => {
    const store = useStore(harness);
    let passed = 0;
    const now = () => new Date(Date.now() + passed);
    const pass = async (minutes: number) => {
      passed += minutes * minuteMs;
      await harness.pass?.(store(), minutes * minuteMs);
    };
    const claim = async (part: Partial<CrawlClaim> = {}) => {
      const leases = { pageLeaseMs: 3 * minuteMs, stepLeaseMs: 3 * minuteMs };
      const claimed = await store().crawls.claim(newCrawlClaim({ ...leases, now: now(), ...part }));
      if (claimed === undefined) throw new Error('There is no work.');
      return claimed;
    };
    const endPage = ({ lease }: ClaimedCrawl, outcome: CrawlPageOutcome = doneOutcome()) =>
      store().crawls.endPage(lease, outcome, now());
    const minutesOf = ({ activeMs }: ClaimedCrawl) => Math.floor(activeMs / minuteMs);
    /** A crawl that is at its pages. */
    const begin = async (host = 'example.com', delayMs = 0) => {
      const { id } = await beginCrawl(store(), { host, delayMs, urls: newUrls(1, 50) });
      return id;
    };

    it('is that of its pages, and not that in which it waits for a worker', async () => {
      await begin();
      const first = await claim();
      expect(minutesOf(first)).toBe(0);
      await pass(2);
      await endPage(first);
      await pass(7 * 60);
      const second = await claim();
      expect(minutesOf(second)).toBe(2);
      await pass(1);
      const third = await claim();
      expect(minutesOf(third)).toBe(3);
      await pass(1);
      await endPage(second);
      await pass(1);
      await endPage(third);
      await pass(60);
      expect(minutesOf(await claim())).toBe(5);
    });

    it('is that of its steps, also when they are renewed or given back', async () => {
      const created = await store().crawls.create(newCrawl());
      if (created.outcome !== 'created') throw new Error('A quota is exceeded.');
      await pass(60);
      const start = await claim();
      expect(minutesOf(start)).toBe(0);
      await pass(2);
      expect(await store().crawls.endStep(start.lease, 'given_back', now())).toBe(true);
      await pass(60);
      const again = await claim();
      expect(minutesOf(again)).toBe(2);
      for (let minutes = 0; minutes < 20; minutes += 2) {
        await pass(2);
        expect(await store().crawls.renew(again.lease, 3 * minuteMs, now())).toBe(true);
      }
      await pass(1);
      const begun = newBegun({ now: now(), urls: newUrls(1, 1) });
      expect(await store().crawls.begin(again.lease, begun)).toBe(true);
      await pass(60);
      const page = await claim();
      expect(minutesOf(page)).toBe(23);
      await endPage(page);
      const expand = await claim();
      await pass(1);
      await store().crawls.addUrls(expand.lease, newUrls(2, 1));
      await store().crawls.endStep(expand.lease, 'pages', now());
      await pass(60);
      const other = await claim();
      expect(minutesOf(other)).toBe(24);
      await pass(1);
      await store().crawls.stop(other.lease, 'refused', now());
      await pass(1);
      await endPage(other);
      await pass(60);
      expect(minutesOf(await claim())).toBe(26);
      expect((await crawlOf(store(), created.crawl.id)).status).toBe('running');
    });

    it('is not that of leases of lost workers', async () => {
      await begin();
      await claim();
      await pass(60);
      const again = await claim();
      expect(again.lease.page).toBe(1);
      expect(minutesOf(again)).toBe(0);
      await endPage(again);
    });

    it('is that in which its host gets no request because of it', async () => {
      const id = await begin('slow.com', 5 * minuteMs);
      const page = await claim({ crawlId: id });
      expect(minutesOf(page)).toBe(5);
      await pass(1);
      await endPage(page);
      expect(await store().crawls.claim(newCrawlClaim({ now: now() }))).toBeUndefined();
      await pass(5);
      const next = await claim({ crawlId: id });
      expect(minutesOf(next)).toBe(10);
      await pass(1);
      await endPage(next, { kind: 'put_back', delayMs: 6 * minuteMs });
      await pass(60);
      expect(minutesOf(await claim({ crawlId: id }))).toBe(17);
    });

    it('is at most ten minutes of a piece that is neither renewed nor ended for longer', async () => {
      await begin();
      const page = await claim({ pageLeaseMs: 24 * hourMs });
      await pass(8 * 60);
      await endPage(page);
      expect(minutesOf(await claim())).toBe(10);
    });

    it('is counted when the end of a page claims the next one', async () => {
      await begin();
      const page = await claim();
      await pass(2);
      const { next } = await store().crawls.endPage(
        ...([page.lease, doneOutcome(), now(), newCrawlClaim()] as const),
      );
      expect(next && minutesOf(next)).toBe(2);
    });

    it('is that of one crawl, regardless of other crawls of its host', async () => {
      const [one, two] = [await begin(), await begin()];
      const first = await claim({ crawlId: one });
      await pass(2);
      const second = await claim({ crawlId: two });
      expect(minutesOf(second)).toBe(0);
      await endPage(first);
      await pass(1);
      expect(minutesOf(await claim({ crawlId: one }))).toBe(2);
      await endPage(second);
      expect(minutesOf(await claim({ crawlId: two }))).toBe(1);
    });
  });
}
