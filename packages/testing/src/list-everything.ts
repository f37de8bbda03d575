import type { ReportSummary, Website } from '@sitegrade/core';
import type { Store } from '@sitegrade/core/store';

const perPage = 100;
/** More than any test creates: a listing without an end must fail, not hang. */
const mostPages = 200;

/** All reports of an owner, oldest first, page by page. */
export async function allReports(store: Store, ownerId: string): Promise<ReportSummary[]> {
  const found: ReportSummary[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { start: { page }, perPage, sortBy: 'id', sort: 'asc' } as const;
    const { rows } = await store.reports.list(ownerId, query);
    found.push(...rows);
    if (rows.length < perPage) return found;
  }
  throw new Error('The listing has no end.');
}

/** All websites of an owner, oldest first, page by page. */
export async function allWebsites(store: Store, ownerId: string): Promise<Website[]> {
  const found: Website[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { start: { page }, perPage, sortBy: 'id', sort: 'asc' } as const;
    const { rows } = await store.websites.list(ownerId, query);
    found.push(...rows);
    if (rows.length < perPage) return found;
  }
  throw new Error('The listing has no end.');
}
