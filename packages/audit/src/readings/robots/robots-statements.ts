import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence, Outcome } from '../../outcome.ts';
import type { MetaFact, PageFacts } from '../../page/page-facts.ts';
import { isKeptOut } from '../../url/url-names.ts';
import { headerEvidence, shortList, tagEvidence } from '../evidence.ts';
import { memoize } from '../memoize.ts';
import { metasNamed } from '../metas-by-name.ts';
import { firstOf } from '../notes.ts';
import {
  blocksIndexing,
  directiveText,
  hasOtherComma,
  hasUnreadableDate,
  mayMeanNoindex,
  parseRobotsDirectives,
  parseRobotsHeader,
  type RobotsDirective,
  restricts,
} from './robots-directives.ts';

/** A directive for crawlers, and where it was found. */
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
const namedAgents: readonly string[] = [
  'googlebot',
  'googlebot-news',
  'bingbot',
  'msnbot',
  'duckduckbot',
  'slurp',
  'yandex',
  'baiduspider',
  'applebot',
];

/** Other popular search engines, by the crawler names whose directives they follow. */
const otherSearch: ReadonlySet<string> = new Set(['bingbot', 'msnbot', 'duckduckbot']);

/** Only the first tags are read; each can hold a thousand directives. */
const maxTags = 100;

/** The directives of the robots meta tags in the head. */
export function metaStatements({ page }: Pick<AuditFacts, 'page'>): readonly RobotsStatement[] {
  return statementsIn(page);
}

const statementsIn = memoize((page: PageFacts): readonly RobotsStatement[] => {
  const tags = ['robots', ...namedAgents]
    .flatMap((name) => metasNamed(page, name))
    .filter(({ inHead }) => inHead)
    .sort((a, b) => a.line - b.line || a.column - b.column);
  return firstOf(page, tags, maxTags, 'robots meta tags are read').flatMap(statementsOf);
});

function nameOf(meta: MetaFact): string {
  return meta.name?.trim().toLowerCase() ?? '';
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
function isForOtherSearch({ agent }: RobotsStatement): boolean {
  return agent !== null && otherSearch.has(agent);
}

/** The evidence of directives, without duplicates. */
export function evidenceOf(statements: readonly RobotsStatement[]): readonly Evidence[] {
  return [...new Set(statements.map(({ evidence }) => evidence))];
}

/** Like {@link statementsOutcome}, except that it is right to keep out a page that does not belong in search results. */
export function intendedOutcome(
  statements: readonly RobotsStatement[],
  what: string,
  { now, response: { finalUrl } }: Pick<AuditFacts, 'now' | 'response'>,
): Outcome {
  const outcome = statementsOutcome(statements, what, now);
  if (outcome.status !== 'fail' || !isKeptOut(finalUrl)) return outcome;
  const summary = `The ${what} keeps the page out of search results, which have no use for a login, a cart or a search.`;
  return { ...outcome, status: 'pass', summary };
}

/** Whether directives keep the page out of search results. `what` says where they are, for the summary. */
export function statementsOutcome(
  statements: readonly RobotsStatement[],
  what: string,
  now: Date,
): Outcome {
  const aOrAn = what.startsWith('X') ? 'An' : 'A';
  const value = shortList(statements.map(({ text }) => text));
  const blocking = statements.filter(({ directive }) => blocksIndexing(directive, now));
  const forGoogle = blocking.filter(isForGoogle);
  if (forGoogle.length > 0) {
    return {
      status: 'fail',
      summary: `${aOrAn} ${what} tells search engines not to index the page.`,
      value,
      evidence: evidenceOf(forGoogle),
    };
  }
  const forOthers = blocking.filter(isForOtherSearch);
  if (forOthers.length > 0) {
    const names = [...new Set(forOthers.map(({ agent }) => agent))].join(', ');
    return {
      status: 'warn',
      summary: `${aOrAn} ${what} blocks indexing by some search engines: ${names}.`,
      value,
      evidence: evidenceOf(forOthers),
    };
  }
  const [ignored] = statements.filter(
    ({ directive }) => hasOtherComma(directive) || hasUnreadableDate(directive),
  );
  if (ignored !== undefined) {
    const [quoted = ''] = shortList([directiveText(ignored.directive)]);
    const isList = hasOtherComma(ignored.directive);
    return {
      status: 'warn',
      summary: isList
        ? `${aOrAn} ${what} contains “${quoted}”, whose directives are not separated by “,”: search engines do not know such a directive.`
        : `${aOrAn} ${what} contains “${quoted}”, whose date search engines cannot read: they ignore it.`,
      value,
      evidence: evidenceOf([ignored]),
      advice: isList
        ? 'Write an ordinary comma (U+002C) between the directives, and check whether you want each of them.'
        : 'Write the date as in “unavailable_after: 2026-05-31”, or remove the directive.',
    };
  }
  const doubtful = statements.filter(
    (statement) => isForGoogle(statement) && mayMeanNoindex(statement.directive),
  );
  const [first] = doubtful;
  if (first !== undefined) {
    const [quoted = ''] = shortList([first.directive.name]);
    return {
      status: 'warn',
      summary: `${aOrAn} ${what} contains “${quoted}” without a comma; search engines may treat it as noindex.`,
      value,
      evidence: evidenceOf(doubtful),
    };
  }
  const limits = statements.filter(
    (statement) => isForGoogle(statement) && restricts(statement.directive),
  );
  const named = shortList(new Set(limits.map(({ directive }) => directiveText(directive))));
  const summary =
    statements.length === 0
      ? `The page sets no directives in ${aOrAn.toLowerCase()} ${what}.`
      : named.length === 0
        ? `${aOrAn} ${what} is present and allows indexing.`
        : `${aOrAn} ${what} allows indexing, but limits what search engines show or follow: ${named.slice(0, 5).join(', ')}.`;
  return { status: 'pass', summary, value, evidence: evidenceOf(limits) };
}
