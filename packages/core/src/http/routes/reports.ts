import { SitegradeError } from '@sitegrade/foundation/errors';
import { findAcceptedInReport } from '../../accepted/accepted-in-report.ts';
import type { Context } from '../../context/context.ts';
import { createJob } from '../../jobs/create-jobs.ts';
import { waitForJob } from '../../jobs/wait-for-job.ts';
import { exampleCsv } from '../../records/example-records.ts';
import { jobRecord } from '../../records/job-record.ts';
import { reportColumns } from '../../records/report-csv.ts';
import {
  comparisonRecord,
  reportRecord,
  reportSummaryRecord,
  screenshotRecord,
} from '../../records/report-record.ts';
import { compareReports, findPreviousReport } from '../../reports/compare-reports.ts';
import { createReport, reportUrlSchema } from '../../reports/create-report.ts';
import { deleteReport } from '../../reports/delete-report.ts';
import { getReport, reportNotFound } from '../../reports/get-report.ts';
import { eachReport, listReports } from '../../reports/list-reports.ts';
import { getScreenshot, screenshotNotFound } from '../../reports/screenshots.ts';
import type { Job } from '../../store/job.ts';
import { maxUrlLength, type Report } from '../../store/report.ts';
import { reportListing } from '../../store/report-listing.ts';
import { requiredString } from '../request/fields.ts';
import { idempotencyKeyField, idempotencyOptions } from '../request/idempotency-key-field.ts';
import { type Preference, preferenceApplied, preferField } from '../request/prefer.ts';
import {
  type ApiResponse,
  acceptedResponse,
  createdResponse,
  itemResponse,
} from '../response/response.ts';
import { defineRoute } from '../route.ts';
import {
  deleteRoute,
  itemRoute,
  listRoute,
  type OwnerRequest,
  printableRoute,
} from './record-routes.ts';

const listReportsRoute = listRoute({
  path: '/api/v1/reports',
  operationId: 'listReports',
  summary: 'List reports',
  description:
    'Sorted by newest first unless `sort` and `sort_by` are sent. To read a long list, follow `links.next`, which is equally fast at any depth. A page past the end is empty. An empty parameter counts as not sent. `Accept: text/csv` returns all rows of the search and filters in one CSV file, up to 100,000; `page`, `per_page` and `cursor` do not apply.',
  record: 'report',
  listing: reportListing,
  list: listReports,
  each: eachReport,
  toRecord: reportSummaryRecord,
  columns: reportColumns,
  csvExample: exampleCsv.report,
});

const showRoute = printableRoute({
  path: '/api/v1/reports/:id',
  operationId: 'getReport',
  summary: 'Show a report',
  description:
    'The complete report, with every check and the places on the page that it is about. What is accepted of it is that of now, so that its `ETag` changes with it.',
  record: 'report',
  notFound: reportNotFound,
  item: async (request, id) =>
    shownRecord(request, await getReport(request.context, request.ownerId, id)),
  print: async ({ context, ownerId }, id) => ({
    kind: 'report',
    report: await getReport(context, ownerId, id),
  }),
});

const screenshotRoute = itemRoute({
  method: 'GET',
  path: '/api/v1/reports/:id/screenshot',
  operationId: 'getScreenshot',
  summary: 'Show the pictures of a report',
  description:
    'As JPEG: the first screen of the page on a phone, if the page was rendered in a browser, and what a phone showed while it was loaded, if its speed was measured. Only those of the newest 500 reports of an owner are kept.',
  record: 'screenshot',
  notFound: screenshotNotFound,
  item: async ({ context, ownerId }, id) =>
    screenshotRecord(id, await getScreenshot(context, ownerId, id)),
});

const compareRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/reports/:id/compare/:other',
  operationId: 'compareReports',
  summary: 'Compare two reports',
  description:
    'What changed from the report `other` to the report `id`. They may be about different pages.',
  success: { status: 200, envelope: 'item', record: 'comparison' },
  params: { id: 'number', other: 'number' },
  notFound: reportNotFound,
  async handle({ context, ownerId, params: { id, other } }) {
    const comparison = await compareReports(context, ownerId, { from: other, to: id });
    return itemResponse(comparisonRecord(comparison));
  },
});

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/reports',
  operationId: 'createReport',
  summary: 'Create a report',
  description:
    'Fetches the page, runs the checks and returns the finished report, usually within seconds. A page with an error status such as 404 gets a report too, with a bad result. A URL without a scheme is fetched with `https://`, and with `http://` if that server does not respond. With `Prefer: respond-async` the report is created in the background: the response is a 202 with a job, which survives a restart of the server.',
  body: {
    url: requiredString({
      description: 'URL of the page to analyse.',
      schema: reportUrlSchema,
      maxLength: maxUrlLength,
      reason: 'url_invalid',
      example: 'https://example.com/pricing',
    }),
  },
  headers: { 'Idempotency-Key': idempotencyKeyField('the report or the job'), Prefer: preferField },
  success: { status: 201, envelope: 'item', record: 'report' },
  accepted: { status: 202, envelope: 'item', record: 'job' },
  errors: [
    'url_not_allowed',
    'page_unreachable',
    'page_timed_out',
    'page_too_large',
    'page_too_complex',
    'page_not_html',
    'too_many_redirects',
    'tls_error',
    'rate_limited',
    'quota_exceeded',
  ],
  async handle(request) {
    const { context, ownerId, body, headers, signal } = request;
    const options = idempotencyOptions(headers['Idempotency-Key']);
    const input = { url: body.url };
    const preference = headers.Prefer;
    if (!preference.respondAsync) {
      const report = await createReport(context, ownerId, input, {
        ...options,
        signal: signal(),
      });
      return createdReport(request, report);
    }
    const job = await createJob(context, ownerId, input, options);
    return respondAsync(request, job, preference);
  },
});

async function createdReport(request: OwnerRequest, report: Report): Promise<ApiResponse<string>> {
  const record = await shownRecord(request, report);
  return createdResponse(record, `${request.root()}/reports/${report.id}`);
}

/** A report with what changed since the one before it, what of it is accepted, and the URL of its shared page. */
async function shownRecord(request: OwnerRequest, report: Report) {
  const { context, ownerId } = request;
  const [previous, accepted] = await Promise.all([
    findPreviousReport(context, ownerId, report),
    findAcceptedInReport(context, ownerId, report),
  ]);
  const url = request.shareUrl('reports', report.shareToken);
  return reportRecord(report, previous, { shareUrl: url, accepted });
}

/**
 * Waits for the job as long as the client prefers, and responds as if it had created the report itself; or
 * else with the job: at once if too many requests wait already.
 *
 * @throws SitegradeError the error of a job that failed in this time.
 */
async function respondAsync(
  request: OwnerRequest,
  created: Job,
  preference: Preference,
): Promise<ApiResponse<string>> {
  const { context, ownerId, signal } = request;
  const { waitSeconds = 0 } = preference;
  if (waitSeconds === 0) return acceptedJob(request, created, preference);
  const leave = context.jobWaits.enter(ownerId);
  if (leave === undefined) {
    return acceptedJob(request, created, { ...preference, waitSeconds: undefined });
  }
  const waiting = waitForJob(context, ownerId, created.id, {
    ms: waitSeconds * 1_000,
    signal: signal(),
  });
  const job = await waiting.finally(leave);
  if (job.status === 'failed' && job.error) throw errorOf(job.error);
  const report = await reportOf(context, ownerId, job);
  if (report === undefined) return acceptedJob(request, job, preference);
  return withApplied(await createdReport(request, report), preferenceApplied(preference, true));
}

function acceptedJob({ root }: OwnerRequest, job: Job, followed: Preference) {
  const response = acceptedResponse(jobRecord(job), `${root()}/jobs/${job.id}`);
  return withApplied(response, preferenceApplied(followed, false));
}

function withApplied(response: ApiResponse<string>, applied: string): ApiResponse<string> {
  return { ...response, headers: { ...response.headers, 'preference-applied': applied } };
}

function errorOf({ code, message, ...details }: NonNullable<Job['error']>): SitegradeError {
  return new SitegradeError(code, message, details);
}

/** The report of a job that is done; `undefined` if there is none, or it was deleted in the meantime. */
async function reportOf(
  { store }: Context,
  ownerId: string,
  { reportId }: Job,
): Promise<Report | undefined> {
  return reportId === null ? undefined : store.reports.find(ownerId, reportId);
}

const deleteReportRoute = deleteRoute({
  path: '/api/v1/reports/:id',
  operationId: 'deleteReport',
  summary: 'Delete a report',
  description: 'The website of the report stays, even without reports.',
  record: 'report',
  notFound: reportNotFound,
  remove: deleteReport,
});

/** The operations on reports. */
export const reportRoutes = [
  listReportsRoute,
  createRoute,
  showRoute,
  screenshotRoute,
  compareRoute,
  deleteReportRoute,
] as const;
