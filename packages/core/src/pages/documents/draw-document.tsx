import { findAcceptedInReport } from '../../accepted/accepted-in-report.ts';
import type { PagesSettings } from '../../http/pages-options.ts';
import type { PrintRequest } from '../../http/printed-document.ts';
import { findPreviousReport } from '../../reports/compare-reports.ts';
import { brandedSettings } from '../brand.ts';
import { crawlContent, crawlDocument } from './crawl-document.tsx';
import { reportDocument } from './report-document.tsx';
import { websiteContent, websiteDocument } from './website-document.tsx';

/**
 * Draws a report, a crawl or a website of an owner as an HTML document to print, in the brand of the owner. An adapter
 * passes this function to `createApi`.
 *
 * @example
 * ```ts
 * const api = createApi({ store }, { pageRoutes, drawDocument });
 * ```
 */
export async function drawDocument(
  settings: PagesSettings,
  { context, ownerId, printed, logError }: PrintRequest,
): Promise<string> {
  const branded = await brandedSettings(settings, ownerId, logError);
  return ownersDocument(branded, { context, ownerId, printed });
}

/** The document of {@link drawDocument}, with settings in the brand of the owner. */
export async function ownersDocument(
  settings: PagesSettings,
  { context, ownerId, printed }: Omit<PrintRequest, 'logError'>,
): Promise<string> {
  const frame = { settings, ruleset: context.ruleset };
  switch (printed.kind) {
    case 'report': {
      const { report } = printed;
      const [previous = null, found] = await Promise.all([
        findPreviousReport(context, ownerId, report),
        findAcceptedInReport(context, ownerId, report),
      ]);
      return reportDocument(frame, { report, previous, accepted: { found } });
    }
    case 'crawl':
      return crawlDocument(frame, await crawlContent(context, ownerId, printed.crawl));
    case 'website':
      return websiteDocument(frame, await websiteContent(context, ownerId, printed.website));
  }
}
