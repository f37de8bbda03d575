import type { DeletedPart, OwnedKind } from '@sitegrade/core/store';
import { addCounters, moveOwnerTotals, noCounters } from '../counters.ts';
import { deleteCrawlsOfOwner, deleteUnendedOfWebsites } from '../crawls/delete-crawls.ts';
import type { QueryBuilder } from '../dialect.ts';
import { moveLane, noJobs } from '../jobs/lanes.ts';
import { lockRows, ownedRows } from '../lock-rows.ts';
import { deleteOwnedRecipients } from '../mails/delete-recipients.ts';
import { deleteSchedules } from '../schedules/schedule-row.ts';
import { hideDeliveriesOf } from '../webhooks/change-webhooks.ts';
import { rowsOf, type Work } from '../work.ts';

/** The most API keys that one part deletes, each with up to 20 sessions. */
const apiKeysAtOnce = 10;

/** Deletes some of what an owner has of one kind. */
export function deleteOwned(
  builder: QueryBuilder,
  ownerId: string,
  kind: OwnedKind,
): Work<DeletedPart> {
  return deleteByKind[kind](builder, ownerId);
}

const deleteByKind: Readonly<
  Record<OwnedKind, (builder: QueryBuilder, ownerId: string) => Work<DeletedPart>>
> = {
  apiKeys: deleteApiKeys,
  schedules: deleteOwnedSchedules,
  webhooks: deleteWebhooks,
  recipients: deleteOwnedRecipients,
  jobs: deleteJobs,
  crawls: deleteCrawlsOfOwner,
  idempotencyKeys: deleteIdempotencyKeys,
  websites: hideWebsites,
  totals: deleteTotals,
};

function* deleteApiKeys(builder: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { db, dialect } = builder;
  // Locked first, so that no session begins in between.
  const first = ownedRows(builder, 'sitegrade_api_keys', ownerId).limit(apiKeysAtOnce);
  const keys = yield* lockRows(builder, first);
  const ids = dialect.idList(keys);
  yield db.deleteFrom('sitegrade_sessions').where('api_key_id', 'in', ids).compile();
  yield db.deleteFrom('sitegrade_api_keys').where('id', 'in', ids).compile();
  return { deleted: keys.length, isDone: keys.length < apiKeysAtOnce };
}

