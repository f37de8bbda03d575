import { maxProcesses } from '@sitegrade/core/internal';
import type { LiveProcess, ProcessBeat, ProcessStore } from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from './dialect.ts';
import { type Runner, rowsOf, type Work } from './work.ts';

/** The most rows of lost processes that a beat deletes: they are few, unless processes start and crash all the time. */
const deletedAtOnce = 100;

/** The processes of a store. */
export function processStore(
  builder: QueryBuilder,
  { writeUnsynced, writeStatement }: Runner,
): ProcessStore {
  const { db } = builder;
  return {
    beat: (beat) => writeUnsynced(() => recordBeat(builder, beat)),
    async end(id) {
      await writeStatement(() =>
        rowsOf(db.deleteFrom('sitegrade_processes').where('id', '=', id).compile()),
      );
    },
  };
}

function* recordBeat(
  { db, dialect }: QueryBuilder,
  { id, role, settings, aliveMs, now: given }: ProcessBeat,
): Work<readonly LiveProcess[]> {
  const now = dialect.now(given.getTime());
  const aliveSince = sql<number>`${now} - ${aliveMs}`;
  const lost = db
    .selectFrom('sitegrade_processes')
    .select('id')
    .where('seen_at', '<=', aliveSince)
    .where('id', '<>', id)
    .limit(deletedAtOnce)
    // Others delete them, too. Waiting for each other, two processes could wait forever.
    .modifyEnd(dialect.forUpdateSkipLocked);
  yield db.deleteFrom('sitegrade_processes').where('id', 'in', lost).compile();
  yield db
    .insertInto('sitegrade_processes')
    .values({ id, role, settings: JSON.stringify(settings), started_at: now, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .compile();
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_processes')
      .select(['id', 'role', 'settings', 'started_at'])
      .where(({ eb, or }) => or([eb('seen_at', '>', aliveSince), eb('id', '=', id)]))
      .orderBy('started_at')
      .orderBy('id')
      .limit(maxProcesses)
      .compile(),
  );
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    settings: JSON.parse(row.settings),
    startedAt: new Date(Number(row.started_at)),
  }));
}
