import { webUrl } from './web-url.ts';

/**
 * The base URL of a page's relative URLs: its `<base>`, where that is usable, or its own URL.
 *
 * @param baseHref - `href` of the first `<base>` that has one.
 */
export function baseUrlOf(baseHref: string | null, pageUrl: string): URL {
  // The standard forbids `data:` and `javascript:` as base URLs; other schemes are not fetched.
  return (baseHref === null ? null : webUrl(baseHref, pageUrl)) ?? new URL(pageUrl);
}
