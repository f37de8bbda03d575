/** What a line of robots.txt is about. */
export type RobotsDirective = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'unknown';

/** One line of robots.txt that says something. */
export interface RobotsLine {
  /** From 1. */
  readonly line: number;
  /** As it stands there, without white space at its ends, cut to 300 characters. */
  readonly text: string;
  /** `null` where no name and value can be told apart. */
  readonly directive: RobotsDirective | null;
  /** The directive's name as written; empty where there is none. */
  readonly name: string;
  /** What follows it, without comment; bytes as Latin-1. */
  readonly value: string;
  /** Whether white space stands where the colon should. */
  readonly missingColon: boolean;
}

/**
 * Names are recognised by how they begin and in the misspellings that Google accepts
 * (google/robotstxt, `ParsedRobotsKey`, which RFC 9309 §2.2.4 leaves to the crawler).
 */
const directives: readonly (readonly [RobotsDirective, RegExp])[] = [
  ['user-agent', /^(?:user-agent|useragent|user agent)/i],
  ['allow', /^allow/i],
  ['disallow', /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ['sitemap', /^(?:sitemap|site-map)/i],
];

/** Bytes of a line beyond which Google reads no further. */
const longestLine = 8 * 2083 - 1;

/** Reads one line, given as its bytes, one character each. `null` for blank lines and comments. */
export function parseRobotsLine(bytes: string, line: number): RobotsLine | null {
  const said = before(before(bytes.slice(0, longestLine), '\0'), '#');
  const content = trim(said);
  if (content === '') return null;
  const text = Buffer.from(trim(bytes.slice(0, 1200)), 'latin1')
    .toString('utf8')
    .slice(0, 300);
  const nothing = { line, text, directive: null, name: '', value: '', missingColon: false };

  const colon = content.indexOf(':');
  if (colon === 0) return nothing;
  // Without a colon exactly two words are a name and its value.
  const words = colon < 0 ? content.split(/[ \t]+/) : [];
  if (colon < 0 && words.length !== 2) return nothing;
  const name = trim(colon < 0 ? (words[0] ?? '') : content.slice(0, colon));
  const value = trim(colon < 0 ? (words[1] ?? '') : content.slice(colon + 1));
  if (name === '') return nothing;
  const directive = directives.find(([, pattern]) => pattern.test(name))?.[0] ?? 'unknown';
  return { line, text, directive, name, value, missingColon: colon < 0 };
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

/** ASCII white space alone: a no-break space is part of a value. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
