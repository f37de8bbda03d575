/** The CPU time of one analysis. All of its synchronous work is charged to it. */
export interface CpuAccount {
  /** The owner for fair scheduling: see `takeSlices`. */
  readonly ownerId: string;
  /** Aborts the work, which then throws its reason. */
  readonly signal: AbortSignal | undefined;
  /** Starts a measurement. The returned function returns the milliseconds of work since then. */
  readonly measure: () => () => number;
  /** Adds milliseconds of work. */
  readonly charge: (ms: number) => void;
}

/** Options of {@link openCpuAccount}. */
interface CpuAccountOptions {
  /** Work without an owner counts as one owner. */
  readonly ownerId?: string;
  /** Milliseconds of work; no limit by default. */
  readonly limitMs?: number;
  /** Called once when the limit is reached. It must abort the work through `signal`. */
  readonly onSpent?: () => void;
  readonly signal?: AbortSignal;
  /** Default: {@link measureCpu}. */
  readonly measure?: CpuAccount['measure'];
}

/** Opens the CPU account of an analysis, or of work without one. */
export function openCpuAccount(options: CpuAccountOptions = {}): CpuAccount {
  const { ownerId = '', limitMs = Number.POSITIVE_INFINITY, onSpent, signal } = options;
  let left = limitMs;
  return {
    ownerId,
    signal,
    measure: options.measure ?? measureCpu,
    charge: (ms) => {
      const wasOpen = left > 0;
      left -= ms;
      if (wasOpen && left <= 0) onSpent?.();
    },
  };
}

/**
 * Measures the CPU time of this thread: that of the process, but not more than the elapsed time, because
 * other threads may have run at the same time.
 */
function measureCpu(): () => number {
  const [startedAt, cpuAtStart] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpuAtStart);
    return Math.min(performance.now() - startedAt, (user + system) / 1000);
  };
}
