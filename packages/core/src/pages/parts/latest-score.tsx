import type { VNode } from 'preact';
import type { ReportSummary } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { english as text } from '../english.ts';
import { PageText } from './page-text.tsx';
import { ScoreRing } from './score-ring.tsx';

/** The score of the latest report of a website, and which page it is about. */
export function LatestScore<Row extends ReportSummary>({
  latest,
  reports,
  href,
}: {
  latest: NonNullable<Website['latestReport']>;
  /** The latest report of each page; of many pages only some. */
  reports: readonly Row[];
  href: (report: Row) => string;
}): VNode {
  const report = reports.find(({ id }) => id === latest.id);
  return (
    <ScoreRing score={latest.score} result={latest.result}>
      <p class="soft small">{text.website.latestReport}</p>
      {report && (
        <p class="small">
          <a href={href(report)}>
            <PageText>{report.title ?? text.report.untitled}</PageText>
          </a>
        </p>
      )}
    </ScoreRing>
  );
}
