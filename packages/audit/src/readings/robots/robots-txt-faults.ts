import { looksLikeHtml } from '../../fetch/looks-like-html.ts';
import type { RobotsLine, RobotsRules } from '../../fetch/robots/robots-rules.ts';
import { parseUrl } from '../../url/web-url.ts';

/** The kinds of faults in a line of robots.txt. */
export type RobotsFault =
  | 'no_user_agent'
  | 'before_user_agent'
  | 'path'
  | 'dollar'
  | 'sitemap_url'
  | 'unreadable'
  | 'unknown'
  | 'misspelt';

/** A line with a fault. */
interface FaultyLine {
  readonly fault: RobotsFault;
  readonly line: RobotsLine;
}

/**
 * Directives that crawlers read: those that Lighthouse accepts, including the
 * `License` of https://rslstandard.org/rsl, and the `Content-Usage` of the IETF draft
 * draft-ietf-aipref-attach.
 */
const known: ReadonlySet<string> = new Set([
  'user-agent',
  'disallow',
  'allow',
  'sitemap',
  'crawl-delay',
  'clean-param',
  'host',
  'request-rate',
  'visit-time',
  'noindex',
  'content-signal',
  'content-usage',
  'license',
]);

/** Schemes of sitemap URLs that crawlers fetch. */
const sitemapScheme = /^(?:https?|ftp):/i;

/** Limits the total length of the sitemap URLs that are parsed, because one can take 0.1 ms. */
const sitemapCharacters = 100_000;

/** Whether the server sent an HTML page instead of robots.txt: many sites send their own page for any URL. */
export function isHtmlInstead({ lines }: RobotsRules): boolean {
  const [first] = lines;
  // The tag name may end at the end of the line.
  return first !== undefined && looksLikeHtml(Buffer.from(`${first.text}\n`));
}

/**
 * The lines of a robots.txt with a fault, in file order.
 *
 * @param onCut - Called if the URLs of some lines are not parsed.
 */
export function faultyLines({ lines }: RobotsRules, onCut: () => void): readonly FaultyLine[] {
  const faults: FaultyLine[] = [];
  let hasAgent = false;
  let remaining = sitemapCharacters;
  for (const line of lines) {
    if (line.directive === 'sitemap') remaining -= line.value.length;
    const fault = faultOf(line, hasAgent, remaining >= 0);
    if (fault !== null) faults.push({ fault, line });
    hasAgent ||= line.directive === 'user-agent';
  }
  if (remaining < 0) onCut();
  return faults;
}

/** @param parses - Whether the limit allows parsing another URL. */
function faultOf(line: RobotsLine, hasAgent: boolean, parses: boolean): RobotsFault | null {
  const { directive, value } = line;
  switch (directive) {
    case null:
      return 'unreadable';
    case 'user-agent':
      if (value === '') return 'no_user_agent';
      break;
    case 'allow':
    case 'disallow':
      if (!hasAgent) return 'before_user_agent';
      if (value !== '' && !/^[/*]/.test(value)) return 'path';
      // Anywhere else `$` is a literal character, which is rarely intended.
      if (value.includes('$') && value.indexOf('$') !== value.length - 1) return 'dollar';
      break;
    case 'sitemap':
      if (parses && !isSitemapUrl(value)) return 'sitemap_url';
      break;
    case 'unknown':
      break;
  }
  if (line.missingColon) return 'misspelt';
  if (known.has(line.name.toLowerCase())) return null;
  // Google accepts some misspellings; other crawlers may not.
  return directive === 'unknown' ? 'unknown' : 'misspelt';
}

function isSitemapUrl(value: string): boolean {
  return sitemapScheme.test(value) && parseUrl(value) !== null;
}
