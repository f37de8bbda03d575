import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from './dialect.ts';
import type { Tables } from './schema.ts';
import { firstOf, type Work } from './work.ts';

/** A clock that is earlier by less is that of a process that was slow to record its time. */
const toleratedMs = 10_000;

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** More than the longest time between two runs of a schedule. */
const maxPeriodMs = 32 * 24 * 60 * 60 * 1000;

/** A time that something waits for: a table, its key, the column, and for which rows, in the words of an index. */
type Wait = readonly [table: keyof Tables, key: string, column: string, rows: string];

/** Each is moved alone, so that the others of its row stay as they are. */
const waits: readonly Wait[] = [
  ['sitegrade_jobs', 'id', 'due_at', 'ended_at is null and lease_token is null'],
  ['sitegrade_jobs', 'id', 'leased_until', "status = 'running'"],
  ['sitegrade_lanes', 'owner_id', 'next_due_at', 'next_due_at > 0'],
  ['sitegrade_crawls', 'id', 'due_at', 'ended_at is null and admitted = 1 and due_at > 0'],
  ['sitegrade_crawls', 'id', 'leased_until', 'ended_at is null and admitted = 1'],
  ['sitegrade_crawls', 'id', 'counted_until', 'ended_at is null and admitted = 1'],
  ['sitegrade_crawl_pages', 'crawl_id, number', 'due_at', 'lease_token is not null'],
  ['sitegrade_crawl_hosts', 'host', 'next_request_at', 'next_request_at > 0'],
  ['sitegrade_websites', 'id', 'recheck_at', 'recheck_at is not null'],
  ['sitegrade_outbox', 'id', 'due_at', 'due_at > 0'],
  ['sitegrade_deliveries', 'id', 'due_at', 'due_at is not null'],
  ['sitegrade_webhooks', 'id', 'due_at', 'due_at is not null'],
  ['sitegrade_webhooks', 'id', 'paused_until', 'paused_until is not null'],
  ['sitegrade_webhooks', 'id', 'leased_until', 'lease_token is not null'],
  ['sitegrade_webhooks', 'id', 'previous_secret_until', 'previous_secret_until is not null'],
  ['sitegrade_webhooks', 'id', 'older_secret_until', 'older_secret_until is not null'],
  ['sitegrade_mails', 'id', 'due_at', 'due_at is not null'],
  ['sitegrade_processes', 'id', 'seen_at', 'seen_at > 0'],
];

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
  for (const wait of waits) yield moveBack(builder, wait, now, aheadMs);
  yield* moveRuns(builder, now, aheadMs);
}

/** Skips rows that are being changed: that is by the clock as it is now. */
function moveBack(
  { db, dialect }: QueryBuilder,
  [tableName, keyText, columnName, rowsText]: Wait,
  now: RawBuilder<number>,
  aheadMs: number,
): CompiledQuery {
  const [table, key, column] = [sql.table(tableName), sql.raw(keyText), sql.ref(columnName)];
  return sql`update ${table}
    set ${column} = case when ${column} - ${aheadMs} > ${now} then ${column} - ${aheadMs} else ${now} end
    where (${key}) in (select ${key} from ${table} where ${sql.raw(rowsText)} and ${column} > ${now}
      ${dialect.forUpdateSkipLocked})`.compile(db);
}

/** Runs of schedules and digests keep the time of the day and the week for which they are planned. */
function* moveRuns({ db }: QueryBuilder, now: RawBuilder<number>, aheadMs: number): Work<void> {
  yield sql`update sitegrade_schedules
    set due_at = case when due_at - ${aheadMs} > next_run_at then due_at - ${aheadMs} else next_run_at end
    where due_at > ${now} and due_at > next_run_at`.compile(db);
  yield sql`update sitegrade_schedules set next_run_at = ${now}, due_at = ${now}
    where due_at > ${now} + ${maxPeriodMs}`.compile(db);
  yield sql`update sitegrade_recipients
    set digest_due_at = digest_due_at - ((digest_due_at - ${now}) / ${weekMs}) * ${weekMs}
    where digest_due_at is not null and digest_due_at > ${now} + ${weekMs}`.compile(db);
}
