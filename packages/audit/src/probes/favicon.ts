import type { LinkTagFact } from '../page/page-facts.ts';
import { parseUrl } from '../url/web-url.ts';
import type { FaviconProbe, Probe } from './probe-facts.ts';
import type { Prober } from './prober.ts';

/** Only the first declared icons are tried. Browsers try the next one if one fails. */
const maxTried = 3;

/**
 * Requests the icons that the page declares, up to the first valid one; `/favicon.ico` if it declares
 * none.
 *
 * @param base - The base URL of the page.
 * @param known - The result for `/favicon.ico` if it was requested before, otherwise `null`.
 */
export async function probeFavicon(
  prober: Prober,
  links: readonly LinkTagFact[],
  base: URL,
  site: URL,
  known: Probe | null,
): Promise<readonly FaviconProbe[]> {
  const declared = links.filter(({ rel, href }) => rel.includes('icon') && href?.trim());
  if (declared.length === 0) {
    return [{ tag: null, probe: known ?? (await probeUsualFavicon(prober, site)) }];
  }
  const tried: FaviconProbe[] = [];
  for (const tag of declared.slice(0, maxTried)) {
    const probe = await probeOf(prober, tag.href?.trim() ?? '', base, known);
    tried.push({ tag, probe });
    if (isIcon(probe)) break;
  }
  return tried;
}

/** Requests the icon at the path that browsers try if a page declares none. */
export function probeUsualFavicon(prober: Prober, site: URL): Promise<Probe> {
  return prober.head(new URL('/favicon.ico', site));
}

/**
 * Whether a response can be an icon. Browsers detect the format by the content, not by the media
 * type, but never accept an HTML page.
 */
export function isIcon(probe: FaviconProbe['probe']): boolean {
  if (probe.kind === 'inline') return true;
  if (probe.kind !== 'response' || probe.status < 200 || probe.status >= 300) return false;
  return probe.contentType !== 'text/html' && probe.contentType !== 'application/xhtml+xml';
}

async function probeOf(
  prober: Prober,
  href: string,
  base: URL,
  known: Probe | null,
): Promise<Probe | { readonly kind: 'inline' }> {
  if (/^data:/i.test(href)) return { kind: 'inline' };
  const url = parseUrl(href, base.href);
  if (url === null) return { kind: 'skipped', url: href, reason: 'url_invalid' };
  return url.href === known?.url ? known : prober.head(url);
}
