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
  const own = text.website;
  return (
    <table class="stack">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{own.page}</th>
          <th scope="col">{own.score}</th>
          <th scope="col">{own.date}</th>
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
            <td data-label={own.score}>
              <ScoreText score={report.score} result={report.result} />
            </td>
            <td data-label={own.date}>
              <ShortTime date={report.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
