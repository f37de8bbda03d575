import type { VNode } from 'preact';
import type { ReportSummary } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { PageText } from './page-text.tsx';
import { ScoreText } from './score-text.tsx';
import { ShortTime } from './time.tsx';

/** Reports in a table, with a link to each where there is one. */
export function LatestReports<Row extends ReportSummary>({
  reports,
  href,
  caption,
}: {
  reports: readonly Row[];
  href: (report: Row) => string;
  caption: string;
}): VNode {
  const labels = text.website;
  return (
    <table class="stack">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{labels.page}</th>
          <th scope="col">{labels.score}</th>
          <th scope="col">{labels.date}</th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.id}>
            <th scope="row">
              <a href={href(report)}>
                <PageText>{report.title ?? text.report.untitled}</PageText>
              </a>
              <br />
              <span class="soft small">
                <PageText>{report.url}</PageText>
              </span>
            </th>
            <td data-label={labels.score}>
              <ScoreText score={report.score} result={report.result} />
            </td>
            <td data-label={labels.date}>
              <ShortTime date={report.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
