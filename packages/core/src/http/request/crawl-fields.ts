import type { Context } from '../../context/context.ts';
import { mostCrawlPages } from '../../context/crawl-limits.ts';
import { maxPatternLength, maxPatterns, pathPatternSchema } from '../../crawls/path-patterns.ts';
import { crawlSources, recrawls } from '../../store/crawl.ts';
import { invalidInput } from '../../validate.ts';
import { choice, optionalInteger, optionalList } from './fields.ts';

/** Enough for both lists of the longest patterns, with every character escaped. */
export const crawlBodyLimit = 1024 * 1024;

/** The fields of a body that say which pages a crawl reads. */
export const crawlFields = {
  max_pages: optionalInteger({
    description:
      'How many pages it has at most, without URLs that turn out to be none. Default: 100. The limit of the operator of the server is 10,000 unless it was set.',
    minimum: 1,
    maximum: mostCrawlPages,
    example: 500,
  }),
  include: patternsField(
    'Only paths that match one of these patterns; all without any. The start page is always crawled.',
    ['/blog/', '/docs/'],
  ),
  exclude: patternsField('No paths that match one of these patterns.', ['/search', '/*.pdf$']),
  source: choice(
    '`links`: pages that are linked. `sitemap`: the start page and the pages in the sitemaps. `both`: all of them. Default: `both`.',
    crawlSources,
    // Not in the schema: generated clients would require a property with a default.
    undefined,
  ),
  recrawl: choice(
    '`changed`: pages that have not changed since the last crawl of the website with the same options keep its results, and a thirtieth of them is read anyway. `all`: every page is read. Default: `all`.',
    recrawls,
    undefined,
  ),
} as const;

/** Path patterns, as in robots.txt. */
function patternsField(description: string, example: readonly string[]) {
  return optionalList({
    description: `${description} Up to ${maxPatterns} patterns as in robots.txt, each beginning with \`/\` or \`*\`. In a form, the field is sent once for each.`,
    schema: pathPatternSchema,
    maxItems: maxPatterns,
    maxLength: maxPatternLength,
    example,
  });
}

/**
 * Requires at most as many pages as the operator allows.
 *
 * @throws SitegradeError `invalid_input`, with the name of the field in the API.
 */
export function requireAllowedPages({ crawls }: Context, maxPages: number | undefined): void {
  if (maxPages === undefined || maxPages <= crawls.maxPages) return;
  throw invalidInput({ max_pages: [`must be an integer from 1 to ${crawls.maxPages}.`] });
}
