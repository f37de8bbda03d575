import type { SitemapVersion } from './sitemap-facts.ts';
import { maxVersions } from './xml-reader.ts';

/** The most bytes of all versions as JSON. */
const maxBytes = 4_000_000;

/**
 * Collects the versions of pages in other languages that sitemaps name. Pages that are versions of each other name the
 * same ones, so that these are kept once.
 */
export function collectVersions() {
  const versions = new Map<string, readonly SitemapVersion[]>();
  const known = new Map<string, readonly SitemapVersion[]>();
  let left = maxBytes;
  let hasAll = true;
  return {
    add(page: string, named: readonly SitemapVersion[]): void {
      if (named.length === 0 || versions.has(page)) return;
      if (named.length > maxVersions) hasAll = false;
      const kept = named.slice(0, maxVersions);
      const key = JSON.stringify(kept);
      const before = known.get(key);
      const bytes = before === undefined ? Buffer.byteLength(key) : 0;
      if (bytes > left) {
        hasAll = false;
        return;
      }
      left -= bytes;
      if (before === undefined) known.set(key, kept);
      versions.set(page, before ?? kept);
    },
    facts: () => ({ versions, hasAllVersions: hasAll }),
  };
}
