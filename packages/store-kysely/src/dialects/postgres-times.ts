import { sql } from 'kysely';
import type { RowsByIdAndTime } from '../dialect.ts';

const idAndTime = sql`point(id::float8, created_at::float8)`;

/**
 * A GiST index of points. It is small and fast to update, because new reports are near each other. Floating-point
 * numbers hold all ids and times exactly.
 */
export function postgresRowsByIdAndTime(schema: string | undefined): RowsByIdAndTime {
  const table =
    schema === undefined ? sql.id('sitegrade_reports') : sql.id(schema, 'sitegrade_reports');
  return {
    timeIndex: 'sitegrade_reports_by_created_at',
    create: (db) => [
      {
        compile: () =>
          sql`create index "sitegrade_reports_by_id_and_time" on ${table} using gist (${idAndTime})`.compile(
            db,
          ),
      },
    ],
    // Without other conditions, so that no other index can be used.
    select: ({ fromId, toId, fromTime, toTime }) => sql`select * from ${table}
      where ${idAndTime} <@ box(
        point(${fromId ?? '-infinity'}::float8, ${fromTime ?? '-infinity'}::float8),
        point(${toId ?? 'infinity'}::float8, ${toTime ?? 'infinity'}::float8))`,
  };
}
