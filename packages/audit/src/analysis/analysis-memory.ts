import { SitegradeError } from '@sitegrade/foundation/errors';
import { createFairQueue } from '@sitegrade/foundation/fair-queue';

/**
 * Memory for response bodies, and for the text and facts of pages. All analyses share it.
 *
 * An analysis that uses our CPU is done soon, so others wait for its memory. One that waits for a website may
 * take as long as the website likes, so no one waits for it: it loses its memory if others need it.
 */
export interface AnalysisMemory {
  /**
   * Starts to account for one analysis. The caller must close the result.
   *
   * @param revoke - Ends the analysis with this error, since its memory is given to another owner.
   */
  open(ownerId: string, revoke: (error: SitegradeError) => void): PageMemory;
}

/** The memory of one analysis. */
export interface PageMemory {
  /**
   * Reserves memory for a body while it arrives. It never waits: if there is not enough memory, the slowest
   * download of the owner with the most memory ends, which may be this one.
   *
   * @param bytes - The decoded size of the body so far.
   * @throws SitegradeError `overloaded` with `retryAfterSeconds` if this analysis has to end.
   */
  receive(bytes: number): void;
  /**
   * Reserves memory to read a complete body: small pages at once, large ones by their size when those of others
   * have been read.
   *
   * @throws SitegradeError `overloaded` with `retryAfterSeconds` after ten seconds, or the reason of `signal`.
   */
  startReading(bytes: number, signal: AbortSignal): Promise<void> | undefined;
  /** Releases the memory of the body after it is read, except for what the facts of such a page may need. */
  finishReading(bytes: number): void;
  /** Releases what the facts of the page do not need. */
  keep(bytes: number): void;
  /** Releases all memory. */
  close(): void;
}

const MiB = 1024 * 1024;

/** Bytes that every analysis has, and the size of a body that can be received and read within them. */
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
 * Bytes that reading a page needs beyond {@link baseMemory}: its body twice while chunks are concatenated, and
 * its text twice, at two bytes per character, while that is concatenated. Facts and URLs are created
 * after one copy of each is released.
 */
export function memoryOfBody(bytes: number): number {
  return 6 * bytes;
}

/** The limit for the facts and URLs of a page, from `fact-budget.ts` and `page-urls.ts`. */
export function memoryOfFacts(bytes: number): number {
  return Math.min(8 * bytes, 32 * MiB);
}

/** Bytes that any one page of the maximum size may hold while it waits for its website. */
function heldByOne(maxBodyBytes: number): number {
  return Math.max(maxBodyBytes, memoryOfFacts(maxBodyBytes));
}

/**
 * The default number of analyses: as many as fit, beside reading one page of the maximum size and what another
 * one holds. 31 with the default memory, and pages of up to 20 MiB.
 */
export function defaultAnalyses(
  maxBodyBytes: number,
  memoryBytes: number | undefined = defaultMemory,
): number {
  const fitting = Math.floor((memoryBytes - minMemory(0, maxBodyBytes)) / baseMemory.bytes);
  return Math.min(Math.max(fitting, 1), maxDefaultAnalyses);
}

/** The minimum memory for a number of analyses: enough to read one page of the maximum size and to hold another. */
export function minMemory(analyses: number, maxBodyBytes: number): number {
  return analyses * baseMemory.bytes + memoryOfBody(maxBodyBytes) + heldByOne(maxBodyBytes);
}

/** The default memory for a number of analyses: 400 MiB, or their minimum if that is more. */
export function defaultMemoryFor(analyses: number, maxBodyBytes: number): number {
  return Math.max(defaultMemory, minMemory(analyses, maxBodyBytes));
}

/** A large page takes a few seconds. */
const retryAfterSeconds = 5;

/** The time that a complete page waits to be read. Reading one of the maximum size takes a second or two. */
const maxWaitMs = 10_000;

/** The error for a large page if there is not enough memory. */
function memoryLimitError(): SitegradeError {
  return new SitegradeError('overloaded', 'Too many large pages are being analysed.', {
    retryAfterSeconds,
  });
}

/** What an analysis waits for, from what costs least to repeat. */
const stages = ['body', 'reading', 'other requests'] as const;

/** What one analysis holds while it waits. */
interface Holder {
  readonly ownerId: string;
  readonly startedAt: number;
  readonly revoke: (error: SitegradeError) => void;
  bytes: number;
  stage: (typeof stages)[number];
}

