import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import type { List } from '../../listing/listing.ts';
import { listLatestReports } from '../../reports/list-latest-reports.ts';
import { sharedIssues } from '../../sharing/shared-issues.ts';
import type { ReportSummary } from '../../store/report.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import type { Website } from '../../store/website.ts';
import {
  type HistoryInterval,
  type WebsiteHistory,
  websiteHistory,
} from '../../websites/website-history.ts';
import { HistoryChart, intervalFor } from '../charts/history-chart.tsx';
import { PageText } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { LatestReports } from '../parts/latest-reports.tsx';
import { AffectedPages, IssueAdvice, IssueLabels } from '../parts/site-issues.tsx';
import { Day } from '../parts/time.tsx';
import { WebsiteScoreRing } from '../parts/website-score-ring.tsx';
import { type DocumentFrame, documentText } from './document-text.tsx';

/** What the document of a website shows. */
interface WebsiteContent {
  readonly website: Website;
  readonly history: WebsiteHistory;
  readonly interval: HistoryInterval;
  /** The issues of what its score is from that cost points, in the order of `websiteIssues`. */
  readonly found: readonly SiteIssue[];
  /** The latest reports, worst first. */
  readonly latest: List<ReportSummary>;
  readonly now: Date;
}

const maxFixFirst = 5;
/** Pages of the first finding of each of them. */
const maxPages = 3;
const maxReports = 20;

/** What a document shows of a website, for its owner. */
export async function websiteContent(
  context: Context,
  ownerId: string,
  website: Website,
): Promise<WebsiteContent> {
  const now = context.now();
  const interval = intervalFor(website.createdAt, now);
  const [history, { issues }, latest] = await Promise.all([
    websiteHistory(context, ownerId, website.id, { interval }),
    sharedIssues(context, { ownerId, website }),
    listLatestReports(context, ownerId, website.id),
  ]);
  return {
    website,
    history,
    interval,
    found: issues.filter(({ status, importance }) => status === 'found' && importance !== 'info'),
    latest: { ...latest, rows: latest.rows.slice(0, maxReports) },
    now,
  };
}

/** A website as a document: its score and trend, what to fix first, the other issues in short, and its latest reports. */
export function websiteDocument(
  frame: DocumentFrame,
  { website, history, interval, found, latest, now }: WebsiteContent,
): string {
  const isCrawl = website.scoreSource?.kind === 'crawl';
  const labels = text.website;
  return documentText(
    frame,
    labels.title(website.domain),
    <>
      <header class="report-head">
        <p class="kind">
          {labels.kind} · <Day date={now} />
        </p>
        <h1>
          <PageText>{website.domain}</PageText>
        </h1>
      </header>
      <WebsiteScoreRing {...website} />
      {website.score !== null && <HistoryChart history={history} interval={interval} />}
      <FixFirst issues={found.slice(0, maxFixFirst)} isCrawl={isCrawl} />
      <OtherIssues issues={found.slice(maxFixFirst)} />
      {latest.rows.length > 0 && (
        <section aria-labelledby="latest">
          <h2 id="latest">{labels.latest}</h2>
          <LatestReports
            reports={latest.rows}
            href={({ url }) => url}
            caption={
              latest.total > latest.rows.length
                ? labels.firstOf(latest.rows.length)
                : labels.worstFirst
            }
          />
        </section>
      )}
    </>,
  );
}

function FixFirst({
  issues,
  isCrawl,
}: {
  readonly issues: readonly SiteIssue[];
  readonly isCrawl: boolean;
}): VNode | null {
  if (issues.length === 0) return null;
  return (
    <section class="checks" aria-labelledby="fix-first">
      <h2 id="fix-first">{text.report.fixFirst}</h2>
      {issues.map((issue) => (
        <article class="check" key={issue.id}>
          <h3>
            <PageText>{summaryOf(issue)}</PageText>
          </h3>
          <IssueLabels issue={issue} isCrawl={isCrawl} />
          {issue.findings[0] && <AffectedPages finding={issue.findings[0]} limit={maxPages} />}
          <IssueAdvice issue={issue} />
        </article>
      ))}
    </section>
  );
}

function OtherIssues({ issues }: { readonly issues: readonly SiteIssue[] }): VNode | null {
  if (issues.length === 0) return null;
  return (
    <section aria-labelledby="issues">
      <h2 id="issues">{text.issues.title}</h2>
      <Table
        rows={issues}
        columns={[
          {
            label: text.issues.kind,
            cell: (issue) => (
              <>
                <PageText>{summaryOf(issue)}</PageText>
                <br />
                <span class="soft small">{text.importances[issue.importance]}</span>
              </>
            ),
          },
          {
            label: text.crawls.pages,
            kind: 'number',
            cell: ({ pagesCount }) => text.number(pagesCount),
          },
        ]}
      />
    </section>
  );
}

function summaryOf({ title, findings: [worst] }: SiteIssue): string {
  return worst?.summary ?? title;
}
