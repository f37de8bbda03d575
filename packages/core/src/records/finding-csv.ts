import type { SiteIssue } from '../store/site-issue.ts';
import type { CsvColumns } from './csv.ts';

/** A page that a finding of an issue affects. */
interface FindingRow {
  readonly issue: SiteIssue;
  readonly finding: SiteIssue['findings'][number];
  /** The URL of the page. */
  readonly page: string;
}

/**
 * The columns of a CSV file of issues, for `csvFile`: a row for each page of each finding. A finding has at most 20
 * pages; `pages_count` is how many it affects.
 */
export const findingColumns: CsvColumns<FindingRow> = {
  issue: ({ issue }) => issue.id,
  scope: ({ issue }) => issue.scope,
  category: ({ issue }) => issue.category,
  importance: ({ issue }) => issue.importance,
  title: ({ issue }) => issue.title,
  summary: ({ finding }) => finding.summary,
  page: ({ page }) => page,
  pages_count: ({ finding }) => finding.pagesCount,
  target: ({ finding }) => finding.target,
  key: ({ finding }) => finding.key,
  advice: ({ issue }) => issue.advice,
  source: ({ issue }) => issue.source,
};

/** The rows of {@link findingColumns}: the pages of each finding of the issues, in their order. */
export function* findingRows(issues: Iterable<SiteIssue>): Generator<FindingRow, void, undefined> {
  for (const issue of issues) {
    for (const finding of issue.findings) {
      for (const page of finding.pages) yield { issue, finding, page };
    }
  }
}
