/** What one analysis spends of the event loop. All of its synchronous work is charged to it. */
export interface CpuAccount {
  /** Who shares the event loop with the other owners: see `takeSlices`. */
  readonly ownerId: string;
  /** Ends the work; its reason is what is thrown then. */
  readonly signal: AbortSignal | undefined;
  /** Starts to measure work; what it returns gives the milliseconds of work since. */
  readonly measure: () => () => number;
  /** Adds milliseconds of work. */
  readonly charge: (ms: number) => void;
}

/** Whose account it is, and what it holds. */
interface CpuAccountOptions {
  /** Default: one owner for all work that names none. */
  readonly ownerId?: string;
  /** Milliseconds of work; no limit by default. */
  readonly limitMs?: number;
  /** Is called once, as soon as the account is spent: it has to end the work, through `signal`. */
  readonly onSpent?: () => void;
  readonly signal?: AbortSignal;
  /** Default: {@link measureCpu}. */
  readonly measure?: CpuAccount['measure'];
}

/** Opens the account of one analysis, or of work that belongs to none. */
export function openCpuAccount(options: CpuAccountOptions = {}): CpuAccount {
  const { ownerId = '', limitMs = Number.POSITIVE_INFINITY, onSpent, signal } = options;
  let left = limitMs;
  return {
    ownerId,
    signal,
    measure: options.measure ?? measureCpu,
    charge: (ms) => {
      const hadSome = left > 0;
      left -= ms;
      if (hadSome && left <= 0) onSpent?.();
    },
  };
}

/**
 * Measures CPU time of the process, as far as this thread can have used it: time that other processes
 * took is no work, and neither is what other threads did at once.
 */
function measureCpu(): () => number {
  const [startedAt, cpuAtStart] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpuAtStart);
    return Math.min(performance.now() - startedAt, (user + system) / 1000);
  };
}
