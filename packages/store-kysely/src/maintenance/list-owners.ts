import type { OwnerSummary, OwnersQuery } from '@sitegrade/core/store';
import type { CompiledQuery } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';

interface OwnerRow {
  readonly owner_id: string;
  readonly api_keys_count: number;
  readonly websites_count: number;
  readonly reports_count: number;
}

/** The next owners by id, with what is counted already. */
export function* listOwners(
  builder: QueryBuilder,
  query: OwnersQuery,
): Work<readonly OwnerSummary[]> {
  const rows = yield* rowsOf(nextOwners(builder, query));
  return rows.map((row) => ({
    ownerId: row.owner_id,
    apiKeysCount: row.api_keys_count,
    websitesCount: row.websites_count,
    reportsCount: row.reports_count,
  }));
}

/** Each table has few rows of an owner: jobs and crawls, of which there may be many, are only looked for. */
function nextOwners({ db }: QueryBuilder, { after, limit }: OwnersQuery): CompiledQuery<OwnerRow> {
  const withWebsites = db
    .selectFrom('sitegrade_owner_totals')
    .select('owner_id')
    .where('websites_count', '>', 0)
    .where('owner_id', '>', after)
    .orderBy('owner_id')
    .limit(limit);
  const withKeys = db
    .selectFrom('sitegrade_api_keys')
    .select('owner_id')
    .distinct()
    .where('owner_id', '>', after)
    .orderBy('owner_id')
    .limit(limit);
  const withJobs = db
    .selectFrom('sitegrade_lanes')
    .select('owner_id')
    .where('owner_id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sitegrade_jobs as job')
          .select('job.id')
          .whereRef('job.owner_id', '=', 'sitegrade_lanes.owner_id'),
      ),
    )
    .orderBy('owner_id')
    .limit(limit);
  const withCrawls = db
    .selectFrom('sitegrade_crawl_days')
    .select('owner_id')
    .where('owner_id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sitegrade_crawls as crawl')
          .select('crawl.id')
          .whereRef('crawl.owner_id', '=', 'sitegrade_crawl_days.owner_id'),
      ),
    )
    .orderBy('owner_id')
    .limit(limit);
  const withWebhooks = db
    .selectFrom('sitegrade_webhooks')
    .select('owner_id')
    .distinct()
    .where('owner_id', '>', after)
    .orderBy('owner_id')
    .limit(limit);
  const owners = db
    .selectFrom(withWebsites.as('with_websites'))
    .select('owner_id')
    .union(db.selectFrom(withKeys.as('with_keys')).select('owner_id'))
    .union(db.selectFrom(withJobs.as('with_jobs')).select('owner_id'))
    .union(db.selectFrom(withCrawls.as('with_crawls')).select('owner_id'))
    .union(db.selectFrom(withWebhooks.as('with_webhooks')).select('owner_id'))
    .orderBy('owner_id')
    .limit(limit);
  return db
    .selectFrom(owners.as('owner'))
    .leftJoin('sitegrade_owner_totals as total', 'total.owner_id', 'owner.owner_id')
    .select(['owner.owner_id'])
    .select(({ fn, val, selectFrom }) => [
      selectFrom('sitegrade_api_keys as api_key')
        .select(({ fn: { countAll } }) => countAll<number>().as('count'))
        .whereRef('api_key.owner_id', '=', 'owner.owner_id')
        .$asScalar()
        .$notNull()
        .as('api_keys_count'),
      fn.coalesce('total.websites_count', val(0)).as('websites_count'),
      fn.coalesce('total.reports_count', val(0)).as('reports_count'),
    ])
    .orderBy('owner.owner_id')
    .compile();
}
