import type { VNode } from 'preact';
import type { Context } from '../context/context.ts';
import { pagesSettings } from '../http/pages-options.ts';
import { printHtml } from '../reports/print-html.ts';
import type { Crawl, CrawlPageSummary } from '../store/crawl.ts';
import type { CrawlShape } from '../store/crawl-shape.ts';
import type { SpeedSummary } from '../store/report.ts';
import type { SiteIssue } from '../store/site-issue.ts';
import { english as text } from './english.ts';
import { Layout } from './layout.tsx';
import { CrawlOverview } from './parts/crawl-overview.tsx';
import { CrawlStructure } from './parts/crawl-structure.tsx';
import { CrawledPagesTable } from './parts/crawled-pages-table.tsx';
import { PageLink, PageText } from './parts/page-text.tsx';
import { SiteIssues } from './parts/site-issues.tsx';
import { SpeedView } from './parts/speed-view.tsx';
import { Time } from './parts/time.tsx';
import { pageText } from './respond.ts';
import { styleSheet } from './style.ts';

/** What the file of a crawl shows. */
export interface CrawlFileInput {
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

/**
 * A crawl as PDF: what {@link renderCrawlFile} returns, printed by a browser. The limits and errors are those of
 * `printReportFile`.
 *
 * @param context - From `createContext`, with a `renderer`.
 * @param ownerId - The owner whose limits apply.
 * @param input - As of `renderCrawlFile`.
 * @param options - A signal that stops waiting, and throws its reason.
 * @returns the PDF.
 * @example
 * ```ts
 * const crawl = await getCrawl(context, 'user-1', 42);
 * const issues = await listCrawlIssues(context, 'user-1', 42);
 * const pdf = await printCrawlFile(context, 'user-1', { crawl, issues, shape: null, pages: [] });
 * ```
 */
export function printCrawlFile(
  context: Context,
  ownerId: string,
  input: CrawlFileInput,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Uint8Array> {
  return printHtml(context, ownerId, renderCrawlFile(input), options);
}

const style = styleSheet();

/**
 * A crawl as one HTML file: it opens from a disk, prints well, loads nothing from anywhere, and has no script.
 *
 * @returns the whole document.
 * @example
 * ```ts
 * const crawl = await getCrawl(context, 'user-1', 42);
 * const issues = await listCrawlIssues(context, 'user-1', 42);
 * const shape = await getCrawlShape(context, 'user-1', 42);
 * const { rows: pages } = await listCrawlPages(context, 'user-1', 42, { sortBy: 'score', sort: 'asc' });
 * const html = renderCrawlFile({ crawl, issues, shape, pages });
 * ```
 */
export function renderCrawlFile({ crawl, issues, shape, pages, speed }: CrawlFileInput): string {
  const labels = text.crawls;
  const site = crawl.origin ?? crawl.url;
  const isDone = crawl.status === 'done';
  return pageText(
    <Layout
      settings={pagesSettings(true)}
      links={undefined}
      style={style}
      title={labels.crawlOf(site, text.day(crawl.createdAt))}
    >
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
      />
      <CrawledPagesTable
        name={labels.states.failed}
        id="failed"
        pages={pages.filter(({ state }) => state === 'failed')}
      />
      <CrawlStructure shape={shape} />
    </Layout>,
  );
}

/** Why the crawl ended, unless it is complete. */
function EndNotice({ crawl: { status, end } }: { readonly crawl: Crawl }): VNode | null {
  const labels = text.crawls;
  if (status === 'canceled') return <p class="notice">{labels.canceledText}</p>;
  if (end === null || end === 'complete') return null;
  return <p class="notice">{labels.ends[end]}</p>;
}
