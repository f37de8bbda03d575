import {
  countedCrawls,
  isCompleteCrawl,
  joinedRulesets,
  meanScore,
  toWebsiteScore,
} from '@sitegrade/core/internal';
import type { MeasuredScore, MeasuredScores, WebsiteScore } from '@sitegrade/core/store';
import type { CrawlRow, MemoryReport, MemoryTables } from './memory-tables.ts';

/** The score of a website, computed from its crawls and reports. */
export function scoreOfWebsite(tables: MemoryTables, id: number): WebsiteScore {
  const crawl = scoringCrawls(tables, id).at(-1);
  if (crawl) {
    const { pages } = crawl;
    const measuredAt = crawl.endedAt ?? crawl.createdAt;
    return toWebsiteScore(crawl.score, { kind: 'crawl', crawlId: crawl.id, pages, measuredAt });
  }
  const [last] = reportScores(tables, id).slice(-1);
  const { score = null, pages = 0, createdAt = new Date(0) } = last ?? {};
  return toWebsiteScore(score, { kind: 'reports', crawlId: null, pages, measuredAt: createdAt });
}

/** The scores of a website by day of its reports, or by complete crawl. */
export function scoreHistory(tables: MemoryTables, id: number, maxRows: number): MeasuredScores {
  const crawls = crawlScores(tables, id);
  if (crawls.length > 0) return { source: 'crawl', rows: crawls.slice(-maxRows) };
  const ofWebsite = tables.reports.filter(({ websiteId }) => websiteId === id);
  const days = [...new Set(ofWebsite.map(dayOf))].sort((a, b) => a - b);
  const rows = days.slice(-maxRows).map((day) => {
    const ofDay = ofWebsite.filter((report) => dayOf(report) === day);
    // As replacements of the reports that they replaced, on any day: the last day has the current score.
    const until = ofWebsite.filter((report) => dayOf(report) <= day);
    const replaced = until.flatMap((report) => replacedBy(ofWebsite, report) ?? []);
    const sum = scoreSum(until) - scoreSum(replaced);
    const pages = until.length - replaced.length;
    const rulesetVersion = rulesetsOf(until, replaced);
    const score = meanScore(sum, pages) ?? 0;
    return { day, score, pages, count: ofDay.length, rulesetVersion, crawled: null };
  });
  return { source: 'reports', rows };
}

/** The scores of a website by report, or by complete crawl. */
export function scoreTrend(tables: MemoryTables, id: number, maxRows: number): MeasuredScores {
  const crawls = crawlScores(tables, id);
  if (crawls.length > 0) return { source: 'crawl', rows: crawls.slice(-maxRows) };
  const rows = reportScores(tables, id).map(({ createdAt: _, ...row }) => row);
  return { source: 'reports', rows: rows.slice(-maxRows) };
}

/** The scores of a website after each of its reports. */
function reportScores(tables: MemoryTables, id: number) {
  const latest = new Map<string, MemoryReport>();
  return tables.reports
    .filter(({ websiteId }) => websiteId === id)
    .map((report): MeasuredScore & Pick<MemoryReport, 'createdAt'> => {
      latest.set(report.url, report);
      return {
        day: dayOf(report),
        score: meanScore(scoreSum([...latest.values()]), latest.size) ?? 0,
        pages: latest.size,
        count: 1,
        rulesetVersion: rulesetsOf([...latest.values()]),
        crawled: null,
        createdAt: report.createdAt,
      };
    });
}

function crawlScores(tables: MemoryTables, id: number): readonly MeasuredScore[] {
  return scoringCrawls(tables, id).map((crawl) => {
    const { score, pages, rulesetVersion, maxPages, include, exclude, source, end } = crawl;
    return {
      day: dayOf({ createdAt: crawl.endedAt ?? crawl.createdAt }),
      score: score ?? 0,
      pages,
      count: 1,
      rulesetVersion,
      crawled: { maxPages, include, exclude, source, isWhole: end === 'complete' },
    };
  });
}

function scoringCrawls(tables: MemoryTables, id: number) {
  const complete = tables.crawls.filter(
    (crawl) => crawl.websiteId === id && crawl.status === 'done' && isCompleteCrawl(crawl),
  );
  return countedCrawls(complete.map((crawl) => ({ ...crawl, pages: scoredPages(tables, crawl) })));
}

function scoredPages({ crawlPages }: MemoryTables, { id }: CrawlRow): number {
  const pages = crawlPages.get(id) ?? [];
  return pages.filter(({ kind, state }) => kind === 'page' && state === 'done').length;
}

/** The report of the same URL before a report. */
function replacedBy(
  reports: readonly MemoryReport[],
  { id, url }: MemoryReport,
): MemoryReport | undefined {
  return reports.findLast((other) => other.url === url && other.id < id);
}

/** The rulesets of the reports that were not replaced, as far as there are more of each than were. */
function rulesetsOf(
  reports: readonly MemoryReport[],
  replaced: readonly MemoryReport[] = [],
): string | null {
  const countOf = (version: string, among: readonly MemoryReport[]) =>
    among.filter(({ rulesetVersion }) => rulesetVersion === version).length;
  const left = [...new Set(reports.map(({ rulesetVersion }) => rulesetVersion))].filter(
    (version) => countOf(version, reports) > countOf(version, replaced),
  );
  return left.length === 0 ? null : joinedRulesets(left);
}

function scoreSum(reports: readonly MemoryReport[]): number {
  return reports.reduce((sum, { score }) => sum + score, 0);
}

function dayOf({ createdAt }: { readonly createdAt: Date }): number {
  return Math.floor(createdAt.getTime() / 86_400_000);
}
