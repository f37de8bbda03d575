import { english as text } from '../english.ts';
import { ReportView } from '../parts/report-view.tsx';
import { type DocumentFrame, documentText } from './document-text.tsx';

/** What the document of a report shows. */
type ReportContent = Omit<
  Parameters<typeof ReportView>[0],
  'comparison' | 'filter' | 'path' | 'children'
>;

/** The page of a report as a document. */
export function reportDocument(frame: DocumentFrame, content: ReportContent): string {
  const { report } = content;
  return documentText(
    frame,
    text.report.title(report.title ?? report.url),
    <ReportView {...content} comparison={undefined} filter={undefined} path="" />,
  );
}
