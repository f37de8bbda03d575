import { webUrl } from '../../url/web-url.ts';
import type { SitemapFault } from './sitemap-facts.ts';

/** An entry of a sitemap: where it points, or what is wrong with it. */
export type JudgedEntry =
  | { readonly url: URL; readonly fault: null }
  | { readonly url: null; readonly fault: SitemapFault };

/**
 * Judges the address of an entry by the protocol (https://www.sitemaps.org/protocol.html): absolute,
 * shorter than 2,048 characters, on a host that the sitemap may speak for.
 *
 * @param hosts - Host and port, as `URL.host` has them.
 */
export function judgeEntry(written: string, hosts: ReadonlySet<string>): JudgedEntry {
  const location = written.trim();
  if (location === '') return { url: null, fault: 'no_location' };
  if (location.length >= 2048) return { url: null, fault: 'too_long' };
  const url = /^https?:\/\//i.test(location) ? webUrl(location) : null;
  if (url === null) return { url: null, fault: 'not_absolute' };
  if (!hosts.has(url.host)) return { url: null, fault: 'other_host' };
  return { url, fault: null };
}
