import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../budgets/time-node.ts';

/** What the fixed work takes on the machine that the bounds are stated for, with little else running, in milliseconds. */
const statedMs = 3.3;
const pauseMs = 100;
/** How often its CPU time is measured before the rest: an attack may end before the first pause has. */
const atFirst = 9;

/** Text and objects, as reports are made of. */
const words = Array.from({ length: 50_000 }, (_, at) => `word-${at % 1_000}`).join(' ');

function fixedWork(): number {
  const counts = new Map<string, number>();
  for (const word of words.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts.size;
}

/** How many times longer work takes on this machine, and at this moment, than where the bounds are stated for. */
export interface MachineSpeed {
  /** On the clock, as other processes take turns; the mean so far, at least 1. */
  readonly clock: () => number;
  /** In CPU time of a thread, as the machine is slow or its caches are shared; the median so far, at least 1. */
  readonly cpu: () => number;
  readonly stop: () => void;
}

/**
 * Starts to measure fixed work again and again. Times of the same period are compared with their bounds times this,
 * unless they are compared with another time of the same run.
 */
export function measureMachineSpeed(): MachineSpeed {
  const stopping = new AbortController();
  const clockMs: number[] = [];
  const cpuMs: number[] = [];
  const measureCpu = (): void => {
    const before = process.cpuUsage();
    fixedWork();
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1_000);
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      measureCpu();
      clockMs.push(performance.now() - startedAt);
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  for (let count = 0; count < atFirst; count++) measureCpu();
  void run();
  return {
    clock: () => Math.max(1, mean(clockMs) / statedMs),
    // Garbage is collected in some of them.
    cpu: () => Math.max(1, median(cpuMs) / statedMs),
    stop: () => stopping.abort(),
  };
}

/** Lets the fixed work be compiled, before it is measured. */
export function warmFixedWork(): void {
  for (let count = 0; count < 100; count++) fixedWork();
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
