import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/** The parts of queries that go through the reports of a website by its index of URLs. */
export function websiteReports({ db, dialect }: QueryBuilder, ownerId: string, websiteId: number) {
  const reports = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_website_url');
  return {
    /** To select from. Further conditions follow with `and`. */
    ofWebsite: sql`${reports} where owner_id = ${ownerId} and website_id = ${websiteId}`,
    /** A row of the website; none if it is deleted and its reports are hidden. */
    website: db
      .selectFrom('sitegrade_websites')
      .select('id')
      .where('id', '=', websiteId)
      .where('owner_id', '=', ownerId)
      .as('website'),
  };
}
