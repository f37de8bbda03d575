import type { batchRecord, jobErrorRecord, jobRecord } from '../../records/job-record.ts';
import type { Job, JobStatus } from '../../store/job.ts';
import { maxUrlLength } from '../../store/report.ts';
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

type JobRecord = ReturnType<typeof jobRecord>;
type BatchRecord = ReturnType<typeof batchRecord>;

const meanings: Readonly<Record<JobStatus, string>> = {
  queued: 'waits for its first or next attempt',
  running: 'a worker creates the report',
  done: 'the report is stored',
  failed: 'there will be no report; `error` says why',
  canceled: 'there will be no report, because the job was canceled',
};

const countOf = (status: JobStatus): Schema =>
  countSchema(`Number of jobs with the status \`${status}\`.`);

/** The schemas of jobs, by name. */
export const jobSchemas = {
  Job: objectSchema<JobRecord>(
    'A report that is created in the background.',
    {
      id: idSchema('Id of the job. Newer jobs have higher ids.'),
      object: { description: 'Type of the record.', type: 'string', const: 'job' },
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
      error: refOrNull('Why the job failed, or why its last attempt did, or `null`.', 'JobError'),
      created_at: dateTimeSchema('When the job was created.'),
      started_at: orNull(dateTimeSchema('When its last attempt began, or `null`.')),
      ended_at: orNull(dateTimeSchema('When it was done, failed or canceled, or `null`.')),
      next_attempt_at: orNull(
        dateTimeSchema(
          'When a job that is `queued` may be started again after an attempt that failed, or `null`.',
        ),
      ),
    },
    {},
  ),
  JobError: objectSchema<ReturnType<typeof jobErrorRecord>>(
    'The error that creating the report would have returned.',
    {
      code: stringSchema('Code of the error, as in a problem document.'),
      message: stringSchema('What happened, for people.'),
    },
    {
      reason: stringSchema('A more specific reason, as in a problem document.'),
      errors: refTo('FieldErrors'),
    },
  ),
  Batch: objectSchema<BatchRecord>(
    'The jobs that were created by one request.',
    {
      object: { description: 'Type of the record.', type: 'string', const: 'batch' },
      batch_id: idSchema('Id of the batch: the filter of `GET /jobs`, and the path of the batch.'),
      jobs_count: countSchema('Number of jobs.', 1),
      progress: refTo('BatchProgress'),
    },
    {},
  ),
  BatchProgress: objectSchema<BatchRecord['progress']>(
    'How many jobs of a batch are in each state.',
    {
      queued: countOf('queued'),
      running: countOf('running'),
      done: countOf('done'),
      failed: countOf('failed'),
      canceled: countOf('canceled'),
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;
