import type { PrintResult } from '@sitegrade/audit';
import { SitegradeError } from '@sitegrade/foundation/errors';

/** Documents that wait or are printed. One more of the same kind is refused. */
interface PrintLimits {
  /** Of an owner, for the owner: one more is refused with `rate_limited`. */
  readonly owner: number;
  /** Of an owner, for visitors of shared pages: one more is refused with `rate_limited`. */
  readonly visitors: number;
  /** For one visitor, by network: one more is refused with `rate_limited`. */
  readonly visitor: number;
  /** In all: one more is refused with `overloaded`. */
  readonly all: number;
  /** How many bytes of PDFs are kept for those who ask for the same document again. */
  readonly keptBytes: number;
}

const defaultLimits: PrintLimits = {
  owner: 4,
  visitors: 2,
  visitor: 2,
  all: 20,
  keptBytes: 8 * 1024 * 1024,
};

/** A document, whose it is and who wants it. */
interface PrintJob {
  readonly ownerId: string;
  readonly html: string;
  /** The network of a visitor of a shared page; `undefined` for the owner. */
  readonly visitor: string | undefined;
}

/** Prints documents, a limited number at a time. */
export interface PrintQueue {
  /**
   * Prints a document, unless its PDF is kept, or is being printed.
   *
   * @param name - Differs for each document.
   * @param signal - Stops waiting, and throws the signal's reason.
   * @throws SitegradeError `rate_limited` or `overloaded`, both with `retryAfterSeconds`.
   */
  print(name: string, job: PrintJob, signal?: AbortSignal): Promise<PrintResult>;
}

const retryAfterSeconds = 5;

/**
 * Bounds the work that anyone can cause who opens a link: the documents that wait, of an owner, of a visitor and in all.
 * Visitors have a separate share, so that their clicks never refuse the owner. Who asks for a document that is being
 * printed waits for the same PDF, and the last PDFs are kept in memory: clicking again costs no printing.
 */
export function printQueue(
  print: (ownerId: string, html: string) => Promise<PrintResult>,
  limits: PrintLimits = defaultLimits,
): PrintQueue {
  const running = new Map<string, Promise<PrintResult>>();
  const counts = new Map<string, number>();
  const kept = new Map<string, Extract<PrintResult, { kind: 'printed' }>>();
  let keptBytes = 0;

  const keep = (name: string, result: PrintResult): void => {
    if (result.kind !== 'printed') return;
    kept.set(name, result);
    keptBytes += result.pdf.length;
    for (const [oldest, { pdf }] of kept) {
      if (keptBytes <= limits.keptBytes) return;
      kept.delete(oldest);
      keptBytes -= pdf.length;
    }
  };
  const enter = ({ ownerId, visitor }: PrintJob): (() => void) => {
    if (running.size >= limits.all) {
      const message = `Too many PDFs are being printed. Retry in ${retryAfterSeconds} s.`;
      throw new SitegradeError('overloaded', message, { retryAfterSeconds });
    }
    const shares =
      visitor === undefined
        ? [{ key: `owner ${ownerId}`, limit: limits.owner }]
        : [
            { key: `visitors ${ownerId}`, limit: limits.visitors },
            { key: `visitor ${visitor}`, limit: limits.visitor },
          ];
    const countOf = (key: string) => counts.get(key) ?? 0;
    const full = shares.find(({ key, limit }) => countOf(key) >= limit);
    if (full !== undefined) {
      const message = `Too many PDFs at once (limit ${full.limit}). Retry in ${retryAfterSeconds} s.`;
      throw new SitegradeError('rate_limited', message, { retryAfterSeconds });
    }
    for (const { key } of shares) counts.set(key, countOf(key) + 1);
    return () => {
      for (const { key } of shares) {
        if (countOf(key) === 1) counts.delete(key);
        else counts.set(key, countOf(key) - 1);
      }
    };
  };
  const start = (name: string, job: PrintJob): Promise<PrintResult> => {
    const leave = enter(job);
    const printing = print(job.ownerId, job.html).finally(() => {
      running.delete(name);
      leave();
    });
    running.set(name, printing);
    printing.then(
      (result) => keep(name, result),
      () => {},
    );
    return printing;
  };

  return {
    async print(name, job, signal) {
      signal?.throwIfAborted();
      const found = kept.get(name);
      if (found !== undefined) return found;
      return orAborted(running.get(name) ?? start(name, job), signal);
    },
  };
}

/** Waits for a promise until the signal aborts. */
async function orAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  let abort: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
