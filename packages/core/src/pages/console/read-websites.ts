import type { Context } from '../../context/context.ts';
import type { List } from '../../listing/listing.ts';
import type { Website } from '../../store/website.ts';
import { type EachWebsiteInput, eachWebsite } from '../../websites/list-websites.ts';
import { websiteTrend } from '../../websites/website-history.ts';

/** The orders of the list of websites. Stores have all but that by the last look. */
export const websiteOrders = ['domain', 'score', 'last_look'] as const;

/** An order of the list of websites. */
type WebsiteOrder = (typeof websiteOrders)[number];

/** Which websites the list can be restricted to. Stores have none of these filters. */
export const websiteFilters = ['worse', 'unreachable', 'uncrawled'] as const;

/** A filter of the list of websites. */
export type WebsiteFilter = (typeof websiteFilters)[number];

/** How the list of websites is shown. */
interface Shown {
  readonly order: WebsiteOrder;
  /** `undefined` for all websites. */
  readonly filter: WebsiteFilter | undefined;
}

/** The sort keys of stores. */
export const storedOrders = {
  domain: { sortBy: 'domain', sort: 'asc' },
  score: { sortBy: 'score', sort: 'asc' },
} as const satisfies Record<string, EachWebsiteInput>;

/** All websites are read for what stores do not have: this many take a fraction of a second. */
const mostRead = 1_000;

/** For each of these, its last scores are read. */
const mostCompared = 100;

/** How many websites may match the search so that the list can be shown like this. */
export function mostFor({ order, filter }: Shown): number {
  if (filter === 'worse') return mostCompared;
  const isStored = filter === undefined && order !== 'last_look';
  return isStored ? Number.POSITIVE_INFINITY : mostRead;
}

/** Which part of the list is shown. */
interface Part {
  readonly search: string;
  readonly perPage: number;
  readonly start: { readonly page: number };
}

/** A page of the websites that a filter leaves. */
interface ReadWebsites extends List<Website> {
  /** How many match the search. */
  readonly matching: number;
}

/** Reads a page of the websites of an owner in a way that stores do not have; `null` if too many match the search. */
export async function readWebsites(
  context: Context,
  ownerId: string,
  { search, perPage, start: { page } }: Part,
  shown: Shown,
): Promise<ReadWebsites | null> {
  const { order, filter } = shown;
  const most = mostFor(shown);
  const matching: Website[] = [];
  const stored = storedOrders[order === 'last_look' ? 'domain' : order];
  for await (const website of eachWebsite(context, ownerId, { search, ...stored })) {
    if (matching.length === most) return null;
    matching.push(website);
  }
  if (order === 'last_look') matching.sort((a, b) => timeOf(b) - timeOf(a) || b.id - a.id);
  const kept: Website[] = [];
  for (const website of matching) {
    if (await isKept(context, ownerId, website, filter)) kept.push(website);
  }
  return {
    rows: kept.slice((page - 1) * perPage, page * perPage),
    total: kept.length,
    totalRelation: 'eq',
    matching: matching.length,
  };
}

/** A website without a score was never looked at. */
function timeOf({ scoreSource }: Website): number {
  return scoreSource?.measuredAt.getTime() ?? 0;
}

async function isKept(
  context: Context,
  ownerId: string,
  { id, unreachableSince, scoreSource }: Website,
  filter: WebsiteFilter | undefined,
): Promise<boolean> {
  if (filter === 'unreachable') return unreachableSince !== null;
  if (filter === 'uncrawled') return scoreSource?.kind !== 'crawl';
  if (filter === undefined) return true;
  const { change } = await websiteTrend(context, ownerId, id);
  return change !== null && change.points < 0;
}
