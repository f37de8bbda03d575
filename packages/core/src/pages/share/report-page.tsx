import type { VNode } from 'preact';
import type { Report } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';
import type { CheckFilter } from '../parts/check-list.tsx';
import { ReportView } from '../parts/report-view.tsx';
import { OwnerNote } from './owner-note.tsx';

/** The shared page of a report. */
export function SharedReportPage({
  report,
  previous,
  website,
  screenshot,
  isOwner,
  filter,
  ...page
}: PageContext & {
  readonly report: Report;
  readonly previous: Report | undefined;
  readonly website: Website;
  readonly screenshot: Uint8Array | undefined;
  readonly isOwner: boolean;
  readonly filter: CheckFilter;
}): VNode {
  const { links, settings } = page;
  const path = links.sharedReport(report.shareToken);
  const isFiltered = filter.status !== undefined || filter.category !== undefined;
  // A report of another website may have another privacy.
  const compared = previous?.websiteId === report.websiteId ? previous : undefined;
  return (
    <Layout
      {...page}
      title={text.report.title(report.title ?? report.url)}
      description={text.report.description(
        report.score,
        report.finalUrl,
        text.day(report.createdAt),
      )}
      indexable={settings.indexable && website.privacy === 'public' && !isFiltered}
      canonical={path}
    >
      <ReportView
        report={report}
        previous={previous === undefined ? null : compared}
        comparison={compared && links.comparison(compared.shareToken, report.shareToken)}
        filter={filter}
        path={path}
        screenshot={screenshot}
      >
        {isOwner && <OwnerNote privacy={website.privacy} />}
      </ReportView>
    </Layout>
  );
}
