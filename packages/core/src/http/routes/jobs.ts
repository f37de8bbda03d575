import { cancelBatch } from '../../jobs/cancel-batch.ts';
import { cancelJob, deleteJob } from '../../jobs/cancel-job.ts';
import { createJobs, maxJobsAtOnce } from '../../jobs/create-jobs.ts';
import { batchNotFound, getJob, getJobProgress, jobNotFound } from '../../jobs/get-job.ts';
import { eachJob, listJobs } from '../../jobs/list-jobs.ts';
import { exampleCsv } from '../../records/example-records.ts';
import { batchRecord, declaredJob, jobRecord } from '../../records/job-record.ts';
import { reportUrlSchema } from '../../reports/create-report.ts';
import { jobListing } from '../../store/job-listing.ts';
import { maxUrlLength } from '../../store/report.ts';
import { requiredList } from '../request/fields.ts';
import { idempotencyKeyField, idempotencyOptions } from '../request/idempotency-key-field.ts';
import { largestBodyLimit } from '../request/raw-body.ts';
import { acceptedResponse } from '../response/response.ts';
import { defineRoute } from '../route.ts';
import { deleteRoute, itemRoute, listRoute } from './record-routes.ts';

const listJobsRoute = listRoute({
  path: '/api/v1/jobs',
  operationId: 'listJobs',
  summary: 'List jobs',
  description:
    'Newest first unless `sort` is sent. `total` is exact up to 10,000: see `total_relation`. A search covers the newest 20,000 jobs of the owner. Jobs are kept for 30 days after they have ended. `Accept: text/csv` returns all rows of the search and filters in one CSV file, up to 100,000.',
  record: 'job',
  listing: jobListing,
  list: listJobs,
  each: eachJob,
  toRecord: jobRecord,
  columns: declaredJob.columns,
  csvExample: exampleCsv.job,
});

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/jobs',
  operationId: 'createJobs',
  summary: 'Create a batch of jobs',
  description: `Creates one job for each URL, up to ${maxJobsAtOnce}, and returns at once. Each job creates one report. If one URL is invalid, no job is created, and \`errors\` names it by its index, from 0: \`urls.3\`. \`Location\` is the URL of the batch, which shows how far it is.`,
  body: {
    urls: requiredList({
      description: `URLs of the pages to analyse, up to ${maxJobsAtOnce}. In a form, the field is sent once for each.`,
      schema: reportUrlSchema,
      maxItems: maxJobsAtOnce,
      maxLength: maxUrlLength,
      reason: 'url_invalid',
      example: ['https://example.com/', 'https://example.com/pricing'],
    }),
  },
  headers: { 'Idempotency-Key': idempotencyKeyField('the batch') },
  // Enough for the longest URLs of a batch, and for their JSON or form.
  bodyLimit: largestBodyLimit,
  success: { status: 202, envelope: 'item', record: 'batch' },
  errors: ['url_not_allowed', 'quota_exceeded'],
  async handle({ context, ownerId, body, headers, root }) {
    const { batchId } = await createJobs(
      context,
      ownerId,
      { urls: body.urls },
      idempotencyOptions(headers['Idempotency-Key']),
    );
    const progress = await getJobProgress(context, ownerId, batchId);
    return acceptedResponse(batchRecord(batchId, progress), `${root()}/batches/${batchId}`);
  },
});

const batchRoute = itemRoute({
  method: 'GET',
  path: '/api/v1/batches/:id',
  operationId: 'getBatch',
  summary: 'Show a batch',
  description: 'How many of its jobs are in each state. `GET /jobs?batch_id=` lists them.',
  record: 'batch',
  notFound: batchNotFound,
  item: async ({ context, ownerId }, id) =>
    batchRecord(id, await getJobProgress(context, ownerId, id)),
});

const cancelBatchRoute = itemRoute({
  method: 'POST',
  path: '/api/v1/batches/:id/cancel',
  operationId: 'cancelBatch',
  summary: 'Cancel a batch',
  description:
    'Its jobs that are `queued` or `running` become `canceled`, and no reports are stored for them. Jobs that have ended stay as they are. The response is the batch.',
  record: 'batch',
  notFound: batchNotFound,
  item: async ({ context, ownerId }, id) =>
    batchRecord(id, await cancelBatch(context, ownerId, id)),
});

const showRoute = itemRoute({
  method: 'GET',
  path: '/api/v1/jobs/:id',
  operationId: 'getJob',
  summary: 'Show a job',
  description: 'When its `status` is `done`, `report_id` is the id of its report.',
  record: 'job',
  notFound: jobNotFound,
  item: async ({ context, ownerId }, id) => jobRecord(await getJob(context, ownerId, id)),
});

const cancelRoute = itemRoute({
  method: 'POST',
  path: '/api/v1/jobs/:id/cancel',
  operationId: 'cancelJob',
  summary: 'Cancel a job',
  description:
    'A job that is `queued` or `running` becomes `canceled`, and no report is stored. A job that has ended stays as it is. The response is the job.',
  record: 'job',
  notFound: jobNotFound,
  item: async ({ context, ownerId }, id) => jobRecord(await cancelJob(context, ownerId, id)),
});

const deleteJobRoute = deleteRoute({
  path: '/api/v1/jobs/:id',
  operationId: 'deleteJob',
  summary: 'Delete a job',
  description: 'A job that has not ended is canceled first. The report of a job stays.',
  record: 'job',
  notFound: jobNotFound,
  remove: deleteJob,
});

/** The operations on jobs and batches of them. */
export const jobRoutes = [
  listJobsRoute,
  createRoute,
  showRoute,
  cancelRoute,
  deleteJobRoute,
  batchRoute,
  cancelBatchRoute,
] as const;
