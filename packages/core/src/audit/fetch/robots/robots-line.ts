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
 * Names are recognised by how they begin, in any case, and in the misspellings that Google accepts
 * (google/robotstxt, `ParsedRobotsKey`; RFC 9309 §2.2.4 leaves that to the crawler).
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
  const content = trim(before(before(bytes.slice(0, longestLine), '\0'), '#'));
  if (content === '') return null;
  const colon = content.indexOf(':');
  // Without a colon exactly two words are a name and its value.
  const words = colon < 0 ? content.split(/[ \t]+/, 3) : [];
  if (colon === 0 || (colon < 0 && words.length !== 2)) {
    return { line, text: textOf(bytes), directive: null, name: '', value: '', missingColon: false };
  }
  const name = colon < 0 ? (words[0] ?? '') : trim(content.slice(0, colon));
  const value = colon < 0 ? (words[1] ?? '') : trim(content.slice(colon + 1));
  const directive = directiveOf(name);
  return { line, text: textOf(bytes), directive, name, value, missingColon: colon < 0 };
}

/** Bytes, one character each, as the UTF-8 that they are. */
export function utf8Of(bytes: string): string {
  return /[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}

function directiveOf(name: string): RobotsDirective {
  if (!/^[uads]/i.test(name)) return 'unknown';
  for (const [directive, pattern] of directives) {
    if (pattern.test(name)) return directive;
  }
  return 'unknown';
}

function textOf(bytes: string): string {
  return utf8Of(trim(bytes.slice(0, 1200))).slice(0, 300);
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
