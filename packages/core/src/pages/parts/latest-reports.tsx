import type { VNode } from 'preact';
import type { ReportSummary } from '../../store/report.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { ScoreText } from '../elements/score-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
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
    <Table
      caption={caption}
      rows={reports}
      columns={[
        {
          label: labels.page,
          cell: (report) => (
            <>
              <TextLink href={href(report)}>{report.title ?? text.report.untitled}</TextLink>
              <br />
              <span class="soft small">
                <PageText>{report.url}</PageText>
              </span>
            </>
          ),
        },
        {
          label: labels.score,
          cell: ({ score, result }) => <ScoreText score={score} result={result} />,
        },
        { label: labels.date, cell: ({ createdAt }) => <ShortTime date={createdAt} /> },
      ]}
    />
  );
}
