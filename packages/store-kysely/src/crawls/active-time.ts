import { type RawBuilder, sql } from 'kysely';

/** The most time to count at once: a machine may have slept. */
const maxGapMs = 600_000;

/** What happens to a crawl. */
interface Activity {
  /** Whether a piece of the crawl was leased until now. Default: yes, the one that is renewed or ends. */
  readonly wasLeased?: RawBuilder<boolean>;
  /** Milliseconds for which its host gets no request from now on. */
  readonly delayMs?: number;
}

const leased: RawBuilder<boolean> = sql<boolean>`1 = 1`;

/** Nothing was leased until now. */
export const notLeased: RawBuilder<boolean> = sql<boolean>`1 = 0`;

/**
 * The change of a crawl that counts the time for which it was active. Delays are counted when they begin, so
 * `counted_until` may be later than now.
 */
export function countTime(
  now: RawBuilder<number>,
  { wasLeased = leased, delayMs = 0 }: Activity = {},
) {
  const gap = sql`case when not (${wasLeased}) or counted_until >= ${now} then 0
    when ${now} - counted_until > ${maxGapMs} then ${maxGapMs}
    else ${now} - counted_until end`;
  const until = sql`(${now} + ${delayMs})`;
  const delay = sql`case when counted_until >= ${until} then 0
    when counted_until > ${now} then ${until} - counted_until
    else ${delayMs} end`;
  return {
    active_ms: sql<number>`active_ms + cast(${gap} as bigint) + cast(${delay} as bigint)`,
    counted_until: sql<number>`case when counted_until > ${until} then counted_until else ${until} end`,
  };
}
