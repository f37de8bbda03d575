import type { Job, JobError, JobProgress, JobStatus } from '../store/job.ts';
import { maxUrlLength } from '../store/report.ts';
import type { CsvColumns } from './csv.ts';
import { constant, declareRecord, from } from './declare-record.ts';
import {
  countSchema,
  dateTimeSchema,
  enumSchema,
  idSchema,
  objectSchema,
  orNull,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

/** The error of a job, as JSON, with the names of the API's errors. */
function jobErrorRecord({ code, message, reason, issues }: JobError) {
  return {
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(issues === undefined ? {} : { errors: issues }),
  };
}

/** The schema of {@link jobErrorRecord}. */
export const jobErrorSchema = objectSchema<ReturnType<typeof jobErrorRecord>>(
  'The error that creating the report would have returned.',
  {
    code: stringSchema('Code of the error, as in a problem document.'),
    message: stringSchema('What happened, for people.'),
  },
  {
    reason: stringSchema('A more specific reason, as in a problem document.'),
    errors: refTo('FieldErrors'),
  },
);

/** What has an error of a job. */
type WithError = { readonly error: JobError | null };

/** The error of a job or of a page, as JSON. */
export function errorRecordOrNull({ error }: WithError) {
  return error && jobErrorRecord(error);
}

/** The columns of an error of a job or of a page. */
export const errorColumns: CsvColumns<WithError> = {
  error_code: ({ error }) => error?.code ?? null,
  error_reason: ({ error }) => error?.reason ?? null,
  error_message: ({ error }) => error?.message ?? null,
};

const meanings: Readonly<Record<JobStatus, string>> = {
  queued: 'waits for its first or next attempt',
  running: 'a worker creates the report',
  done: 'the report is stored',
  failed: 'there will be no report; `error` says why',
  canceled: 'there will be no report, because the job was canceled',
};

const countOf = (status: JobStatus): Schema =>
  countSchema(`Number of jobs with the status \`${status}\`.`);

/** A report that is created in the background. */
export const declaredJob = declareRecord<Job>()('A report that is created in the background.', {
  id: idSchema('Id of the job. Newer jobs have higher ids.'),
  object: constant('job'),
  batch_id: orNull(idSchema('Id of the batch that the job belongs to, or `null`.')),
  url: stringSchema(
    'URL of the page, normalised; without a scheme if none was sent.',
    maxUrlLength,
  ),
  status: enumSchema<Job['status']>('State of the job. The last three are final.', meanings),
  attempts: countSchema('How many times the job was started.'),
  report_id: orNull(
    idSchema(
      'Id of the report of a job that is `done`, which may have been deleted; `null` otherwise.',
    ),
  ),
  error: from(
    refOrNull('Why the job failed, or why its last attempt did, or `null`.', 'JobError'),
    errorRecordOrNull,
    errorColumns,
  ),
  created_at: dateTimeSchema('When the job was created.'),
  started_at: orNull(dateTimeSchema('When its last attempt began, or `null`.')),
  ended_at: orNull(dateTimeSchema('When it was done, failed or canceled, or `null`.')),
  next_attempt_at: orNull(
    dateTimeSchema(
      'When a job that is `queued` may be started again after an attempt that failed, or `null`.',
    ),
  ),
});

/** How many jobs of a batch are in each state. */
export const batchProgress = declareRecord<JobProgress>()(
  'How many jobs of a batch are in each state.',
  {
    queued: countOf('queued'),
    running: countOf('running'),
    done: countOf('done'),
    failed: countOf('failed'),
    canceled: countOf('canceled'),
  },
);

/** The jobs that were created by one request. */
export const declaredBatch = declareRecord<{
  readonly batchId: number;
  readonly progress: JobProgress;
}>()('The jobs that were created by one request.', {
  object: constant('batch'),
  batch_id: idSchema('Id of the batch: the filter of `GET /jobs`, and the path of the batch.'),
  jobs_count: from(countSchema('Number of jobs.', 1), ({ progress }) => {
    const { queued, running, done, failed, canceled } = progress;
    return queued + running + done + failed + canceled;
  }),
  progress: from(refTo('BatchProgress'), ({ progress }) => batchProgress.record(progress)),
});

/**
 * A job, as JSON: `GET /jobs/{id}` of the HTTP API, and an item of `GET /jobs`.
 *
 * @param job - A job, from `getJob` for example.
 * @example
 * ```ts
 * const { rows } = await listJobs(context, 'user-1', { status: 'failed' });
 * const data = rows.map(jobRecord);
 * ```
 */
export function jobRecord(job: Job) {
  return declaredJob.record(job);
}

/**
 * A batch of jobs, as JSON: `GET /batches/{id}` of the HTTP API.
 *
 * @param batchId - The id of the batch: `batchId` of its jobs.
 * @param progress - From `getJobProgress`.
 * @example
 * ```ts
 * const record = batchRecord(12, await getJobProgress(context, 'user-1', 12));
 * console.log(`${record.progress.done} of ${record.jobs_count}`);
 * ```
 */
export function batchRecord(batchId: number, progress: JobProgress) {
  return declaredBatch.record({ batchId, progress });
}
