/** Characters that mean the same escaped or not, by their escapes. */
const unreserved: ReadonlyMap<string, string> = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~', (character) => [
    `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    character,
  ]),
);

/** Escapes that are not written as they compare. The others cost no call: a URL can have thousands. */
const irregular = /%(?:[\dA-Fa-f][a-f]|[a-f][\dA-F]|[46][1-9A-F]|[57][\dA]|3\d|2[DE]|5F|7E)/g;

/**
 * A URL as two spellings of it compare: parsed, without its fragment and the mark of an empty query,
 * escapes of letters, digits, `-`, `.`, `_` and `~` undone and the others upper-case (RFC 3986
 * §6.2.2).
 */
export function comparableUrl(url: URL): string {
  const [whole = ''] = url.href.split('#', 1);
  const href = url.search === '' && whole.endsWith('?') ? whole.slice(0, -1) : whole;
  if (!href.includes('%')) return href;
  return href.replace(irregular, (octet) => {
    const upper = octet.toUpperCase();
    return unreserved.get(upper) ?? upper;
  });
}

/**
 * Parameters that campaigns and clicks are counted by, as Google, Meta, Microsoft, Yandex, TikTok, X,
 * LinkedIn and Mailchimp write them. They never choose what a page shows.
 */
const tracking =
  /^(?:utm_[a-z_]+|gclid|gclsrc|gbraid|wbraid|dclid|gad_source|gad_campaignid|srsltid|fbclid|msclkid|yclid|ttclid|twclid|igshid|igsh|li_fat_id|mc_cid|mc_eid|_ga|_gl)$/i;

/** A URL without the parameters by which visits are counted; itself where it has none. */
export function withoutTracking(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter((part) => !tracking.test(part.split('=', 1)[0] ?? ''));
  return kept.length === 0 ? url.slice(0, start) : `${url.slice(0, start)}?${kept.join('&')}`;
}
