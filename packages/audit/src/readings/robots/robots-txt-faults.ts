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
  | 'sitemap_private'
  | 'unreadable'
  | 'noindex'
  | 'colon'
  | 'misspelt';

/** A line with a fault. */
interface FaultyLine {
  readonly fault: RobotsFault;
  readonly line: RobotsLine;
}

/** Names that a typing error may have changed, with the most letters in which it differs. */
const directives: readonly (readonly [name: string, most: number])[] = [
  ['user-agent', 2],
  ['disallow', 2],
  ['sitemap', 2],
  ['allow', 1],
];

/** Names that crawlers read as a directive as they are: with the misspellings that Google accepts, they are warned about. */
const correct: ReadonlySet<string> = new Set(directives.map(([name]) => name));

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

/** Whether each character takes two bytes, so that no crawler finds a directive: the standard is UTF-8 (RFC 9309 §2.2). */
export function isUtf16({ 0: first, 1: second }: Uint8Array): boolean {
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || (first === 0 && second !== 0) || (first !== 0 && second === 0);
}

/**
 * The lines of a robots.txt with a fault, in file order.
 *
 * @param isPrivate - Whether a URL has a private address, which the site itself does not have.
 * @param onCut - Called if the URLs of some lines are not parsed.
 */
export function faultyLines(
  { lines }: RobotsRules,
  isPrivate: (url: string) => boolean,
  onCut: () => void,
): readonly FaultyLine[] {
  const faults: FaultyLine[] = [];
  let hasAgent = false;
  let remaining = sitemapCharacters;
  for (const line of lines) {
    if (line.directive === 'sitemap') remaining -= line.value.length;
    const fault = faultOf(line, hasAgent, remaining >= 0, isPrivate);
    if (fault !== null) faults.push({ fault, line });
    hasAgent ||= line.directive === 'user-agent';
  }
  if (remaining < 0) onCut();
  return faults;
}

/**
 * @param parses - Whether the limit allows parsing another URL.
 * @param isPrivate - Whether a URL has a private address, which the site itself does not have.
 */
function faultOf(
  line: RobotsLine,
  hasAgent: boolean,
  parses: boolean,
  isPrivate: (url: string) => boolean,
): RobotsFault | null {
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
      if (parses && isPrivate(value)) return 'sitemap_private';
      break;
    case 'unknown':
      break;
  }
  const name = line.name.toLowerCase();
  if (line.missingColon) return directive === 'unknown' ? 'unreadable' : 'colon';
  if (name === 'noindex') return 'noindex';
  // Other crawlers may not accept what Google does. Records with other names are allowed (RFC 9309 §2.2.4).
  const isMisspelt = directive === 'unknown' ? isMisspelling(name) : !correct.has(name);
  return isMisspelt ? 'misspelt' : null;
}

function isMisspelling(name: string): boolean {
  return directives.some(
    ([known, most]) => Math.abs(known.length - name.length) <= most && editsOf(known, name) <= most,
  );
}

/** In how many letters two names differ, where two that are swapped count once. */
function editsOf(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => rows[row]?.[column] ?? column;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const edits = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        ...(isSwapped ? [at(row - 2, column - 2) + 1] : []),
      );
      rows[row]?.push(edits);
    }
  }
  return at(a.length, b.length);
}

function isSitemapUrl(value: string): boolean {
  return sitemapScheme.test(value) && parseUrl(value) !== null;
}
