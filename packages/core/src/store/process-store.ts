/**
 * The processes that use the store: servers and workers. Each records now and then that it is alive. Times as in
 * `JobStore`: a store that several machines share uses the clock of its database.
 */
export interface ProcessStore {
  /**
   * Records that a process is alive, forgets some of those that have not done so for `aliveMs`, and returns those that
   * are alive, this one included: the one that started first, first, and of two that started together, the one with the
   * lower id. At most `maxProcesses`.
   */
  beat(beat: ProcessBeat): Promise<readonly LiveProcess[]>;
  /** Forgets a process that ends. */
  end(id: string): Promise<void>;
}

/** The most processes that {@link ProcessStore.beat} returns. */
export const maxProcesses = 1_000;

/** What a process does: `server` takes requests, `worker` runs jobs and crawls. One that does both counts as two. */
export type ProcessRole = 'server' | 'worker';

/** A process that is alive. */
export interface ProcessBeat {
  /** 1 to 64 characters, never used before by another process. */
  readonly id: string;
  readonly role: ProcessRole;
  /** A digest of each setting that all processes should have in common, by its name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Milliseconds for which a process counts as alive after it has recorded that. */
  readonly aliveMs: number;
  readonly now: Date;
}

/** A process that has recorded that it is alive. */
export interface LiveProcess extends Pick<ProcessBeat, 'id' | 'role' | 'settings'> {
  /** When it first did so. */
  readonly startedAt: Date;
}
