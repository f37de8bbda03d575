import { comparableUrl, openCpuAccount, runInSlices, takeSlices } from '@sitegrade/audit';
import type { Context } from '../context/context.ts';
import type { SiteSource } from '../site-issues/build-site.ts';
import { withoutVisit } from '../site-issues/session-parameters.ts';
import type { CrawledUrl } from '../store/crawl.ts';
import { domainOf } from '../store/domain-of.ts';
import type { ReportOutline } from '../store/report-store.ts';
import type { SiteIssue } from '../store/site-issue.ts';
import type { ScoreSource } from '../store/website-score.ts';
import { getWebsite } from './get-website.ts';

/** How many URLs are compared: as many as a crawl may have pages. */
const maxUrls = 10_000;

/** How many reports are read at once: their outlines have at most 200,000 characters each. */
const chunk = 100;

/** As that of checks. */
const sliceMs = 5;

/** Options of {@link websiteIssues}. */
export interface WebsiteIssuesOptions {
  /** Stops the work. */
  readonly signal?: AbortSignal;
}

/** The issues across the pages of a website, and what they were found in. */
export interface WebsiteIssues {
  /** The source of the score of the website; `null` if it has no score. */
  readonly source: ScoreSource | null;
  /** As of `listCrawlIssues`. */
  readonly issues: readonly SiteIssue[];
}

/**
 * Finds issues across the pages of a website: duplicate titles, broken links between its pages, and so on. They are
 * from the source of its score: those of its last complete crawl; without one, they are found in the latest report of
 * each URL. Then what only a crawl can decide is `unknown`, with the reason, and it counts as one of the owner's
 * concurrent analyses, which requests nothing.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @returns the source, and the issues as of `listCrawlIssues`. Of more than 10,000 URLs with reports, only
 * the first 10,000 in alphabetical order are compared.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `rate_limited` or `overloaded` if
 * there are too many concurrent analyses.
 * @throws the reason of `signal` if it is aborted.
 * @example
 * ```ts
 * const { source, issues } = await websiteIssues(context, 'user-1', 7);
 * const found = issues.filter(({ status }) => status === 'found');
 * ```
 */
export async function websiteIssues(
  context: Context,
  ownerId: string,
  websiteId: number,
  options: WebsiteIssuesOptions = {},
): Promise<WebsiteIssues> {
  const { domain, scoreSource: source } = await getWebsite(context, ownerId, websiteId);
  const crawlId = source?.crawlId ?? null;
  if (crawlId === null) {
    return { source, issues: await issuesOfReports(context, ownerId, websiteId, domain, options) };
  }
  const issues = await context.store.crawls.issues(ownerId, crawlId);
  if (issues) return { source, issues };
  // The crawl was deleted meanwhile, and with it the source of the score has changed.
  return websiteIssues(context, ownerId, websiteId, options);
}

function issuesOfReports(
  context: Context,
  ownerId: string,
  websiteId: number,
  domain: string,
  { signal }: WebsiteIssuesOptions,
): Promise<readonly SiteIssue[]> {
  return context.analyses.run(ownerId, signal, async (aborted) => {
    // Servers that never find issues do not load the rules.
    const { buildSite, pagesOf } = await import('../site-issues/build-site.ts');
    const { findIssues, issueChecks } = await import('../site-issues/find-issues.ts');
    const slices = takeSlices(sliceMs, openCpuAccount({ ownerId, signal: aborted }));
    const reports: ReadReport[] = [];
    for await (const { outline: _outline, ...report } of reportsOf(context, ownerId, websiteId)) {
      if (slices.isOver()) await slices.next();
      reports.push(readReport(report));
    }
    const { urls, ...site } = await runInSlices(sourceOf(domain, reports), slices);
    const outlines = outlinesOf(urls, reportsOf(context, ownerId, websiteId));
    const pages = await pagesOf(urls, slices);
    const source = { ...site, pages, outlines, maxPages: maxUrls };
    return findIssues(await buildSite(source, slices), issueChecks(context), slices);
  });
}

/** A report without its outline, with comparable URLs, without what is about one visit. */
type ReadReport = Omit<ReportOutline, 'outline'>;

async function* reportsOf(
  { store }: Context,
  ownerId: string,
  websiteId: number,
): AsyncGenerator<ReportOutline, void> {
  let after = '';
  for (let read = 0; read < maxUrls; read += chunk) {
    const rows = await store.reports.readOutlines(ownerId, websiteId, { after, limit: chunk });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < chunk) return;
    after = last.url;
  }
}

function readReport<Row extends ReadReport>(row: Row): Row {
  const [url, finalUrl] = [row.url, row.finalUrl].map((written) =>
    withoutVisit(comparableUrl(new URL(written))),
  );
  return { ...row, url: url ?? row.url, finalUrl: finalUrl ?? row.finalUrl };
}

/** A site before its outlines are read. */
interface ReportedSite extends Omit<SiteSource, 'outlines' | 'pages' | 'maxPages'> {
  readonly urls: readonly CrawledUrl[];
}

/**
 * The URLs of a website by its reports: the page of each final URL, and a redirect from each URL that led to
 * another one. Of several reports about one URL, the latest counts. The number of a URL is that of its report.
 */
function* sourceOf(domain: string, reports: readonly ReadReport[]): Generator<void, ReportedSite> {
  const origin = yield* originOf(reports);
  const variants = new Set<string>();
  const urls = new Map<string, CrawledUrl>();
  const latestLast = reports.toSorted((a, b) => a.id - b.id);
  for (const { id, url, finalUrl, httpStatus, score } of latestLast) {
    yield;
    const from = new URL(url);
    const isVariant = from.origin !== origin && finalUrl === origin + url.slice(from.origin.length);
    if (isVariant && domainOf(url) === domain) variants.add(from.origin);
    else if (url !== finalUrl && domainOf(url) === domain) {
      urls.set(url, {
        ...unknownFacts,
        id,
        url,
        state: 'redirected',
        location: finalUrl,
        // Whether the redirect is permanent is not known.
        httpStatus: null,
        score: null,
      });
    }
    const isDone = httpStatus >= 200 && httpStatus < 300;
    urls.set(finalUrl, {
      ...unknownFacts,
      id,
      url: finalUrl,
      state: isDone ? 'done' : 'failed',
      httpStatus,
      location: null,
      score: isDone ? score : null,
    });
  }
  return {
    origin,
    variants,
    urls: [...urls.values()],
    isCrawl: false,
    isComplete: false,
    sitemaps: 'unknown',
    knowsListedVersions: false,
  };
}

/** What reports do not know of a URL. */
const unknownFacts = {
  kind: 'page',
  level: 1,
  depth: null,
  inSitemap: false,
  skipReason: null,
  outline: null,
} as const;

/** The origin of most pages; `https` if as many have `http`. */
function* originOf(reports: readonly ReadReport[]): Generator<void, string> {
  const counts = new Map<string, number>();
  for (const { finalUrl } of reports) {
    yield;
    const { origin } = new URL(finalUrl);
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, pages], [b, others]) => others - pages || (a < b ? 1 : -1));
  return most?.[0] ?? '';
}

/** The outlines of the reports that count. */
async function* outlinesOf(
  urls: readonly CrawledUrl[],
  reports: AsyncIterable<ReportOutline>,
): AsyncGenerator<CrawledUrl, void> {
  const pages = new Map(urls.filter(({ state }) => state === 'done').map((row) => [row.id, row]));
  for await (const { id, outline } of reports) {
    const page = pages.get(id);
    if (page !== undefined) yield { ...page, outline };
  }
}
