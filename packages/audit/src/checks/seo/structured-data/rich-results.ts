import type { PageFacts } from '../../../page/page-facts.ts';
import { namesText, tagEvidence } from '../../../readings/evidence.ts';
import { memoize } from '../../../readings/memoize.ts';
import { addNote } from '../../../readings/notes.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
import { isShop } from '../../../readings/shop.ts';
import {
  type Entities,
  type Entity,
  missingOf,
  missingOfSteps,
} from '../../../readings/structured-data/entities.ts';
import { isA, pageEntitiesOf } from '../../../readings/structured-data/page-entities.ts';
import {
  merchantPolicies,
  type RichResult,
  retiredRichResults,
  richResultTypes,
} from '../../../readings/structured-data/rich-result-types.ts';
import { kindsOf } from '../../../readings/structured-data/vocabulary.ts';
import type { Check } from '../../check.ts';

interface Candidate {
  readonly result: RichResult;
  readonly entity: Entity;
  readonly missing: readonly string[];
}

const listed = 25;
/** Entities that are checked at most. */
const mostEntities = 1_000;

/** Entities with types that Google shows as rich results have the required properties. */
export const richResults: Check = {
  id: 'rich-results',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title: 'Structured data has the properties that rich results require',
  advice:
    'Add the missing properties to the structured data if the page shows this information, then test it with Google’s Rich Results Test.',
  why: 'If such details are missing, search results cannot show the extras that this data is meant for, such as a rating.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
  run: ({ page }) => {
    const entities = pageEntitiesOf(page);
    const candidates = allCandidatesOf(entities, page);
    const retired = retiredIn(entities);
    if (candidates.length === 0) {
      return { status: 'na', summary: summaryWithout(retired), value: { retired, results: [] } };
    }
    const lacking = candidates.filter(({ missing }) => missing.length > 0);
    const stated = policiesNotNeeded(entities, page);
    const value = {
      retired,
      results: [...lacking, ...candidates.filter(({ missing }) => missing.length === 0)]
        .slice(0, listed)
        .map((candidate) => reportOf(candidate, entities, stated)),
    };
    const [first] = lacking;
    if (first === undefined) {
      const types = [...new Set(candidates.map(({ result }) => result.type))].join(', ');
      const summary = `No property that Google requires is missing from ${types}.`;
      const policies = [...merchantPolicies.keys()].filter((path) =>
        value.results.some(({ recommended }) => recommended.includes(path)),
      );
      if (policies.length === 0) return { status: 'pass', summary, value };
      const names = namesText(policies.map((path) => path.replace('offers.', '')));
      return {
        status: 'pass',
        summary: `${summary} It recommends ${names} for offers, unless another page states this for the whole shop.`,
        value,
      };
    }
    // Types without required properties cannot lack any.
    const checked = candidates.filter(({ result }) => result.required.length > 0).length;
    return {
      status: lacking.length === checked ? 'fail' : 'warn',
      summary: `${lacking.length} of ${checked} items that Google may show as a rich result ${lacking.length === 1 ? 'lacks' : 'lack'} required properties: ${sentenceOf(first)}.`,
      value,
      evidence: lacking.slice(0, listed).map(({ entity }) => tagEvidence(entity.item.tag())),
      points: pointsOfShare(lacking.length, checked),
    };
  },
};

function retiredIn({ all }: Entities) {
  const used = new Set<string>();
  for (const { types } of all) for (const type of types) used.add(type);
  const retired: { readonly type: string; readonly source: string }[] = [];
  for (const [type, source] of retiredRichResults)
    if (used.has(type)) retired.push({ type, source });
  return retired;
}

function allCandidatesOf(entities: Entities, page: PageFacts): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const entity of entities.all) {
    if (candidates.length >= mostEntities) {
      addNote(page, 'some structured data is not checked for rich results: there is too much');
      break;
    }
    if (!entity.complete) continue;
    for (const result of resultsOf(entity)) {
      const lacking = missingOf(entity, result.required, entities);
      const isTrail = result.type === 'BreadcrumbList';
      const missing = isTrail ? [...lacking, ...missingOfSteps(entity, entities)] : lacking;
      candidates.push({ result, entity, missing });
    }
  }
  return candidates;
}

/** The rich results of an entity. */
function resultsOf({ types, top }: Entity): readonly RichResult[] {
  const kinds = kindsOf(types);
  const results = types.size === 1 ? resultsOfType(kinds) : resultsOfKinds(kinds);
  return top || results.length === 0 ? results : results.filter(({ nested }) => nested);
}

/** {@link resultsOfKinds} of one type of schema.org, which has the same set of kinds each time. */
const resultsOfType = memoize(resultsOfKinds);

function resultsOfKinds(kinds: ReadonlySet<string>): readonly RichResult[] {
  return richResultTypes.filter(
    ({ type, except = [] }) => kinds.has(type) && !except.some((other) => kinds.has(other)),
  );
}

/** The policies that offers need not state: an organization on the page does, or the page is not one of a shop. */
function policiesNotNeeded({ all }: Entities, page: PageFacts): ReadonlySet<string> {
  const shop = isShop(page);
  const paths = [...merchantPolicies].filter(
    ([, property]) => !shop || all.some((entity) => hasPolicy(entity, property)),
  );
  return new Set(paths.map(([path]) => path));
}

function hasPolicy(entity: Entity, property: string): boolean {
  return entity.properties.has(property) && isA(entity, 'Organization');
}

/** Whether several shops or variants make the offers, for which Google has no merchant listing. */
function hasPriceRange({ properties }: Entity, entities: Entities): boolean {
  return (properties.get('offers') ?? []).some((value) => {
    const offer = entities.of(value);
    return offer !== null && isA(offer, 'AggregateOffer');
  });
}

function reportOf(
  { result, entity, missing }: Candidate,
  entities: Entities,
  notNeeded: ReadonlySet<string>,
) {
  const isRange = hasPriceRange(entity, entities);
  const recommended = result.recommended.filter(
    (path) => !notNeeded.has(path) && !(isRange && merchantPolicies.has(path)),
  );
  return {
    type: result.type,
    line: entity.item.tag().line,
    missing: missing.map(alternatives),
    recommended: missingOf(entity, recommended, entities).map(alternatives),
    source: result.source,
  };
}

function sentenceOf({ result, missing }: Candidate): string {
  return `${result.type} without ${missing.map(alternatives).join(', ')}`;
}

function alternatives(path: string): string {
  return path.replaceAll('|', ' or ');
}

function summaryWithout(retired: readonly { readonly type: string }[]): string {
  return retired.length === 0
    ? 'The page has no structured data that Google shows as a rich result.'
    : `Google no longer shows a rich result for ${retired.map(({ type }) => type).join(', ')}.`;
}
