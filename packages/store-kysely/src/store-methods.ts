import { isShareToken } from '@sitegrade/core/internal';
import type {
  ApiKeyStore,
  MaintenanceStore,
  ReportStore,
  Store,
  WebsiteStore,
} from '@sitegrade/core/store';
import { acceptedStore } from './accepted/accepted-methods.ts';
import {
  findApiKeyByDigest,
  insertApiKey,
  listApiKeyRows,
  recordApiKeyUse,
  revokeApiKeyRow,
} from './api-keys/api-keys.ts';
import { crawlStore } from './crawls/crawl-methods.ts';
import { readDelays } from './delays.ts';
import { deliveryStore } from './deliveries/delivery-methods.ts';
import type { QueryBuilder } from './dialect.ts';
import { guessStore } from './guesses/guess-rows.ts';
import { deleteExpiredKeyRows, idempotencyKeyStore } from './idempotency/idempotency-keys.ts';
import { isId } from './ids.ts';
import { jobStore } from './jobs/job-methods.ts';
import { mailStore } from './mails/mail-methods.ts';
import { recipientStore } from './mails/recipient-methods.ts';
import { deleteHidden } from './maintenance/delete-hidden.ts';
import { deleteOutdated } from './maintenance/delete-outdated.ts';
import { deleteOwned } from './maintenance/delete-owned.ts';
import { findOutdated, type OutdatedPosition } from './maintenance/find-outdated.ts';
import { listOwners } from './maintenance/list-owners.ts';
import { reconcileOwners, reconcileWebsites } from './maintenance/reconcile-counters.ts';
import { nextDueMs } from './next-due.ts';
import { processStore } from './processes.ts';
import { deleteReportRow } from './reports/delete-report.ts';
import { findPreviousReport, findReport, findSharedReport } from './reports/find-report.ts';
import { insertReport, insertReportOnce } from './reports/insert-report.ts';
import { latestReportRows } from './reports/latest-reports.ts';
import { listReportRows } from './reports/list-reports.ts';
import { unpackOutline } from './reports/outlines.ts';
import { readOutlineRows } from './reports/read-outlines.ts';
import { textsReader } from './reports/ruleset-texts.ts';
import { findScreenshot, keepScreenshot } from './reports/screenshots.ts';
import { scheduleStore } from './schedules/schedule-methods.ts';
import { deleteOldMessages } from './sending/delete-old.ts';
import { sessionStore } from './sessions/session-rows.ts';
import { renewShareToken } from './share-tokens.ts';
import { watchWrites } from './watch-writes.ts';
import { webhookStore } from './webhooks/webhook-methods.ts';
import { deleteWebsiteRow } from './websites/delete-website.ts';
import { listWebsiteRows } from './websites/list-websites.ts';
import { dueRechecks, findSite, startRecheck } from './websites/site-state.ts';
import { updateWebsiteRow } from './websites/update-website.ts';
import { websiteHistoryRows, websiteTrendRows } from './websites/website-history-rows.ts';
import { findPasswordHash, findSharedWebsite, findWebsite } from './websites/website-row.ts';
import type { Runner } from './work.ts';

/**
 * All methods of a store except those of its connection.
 *
 * @param isRefusal - Whether a write failed because the database accepts no changes: the disk is full, or it is
 * read-only.
 */
