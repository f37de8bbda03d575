import type { FieldDataFailure, RenderFailure } from '@sitegrade/audit';
import type { ErrorRecord } from '../log/error-record.ts';

/**
 * What operators watch, identified by `type`: how workers, the store and the processes are, not what owners have. Minor
 * versions may add types and members, so ignore unknown ones.
 */
export type OperationEvent =
  | WorkClaimed
  | LeasesExpired
  | LeaseLost
  | WriteRefused
  | OutageBegan
  | OutageEnded
  | ProcessesSeen
  | WorkersMissing
  | WorkersFound
  | SettingsDiffer
  | SettingsAgree
  | RenderingFailed
  | FieldDataFailedEvent
  | Pruned;

/** What a worker works on. */
type WorkKind = 'job' | 'crawl';

/** A worker has asked the store for work. */
interface WorkClaimed {
  readonly type: 'work.claimed';
  readonly kind: WorkKind;
  /** Whether there was some. */
  readonly isFound: boolean;
  readonly durationMs: number;
}

/** Leases of jobs, or of pages and steps of crawls, were over: their workers have disappeared, or are too slow. */
interface LeasesExpired {
  readonly type: 'leases.expired';
  readonly kind: WorkKind;
  readonly count: number;
}

/** A worker could not store what it has done, because its lease was over and the work given to another. */
interface LeaseLost {
  readonly type: 'lease.lost';
  readonly kind: WorkKind;
  readonly ownerId: string;
  /** The job or the crawl. */
  readonly id: number;
}

/** A request to create something was refused: by a quota of the owner, or because the store accepts no changes. */
interface WriteRefused {
  readonly type: 'write.refused';
  readonly reason: 'quota_exceeded' | 'read_only';
}

/**
 * The store or the queue has begun to fail in this process, in this way. Later failures of the same kind belong to the
 * same outage, until `outage.ended`.
 */
interface OutageBegan {
  readonly type: 'outage.began';
  /** The code of the error, with its reason code; `internal` for an unexpected error. */
  readonly kind: string;
  /** The first error, with its stack and causes. Secrets are redacted. */
  readonly error: ErrorRecord;
}

/** Everything that had failed in this way has succeeded again, and nothing has failed for half a minute. */
interface OutageEnded {
  readonly type: 'outage.ended';
  readonly kind: string;
  readonly failures: number;
  /** Milliseconds from the first failure to the last. */
  readonly durationMs: number;
}

/** This process has recorded that it is alive, and knows which others are. Emitted every half a minute. */
interface ProcessesSeen {
  readonly type: 'processes.seen';
  readonly servers: number;
  readonly workers: number;
}

/** No worker has been alive for two minutes, while this process takes requests: jobs and crawls wait. */
interface WorkersMissing {
  readonly type: 'workers.missing';
}

/** There is a worker again. */
interface WorkersFound {
  readonly type: 'workers.found';
}

/** Settings that all processes should have in common have differed for two minutes. Their values are not known. */
interface SettingsDiffer {
  readonly type: 'settings.differ';
  /** The options of `createContext` and `startWorker` that differ, such as `network.allowAddresses`. */
  readonly names: readonly string[];
  /** How many of the other processes have another value. */
  readonly processes: number;
}

/** The settings of all processes are the same again. */
interface SettingsAgree {
  readonly type: 'settings.agree';
}

/** A page was not rendered. Its report is about the HTML of the server. */
interface RenderingFailed {
  readonly type: 'rendering.failed';
  readonly ownerId: string;
  /** With `[redacted]` in place of secrets in parameters. */
  readonly url: string;
  readonly reason: RenderFailure;
  /** What the renderer says of it; `null` if it says nothing. */
  readonly error: ErrorRecord | null;
}

/**
 * The source of field data has failed. Reports have none until it works again. `cruxFieldData` requests nothing for a
 * while then, so that there is one event for many reports.
 */
interface FieldDataFailedEvent {
  readonly type: 'field_data.failed';
  readonly reason: FieldDataFailure;
  /** What the source says of it. It has no URL and no key. */
  readonly error: ErrorRecord;
}

/** A worker has deleted what is older than it is to be kept. `unsent_mails` have waited for four days, as no process sends mails. */
interface Pruned {
  readonly type: 'pruned';
  readonly kind:
    | 'reports'
    | 'crawls'
    | 'idempotency_keys'
    | 'jobs'
    | 'deliveries'
    | 'mails'
    | 'unsent_mails';
  /** At least 1. */
  readonly count: number;
}
