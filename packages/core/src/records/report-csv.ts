import type { CheckResult, Report, ReportSummary } from '../store/report.ts';
import { type CsvColumns, csvFile } from './csv.ts';

/** The columns of a list of reports: the fields of a report in a list, those of objects with their names joined. */
export const reportColumns: CsvColumns<ReportSummary> = {
  id: ({ id }) => id,
  url: ({ url }) => url,
  final_url: ({ finalUrl }) => finalUrl,
  website_id: ({ websiteId }) => websiteId,
  domain: ({ domain }) => domain,
  title: ({ title }) => title,
  score: ({ score }) => score,
  result: ({ result }) => result,
  seo_score: ({ categoryScores }) => categoryScores.seo,
  accessibility_score: ({ categoryScores }) => categoryScores.accessibility,
  performance_score: ({ categoryScores }) => categoryScores.performance,
  security_score: ({ categoryScores }) => categoryScores.security,
  miscellaneous_score: ({ categoryScores }) => categoryScores.miscellaneous,
  http_status: ({ httpStatus }) => httpStatus,
  created_at: ({ createdAt }) => createdAt.toISOString(),
};

/** A check of a report, with its id. */
export type CheckRow = CheckResult & { readonly id: string };

/**
 * The columns of a CSV file of checks, for {@link csvFile}.
 *
 * @example
 * ```ts
 * const { checks } = await analyzePage(context, 'user-1', { url: 'https://example.com/' });
 * const rows = Object.entries(checks).map(([id, check]) => ({ id, ...check }));
 * const text = csvFile(checkColumns, rows);
 * ```
 */
export const checkColumns: CsvColumns<CheckRow> = {
  id: ({ id }) => id,
  category: ({ category }) => category,
  importance: ({ importance }) => importance,
  status: ({ status }) => status,
  title: ({ title }) => title,
  summary: ({ summary }) => summary,
  advice: ({ advice }) => advice,
  source: ({ source }) => source,
  deduction: ({ deduction }) => deduction,
  gain: ({ gain }) => gain,
  evidence: ({ evidence }) => evidence.map(evidenceText).join('\n'),
};

/**
 * The checks of a report as a CSV file, in ruleset order. The column `evidence` has a line for each quote,
 * with line and column of the source where they are known: `4:5 <title>Pricing</title>`.
 */
export function reportChecksCsv({ checks }: Pick<Report, 'checks'>): string {
  const rows = Object.entries(checks).map(([id, check]) => ({ id, ...check }));
  return csvFile(checkColumns, rows);
}

/** A line break within a quote would look like another quote. */
function evidenceText({ text, line, column }: CheckResult['evidence'][number]): string {
  const position = line === undefined ? '' : `${[line, column ?? []].flat().join(':')} `;
  return position + text.replace(/\s*[\r\n]\s*/g, ' ');
}
