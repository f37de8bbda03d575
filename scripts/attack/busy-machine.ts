import { setTimeout as wait } from 'node:timers/promises';

/** CPU time of one measurement, and the pause after it, in milliseconds: together, little work. */
const spinMs = 4;
const pauseMs = 100;

/**
 * Measures how many times longer work takes on this machine because of other processes, until it is stopped: a fixed
 * amount of CPU time next to the time on the clock that it took. A time on the clock in the same period is compared
 * with its bound times this.
 *
 * @returns A function that stops, and resolves with the mean: 1 on an idle machine.
 */
export function measureBusyMachine(): () => Promise<number> {
  const stopping = new AbortController();
  let wallMs = 0;
  let cpuMs = 0;
  const measure = (): void => {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    let used = 0;
    while (used < spinMs) {
      const { user, system } = process.cpuUsage(before);
      used = (user + system) / 1_000;
    }
    wallMs += performance.now() - startedAt;
    cpuMs += used;
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      measure();
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = run();
  return async () => {
    stopping.abort();
    await done;
    return Math.max(1, wallMs / cpuMs);
  };
}
