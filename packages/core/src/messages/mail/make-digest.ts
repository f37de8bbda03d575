import type { Context } from '../../context/context.ts';
import { compareCrawls } from '../../crawls/compare-crawls.ts';
import { changesBetween } from '../../reports/compare-reports.ts';
import type { FindingChanges } from '../../reports/finding-changes.ts';
import { redactReportInSlices } from '../../sharing/redact-report.ts';
import type { Crawl } from '../../store/crawl.ts';
import type { Report } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { type HistoryPoint, websiteHistory } from '../../websites/website-history.ts';
import type { AlertFinding } from '../alerts/alert-message.ts';
import { byCheck } from '../alerts/mail-findings.ts';
import { newOfCrawl, newOfReport } from '../alerts/make-messages.ts';
import type { Digest } from './mail.ts';

/** The week that a digest is about. */
export interface Week {
  readonly from: Date;
  readonly to: Date;
}

/** A digest for any recipient of a website. */
export interface WebsiteDigest {
  /** Without new findings. */
  readonly digest: Digest;
  /** All new findings of any importance, most important first; `null` if nothing was compared. */
  readonly findings: readonly AlertFinding[] | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** How many weeks of the history it has, and how many checks with fixed findings. */
const maxWeeks = 12;
const maxFixed = 5;

/** How many crawls are looked at: those of a week may be this many. */
const crawlsAtOnce = 100;
const maxCrawls = 1_000;

/**
 * What a website had in a week; `undefined` if it had neither a report nor a crawl, or was deleted.
 *
 * @throws SitegradeError `rate_limited` or `overloaded` if there is no room to compare crawls now.
 */
export async function makeDigest(
  context: Context,
  ownerId: string,
  websiteId: number,
  week: Week,
): Promise<WebsiteDigest | undefined> {
  const { store, alerts } = context;
  const website = await store.websites.find(ownerId, websiteId);
  if (website === undefined) return undefined;
  const reportsCount = await countReports(context, ownerId, websiteId, week);
  const crawls = await doneCrawls(context, ownerId, websiteId, week);
  const crawlsCount = crawls.filter((crawl) => isWithin(crawl, week)).length;
  if (reportsCount + crawlsCount === 0) return undefined;
  const compared =
    (await compareLastCrawl(context, ownerId, crawls, week)) ??
    (await compareStartPage(context, ownerId, website, week));
  const { score } = website;
  return {
    findings: compared?.findings ?? null,
    digest: {
      website: { id: websiteId, domain: website.domain },
      ...week,
      score,
      result: website.result,
      reportsCount,
      crawlsCount,
      ...(await scoresOf(context, ownerId, website, week)),
      newFindings: null,
      fixed: compared ? fixedOf(compared.changes) : null,
      link: `${alerts.consoleUrl}/websites/${websiteId}`,
    },
  };
}

/** The history, and the change of the score since the beginning of the week. */
async function scoresOf(
  context: Context,
  ownerId: string,
  { id, score }: Website,
  { from, to }: Week,
): Promise<Pick<Digest, 'history' | 'scoreChange'>> {
  const [{ points: weeks }, { points: days }] = await Promise.all([
    websiteHistory(context, ownerId, id, { interval: 'week' }),
    websiteHistory(context, ownerId, id, { interval: 'day' }),
  ]);
  const firstDay = from.toISOString().slice(0, 10);
  const before = days.findLast(({ start }) => start < firstDay);
  const after = days.filter(({ start }) => start >= firstDay);
  const areComparable = before !== undefined && after.every((point) => point.isComparable);
  return {
    scoreChange: areComparable && score !== null ? score - before.score : null,
    history: weeks
      // The week of the digest ended some hours ago, and the next one has begun.
      .filter(({ start }) => start < to.toISOString().slice(0, 10))
      .slice(-maxWeeks)
      .map((point) => ({ at: endOf(point, to), score: point.score })),
  };
}

function endOf({ start }: HistoryPoint, latest: Date): Date {
  const end = Date.parse(start) + 7 * dayMs;
  return new Date(Math.min(end, latest.getTime()));
}

async function countReports(
  { store }: Context,
  ownerId: string,
  websiteId: number,
  { from, to }: Week,
): Promise<number> {
  const { total } = await store.reports.list(ownerId, {
    start: { page: 1 },
    perPage: 1,
    sort: 'desc',
    sortBy: 'id',
    websiteId,
    createdFrom: from,
    createdTo: to,
  });
  return total;
}

/** The crawls that are done, newest first, with the last one before the week. */
async function doneCrawls(
  { store }: Context,
  ownerId: string,
  websiteId: number,
  week: Week,
): Promise<readonly Crawl[]> {
  const crawls: Crawl[] = [];
  for (let page = 1; crawls.length < maxCrawls; page += 1) {
    const { rows } = await store.crawls.list(ownerId, {
      start: { page },
      perPage: crawlsAtOnce,
      sort: 'desc',
      sortBy: 'id',
      websiteId,
      status: 'done',
    });
    crawls.push(...rows);
    if (rows.length < crawlsAtOnce || rows.some((crawl) => isBefore(crawl, week))) break;
  }
  return crawls;
}

function isBefore({ endedAt }: Crawl, { from }: Week): boolean {
  return endedAt !== null && endedAt < from;
}

function isWithin({ endedAt }: Crawl, { from, to }: Week): boolean {
  return endedAt !== null && endedAt >= from && endedAt <= to;
}

/** What has changed, and what of it is new and not accepted. */
interface Compared {
  readonly changes: FindingChanges;
  readonly findings: readonly AlertFinding[];
}

/**
 * The last crawl of the week, and the last one before. Where that was deleted, as there are many crawls of which few are kept,
 * it is the first one of the week. `undefined` if one is missing, or they cannot be compared.
 */
async function compareLastCrawl(
  context: Context,
  ownerId: string,
  crawls: readonly Crawl[],
  week: Week,
): Promise<Compared | undefined> {
  const [last, ...others] = crawls.filter((crawl) => isWithin(crawl, week));
  const before = crawls.find((crawl) => isBefore(crawl, week)) ?? others.at(-1);
  if (last === undefined || before === undefined) return undefined;
  const { findings: changes } = await compareCrawls(context, ownerId, {
    from: before.id,
    to: last.id,
  });
  if (changes === null) return undefined;
  return { changes, findings: await newOfCrawl(context, ownerId, last, changes) };
}

/** The same for reports of the start page. */
async function compareStartPage(
  context: Context,
  ownerId: string,
  website: Website,
  { from, to }: Week,
): Promise<Compared | undefined> {
  const stored = await startPage(context, ownerId, website, { createdFrom: from, createdTo: to });
  const before = await startPage(context, ownerId, website, {
    createdTo: new Date(from.getTime() - 1),
  });
  if (stored === undefined || before === undefined) return undefined;
  const report = await redactReportInSlices(context, stored);
  const { findings: changes } = changesBetween(await redactReportInSlices(context, before), report);
  if (changes === null) return undefined;
  return { changes, findings: await newOfReport(context, ownerId, stored, report, changes) };
}

async function startPage(
  { store }: Context,
  ownerId: string,
  { id: websiteId, domain }: Website,
  created: { readonly createdFrom?: Date; readonly createdTo: Date },
): Promise<Report | undefined> {
  const url = [
    ...([`https://${domain}/`, `http://${domain}/`] as const),
    ...[`https://www.${domain}/`, `http://www.${domain}/`],
  ] as const;
  const { rows } = await store.reports.list(ownerId, {
    start: { page: 1 },
    perPage: 1,
    sort: 'desc',
    sortBy: 'id',
    websiteId,
    url,
    ...created,
  });
  return rows[0] && store.reports.find(ownerId, rows[0].id);
}

function fixedOf({ fixed }: FindingChanges): Digest['fixed'] {
  const named = fixed.rows.map(({ check, issue, title }) => ({
    check: check ?? issue ?? '',
    title,
  }));
  const rows = [...byCheck(named)].slice(0, maxFixed);
  return {
    total: fixed.total,
    rows: rows.map(([check, places]) => ({
      check,
      title: places[0]?.title ?? '',
      count: places.length,
    })),
  };
}
