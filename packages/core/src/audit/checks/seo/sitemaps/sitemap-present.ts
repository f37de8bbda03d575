import type { SitemapFile } from '../../../fetch/sitemap/sitemap-facts.ts';
import type { Check, Evidence, Outcome } from '../../check.ts';
import { robotsEvidence, urlEvidence } from '../../evidence.ts';
import { shortList } from '../../short-list.ts';

/** The site has a sitemap, where robots.txt says or in the usual place. */
export const sitemapPresent: Check = {
  id: 'sitemap-present',
  category: 'seo',
  importance: 'low',
  title: 'The site has a sitemap',
  advice:
    'Publish a sitemap, most systems can make one, and name it in robots.txt: Sitemap: https://example.com/sitemap.xml.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  run: ({ sitemap }): Outcome => {
    const named = sitemap.files.filter(({ namedBy }) => namedBy !== 'index');
    if (sitemap.kind === 'unknown') {
      return {
        status: 'error',
        summary: 'The sitemap could not be fetched.',
        value: named.find(({ state }) => state === 'unknown')?.reason ?? null,
        evidence: named.map(fileEvidence),
      };
    }
    if (sitemap.kind === 'none') {
      const byRobots = named.some(({ namedBy }) => namedBy === 'robots');
      return {
        status: 'fail',
        summary: byRobots
          ? 'robots.txt names a sitemap, and there is none.'
          : 'robots.txt names no sitemap, and there is none in the usual place.',
        evidence: named.map(fileEvidence),
      };
    }
    const gone = named.filter(({ namedBy, state }) => namedBy === 'robots' && state === 'missing');
    const found = named.filter(({ state, kind }) => state === 'read' || kind !== null);
    const value = shortList(found.map(({ url }) => url));
    if (gone.length > 0) {
      return {
        status: 'warn',
        summary: `robots.txt names ${gone.length} ${gone.length === 1 ? 'sitemap that does' : 'sitemaps that do'} not exist.`,
        value,
        evidence: gone.map(fileEvidence),
      };
    }
    return { status: 'pass', summary: 'The site has a sitemap.', value, evidence: [] };
  },
};

function fileEvidence({ url, robotsLine }: SitemapFile): Evidence {
  return robotsLine === null ? urlEvidence(url) : robotsEvidence(`Sitemap: ${url}`, robotsLine);
}
