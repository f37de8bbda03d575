import type { VNode } from 'preact';
import type { ReportPictures } from '../../reports/screenshots.ts';
import type { Report } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';
import type { CheckFilter } from '../parts/check-list.tsx';
import { PdfLink } from '../parts/pdf-link.tsx';
import { ReportView } from '../parts/report-view.tsx';
import { OwnerNote } from './owner-note.tsx';

/** The shared page of a report. */
export function SharedReportPage({
  report,
  previous,
  website,
  pictures,
  isOwner,
  filter,
  hasPdf,
  ...page
}: PageContext & {
  readonly report: Report;
  readonly previous: Report | undefined;
  readonly website: Website;
  readonly pictures: ReportPictures;
  readonly isOwner: boolean;
  readonly filter: CheckFilter;
  /** Whether it can be downloaded as PDF. */
  readonly hasPdf: boolean;
}): VNode {
  const { links, settings } = page;
  const path = links.sharedReport(report.shareToken);
  const isFiltered = filter.status !== undefined || filter.category !== undefined;
  const compared = sharedPrevious(previous, website);
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
        previous={compared}
        comparison={compared ? links.comparison(compared.shareToken, report.shareToken) : undefined}
        filter={filter}
        path={path}
        pictures={pictures}
      >
        <PdfLink href={hasPdf ? links.sharedReportPdf(report.shareToken) : undefined} />
        {isOwner && <OwnerNote privacy={website.privacy} />}
      </ReportView>
    </Layout>
  );
}

/**
 * The report before a shared one; `null` if there is none, and `undefined` if it is of another website, which may have
 * another privacy.
 */
export function sharedPrevious(
  previous: Report | undefined,
  { id }: Pick<Website, 'id'>,
): Report | null | undefined {
  if (previous === undefined) return null;
  return previous.websiteId === id ? previous : undefined;
}
