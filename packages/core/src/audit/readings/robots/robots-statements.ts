import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence } from '../../outcome.ts';
import type { MetaFact } from '../../page/page-facts.ts';
import { headerEvidence, tagEvidence } from '../evidence.ts';
import {
  directiveText,
  parseRobotsDirectives,
  parseRobotsHeader,
  type RobotsDirective,
} from './robots-directives.ts';

/** One directive for crawlers, and its place. */
export interface RobotsStatement {
  readonly place: 'meta' | 'header';
  /** Lower-case; `null` for every crawler. */
  readonly agent: string | null;
  readonly directive: RobotsDirective;
  /** The directive with the name of its crawler. */
  readonly text: string;
  readonly evidence: Evidence;
}

/** Crawlers that read a meta tag with their own name. */
const namedAgents: ReadonlySet<string> = new Set([
  'googlebot',
  'googlebot-news',
  'bingbot',
  'msnbot',
  'duckduckbot',
  'slurp',
  'yandex',
  'baiduspider',
  'applebot',
]);

/** Other popular search engines, by the crawler names whose directives they follow. */
const otherSearch: ReadonlySet<string> = new Set(['bingbot', 'msnbot', 'duckduckbot']);

/** Tags that are read at most; each can hold a thousand directives. */
const mostTags = 100;

/** The directives of the robots meta tags in the head. */
export function metaStatements({ page }: Pick<AuditFacts, 'page'>): readonly RobotsStatement[] {
  const tags = page.metas.filter((meta) => meta.inHead && isRobotsName(nameOf(meta)));
  return tags.slice(0, mostTags).flatMap(statementsOf);
}

function nameOf(meta: MetaFact): string {
  return meta.name?.trim().toLowerCase() ?? '';
}

function isRobotsName(name: string): boolean {
  return name === 'robots' || namedAgents.has(name);
}

function statementsOf(meta: MetaFact): RobotsStatement[] {
  const name = nameOf(meta);
  const evidence = tagEvidence(meta);
  return parseRobotsDirectives(meta.content ?? '').map((directive) => ({
    place: 'meta',
    agent: name === 'robots' ? null : name,
    directive,
    text: `${name}: ${directiveText(directive)}`,
    evidence,
  }));
}

/** The directives of the X-Robots-Tag headers. */
export function headerStatements({
  response,
}: Pick<AuditFacts, 'response'>): readonly RobotsStatement[] {
  return (response.headers.get('x-robots-tag') ?? []).flatMap((line) => {
    const evidence = headerEvidence('X-Robots-Tag', line);
    return parseRobotsHeader(line).map(({ agent, ...directive }) => ({
      place: 'header' as const,
      agent,
      directive,
      text: `${agent ?? '*'}: ${directiveText(directive)}`,
      evidence,
    }));
  });
}

/** Whether a directive applies to Google's web search. */
export function isForGoogle({ agent }: RobotsStatement): boolean {
  return agent === null || agent === 'googlebot';
}

/** Whether a directive is for another search engine that sites rarely block on purpose. */
export function isForOtherSearch({ agent }: RobotsStatement): boolean {
  return agent !== null && otherSearch.has(agent);
}

/** The evidence of directives, without duplicates. */
export function placesOf(statements: readonly RobotsStatement[]): readonly Evidence[] {
  return [...new Set(statements.map(({ evidence }) => evidence))];
}
