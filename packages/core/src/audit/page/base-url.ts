/**
 * What a page's relative URLs are resolved on: its `<base>`, where that can be, or its own URL.
 *
 * @param baseHref - `href` of the first `<base>` that has one.
 */
export function baseUrlOf(baseHref: string | null, pageUrl: string): URL {
  const own = new URL(pageUrl);
  if (baseHref === null || !URL.canParse(baseHref, pageUrl)) return own;
  const base = new URL(baseHref, pageUrl);
  // Nothing resolves on `data:` and `javascript:`, which the standard forbids, nor on other schemes.
  return base.protocol === 'http:' || base.protocol === 'https:' ? base : own;
}