/**
 * Shares the memory of all analyses among their owners.
 *
 * @param options - `memoryBytes` for all analyses, of which each of `total` analyses has
 * {@link baseMemory}; `maxBodyBytes` is the limit for one response body; `monotonicMs` is a clock.
 */
export function createAnalysisMemory(options: {
  readonly memoryBytes: number;
  readonly total: number;
  readonly maxBodyBytes: number;
  readonly monotonicMs?: () => number;
}): AnalysisMemory {
  const { memoryBytes, total, maxBodyBytes } = options;
  const { monotonicMs = () => performance.now() } = options;
  const readable = memoryOfBody(maxBodyBytes);
  const reading = createFairQueue(readable);
  const capacity = memoryBytes - total * baseMemory.bytes - readable;
  const holders = new Set<Holder>();
  let held = 0;

  const drop = (holder: Holder): void => {
    if (!holders.delete(holder)) return;
    held -= holder.bytes;
  };
  const hold = (holder: Holder, bytes: number): void => {
    if (!holders.has(holder)) throw memoryLimitError();
    held += bytes - holder.bytes;
    holder.bytes = bytes;
    while (held > capacity) {
      const last = leastOf(heaviestOf(holders), monotonicMs());
      drop(last);
      last.revoke(memoryLimitError());
    }
    if (!holders.has(holder)) throw memoryLimitError();
  };

  return {
    open(ownerId, revoke) {
      const holder: Holder = {
        ownerId,
        revoke,
        startedAt: monotonicMs(),
        bytes: 0,
        stage: 'body',
      };
      holders.add(holder);
      const closed = new AbortController();
      let release: (() => void) | null = null;

      const waitToRead = async (bytes: number, signal: AbortSignal): Promise<void> => {
        const end = () => closed.abort(signal.reason);
        signal.addEventListener('abort', end, { once: true });
        if (signal.aborted) end();
        const timer = setTimeout(() => closed.abort(memoryLimitError()), maxWaitMs);
        holder.stage = 'reading';
        try {
          const acquired = await reading.acquire(ownerId, memoryOfBody(bytes), closed.signal);
          if (closed.signal.aborted) acquired();
          closed.signal.throwIfAborted();
          release = acquired;
          hold(holder, 0);
        } finally {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
        }
      };
      return {
        receive(bytes) {
          if (bytes > baseMemory.body) hold(holder, bytes - baseMemory.body);
        },
        startReading: (bytes, signal) =>
          bytes > baseMemory.body ? waitToRead(bytes, signal) : undefined,
        finishReading(bytes) {
          release?.();
          holder.stage = 'other requests';
          hold(holder, beyondBase(memoryOfFacts(bytes)));
        },
        keep(bytes) {
          const needed = beyondBase(bytes);
          if (needed < holder.bytes) hold(holder, needed);
        },
        close() {
          closed.abort(new Error('The analysis is over.'));
          release?.();
          drop(holder);
        },
      };
    },
  };
}

/** What facts need beyond the base of the analysis, which nothing else needs any more. */
function beyondBase(bytes: number): number {
  return Math.max(0, bytes - baseMemory.bytes);
}

/** The analyses of the owner that holds most. */
function heaviestOf(holders: Iterable<Holder>): readonly Holder[] {
  const owners = new Map<string, Holder[]>();
  for (const holder of holders) {
    if (holder.bytes === 0) continue;
    const others = owners.get(holder.ownerId);
    if (others === undefined) owners.set(holder.ownerId, [holder]);
    else others.push(holder);
  }
  const sum = (list: readonly Holder[]) => list.reduce((bytes, holder) => bytes + holder.bytes, 0);
  return [...owners.values()].reduce((most, list) => (sum(list) > sum(most) ? list : most));
}

/** The analysis that is ended first: the slowest download. */
function leastOf(holders: readonly Holder[], now: number): Holder {
  const rate = ({ bytes, startedAt }: Holder) => bytes / Math.max(now - startedAt, 1);
  return holders.reduce((least, holder) => {
    const difference = stages.indexOf(holder.stage) - stages.indexOf(least.stage);
    if (difference !== 0) return difference < 0 ? holder : least;
    return rate(holder) < rate(least) ? holder : least;
  });
}
