import type { Compilable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/**
 * Indexes for a website's reports with one result: without, those with other results that come
 * before a page's rows are read past, all of them where the wanted ones are at the far end. Frozen:
 * never change it.
 */
export function websiteResultIndexes({ db }: QueryBuilder): readonly Compilable[] {
  return [['id'], ['score', 'id'], ['url', 'id']].map((sorted) =>
    db.schema
      .createIndex(`sitegrade_reports_by_website_result_${sorted[0]}`)
      .on('sitegrade_reports')
      .columns(['owner_id', 'website_id', 'result', ...sorted]),
  );
}
