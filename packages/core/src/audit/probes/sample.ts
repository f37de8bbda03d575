import type { CpuAccount } from '../cpu-account.ts';
import { isAllowed } from '../fetch/robots/robots-rules.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import { takeSlices } from '../time-slices.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import type { ResolvedUrl } from '../url/resolve-url.ts';
import { isWebUrl } from '../url/web-url.ts';

/**
 * Whether a site's robots.txt lets us sample one of its URLs. Nobody asked for those, so we keep to
 * it as a crawler does: also a site whose robots.txt does not come, or is too complex to compare
 * whole, is left alone (RFC 9309 §2.3.1.4).
 *
 * @param userAgent - The `User-Agent` header that we send.
 */
export function maySample(robots: RobotsTxt, userAgent: string, url: URL): boolean {
  if (robots.kind === 'none') return true;
  if (robots.kind !== 'found') return false;
  const { allowed, complete } = isAllowed(robots.rules, productOf(userAgent), url);
  return allowed && complete;
}

/** `Mozilla/5.0 (compatible; sitegrade)` → `sitegrade`, `AcmeBot/2.0` → `AcmeBot`: the name to look for. */
function productOf(userAgent: string): string {
  const compatible = /\(compatible;\s*([a-z_-]+)/i.exec(userAgent)?.[1];
  return compatible ?? /^[a-z_-]+/i.exec(userAgent)?.[0] ?? '*';
}

/** A page can have ten thousand links, and comparing URLs takes its time. */
const sliceMs = 2;

/**
 * The different http(s) URLs that elements of a page name, each with the first element that does. Those
 * that were shortened cannot be requested, and are not among them.
 *
 * @param hrefOf - What the element says, or `null` for one to leave out.
 * @param without - URLs to leave out.
 */
export async function namedUrls<Named extends ResolvedUrl>(
  resolved: Iterable<Named>,
  hrefOf: (named: Named) => string | null,
  without: readonly URL[],
  cpu: CpuAccount,
): Promise<readonly Named[]> {
  const slices = takeSlices(sliceMs, cpu);
  const seen = new Set(without.map(comparableUrl));
  const named: Named[] = [];
  for (const one of resolved) {
    if (slices.isOver()) await slices.next();
    const { url, shortened } = one;
    const href = hrefOf(one)?.trim() ?? '';
    if (shortened || href === '' || href.startsWith('#')) continue;
    if (!isWebUrl(url)) continue;
    const key = comparableUrl(url);
    if (seen.has(key)) continue;
    seen.add(key);
    named.push(one);
  }
  return named;
}

/** A URL as it is requested. */
export function withoutFragment(url: URL): URL {
  const asked = new URL(url);
  asked.hash = '';
  return asked;
}

/** Some of a list, spread evenly over it, in its order. The same list gives the same sample. */
export function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from(
    { length: most },
    (_, index) => items[Math.floor((index * items.length) / most)],
  ).filter((item) => item !== undefined);
}
