import { createReport } from '../../reports/create-report.ts';
import { deleteReport } from '../../reports/delete-report.ts';
import { getReport, reportNotFound } from '../../reports/get-report.ts';
import { listReports } from '../../reports/list-reports.ts';
import { maxUrlLength } from '../../reports/report.ts';
import { reportListing } from '../../reports/report-listing.ts';
import { createdAnswer, deletedAnswer, itemAnswer } from '../answer/envelope.ts';
import { answerListing } from '../listing/listing.ts';
import { reportRecord, reportSummaryRecord } from '../records/report-record.ts';
import { requiredText } from '../request/fields.ts';
import { idempotencyKeyField } from '../request/idempotency-key-field.ts';
import { listingFields } from '../request/listing-fields.ts';
import { defineRoute } from '../route.ts';

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/reports',
  operationId: 'listReports',
  summary: 'List reports',
  description:
    'Newest first unless `sort` and `sort_by` say otherwise. To walk a long list, follow `links.next`: it costs the same at any depth. A page past the end is empty. An empty parameter counts as not sent.',
  query: listingFields(reportListing),
  success: { status: 200, envelope: 'list', record: 'report' },
  errors: ['invalid_input'],
  handle: (call) => answerListing(call, reportListing, listReports, reportSummaryRecord),
});

const showRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/reports/:id',
  operationId: 'getReport',
  summary: 'Show a report',
  description: 'The whole report, with every check and where on the page it found what it says.',
  query: {},
  success: { status: 200, envelope: 'item', record: 'report' },
  errors: ['not_found'],
  notFound: reportNotFound,
  async handle({ context, ownerId, id }) {
    return itemAnswer(reportRecord(await getReport(context, ownerId, id)));
  },
});

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/reports',
  operationId: 'createReport',
  summary: 'Make a report',
  description:
    'Fetches the page, runs the checks and answers with the report when it is done, commonly within seconds. A page that answers with an error status such as 404 gets a report too, with a bad result. Without a scheme `https://` is assumed, and `http://` tried when nothing answers there.',
  query: {},
  body: {
    url: requiredText('URL to make a report for.', 'url_invalid', {
      maxLength: maxUrlLength,
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
  async handle({ context, ownerId, body, headers, root, signal }) {
    const idempotencyKey = headers['Idempotency-Key'];
    const options = { signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
    const report = await createReport(context, ownerId, { url: body.url }, options);
    return createdAnswer(reportRecord(report), `${root()}/reports/${report.id}`);
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/v1/reports/:id',
  operationId: 'deleteReport',
  summary: 'Delete a report',
  description: 'The website it belongs to stays, even without reports.',
  query: {},
  success: { status: 200, envelope: 'deleted', record: 'report' },
  errors: ['not_found'],
  notFound: reportNotFound,
  async handle({ context, ownerId, id }) {
    await deleteReport(context, ownerId, id);
    return deletedAnswer('report', id);
  },
});

/** The operations on reports. */
export const reportRoutes = [listRoute, createRoute, showRoute, deleteRoute] as const;