function* deleteOwnedSchedules(builder: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { db, dialect } = builder;
  const { deletedAtOnce } = dialect;
  const some = yield* rowsOf(
    db
      .selectFrom('sitegrade_schedules')
      .select('website_id')
      .where('owner_id', '=', ownerId)
      .orderBy('website_id')
      .limit(deletedAtOnce)
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  const ids = some.map(({ website_id }) => Number(website_id));
  yield deleteSchedules(builder, ids);
  return { deleted: ids.length, isDone: ids.length < deletedAtOnce };
}

/**
 * Deletes webhooks, and leaves their deliveries to `deleteHidden`; after the last one, what has happened. In
 * separate transactions: ending something that has happened locks it before the webhooks.
 */
function* deleteWebhooks(builder: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { db, dialect } = builder;
  const { deletedAtOnce } = dialect;
  const first = ownedRows(builder, 'sitegrade_webhooks', ownerId).limit(deletedAtOnce);
  const webhooks = yield* lockRows(builder, first);
  if (webhooks.length > 0) {
    yield* hideDeliveriesOf(builder, webhooks);
    yield db.deleteFrom('sitegrade_webhooks').where('id', 'in', dialect.idList(webhooks)).compile();
    return { deleted: webhooks.length, isDone: false };
  }
  // In the order of its index.
  const oldest = db
    .selectFrom('sitegrade_outbox')
    .select('id')
    .where('owner_id', '=', ownerId)
    .orderBy('due_at')
    .orderBy('id')
    .limit(deletedAtOnce);
  const events = yield* lockRows(builder, oldest);
  yield db.deleteFrom('sitegrade_outbox').where('id', 'in', dialect.idList(events)).compile();
  return { deleted: events.length, isDone: events.length < deletedAtOnce };
}

function* deleteJobs(builder: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { db, dialect } = builder;
  const { deletedAtOnce } = dialect;
  const first = ownedRows(builder, 'sitegrade_jobs', ownerId).limit(deletedAtOnce);
  const jobs = yield* lockRows(builder, first);
  if (jobs.length === 0) return { deleted: 0, isDone: true };
  const deleted = yield* rowsOf(
    db
      .deleteFrom('sitegrade_jobs')
      .where('id', 'in', dialect.idList(jobs))
      .returning('status')
      .compile(),
  );
  const countOf = (wanted: string) => deleted.filter(({ status }) => status === wanted).length;
  yield moveLane(builder, ownerId, { queued: -countOf('queued'), running: -countOf('running') });
  return { deleted: deleted.length, isDone: jobs.length < deletedAtOnce };
}

function* deleteIdempotencyKeys({ db, dialect }: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { deletedAtOnce } = dialect;
  const deleted = yield* rowsOf(
    db
      .deleteFrom('sitegrade_idempotency_keys')
      .where('owner_id', '=', ownerId)
      .where('idempotency_key', 'in', (query) =>
        query
          .selectFrom('sitegrade_idempotency_keys')
          .select('idempotency_key')
          .where('owner_id', '=', ownerId)
          .orderBy('idempotency_key')
          .limit(deletedAtOnce),
      )
      .returning('owner_id')
      .compile(),
  );
  return { deleted: deleted.length, isDone: deleted.length < deletedAtOnce };
}

/** Deletes websites, and leaves all their reports, and crawls that have ended, to `deleteHidden`. */
function* hideWebsites(builder: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { db, dialect } = builder;
  const { deletedAtOnce } = dialect;
  const first = ownedRows(builder, 'sitegrade_websites', ownerId).limit(deletedAtOnce);
  const websites = yield* lockRows(builder, first);
  if (websites.length === 0) return { deleted: 0, isDone: true };
  const ids = dialect.idList(websites);
  // Before the crawls: see `deleteWebsiteRow`.
  yield deleteSchedules(builder, websites);
  yield db
    .insertInto('sitegrade_deleted_websites')
    .columns(['website_id', 'owner_id'])
    .expression(
      db.selectFrom('sitegrade_websites').select(['id', 'owner_id']).where('id', 'in', ids),
    )
    .compile();
  yield* deleteUnendedOfWebsites(builder, ownerId, websites);
  const deleted = yield* rowsOf(
    db
      .deleteFrom('sitegrade_websites')
      .where('id', 'in', ids)
      .returning(['reports_count', 'good_count', 'decent_count', 'bad_count'])
      .compile(),
  );
  const sum = deleted.reduce(addCounters, noCounters);
  yield moveOwnerTotals(builder, ownerId, {
    websites_count: -deleted.length,
    reports_count: -sum.reports_count,
    good_count: -sum.good_count,
    decent_count: -sum.decent_count,
    bad_count: -sum.bad_count,
  });
  return { deleted: deleted.length, isDone: websites.length < deletedAtOnce };
}

/** Deletes the counters of an owner, unless there is something to count again. */
function* deleteTotals(builder: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { db } = builder;
  // Changes nothing, but locks the rows: separate statements see everything that they count.
  yield moveOwnerTotals(builder, ownerId, { websites_count: 0, ...noCounters });
  yield moveLane(builder, ownerId, noJobs);
  const totals = yield* rowsOf(
    db
      .deleteFrom('sitegrade_owner_totals')
      .where('owner_id', '=', ownerId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('sitegrade_websites').select('id').where('owner_id', '=', ownerId))),
      )
      .returning('owner_id')
      .compile(),
  );
  const lanes = yield* rowsOf(
    db
      .deleteFrom('sitegrade_lanes')
      .where('owner_id', '=', ownerId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('sitegrade_jobs').select('id').where('owner_id', '=', ownerId))),
      )
      .returning('owner_id')
      .compile(),
  );
  return { deleted: totals.length + lanes.length, isDone: true };
}
