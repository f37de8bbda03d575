import { webUrl } from '../fetch/web-url.ts';

/**
 * What a page's relative URLs are resolved on: its `<base>`, where that can be, or its own URL.
 *
 * @param baseHref - `href` of the first `<base>` that has one.
 */
export function baseUrlOf(baseHref: string | null, pageUrl: string): URL {
  // Nothing resolves on `data:` and `javascript:`, which the standard forbids, nor on other schemes.
  return (baseHref === null ? null : webUrl(baseHref, pageUrl)) ?? new URL(pageUrl);
}
