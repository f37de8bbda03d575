import { isSitegradeError } from '@sitegrade/foundation/errors';
import { errorRecord } from '../log/error-record.ts';
import type { OperationEmitter } from './emit-operation.ts';

/** An outage ends when nothing has failed for this long, so that one that comes and goes is not reported all the time. */
const quietMs = 30_000;

/** The part that fails while the store accepts no changes, as on a full disk. */
export const refusedWrites = 'writes';

/** What fails in one way. */
interface Outage {
  readonly beganAt: number;
  lastAt: number;
  failures: number;
  /** What has failed, and has not succeeded since. */
  readonly failing: Set<string>;
}

/** Reports when the store or the queue begins to fail in a process, and when it works again. */
export interface Outages {
  /**
   * @param part - What has failed, if it is done again and again: the outage goes on until it succeeds.
   * @param known - Secrets that could occur in the error.
   */
  failed(error: unknown, part?: string, known?: readonly string[]): void;
  succeeded(part: string): void;
}

/**
 * Creates the outages of a process. Failures with the same code and reason are one outage, so that a failure that lasts
 * does not hide another one.
 */
export function createOutages(
  emitOperation: OperationEmitter['emitOperation'],
  monotonicMs: () => number,
): Outages {
  const outages = new Map<string, Outage>();
  return {
    failed(error, part, known = []) {
      const kind = kindOf(error);
      const now = monotonicMs();
      const outage = outages.get(kind) ?? {
        beganAt: now,
        lastAt: now,
        failures: 0,
        failing: new Set<string>(),
      };
      outage.lastAt = now;
      outage.failures += 1;
      if (part !== undefined) outage.failing.add(part);
      if (outages.has(kind)) return;
      outages.set(kind, outage);
      emitOperation({ type: 'outage.began', kind, error: errorRecord(error, known) });
    },
    succeeded(part) {
      for (const [kind, { beganAt, lastAt, failures, failing }] of outages) {
        failing.delete(part);
        if (failing.size > 0 || monotonicMs() - lastAt < quietMs) continue;
        outages.delete(kind);
        emitOperation({ type: 'outage.ended', kind, failures, durationMs: lastAt - beganAt });
      }
    },
  };
}

function kindOf(error: unknown): string {
  if (!isSitegradeError(error)) return 'internal';
  const { code, reason } = error;
  return reason === undefined ? code : `${code}: ${reason}`;
}
