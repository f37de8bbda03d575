import {
  detailsOf,
  type Report,
  type ReportSummary,
  type Store,
  type Website,
} from '@sitegrade/core';
import {
  categoryScoresOf,
  compareCodePoints,
  reportListing,
  websiteListing,
} from '@sitegrade/core/internal';
import type {
  ApiKeyStore,
  MaintenanceStore,
  NewReport,
  OutdatedQuery,
  ReconciledPart,
  ReconcileQuery,
  ReportStore,
  WebsiteChange,
  WebsiteStore,
} from '@sitegrade/core/store';
import { memoryAccepted } from './memory-accepted.ts';
import { completeAttempt, isInProgress, memoryIdempotencyKeys } from './memory-attempts.ts';
import { dueTimesOfCrawls, lastPageOfOldest, memoryCrawls } from './memory-crawls.ts';
import { deleteWebsiteRow, memoryDeletion } from './memory-deletion.ts';
import { memoryDeliveries } from './memory-deliveries.ts';
import { memoryGuesses } from './memory-guesses.ts';
import { completeJob, dueSinces, dueTimesOfJobs, leasedJob, memoryJobs } from './memory-jobs.ts';
import { listInMemory } from './memory-listing.ts';
import { memoryMails } from './memory-mails.ts';
import { insertEvent } from './memory-outbox.ts';
import { memoryProcesses } from './memory-processes.ts';
import { memoryRecipients } from './memory-recipients.ts';
import { memorySchedules } from './memory-schedules.ts';
import { scoreHistory, scoreOfWebsite, scoreTrend } from './memory-scores.ts';
import { memorySessions } from './memory-sessions.ts';
import { memorySites } from './memory-sites.ts';
import {
  type ApiKeyRow,
  areEqual,
  emptyTables,
  findOrCreateWebsite,
  isOwned,
  type MemoryReport,
  type MemoryTables,
  type MemoryWebsite,
  requireUnique,
  toApiKey,
} from './memory-tables.ts';
import { memoryWebhooks } from './memory-webhooks.ts';

/** The API keys of a memory store. */
function memoryApiKeys(tables: MemoryTables): ApiKeyStore {
  const change = (id: number, part: Partial<ApiKeyRow>): void => {
    tables.apiKeys = tables.apiKeys.map((row) => (row.id === id ? { ...row, ...part } : row));
  };
  return {
    async insert(key) {
      if (tables.apiKeys.some((row) => areEqual(row.digest, key.digest))) {
        throw new Error('There is an API key with this digest already.');
      }
      tables.lastIds.apiKey += 1;
      const row: ApiKeyRow = {
        ...key,
        id: tables.lastIds.apiKey,
        digest: key.digest.slice(),
        lastUsedAt: null,
        revokedAt: null,
      };
      tables.apiKeys = [...tables.apiKeys, row];
      return toApiKey(row);
    },
    async findByDigest(digest) {
      const row = tables.apiKeys.find((other) => areEqual(other.digest, digest));
      return row && { ...toApiKey(row), digest: row.digest.slice() };
    },
    async list(ownerId) {
      return tables.apiKeys
        .filter((row) => ownerId === undefined || row.ownerId === ownerId)
        .map(toApiKey)
        .reverse();
    },
    async recordUse(id, usedAt) {
      change(id, { lastUsedAt: usedAt });
    },
    async revoke(ownerId, id, revokedAt) {
      const row = tables.apiKeys.find(isOwned(ownerId, id));
      if (row === undefined) return false;
      change(id, { revokedAt: row.revokedAt ?? revokedAt });
      return true;
    },
  };
}

