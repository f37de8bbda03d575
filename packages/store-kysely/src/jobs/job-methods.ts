import type { JobStore } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { isId } from '../ids.ts';
import type { Runner } from '../work.ts';
import { claimJob } from './claim-job.ts';
import { cancelJob, cancelJobsOfBatch, deleteJob, endAttempt } from './end-job.ts';
import { createJobs } from './insert-jobs.ts';
import { findJob } from './job-row.ts';
import { countUnended } from './lanes.ts';
import { countJobsOfBatch, listJobRows } from './list-jobs.ts';
import { sweepJobs } from './sweep-jobs.ts';

/** The jobs of a store. */
export function jobStore(builder: QueryBuilder, runner: Runner): JobStore {
  const { read, write, readStatement: readOnce } = runner;
  return {
    create: (jobs, attempt) => write(() => createJobs(builder, jobs, attempt)),
    find: async (ownerId, id) =>
      isId(id) ? readOnce(() => findJob(builder, ownerId, id)) : undefined,
    list: async (ownerId, query) =>
      isId(query.batchId ?? 1)
        ? read(() => listJobRows(builder, ownerId, query))
        : { rows: [], total: 0, totalRelation: 'eq' },
    progress: async (ownerId, batchId) =>
      isId(batchId) ? readOnce(() => countJobsOfBatch(builder, ownerId, batchId)) : undefined,
    countUnended: () => readOnce(() => countUnended(builder)),
    claim: (query) => claimJob(builder, runner, query),
    end: async ({ jobId, token }, outcome, now) =>
      isId(jobId) && write(() => endAttempt(builder, { jobId, token }, outcome, now)),
    cancel: async (ownerId, id, now) =>
      isId(id) ? write(() => cancelJob(builder, ownerId, id, now)) : undefined,
    cancelBatch: async (ownerId, batch) =>
      isId(batch.batchId) ? write(() => cancelJobsOfBatch(builder, ownerId, batch)) : [],
    delete: async (ownerId, id) => isId(id) && write(() => deleteJob(builder, ownerId, id)),
    sweep: (query) => write(() => sweepJobs(builder, query)),
  };
}
