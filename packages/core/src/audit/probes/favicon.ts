import type { LinkTagFact } from '../page/page-facts.ts';
import { parseUrl } from '../url/web-url.ts';
import type { FaviconProbe, Probe } from './probe-facts.ts';
import type { Prober } from './prober.ts';

/** Declared icons that are tried: browsers go on to another one when one does not come. */
const mostTried = 3;

/**
 * Asks for the page's icon: those that it declares, or `/favicon.ico` where it declares none. Ends
 * with the first that is one.
 *
 * @param base - What the page's URLs are resolved on.
 */
export async function probeFavicon(
  prober: Prober,
  links: readonly LinkTagFact[],
  base: URL,
  site: URL,
): Promise<readonly FaviconProbe[]> {
  const declared = links.filter(({ rel, href }) => rel.includes('icon') && href?.trim());
  if (declared.length === 0) {
    return [{ tag: null, probe: await prober.head(new URL('/favicon.ico', site)) }];
  }
  const tried: FaviconProbe[] = [];
  for (const tag of declared.slice(0, mostTried)) {
    const probe = await probeOf(prober, tag.href?.trim() ?? '', base);
    tried.push({ tag, probe });
    if (isIcon(probe)) break;
  }
  return tried;
}

/**
 * Whether an answer can be an icon. Browsers look at its bytes and hardly at its type; a page is
 * none, whatever its status.
 */
export function isIcon(probe: FaviconProbe['probe']): boolean {
  if (probe.kind === 'inline') return true;
  if (probe.kind !== 'answered' || probe.status < 200 || probe.status >= 300) return false;
  return probe.contentType !== 'text/html' && probe.contentType !== 'application/xhtml+xml';
}

async function probeOf(
  prober: Prober,
  href: string,
  base: URL,
): Promise<Probe | { readonly kind: 'inline' }> {
  if (/^data:/i.test(href)) return { kind: 'inline' };
  const url = parseUrl(href, base.href);
  if (url === null) return { kind: 'not_asked', url: href, reason: 'url_invalid' };
  return prober.head(url);
}
