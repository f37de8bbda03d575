import { sql } from 'kysely';
import type { LatestScore } from '../dialect.ts';

const name = 'sitegrade_latest_score';

/**
 * A function, because a statement does not see what was committed after it began, also if it has waited for a row
 * since. The statements of a volatile function do. In plpgsql, which keeps their plans.
 */
export function postgresLatestScore(schema: string | undefined): LatestScore {
  const named = (id: string) => (schema === undefined ? sql.id(id) : sql.id(schema, id));
  return {
    // As in `latestOfUrl`.
    create: (db) => ({
      compile: () =>
        sql`create function ${named(name)}(text, bigint, text) returns integer
  language plpgsql volatile as $sitegrade$
begin
  return (select score from ${named('sitegrade_reports')}
    where owner_id = $1 and website_id = $2 and url >= $3 and url <= $3
    order by url desc, id desc limit 1);
end
$sitegrade$`.compile(db),
    }),
    of: ({ ownerId, websiteId, url }) =>
      sql<number | null>`${named(name)}(${ownerId}, ${websiteId}, ${url})`,
  };
}
