import type { CrawlStep } from '@sitegrade/core/store';
import { stepLine } from '../crawls/held-steps.ts';
import type { WorkerProcess } from './start-workers.ts';

/**
 * What happens to the worker of a step: it is killed; it is frozen, and goes on while another worker does the step;
 * or it takes longer than the lease.
 */
export interface StepFault {
  readonly step: CrawlStep;
  readonly fault: 'kill' | 'freeze' | 'slow';
}

/** The times of the faults, in milliseconds. */
export interface StepTimes {
  /** The lease of a step. */
  readonly leaseMs: number;
  /** How long a slow step takes: longer than the lease. */
  readonly slowMs: number;
  /** How long a worker is frozen: longer than the lease. */
  readonly frozenMs: number;
}

/** Each fault, and each step. */
export const quickStepFaults: readonly StepFault[] = [
  { step: 'start', fault: 'kill' },
  { step: 'expand', fault: 'slow' },
  { step: 'expand', fault: 'freeze' },
  { step: 'finish', fault: 'kill' },
];

/** Faults of a short run: a lease is as short as the time between two renewals allows. */
export const quickTimes: StepTimes = { leaseMs: 15_000, slowMs: 22_000, frozenMs: 25_000 };

/** Faults of a long run. */
export const allStepFaults: readonly StepFault[] = [
  { step: 'start', fault: 'freeze' },
  { step: 'start', fault: 'kill' },
  { step: 'expand', fault: 'kill' },
  { step: 'expand', fault: 'slow' },
  { step: 'expand', fault: 'freeze' },
  { step: 'finish', fault: 'kill' },
  { step: 'finish', fault: 'freeze' },
  { step: 'finish', fault: 'slow' },
];

/** Faults of a long run, with the lease of sitegrade. */
export const fullTimes: StepTimes = { leaseMs: 30_000, slowMs: 45_000, frozenMs: 90_000 };

/** How long a step that was taken over still takes after the frozen worker goes on. */
const afterThawMs = 3_000;

/** A step whose worker was killed or frozen. */
interface LostStep {
  /** The line of the worker. */
  readonly line: string;
  /** When it was lost. */
  readonly at: number;
  /** Resolves when the frozen worker has gone on. */
  readonly thawed: Promise<void>;
  isTaken: boolean;
}

/** Steps that are disturbed. */
interface DisturbedSteps {
  /** What went wrong until now. */
  readonly faults: readonly string[];
  /** The faults that have not happened yet. */
  readonly left: readonly StepFault[];
  /** Whether a step is being disturbed. */
  readonly isBusy: boolean;
  /** How long it took until another worker began with a step, in milliseconds. */
  readonly takenOverAfterMs: readonly number[];
  /** Takes the lines of workers (`startWorkers`). */
  readonly onLine: (line: string, worker: WorkerProcess) => void;
}

/**
 * Disturbs steps of one crawl: each of the faults at the next step of its kind.
 *
 * @param planned - In the order in which the steps come.
 */
export function disturbSteps(planned: readonly StepFault[], times: StepTimes): DisturbedSteps {
  const left = [...planned];
  const faults: string[] = [];
  const takenOverAfterMs: number[] = [];
  /** The step that another worker has to take over. */
  let lost: LostStep | null = null;
  /** The worker that takes longer than its lease. */
  let slow: { readonly line: string; readonly worker: WorkerProcess } | null = null;

  const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  const takeOver = async (line: string, worker: WorkerProcess) => {
    if (lost === null) return;
    const { at, thawed } = lost;
    takenOverAfterMs.push(performance.now() - at);
    if (line !== lost.line) faults.push(`${lost.line} was lost, and ${line} came next`);
    if (lost.isTaken) faults.push(`${line} was taken over twice`);
    lost.isTaken = true;
    // The worker that was frozen goes on first, and must not change anything.
    await thawed;
    lost = null;
    begin(line, worker);
  };

  const begin = (line: string, worker: WorkerProcess) => {
    const [next] = left;
    if (next === undefined || stepLine(next.step) !== line) {
      worker.tell('go');
      return;
    }
    left.shift();
    disturb(line, worker, next);
  };

  const disturb = (line: string, worker: WorkerProcess, { fault }: StepFault) => {
    if (fault === 'slow') {
      slow = { line, worker };
      void after(times.slowMs).then(() => {
        slow = null;
        worker.tell('go');
      });
      return;
    }
    const at = performance.now();
    if (fault === 'kill') {
      worker.kill();
      lost = { line, at, thawed: Promise.resolve(), isTaken: false };
      return;
    }
    worker.freeze();
    const thawed = after(times.frozenMs).then(() => {
      worker.tell('go');
      worker.thaw();
      return after(afterThawMs);
    });
    lost = { line, at, thawed, isTaken: false };
  };

  return {
    faults,
    left,
    takenOverAfterMs,
    get isBusy() {
      return lost !== null || slow !== null;
    },
    onLine(line, worker) {
      if (worker.isKilled) return;
      if (slow !== null) faults.push(`${slow.line} was taken over although its worker was alive`);
      if (lost !== null) {
        void takeOver(line, worker);
        return;
      }
      begin(line, worker);
    },
  };
}
