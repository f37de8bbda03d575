import { SitegradeError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';

/** Memory for the bodies of pages and for what is made of them, shared by all analyses. */
export interface AnalysisMemory {
  /** Opens the account of one analysis, which is to be closed in any case. */
  open(ownerId: string): PageMemory;
}

/** The memory of one analysis. */
export interface PageMemory {
  /**
   * To be called before more of the page's body is kept. A page that is no larger than most never
   * waits. A larger one waits once, for as much as the largest takes: nobody who holds a part ever
   * waits for more, so that two cannot wait for each other.
   *
   * @param bytes - Of the body so far.
   * @returns nothing where there is nothing to wait for.
   * @throws SitegradeError `overloaded` with `retryAfterSeconds`; the signal's reason.
   */
  grow(bytes: number, signal?: AbortSignal): Promise<void> | undefined;
  /** Whether it is waiting, or was when it was given up. */
  readonly isWaiting: boolean;
  /** To be called once the page is read: gives back all but what the facts of such a page may take. */
  read(bytes: number): void;
  /** Gives everything back, and leaves the queue. */
  close(): void;
}

const MiB = 1024 * 1024;

/** Bytes that each analysis has for itself, and of a body that may be read within them. */
export const ownMemory = { bytes: 8 * MiB, body: MiB / 2 } as const;

/** Large pages that may be read at once where nothing else is said. */
const largeAtOnce = 2;

/**
 * Bytes that the largest page takes beyond {@link ownMemory}: its body twice while its chunks are put
 * together, and its text twice, at two bytes a character, while that is. Its facts and URLs come when
 * the second half of each is gone.
 */
export function memoryOfBody(bytes: number): number {
  return 6 * bytes;
}

/** What facts and URLs of a page may keep, by `fact-budget.ts` and `page-urls.ts`. */
function memoryOfFacts(bytes: number): number {
  return Math.min(8 * bytes, 32 * MiB);
}

/** How much memory so many analyses take at least: one of them may be of the largest page. */
export function leastMemory(analyses: number, largestBody: number): number {
  return analyses * ownMemory.bytes + memoryOfBody(largestBody);
}

/** How much they get where nothing else is said: 400 MiB for 20 analyses of up to 20 MiB. */
export function defaultMemory(analyses: number, largestBody: number): number {
  return analyses * ownMemory.bytes + largeAtOnce * memoryOfBody(largestBody);
}

/** Large pages take a few seconds each. */
const retryAfterSeconds = 5;

/** The error for a page that is too large to be analysed right now. */
export function memoryIsShort(): SitegradeError {
  return new SitegradeError('overloaded', 'Too many large pages are being analysed.', {
    retryAfterSeconds,
  });
}

/**
 * Shares the memory of all analyses among their owners.
 *
 * @param options - `memoryBytes` in all, of which each of `total` analyses has {@link ownMemory};
 * `largestBody` in bytes.
 */
export function createAnalysisMemory(options: {
  readonly memoryBytes: number;
  readonly total: number;
  readonly largestBody: number;
}): AnalysisMemory {
  const { memoryBytes, total, largestBody } = options;
  const cost = memoryOfBody(largestBody);
  const queue = createFairQueue(memoryBytes - total * ownMemory.bytes);
  // The others have their slots: small pages do not wait behind large ones.
  const mostWaiting = Math.ceil(total / 2);

  return {
    open(ownerId) {
      const closed = new AbortController();
      let giveBack: ((keep?: number) => void) | null = null;
      let isWaiting = false;

      const take = async (signal?: AbortSignal): Promise<void> => {
        isWaiting = true;
        const leave = () => closed.abort(signal?.reason);
        signal?.addEventListener('abort', leave, { once: true });
        if (signal?.aborted) leave();
        try {
          const release = await queue.acquire(ownerId, cost, closed.signal);
          if (closed.signal.aborted) release();
          closed.signal.throwIfAborted();
          giveBack = release;
          isWaiting = false;
        } finally {
          signal?.removeEventListener('abort', leave);
        }
      };
      return {
        grow(bytes, signal) {
          if (bytes <= ownMemory.body || giveBack !== null) return undefined;
          if (queue.waiting >= mostWaiting) throw memoryIsShort();
          return take(signal);
        },
        get isWaiting() {
          return isWaiting;
        },
        read(bytes) {
          giveBack?.(memoryOfFacts(bytes));
        },
        close() {
          closed.abort(new Error('The analysis is over.'));
          giveBack?.();
        },
      };
    },
  };
}
