import { setMaxListeners } from 'node:events';
import {
  baseMemory,
  defaultAnalyses,
  defaultLimits,
  defaultMemoryFor,
  minMemory,
} from '@sitegrade/audit';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { createFairQueue } from '@sitegrade/foundation/fair-queue';
import {
  integerBetween,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';

/** Limits of concurrent analyses. */
export interface AnalysisLimits {
  /** Per owner, including waiting ones. One more fails with `rate_limited`. Default 5. */
  readonly perOwner: number;
  /**
   * In total. Analyses beyond it wait. Most of the time an analysis waits for a website, which costs neither
   * CPU nor memory, so memory and CPU bound the default: as many as fit into `memoryBytes` beside a page of
   * the maximum size and the facts of another one, but at most 50, which still leave an ordinary page enough
   * of one CPU if all others are as expensive as `network.limits.cpuMs` permits. 31 with the other defaults.
   */
  readonly total: number;
  /** Length of the queue. One more fails with `overloaded`. Default 20. */
  readonly waiting: number;
  /**
   * Bytes for the pages of all analyses, including their text and facts. Each analysis has 8 MiB, enough
   * for a page of 512 KiB. Larger pages share the rest: enough to read one of the maximum size is for pages that
   * are complete, which wait for it; what remains is for those that wait for their website, of which the slowest
   * of the owner with the most memory ends as `overloaded` if there is not enough. Default: 400 MiB, or what
   * `total` analyses and two pages of the maximum size need, if that is more.
   */
  readonly memoryBytes: number;
}

/** Options of {@link AnalysisSlots.run}. */
interface SlotOptions {
  /**
   * Waits for a slot instead of failing with `rate_limited` or `overloaded`, until `signal` aborts or
   * {@link AnalysisSlots.close} is called. `perOwner` and `total` still apply, and owners are served
   * round-robin.
   */
  readonly wait?: boolean;
}

/** Limits concurrent analyses, so that neither one owner nor a burst of requests can use all resources. */
export interface AnalysisSlots {
  readonly limits: AnalysisLimits;
  /** How many slots background work may hold: half of `total`, rounded down, but at least one. */
  readonly backgroundTotal: number;
  /** Aborts when {@link close} is called. */
  readonly closed: AbortSignal;
  /**
   * Runs the work as soon as a slot is free. The work receives a signal that aborts with `signal`, and
   * when the grace time of {@link close} ends.
   *
   * @throws SitegradeError `rate_limited`, `overloaded`, both with `retryAfterSeconds`; the
   * signal's reason if it aborts before a slot is free.
   */
  run<T>(
    ownerId: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
    options?: SlotOptions,
  ): Promise<T>;
  /**
   * Runs background work as soon as a slot is free that no analysis waits for. It does not count for an owner, is
   * never refused, and waits as long as it takes. The work receives a signal that aborts when the grace
   * time of {@link close} ends.
   *
   * @param signal - Ends the wait for a slot. It does not abort work that has started.
   * @throws SitegradeError `overloaded` after {@link close}; the signal's reason if it aborts before a slot
   * is free.
   */
  background<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Rejects new analyses, and those that wait with `wait` or in the background. The others have `graceMs`
   * milliseconds to finish before they are aborted.
   */
  close(graceMs: number): Promise<void>;
}

const maxAnalyses = 10_000;

/**
 * The schema of the option `analyses`, with the defaults. The default of `total`, and the minimum and the
 * default of `memoryBytes`, depend on the other limits.
 */
export const analysisLimitsSchema = optionsObject({
  perOwner: v.optional(integerBetween(1, maxAnalyses), 5),
  total: v.optional(integerBetween(1, maxAnalyses)),
  waiting: v.optional(integerBetween(0, maxAnalyses), 20),
  memoryBytes: v.optional(integerBetween(1, Number.MAX_SAFE_INTEGER)),
} satisfies Record<keyof AnalysisLimits, v.GenericSchema>);

/** An analysis takes about a second, so a rejected caller can retry soon. */
const retryAfterSeconds = 2;
const serverBusy = `Too many concurrent reports on this server. Retry in ${retryAfterSeconds} s.`;

/**
 * Creates the slots of one context.
 *
 * @param maxBodyBytes - The maximum size of a page.
 * @throws TypeError with the name of the invalid limit and the allowed values.
 */
export function createAnalysisSlots(
  given: Partial<AnalysisLimits> = {},
  maxBodyBytes = defaultLimits.decodedBytes,
): AnalysisSlots {
  const valid = validateOptions(analysisLimitsSchema, given, 'analyses.');
  const total = valid.total ?? defaultAnalyses(maxBodyBytes, valid.memoryBytes);
  const limits = { ...valid, total, memoryBytes: memoryOf(valid.memoryBytes, total, maxBodyBytes) };
  const perOwner = new Map<string, number>();
  const slots = createFairQueue(limits.total, limits.perOwner);
  const backgroundTotal = Math.max(1, Math.floor(limits.total / 2));
  const background = createFairQueue(backgroundTotal);
  const inProgress = new Set<Promise<unknown>>();
  const closed = new AbortController();
  const closing = new AbortController();
  // Every analysis adds listeners. Node warns about a leak above ten.
  setMaxListeners(0, closed.signal, closing.signal);
  /** Analyses that wait without the option `wait`. */
  let waiting = 0;

  const checkLimits = (ownerId: string): void => {
    const running = perOwner.get(ownerId) ?? 0;
    if (running >= limits.perOwner) {
      const message = `Too many concurrent reports (limit ${limits.perOwner}). Retry in ${retryAfterSeconds} s.`;
      throw rejection('rate_limited', message);
    }
    if (slots.used >= limits.total && waiting >= limits.waiting) {
      throw rejection('overloaded', serverBusy);
    }
  };
  const enter = (ownerId: string): void => {
    perOwner.set(ownerId, (perOwner.get(ownerId) ?? 0) + 1);
  };
  const leave = (ownerId: string): void => {
    const running = (perOwner.get(ownerId) ?? 1) - 1;
    if (running === 0) perOwner.delete(ownerId);
    else perOwner.set(ownerId, running);
  };
  /** Waits for a slot, but not after {@link AnalysisSlots.close}. */
  const waitForSlot = (
    signal: AbortSignal,
    acquire: (signal: AbortSignal) => Promise<() => void>,
  ): Promise<() => void> => {
    const leaving = anySignal(signal, closed.signal);
    return acquire(leaving.signal).finally(leaving.release);
  };
  const takeSlot = async (ownerId: string, signal: AbortSignal, wait: boolean) => {
    if (wait) return waitForSlot(signal, (leaving) => slots.acquire(ownerId, 1, leaving));
    const isQueued = slots.used >= limits.total;
    if (isQueued) waiting += 1;
    return slots.acquire(ownerId, 1, signal).finally(() => {
      if (isQueued) waiting -= 1;
    });
  };
  const takeBackgroundSlot = async (signal: AbortSignal) => {
    const leaveBackground = await background.acquireUnused(signal);
    try {
      const freeSlot = await slots.acquireUnused(signal);
      return () => {
        freeSlot();
        leaveBackground();
      };
    } catch (error) {
      leaveBackground();
      throw error;
    }
  };

  const work = async <T>(
    ownerId: string,
    signal: AbortSignal,
    wait: boolean,
    job: (signal: AbortSignal) => Promise<T>,
  ) => {
    const freeSlot = await takeSlot(ownerId, signal, wait);
    try {
      return await job(signal);
    } finally {
      freeSlot();
    }
  };

  return {
    limits,
    backgroundTotal,
    closed: closed.signal,
    async run(ownerId, signal, job, { wait = false } = {}) {
      closed.signal.throwIfAborted();
      if (!wait) checkLimits(ownerId);
      enter(ownerId);
      const either = anySignal(signal, closing.signal);
      const done = work(ownerId, either.signal, wait, job).finally(() => {
        either.release();
        leave(ownerId);
        inProgress.delete(done);
      });
      inProgress.add(done);
      return await done;
    },
    async background(signal, work) {
      const freeSlot = await waitForSlot(signal, takeBackgroundSlot);
      const start = async () => work(closing.signal);
      const done = start().finally(() => {
        freeSlot();
        inProgress.delete(done);
      });
      inProgress.add(done);
      return await done;
    },
    async close(graceMs) {
      closed.abort(rejection('overloaded', 'The server is shutting down.'));
      const timer = setTimeout(() => {
        closing.abort(
          rejection('overloaded', 'The server shut down before the report was finished.'),
        );
      }, graceMs);
      await Promise.allSettled(inProgress);
      clearTimeout(timer);
    },
  };
}

/** Like `AbortSignal.any`, but cheaper per request and without leaving listeners on a long-lived signal. */
function anySignal(first: AbortSignal | undefined, second: AbortSignal) {
  const controller = new AbortController();
  const sources = first ? [first, second] : [second];
  const abort = () => {
    controller.abort(sources.find(({ aborted }) => aborted)?.reason);
  };
  const release = () => {
    for (const source of sources) source.removeEventListener('abort', abort);
  };
  for (const source of sources) source.addEventListener('abort', abort);
  if (sources.some(({ aborted }) => aborted)) abort();
  return { signal: controller.signal, release };
}

function rejection(code: 'rate_limited' | 'overloaded', message: string): SitegradeError {
  return new SitegradeError(code, message, { retryAfterSeconds });
}

function memoryOf(given: number | undefined, total: number, maxBodyBytes: number): number {
  if (given === undefined) return defaultMemoryFor(total, maxBodyBytes);
  const min = minMemory(total, maxBodyBytes);
  if (given >= min) return given;
  throw new TypeError(
    `analyses.memoryBytes must be an integer of at least ${min}: ${baseMemory.bytes} for each of analyses.total (${total}), and enough for two pages of network.limits.decodedBytes (${maxBodyBytes}).`,
  );
}
