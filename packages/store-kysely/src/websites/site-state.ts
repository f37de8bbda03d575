import type {
  DueRecheck,
  RecheckRun,
  RecheckStart,
  RechecksQuery,
  Site,
  SiteChange,
  SiteState,
} from '@sitegrade/core/store';
import { type CompiledQuery, type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { insertJobs } from '../jobs/insert-jobs.ts';
import type { Tables } from '../schema.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** The columns of what is known of a site. */
const stateColumns = [
  'failing_since',
  'is_unreachable',
  'recheck_at',
  'recheck_url',
  'certificates_told',
] as const;

type StateRow = Pick<Selectable<Tables['sitegrade_websites']>, (typeof stateColumns)[number]>;

function toState(row: StateRow): SiteState {
  const { recheck_at: at, recheck_url: url } = row;
  return {
    failingSince: row.failing_since === null ? null : new Date(Number(row.failing_since)),
    isUnreachable: row.is_unreachable === 1,
    recheck: url === null ? null : { url, dueAt: at === null ? null : new Date(Number(at)) },
    certificatesTold: JSON.parse(row.certificates_told) as string[],
  };
}

/** The site of the owner's website, by its id or its domain. */
export function* findSite(
  { db }: QueryBuilder,
  ownerId: string,
  website: number | string,
): Work<Site | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_websites')
      .select(['id', 'domain', ...stateColumns])
      .where('owner_id', '=', ownerId)
      .where(typeof website === 'string' ? 'domain' : 'id', '=', website)
      .compile(),
  );
  return row && { websiteId: Number(row.id), domain: row.domain, ...toState(row) };
}

/** What is known of a site, locked until the transaction ends. */
export function* lockSite(
  { db, dialect }: QueryBuilder,
  { ownerId, websiteId }: Pick<SiteChange, 'ownerId' | 'websiteId'>,
): Work<SiteState | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_websites')
      .select(stateColumns)
      .where('id', '=', websiteId)
      .where('owner_id', '=', ownerId)
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  return row && toState(row);
}

/** Changes what is known of a site. */
export function setSite(
  { db }: QueryBuilder,
  { ownerId, websiteId, to }: SiteChange,
): CompiledQuery {
  return db
    .updateTable('sitegrade_websites')
    .set({
      failing_since: to.failingSince?.getTime() ?? null,
      is_unreachable: to.isUnreachable ? 1 : 0,
      recheck_at: to.recheck?.dueAt?.getTime() ?? null,
      recheck_url: to.recheck?.url ?? null,
      certificates_told: JSON.stringify(to.certificatesTold),
    })
    .where('id', '=', websiteId)
    .where('owner_id', '=', ownerId)
    .compile();
}

/** The second attempts that are due, those first that have been due longest. */
export function* dueRechecks(
  { db, dialect }: QueryBuilder,
  { limit, now }: RechecksQuery,
): Work<readonly DueRecheck[]> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_websites')
      .select(['id', 'owner_id', 'recheck_at'])
      .where('recheck_at', '<=', dialect.now(now.getTime()))
      .where('recheck_at', 'is not', null)
      .orderBy('recheck_at')
      .orderBy('id')
      .limit(limit)
      .compile(),
  );
  return rows.map((row) => ({
    ownerId: row.owner_id,
    websiteId: Number(row.id),
    dueAt: new Date(Number(row.recheck_at)),
  }));
}

/** Starts a second attempt, unless it is no longer due, or puts it off if the quota would be exceeded. */
export function* startRecheck(builder: QueryBuilder, run: RecheckRun): Work<RecheckStart> {
  const { ownerId, websiteId, dueAt, maxQueued, delayMs, now } = run;
  const { db, dialect } = builder;
  // Others who start the same attempt wait here, and then find none.
  const recheck = (yield* lockSite(builder, run))?.recheck;
  if (recheck?.dueAt?.getTime() !== dueAt.getTime()) return { outcome: 'taken' };
  const urls = [recheck.url];
  const jobs = { ownerId, urls, isBatch: false, createdAt: now, maxQueued };
  const creation = yield* insertJobs(builder, jobs);
  const [job] = creation.outcome === 'created' ? creation.jobs : [];
  yield db
    .updateTable('sitegrade_websites')
    .set({
      recheck_at: job ? null : sql<number>`${dialect.now(now.getTime())} + ${delayMs}`,
    })
    .where('id', '=', websiteId)
    .compile();
  return job ? { outcome: 'started', job } : { outcome: 'refused' };
}
