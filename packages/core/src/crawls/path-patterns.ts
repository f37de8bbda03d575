import { compileRobotsPattern, type RobotsPattern, upperCaseEscapes } from '@sitegrade/audit';
import * as v from 'valibot';
import type { CrawlScope } from '../store/crawl.ts';
import { wellFormedText } from '../validate.ts';

/** How many patterns a list may have. */
export const maxPatterns = 100;

/** How many characters a pattern may have. */
export const maxPatternLength = 500;

/** A path pattern, as in robots.txt. */
export const pathPatternSchema = v.pipe(
  wellFormedText,
  v.maxLength(maxPatternLength, `must be at most ${maxPatternLength} characters.`),
  v.regex(/^[/*]/, 'must begin with / or *.'),
);

/** The characters that the patterns of a list may search in one URL. Enough for all of the longest. */
const maxWork = 1_000_000;

/**
 * Compiles `include` and `exclude`. Patterns match the path and the query from the beginning, with `*` and `$` as
 * in robots.txt (RFC 9309 §2.2.3), and escapes and other characters are compared as they are there.
 *
 * @returns whether a URL belongs to the crawl.
 */
export function compileScope({
  include,
  exclude,
}: Pick<CrawlScope, 'include' | 'exclude'>): (url: URL) => boolean {
  const included = include.map(compile);
  const excluded = exclude.map(compile);
  return (url) => {
    const path = upperCaseEscapes(`${url.pathname}${url.search}`);
    if (included.length > 0 && !matchesOne(included, path)) return false;
    return !matchesOne(excluded, path);
  };
}

/**
 * Compiles one pattern.
 *
 * @returns whether the path and the query of an absolute URL match.
 */
export function pathMatcher(pattern: string): (url: string) => boolean {
  const compiled = compile(pattern);
  return (url) => {
    const { pathname, search } = new URL(url);
    return matchesOne([compiled], upperCaseEscapes(pathname + search));
  };
}

/**
 * The pattern of one page: that of its path and query, which nothing follows. If they are longer than a pattern may be, of
 * all pages that begin the same.
 *
 * @param path - The path and the query of its URL.
 */
export function patternOfPage(path: string): string {
  return path.length < maxPatternLength ? `${path}$` : path.slice(0, maxPatternLength);
}

function compile(pattern: string): RobotsPattern {
  // Patterns of robots.txt are bytes, one character each.
  return compileRobotsPattern(Buffer.from(pattern, 'utf8').toString('latin1'));
}

function matchesOne(patterns: readonly RobotsPattern[], path: string): boolean {
  const work = { left: maxWork };
  return patterns.some((pattern) => pattern.matches(path, work));
}
