import type { AuditFacts } from '../audit-facts.ts';
import { type ComparedPart, comparedParts, type RenderDifference } from '../render/rendering.ts';
import { canonicalLinksOf } from './canonical-links.ts';
import { descriptionOf } from './descriptions.ts';
import { languageVersionsOf } from './language-versions.ts';
import { headingLabel, mainHeadingsOf } from './main-heading.ts';
import { builtFactsOf, renderedOf, sourceFactsOf } from './rendered-page.ts';
import { headerStatements, isForGoogle, metaStatements } from './robots/robots-statements.ts';
import { structuredDataOf } from './structured-data/read-structured-data.ts';
import { countPageWords } from './text/text-words.ts';
import { titleOf } from './title.ts';

const maxTextLength = 300;

/** What scripts changed of a page that was rendered; empty if it was not. */
export function renderDifferencesOf(facts: AuditFacts): readonly RenderDifference[] {
  if (renderedOf(facts) === null) return [];
  const [source, rendered] = [partsOf(sourceFactsOf(facts)), partsOf(builtFactsOf(facts))];
  return comparedParts
    .map((part) => ({ part, source: source[part], rendered: rendered[part] }))
    .filter((difference) => difference.source !== difference.rendered);
}

/** The parts of one form of a page. */
export function partsOf(facts: AuditFacts): Readonly<Record<ComparedPart, string | number | null>> {
  const { page } = facts;
  const h1 = mainHeadingsOf(page).map(headingLabel).find(Boolean);
  return {
    title: textOf([titleOf(page)?.text]),
    description: textOf([descriptionOf(page)?.text]),
    canonical: textOf(new Set(canonicalLinksOf(facts).map(({ url, href }) => url ?? href))),
    robots: textOf(new Set(robotsOf(facts))),
    language: textOf([page.html?.lang?.trim()]),
    h1: textOf([h1]),
    words: countPageWords(page),
    links: internalLinksOf(facts).size,
    hreflang: languageVersionsOf(facts).length,
    structured_data: textOf(typesOf(facts)),
  };
}

/** The directives for Google, in order. */
function robotsOf(facts: AuditFacts): readonly string[] {
  return [...metaStatements(facts), ...headerStatements(facts)]
    .filter(isForGoogle)
    .map(({ text }) => text)
    .sort();
}

/** The URLs of a page's links to its site, without the page itself. */
export function internalLinksOf({ urls }: Pick<AuditFacts, 'urls'>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { kind, comparable } of urls.links) {
    if (kind === 'internal' && comparable !== null) found.add(comparable);
  }
  return found;
}

/** The types of the page's structured data, sorted. */
function typesOf({ page }: AuditFacts): ReadonlySet<string> {
  return new Set(
    structuredDataOf(page)
      .items.flatMap(({ types }) => [...types])
      .sort(),
  );
}

function textOf(texts: Iterable<string | undefined>): string | null {
  const text = [...texts].filter(Boolean).join(', ');
  if (text === '') return null;
  return (
    text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text
  ).toWellFormed();
}