/** The websites of a memory store. */
function memoryWebsites(tables: MemoryTables): WebsiteStore {
  return {
    async find(ownerId, id) {
      const row = tables.websites.find(isOwned(ownerId, id));
      return row && toWebsite(tables, row);
    },
    async findByShareToken(token) {
      const row = tables.websites.find(({ shareToken }) => shareToken === token);
      return row && { ownerId: row.ownerId, website: toWebsite(tables, row) };
    },
    async findPasswordHash(ownerId, id) {
      return tables.websites.find(isOwned(ownerId, id))?.passwordHash ?? undefined;
    },
    async list(ownerId, query) {
      const websites = tables.websites
        .filter((row) => row.ownerId === ownerId)
        .map((row) => toWebsite(tables, row));
      return listInMemory(websites, query, websiteListing);
    },
    async history(ownerId, id, maxRows) {
      if (!tables.websites.some(isOwned(ownerId, id))) return undefined;
      return scoreHistory(tables, id, maxRows);
    },
    async trend(ownerId, id, maxRows) {
      if (!tables.websites.some(isOwned(ownerId, id))) return undefined;
      return scoreTrend(tables, id, maxRows);
    },
    async update(ownerId, id, change, onlyIf) {
      const row = tables.websites.find(isOwned(ownerId, id));
      if (row === undefined) return { outcome: 'missing' };
      if (onlyIf && !onlyIf(toWebsite(tables, row))) return { outcome: 'condition_failed' };
      const changed = changeWebsite(row, change);
      if (changed.privacy === 'password' && changed.passwordHash === null) {
        return { outcome: 'password_required' };
      }
      tables.websites = tables.websites.map((other) => (other === row ? changed : other));
      return { outcome: 'updated', website: toWebsite(tables, changed) };
    },
    async renewShareToken(ownerId, id, token) {
      const renewed = withShareToken(tables.websites, ownerId, id, token);
      tables.websites = renewed ?? tables.websites;
      return renewed !== undefined;
    },
    async delete(ownerId, id, onlyIf) {
      const found = tables.websites.find(isOwned(ownerId, id));
      if (found === undefined) return { outcome: 'missing' };
      const website = toWebsite(tables, found);
      if (onlyIf && !onlyIf(website)) return { outcome: 'condition_failed' };
      deleteWebsiteRow(tables, id);
      return { outcome: 'deleted', domain: website.domain, reportsCount: website.reportsCount };
    },
    ...memorySites(tables),
  };
}

function changeWebsite(row: MemoryWebsite, change: WebsiteChange): MemoryWebsite {
  const privacy = change.privacy ?? row.privacy;
  const passwordHash = privacy === 'password' ? (change.passwordHash ?? row.passwordHash) : null;
  const updatedAt = new Date(Math.max(change.updatedAt.getTime(), row.updatedAt.getTime() + 1));
  return { ...row, privacy, passwordHash, updatedAt };
}

