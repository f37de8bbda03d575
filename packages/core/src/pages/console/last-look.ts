import type { Context } from '../../context/context.ts';
import type { List } from '../../listing/listing.ts';
import type { Website } from '../../store/website.ts';
import { eachWebsite } from '../../websites/list-websites.ts';

/**
 * Owners with more websites are not offered this order. Stores do not have it, so all websites are read for it: this
 * many take a fraction of a second.
 */
export const mostByLastLook = 1_000;

/** Which part of the list is shown. */
interface Part {
  readonly search: string;
  readonly perPage: number;
  readonly start: { readonly page: number };
}

/**
 * A page of the websites of an owner, those looked at last first; `null` if more than {@link mostByLastLook} match.
 */
export async function listByLastLook(
  context: Context,
  ownerId: string,
  { search, perPage, start: { page } }: Part,
): Promise<List<Website> | null> {
  const wanted = page * perPage;
  let newest: Website[] = [];
  let total = 0;
  for await (const website of eachWebsite(context, ownerId, { search })) {
    total += 1;
    if (total > mostByLastLook) return null;
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
