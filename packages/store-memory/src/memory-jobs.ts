import type { Job, JobProgress } from '@sitegrade/core';
import {
  compareCodePoints,
  jobListing,
  jobStatuses,
  maxSearchedJobs,
} from '@sitegrade/core/internal';
import {
  type AttemptOutcome,
  hostOfJob,
  type JobClaim,
  type JobCreation,
  type JobLease,
  type JobStore,
  type NewJobs,
} from '@sitegrade/core/store';
import { completeAttempt, isInProgress } from './memory-attempts.ts';
import { hasRoomForJob, waitingJobs } from './memory-hosts.ts';
import { listInMemory } from './memory-listing.ts';
import { insertEvent } from './memory-outbox.ts';
import { isOwned, type JobRow, type MemoryTables } from './memory-tables.ts';

/** Milliseconds between the places of an owner's jobs that wait for one host: so those of several owners alternate. */
const placeMs = 30_000;

/** The jobs of a memory store. */
export function memoryJobs(tables: MemoryTables): JobStore {
  return {
    async create(jobs, attempt) {
      if (attempt && !tables.attempts.some(isInProgress(attempt))) return { outcome: 'key_lost' };
      const creation = createJobs(tables, jobs);
      const [first] = creation.outcome === 'created' ? creation.jobs : [];
      if (attempt && first) {
        completeAttempt(tables, attempt, { kind: jobs.isBatch ? 'batch' : 'job', id: first.id });
      }
      return creation;
    },
    async find(ownerId, id) {
      const row = tables.jobs.find(isOwned(ownerId, id));
      return row && toJob(row);
    },
    async list(ownerId, query) {
      const jobs = tables.jobs.filter((row) => row.ownerId === ownerId).map(toJob);
      const searched = query.search === undefined ? jobs : jobs.slice(-maxSearchedJobs);
      return listInMemory(searched, query, jobListing);
    },
    async progress(ownerId, batchId) {
      const jobs = tables.jobs.filter((row) => row.ownerId === ownerId && row.batchId === batchId);
      if (jobs.length === 0) return undefined;
      const counts = jobStatuses.map((status) => [
        status,
        jobs.filter((job) => job.status === status).length,
      ]);
      return Object.fromEntries(counts) as JobProgress;
    },
    async countUnended() {
      const countOf = (status: Job['status']) =>
        tables.jobs.filter((job) => job.status === status).length;
      return { queued: countOf('queued'), running: countOf('running') };
    },
    async claim(query) {
      keepRoom(tables, query);
      let row = nextJob(tables, query);
      while (row !== undefined && !mayStart(tables, row, query)) {
        waitForHost(tables, row, query.now);
        keepRoom(tables, query);
        row = nextJob(tables, query);
      }
      if (row === undefined) return undefined;
      const { now, token, leaseMs } = query;
      const started: JobRow = {
        ...row,
        status: 'running',
        attempts: row.attempts + 1,
        startedAt: now,
        nextAttemptAt: null,
        hostPlace: 0,
        lease: { token, endsAt: new Date(now.getTime() + leaseMs) },
      };
      replace(tables, started);
      tables.claims.set(row.ownerId, tables.lastIds.claim);
      tables.lastIds.claim += 1;
      return { ownerId: row.ownerId, job: toJob(started), lease: { jobId: row.id, token } };
    },
    async end(lease, outcome, now) {
      const row = leasedJob(tables, lease);
      if (row === undefined) return false;
      endAttempt(tables, row, outcome, now);
      return true;
    },
    async cancel(ownerId, id, now) {
      const row = tables.jobs.find(isOwned(ownerId, id));
      if (row === undefined) return undefined;
      const isNew = row.endedAt === null;
      return { job: toJob(isNew ? cancelRow(tables, row, now) : row), isNew };
    },
    async cancelBatch(ownerId, { batchId, limit, now }) {
      const rows = tables.jobs
        .filter((row) => row.ownerId === ownerId && row.batchId === batchId)
        .filter(({ endedAt }) => endedAt === null)
        .slice(0, limit);
      return rows.map((row) => cancelRow(tables, row, now).id);
    },
    async delete(ownerId, id) {
      const before = tables.jobs.length;
      tables.jobs = tables.jobs.filter((row) => !isOwned(ownerId, id)(row));
      return tables.jobs.length < before;
    },
    async sweep({ now, maxAttempts, error, keepMs, limit }) {
      const over = tables.jobs.filter(({ lease }) => lease && lease.endsAt <= now).slice(0, limit);
      const swept = over.map((row) => {
        const isLast = row.attempts >= maxAttempts;
        const outcome = isLast
          ? ({ kind: 'failed', error } as const)
          : ({ kind: 'retry', error, delayMs: 0 } as const);
        const after = endAttempt(tables, row, outcome, now);
        return { ownerId: row.ownerId, job: toJob(after) };
      });
      const keptSince = now.getTime() - keepMs;
      const outdated = tables.jobs
        .filter(({ endedAt }) => endedAt !== null && endedAt.getTime() < keptSince)
        .slice(0, limit);
      tables.jobs = tables.jobs.filter((row) => !outdated.includes(row));
      const failed = swept.filter(({ job }) => job.status === 'failed');
      return {
        queuedAgain: swept.length - failed.length,
        failed,
        deleted: outdated.length,
        isDone: over.length < limit && outdated.length < limit,
        due: tables.jobs.filter((row) => isDue(row, now)).slice(0, limit).length,
      };
    },
  };
}

