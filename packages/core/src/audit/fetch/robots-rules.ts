import { parseRobotsLine, type RobotsLine, utf8Of } from './robots-line.ts';
import { createRobotsPath, type RobotsPath } from './robots-path.ts';
import { compileRobotsPattern, type RobotsPattern, upperCaseEscapes } from './robots-pattern.ts';

/** One `Allow` or `Disallow`. */
export interface RobotsRule {
  readonly allow: boolean;
  readonly pattern: RobotsPattern;
  readonly line: number;
  readonly text: string;
}

/** Rules and the crawlers they are for. */
export interface RobotsGroup {
  /** Product tokens, lower-case; `*` for everyone else. */
  readonly agents: ReadonlySet<string>;
  readonly rules: readonly RobotsRule[];
}

/** A robots.txt, read. */
export interface RobotsRules {
  readonly groups: readonly RobotsGroup[];
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
  const groups: OpenGroup[] = [];
  const sitemaps: { url: string; line: number }[] = [];
  const lineEnd = /\r\n|[\r\n]|$/g;
  for (let number = 1, at = 0; at < text.length; number++) {
    const end = lineEnd.exec(text)?.index ?? text.length;
    const line = parseRobotsLine(text.slice(at, end), number);
    at = lineEnd.lastIndex;
    if (line !== null) {
      if (lines.length < mostLines) lines.push(line);
      if (line.directive === 'sitemap') sitemaps.push({ url: utf8Of(line.value), line: number });
      else addToGroups(groups, line);
    }
    if (number % linesPerStep === 0) yield;
  }
  return { groups, sitemaps, lines, truncated: bytes.length > robotsTxtLimit };
}

const linesPerStep = 1000;

/** Far more than any site has; what a hostile file has more would only fill the memory. */
const mostLines = 10_000;

interface OpenGroup extends RobotsGroup {
  readonly agents: Set<string>;
  readonly rules: RobotsRule[];
}

/** Agents in a row share the rules that follow; lines of other kinds do not part them. */
function addToGroups(groups: OpenGroup[], { directive, value, line, text }: RobotsLine): void {
  const group = groups.at(-1);
  if (directive === 'user-agent') {
    const agents = agentsOf(value);
    if (group === undefined || group.rules.length > 0) {
      groups.push({ agents: new Set(agents), rules: [] });
    } else for (const agent of agents) group.agents.add(agent);
  } else if (directive === 'allow' || directive === 'disallow') {
    group?.rules.push(...rulesOf(directive === 'allow', value, line, text));
  }
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
  const path = pathOf(rules, String(url));
  const token = userAgent.toLowerCase();
  const named = rules.groups.filter(({ agents }) => token !== '*' && agents.has(token));
  const groups = named.length > 0 ? named : rules.groups.filter(({ agents }) => agents.has('*'));
  let best: RobotsRule | null = null;
  for (const group of groups) {
    for (const rule of group.rules) {
      if (best !== null && !decidesOver(rule, best)) continue;
      if (rule.pattern.matches(path)) best = rule;
    }
  }
  return { allowed: best?.allow ?? true, line: best?.line ?? null, text: best?.text ?? null };
}

/** The path that each robots.txt was asked about last: many crawlers are judged for one page. */
const lastPaths = new WeakMap<RobotsRules, { readonly url: string; readonly path: RobotsPath }>();

function pathOf(rules: RobotsRules, url: string): RobotsPath {
  const last = lastPaths.get(rules);
  if (last?.url === url) return last.path;
  const path = createRobotsPath(normalPath(url));
  lastPaths.set(rules, { url, path });
  return path;
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
