import { sql } from 'kysely';
import type { ReportEvent } from '../dialect.ts';

const name = 'sitegrade_report_event';

/**
 * A function, because the statement that inserts a report is planned every time: another insert in it takes a tenth of
 * its time, also for owners without webhooks. In plpgsql, which keeps plans.
 */
export function postgresReportEvent(schema: string | undefined): ReportEvent {
  const named = (id: string) => (schema === undefined ? sql.id(id) : sql.id(schema, id));
  return {
    // As in `insertReportEvent`.
    create: (db) => ({
      compile: () =>
        sql`create function ${named(name)}(text, bigint, bigint, bigint) returns void
  language plpgsql volatile as $sitegrade$
begin
  if exists (select from ${named('sitegrade_webhooks')}
      where owner_id = $1 and disabled_reason is null) then
    insert into ${named('sitegrade_outbox')}
      (owner_id, kind, subject_id, job_id, created_at, due_at) values ($1, 'report', $2, $3, $4, $4);
  end if;
end
$sitegrade$`.compile(db),
    }),
    insert: ({ ownerId, reportId, jobId, now }) =>
      sql`${named(name)}(${ownerId}, ${reportId}, ${jobId}, ${now})`,
  };
}
