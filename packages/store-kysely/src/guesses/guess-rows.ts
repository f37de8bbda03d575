import type { GuessCount, GuessStore } from '@sitegrade/core';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import type { Time } from '../schema.ts';
import { firstOf, type Runner, type Work } from '../work.ts';

/** How many ended windows one guess deletes. */
const deletedAtOnce = 10;

/** The guesses of a store. */
export function guessStore(builder: QueryBuilder, { write }: Runner): GuessStore {
  return {
    count: (key, at, windowMs) => write(() => countGuess(builder, key, at.getTime(), windowMs)),
  };
}

function* countGuess(
  builder: QueryBuilder,
  key: string,
  at: Time,
  windowMs: number,
): Work<GuessCount> {
  const { db } = builder;
  const begun = { guesses: 1, ends_at: at + windowMs };
  const isOver = sql`${sql.ref('sitegrade_guesses.ends_at')} <= ${at}`;
  const row = yield* firstOf(
    db
      .insertInto('sitegrade_guesses')
      .values({ guess_key: key, ...begun })
      .onConflict((conflict) =>
        conflict.column('guess_key').doUpdateSet({
          guesses: sql`case when ${isOver} then 1 else ${sql.ref('sitegrade_guesses.guesses')} + 1 end`,
          ends_at: sql`case when ${isOver} then excluded.ends_at
            else ${sql.ref('sitegrade_guesses.ends_at')} end`,
        }),
      )
      .returning(['guesses', 'ends_at'])
      .compile(),
  );
  if (row === undefined) throw new Error('The guess was counted without a row.');
  const count = Number(row.guesses);
  // Only a guess that begins a window can have added a row.
  if (count === 1) yield* deleteEnded(builder, at);
  return { count, endsAt: new Date(row.ends_at) };
}

/** Waits for no other guess, which may be waiting for this one. */
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
