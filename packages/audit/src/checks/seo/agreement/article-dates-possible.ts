import { dayAt, dayOf, isoDay } from '../../../iso-date.ts';
import type { Outcome } from '../../../outcome.ts';
import type { SourceTag } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Entity } from '../../../readings/structured-data/entities.ts';
import { isA, pageEntitiesOf, textsOf } from '../../../readings/structured-data/page-entities.ts';
import type { Check } from '../../check.ts';

/** Types of pages. Books, films and journals are published later than their pages. */
const types = ['Article', 'WebPage', 'Recipe', 'Review', 'Comment', 'Question', 'Answer'] as const;
/** A journal prints an article in an issue that is dated later. */
const except = 'ScholarlyArticle';
/** @remarks One day of tolerance is ours, for two time zones, and clocks that are wrong. */
const toleratedDays = 1;
/** Entities that are checked at most. */
const mostEntities = 1_000;

/** No page of the structured data was published or changed in the future. */
export const articleDatesPossible: Check = {
  id: 'article-dates-possible',
  category: 'seo',
  importance: 'low',
  family: 'dates',
  title: 'The dates in the structured data are of today or earlier',
  advice:
    'Correct the quoted dates: datePublished is the day on which the page was published, not that of an event, and dateModified is that of the last change.',
  why: 'A date that is still to come cannot be true, so search engines may ignore it or show readers a wrong one.',
  source: 'https://developers.google.com/search/docs/appearance/publication-dates',
  run: ({ page, now }): Outcome => {
    const today = dayAt(now);
    const dated = pageEntitiesOf(page)
      .all.slice(0, mostEntities)
      .filter(({ properties }) => properties.has('datePublished') || properties.has('dateModified'))
      .filter((entity) => types.some((type) => isA(entity, type)) && !isA(entity, except))
      .map((entity) => ({
        entity,
        published: daysOf(entity, 'datePublished'),
        modified: daysOf(entity, 'dateModified'),
      }))
      .filter(({ published, modified }) => published.length + modified.length > 0);
    if (dated.length === 0) {
      return { status: 'na', summary: 'The structured data has no dates of a page.' };
    }
    const faults = dated.flatMap(({ entity, published, modified }): readonly Fault[] => {
      const tag = entity.item.tag();
      const publishedLater = published.find((day) => day > today + toleratedDays);
      if (publishedLater !== undefined) {
        return [{ tag, what: `datePublished is in the future (${isoDay(publishedLater)})` }];
      }
      const modifiedLater = modified.find((day) => day > today + toleratedDays);
      if (modifiedLater !== undefined) {
        return [{ tag, what: `dateModified is in the future (${isoDay(modifiedLater)})` }];
      }
      // A scheduled page was changed for the last time before it was published.
      return [];
    });
    const [first] = faults;
    const value = { checked: dated.length, faults: faults.slice(0, 25).map(({ what }) => what) };
    if (first === undefined) {
      const summary = 'No date of a page is in the future.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `In the structured data, ${first.what}.`,
      value,
      evidence: tagsEvidence(faults),
    };
  },
};

interface Fault {
  readonly tag: SourceTag;
  readonly what: string;
}

/** Values of a property that are read. */
const mostValues = 20;

function daysOf(entity: Entity, property: string): readonly number[] {
  const texts = textsOf(entity, property).slice(0, mostValues);
  return texts.flatMap((text) => dayOf(text) ?? []);
}
