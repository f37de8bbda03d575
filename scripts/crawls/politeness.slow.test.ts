import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleScript } from '../bundle-script.ts';
import { crawlSite, type EndedCrawl } from './crawl-site.ts';
import { generateSite } from './generated-site.ts';
import {
  gapsOf,
  hosts,
  type LoggedRequest,
  linkPage,
  mostAtOnce,
  notFound,
  type Origin,
  type Respond,
  type SiteResponse,
  startOrigin,
} from './origin.ts';

const script = bundleScript(join(import.meta.dirname, 'worker.ts'));

const timeout = 300_000;

/** Crawls with three worker processes. */
async function crawl(
  siteOf: (origin: string) => Respond,
  { perHost, delayMs = 0 }: { readonly perHost: number; readonly delayMs?: number },
): Promise<{ readonly site: Origin; readonly ended: EndedCrawl }> {
  const site = await startOrigin(siteOf);
  onTestFinished(() => site.close());
  site.delayOf = () => delayMs;
  const processes = { count: 3, script };
  return {
    site,
    ended: await crawlSite(site, { maxPages: 500, perHost, processes, maxMs: timeout }),
  };
}

/** A start page, and pages that it links to. */
function pagesSite(
  count: number,
  {
    robots = notFound,
    pageOf = (path) => linkPage(path, ['/']),
  }: {
    readonly robots?: SiteResponse;
    readonly pageOf?: (path: string, before: number) => SiteResponse;
  },
): () => Respond {
  const links = Array.from({ length: count }, (_, at) => `/page-${at + 10}`);
  return () => (request) => {
    const { path, host, before } = request;
    if (host === hosts.bare) return notFound;
    if (path === '/robots.txt') return robots;
    if (path === '/') return linkPage('Start', links);
    return links.includes(path) ? pageOf(path, before) : notFound;
  };
}

function pageRequests({ log }: Origin): readonly LoggedRequest[] {
  return log
    .filter(({ path }) => path.startsWith('/page-'))
    .toSorted((a, b) => a.startedAt - b.startedAt);
}

describe('three workers', () => {
  it.each([1, 2, 4])(
    'never send more than %d requests at once, site facts and images included',
    { timeout },
    async (perHost) => {
      const siteOf = (origin: string) => generateSite(origin, { items: 85, times: 1 }).respond;
      const { site, ended } = await crawl(siteOf, { perHost, delayMs: 40 });
      expect(ended.crawl).toMatchObject({ status: 'done', end: 'complete' });
      expect(site.log.some(({ path }) => path === '/images/broken-0.png')).toBe(true);
      expect(mostAtOnce(site.log)).toBe(perHost);
    },
  );

  it('leave the time that Crawl-delay asks for', { timeout }, async () => {
    const delayMs = 600;
    const robots = {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nCrawl-delay: 0.6\n',
    };
    const { site, ended } = await crawl(pagesSite(12, { robots }), { perHost: 4 });
    expect(ended.crawl).toMatchObject({ end: 'complete', progress: { done: 13 } });
    const gaps = gapsOf(pageRequests(site));
    expect(gaps).toHaveLength(11);
    // A worker may wait for a core between its claim and its request, so that single gaps differ.
    const total = gaps.reduce((sum, gap) => sum + gap, 0);
    expect(total).toBeGreaterThan(delayMs * (gaps.length - 1));
    expect(gaps.toSorted((a, b) => a - b)[5]).toBeGreaterThan(0.9 * delayMs);
  });

  it.each([
    { status: 429, headers: { 'retry-after': '3' }, waitMs: 3_000 },
    { status: 503, headers: {}, waitMs: 10_000 },
  ])('wait after status $status', { timeout }, async ({ status, headers, waitMs }) => {
    const throttled = '/page-15';
    const siteOf = pagesSite(12, {
      pageOf: (path, before) =>
        path === throttled && before === 0 ? { status, headers } : linkPage(path, ['/']),
    });
    const { site, ended } = await crawl(siteOf, { perHost: 2, delayMs: 20 });
    expect(ended.crawl).toMatchObject({ end: 'complete', progress: { done: 13, failed: 0 } });
    const requests = pageRequests(site);
    expect(requests.map(({ path }) => path).filter((path) => path === throttled)).toHaveLength(2);
    const { endedAt = 0 } = requests.find(({ path }) => path === throttled) ?? {};
    const later = requests.filter(({ startedAt }) => startedAt > endedAt);
    // The other worker may claim a page before the response is stored; its request is the only one.
    const during = later.filter(({ startedAt }) => startedAt < endedAt + 0.95 * waitMs);
    expect(during.length).toBeLessThanOrEqual(1);
    expect(later.length).toBeGreaterThan(4);
  });
});
