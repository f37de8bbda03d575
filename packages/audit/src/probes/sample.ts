import { isAllowed } from '../fetch/robots/robots-rules.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import type { CpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import type { ResolvedUrl } from '../url/resolve-url.ts';
import { isWebUrl } from '../url/web-url.ts';

/**
 * Whether robots.txt of a site allows requests for one of its URLs. The user asked for another URL, so
 * these requests follow the rules for crawlers: if robots.txt cannot be fetched, or is too complex to
 * compare completely, nothing is requested (RFC 9309 §2.3.1.4).
 *
 * @param userAgent - The `User-Agent` header that we send.
 */
export function maySample(robots: RobotsTxt, userAgent: string, url: URL): boolean {
  if (robots.kind === 'none') return true;
  if (robots.kind !== 'found') return false;
  const { allowed, complete } = isAllowed(robots.rules, productOf(userAgent), url);
  return allowed && complete;
}

/** The product token: `sitegrade` for `Mozilla/5.0 (compatible; sitegrade)`, `AcmeBot` for `AcmeBot/2.0`. */
export function productOf(userAgent: string): string {
  const compatible = /\(compatible;\s*([a-z_-]+)/i.exec(userAgent)?.[1];
  return compatible ?? /^[a-z_-]+/i.exec(userAgent)?.[0] ?? '*';
}

/** Comparing the URLs of 10,000 links at once would block the event loop. */
const sliceMs = 2;

/** Markers of templates that scripts fill in: Vue, Angular, Handlebars, Liquid, lodash, template strings. */
const template = /\{\{|\{%|<%|\$\{/;

/** Whether a URL as written is a template that a script fills in. */
export function isTemplate(href: string): boolean {
  return template.test(href);
}

/**
 * The elements of a page with distinct http(s) URLs: the first one for each URL. Shortened URLs cannot be
 * requested, and are left out, as are templates of URLs.
 *
 * @param hrefOf - The URL as written, or `null` to leave out the element.
 * @param without - URLs to leave out.
 */
export async function distinctUrls<Element extends ResolvedUrl>(
  resolved: Iterable<Element>,
  hrefOf: (element: Element) => string | null,
  without: readonly URL[],
  cpu: CpuAccount,
): Promise<readonly Element[]> {
  const slices = takeSlices(sliceMs, cpu);
  const seen = new Set(without.map(comparableUrl));
  const distinct: Element[] = [];
  for (const element of resolved) {
    if (slices.isOver()) await slices.next();
    const { url, shortened } = element;
    const href = hrefOf(element)?.trim() ?? '';
    if (shortened || href === '' || href.startsWith('#') || isTemplate(href)) continue;
    if (!isWebUrl(url)) continue;
    const key = comparableUrl(url);
    if (seen.has(key)) continue;
    seen.add(key);
    distinct.push(element);
  }
  return distinct;
}

/** Whether a URL is on a page's host, with or without `www.`, or on a subdomain. */
export function belongsTo(site: URL, url: URL): boolean {
  const host = site.hostname.replace(/^www\./, '');
  return url.hostname === host || url.hostname.endsWith(`.${host}`);
}

/** A copy of a URL without its fragment. */
export function withoutFragment(url: URL): URL {
  const copy = new URL(url);
  copy.hash = '';
  return copy;
}

/** A sample of a list: at most `limit` items, spread evenly over it, in order. Deterministic. */
export function spread<Item>(items: readonly Item[], limit: number): readonly Item[] {
  if (items.length <= limit) return items;
  return Array.from(
    { length: limit },
    (_, index) => items[Math.floor((index * items.length) / limit)],
  ).filter((item) => item !== undefined);
}
