import type { Report, ReportDetails, ReportSummary } from '../reports/report.ts';
import { reportListing } from '../reports/report-listing.ts';
import type { NewReport, ReportStore } from '../store.ts';
import { isUnderWay } from './memory-idempotency-keys.ts';
import { listInMemory } from './memory-listing.ts';
import { isOwned, type MemoryTables, type ReportRow, type WebsiteRow } from './memory-tables.ts';

/** The reports of a memory store. */
export function memoryReports(tables: MemoryTables): ReportStore {
  return {
    async create(report) {
      return insertReport(tables, report);
    },
    async createOnce(report, attempt) {
      const row = tables.attempts.find(isUnderWay(attempt));
      if (row === undefined) return undefined;
      const made = insertReport(tables, report);
      const done = { ...row, expiresAt: attempt.expiresAt, reportId: made.id };
      tables.attempts = tables.attempts.map((other) => (other === row ? done : other));
      return made;
    },
    async find(ownerId, id) {
      const row = tables.reports.find(isOwned(ownerId, id));
      return row && toReport(row);
    },
    async list(ownerId, query) {
      const rows = tables.reports.filter((row) => row.ownerId === ownerId).map(toSummary);
      return listInMemory(rows, query, reportListing);
    },
    async delete(ownerId, id) {
      const before = tables.reports.length;
      tables.reports = tables.reports.filter((row) => !isOwned(ownerId, id)(row));
      return tables.reports.length < before;
    },
  };
}

function insertReport(tables: MemoryTables, report: NewReport): Report {
  requireUnique(tables.reports, report.shareToken);
  const website = findOrMakeWebsite(tables, report);
  tables.lastIds.report += 1;
  const row = {
    ...report,
    ...copyDetails(report),
    id: tables.lastIds.report,
    websiteId: website.id,
  };
  tables.reports = [...tables.reports, row];
  return toReport(row);
}

function findOrMakeWebsite(tables: MemoryTables, report: NewReport): WebsiteRow {
  const { ownerId, domain, createdAt, defaultPrivacy, websiteShareToken } = report;
  const found = tables.websites.find((row) => row.ownerId === ownerId && row.domain === domain);
  if (found) return found;

  requireUnique(tables.websites, websiteShareToken);
  tables.lastIds.website += 1;
  const made = {
    id: tables.lastIds.website,
    ownerId,
    domain,
    privacy: defaultPrivacy,
    passwordHash: null,
    shareToken: websiteShareToken,
    createdAt,
    updatedAt: createdAt,
  };
  tables.websites = [...tables.websites, made];
  return made;
}

function requireUnique(rows: readonly { readonly shareToken: string }[], token: string): void {
  if (rows.some(({ shareToken }) => shareToken === token)) {
    throw new Error('The share token is already in use.');
  }
}

function toSummary(row: ReportRow): ReportSummary {
  const { id, url, finalUrl, websiteId, domain, title, score, result, httpStatus, createdAt } = row;
  return { id, url, finalUrl, websiteId, domain, title, score, result, httpStatus, createdAt };
}

function toReport(row: ReportRow): Report {
  const { rulesetVersion, shareToken } = row;
  return { ...toSummary(row), ...copyDetails(row), rulesetVersion, shareToken };
}

/** A copy: what a store gives out is never what it holds. */
function copyDetails(row: ReportDetails): ReportDetails {
  const { categories, gates, coverage, partial, fixFirst, checks, page } = row;
  return structuredClone({ categories, gates, coverage, partial, fixFirst, checks, page });
}
