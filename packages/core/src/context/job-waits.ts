/** Requests of one owner that wait for a job at a time. */
const maxPerOwner = 5;

/** Requests of all owners that wait for a job at a time. */
const maxTotal = 50;

/**
 * Limits the requests that wait for a job, each of which holds a connection and reads the job again and again.
 */
export interface JobWaits {
  /**
   * Counts one more request: at most 5 of an owner and 50 in all.
   *
   * @returns a function to call when the wait is over, which has no effect when it is called again; `undefined`
   * if the request must not wait.
   */
  enter(ownerId: string): (() => void) | undefined;
}

/** Creates the limit of one context. */
export function createJobWaits(): JobWaits {
  const perOwner = new Map<string, number>();
  let total = 0;
  const add = (ownerId: string, change: 1 | -1) => {
    const count = (perOwner.get(ownerId) ?? 0) + change;
    if (count === 0) perOwner.delete(ownerId);
    else perOwner.set(ownerId, count);
    total += change;
  };

  return {
    enter(ownerId) {
      if (total >= maxTotal || (perOwner.get(ownerId) ?? 0) >= maxPerOwner) return undefined;
      add(ownerId, 1);
      let isWaiting = true;
      return () => {
        if (!isWaiting) return;
        isWaiting = false;
        add(ownerId, -1);
      };
    },
  };
}
