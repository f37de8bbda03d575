import { type Context, isSitegradeError } from '@sitegrade/core';
import { owner } from '../analyze-pages.ts';
import { browserAdvice } from '../browser-advice.ts';
import { type CrawlOutcome, isCrawlFailure } from '../crawl-result.ts';
import { isAnalyzed, type Page } from '../findings.ts';

/**
 * The report of a page as PDF.
 *
 * @returns `null` if there is no report.
 * @throws Error that says what to do if the browser does not print.
 */
export async function pdfReport(
  [page]: readonly Page[],
  context: Context | undefined,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (context === undefined || page === undefined || !isAnalyzed(page)) return null;
  const { printReportFile } = await import('@sitegrade/core/pages');
  return printed(printReportFile(context, owner, page.analysis, { signal }));
}

/**
 * A crawl as PDF.
 *
 * @returns `null` if there is nothing to show.
 * @throws the error of {@link pdfReport}.
 */
export async function pdfCrawl(
  outcome: CrawlOutcome,
  context: Context,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (isCrawlFailure(outcome)) return null;
  const { printCrawlFile } = await import('@sitegrade/core/pages');
  return printed(printCrawlFile(context, owner, outcome, { signal }));
}

async function printed(pdf: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await pdf;
  } catch (error) {
    if (!isSitegradeError(error)) throw error;
    // The cause has what to install, which visitors of a server must not see.
    const { cause } = error;
    const message = cause instanceof Error ? browserAdvice(cause.message) : error.message;
    throw new Error(`The PDF was not printed: ${message}`, { cause: error });
  }
}
