import {
  compileRobotsPattern,
  type RobotsPattern,
  type RobotsWork,
  upperCaseEscapes,
} from './robots-pattern.ts';

/** What a line of robots.txt is about. */
type RobotsDirective = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'unknown';

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
function parseRobotsLine(bytes: string, line: number): RobotsLine | null {
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

/** One `Allow` or `Disallow`. */
interface RobotsRule {
  readonly allow: boolean;
  readonly pattern: RobotsPattern;
  readonly line: number;
  readonly text: string;
}

/** Rules that stand together, for one crawler or several. */
type RobotsGroup = readonly RobotsRule[];

/** A robots.txt, read. */
export interface RobotsRules {
  /** The groups of each crawler by its product token, lower-case; `*` for everyone else. */
  readonly groups: ReadonlyMap<string, readonly RobotsGroup[]>;
  /** `Sitemap` lines: the URL as written, and where. */
  readonly sitemaps: readonly { readonly url: string; readonly line: number }[];
  /** The first 10,000 lines that are neither blank nor comment, to judge the syntax by. */
  readonly lines: readonly RobotsLine[];
  /** Whether it goes on beyond what is read. */
  readonly truncated: boolean;
}

/** What robots.txt says of one URL, and the line that decided: `null` where none did. */
interface RobotsVerdict {
  readonly allowed: boolean;
  readonly line: number | null;
  readonly text: string | null;
  /** `false` where comparing every rule would take too long, and some were left out. */
  readonly complete: boolean;
}

/**
 * Bytes that are read; what follows is ignored
 * (https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt).
 */
export const robotsTxtLimit = 500 * 1024;

/**
 * Reads a robots.txt after RFC 9309 and Google's published parser. Nothing in it is an error: a line
 * that means nothing is kept in `lines` and otherwise ignored.
 */
export function parseRobotsTxt(bytes: Uint8Array): RobotsRules {
  const steps = readRobotsTxt(bytes);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** {@link parseRobotsTxt} in steps of a few milliseconds, for files that may be hostile. */
export function* readRobotsTxt(bytes: Uint8Array): Generator<void, RobotsRules> {
  // One character a byte: names are ASCII, and paths are compared as bytes.
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
      if (lines.length < mostLines) lines.push(line);
      if (line.directive === 'sitemap') sitemaps.push({ url: utf8Of(line.value), line: number });
      else addRule(line);
    }
    if (at >= stepEnd) {
      stepEnd = at + charactersPerStep;
      yield;
    }
  }
  return { groups, sitemaps, lines, truncated: bytes.length > robotsTxtLimit };
}

const charactersPerStep = 4 * 1024;

/** The number of lines that are kept: far more than any site has. */
export const mostLines = 10_000;

/** Agents in a row share the rules that follow; lines of other kinds do not separate them. */
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
 * Whether a crawler may fetch a URL. The groups that name it count together, else those of `*`;
 * the longest pattern that matches decides, and `Allow` where two are equally long.
 *
 * @param userAgent the crawler's product token, such as `Googlebot`, in any case; `*` for one that
 * nobody names.
 * @param url absolute; its path and query are compared as they stand.
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
 * Characters of a URL that are searched for pieces between `*`, over all rules: a robots.txt of a few
 * thousand such rules is compared whole, and a hostile one takes milliseconds.
 */
const mostWork = 500_000;

/** How the rules of a robots.txt match one URL. */
interface Matching {
  readonly url: string;
  /** The rule of a group that decides. */
  readonly bestOf: (group: RobotsGroup) => RobotsRule | null;
  readonly work: RobotsWork;
}

/** For the URL that each robots.txt was asked about last: a page is checked for many crawlers. */
const lastMatchings = new WeakMap<RobotsRules, Matching>();

function matchingFor(rules: RobotsRules, url: string): Matching {
  const last = lastMatchings.get(rules);
  if (last?.url === url) return last;
  const path = normalPath(url);
  const work = { left: mostWork };
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
 * A product token ends where its characters do (RFC 9309 §2.2.1), and `*` may be followed by anything.
 * The whole word counts too: some crawlers have a dot in their name, such as `archive.org_bot`.
 */
function agentsOf(value: string): string[] {
  const [word = ''] = value.toLowerCase().split(/\s/, 1);
  return word === '*' ? ['*'] : [/^[a-z_-]*/.exec(word)?.[0] ?? '', word];
}

/** To Google `Allow: /folder/index.html` allows `/folder/` itself, too. */
function rulesOf(allow: boolean, value: string, line: number, text: string): RobotsRule[] {
  const rule = { allow, pattern: compileRobotsPattern(value), line, text };
  const slash = value.lastIndexOf('/');
  if (!allow || !value.startsWith('/index.htm', slash)) return [rule];
  const folder = compileRobotsPattern(`${value.slice(0, slash + 1)}$`);
  return [rule, { ...rule, pattern: folder }];
}

/** Path and query of a URL, without its fragment; `/` where it has none. */
function normalPath(url: string): string {
  const [whole = ''] = url.split('#', 1);
  const afterHost = whole.replace(/^(?:[^/?;]*:)?\/\//, '');
  const start = afterHost.search(/[/?;]/);
  if (start < 0) return '/';
  const path = afterHost.slice(start);
  return upperCaseEscapes(path.startsWith('/') ? path : `/${path}`);
}
