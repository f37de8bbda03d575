/** Unreserved characters by their escapes; both forms are equivalent. */
const unreserved: ReadonlyMap<string, string> = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~', (character) => [
    `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    character,
  ]),
);

/** Escapes that are not in normal form. Matching only those is faster: a URL can have thousands. */
const irregular = /%(?:[\dA-Fa-f][a-f]|[a-f][\dA-F]|[46][1-9A-F]|[57][\dA]|3\d|2[DE]|5F|7E)/g;

/**
 * The normal form of a URL, for comparisons: without its fragment and an empty query, with letters,
 * digits, `-`, `.`, `_` and `~` unescaped, and with upper-case escapes (RFC 3986 §6.2.2).
 */
export function comparableUrl(url: URL): string {
  const { href: full } = url;
  const hash = full.indexOf('#');
  const withoutHash = hash === -1 ? full : full.slice(0, hash);
  const href =
    withoutHash.endsWith('?') && url.search === '' ? withoutHash.slice(0, -1) : withoutHash;
  if (!href.includes('%')) return href;
  return href.replace(irregular, (octet) => {
    const upper = octet.toUpperCase();
    return unreserved.get(upper) ?? upper;
  });
}

/**
 * Tracking parameters of Google, Meta, Microsoft, Yandex, TikTok, X, LinkedIn and Mailchimp. They do not
 * change the content of a page.
 */
const tracking =
  /^(?:utm_[a-z_]+|gclid|gclsrc|gbraid|wbraid|dclid|gad_source|gad_campaignid|srsltid|fbclid|msclkid|yclid|ttclid|twclid|igshid|igsh|li_fat_id|mc_cid|mc_eid|_ga|_gl)$/i;

/** A URL without tracking parameters. */
export function withoutTracking(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const parts = url.slice(start + 1).split('&');
  const kept = parts.filter((part) => !tracking.test(part.split('=', 1)[0] ?? ''));
  if (kept.length === parts.length) return url;
  const path = url.slice(0, start);
  return kept.every((part) => part === '') ? path : `${path}?${kept.join('&')}`;
}
