import type { ChangeCollector } from '../reports/finding-changes.ts';
import type { SiteFinding } from '../store/site-issue.ts';
import { type CrawlFindings, knownBy, type ReadCrawl, type ReadRow } from './read-crawl.ts';

/** A finding with its issue. */
interface IssueFinding {
  readonly issue: CrawlFindings['issues'][number];
  readonly finding: SiteFinding;
}

/** The findings of one crawl beside those of another one. */
interface ComparedIssues {
  /** Those that the other crawl does not have, of issues that it could decide. */
  readonly missing: readonly IssueFinding[];
  /** How many it has. */
  readonly shared: number;
  /** What cannot be compared. */
  readonly notes: readonly string[];
}

/**
 * Looks for the findings of the first crawl among those of the second one.
 *
 * @param wanted - Gets the URLs of those that are missing.
 */
export function* compareIssues(
  first: ReadCrawl,
  second: ReadCrawl,
  wanted: Set<string>,
): Generator<void, ComparedIssues> {
  const missing: IssueFinding[] = [];
  const notes: string[] = [];
  let shared = 0;
  const others = new Map(second.issues.map((issue) => [issue.id, issue]));
  for (const issue of first.issues) {
    yield;
    const other = others.get(issue.id);
    if (issue.findings.length === 0 || other === undefined) continue;
    const obstacle = obstacleOf(other);
    if (obstacle !== null) {
      notes.push(`${issue.id} is not compared: ${obstacle} in ${second.name}.`);
      continue;
    }
    const keys = new Set(other.findings.map(({ key }) => key));
    const pages = new Set(other.findings.flatMap(pagesOfGroup));
    for (const finding of issue.findings) {
      const isThere = keys.has(finding.key) || pagesOfGroup(finding).some((url) => pages.has(url));
      if (isThere) {
        shared += 1;
        continue;
      }
      missing.push({ issue, finding });
      for (const url of finding.pages) wanted.add(url);
      if (finding.target !== null) wanted.add(finding.target);
    }
  }
  return { missing, shared, notes };
}

/** Adds findings that only one of two crawls has, if the other one would have them. */
export function* addIssues(
  changes: ChangeCollector,
  side: 'found' | 'fixed',
  missing: readonly IssueFinding[],
  isExamined: (finding: IssueFinding) => boolean,
  origin: string | null,
): Generator<void, void> {
  for (const one of missing) {
    if (isExamined(one)) changes.addIssue(side, one.issue, one.finding, origin);
    yield;
  }
}

/**
 * Issues about what is not there, or what only sitemaps show: their pages alone do not prove that they are fixed. Of the
 * others, one that is unknown found nothing on the pages that were examined.
 */
const needAll: ReadonlySet<string> = new Set([
  ...['orphan-pages', 'single-inlink', 'deep-pages', 'missing-from-sitemap'],
  ...['sitemap-errors', 'sitemap-redirects', 'sitemap-not-indexable'],
  ...['near-duplicate-content', 'template-findings'],
]);

/** Issues about URLs of which a crawl requests only some. */
const requestedLast: ReadonlySet<string> = new Set([
  ...['canonical-errors', 'canonical-noindex', 'canonical-redirects', 'hreflang-targets'],
]);

/** Why an issue without a finding does not prove that it is fixed; `null` if it does. */
function obstacleOf({
  id,
  status,
  findings,
  findingsCount,
}: CrawlFindings['issues'][number]): string | null {
  if (status === 'unknown' && needAll.has(id)) return 'it could not be decided';
  return findings.length < findingsCount ? 'it has too many findings' : null;
}

/** The pages of a finding whose key is the first one of them: without that page, it is still the same. */
function pagesOfGroup({ key, target, pages }: SiteFinding): readonly string[] {
  return target === null && key === pages[0] ? pages : [];
}

/**
 * Whether the crawl examined what a finding is about. Only some of the images and of the targets of canonical links and
 * language versions are requested.
 */
export function wasExamined(crawl: ReadCrawl, rowOf: (url: string) => ReadRow | undefined) {
  const isUnknown = (url: string) => knownBy(crawl, rowOf(url)) === 'not examined';
  const unknown = new Set(
    crawl.issues.flatMap(({ id, status }) => (status === 'unknown' ? [id] : [])),
  );
  const needsRow = (id: string) =>
    id === 'broken-images' || (requestedLast.has(id) && unknown.has(id));
  return ({ issue, finding: { pages, target } }: IssueFinding): boolean => {
    if (pages.some(isUnknown)) return false;
    if (target === null) return true;
    if (needsRow(issue.id) && rowOf(target) === undefined) return false;
    return !isUnknown(target);
  };
}
