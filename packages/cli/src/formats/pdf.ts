import { type Context, isSitegradeError } from '@sitegrade/core';
import { owner } from '../analyze-pages.ts';
import { browserAdvice } from '../browser-advice.ts';
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
  try {
    return await printReportFile(context, owner, page.analysis, { signal });
  } catch (error) {
    if (!isSitegradeError(error)) throw error;
    // The cause has what to install, which visitors of a server must not see.
    const { cause } = error;
    const message = cause instanceof Error ? browserAdvice(cause.message) : error.message;
    throw new Error(`The PDF was not printed: ${message}`, { cause: error });
  }
}