export function storeMethods(
  builder: QueryBuilder,
  given: Runner,
  isRefusal: (cause: unknown) => boolean,
): Omit<Store, 'migrate' | 'close'> {
  const { runner, isWritable, refusedWrites } = watchWrites(builder, given, { isRefusal });
  const { read, write, readStatement: readOnce, writeStatement: writeOnce } = runner;
  const readTexts = textsReader(builder);
  const reports: ReportStore = {
    create: (report) => insertReport(builder, runner, report),
    createOnce: async (report, claim) =>
      'jobId' in claim && !isId(claim.jobId)
        ? undefined
        : insertReportOnce(builder, runner, report, claim),
    find: (ownerId, id) =>
      isId(id) ? readOnce(() => findReport(builder, readTexts, ownerId, id)) : none,
    findPrevious: async (ownerId, report) =>
      isId(report.id)
        ? readOnce(() => findPreviousReport(builder, readTexts, ownerId, report))
        : undefined,
    findByShareToken: async (token) =>
      isShareToken(token) ? readOnce(() => findSharedReport(builder, readTexts, token)) : undefined,
    latestByUrl: async (ownerId, websiteId, query) =>
      isId(websiteId) ? read(() => latestReportRows(builder, ownerId, websiteId, query)) : nothing,
    async readOutlines(ownerId, websiteId, query) {
      if (!isId(websiteId)) return [];
      const rows = await read(() => readOutlineRows(builder, ownerId, websiteId, query));
      return Promise.all(
        rows.map(async ({ report, outline }) => ({
          ...report,
          outline: outline === null ? null : await unpackOutline(outline),
        })),
      );
    },
    renewShareToken: async (ownerId, id, token) =>
      isId(id) && writeOnce(() => renewShareToken(builder, 'reports', ownerId, id, token)),
    list: (ownerId, query) =>
      isId(query.websiteId ?? 1)
        ? read(() => listReportRows(builder, ownerId, query))
        : Promise.resolve(nothing),
    keepScreenshot: async (ownerId, id, image, most) => {
      if (isId(id)) await write(() => keepScreenshot(builder, { ownerId, id, image, most }));
    },
    findScreenshot: async (ownerId, id) =>
      isId(id) ? readOnce(() => findScreenshot(builder, ownerId, id)) : undefined,
    delete: async (ownerId, id) => isId(id) && write(() => deleteReportRow(builder, ownerId, id)),
  };
  const websites: WebsiteStore = {
    find: (ownerId, id) => (isId(id) ? readOnce(() => findWebsite(builder, ownerId, id)) : none),
    findByShareToken: async (token) =>
      isShareToken(token) ? readOnce(() => findSharedWebsite(builder, token)) : undefined,
    findPasswordHash: async (ownerId, id) =>
      isId(id) ? readOnce(() => findPasswordHash(builder, ownerId, id)) : undefined,
    renewShareToken: async (ownerId, id, token) =>
      isId(id) && writeOnce(() => renewShareToken(builder, 'websites', ownerId, id, token)),
    list: (ownerId, query) => read(() => listWebsiteRows(builder, ownerId, query)),
    history: async (ownerId, id, maxRows) =>
      isId(id) ? read(() => websiteHistoryRows(builder, ownerId, id, maxRows)) : undefined,
    trend: async (ownerId, id, maxRows) =>
      isId(id) ? read(() => websiteTrendRows(builder, ownerId, id, maxRows)) : undefined,
    update: async (ownerId, id, change, onlyIf) =>
      isId(id) ? write(() => updateWebsiteRow(builder, ownerId, id, change, onlyIf)) : missing,
    delete: async (ownerId, id, onlyIf) =>
      isId(id) ? write(() => deleteWebsiteRow(builder, ownerId, id, onlyIf)) : missing,
    findSite: async (ownerId, website) =>
      typeof website === 'string' || isId(website)
        ? readOnce(() => findSite(builder, ownerId, website))
        : undefined,
    dueRechecks: (query) => readOnce(() => dueRechecks(builder, query)),
    startRecheck: async (run) =>
      isId(run.websiteId) ? write(() => startRecheck(builder, run)) : { outcome: 'taken' },
  };
  const apiKeys: ApiKeyStore = {
    insert: (key) => writeOnce(() => insertApiKey(builder, key)),
    findByDigest: (digest) => readOnce(() => findApiKeyByDigest(builder, digest)),
    list: (ownerId) => readOnce(() => listApiKeyRows(builder, ownerId)),
    recordUse: async (id, usedAt) => {
      if (isId(id)) await writeOnce(() => recordApiKeyUse(builder, id, usedAt));
    },
    revoke: async (ownerId, id, revokedAt) =>
      isId(id) && writeOnce(() => revokeApiKeyRow(builder, ownerId, id, revokedAt)),
  };
  const maintenance: MaintenanceStore = {
    async deleteOutdated(query) {
      const from = query.after === '' ? undefined : (JSON.parse(query.after) as OutdatedPosition);
      const found = await read(() => findOutdated(builder, query, from));
      const next = found.next && JSON.stringify(found.next);
      if (found.reports.length === 0) return { deleted: 0, next };
      return { deleted: await write(() => deleteOutdated(builder, found)), next };
    },
    deleteHidden: (ownerId) => write(() => deleteHidden(builder, ownerId)),
    deleteOwned: (ownerId, kind) => write(() => deleteOwned(builder, ownerId, kind)),
    listOwners: (query) => readOnce(() => listOwners(builder, query)),
    deleteOldMessages: (kind, query) => write(() => deleteOldMessages(builder, kind, query)),
    deleteExpiredIdempotencyKeys: (query) => writeOnce(() => deleteExpiredKeyRows(builder, query)),
    // A snapshot shows drift without a lock; a repair needs one.
    reconcileWebsites: (query) =>
      (query.repair ? write : read)(() => reconcileWebsites(builder, query)),
    reconcileOwners: (query) =>
      (query.repair ? write : read)(() => reconcileOwners(builder, query)),
  };
  return {
    reports,
    websites,
    apiKeys,
    idempotencyKeys: idempotencyKeyStore(builder, runner),
    guesses: guessStore(builder, runner),
    sessions: sessionStore(builder, runner),
    jobs: jobStore(builder, runner),
    crawls: crawlStore(builder, runner, readTexts),
    schedules: scheduleStore(builder, runner),
    webhooks: webhookStore(builder, runner),
    deliveries: deliveryStore(builder, runner),
    recipients: recipientStore(builder, runner),
    mails: mailStore(builder, runner),
    accepted: acceptedStore(builder, runner),
    maintenance,
    processes: processStore(builder, runner),
    isWritable,
    nextDueMs: (now) => readOnce(() => nextDueMs(builder, now)),
    delays: (now) => readOnce(() => readDelays(builder, now)),
    stats: () => ({ refusedWrites: refusedWrites() }),
  };
}

/** What a method returns at once: one that is `async` would wait for the promise of the others. */
const none = Promise.resolve(undefined);

const nothing = { rows: [], total: 0, totalRelation: 'eq' } as const;
const missing = { outcome: 'missing' } as const;
