import type { ComponentChildren, VNode } from 'preact';
import type { ReportSummary } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import type { HistoryInterval, HistoryPoint } from '../../websites/website-history.ts';
import { english as text } from '../english.ts';
import { HistoryChart } from './history-chart.tsx';
import { LatestScore } from './latest-score.tsx';
import { PageText } from './page-text.tsx';

/** The top of a website's page: its name, its latest score and its history. */
export function WebsiteHead<Row extends ReportSummary>({
  website,
  points,
  interval,
  reports,
  href,
  children,
}: {
  website: Website;
  points: readonly HistoryPoint[];
  interval: HistoryInterval;
  /** The latest report of each page; of many pages only some. */
  reports: readonly Row[];
  href: (report: Row) => string;
  /** Below the name. */
  children?: ComponentChildren;
}): VNode {
  const { latestReport } = website;
  const labels = text.website;
  return (
    <>
      <header class="report-head">
        <p class="kind">{labels.kind}</p>
        <h1>
          <PageText>{website.domain}</PageText>
        </h1>
        <p class="soft">{labels.summary(website.reportsCount, website.reportsAvgScore)}</p>
        {children}
      </header>
      {latestReport && (
        <section class="overview">
          <LatestScore latest={latestReport} reports={reports} href={href} />
          <HistoryChart points={points} interval={interval} />
        </section>
      )}
    </>
  );
}
