import type { Crawl } from './crawl.ts';
import type { CrawlCreation, NewCrawl } from './crawl-store.ts';
import type { Job } from './job.ts';
import type { JobCreation, NewJobs } from './job-store.ts';
import type { MissedReason, Schedule, ScheduleTime } from './schedule.ts';

/**
 * The schedules of websites, and which of them are due. A schedule is deleted with its website.
 *
 * Times as in `JobStore`: what is due, and when a run has started, is decided by the clock of the database if several
 * machines share the store. `updatedAt` is the given time.
 */
export interface ScheduleStore {
  /**
   * Stores the schedule of a website, in place of the one that it may have: that keeps its `createdAt` and what is
   * known of its runs. Validates in this order: the website exists, `onlyIf`, the quota.
   */
  set(schedule: NewSchedule, onlyIf?: ScheduleCondition): Promise<ScheduleSetting>;
  find(ownerId: string, websiteId: number): Promise<Schedule | undefined>;
  delete(ownerId: string, websiteId: number, onlyIf?: ScheduleCondition): Promise<ScheduleDeletion>;
  /** Some schedules of all owners whose next run is due and not put off, those that have been due longest first. */
  due(query: DueQuery): Promise<DueSchedules>;
  /**
   * Starts a run: creates its jobs as `jobs.create` does, or its crawl as `crawls.create` does, and moves the next
   * run; all or nothing. Of concurrent calls for one run, one starts it. If a quota would be exceeded, nothing changes,
   * and the run stays due.
   */
  start(run: ScheduledRun): Promise<RunStart>;
  /** Moves the next run without starting anything. `false`, without any change, if the run is no longer the next. */
  skip(run: SkippedRun): Promise<boolean>;
  /**
   * Puts runs off, at most 1,000: `due` returns them again after a delay. `nextRunAt` stays. Leaves out those that are no
   * longer the next of their schedule, and may leave out those that another call changes.
   */
  defer(runs: readonly DeferredRun[], now: Date): Promise<void>;
}

/**
 * Checks the schedule, `undefined` if there is none, at the moment it would be changed. A store that retries calls it
 * again, so it must have no side effects.
 */
export type ScheduleCondition = (current: Schedule | undefined) => boolean;

/** A schedule to store. */
export interface NewSchedule
  extends ScheduleTime,
    Pick<Schedule, 'websiteId' | 'task' | 'crawl' | 'nextRunAt' | 'updatedAt'> {
  readonly ownerId: string;
  /** How many schedules the owner may have, with this one. Replacing one is always allowed. */
  readonly maxSchedules: number;
}

/** The outcome of {@link ScheduleStore.set}. */
export type ScheduleSetting =
  | { readonly outcome: 'created' | 'replaced'; readonly schedule: Schedule }
  | { readonly outcome: 'missing' | 'condition_failed' }
  | {
      readonly outcome: 'quota_exceeded';
      /** How many schedules the owner has. */
      readonly used: number;
    };

/** The outcome of {@link ScheduleStore.delete}. */
export interface ScheduleDeletion {
  readonly outcome: 'deleted' | 'missing' | 'condition_failed';
}

/** Which due schedules to read. */
export interface DueQuery {
  readonly limit: number;
  readonly now: Date;
}

/** Schedules that are due. */
export interface DueSchedules {
  /** The time by which they are. */
  readonly now: Date;
  readonly schedules: readonly {
    readonly ownerId: string;
    readonly schedule: Schedule;
    /** Whether its run was put off. */
    readonly isDeferred: boolean;
  }[];
}

/** Identifies a run of a schedule. */
interface RunOfSchedule {
  readonly ownerId: string;
  readonly websiteId: number;
  /** The `nextRunAt` of the schedule: the run is its next one as long as that is the same. */
  readonly dueAt: Date;
}

/** A run to start. */
export interface ScheduledRun extends RunOfSchedule {
  /** When the schedule runs after that. */
  readonly nextRunAt: Date;
  readonly work:
    | { readonly task: 'reports'; readonly jobs: NewJobs }
    | { readonly task: 'crawl'; readonly crawl: NewCrawl };
  readonly now: Date;
}

/**
 * The outcome of {@link ScheduleStore.start}. `taken`: the run is no longer the next one, as it was started, or the
 * schedule was replaced or deleted. `refused`: a quota would be exceeded.
 */
export type RunStart =
  | { readonly outcome: 'started'; readonly jobs: readonly Job[]; readonly crawl: null }
  | { readonly outcome: 'started'; readonly jobs: null; readonly crawl: Crawl }
  | { readonly outcome: 'taken' }
  | {
      readonly outcome: 'refused';
      readonly creation: Extract<JobCreation | CrawlCreation, { outcome: 'quota_exceeded' }>;
    };

/** A run that is not started. */
export interface SkippedRun extends RunOfSchedule {
  readonly nextRunAt: Date;
  /** Why it was missed; `null` if it was not, as the time of the run has changed. */
  readonly missed: MissedReason | null;
}

/** A run to put off. */
export interface DeferredRun extends Omit<RunOfSchedule, 'ownerId'> {
  readonly delayMs: number;
}
