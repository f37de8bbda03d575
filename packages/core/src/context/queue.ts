/**
 * Notifies workers that there is work. A ticket carries no data: jobs are in the store, and a worker that is
 * woken starts jobs until none is due. A ticket too many does nothing, and one that got lost is replaced by
 * the sweep that every worker makes each minute. `describeQueue` of `@sitegrade/testing` is this contract as
 * tests.
 */
export interface Queue {
  /**
   * Notifies workers that `count` jobs are due, now or after `delayMs`. Called after the jobs are stored. A
   * rejection loses nothing: the sweep finds the jobs.
   */
  announce(count: number, delayMs?: number): Promise<void>;
  /**
   * Waits until there may be work: for a ticket, or as long as workers wait before they ask the store without one; a
   * queue whose tickets reach all processes does not need that. Workers know from the store when something is due later,
   * and then abort `signal`. Resolves at once when it aborts. Never rejects for a failure that passes, such as a
   * database that restarts: it then waits, and tries again.
   *
   * @param emptyPolls - How often the worker has asked the store since it last started something. Default 0. The more,
   * the longer it may wait until it asks again.
   */
  wait(signal: AbortSignal, emptyPolls?: number): Promise<void>;
}