/** The job that this lease is for, if the lease has not ended. */
export function leasedJob({ jobs }: MemoryTables, { jobId, token }: JobLease): JobRow | undefined {
  return jobs.find(({ id, lease }) => id === jobId && lease?.token === token);
}

/** Records the report of a job. */
export function completeJob(tables: MemoryTables, row: JobRow, reportId: number, now: Date): void {
  replace(tables, { ...row, status: 'done', reportId, error: null, endedAt: now, lease: null });
}

/** When the queued jobs are due, in milliseconds since 1970; 0 for at once. */
export function dueTimesOfJobs({ jobs }: MemoryTables): readonly number[] {
  return jobs
    .filter(({ status }) => status === 'queued')
    .map(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? 0);
}

/** Since when the queued jobs are due that are. */
export function dueSinces({ jobs }: MemoryTables, now: Date): readonly number[] {
  return jobs
    .filter(({ status }) => status === 'queued')
    .map(({ nextAttemptAt, createdAt }) => (nextAttemptAt ?? createdAt).getTime())
    .filter((dueAt) => dueAt <= now.getTime());
}

/** Inserts jobs, unless a quota would be exceeded. */
export function createJobs(
  tables: MemoryTables,
  { ownerId, urls, isBatch, createdAt, maxQueued }: NewJobs,
): Exclude<JobCreation, { readonly outcome: 'key_lost' }> {
  const queued = tables.jobs.filter(
    (row) => row.ownerId === ownerId && row.status === 'queued',
  ).length;
  if (queued + urls.length > maxQueued) return { outcome: 'quota_exceeded', queued };
  const firstId = tables.lastIds.job + 1;
  const rows = urls.map(
    (url, index): JobRow => ({
      ownerId,
      id: firstId + index,
      batchId: isBatch ? firstId : null,
      url,
      status: 'queued',
      attempts: 0,
      reportId: null,
      error: null,
      createdAt,
      startedAt: null,
      endedAt: null,
      nextAttemptAt: null,
      hostPlace: 0,
      lease: null,
    }),
  );
  tables.lastIds.job += urls.length;
  tables.jobs = [...tables.jobs, ...rows];
  return { outcome: 'created', jobs: rows.map(toJob) };
}

function isDue({ status, nextAttemptAt }: JobRow, now: Date): boolean {
  return status === 'queued' && (nextAttemptAt === null || nextAttemptAt <= now);
}

