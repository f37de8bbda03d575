import {
  isSameState,
  type SiteChange,
  type SiteState,
  type WebsiteStore,
} from '@sitegrade/core/store';
import { createJobs } from './memory-jobs.ts';
import { isOwned, type MemoryTables, type MemoryWebsite } from './memory-tables.ts';

/** What a memory store knows of whether sites respond. */
export function memorySites(
  tables: MemoryTables,
): Pick<WebsiteStore, 'findSite' | 'dueRechecks' | 'startRecheck'> {
  return {
    async findSite(ownerId, website) {
      const row = tables.websites.find(
        (other) => other.ownerId === ownerId && (other.id === website || other.domain === website),
      );
      return row && { websiteId: row.id, domain: row.domain, ...structuredClone(row.site) };
    },
    async dueRechecks({ limit, now }) {
      return tables.websites
        .flatMap(({ ownerId, id: websiteId, site: { recheck } }) =>
          recheck?.dueAt && recheck.dueAt <= now
            ? [{ ownerId, websiteId, dueAt: recheck.dueAt }]
            : [],
        )
        .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.websiteId - b.websiteId)
        .slice(0, limit);
    },
    async startRecheck({ ownerId, websiteId, dueAt, maxQueued, delayMs, now }) {
      const row = tables.websites.find(isOwned(ownerId, websiteId));
      const recheck = row?.site.recheck;
      if (row === undefined || recheck?.dueAt?.getTime() !== dueAt.getTime()) {
        return { outcome: 'taken' };
      }
      const urls = [recheck.url];
      const jobs = { ownerId, urls, isBatch: false, createdAt: now, maxQueued };
      const creation = createJobs(tables, jobs);
      const [job] = creation.outcome === 'created' ? creation.jobs : [];
      const nextDueAt = job ? null : new Date(now.getTime() + delayMs);
      setState(tables, row, { ...row.site, recheck: { ...recheck, dueAt: nextDueAt } });
      return job ? { outcome: 'started', job } : { outcome: 'refused' };
    },
  };
}

/** Changes what is known of a site. `false`, without any change, if something else is known. */
export function changeSite(
  tables: MemoryTables,
  { ownerId, websiteId, from, to }: SiteChange,
): boolean {
  const row = tables.websites.find(isOwned(ownerId, websiteId));
  if (row === undefined) return true;
  if (!isSameState(row.site, from)) return false;
  setState(tables, row, structuredClone(to));
  return true;
}

function setState(tables: MemoryTables, row: MemoryWebsite, site: SiteState): void {
  tables.websites = tables.websites.map((other) => (other === row ? { ...row, site } : other));
}
