import { setMaxListeners } from 'node:events';
import { SitegradeError } from './errors.ts';

/** How many analyses may run at once. */
export interface AnalysisLimits {
  /** Of one owner, waiting ones included; one more is refused with `rate_limited`. Default 5. */
  readonly perOwner: number;
  /** In all; those beyond it wait. Default 20. */
  readonly total: number;
  /** Waiting for their turn; one more is refused with `overloaded`. Default 20. */
  readonly waiting: number;
}

/** Turns for analyses, so that no owner and no rush takes the whole server. */
export interface AnalysisSlots {
  readonly limits: AnalysisLimits;
  /**
   * Runs the work when its turn comes. The signal that the work is given aborts with `signal` and
   * when {@link close} loses patience.
   *
   * @throws SitegradeError `rate_limited`, `overloaded`, both with `retryAfterSeconds`; the
   * signal's reason where it aborts before the turn comes.
   */
  run<T>(
    ownerId: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /**
   * Refuses new analyses from now on and waits for those under way, for so many milliseconds; what
   * is not done then is aborted.
   */
  close(graceMs: number): Promise<void>;
}

/** The limits of a context that says nothing else. */
export const defaultAnalysisLimits: AnalysisLimits = { perOwner: 5, total: 20, waiting: 20 };

/** An analysis takes a second or so: a caller who is refused may soon try again. */
const retryAfterSeconds = 2;

/**
 * Makes the slots of one context.
 *
 * @throws TypeError naming the limit and what is allowed.
 */
export function createAnalysisSlots(given: Partial<AnalysisLimits> = {}): AnalysisSlots {
  const limits = compileLimits(given);
  const perOwner = new Map<string, number>();
  const queue: (() => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();
  // Every analysis listens to it: ten is where Node would begin to suspect a leak.
  setMaxListeners(0, closing.signal);
  let running = 0;
  let closed = false;

  const enter = (ownerId: string): void => {
    const own = perOwner.get(ownerId) ?? 0;
    if (closed) throw refusal('overloaded', 'The server is about to stop.');
    if (own >= limits.perOwner) {
      const message = `There are ${own} analyses of yours under way already; at most ${limits.perOwner} may be.`;
      throw refusal('rate_limited', message);
    }
    if (running >= limits.total && queue.length >= limits.waiting) {
      throw refusal('overloaded', 'Too many analyses are under way.');
    }
    perOwner.set(ownerId, own + 1);
  };
  const leave = (ownerId: string): void => {
    const own = (perOwner.get(ownerId) ?? 1) - 1;
    if (own === 0) perOwner.delete(ownerId);
    else perOwner.set(ownerId, own);
  };
  const takeSlot = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (running < limits.total) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        queue.splice(queue.indexOf(start), 1);
        reject(signal.reason);
      };
      queue.push(start);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  };
  const freeSlot = (): void => {
    const next = queue.shift();
    // The slot goes from hand to hand: `running` stays as it is.
    if (next) next();
    else running -= 1;
  };

  const work = async <T>(signal: AbortSignal, job: (signal: AbortSignal) => Promise<T>) => {
    await takeSlot(signal);
    try {
      return await job(signal);
    } finally {
      freeSlot();
    }
  };

  return {
    limits,
    async run(ownerId, signal, job) {
      enter(ownerId);
      const either = eitherSignal(signal, closing.signal);
      const done = work(either.signal, job).finally(() => {
        either.release();
        leave(ownerId);
        underWay.delete(done);
      });
      underWay.add(done);
      return await done;
    },
    async close(graceMs) {
      closed = true;
      const timer = setTimeout(() => {
        closing.abort(refusal('overloaded', 'The server stopped before the analysis was done.'));
      }, graceMs);
      await Promise.allSettled(underWay);
      clearTimeout(timer);
    },
  };
}

/** `AbortSignal.any` without its cost per request, and without what it leaves behind on a long-lived signal. */
function eitherSignal(first: AbortSignal | undefined, second: AbortSignal) {
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

function compileLimits(given: Partial<AnalysisLimits>): AnalysisLimits {
  const limits = { ...defaultAnalysisLimits, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(defaultAnalysisLimits, name)) {
      const known = Object.keys(defaultAnalysisLimits).join(', ');
      throw new TypeError(`analyses.${name} is not a limit; there are ${known}`);
    }
    const least = name === 'waiting' ? 0 : 1;
    if (!Number.isSafeInteger(value) || value < least) {
      throw new TypeError(`analyses.${name} must be a whole number from ${least} up`);
    }
  }
  return limits;
}
