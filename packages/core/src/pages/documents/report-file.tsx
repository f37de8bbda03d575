import type { Context } from '../../context/context.ts';
import { type PagesOptions, pagesSettings } from '../../http/pages-options.ts';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import { printHtml } from '../../reports/print-html.ts';
import { reportDocument } from './report-document.tsx';

/**
 * A report as one HTML file: it opens from a disk, prints well, loads nothing from anywhere, and has no script.
 *
 * @param analysis - From `analyzePage`.
 * @param ruleset - The ruleset of the context, if it has its own checks: each finding says why it matters.
 * @returns the whole document.
 * @example
 * ```ts
 * const analysis = await analyzePage(context, 'user-1', { url: 'https://example.com/' });
 * const html = renderReportFile(analysis);
 * ```
 */
export function renderReportFile(analysis: PageAnalysis, ruleset?: Context['ruleset']): string {
  const frame = { settings: pagesSettings(true), ruleset };
  return reportDocument(frame, { report: analysis, previous: undefined });
}

/** Options of {@link printReportFile} and `printCrawlFile`. */
export interface PrintFileOptions {
  /** The brand: `name`, `accent`, `footer`, and `logo` if it is a `data:` URL. Default: that of sitegrade. */
  readonly pages?: PagesOptions;
  /** Stops waiting, and throws its reason. */
  readonly signal?: AbortSignal;
}

/**
 * A report as PDF, on two to four sheets of A4. It is what the buttons of the pages and the API return, within the same
 * limits: at most 4 documents of an owner and 20 in all wait or are printed, each for at most 30 seconds and printed in at most 10.
 *
 * @param context - From `createContext`, with a `renderer`.
 * @param ownerId - The owner whose limits apply.
 * @param analysis - From `analyzePage` or `getReport`.
 * @param options - The brand, and a signal.
 * @returns the PDF.
 * @throws SitegradeError `not_acceptable` without a renderer that prints, or if the report is too large; `rate_limited` or
 * `overloaded` if too many wait, and `overloaded` if the browser fails. Its `cause` says why.
 * @example
 * ```ts
 * const report = await getReport(context, 'user-1', 42);
 * const pdf = await printReportFile(context, 'user-1', report, { pages: { name: 'Our reports' } });
 * ```
 */
export async function printReportFile(
  context: Context,
  ownerId: string,
  analysis: PageAnalysis,
  { pages = {}, signal }: PrintFileOptions = {},
): Promise<Uint8Array> {
  const frame = { settings: pagesSettings(pages), ruleset: context.ruleset };
  const html = reportDocument(frame, { report: analysis, previous: undefined });
  return printHtml(context, ownerId, html, { signal });
}
