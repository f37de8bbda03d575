import type { Job } from '../store/job.ts';
import type { CsvColumns } from './csv.ts';
import { jobRecord } from './job-record.ts';

/** The columns of a list of jobs: the fields of a job, those of its error with their names joined. */
export const jobColumns: CsvColumns<Job> = {
  id: ({ id }) => id,
  batch_id: ({ batchId }) => batchId,
  url: ({ url }) => url,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  report_id: ({ reportId }) => reportId,
  error_code: ({ error }) => error?.code ?? null,
  error_reason: ({ error }) => error?.reason ?? null,
  error_message: ({ error }) => error?.message ?? null,
  created_at: (job) => jobRecord(job).created_at,
  started_at: (job) => jobRecord(job).started_at,
  ended_at: (job) => jobRecord(job).ended_at,
  next_attempt_at: (job) => jobRecord(job).next_attempt_at,
};
