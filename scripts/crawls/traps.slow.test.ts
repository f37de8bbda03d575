import type { CrawlEnd, SkipReason } from '@sitegrade/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CrawlRun, crawlSite, type EndedCrawl } from './crawl-site.ts';
import { type Origin, type Respond, startOrigin } from './origin.ts';
import * as traps from './traps.ts';

const timeout = 300_000;

/** What a crawl of a trap must come to. */
interface Trap {
  readonly siteOf: (origin: string) => Respond;
  readonly run: CrawlRun;
  readonly end: CrawlEnd;
  readonly done: number;
  readonly redirected?: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** Requests for the start page, robots.txt, sitemaps, icon, a missing page, llms.txt, security.txt and the host's variant. */
const siteRequests = 11;

// A chain of months has two new URLs a level: one in each direction.
const cases: Readonly<Record<string, Trap>> = {
  'a calendar by parameter ends at half of the pages': {
    siteOf: traps.calendarByQuery,
    run: { maxPages: 240 },
    end: 'complete',
    done: 121,
    skipped: { query_variants: 2 },
  },
  'a calendar by path ends at a depth of 100': {
    siteOf: traps.calendarByPath,
    run: { maxPages: 300 },
    end: 'complete',
    done: 202,
    skipped: { too_deep: 2 },
  },
  'relative links that grow are not followed when they repeat': {
    siteOf: traps.relativePaths,
    run: { maxPages: 200 },
    end: 'max_pages',
    done: 200,
    skipped: { repeating_path: 98, max_pages: 103 },
  },
  'sessions are not part of a URL': {
    siteOf: traps.sessions,
    run: { maxPages: 200 },
    end: 'complete',
    done: 4,
    skipped: {},
  },
  'combined filters get a quarter of the pages': {
    siteOf: traps.facets,
    run: { maxPages: 300 },
    end: 'complete',
    // The start page, 36 with one parameter, and 75.
    done: 112,
    skipped: { query_variants: 1_689 },
  },
  'redirects end at two hundred levels': {
    siteOf: traps.redirects,
    run: { maxPages: 1_000 },
    end: 'complete',
    done: 1,
    redirected: 205,
    skipped: { too_deep: 1 },
  },
  'a sitemap of 50,000 URLs brings a thousand': {
    siteOf: traps.largeSitemap,
    run: { maxPages: 50 },
    end: 'max_pages',
    done: 50,
    skipped: { max_pages: 950 },
  },
  'a site where everything exists': {
    siteOf: traps.everythingExists,
    run: { maxPages: 100 },
    end: 'max_pages',
    done: 100,
    skipped: { max_pages: 900 },
  },
  'pages of ten thousand links': {
    siteOf: traps.manyLinks,
    run: { maxPages: 30 },
    end: 'max_pages',
    done: 30,
    skipped: { max_pages: 970 },
  },
};

describe.each(Object.entries(cases))('%s', (_name, trap) => {
  it('is bounded, with the reason', { timeout }, async () => {
    const { origin, ended } = await crawl(trap.siteOf, trap.run);
    expect(ended.crawl).toMatchObject({ status: 'done', end: trap.end });
    const { progress } = ended.crawl;
    expect(progress).toMatchObject({
      queued: 0,
      running: 0,
      done: trap.done,
      redirected: trap.redirected ?? 0,
      failed: 0,
      skipped: trap.skipped,
    });
    expect(progress.skipped).toEqual(trap.skipped);
    expect(ended.pages).toHaveLength(progress.discovered);
    const requests = trap.done + (trap.redirected ?? 0);
    expect(origin.log.length).toBeLessThanOrEqual(requests + siteRequests);
  });
});

describe('a site that does not want to be crawled', () => {
  it.each([
    ['robots_txt_disallowed', traps.forbidden],
    ['robots_txt_unavailable', traps.robotsFails],
  ])('gets two requests: %s', { timeout }, async (reason, siteOf) => {
    const { origin, ended } = await crawl(siteOf, { maxPages: 100 });
    expect(ended.crawl).toMatchObject({ status: 'failed', end: 'robots_txt', error: { reason } });
    expect(origin.log.map(({ path }) => path)).toEqual(['/', '/robots.txt']);
    expect(ended.pages).toEqual([]);
  });

  it.each([
    ['403', traps.onlyStatus(403), {}],
    ['429', traps.onlyStatus(429, { 'retry-after': '1' }), {}],
    ['503', traps.onlyStatus(503, { 'retry-after': '1' }), {}],
    // A site that hangs must not keep the crawl as long as the other sites may.
    ['nothing', traps.hanging, { limits: { totalMs: 8_000, headersMs: 400 } }],
  ])(
    'is left after ten requests in a row that it refuses: %s',
    { timeout },
    async (_, siteOf, run) => {
      const { origin, ended } = await crawl(siteOf, { ...run, maxPages: 102 });
      expect(ended.crawl).toMatchObject({ status: 'done', end: 'refused', progress: { done: 1 } });
      const refused = origin.log.filter(({ path }) => path.startsWith('/page-')).length;
      expect(refused).toBeGreaterThanOrEqual(10);
      // One more may be under way when the tenth is refused.
      expect(refused).toBeLessThanOrEqual(11);
      const { failed, skipped } = ended.crawl.progress;
      expect(skipped).toEqual({ ended: ended.pages.length - 1 - failed });
      const found = ended.issues.filter(({ status }) => status === 'found');
      expect(found.filter(({ scope }) => scope === 'site')).toEqual([]);
    },
  );
});

async function crawl(
  siteOf: Trap['siteOf'],
  run: CrawlRun,
): Promise<{ readonly origin: Origin; readonly ended: EndedCrawl }> {
  const origin = await startOrigin(siteOf);
  onTestFinished(() => origin.close());
  return { origin, ended: await crawlSite(origin, { ...run, maxMs: timeout }) };
}
