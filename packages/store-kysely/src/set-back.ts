import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from './dialect.ts';
import type { Tables } from './schema.ts';
import { firstOf, type Work } from './work.ts';

/** A clock that is earlier by less is that of a process that was slow to record its time. */
const toleratedMs = 10_000;

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** More than the longest time between two runs of a schedule. */
const maxPeriodMs = 32 * 24 * 60 * 60 * 1000;

/** A time that something waits for. */
interface Wait {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly column: string;
  /** Which rows wait, in the words of an index where there is one. */
  readonly rows: string;
}

/** Each is moved alone, so that the others of its row stay as they are. */
const waits: readonly Wait[] = [
  wait('jobs', ['id'], 'due_at', 'ended_at is null and lease_token is null'),
  wait('jobs', ['id'], 'leased_until', "status = 'running'"),
  wait('lanes', ['owner_id'], 'next_due_at', 'next_due_at > 0'),
  wait('crawls', ['id'], 'due_at', 'ended_at is null and admitted = 1 and due_at > 0'),
  wait('crawls', ['id'], 'leased_until', 'ended_at is null and admitted = 1'),
  wait('crawls', ['id'], 'counted_until', 'ended_at is null and admitted = 1'),
  wait('crawl_pages', ['crawl_id', 'number'], 'due_at', 'lease_token is not null'),
  wait('crawl_hosts', ['host'], 'next_request_at', 'next_request_at > 0'),
  wait('websites', ['id'], 'recheck_at', 'recheck_at is not null'),
  wait('outbox', ['id'], 'due_at', 'due_at > 0'),
  wait('deliveries', ['id'], 'due_at', 'due_at is not null'),
  wait('webhooks', ['id'], 'due_at', 'due_at is not null'),
  wait('webhooks', ['id'], 'paused_until', 'paused_until is not null'),
  wait('webhooks', ['id'], 'leased_until', 'lease_token is not null'),
  wait('webhooks', ['id'], 'previous_secret_until', 'previous_secret_until is not null'),
  wait('webhooks', ['id'], 'older_secret_until', 'older_secret_until is not null'),
  wait('mails', ['id'], 'due_at', 'due_at is not null'),
  wait('processes', ['id'], 'seen_at', 'seen_at > 0'),
];

function wait(name: string, key: readonly string[], column: string, rows: string): Wait {
  return { table: `sitegrade_${name}` as keyof Tables, key, column, rows };
}

/**
 * Records the time. If it is earlier than the last one, the clock was ahead and was set back: then all that waits, and all
 * leases, are moved back by as much, so that nothing waits for longer than it should.
 */
export function* followClock(builder: QueryBuilder, given: Date): Work<void> {
  const { db, dialect } = builder;
  const now = dialect.now(given.getTime());
  const last = yield* firstOf(
    db
      .insertInto('sitegrade_clock')
      .values({ id: 1, seen_at: now })
      // Changes nothing, but locks the row, so that one of several processes moves what waits.
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
      .returning(sql<number>`seen_at - ${now}`.as('ahead_ms'))
      .compile(),
  );
  const aheadMs = Number(last?.ahead_ms ?? 0);
  if (aheadMs >= 0 && aheadMs <= toleratedMs) return;
  yield db.updateTable('sitegrade_clock').set({ seen_at: now }).where('id', '=', 1).compile();
  if (aheadMs < 0) return;
  for (const each of waits) yield moveBack(builder, each, now, aheadMs);
  yield* moveRuns(builder, now, aheadMs);
}

/** Skips rows that are being changed: that is by the clock as it is now. */
function moveBack(
  { db, dialect }: QueryBuilder,
  { table, key, column, rows }: Wait,
  now: RawBuilder<number>,
  aheadMs: number,
): CompiledQuery<unknown> {
  const tables = db as unknown as Kysely<AnyTables>;
  const time = sql.ref<number>(column);
  const ahead = tables
    .selectFrom(table)
    .select([...key])
    .where(sql<boolean>`${sql.raw(rows)}`)
    .where(time, '>', now)
    .modifyEnd(dialect.forUpdateSkipLocked);
  const keys = sql.join(key.map((name) => sql.ref(name)));
  return tables
    .updateTable(table)
    .set({ [column]: later(sql`${time} - ${aheadMs}`, now) })
    .where(sql<boolean>`(${keys}) in ${ahead}`)
    .compile();
}

/** Tables whose columns are given by name. */
type AnyTables = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The later of two times, of which neither is null. */
function later(first: RawBuilder<unknown>, second: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when ${first} > ${second} then ${first} else ${second} end`;
}

/** Runs of schedules and digests keep the time of the day and the week for which they are planned. */
function* moveRuns({ db }: QueryBuilder, now: RawBuilder<number>, aheadMs: number): Work<void> {
  const schedules = db.updateTable('sitegrade_schedules');
  yield schedules
    .set({ due_at: later(sql`due_at - ${aheadMs}`, sql`next_run_at`) })
    .where('due_at', '>', now)
    .whereRef('due_at', '>', 'next_run_at')
    .compile();
  yield schedules
    .set({ next_run_at: now, due_at: now })
    .where('due_at', '>', sql<number>`${now} + ${maxPeriodMs}`)
    .compile();
  const weeks = sql<number>`(digest_due_at - ${now}) / ${weekMs}`;
  yield db
    .updateTable('sitegrade_recipients')
    .set({ digest_due_at: sql<number>`digest_due_at - ${weeks} * ${weekMs}` })
    .where('digest_due_at', 'is not', null)
    .where('digest_due_at', '>', sql<number>`${now} + ${weekMs}`)
    .compile();
}
