import type { GuessCount, GuessLimit, GuessStore } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import type { Time } from '../schema.ts';
import { firstOf, type Runner, rowsOf, type Work } from '../work.ts';

/** How many ended windows one guess deletes. */
const deletedAtOnce = 10;

/** The guesses of a store. */
export function guessStore(builder: QueryBuilder, { write }: Runner): GuessStore {
  return {
    count: (limits, at, windowMs) =>
      write(() => countGuess(builder, limits, at.getTime(), windowMs)),
  };
}

function* countGuess(
  builder: QueryBuilder,
  limits: readonly GuessLimit[],
  at: Time,
  windowMs: number,
): Work<GuessCount> {
  const refusal = yield* findRefusal(builder, limits, at, windowMs);
  if (refusal) return refusal;

  const counted: string[] = [];
  let hasBegun = false;
  for (const limit of limits) {
    const row = yield* firstOf(countKey(builder, limit, at, windowMs));
    if (row === undefined) {
      // Another guess has reached the limit in between.
      yield* takeBack(builder, counted);
      const late = yield* findRefusal(builder, limits, at, windowMs);
      return late ?? { outcome: 'limit_reached', endsAt: new Date(at + windowMs) };
    }
    counted.push(limit.key);
    hasBegun ||= Number(row.guesses) === 1;
  }
  // Only a guess that begins a window can have added a row.
  if (hasBegun) yield* deleteEnded(builder, at);
  return { outcome: 'counted' };
}

function* findRefusal(
  { db }: QueryBuilder,
  limits: readonly GuessLimit[],
  at: Time,
  windowMs: number,
): Work<GuessCount | undefined> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_guesses')
      .selectAll()
      .where(
        'guess_key',
        'in',
        limits.map(({ key }) => key),
      )
      .where('ends_at', '>', at)
      .where('ends_at', '<=', latestEnd(at, windowMs))
      .compile(),
  );
  const counts = new Map(rows.map((row) => [row.guess_key, row]));
  const reached = limits.flatMap(({ key, limit }) => {
    const row = counts.get(key);
    return row && Number(row.guesses) >= limit ? [Number(row.ends_at)] : [];
  });
  if (reached.length === 0) return undefined;
  return { outcome: 'limit_reached', endsAt: new Date(Math.max(...reached)) };
}

/** A window that ends later began before the clock was set back. Twice as much, as the clocks of machines differ. */
function latestEnd(at: Time, windowMs: number): Time {
  return at + 2 * windowMs;
}

/** Returns no row if the limit is reached. */
function countKey(
  { db }: QueryBuilder,
  { key, limit }: GuessLimit,
  at: Time,
  windowMs: number,
): CompiledQuery<{ readonly guesses: number }> {
  const guesses = sql.ref<number>('sitegrade_guesses.guesses');
  const endsAt = sql.ref('sitegrade_guesses.ends_at');
  const isOver = sql<boolean>`(${endsAt} <= ${at} or ${endsAt} > ${latestEnd(at, windowMs)})`;
  return db
    .insertInto('sitegrade_guesses')
    .values({ guess_key: key, guesses: 1, ends_at: at + windowMs })
    .onConflict((conflict) =>
      conflict
        .column('guess_key')
        .doUpdateSet({
          guesses: sql`case when ${isOver} then 1 else ${guesses} + 1 end`,
          ends_at: sql`case when ${isOver} then excluded.ends_at
            else ${endsAt} end`,
        })
        .where(sql<boolean>`(${isOver} or ${guesses} < ${limit})`),
    )
    .returning('guesses')
    .compile();
}

function* takeBack({ db }: QueryBuilder, keys: readonly string[]): Work<void> {
  if (keys.length === 0) return;
  yield db
    .updateTable('sitegrade_guesses')
    .set((row) => ({ guesses: row('guesses', '-', 1) }))
    .where('guess_key', 'in', keys)
    .compile();
}

/** Does not wait for another guess, which may be waiting for this one. */
function* deleteEnded({ db, dialect }: QueryBuilder, at: Time): Work<void> {
  yield db
    .with('ended', (query) =>
      query
        .selectFrom('sitegrade_guesses')
        .select('guess_key')
        .where('ends_at', '<=', at)
        .orderBy('ends_at')
        .limit(deletedAtOnce)
        .modifyEnd(dialect.forUpdateSkipLocked),
    )
    .deleteFrom('sitegrade_guesses')
    .where('guess_key', 'in', (query) => query.selectFrom('ended').select('guess_key'))
    .compile();
}
