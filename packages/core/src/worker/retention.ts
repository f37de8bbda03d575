import { integerBetween, mustBe, optionsObject } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import { pause } from '../background/pause.ts';
import type { Context } from '../context/context.ts';
import type { OperationEvent } from '../events/operation-event.ts';

/** What workers keep. They delete the rest every hour: one worker does it for all that have the same. */
export interface Retention {
  /**
   * Reports and crawls that were created longer ago are deleted, in milliseconds: at least an hour. Default: none is too
   * old.
   */
  readonly olderThanMs?: number;
  /** How many reports of the same website and URL are kept, the newest. Default: all. */
  readonly keepPerUrl?: number;
  /** How many crawls of a website that have ended are kept, the newest; `'all'` for all. Default: 10. */
  readonly keepCrawlsPerWebsite?: number | 'all';
}

const hourMs = 3_600_000;
const count = integerBetween(1, Number.MAX_SAFE_INTEGER);

const retentionSchema = optionsObject({
  // A date before 1970 would be invalid.
  olderThanMs: v.optional(integerBetween(hourMs, 3_153_600_000_000)),
  keepPerUrl: v.optional(count),
  keepCrawlsPerWebsite: v.optional(
    mustBe<number | 'all'>(
      "a positive integer or 'all'",
      (value) => value === 'all' || v.is(count, value),
    ),
    10,
  ),
} satisfies Record<keyof Retention, v.GenericSchema>);

/** The schema of the option `retention`, with the defaults. */
export const retentionOptionSchema = v.lazy((option) =>
  option === false ? v.literal(false) : retentionSchema,
);

/** A retention with the defaults. */
type CompleteRetention = v.InferOutput<typeof retentionSchema>;

/** Rows to delete in one transaction. A store may delete fewer. */
const limit = 100;

/**
 * Deletes what is not to be kept, and idempotency keys that have expired, in small transactions. Between them it waits
 * as long as the last one took, so that others get at least half of the store's time. Several processes may do so at the
 * same time. Emits how much was deleted of each kind, also if it fails or is stopped.
 *
 * @throws SitegradeError `overloaded` if the database is not available. What was deleted before stays deleted.
 */
async function prune(
  context: Context,
  { olderThanMs, keepPerUrl, keepCrawlsPerWebsite }: CompleteRetention,
  signal: AbortSignal,
): Promise<void> {
  const { maintenance, crawls } = context.store;
  const older = olderThanMs !== undefined && {
    createdBefore: new Date(context.now().getTime() - olderThanMs),
  };
  const inParts = createPartsOf(context, signal);
  if (older || keepPerUrl !== undefined) {
    let after = '';
    await inParts('reports', async () => {
      const query = { after, limit, ...older, ...(keepPerUrl !== undefined && { keepPerUrl }) };
      const { deleted, next } = await maintenance.deleteOutdated(query);
      after = next ?? '';
      return { deleted, isDone: next === undefined };
    });
  }
  // Their pages are deleted with the rest of what was deleted.
  await inParts('crawls', () =>
    crawls.deleteOutdated({
      limit,
      ...older,
      ...(keepCrawlsPerWebsite !== 'all' && { keepPerWebsite: keepCrawlsPerWebsite }),
    }),
  );
  const query = { expiredAt: context.now(), limit };
  await inParts('idempotency_keys', () => maintenance.deleteExpiredIdempotencyKeys(query));
}

type PrunedKind = Extract<OperationEvent, { readonly type: 'pruned' }>['kind'];

function createPartsOf({ emitOperation, monotonicMs }: Context, signal: AbortSignal) {
  return async (
    kind: PrunedKind,
    deletePart: () => Promise<{ readonly deleted: number; readonly isDone: boolean }>,
  ): Promise<void> => {
    let deleted = 0;
    try {
      while (!signal.aborted) {
        const startedAt = monotonicMs();
        const part = await deletePart();
        deleted += part.deleted;
        if (part.isDone) return;
        await pause(Math.ceil(monotonicMs() - startedAt), signal);
      }
    } finally {
      if (deleted > 0) emitOperation({ type: 'pruned', kind, count: deleted });
    }
  };
}

/** How often a worker prunes. */
const pruneEveryMs = hourMs;

/** Creates what a worker does every minute: it prunes once an hour, if it is the one that does. */
export function createPruning(
  context: Context,
  retention: CompleteRetention,
  isFirst: () => boolean,
): (signal: AbortSignal) => Promise<void> {
  let prunedAt: number | undefined;
  return async (signal) => {
    const now = context.monotonicMs();
    const isDue = prunedAt === undefined || now - prunedAt >= pruneEveryMs;
    if (!isDue || !isFirst()) return;
    await prune(context, retention, signal);
    prunedAt = now;
  };
}
