import { SitegradeError } from '@sitegrade/foundation/errors';
import { createFairQueue } from '@sitegrade/foundation/fair-queue';

/** Memory for response bodies, and for the text and facts of pages. All analyses share it. */
export interface AnalysisMemory {
  /** Starts to account for one analysis. The caller must close the result. */
  open(ownerId: string): PageMemory;
}

/** The memory of one analysis. */
export interface PageMemory {
  /**
   * Reserves memory before more of the body is kept. Small pages never wait. A large page waits once, for
   * as much as a page of the maximum size needs: an analysis that holds memory never waits for more, so
   * there are no deadlocks.
   *
   * @param bytes - The size of the body so far.
   * @returns `undefined` if the memory is available.
   * @throws SitegradeError `overloaded` with `retryAfterSeconds`, or the reason of `signal`.
   */
  grow(bytes: number, signal?: AbortSignal): Promise<void> | undefined;
  /** Whether it waits for memory, or was aborted while it waited. */
  readonly isWaiting: boolean;
  /** Releases the memory of the body after it is read, except for what the facts of the page need. */
  finishReading(bytes: number): void;
  /** Releases all memory, and leaves the queue. */
  close(): void;
}

const MiB = 1024 * 1024;

/** Bytes that every analysis has, and the size of a body that can be read within them. */
export const baseMemory = { bytes: 8 * MiB, body: MiB / 2 } as const;

/** The memory for all analyses by default. */
const defaultMemory = 400 * MiB;

/**
 * The CPU bounds the default number of analyses if there is more memory. Analyses beside each other share one
 * CPU: at a load of eight on two cores, an ordinary page took 4 s beside 49 pages that use their whole CPU
 * budget, and beside 79 it took 12 s, nearly its time limit.
 */
const maxDefaultAnalyses = 50;

/**
 * Bytes that a page needs beyond {@link baseMemory}: its body twice while chunks are concatenated, and
 * its text twice, at two bytes per character, while that is concatenated. Facts and URLs are created
 * after one copy of each is released.
 */
export function memoryOfBody(bytes: number): number {
  return 6 * bytes;
}

/** The limit for the facts and URLs of a page, from `fact-budget.ts` and `page-urls.ts`. */
function memoryOfFacts(bytes: number): number {
  return Math.min(8 * bytes, 32 * MiB);
}

/**
 * The default number of analyses: as many as fit, beside one page of the maximum size and the facts of another
 * one. 31 with the default memory, and pages of up to 20 MiB.
 */
export function defaultAnalyses(
  maxBodyBytes: number,
  memoryBytes: number | undefined = defaultMemory,
): number {
  const large = memoryOfBody(maxBodyBytes) + memoryOfFacts(maxBodyBytes);
  const fitting = Math.floor((memoryBytes - large) / baseMemory.bytes);
  return Math.min(Math.max(fitting, 1), maxDefaultAnalyses);
}

/** The minimum memory for a number of analyses: enough for one page of the maximum size. */
export function minMemory(analyses: number, maxBodyBytes: number): number {
  return analyses * baseMemory.bytes + memoryOfBody(maxBodyBytes);
}

/** The default memory for a number of analyses: 400 MiB, or their minimum if that is more. */
export function defaultMemoryFor(analyses: number, maxBodyBytes: number): number {
  return Math.max(defaultMemory, minMemory(analyses, maxBodyBytes));
}

/** A large page takes a few seconds. */
const retryAfterSeconds = 5;

/** The error for a large page if there is not enough memory. */
export function memoryLimitError(): SitegradeError {
  return new SitegradeError('overloaded', 'Too many large pages are being analysed.', {
    retryAfterSeconds,
  });
}

/**
 * Shares the memory of all analyses among their owners.
 *
 * @param options - `memoryBytes` for all analyses, of which each of `total` analyses has
 * {@link baseMemory}; `maxBodyBytes` is the limit for one response body.
 */
export function createAnalysisMemory(options: {
  readonly memoryBytes: number;
  readonly total: number;
  readonly maxBodyBytes: number;
}): AnalysisMemory {
  const { memoryBytes, total, maxBodyBytes } = options;
  const cost = memoryOfBody(maxBodyBytes);
  const queue = createFairQueue(memoryBytes - total * baseMemory.bytes);
  // The other analyses keep running, so small pages do not wait behind large ones.
  const maxWaiting = Math.ceil(total / 2);

  return {
    open(ownerId) {
      const closed = new AbortController();
      let releaseMemory: ((keep?: number) => void) | null = null;
      let isWaiting = false;

      const waitForMemory = async (signal?: AbortSignal): Promise<void> => {
        isWaiting = true;
        const abort = () => closed.abort(signal?.reason);
        signal?.addEventListener('abort', abort, { once: true });
        if (signal?.aborted) abort();
        try {
          const release = await queue.acquire(ownerId, cost, closed.signal);
          if (closed.signal.aborted) release();
          closed.signal.throwIfAborted();
          releaseMemory = release;
          isWaiting = false;
        } finally {
          signal?.removeEventListener('abort', abort);
        }
      };
      return {
        grow(bytes, signal) {
          if (bytes <= baseMemory.body || releaseMemory !== null) return undefined;
          if (queue.waiting >= maxWaiting) throw memoryLimitError();
          return waitForMemory(signal);
        },
        get isWaiting() {
          return isWaiting;
        },
        finishReading(bytes) {
          releaseMemory?.(memoryOfFacts(bytes));
        },
        close() {
          closed.abort(new Error('The analysis is over.'));
          releaseMemory?.();
        },
      };
    },
  };
}
