import type { Context } from '../../context/context.ts';
import { maxWebhookWebsites } from '../../messages/webhooks/webhook-input.ts';
import type { Website } from '../../store/website.ts';
import { eachWebsite } from '../../websites/list-websites.ts';
import { toNumber } from './form.ts';

/** Owners with more websites choose others with the API. This number is one read of the store, and a page of 60 kB. */
const maxListed = 500;

/** Websites to choose from. */
export interface OfferedWebsites {
  readonly websites: readonly Website[];
  /** Whether there are more than are offered. */
  readonly isCut: boolean;
}

/**
 * The websites that a form offers: the first ones by domain, and those that are chosen already. One that was deleted is
 * not offered.
 *
 * @param chosen - The ids as sent, which may be anything.
 */
export async function offeredWebsites(
  context: Context,
  ownerId: string,
  chosen: readonly string[],
): Promise<OfferedWebsites> {
  const listed: Website[] = [];
  for await (const website of eachWebsite(context, ownerId, { sortBy: 'domain', sort: 'asc' })) {
    if (listed.length === maxListed) {
      const others = await chosenBeside(context, ownerId, chosen, listed);
      return { websites: [...others, ...listed], isCut: true };
    }
    listed.push(website);
  }
  return { websites: listed, isCut: false };
}

async function chosenBeside(
  { store }: Context,
  ownerId: string,
  chosen: readonly string[],
  listed: readonly Website[],
): Promise<readonly Website[]> {
  const known = new Set(listed.map(({ id }) => id));
  const ids = new Set(chosen.map(toNumber).filter((id) => id > 0 && !known.has(id)));
  const found = [...ids].slice(0, maxWebhookWebsites).map((id) => store.websites.find(ownerId, id));
  return (await Promise.all(found)).filter((website) => website !== undefined);
}
