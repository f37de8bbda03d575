import type { WebsiteChange, WebsiteStore } from '../store.ts';
import type { Website } from '../websites/website.ts';
import { websiteListing } from '../websites/website-listing.ts';
import { listInMemory } from './memory-listing.ts';
import { isOwned, type MemoryTables, type WebsiteRow } from './memory-tables.ts';

/** The websites of a memory store. */
export function memoryWebsites(tables: MemoryTables): WebsiteStore {
  return {
    async find(ownerId, id) {
      const row = tables.websites.find(isOwned(ownerId, id));
      return row && toWebsite(tables, row);
    },
    async list(ownerId, query) {
      const websites = tables.websites
        .filter((row) => row.ownerId === ownerId)
        .map((row) => toWebsite(tables, row));
      return listInMemory(websites, query, websiteListing);
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
    async delete(ownerId, id, onlyIf) {
      const found = tables.websites.find(isOwned(ownerId, id));
      if (found === undefined) return { outcome: 'missing' };
      const website = toWebsite(tables, found);
      if (onlyIf && !onlyIf(website)) return { outcome: 'condition_failed' };
      tables.websites = tables.websites.filter((row) => row.id !== id);
      tables.reports = tables.reports.filter((row) => row.websiteId !== id);
      return { outcome: 'deleted', domain: website.domain, reportsCount: website.reportsCount };
    },
  };
}

function changeWebsite(row: WebsiteRow, change: WebsiteChange): WebsiteRow {
  const privacy = change.privacy ?? row.privacy;
  const passwordHash = privacy === 'password' ? (change.passwordHash ?? row.passwordHash) : null;
  const updatedAt = new Date(Math.max(change.updatedAt.getTime(), row.updatedAt.getTime() + 1));
  return { ...row, privacy, passwordHash, updatedAt };
}

function toWebsite(tables: MemoryTables, row: WebsiteRow): Website {
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
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** One decimal, halves up, from whole numbers alone. */
function averageScore(scoreSum: number, count: number): number {
  return Math.floor((scoreSum * 20 + count) / (count * 2)) / 10;
}
