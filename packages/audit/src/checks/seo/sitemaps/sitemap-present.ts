import type { SitemapFile } from '../../../fetch/sitemap/sitemap-facts.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import { robotsEvidence, shortList, urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * The site has a sitemap, named in robots.txt or at a common path.
 *
 * @remarks Google says elsewhere that small sites whose pages are linked need none, so that none is a warning.
 */
export const sitemapPresent: Check = {
  id: 'sitemap-present',
  category: 'seo',
  importance: 'low',
  family: 'sitemap',
  capsFamily: true,
  title: 'The site has a sitemap',
  advice:
    'Create a sitemap (most content management systems can), and add its URL to robots.txt: Sitemap: https://example.com/sitemap.xml. A small site whose pages are all linked may do without.',
  why: 'A sitemap tells search engines which pages of the site matter, and helps them find pages that few links lead to.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  about: 'site',
  isAtRoot: true,
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
      const byRobots = named.filter(({ namedBy }) => namedBy === 'robots');
      return {
        status: byRobots.length > 0 ? 'fail' : 'warn',
        summary: byRobots.some(isPage)
          ? 'The sitemap that robots.txt names is an HTML page.'
          : byRobots.length > 0
            ? 'robots.txt names a sitemap that does not exist.'
            : 'robots.txt names no sitemap, and /sitemap.xml does not exist.',
        evidence: named.map(fileEvidence),
      };
    }
    const gone = named.filter(({ namedBy, state }) => namedBy === 'robots' && state === 'missing');
    const found = named.filter(({ state, kind }) => state === 'read' || kind !== null);
    const value = shortList(found.map(({ url }) => url));
    if (gone.length > 0) {
      return {
        status: 'warn',
        summary: gone.every(isPage)
          ? `robots.txt names ${gone.length === 1 ? 'an HTML page' : `${gone.length} HTML pages`} as a sitemap.`
          : `robots.txt names ${gone.length} ${gone.length === 1 ? 'sitemap that does' : 'sitemaps that do'} not exist.`,
        value,
        evidence: gone.map(fileEvidence),
      };
    }
    const count = found.length === 1 ? 'A sitemap was' : `${found.length} sitemaps were`;
    const summary = `${count} found${value[0] === undefined ? '' : `: ${value[0]}`}`;
    return { status: 'pass', summary, value, evidence: [] };
  },
};

/** Whether a page was sent in place of the sitemap. */
function isPage({ reason }: SitemapFile): boolean {
  return reason === 'html';
}

function fileEvidence({ url, robotsLine }: SitemapFile): Evidence {
  return robotsLine === null ? urlEvidence(url) : robotsEvidence(`Sitemap: ${url}`, robotsLine);
}
