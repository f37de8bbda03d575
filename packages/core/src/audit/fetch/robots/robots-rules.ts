import { parseRobotsLine, type RobotsLine, utf8Of } from './robots-line.ts';
import {
  compileRobotsPattern,
  type RobotsPattern,
  type RobotsWork,
  upperCaseEscapes,
} from './robots-pattern.ts';

/** One `Allow` or `Disallow`. */
export interface RobotsRule {
  readonly allow: boolean;
  readonly pattern: RobotsPattern;
  readonly line: number;
  readonly text: string;
}

/** Rules that stand together, for one crawler or several. */
export type RobotsGroup = readonly RobotsRule[];

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
export interface RobotsVerdict {
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

/** Far more than any site has; what a hostile file has more would only fill the memory. */
const mostLines = 10_000;

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
