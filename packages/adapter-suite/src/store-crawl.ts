import type { Crawl, CrawlEnd, ReportDetails, Result, SiteIssue, Store } from '@sitegrade/core';
import { crawlShapeOf } from '@sitegrade/core/internal';
import type { CrawlPageOutcome, PageLinks } from '@sitegrade/core/store';
import { newCrawl, newReport } from '@sitegrade/testing';

/** A page of a crawl to store: how it ended, and where it is in the site. */
export interface StoredPage extends Partial<Omit<PageLinks, 'id'>> {
  readonly path: string;
  readonly inSitemap?: boolean;
  readonly outcome: CrawlPageOutcome;
}

/** A crawl to store that has ended, with its pages and issues. */
interface StoredCrawl {
  readonly ownerId: string;
  /** The same for crawls of the same website. */
  readonly domain: string;
  readonly pages: readonly StoredPage[];
  readonly issues?: readonly SiteIssue[];
  readonly score?: number | null;
  readonly result?: Result | null;
  readonly end?: CrawlEnd;
  readonly rulesetVersion?: string;
  readonly createdAt?: Date;
}

/** Stores a crawl that is done, as workers do. */
export async function storeCrawl(store: Store, crawl: StoredCrawl): Promise<Crawl> {
  const { ownerId, domain, pages, score = 80, result = 'good', end = 'complete' } = crawl;
  const now = crawl.createdAt ?? new Date();
  const { id, rulesetVersion } = await beginCrawl(store, crawl);
  for (const [index, page] of pages.entries()) {
    const { lease } = await claim(store, id);
    if (lease.page !== index + 1) throw new Error(`Page ${lease.page} of ${domain} was claimed.`);
    const { outcome } = page;
    const checkedWith =
      outcome.kind === 'done' ? { ...outcome, rulesetVersion: rulesetVersion ?? '1' } : outcome;
    await store.crawls.endPage(lease, checkedWith, now);
  }
  const { lease: expand } = await claim(store, id);
  await store.crawls.endStep(expand, 'finish', new Date());
  const { lease } = await claim(store, id);
  const links = pages.map(({ depth = 0, inlinks = 1 }, index) => ({
    id: index + 1,
    depth,
    inlinks,
  }));
  await store.crawls.setLinks(lease, links);
  const issues = crawl.issues ?? [];
  const shape = await shapeOf(store, id);
  const ended = { status: 'done', end, score, result, issues, shape } as const;
  await store.crawls.end(lease, { ...ended, rulesetVersion: rulesetVersion ?? '1' }, now);
  return found(await store.crawls.find(ownerId, id));
}

/** What a worker stores of the pages of a crawl. */
async function shapeOf(store: Store, id: number) {
  const urls = await store.crawls.readUrls(id, { after: 0, limit: 1_000, outlines: false });
  const byUrl = [...urls].sort((a, b) => (a.url < b.url ? -1 : 1));
  return crawlShapeOf(byUrl, { isOver: () => false, next: async () => {} });
}

/** Stores a crawl that has begun: its pages are queued. */
export async function beginCrawl(store: Store, crawl: StoredCrawl): Promise<Crawl> {
  const { ownerId, domain, pages, rulesetVersion = '1', createdAt = new Date() } = crawl;
  const origin = `https://${domain}`;
  const { defaultPrivacy, websiteShareToken } = newReport();
  const creation = await store.crawls.create(
    newCrawl({ ownerId, url: `${origin}/`, host: domain, createdAt }),
  );
  if (creation.outcome !== 'created') throw new Error('A quota is exceeded.');
  const { id } = creation.crawl;
  const { lease } = await claim(store, id);
  await store.crawls.begin(lease, {
    domain,
    origin,
    host: domain,
    delayMs: 0,
    rulesetVersion,
    site: new Uint8Array(),
    urls: pages.map(({ path, inSitemap = false }, index) => ({
      id: index + 1,
      url: origin + path,
      kind: 'page',
      level: 0,
      depth: 0,
      inSitemap,
      skipReason: null,
    })),
    defaultPrivacy,
    websiteShareToken,
    now: createdAt,
  });
  return found(await store.crawls.find(ownerId, id));
}

/** Leases the next piece of work of a crawl. */
export async function claim(store: Store, crawlId: number) {
  const claimed = await store.crawls.claim({
    token: crypto.randomUUID(),
    pageLeaseMs: 60_000,
    stepLeaseMs: 60_000,
    perHost: 2,
    maxAttempts: 3,
    crawlId,
    now: new Date(),
  });
  return found(claimed);
}

/** A page that was checked. */
export function checked(score: number, title: string | null = `Page with ${score}`) {
  const { checks, rulesetChecks, ...report } = newReport();
  const { scoreUncapped, categories, gates, coverage, partial, partialReasons, fixFirst, page } =
    report;
  const details: ReportDetails = {
    scoreUncapped,
    categories,
    gates,
    coverage,
    partial,
    partialReasons,
    fixFirst,
    checks,
    page,
  };
  return {
    kind: 'done',
    httpStatus: 200,
    title,
    score,
    details,
    result: score >= 80 ? 'good' : score >= 50 ? 'decent' : 'bad',
    rulesetVersion: report.rulesetVersion,
    rulesetChecks: rulesetChecks ?? [],
    outline: {
      title,
      description: null,
      h1: null,
      language: 'en',
      words: 10,
      textHash: null,
      minHash: null,
      noindex: false,
      nofollow: false,
      canonical: null,
      alternates: [],
      links: [],
      images: [],
      externalLinks: 0,
      isCut: false,
      findings:
        score > 79
          ? {}
          : { title: { status: 'warn', gain: 2, summary: `It scores ${score}: <b>.` } },
    },
  } as const satisfies CrawlPageOutcome;
}

/** An issue with these findings, each with a number of these pages. */
export function issueOf(part: Partial<SiteIssue> = {}): SiteIssue {
  const findings = part.findings ?? [];
  return {
    id: 'duplicate-titles',
    scope: 'site',
    category: 'seo',
    importance: 'high',
    title: 'Every page has its own title',
    advice: 'Change the <title> of the listed pages.',
    why: null,
    source: 'https://example.org/titles',
    status: findings.length > 0 ? 'found' : 'none',
    reason: null,
    findingsCount: findings.length,
    pagesCount: findings.reduce((sum, { pagesCount }) => sum + pagesCount, 0),
    failedCount: 0,
    gain: 0,
    findings,
    ...part,
  };
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is nothing here.');
  return value;
}
