import { brandOf, type PagesSettings } from '../http/pages-options.ts';

import type { PageRequest } from '../http/route.ts';
import type { PageContext } from './layout.tsx';

/**
 * What a page is drawn with, in the brand of an owner. Where the option `brand` fails, or returns something that
 * is not valid, the page has the brand of the server, and the error is logged.
 */
export async function withBrand<Page extends PageContext>(
  page: Page,
  { logError }: Pick<PageRequest, 'logError'>,
  ownerId: string,
): Promise<Page> {
  const settings = await brandedSettings(page.settings, ownerId, logError);
  const { accent } = settings;
  if (settings === page.settings) return page;
  const style =
    accent === undefined ? page.links.style : `${page.links.style}${accentQuery(accent)}`;
  return { ...page, settings, links: { ...page.links, style } };
}

/** The settings of the pages in the brand of an owner, as {@link withBrand}. */
export async function brandedSettings(
  settings: PagesSettings,
  ownerId: string,
  logError: PageRequest['logError'],
): Promise<PagesSettings> {
  if (settings.brand === undefined) return settings;
  try {
    const brand = brandOf(await settings.brand(ownerId));
    return brand === undefined ? settings : { ...settings, ...brand };
  } catch (error) {
    logError(error);
    return settings;
  }
}

/** The query that asks the stylesheet for another accent colour. */
function accentQuery(accent: string): string {
  return `?accent=${accent.slice(1).toLowerCase()}`;
}

/** The accent colour that the query of a stylesheet asks for, if it is one. */
export function accentOf(rawQuery: string): string | undefined {
  const sent = /^accent=([0-9a-f]{6})$/.exec(rawQuery)?.[1];
  return sent === undefined ? undefined : `#${sent}`;
}