/** The oldest due job of the owner whose turn it is. */
function nextJob(tables: MemoryTables, { now, exceptOwner }: JobClaim): JobRow | undefined {
  const due = tables.jobs
    .filter((row) => isDue(row, now) && row.hostPlace <= 0)
    .filter(({ ownerId }) => ownerId !== exceptOwner);
  const runningOf = (ownerId: string) =>
    tables.jobs.filter((row) => row.ownerId === ownerId && row.status === 'running').length;
  const lastClaimOf = (ownerId: string) => tables.claims.get(ownerId) ?? -1;
  const [next] = [...new Set(due.map(({ ownerId }) => ownerId))].sort(
    (a, b) =>
      runningOf(a) - runningOf(b) || lastClaimOf(a) - lastClaimOf(b) || compareCodePoints(a, b),
  );
  const ofNext = due.filter(({ ownerId }) => ownerId === next);
  const [repeated] = ofNext
    .filter(({ nextAttemptAt }) => nextAttemptAt !== null)
    .sort((a, b) => Number(a.nextAttemptAt) - Number(b.nextAttemptAt) || a.id - b.id);
  return repeated ?? ofNext[0];
}

/** Ends an attempt that created no report, and returns the job. */
function endAttempt(tables: MemoryTables, row: JobRow, outcome: AttemptOutcome, now: Date): JobRow {
  const after = afterAttempt(row, outcome, now);
  replace(tables, after);
  if (outcome.kind === 'failed') {
    insertEvent(tables, row.ownerId, { kind: 'failed_job', jobId: row.id }, now);
  }
  return after;
}

function afterAttempt(row: JobRow, outcome: AttemptOutcome, now: Date): JobRow {
  if (outcome.kind === 'failed') {
    return { ...row, status: 'failed', error: outcome.error, endedAt: now, lease: null };
  }
  if (outcome.kind === 'given_back') {
    return {
      ...row,
      status: 'queued',
      attempts: row.attempts - 1,
      nextAttemptAt: after(now, outcome.delayMs ?? 0),
      lease: null,
    };
  }
  const nextAttemptAt = after(now, outcome.delayMs);
  return { ...row, status: 'queued', error: outcome.error, nextAttemptAt, lease: null };
}

/** When a job is due again; `null` for at once. */
function after(now: Date, delayMs: number): Date | null {
  return delayMs === 0 ? null : new Date(now.getTime() + delayMs);
}

function cancelRow(tables: MemoryTables, row: JobRow, now: Date): JobRow {
  const canceled: JobRow = {
    ...row,
    status: 'canceled',
    endedAt: now,
    error: null,
    nextAttemptAt: null,
    hostPlace: 0,
    lease: null,
  };
  replace(tables, canceled);
  return canceled;
}

function replace(tables: MemoryTables, row: JobRow): void {
  tables.jobs = tables.jobs.map((other) => (other.id === row.id ? row : other));
}

/** Whether room of its host is kept for a job, or its host has room for which no job waits. */
function mayStart(tables: MemoryTables, { url, hostPlace }: JobRow, query: JobClaim): boolean {
  const host = hostOfJob(url);
  if (hostPlace < 0) return true;
  return waitingJobs(tables, host).length === 0 && hasRoomForJob(tables, host, query);
}

/** Lets the due jobs of an owner that are of the same host as one of them wait for it. */
function waitForHost(tables: MemoryTables, { ownerId, url }: JobRow, now: Date): void {
  const host = hostOfJob(url);
  const places = waitingJobs(tables, host)
    .filter((row) => row.ownerId === ownerId)
    .map(({ hostPlace }) => hostPlace + placeMs);
  let place = Math.max(now.getTime(), ...places);
  const ofHost = (row: JobRow) => row.ownerId === ownerId && hostOfJob(row.url) === host;
  const due = tables.jobs
    .filter((row) => ofHost(row) && isDue(row, now) && row.hostPlace === 0)
    .sort((a, b) => Number(a.nextAttemptAt) - Number(b.nextAttemptAt) || a.id - b.id);
  for (const row of due) {
    replace(tables, { ...row, hostPlace: place });
    place += placeMs;
  }
}

/** Keeps room of each host that has some for the jobs that wait for it. */
function keepRoom(tables: MemoryTables, query: JobClaim): void {
  const waiting = tables.jobs.filter(({ hostPlace }) => hostPlace > 0);
  for (const host of new Set(waiting.map(({ url }) => hostOfJob(url)))) {
    for (const row of waitingJobs(tables, host)) {
      if (!hasRoomForJob(tables, host, query)) break;
      replace(tables, { ...row, hostPlace: -1 });
    }
  }
}

function toJob({ ownerId: _, hostPlace: _1, lease: _2, ...job }: JobRow): Job {
  return job;
}
