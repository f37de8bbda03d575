import type { Site } from '../site.ts';
import type { SiteRule, SiteRuleFinding } from '../site-rule.ts';
import { openTextTable } from '../text-table.ts';
import { isOwnCanonical, unreadReason } from './pages.ts';
import { uncheckedLinks } from './unchecked.ts';
import { count, quote } from './words.ts';

/** With fewer of them, and with a smaller share of the URLs, they cost search engines little. */
const leastVariants = 20;
const leastShare = 0.25;

/** How many names of parameters are counted, and how many are named. */
const mostNames = 1_000;
const namedParameters = 5;

/**
 * The pages of a site are not mostly other views of pages, by parameters for filters, orders or dates. A URL with
 * parameters is another view if its path has a page without them, and it has the title and the main heading of
 * another one, names another one as canonical, or is one of so many that the crawl left it out. That `?id=7` is
 * another view, its URL does not show.
 */
export const parameterUrls: SiteRule = {
  id: 'parameter-urls',
  importance: 'info',
  title: 'Most URLs of the site show different content',
  advice:
    'If search engines need not see each combination of filters, block these parameters in robots.txt, or put them after a #. Then they have time for the pages that matter.',
  why: 'Filters, orders and calendars multiply, and search engines spend their visits on views of the same pages.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/crawling-managing-faceted-navigation',
  unknown: (site) =>
    site.isCrawl ? unreadReason(site) : 'Only a crawl finds the URLs that pages link to.',
  unchecked: uncheckedLinks,
  *find(site) {
    const texts = openTextTable();
    const names = new Map<string, number>();
    const variants: number[] = [];
    let requested = 0;
    for (const [index, { kind, state, skipReason, url }] of site.pages.entries()) {
      yield null;
      const isLeftOut = skipReason === 'query_variants';
      if (kind !== 'page' || (state === 'skipped' && !isLeftOut)) continue;
      requested++;
      const isRepeated = isRepeatedView(site, index, texts);
      if (!url.includes('?') || !hasPlainPage(site, url) || site.listOf(index) !== undefined) {
        continue;
      }
      if (!isLeftOut && !isRepeated) continue;
      variants.push(index);
      countNames(names, url);
    }
    if (variants.length < leastVariants || variants.length < leastShare * requested) return;
    yield findingOf(variants, requested, names);
  },
};

/** Whether a page has the title and the heading of one before it with the same path, or names another one as canonical. */
function isRepeatedView(site: Site, index: number, texts: ReturnType<typeof openTextTable>) {
  const { url = '', state, outline = null } = site.pages.get(index) ?? {};
  if (state !== 'done' || outline === null) return false;
  if (!isOwnCanonical(site, index)) return true;
  const key = JSON.stringify([url.split('?', 1)[0], outline.title, outline.h1]);
  if (texts.find(key) !== undefined) return true;
  texts.add(key);
  return false;
}

function hasPlainPage(site: Site, url: string): boolean {
  const plain = site.indexOf(url.split('?', 1)[0] ?? '');
  return plain !== undefined && site.pages.get(plain)?.state === 'done';
}

function countNames(names: Map<string, number>, url: string): void {
  for (const name of new Set(new URL(url).searchParams.keys())) {
    const before = names.get(name);
    if (before === undefined && names.size === mostNames) continue;
    names.set(name, (before ?? 0) + 1);
  }
}

function findingOf(
  pages: readonly number[],
  requested: number,
  names: ReadonlyMap<string, number>,
): SiteRuleFinding {
  const sorted = [...names].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const named = sorted
    .slice(0, namedParameters)
    .map(([name, urls]) => `${quote(name)} (${urls.toLocaleString('en')})`);
  const more = sorted.length > namedParameters ? ' and others' : '';
  return {
    summary: `${pages.length.toLocaleString('en')} of ${count(requested, 'URL', 'URLs')} show another view of a page by parameters: ${named.join(', ')}${more}.`,
    pages,
    key: 'parameters',
  };
}
