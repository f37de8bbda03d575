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
