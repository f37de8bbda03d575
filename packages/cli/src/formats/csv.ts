import { type CheckRow, type CsvColumns, checkColumns, csvFile } from '@sitegrade/core/records';
import { isAnalyzed, type Page } from '../findings.ts';

/** A check of a page; none if the page could not be analysed. */
interface Row {
  readonly page: Page;
  readonly check: CheckRow | null;
}

const columns: CsvColumns<Row> = {
  url: ({ page }) => page.url,
  final_url: ({ page }) => (isAnalyzed(page) ? page.analysis.finalUrl : null),
  score: ({ page }) => (isAnalyzed(page) ? page.analysis.score : null),
  result: ({ page }) => (isAnalyzed(page) ? page.analysis.result : null),
  error: ({ page }) => (isAnalyzed(page) ? null : page.error.message),
  ...Object.fromEntries(
    Object.entries(checkColumns).map(([name, read]) => [
      name,
      ({ check }: Row) => check && read(check),
    ]),
  ),
};

/** Pages as CSV: a row for each check of each page, and one for a page that could not be analysed. */
export function csvReports(pages: readonly Page[]): string {
  const rows = pages.flatMap((page): Row[] => {
    if (!isAnalyzed(page)) return [{ page, check: null }];
    const checks = Object.entries(page.analysis.checks);
    return checks.map(([id, check]) => ({ page, check: { id, ...check } }));
  });
  return csvFile(columns, rows);
}
