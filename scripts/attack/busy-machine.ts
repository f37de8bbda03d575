import { setTimeout as wait } from 'node:timers/promises';

/** CPU time of one measurement, and the pause after it, in milliseconds: together, little work. */
const spinMs = 4;
const pauseMs = 100;

/** A measurement of how many times longer work takes on this machine because of other processes. */
export interface BusyMachine {
  /** The mean so far: 1 on an idle machine. */
  readonly factor: () => number;
  readonly stop: () => void;
}

/**
 * Starts to measure a fixed amount of CPU time next to the time on the clock that it took. A time on the clock in the
 * same period is compared with its bound times this, unless it is compared with another time of the same run.
 */
export function measureBusyMachine(): BusyMachine {
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
  void run();
  return {
    factor: () => Math.max(1, wallMs / cpuMs),
    stop: () => stopping.abort(),
  };
}
