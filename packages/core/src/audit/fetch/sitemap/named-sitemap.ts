import type { SitemapFile } from './sitemap-facts.ts';

/** A sitemap to be asked for. */
export interface NamedSitemap {
  readonly url: URL;
  readonly namedBy: SitemapFile['namedBy'];
  readonly robotsLine: number | null;
  /** Hosts besides its own that it may speak for. */
  readonly speaksFor: readonly string[];
}
