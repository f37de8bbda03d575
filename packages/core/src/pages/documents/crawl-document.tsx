import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { getCrawlShape } from '../../crawls/get-crawl-shape.ts';
import { listCrawlIssues } from '../../crawls/list-crawl-issues.ts';
import { listCrawlPages } from '../../crawls/list-crawl-pages.ts';
import type { Crawl, CrawlPageSummary } from '../../store/crawl.ts';
import type { CrawlShape } from '../../store/crawl-shape.ts';
import type { SpeedSummary } from '../../store/report.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import { PageLink, PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { CrawlOverview } from '../parts/crawl-overview.tsx';
import { CrawlStructure } from '../parts/crawl-structure.tsx';
import { CrawledPagesTable } from '../parts/crawled-pages-table.tsx';
import { SiteIssues } from '../parts/site-issues.tsx';
import { SpeedView } from '../parts/speed-view.tsx';
import { Time } from '../parts/time.tsx';
import { type DocumentFrame, documentText } from './document-text.tsx';

/** What the document of a crawl shows. */
export interface CrawlContent {
  /** A crawl that has ended. */
  readonly crawl: Crawl;
  /** From `listCrawlIssues`. */
  readonly issues: readonly SiteIssue[];
  /** From `getCrawlShape`. */
  readonly shape: CrawlShape | null;
  /** Pages of the crawl, in this order: the first 1,000 with a score, and of those that failed. */
  readonly pages: readonly CrawlPageSummary[];
  /** How fast the start page is, from `analyzePage`. Default: it was not measured. */
  readonly speed?: SpeedSummary | undefined;
}

/** What is printed of a crawl, which may have 10,000 pages: of each issue as much as its page shows, and the worst pages. */
const printedFindings = 5;
const printedPagesOfFinding = 3;
const printedPages = 25;

/** What a document to print shows of a crawl, for its owner. */
export async function crawlContent(
  context: Context,
  ownerId: string,
  crawl: Crawl,
): Promise<CrawlContent> {
  const isDone = crawl.status === 'done';
  const pagesOf = (input: Parameters<typeof listCrawlPages>[3]) =>
    listCrawlPages(context, ownerId, crawl.id, { ...input, perPage: printedPages });
  const [issues, shape, done, failed] = await Promise.all([
    isDone ? listCrawlIssues(context, ownerId, crawl.id) : [],
    getCrawlShape(context, ownerId, crawl.id),
    pagesOf({ state: 'done', sortBy: 'score', sort: 'asc' }),
    pagesOf({ state: 'failed' }),
  ]);
  return {
    crawl,
    issues: issues.map(inShort),
    shape,
    pages: [...done.rows, ...failed.rows],
  };
}

function inShort(issue: SiteIssue): SiteIssue {
  const findings = issue.findings.slice(0, printedFindings);
  return {
    ...issue,
    findings: findings.map(({ pages, ...finding }) => ({
      ...finding,
      pages: pages.slice(0, printedPagesOfFinding),
    })),
  };
}

/** A crawl as a document. */
export function crawlDocument(
  frame: DocumentFrame,
  { crawl, issues, shape, pages, speed }: CrawlContent,
): string {
  const labels = text.crawls;
  const site = crawl.origin ?? crawl.url;
  const isDone = crawl.status === 'done';
  return documentText(
    frame,
    labels.crawlOf(site, text.day(crawl.createdAt)),
    <>
      <header class="report-head">
        <p class="kind">{labels.kind}</p>
        <h1>
          <PageText>{crawl.domain ?? site}</PageText>
        </h1>
        <p>
          <PageLink url={site} />
        </p>
        <p class="soft">
          {labels.created} <Time date={crawl.createdAt} />
        </p>
      </header>
      {isDone && <CrawlOverview crawl={crawl} shape={shape} issues={issues} />}
      <SpeedView speed={speed} title={text.speed.ofStartPage} />
      <EndNotice crawl={crawl} />
      {isDone && <SiteIssues issues={issues} isCrawl issueHref={undefined} />}
      <CrawledPagesTable
        name={labels.pagesOf}
        id="pages"
        pages={pages.filter(({ state }) => state === 'done')}
        total={crawl.progress.done}
      />
      <CrawledPagesTable
        name={labels.states.failed}
        id="failed"
        pages={pages.filter(({ state }) => state === 'failed')}
        total={crawl.progress.failed}
      />
      <CrawlStructure shape={shape} />
    </>,
  );
}

/** Why the crawl ended, unless it is complete. */
function EndNotice({ crawl: { status, end } }: { readonly crawl: Crawl }): VNode | null {
  const labels = text.crawls;
  if (status === 'canceled') return <p class="notice">{labels.canceledText}</p>;
  if (end === null || end === 'complete') return null;
  return <p class="notice">{labels.ends[end]}</p>;
}
