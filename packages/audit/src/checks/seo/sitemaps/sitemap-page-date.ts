import { dayOf, isoDay } from '../../../iso-date.ts';
import type { Outcome } from '../../../outcome.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { publicationDatesOf } from '../../../readings/publication-dates.ts';
import type { Check } from '../../check.ts';

/** The sitemap knows of the last change that the page itself states. */
export const sitemapPageDate: Check<'days'> = {
  id: 'sitemap-page-date',
  category: 'seo',
  importance: 'low',
  isAtRoot: true,
  family: 'sitemap',
  title: 'The sitemap has the date of the last change',
  advice:
    'Generate the sitemap again whenever a page changes, and take <lastmod> and dateModified from the same field: search engines read the date in the sitemap to decide what to crawl again.',
  why: 'With an old date in the sitemap, search engines may take longer to notice that the page has changed.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  options: {
    days: {
      /** @remarks The tolerance of 30 days is ours. */
      default: 30,
      min: 1,
      max: 3_650,
      unit: 'days',
      description: 'A date in the sitemap that is older by more days is a warning.',
    },
  },
  run: (facts, { days }): Outcome => {
    const { pageLastmod: lastmod, lastmods } = facts.sitemap;
    if (lastmod === null) return { status: 'na', summary: 'The sitemap has no date of this page.' };
    const listed = dayOf(lastmod);
    const { published, modified } = publicationDatesOf(facts);
    const [stated] = [...published, ...modified].toSorted((a, b) => b.day - a.day);
    if (stated === undefined || listed === null) {
      return { status: 'na', summary: 'The page and the sitemap do not both state a day.' };
    }
    const value = { sitemap: isoDay(listed), page: isoDay(stated.day) };
    if (stated.day - listed <= days) {
      return { status: 'pass', summary: `The sitemap has the date ${value.sitemap}.`, value };
    }
    // The check `sitemap-lastmod` reports dates that say nothing about any page.
    if (lastmods.allEqual && lastmods.count > 1) {
      return { status: 'na', summary: 'All dates in the sitemap are the same.', value };
    }
    return {
      status: 'warn',
      summary: `The page states a change on ${value.page} (${stated.name}), the sitemap on ${value.sitemap}.`,
      value,
      evidence: [tagEvidence(stated.tag)],
    };
  },
};
