import {
  compileRobotsPattern,
  type RobotsPattern,
  type RobotsWork,
  upperCaseEscapes,
} from './robots-pattern.ts';

/** The kind of a line in robots.txt. */
type RobotsDirective = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'unknown';

/** A line of robots.txt that is not blank or a comment. */
export interface RobotsLine {
  /** From 1. */
  readonly line: number;
  /** The line as written, trimmed, cut to 300 characters. */
  readonly text: string;
  /** `null` if it has no name and value. */
  readonly directive: RobotsDirective | null;
  /** The name of the directive as written; empty if there is none. */
  readonly name: string;
  /** The value without comments; bytes decoded as Latin-1. */
  readonly value: string;
  /** Whether there is white space instead of the colon. */
  readonly missingColon: boolean;
}

/**
 * Names are recognised by their prefix, case-insensitive, including the misspellings that Google accepts
 * (google/robotstxt, `ParsedRobotsKey`; RFC 9309 §2.2.4 leaves that to the crawler).
 */
const directives: readonly (readonly [RobotsDirective, RegExp])[] = [
  ['user-agent', /^(?:user-agent|useragent|user agent)/i],
  ['allow', /^allow/i],
  ['disallow', /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ['sitemap', /^(?:sitemap|site-map)/i],
];

/** Google ignores the rest of longer lines. */
const maxLineBytes = 8 * 2083 - 1;

/** Parses a line, given as bytes, one character each. `null` for blank lines and comments. */
function parseRobotsLine(bytes: string, line: number): RobotsLine | null {
  const content = trim(before(before(bytes.slice(0, maxLineBytes), '\0'), '#'));
  if (content === '') return null;
  const colon = content.indexOf(':');
  // Without a colon, exactly two words are a name and a value.
  const words = colon < 0 ? content.split(/[ \t]+/, 3) : [];
  if (colon === 0 || (colon < 0 && words.length !== 2)) {
    return { line, text: textOf(bytes), directive: null, name: '', value: '', missingColon: false };
  }
  const name = colon < 0 ? (words[0] ?? '') : trim(content.slice(0, colon));
  const value = colon < 0 ? (words[1] ?? '') : trim(content.slice(colon + 1));
  const directive = directiveOf(name);
  return { line, text: textOf(bytes), directive, name, value, missingColon: colon < 0 };
}

/** Decodes bytes, one character each, as UTF-8. */
function utf8Of(bytes: string): string {
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

/** Removes only ASCII white space: a no-break space is part of a value. */
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

/** One `Allow` or `Disallow`. */
interface RobotsRule {
  readonly allow: boolean;
  readonly pattern: RobotsPattern;
  readonly line: number;
  readonly text: string;
}

/** The rules of a group, for one or several crawlers. */
type RobotsGroup = readonly RobotsRule[];

/** A parsed robots.txt. */
export interface RobotsRules {
  /** The groups of each crawler by its product token, lower-case; `*` for all other crawlers. */
  readonly groups: ReadonlyMap<string, readonly RobotsGroup[]>;
  /** `Sitemap` lines: the URL as written, and the line number. */
  readonly sitemaps: readonly { readonly url: string; readonly line: number }[];
  /** The first 10,000 lines that are not blank or comments, to check the syntax. */
  readonly lines: readonly RobotsLine[];
  /** Whether the file is longer than the part that was read. */
  readonly truncated: boolean;
  /** The file as fetched, up to one byte more than is read. */
  readonly source: Uint8Array;
}

/** Whether a URL is allowed, and the line that applies; `null` if none does. */
interface RobotsVerdict {
  readonly allowed: boolean;
  readonly line: number | null;
  readonly text: string | null;
  /** `false` if some rules were ignored because comparing all would take too long. */
  readonly complete: boolean;
}

/**
 * The number of bytes that are read; the rest is ignored
 * (https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt).
 */
export const robotsTxtLimit = 500 * 1024;

/**
 * Parses a robots.txt as RFC 9309 and Google's open-source parser do. There are no errors: an invalid line is
 * kept in `lines` and otherwise ignored.
 */
export function parseRobotsTxt(bytes: Uint8Array): RobotsRules {
  const steps = readRobotsTxt(bytes);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Like {@link parseRobotsTxt}, in steps of a few milliseconds, for hostile files. */
export function* readRobotsTxt(bytes: Uint8Array): Generator<void, RobotsRules> {
  // One character per byte: names are ASCII, and paths are compared as bytes.
  const text = Buffer.from(bytes.subarray(0, robotsTxtLimit))
    .toString('latin1')
    .replace(/^\xef(?:\xbb\xbf?)?/, '');
  const lines: RobotsLine[] = [];
  const groups = new Map<string, RobotsRule[][]>();
  const sitemaps: { url: string; line: number }[] = [];
  const lineEnd = /\r\n|[\r\n]|$/g;
  const addRule = groupBuilder(groups);
  for (let number = 1, at = 0, stepEnd = charactersPerStep; at < text.length; number++) {
    const end = lineEnd.exec(text)?.index ?? text.length;
    const line = parseRobotsLine(text.slice(at, end), number);
    at = lineEnd.lastIndex;
    if (line !== null) {
      if (lines.length < maxLines) lines.push(line);
      if (line.directive === 'sitemap') sitemaps.push({ url: utf8Of(line.value), line: number });
      else addRule(line);
    }
    if (at >= stepEnd) {
      stepEnd = at + charactersPerStep;
      yield;
    }
  }
  const truncated = bytes.length > robotsTxtLimit;
  return { groups, sitemaps, lines, truncated, source: bytes.subarray(0, robotsTxtLimit + 1) };
}

const charactersPerStep = 4 * 1024;

/** The number of lines that are kept; real files have far fewer. */
export const maxLines = 10_000;

/** Consecutive agents share the rules that follow. Lines of other kinds do not separate them. */
function groupBuilder(groups: Map<string, RobotsRule[][]>): (line: RobotsLine) => void {
  let group: RobotsRule[] | undefined;
  return ({ directive, value, line, text }) => {
    if (directive === 'user-agent') {
      if (group === undefined || group.length > 0) group = [];
      for (const agent of agentsOf(value)) {
        const known = groups.get(agent) ?? [];
        groups.set(agent, known);
        if (known.at(-1) !== group) known.push(group);
      }
    } else if (directive === 'allow' || directive === 'disallow') {
      group?.push(...rulesOf(directive === 'allow', value, line, text));
    }
  };
}

/**
 * Whether a crawler may fetch a URL. All groups of the crawler apply, or else all groups of `*`. The longest
 * matching pattern decides; `Allow` if two are equally long.
 *
 * @param userAgent - The crawler's product token, such as `Googlebot`, case-insensitive; `*` for crawlers
 * without a group.
 * @param url - An absolute URL. Its path and query are compared as written.
 */
export function isAllowed(rules: RobotsRules, userAgent: string, url: string | URL): RobotsVerdict {
  const { bestOf, work } = matchingFor(rules, String(url));
  const groups = rules.groups.get(userAgent.toLowerCase()) ?? rules.groups.get('*') ?? [];
  let best: RobotsRule | null = null;
  for (const group of groups) {
    const rule = bestOf(group);
    if (rule !== null && (best === null || decidesOver(rule, best))) best = rule;
  }
  return {
    allowed: best?.allow ?? true,
    line: best?.line ?? null,
    text: best?.text ?? null,
    complete: work.left > 0,
  };
}

/**
 * The number of characters to search for all rules with `*`: enough for a robots.txt with a few thousand
 * such rules, while a hostile one takes milliseconds.
 */
const maxWork = 500_000;

/** How the rules of a robots.txt match one URL. */
interface Matching {
  readonly url: string;
  /** The rule of a group that applies. */
  readonly bestOf: (group: RobotsGroup) => RobotsRule | null;
  readonly work: RobotsWork;
}

/** A cache for the last URL of each robots.txt: a page is checked for many crawlers. */
const lastMatchings = new WeakMap<RobotsRules, Matching>();

function matchingFor(rules: RobotsRules, url: string): Matching {
  const last = lastMatchings.get(rules);
  if (last?.url === url) return last;
  const path = normalPath(url);
  const work = { left: maxWork };
  const known = new Map<RobotsGroup, RobotsRule | null>();
  const bestOf = (group: RobotsGroup) => {
    const before = known.get(group);
    if (before !== undefined) return before;
    let best: RobotsRule | null = null;
    for (const rule of group) {
      if (best !== null && !decidesOver(rule, best)) continue;
      if (rule.pattern.matches(path, work)) best = rule;
    }
    known.set(group, best);
    return best;
  };
  const matching = { url, bestOf, work };
  lastMatchings.set(rules, matching);
  return matching;
}

function decidesOver(rule: RobotsRule, best: RobotsRule): boolean {
  const longer = rule.pattern.length - best.pattern.length;
  return longer > 0 || (longer === 0 && rule.allow && !best.allow);
}

/**
 * A product token ends at the first other character (RFC 9309 §2.2.1), and `*` may be followed by anything.
 * The complete word is kept as well: some names contain a dot, such as `archive.org_bot`.
 */
export function agentsOf(value: string): string[] {
  const [word = ''] = value.toLowerCase().split(/\s/, 1);
  return word === '*' ? ['*'] : [/^[a-z_-]*/.exec(word)?.[0] ?? '', word];
}

/** For Google, `Allow: /folder/index.html` also allows `/folder/`. */
function rulesOf(allow: boolean, value: string, line: number, text: string): RobotsRule[] {
  const rule = { allow, pattern: compileRobotsPattern(value), line, text };
  const slash = value.lastIndexOf('/');
  if (!allow || !value.startsWith('/index.htm', slash)) return [rule];
  const folder = compileRobotsPattern(`${value.slice(0, slash + 1)}$`);
  return [rule, { ...rule, pattern: folder }];
}

/** The path and query of a URL, without its fragment; `/` if empty. */
function normalPath(url: string): string {
  const [withoutHash = ''] = url.split('#', 1);
  const afterHost = withoutHash.replace(/^(?:[^/?;]*:)?\/\//, '');
  const start = afterHost.search(/[/?;]/);
  if (start < 0) return '/';
  const path = afterHost.slice(start);
  return upperCaseEscapes(path.startsWith('/') ? path : `/${path}`);
}
