import type { Outcome } from '../../../outcome.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { addNote } from '../../../readings/notes.ts';
import { isLeftPrivate } from '../../../readings/own-url.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
import { pageEntitiesOf } from '../../../readings/structured-data/page-entities.ts';
import {
  checkValuesOf,
  reviewRatingsOf,
  type ValueFault,
} from '../../../readings/structured-data/value-rules.ts';
import type { Check } from '../../check.ts';

const listed = 25;
/** Entities that are checked at most. */
const mostEntities = 1_000;
/** Quoted characters of a value. */
const quoted = 60;

/** Prices, currencies, dates, ratings and URLs are written as search engines read them. */
export const structuredDataValues: Check = {
  id: 'structured-data-values',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title: 'Values in the structured data are readable for search engines',
  advice:
    'Correct the listed values: write prices as 12.50 with "priceCurrency": "EUR", dates as 2026-05-31, durations as PT1H30M, availability as https://schema.org/InStock, and ratings between worstRating and bestRating. In Microdata, put such a value into a content attribute.',
  why: 'Prices, dates or links that search engines misread may be missing or wrong in search results.',
  source: 'https://support.google.com/webmasters/answer/13300873',
  run: (facts): Outcome => {
    const { page, urls } = facts;
    const entities = pageEntitiesOf(page);
    const ratings = reviewRatingsOf(entities);
    const isPrivate = (url: string) => isLeftPrivate(facts, url);
    const compared = { base: urls.base.href, isPrivate, now: facts.now };
    if (entities.all.length > mostEntities) {
      addNote(page, 'the values of some structured data are not checked: there is too much');
    }
    let checked = 0;
    const faults: ValueFault[] = [];
    for (const entity of entities.all.slice(0, mostEntities)) {
      const result = checkValuesOf(entity, ratings, compared);
      checked += result.checked;
      for (const fault of result.faults) faults.push(fault);
    }
    if (checked === 0) {
      const summary = 'The page has no structured data with prices, dates, ratings or URLs.';
      return { status: 'na', summary };
    }
    const value = { values: checked, faults: faults.slice(0, listed).map(reportOf) };
    const [first] = faults;
    if (first === undefined) {
      return {
        status: 'pass',
        summary: `Prices, dates, ratings and URLs that search engines cannot read: 0 of ${checked}.`,
        value,
      };
    }
    const tags = new Set(faults.map(({ entity }) => entity.item));
    return {
      status: faults.length === checked ? 'fail' : 'warn',
      summary: `${faults.length} of ${checked} values in the structured data ${faults.length === 1 ? 'is' : 'are'} not readable for search engines: ${sentenceOf(first)}.`,
      value,
      evidence: [...tags].slice(0, listed).map(({ tag }) => tagEvidence(tag())),
      points: pointsOfShare(faults.length, checked),
    };
  },
};

function reportOf({ type, property, value, reason, entity }: ValueFault) {
  const { line } = entity.item.tag();
  return { type, property, value: shorten(value, quoted), fault: reason, line };
}

function sentenceOf({ type, property, value, reason }: ValueFault): string {
  return `${property} of ${type} is “${shorten(value, quoted)}”, which ${reason}`;
}
