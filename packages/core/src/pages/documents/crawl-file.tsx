import type { Context } from '../../context/context.ts';
import { pagesSettings } from '../../http/pages-options.ts';
import { printHtml } from '../../reports/print-html.ts';
import { type CrawlContent, crawlDocument } from './crawl-document.tsx';
import type { PrintFileOptions } from './report-file.tsx';

/**
 * A crawl as PDF: what {@link renderCrawlFile} returns, printed by a browser. The limits and errors are those of
 * `printReportFile`.
 *
 * @param context - From `createContext`, with a `renderer`.
 * @param ownerId - The owner whose limits apply.
 * @param input - As of `renderCrawlFile`.
 * @param options - The brand, and a signal.
 * @returns the PDF.
 * @example
 * ```ts
 * const crawl = await getCrawl(context, 'user-1', 42);
 * const issues = await listCrawlIssues(context, 'user-1', 42);
 * const pdf = await printCrawlFile(context, 'user-1', { crawl, issues, shape: null, pages: [] });
 * ```
 */
export async function printCrawlFile(
  context: Context,
  ownerId: string,
  input: CrawlContent,
  { pages = {}, signal }: PrintFileOptions = {},
): Promise<Uint8Array> {
  const html = crawlDocument({ settings: pagesSettings(pages) }, input);
  return printHtml(context, ownerId, html, { signal });
}

/**
 * A crawl as one HTML file: it opens from a disk, prints well, loads nothing from anywhere, and has no script.
 *
 * @returns the whole document.
 * @example
 * ```ts
 * const crawl = await getCrawl(context, 'user-1', 42);
 * const issues = await listCrawlIssues(context, 'user-1', 42);
 * const shape = await getCrawlShape(context, 'user-1', 42);
 * const { rows: pages } = await listCrawlPages(context, 'user-1', 42, { sortBy: 'score', sort: 'asc' });
 * const html = renderCrawlFile({ crawl, issues, shape, pages });
 * ```
 */
export function renderCrawlFile(input: CrawlContent): string {
  return crawlDocument({ settings: pagesSettings(true) }, input);
}
