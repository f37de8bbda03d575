import {
  beginCrawl,
  checked,
  claim,
  issueOf,
  type StoredPage,
  storeCrawl,
} from '@sitegrade/adapter-suite/store-crawl';
import { type SiteFinding, type SiteIssue, setSchedule, updateWebsite } from '@sitegrade/core';
import { ownerId } from './share-website.ts';
import type { PagesServer } from './use-pages.ts';

const domain = 'shop.example';
const origin = `https://${domain}`;

/** Crawls of a website: two that are done, one that is running, and one that failed. */
export async function addCrawls({ store, context }: Pick<PagesServer, 'store' | 'context'>) {
  const pages = storedPages();
  const common = { ownerId, domain };
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const first = await storeCrawl(store, {
    ...common,
    pages: pages.slice(0, 30),
    score: 63,
    result: 'decent',
    end: 'max_pages',
    issues: issues.slice(1),
    createdAt: ago(200),
  });
  const done = await storeCrawl(store, {
    ...common,
    pages,
    issues,
    score: 58,
    result: 'decent',
    createdAt: ago(20),
  });
  const running = await beginCrawl(store, { ...common, domain: 'other.example', pages });
  for (const { outcome } of pages.slice(0, 14)) {
    const { lease } = await claim(store, running.id);
    await store.crawls.endPage(lease, outcome, new Date());
  }
  const { id: failedCrawlId } = await failedCrawl(store);
  const { websiteId } = done;
  if (websiteId === null) throw new Error('The crawl has no website.');
  const time = {
    every: 'week',
    weekday: 'monday',
    at: '06:00',
    timeZone: 'Europe/Berlin',
  } as const;
  await setSchedule(context, ownerId, websiteId, { ...time, task: 'crawl', maxPages: 500 });
  await missAndRun(store, websiteId);
  const website = await updateWebsite(context, ownerId, websiteId, { privacy: 'public' });
  return {
    crawlId: done.id,
    firstCrawlId: first.id,
    runningCrawlId: running.id,
    failedCrawlId,
    redirectedId: pages.findIndex(({ outcome }) => outcome.kind === 'redirected') + 1,
    crawledId: websiteId,
    crawled: `/sitegrade/share/websites/${website.shareToken}`,
  };
}

/** A run of a schedule that was missed, and one that has created jobs. */
async function missAndRun({ schedules }: PagesServer['store'], websiteId: number) {
  const schedule = await schedules.find(ownerId, websiteId);
  if (schedule === undefined) throw new Error('There is no schedule.');
  const { nextRunAt } = schedule;
  const missedAt = new Date(nextRunAt.getTime() - 14 * 86_400_000);
  const run = { ownerId, websiteId };
  await schedules.skip({ ...run, dueAt: nextRunAt, nextRunAt: missedAt, missed: null });
  const ranAt = new Date(missedAt.getTime() + 7 * 86_400_000);
  await schedules.skip({ ...run, dueAt: missedAt, nextRunAt: ranAt, missed: 'quota_exceeded' });
  const urls = [`${origin}/`];
  const jobs = { ownerId, urls, isBatch: true, createdAt: ranAt, maxQueued: 10_000 };
  await schedules.start({
    ...run,
    dueAt: ranAt,
    nextRunAt,
    work: { task: 'reports', jobs },
    now: ranAt,
  });
}

/** A crawl whose start page could not be fetched. */
async function failedCrawl(store: PagesServer['store']) {
  const creation = await store.crawls.create({
    ownerId,
    url: 'https://missing.example/',
    host: 'missing.example',
    maxPages: 100,
    include: ['/blog/'],
    exclude: ['/*?sort='],
    source: 'both',
    createdAt: new Date(),
    maxRunning: 10,
    maxAdmitted: 10,
    maxPagesPerDay: 100_000,
  });
  if (creation.outcome !== 'created') throw new Error('A quota is exceeded.');
  const { lease } = await claim(store, creation.crawl.id);
  const error = { code: 'page_unreachable', message: 'The page did not respond.' } as const;
  await store.crawls.end(lease, { status: 'failed', end: 'start_failed', error }, new Date());
  return creation.crawl;
}

function storedPages(): readonly StoredPage[] {
  const details = [
    { path: '/', outcome: checked(91, 'Shop for kitchen tools'), depth: 0, inlinks: 59 },
    { path: '/categories', outcome: checked(84, 'Categories'), depth: 1, inlinks: 59 },
  ];
  const products = Array.from({ length: 56 }, (_, index) => ({
    path: `/products/${index + 1}${index === 7 ? '-a-very-long-path'.repeat(12) : ''}`,
    outcome: checked(35 + ((index * 13) % 60), index % 9 === 0 ? null : `Product ${index + 1}`),
    depth: index === 50 ? null : 2 + (index % 4),
    inlinks: index % 6,
    inSitemap: index % 2 === 0,
  }));
  const error = {
    code: 'page_unreachable',
    message: 'The server responded with status 404.',
  } as const;
  return [
    ...details,
    ...products,
    {
      path: '/old',
      outcome: { kind: 'redirected', httpStatus: 301, location: `${origin}/products/1` },
    },
    { path: '/gone', outcome: { kind: 'failed', httpStatus: 404, error, isRefusal: false } },
    { path: '/flyer.pdf', outcome: { kind: 'skipped', httpStatus: 200, skipReason: 'not_html' } },
    { path: '/cart', outcome: { kind: 'skipped', httpStatus: null, skipReason: 'robots_txt' } },
  ];
}

function findingOf(key: string, summary: string, numbers: readonly number[]): SiteFinding {
  const pages = numbers.map((number) => `${origin}/products/${number}`);
  const target = key.startsWith('http') ? key : null;
  return { key, summary, pages, pagesCount: pages.length, target };
}

const issues: readonly SiteIssue[] = [
  issueOf({
    findings: [
      { ...findingOf('product', '25 pages have the title “Product”.', [3, 4, 5]), pagesCount: 25 },
      findingOf('home', '2 pages have the title “Home”.', [1, 2]),
    ],
  }),
  issueOf({
    id: 'broken-links',
    title: 'Links within the site lead to existing pages',
    advice: 'Change or remove the links to the broken URL on the listed pages.',
    findings: Array.from({ length: 31 }, (_, index) => {
      const url = `${origin}/gone/${index}`;
      return findingOf(url, `4 pages link to ${url}, which responds with 404.`, [1, 2, 3, 8]);
    }),
  }),
  issueOf({
    id: 'deep-pages',
    importance: 'low',
    category: 'miscellaneous',
    title: 'Every page is at most three clicks away from the start page',
    advice: 'Link to the page from the start page, a menu or a category.',
    findings: [
      findingOf('deep', `${origin}/products/4 is 5 clicks away from the start page.`, [4]),
    ],
  }),
  issueOf({
    id: 'orphan-pages',
    importance: 'medium',
    title: 'Every page is linked',
    status: 'unknown',
    reason: 'The crawl did not request every page.',
  }),
  issueOf({ id: 'redirect-loops', title: 'Redirects end at a page' }),
  issueOf({ id: 'hreflang-return', title: 'Language versions of a page name each other' }),
];
