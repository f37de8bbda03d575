import { setMaxListeners } from 'node:events';
import { defaultMemory, leastMemory, ownMemory } from './audit/analysis-memory.ts';
import { defaultLimits } from './audit/fetch/limits.ts';
import { SitegradeError } from './errors.ts';
import { createFairQueue } from './fair-queue.ts';

/** How many analyses may run at once. */
export interface AnalysisLimits {
  /** Of one owner, waiting ones included; one more is refused with `rate_limited`. Default 5. */
  readonly perOwner: number;
  /** In all; those beyond it wait. Default 20. */
  readonly total: number;
  /** Waiting for their turn; one more is refused with `overloaded`. Default 20. */
  readonly waiting: number;
  /**
   * Bytes for the pages of all of them, and for what is made of those. Each of `total` has 8 MiB for
   * itself, which a page of up to 512 KiB is read in; larger ones share the rest and wait for their
   * part of it. Default: enough for two of the largest pages at once, 400 MiB with the other defaults.
   */
  readonly memoryBytes: number;
}

/** How an analysis gets its slot. */
export interface SlotOptions {
  /**
   * Waits however long the queue is, where others are refused with `rate_limited` and `overloaded`:
   * only the caller's `signal` and {@link AnalysisSlots.close} end it. `perOwner` and `total` hold all
   * the same, and owners are served in turn.
   */
  readonly wait?: boolean;
}

/** Slots for analyses, for owners in turn, so that no owner and no rush takes the whole server. */
export interface AnalysisSlots {
  readonly limits: AnalysisLimits;
  /**
   * Runs the work when it has a slot. The signal that the work is given aborts with `signal` and
   * when {@link close} loses patience.
   *
   * @throws SitegradeError `rate_limited`, `overloaded`, both with `retryAfterSeconds`; the
   * signal's reason where it aborts before that.
   */
  run<T>(
    ownerId: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
    options?: SlotOptions,
  ): Promise<T>;
  /**
   * Refuses new analyses from now on and waits for those under way, for so many milliseconds; what
   * is not done then is aborted. Calls that said `wait` and have no slot yet are refused at once.
   */
  close(graceMs: number): Promise<void>;
}

/** The limits of a context that says nothing else; its memory depends on them. */
export const defaultAnalysisLimits: Omit<AnalysisLimits, 'memoryBytes'> = {
  perOwner: 5,
  total: 20,
  waiting: 20,
};

/** An analysis takes a second or so: a caller who is refused may soon try again. */
const retryAfterSeconds = 2;

/**
 * Makes the slots of one context.
 *
 * @param largestBody - Bytes of the largest page.
 * @throws TypeError naming the limit and what is allowed.
 */
export function createAnalysisSlots(
  given: Partial<AnalysisLimits> = {},
  largestBody = defaultLimits.decodedBytes,
): AnalysisSlots {
  const limits = compileLimits(given, largestBody);
  const perOwner = new Map<string, number>();
  const slots = createFairQueue(limits.total, limits.perOwner);
  const underWay = new Set<Promise<unknown>>();
  const closed = new AbortController();
  const closing = new AbortController();
  // Every analysis listens to them: ten is where Node would begin to suspect a leak.
  setMaxListeners(0, closed.signal, closing.signal);
  /** Those that wait and did not say so. */
  let waiting = 0;

  const refuseMore = (ownerId: string): void => {
    const own = perOwner.get(ownerId) ?? 0;
    if (own >= limits.perOwner) {
      const message = `There are ${own} analyses of yours under way already; at most ${limits.perOwner} may be.`;
      throw refusal('rate_limited', message);
    }
    if (slots.used >= limits.total && waiting >= limits.waiting) {
      throw refusal('overloaded', 'Too many analyses are under way.');
    }
  };
  const enter = (ownerId: string): void => {
    perOwner.set(ownerId, (perOwner.get(ownerId) ?? 0) + 1);
  };
  const leave = (ownerId: string): void => {
    const own = (perOwner.get(ownerId) ?? 1) - 1;
    if (own === 0) perOwner.delete(ownerId);
    else perOwner.set(ownerId, own);
  };
  const takeSlot = async (ownerId: string, signal: AbortSignal, wait: boolean) => {
    if (wait) {
      const leaving = anySignal(signal, closed.signal);
      return slots.acquire(ownerId, 1, leaving.signal).finally(leaving.release);
    }
    const isQueued = slots.used >= limits.total;
    if (isQueued) waiting += 1;
    return slots.acquire(ownerId, 1, signal).finally(() => {
      if (isQueued) waiting -= 1;
    });
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
    async run(ownerId, signal, job, { wait = false } = {}) {
      closed.signal.throwIfAborted();
      if (!wait) refuseMore(ownerId);
      enter(ownerId);
      const either = anySignal(signal, closing.signal);
      const done = work(ownerId, either.signal, wait, job).finally(() => {
        either.release();
        leave(ownerId);
        underWay.delete(done);
      });
      underWay.add(done);
      return await done;
    },
    async close(graceMs) {
      closed.abort(refusal('overloaded', 'The server is about to stop.'));
      const timer = setTimeout(() => {
        closing.abort(refusal('overloaded', 'The server stopped before the analysis was done.'));
      }, graceMs);
      await Promise.allSettled(underWay);
      clearTimeout(timer);
    },
  };
}

/** `AbortSignal.any` without its cost per request, and without what it leaves behind on a long-lived signal. */
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

function refusal(code: 'rate_limited' | 'overloaded', message: string): SitegradeError {
  return new SitegradeError(code, message, { retryAfterSeconds });
}

function compileLimits(given: Partial<AnalysisLimits>, largestBody: number): AnalysisLimits {
  const { memoryBytes, ...others } = given;
  const limits = { ...defaultAnalysisLimits, ...others };
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(defaultAnalysisLimits, name)) {
      const known = [...Object.keys(defaultAnalysisLimits), 'memoryBytes'].join(', ');
      throw new TypeError(`analyses.${name} is not a limit; there are ${known}`);
    }
    const least = name === 'waiting' ? 0 : 1;
    if (!Number.isSafeInteger(value) || value < least) {
      throw new TypeError(`analyses.${name} must be a whole number from ${least} up`);
    }
  }
  return { ...limits, memoryBytes: memoryOf(memoryBytes, limits.total, largestBody) };
}

function memoryOf(given: number | undefined, total: number, largestBody: number): number {
  if (given === undefined) return defaultMemory(total, largestBody);
  const least = leastMemory(total, largestBody);
  if (Number.isSafeInteger(given) && given >= least) return given;
  throw new TypeError(
    `analyses.memoryBytes must be a whole number from ${least} up: ${ownMemory.bytes} for each of analyses.total (${total}), and what a page of network.limits.decodedBytes (${largestBody}) takes`,
  );
}
