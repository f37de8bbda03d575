import { findAcceptedInReport } from '../../accepted/accepted-in-report.ts';
import type { Context } from '../../context/context.ts';
import { getCrawl } from '../../crawls/get-crawl.ts';
import { endedCrawl, type Printed } from '../../http/printed-document.ts';
import { pdfResponse, requirePrinting } from '../../http/response/pdf-response.ts';
import { withBody } from '../../http/response/response.ts';
import { reportChecksCsv } from '../../records/report-csv.ts';
import { reportRecord } from '../../records/report-record.ts';
import { findPreviousReport } from '../../reports/compare-reports.ts';
import { getReport } from '../../reports/get-report.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { ownersDocument } from '../documents/draw-document.tsx';
import type { Page } from '../page-route.ts';
import { pdfHeaders } from '../respond.ts';
import { ownerPage } from './owner-page.tsx';

/** A report as the API shows it, as a file. */
export const reportJsonFile = ownerPage({
  path: '/reports/:id/report.json',
  params: { id: 'number' },
  operationId: 'consoleReportJson',
  summary: 'Download a report as JSON',
  async respond({ context, ownerId, params: { id }, shareUrl }) {
    const report = await getReport(context, ownerId, id);
    const [previous, accepted] = await Promise.all([
      findPreviousReport(context, ownerId, report),
      findAcceptedInReport(context, ownerId, report),
    ]);
    const url = shareUrl('reports', report.shareToken);
    const record = reportRecord(report, previous, { shareUrl: url, accepted });
    return withBody(200, `${JSON.stringify(record, undefined, 2)}\n`, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="report-${id}.json"`,
    });
  },
});

/** A record of an owner as PDF. */
function pdfFile(
  path: `/${string}/:id/${string}.pdf`,
  { operationId, summary }: Pick<Page, 'operationId' | 'summary'>,
  find: (context: Context, ownerId: string, id: number) => Promise<Printed>,
) {
  return ownerPage({
    path,
    params: { id: 'number' },
    operationId,
    summary,
    async respond({ context, ownerId, params: { id }, signal }, { settings }) {
      const printed = await find(context, ownerId, id);
      requirePrinting(context);
      const html = await ownersDocument(settings, { context, ownerId, printed });
      return pdfResponse({ context, ownerId, html, printed, signal: signal() }, pdfHeaders);
    },
  });
}

/** What an owner has, as PDF. */
export const pdfFiles = [
  pdfFile(
    '/reports/:id/report.pdf',
    { operationId: 'consoleReportPdf', summary: 'Download a report as PDF' },
    async (...of) => ({ kind: 'report', report: await getReport(...of) }),
  ),
  pdfFile(
    '/crawls/:id/crawl.pdf',
    { operationId: 'consoleCrawlPdf', summary: 'Download a crawl as PDF' },
    async (...of) => endedCrawl(await getCrawl(...of)),
  ),
  pdfFile(
    '/websites/:id/website.pdf',
    { operationId: 'consoleWebsitePdf', summary: 'Download a website as PDF' },
    async (...of) => ({ kind: 'website', website: await getWebsite(...of) }),
  ),
] as const;

/** The checks of a report, as a file for spreadsheets. */
export const checksCsvFile = ownerPage({
  path: '/reports/:id/checks.csv',
  params: { id: 'number' },
  operationId: 'consoleChecksCsv',
  summary: 'Download the checks of a report as CSV',
  async respond({ context, ownerId, params: { id } }) {
    const report = await getReport(context, ownerId, id);
    return withBody(200, reportChecksCsv(report), {
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="report-${id}.csv"`,
    });
  },
});