function toWebsite(tables: MemoryTables, row: MemoryWebsite): Website {
  const reports = tables.reports.filter((report) => report.websiteId === row.id);
  const scoreSum = reports.reduce((sum, report) => sum + report.score, 0);
  const latest = reports.at(-1);
  return {
    id: row.id,
    domain: row.domain,
    privacy: row.privacy,
    hasPassword: row.passwordHash !== null,
    shareToken: row.shareToken,
    reportsCount: reports.length,
    reportsAvgScore: reports.length === 0 ? null : averageScore(scoreSum, reports.length),
    latestReport: latest
      ? { id: latest.id, score: latest.score, result: latest.result, createdAt: latest.createdAt }
      : null,
    nextRunAt: tables.schedules.get(row.id)?.nextRunAt ?? null,
    unreachableSince: row.site.isUnreachable ? row.site.failingSince : null,
    ...scoreOfWebsite(tables, row.id),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Rounds half up to one decimal, with integer arithmetic. */
function averageScore(scoreSum: number, count: number): number {
  return Math.floor((scoreSum * 20 + count) / (count * 2)) / 10;
}

/** The reports of a memory store. */
function memoryReports(tables: MemoryTables): ReportStore {
  return {
    async create(report) {
      return insertReport(tables, report);
    },
    async createOnce(report, claim) {
      if ('jobId' in claim) {
        const job = leasedJob(tables, claim);
        if (job?.ownerId !== report.ownerId) return undefined;
        const created = insertReport(tables, report, job.id);
        completeJob(tables, job, created.id, report.createdAt);
        return created;
      }
      if (!tables.attempts.some(isInProgress(claim))) return undefined;
      const created = insertReport(tables, report);
      completeAttempt(tables, claim, { kind: 'report', id: created.id });
      return created;
    },
    async find(ownerId, id) {
      const row = tables.reports.find(isOwned(ownerId, id));
      return row && toReport(row);
    },
    async findPrevious(ownerId, { id, url }) {
      const row = tables.reports.findLast(
        (other) => other.ownerId === ownerId && other.url === url && other.id < id,
      );
      return row && toReport(row);
    },
    async findByShareToken(token) {
      const row = tables.reports.find(({ shareToken }) => shareToken === token);
      return row && { ownerId: row.ownerId, report: toReport(row) };
    },
    async latestByUrl(ownerId, websiteId, { limit, maxUrls, sortBy = 'score' }) {
      const ofWebsite = tables.reports.filter(
        (row) => row.ownerId === ownerId && row.websiteId === websiteId,
      );
      // Later rows replace earlier ones of the same URL.
      const latest = [...new Map(ofWebsite.map((row) => [row.url, row])).values()];
      const rows = latest
        .sort((a, b) => compareCodePoints(b.url, a.url))
        .slice(0, maxUrls)
        .sort((a, b) => (sortBy === 'score' ? a.score - b.score : 0) || b.id - a.id);
      return {
        rows: rows.slice(0, limit).map(toSummary),
        total: rows.length,
        totalRelation: latest.length > maxUrls ? 'gte' : 'eq',
      };
    },
    async readOutlines(ownerId, websiteId, { after, limit }) {
      const ofWebsite = tables.reports.filter(
        (row) => row.ownerId === ownerId && row.websiteId === websiteId,
      );
      // Later rows replace earlier ones of the same URL.
      return [...new Map(ofWebsite.map((row) => [row.url, row])).values()]
        .filter(({ url }) => compareCodePoints(url, after) > 0)
        .sort((a, b) => compareCodePoints(a.url, b.url))
        .slice(0, limit)
        .map(({ id, url, finalUrl, httpStatus, score, outline = null }) => ({
          id,
          url,
          finalUrl,
          httpStatus,
          score,
          outline: structuredClone(outline),
        }));
    },
    async renewShareToken(ownerId, id, token) {
      const renewed = withShareToken(tables.reports, ownerId, id, token);
      tables.reports = renewed ?? tables.reports;
      return renewed !== undefined;
    },
    async list(ownerId, query) {
      const rows = tables.reports.filter((row) => row.ownerId === ownerId).map(toSummary);
      return listInMemory(rows, query, reportListing);
    },
    async keepScreenshot(ownerId, id, image, most) {
      const report = tables.reports.find(isOwned(ownerId, id));
      if (report === undefined || tables.screenshots.has(id)) return;
      tables.screenshots.set(id, { ownerId, image: image.slice() });
      const ofOwner = [...tables.screenshots]
        .filter(([, shown]) => shown.ownerId === ownerId)
        .map(([reportId]) => reportId)
        .sort((a, b) => b - a);
      for (const oldest of ofOwner.slice(most)) tables.screenshots.delete(oldest);
    },
    async findScreenshot(ownerId, id) {
      const isThere = tables.reports.some(isOwned(ownerId, id));
      return isThere ? tables.screenshots.get(id)?.image.slice() : undefined;
    },
    async delete(ownerId, id) {
      const before = tables.reports.length;
      tables.reports = tables.reports.filter((row) => !isOwned(ownerId, id)(row));
      if (tables.reports.length < before) tables.screenshots.delete(id);
      return tables.reports.length < before;
    },
  };
}

function insertReport(
  tables: MemoryTables,
  report: NewReport,
  jobId: number | null = null,
): Report {
  requireUnique(tables.reports, report.shareToken);
  const website = findOrCreateWebsite(tables, report);
  tables.lastIds.report += 1;
  const row = {
    ...report,
    ...structuredClone(detailsOf(report)),
    id: tables.lastIds.report,
    websiteId: website.id,
  };
  tables.reports = [...tables.reports, row];
  const event = { kind: 'report', reportId: row.id, jobId } as const;
  insertEvent(tables, report.ownerId, event, report.createdAt);
  return toReport(row);
}

/** The rows, one of them with a new share token; `undefined` if there is no such row. */
function withShareToken<
  Row extends { readonly id: number; readonly ownerId: string; readonly shareToken: string },
>(rows: readonly Row[], ownerId: string, id: number, token: string): readonly Row[] | undefined {
  const found = rows.find(isOwned(ownerId, id));
  if (found === undefined) return undefined;
  const others = rows.filter((row) => row !== found);
  requireUnique(others, token);
  return rows.map((row) => (row === found ? { ...row, shareToken: token } : row));
}

function toSummary(row: MemoryReport): ReportSummary {
  const { id, url, finalUrl, websiteId, domain, title, score, result, httpStatus } = row;
  const { shareToken, createdAt } = row;
  const categoryScores = categoryScoresOf(row);
  return {
    id,
    url,
    finalUrl,
    websiteId,
    domain,
    title,
    score,
    result,
    categoryScores,
    httpStatus,
    shareToken,
    createdAt,
  };
}

/** A copy, so that callers cannot change the stored report. */
function toReport(row: MemoryReport): Report {
  const { rulesetVersion } = row;
  return { ...toSummary(row), ...structuredClone(detailsOf(row)), rulesetVersion };
}

/** The maintenance of a memory store. It has no counters that could drift. */
function memoryMaintenance(tables: MemoryTables): MaintenanceStore {
  return {
    async deleteOutdated(query) {
      const examined = tables.reports
        .filter(
          ({ id, ownerId }) => id > Number(query.after) && ownerId === (query.ownerId ?? ownerId),
        )
        .slice(0, query.limit);
      const outdated = examined.filter((row) => isOutdated(tables, row, query));
      tables.reports = tables.reports.filter((row) => !outdated.includes(row));
      for (const { id } of outdated) tables.screenshots.delete(id);
      return { deleted: outdated.length, next: examined.at(-1)?.id.toString() };
    },
    ...memoryDeletion(tables),
    async listOwners({ after, limit }) {
      const { apiKeys, websites, jobs, crawls, webhooks, reports } = tables;
      const rows = [apiKeys, websites, jobs, crawls, webhooks].flat();
      const owners = new Set(rows.map(({ ownerId }) => ownerId));
      const countOf = (rows: readonly { readonly ownerId: string }[], owner: string) =>
        rows.filter(({ ownerId }) => ownerId === owner).length;
      return [...owners]
        .filter((ownerId) => compareCodePoints(ownerId, after) > 0)
        .sort(compareCodePoints)
        .slice(0, limit)
        .map((ownerId) => ({
          ownerId,
          apiKeysCount: countOf(apiKeys, ownerId),
          websitesCount: countOf(websites, ownerId),
          reportsCount: countOf(reports, ownerId),
        }));
    },
    async deleteExpiredIdempotencyKeys({ expiredAt, limit }) {
      const expired = tables.attempts.filter((row) => row.expiresAt <= expiredAt).slice(0, limit);
      tables.attempts = tables.attempts.filter((row) => !expired.includes(row));
      return { deleted: expired.length, isDone: expired.length < limit };
    },
    reconcileWebsites: async (query) =>
      noDrifts(
        tables.websites.map(({ id }) => id),
        query,
      ),
    reconcileOwners: async (query) =>
      noDrifts([...new Set(tables.websites.map(({ ownerId }) => ownerId))].sort(), query),
  };
}

function isOutdated(
  { reports }: MemoryTables,
  row: MemoryReport,
  { createdBefore, keepPerUrl }: OutdatedQuery,
): boolean {
  if (createdBefore !== undefined && row.createdAt < createdBefore) return true;
  const newer = reports.filter(
    ({ id, websiteId, url }) => id > row.id && websiteId === row.websiteId && url === row.url,
  );
  return keepPerUrl !== undefined && newer.length >= keepPerUrl;
}

function noDrifts<Key>(
  all: readonly Key[],
  { after, limit }: ReconcileQuery<Key>,
): ReconciledPart<Key> {
  const part = all.filter((key) => key > after).slice(0, limit);
  return { checked: part.length, drifts: [], last: part.at(-1) };
}

/**
 * A store in memory, for tests and as the reference for `describeStore`. It uses plain arrays, which are
 * simple rather than fast. All data is lost when the process ends.
 *
 * @example
 * ```ts
 * const context = createContext({ store: memoryStore() });
 * ```
 */
export function memoryStore(): Store {
  const tables = emptyTables();
  return {
    reports: memoryReports(tables),
    websites: memoryWebsites(tables),
    apiKeys: memoryApiKeys(tables),
    idempotencyKeys: memoryIdempotencyKeys(tables),
    guesses: memoryGuesses(tables),
    sessions: memorySessions(tables),
    jobs: memoryJobs(tables),
    crawls: memoryCrawls(tables),
    schedules: memorySchedules(tables),
    webhooks: memoryWebhooks(tables),
    deliveries: memoryDeliveries(tables),
    recipients: memoryRecipients(tables),
    mails: memoryMails(tables),
    accepted: memoryAccepted(tables),
    maintenance: memoryMaintenance(tables),
    processes: memoryProcesses(tables),
    isWritable: async () => true,
    async nextDueMs(now) {
      const due = [...dueTimesOfJobs(tables), ...dueTimesOfCrawls(tables)];
      return due.length === 0 ? undefined : Math.max(0, Math.min(...due) - now.getTime());
    },
    async delays(now) {
      const since = (time: number) => Math.max(0, now.getTime() - time);
      const lastPageAt = lastPageOfOldest(tables);
      return {
        oldestDueJobMs: Math.max(0, ...dueSinces(tables, now).map(since)),
        lastPageMs: lastPageAt === undefined ? 0 : since(lastPageAt),
      };
    },
    stats: () => ({ refusedWrites: { busy: 0, readOnly: 0 } }),
    async migrate() {},
    async close() {},
  };
}
