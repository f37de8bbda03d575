import {
  idempotencyKeyIssue,
  idempotencyKeyPattern,
  isIdempotencyKey,
} from '../../idempotency/idempotency-key.ts';
import { reportColumns } from '../../records/report-csv.ts';
import {
  comparisonRecord,
  reportRecord,
  reportSummaryRecord,
} from '../../records/report-record.ts';
import { compareReports, findPreviousReport } from '../../reports/compare-reports.ts';
import { createReport, reportUrlSchema } from '../../reports/create-report.ts';
import { deleteReport } from '../../reports/delete-report.ts';
import { eachReport } from '../../reports/each-report.ts';
import { getReport, reportNotFound } from '../../reports/get-report.ts';
import { listReports } from '../../reports/list-reports.ts';
import { maxUrlLength } from '../../reports/report.ts';
import { reportListing } from '../../reports/report-listing.ts';
import { csvResponse, prefersCsv } from '../listing/csv-response.ts';
import { listingResponse } from '../listing/listing.ts';
import { exampleCsv } from '../openapi/example-records.ts';
import { type Field, requiredText } from '../request/fields.ts';
import { listingFields } from '../request/listing-fields.ts';
import { createdResponse, deletedResponse, itemResponse } from '../response/response.ts';
import { defineRoute } from '../route.ts';

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/reports',
  operationId: 'listReports',
  summary: 'List reports',
  description:
    'Sorted by newest first unless `sort` and `sort_by` are sent. To read a long list, follow `links.next`, which is equally fast at any depth. A page past the end is empty. An empty parameter counts as not sent. `Accept: text/csv` returns all rows of the search and filters in one CSV file, up to 100,000; `page`, `per_page` and `cursor` do not apply.',
  query: listingFields(reportListing),
  success: {
    status: 200,
    envelope: 'list',
    record: 'report',
    otherTypes: { 'text/csv': exampleCsv.report },
  },
  errors: ['invalid_input'],
  handle: (request) =>
    prefersCsv(request)
      ? csvResponse(request, reportListing, {
          columns: reportColumns,
          list: listReports,
          each: eachReport,
        })
      : listingResponse(request, reportListing, listReports, reportSummaryRecord),
});

const showRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/reports/:id',
  operationId: 'getReport',
  summary: 'Show a report',
  description: 'The complete report, with every check and the places on the page that it is about.',
  query: {},
  success: { status: 200, envelope: 'item', record: 'report' },
  errors: ['not_found'],
  params: { id: 'number' },
  notFound: reportNotFound,
  async handle({ context, ownerId, params: { id }, shareUrl }) {
    const report = await getReport(context, ownerId, id);
    const previous = await findPreviousReport(context, ownerId, report);
    return itemResponse(
      reportRecord(report, previous, { shareUrl: shareUrl('reports', report.shareToken) }),
    );
  },
});

const compareRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/reports/:id/compare/:other',
  operationId: 'compareReports',
  summary: 'Compare two reports',
  description:
    'What changed from the report `other` to the report `id`. They may be about different pages.',
  query: {},
  success: { status: 200, envelope: 'item', record: 'comparison' },
  errors: ['not_found'],
  params: { id: 'number', other: 'number' },
  notFound: reportNotFound,
  async handle({ context, ownerId, params: { id, other } }) {
    const comparison = await compareReports(context, ownerId, { from: other, to: id });
    return itemResponse(comparisonRecord(comparison));
  },
});

/** The header `Idempotency-Key`: a string that the client uses for one request only. */
const idempotencyKeyField: Field<string | undefined> = {
  description:
    'Makes retries safe: for 24 hours, requests with the same key and body return the report that was created first.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: idempotencyKeyPattern },
  example: '7b1f3c52-5f0e-4d8f-9c57-8d6c8f0e1a2b',
  absent: { value: undefined },
  read: (raw) => (isIdempotencyKey(raw) ? { value: raw } : { issue: idempotencyKeyIssue }),
};

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/reports',
  operationId: 'createReport',
  summary: 'Create a report',
  description:
    'Fetches the page, runs the checks and returns the finished report, usually within seconds. A page with an error status such as 404 gets a report too, with a bad result. A URL without a scheme is fetched with `https://`, and with `http://` if that server does not respond.',
  query: {},
  body: {
    url: requiredText({
      description: 'URL of the page to analyse.',
      schema: reportUrlSchema,
      maxLength: maxUrlLength,
      reason: 'url_invalid',
      example: 'https://example.com/pricing',
    }),
  },
  headers: { 'Idempotency-Key': idempotencyKeyField },
  success: { status: 201, envelope: 'item', record: 'report' },
  errors: [
    'not_found',
    'conflict',
    'idempotency_mismatch',
    'invalid_input',
    'url_not_allowed',
    'page_unreachable',
    'page_timed_out',
    'page_too_large',
    'page_too_complex',
    'page_not_html',
    'too_many_redirects',
    'tls_error',
    'rate_limited',
    'unsupported_media_type',
    'payload_too_large',
    'malformed_body',
  ],
  async handle({ context, ownerId, body, headers, root, shareUrl, signal }) {
    const idempotencyKey = headers['Idempotency-Key'];
    const options = { signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
    const report = await createReport(context, ownerId, { url: body.url }, options);
    const previous = await findPreviousReport(context, ownerId, report);
    const record = reportRecord(report, previous, {
      shareUrl: shareUrl('reports', report.shareToken),
    });
    return createdResponse(record, `${root()}/reports/${report.id}`);
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/v1/reports/:id',
  operationId: 'deleteReport',
  summary: 'Delete a report',
  description: 'The website of the report stays, even without reports.',
  query: {},
  success: { status: 200, envelope: 'deleted', record: 'report' },
  errors: ['not_found'],
  params: { id: 'number' },
  notFound: reportNotFound,
  async handle({ context, ownerId, params: { id } }) {
    await deleteReport(context, ownerId, id);
    return deletedResponse('report', id);
  },
});

/** The operations on reports. */
export const reportRoutes = [listRoute, createRoute, showRoute, compareRoute, deleteRoute] as const;
