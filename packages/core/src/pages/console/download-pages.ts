import { findAcceptedInReport } from '../../accepted/accepted-in-report.ts';
import { pdfResponse, requirePrinting } from '../../http/response/pdf-response.ts';
import { withBody } from '../../http/response/response.ts';
import { reportChecksCsv } from '../../records/report-csv.ts';
import { reportRecord } from '../../records/report-record.ts';
import { findPreviousReport } from '../../reports/compare-reports.ts';
import { getReport } from '../../reports/get-report.ts';
import { reportDocument } from '../draw-report.tsx';
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

/** The page of a report as PDF. */
export const reportPdfFile = ownerPage({
  path: '/reports/:id/report.pdf',
  params: { id: 'number' },
  operationId: 'consoleReportPdf',
  summary: 'Download a report as PDF',
  async respond({ context, ownerId, params: { id }, signal }, { settings }) {
    const report = await getReport(context, ownerId, id);
    requirePrinting(context);
    const [previous, accepted] = await Promise.all([
      findPreviousReport(context, ownerId, report),
      findAcceptedInReport(context, ownerId, report),
    ]);
    const html = reportDocument(settings, context.ruleset, {
      report,
      previous: previous ?? null,
      accepted: { found: accepted },
    });
    return pdfResponse({ context, ownerId, html, report, signal: signal() }, pdfHeaders);
  },
});

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
