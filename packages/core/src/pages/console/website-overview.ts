import type { Context } from '../../context/context.ts';
import type { Report } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { type WebsiteTrend, websiteTrend } from '../../websites/website-history.ts';

/** Among how many URLs of a website that with the lowest score is looked for: SQLite takes some milliseconds for them. */
const maxUrls = 1_000;

/** A website in the list of the start page. */
export interface WebsiteOverview {
  readonly website: Website;
  readonly trend: WebsiteTrend;
  /** What is open in what the score is from. */
  readonly problems: ReportProblems | CrawlProblems | undefined;
}

/** The page with the lowest score among the latest reports, and the finding that costs most there. */
export interface ReportProblems {
  readonly kind: 'report';
  readonly id: number;
  /** `null` if there is only one page. */
  readonly url: string | null;
  readonly failed: number;
  readonly warned: number;
  readonly worst: { readonly check: string; readonly summary: string } | undefined;
}

/** The issues that a crawl found across its pages, and the most important one. */
export interface CrawlProblems {
  readonly kind: 'crawl';
  readonly issues: number;
  readonly worst: { readonly issue: string; readonly summary: string } | undefined;
}

/**
 * Loads what the start page shows of each website: one after the other, as a report may be large and the
 * database has other work.
 */
export async function websiteOverviews(
  context: Context,
  ownerId: string,
  websites: readonly Website[],
): Promise<readonly WebsiteOverview[]> {
  const overviews: WebsiteOverview[] = [];
  for (const website of websites) overviews.push(await overviewOf(context, ownerId, website));
  return overviews;
}

async function overviewOf(
  context: Context,
  ownerId: string,
  website: Website,
): Promise<WebsiteOverview> {
  const { scoreSource: source, id } = website;
  const [trend, problems] = await Promise.all([
    websiteTrend(context, ownerId, id),
    source && source.crawlId !== null
      ? problemsOfCrawl(context, ownerId, source.crawlId)
      : problemsOfReports(context, ownerId, id),
  ]);
  return { website, trend, problems };
}

async function problemsOfCrawl(
  { store }: Context,
  ownerId: string,
  crawlId: number,
): Promise<CrawlProblems | undefined> {
  const issues = await store.crawls.issues(ownerId, crawlId);
  const found = issues?.filter(({ status }) => status === 'found');
  if (found === undefined) return undefined;
  const [first] = found;
  const summary = first?.findings[0]?.summary ?? first?.title;
  const worst = first && summary !== undefined ? { issue: first.id, summary } : undefined;
  return { kind: 'crawl', issues: found.length, worst };
}

async function problemsOfReports(
  { store }: Context,
  ownerId: string,
  websiteId: number,
): Promise<ReportProblems | undefined> {
  const latest = await store.reports.latestByUrl(ownerId, websiteId, { limit: 1, maxUrls });
  const [lowest] = latest.rows;
  const report = lowest && (await store.reports.find(ownerId, lowest.id));
  return report && problemsOf(report, latest.total > 1);
}

function problemsOf(
  { id, url, checks, fixFirst: [worst] }: Report,
  isOneOfSeveral: boolean,
): ReportProblems {
  const statuses = Object.values(checks).map(({ status }) => status);
  const summary = worst === undefined ? undefined : checks[worst]?.summary;
  return {
    kind: 'report',
    id,
    url: isOneOfSeveral ? url : null,
    failed: statuses.filter((status) => status === 'fail').length,
    warned: statuses.filter((status) => status === 'warn').length,
    worst: worst === undefined || summary === undefined ? undefined : { check: worst, summary },
  };
}
