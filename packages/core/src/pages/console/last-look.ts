import type { Context } from '../../context/context.ts';
import type { List } from '../../listing/listing.ts';
import type { Website } from '../../store/website.ts';
import { eachWebsite } from '../../websites/list-websites.ts';

/** Which part of the list is shown. */
interface Part {
  readonly search: string;
  readonly perPage: number;
  readonly start: { readonly page: number };
}

/**
 * A page of the websites of an owner, those looked at last first. Stores have no such order: all websites that match
 * are read, in pages, and the newest ones are kept.
 */
export async function listByLastLook(
  context: Context,
  ownerId: string,
  { search, perPage, start: { page } }: Part,
): Promise<List<Website>> {
  const wanted = page * perPage;
  let newest: Website[] = [];
  let total = 0;
  for await (const website of eachWebsite(context, ownerId, { search })) {
    total += 1;
    newest.push(website);
    // Sorting now and then keeps no more than twice as many as are shown.
    if (newest.length >= 2 * wanted) newest = newestOf(newest, wanted);
  }
  const rows = newestOf(newest, wanted).slice(wanted - perPage);
  return { rows, total, totalRelation: 'eq' };
}

function newestOf(websites: readonly Website[], count: number): Website[] {
  return websites.toSorted((a, b) => timeOf(b) - timeOf(a) || b.id - a.id).slice(0, count);
}

/** A website without a score was never looked at. */
function timeOf({ scoreSource }: Website): number {
  return scoreSource?.measuredAt.getTime() ?? 0;
}
