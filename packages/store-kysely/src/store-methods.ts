import type { ApiKeyStore, ReportStore, Store, UpkeepStore, WebsiteStore } from '@sitegrade/core';
import {
  findApiKeyByDigest,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  touchApiKey,
} from './api-keys/api-keys.ts';
import type { QueryBuilder } from './dialect.ts';
import { idempotencyKeys } from './idempotency/idempotency-keys.ts';
import { createReport } from './reports/create-report.ts';
import { createReportOnce } from './reports/create-report-once.ts';
import { deleteReport } from './reports/delete-report.ts';
import { findReport } from './reports/find-report.ts';
import { listReports } from './reports/list-reports.ts';
import { packDetails } from './reports/report-details.ts';
import type { Runner } from './runner.ts';
import { deleteExpiredIdempotencyKeys } from './upkeep/delete-expired-idempotency-keys.ts';
import { deleteOutdated } from './upkeep/delete-outdated.ts';
import { reconcileOwners } from './upkeep/reconcile-owners.ts';
import { reconcileWebsites } from './upkeep/reconcile-websites.ts';
import { deleteWebsite } from './websites/delete-website.ts';
import { findWebsite } from './websites/find-website.ts';
import { listWebsites } from './websites/list-websites.ts';
import { updateWebsite } from './websites/update-website.ts';

/** All methods of a store but those about its connection. */
export function storeMethods(
  builder: QueryBuilder,
  runner: Runner,
): Omit<Store, 'migrate' | 'close'> {
  const { read, write, readOnce, writeOnce } = runner;
  const reports: ReportStore = {
    // Compressed before anything is locked.
    create: async (report) => {
      const details = await packDetails(report);
      return write(() => createReport(builder, report, details));
    },
    createOnce: async (report, attempt) => {
      const details = await packDetails(report);
      return write(() => createReportOnce(builder, report, details, attempt));
    },
    find: async (ownerId, id) =>
      isId(id) ? readOnce(() => findReport(builder, ownerId, id)) : undefined,
    list: async (ownerId, query) =>
      isId(query.websiteId ?? 1) ? read(() => listReports(builder, ownerId, query)) : nothing,
    delete: async (ownerId, id) => isId(id) && write(() => deleteReport(builder, ownerId, id)),
  };
  const websites: WebsiteStore = {
    find: async (ownerId, id) =>
      isId(id) ? readOnce(() => findWebsite(builder, ownerId, id)) : undefined,
    list: (ownerId, query) => read(() => listWebsites(builder, ownerId, query)),
    update: async (ownerId, id, change, onlyIf) =>
      isId(id) ? write(() => updateWebsite(builder, ownerId, id, change, onlyIf)) : missing,
    delete: async (ownerId, id, onlyIf) =>
      isId(id) ? write(() => deleteWebsite(builder, ownerId, id, onlyIf)) : missing,
  };
  const apiKeys: ApiKeyStore = {
    insert: (key) => writeOnce(() => insertApiKey(builder, key)),
    findByDigest: (digest) => readOnce(() => findApiKeyByDigest(builder, digest)),
    list: (ownerId) => readOnce(() => listApiKeys(builder, ownerId)),
    touch: async (id, usedAt) => {
      if (isId(id)) await writeOnce(() => touchApiKey(builder, id, usedAt));
    },
    revoke: async (ownerId, id, revokedAt) =>
      isId(id) && writeOnce(() => revokeApiKey(builder, ownerId, id, revokedAt)),
  };
  const upkeep: UpkeepStore = {
    deleteOutdated: (query) => write(() => deleteOutdated(builder, query)),
    deleteExpiredIdempotencyKeys: (query) =>
      writeOnce(() => deleteExpiredIdempotencyKeys(builder, query)),
    // One state of the database shows drift without a lock; to mend it takes one.
    reconcileWebsites: (query) =>
      (query.mend ? write : read)(() => reconcileWebsites(builder, query)),
    reconcileOwners: (query) => (query.mend ? write : read)(() => reconcileOwners(builder, query)),
  };
  return {
    reports,
    websites,
    apiKeys,
    idempotencyKeys: idempotencyKeys(builder, runner),
    upkeep,
  };
}

const nothing = { rows: [], total: 0, totalRelation: 'eq' } as const;
const missing = { outcome: 'missing' } as const;

/** What can be an id at all: databases take `1.5`, `NaN` and more, each its own way. */
function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
