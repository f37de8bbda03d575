import type { SitemapLastmod } from '../../../fetch/sitemap/sitemap-facts.ts';
import { dayAt, dayOf } from '../../../iso-date.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import { publicationDatesOf } from '../../../readings/publication-dates.ts';
import type { Check } from '../../check.ts';

/** Time zones, and clocks that are wrong. */
const toleratedDays = 1;

/**
 * The dates in the sitemap can be those on which pages changed. Google uses them only where they are right:
 * https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
 */
export const sitemapLastmod: Check<'pages'> = {
  id: 'sitemap-lastmod',
  category: 'seo',
  importance: 'low',
  family: 'sitemap',
  title: 'The dates in the sitemap can be true',
  advice:
    'Write the day on which the content of each page changed into <lastmod>, such as 2026-05-31, or leave it out. Do not use the time at which the sitemap was generated: search engines ignore the dates of such sitemaps.',
  why: 'Google uses these dates only if they prove right; false ones cannot show it which pages are worth a new visit.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#additional-notes-about-xml-sitemaps',
  about: 'site',
  isAtRoot: true,
  options: {
    pages: {
      /** @remarks That equal dates of 20 pages or more are wrong is ours. */
      default: 20,
      min: 2,
      max: 50_000,
      unit: 'pages',
      description: 'From this number of pages on, equal dates of all pages are a warning.',
    },
  },
  run: (facts, { pages }): Outcome => {
    const { sitemap, now } = facts;
    if (sitemap.kind === 'none') return { status: 'na', summary: 'The site has no sitemap.' };
    if (sitemap.kind === 'unknown') {
      return { status: 'error', summary: 'The sitemap could not be fetched.' };
    }
    const { count, first, latest, allEqual, invalidCount, firstInvalid } = sitemap.lastmods;
    if (first === null) return { status: 'na', summary: 'The sitemap has no dates.' };
    const value = { dates: count, invalid: invalidCount, allEqual: allEqual && count > 1 };
    if (firstInvalid !== null) {
      return {
        status: 'warn',
        summary: `${invalidCount} of ${count} dates in the sitemap ${invalidCount === 1 ? 'is' : 'are'} not valid: ${dateAndLine(firstInvalid)}.`,
        value,
        evidence: [quoteOf(firstInvalid)],
      };
    }
    if (latest !== null && (dayOf(latest.text) ?? 0) > dayAt(now) + toleratedDays) {
      return {
        status: 'warn',
        summary: `The sitemap states a date in the future: ${dateAndLine(latest)}.`,
        value,
        evidence: [quoteOf(latest)],
      };
    }
    if (allEqual && count >= pages && (hasTime(first) || isRefuted(first))) {
      return {
        status: 'warn',
        summary: `All ${count} dates in the sitemap are the same: ${first.text}.`,
        value,
        evidence: [quoteOf(first)],
      };
    }
    return { status: 'pass', summary: 'The dates in the sitemap can be true.', value };

    /** All pages of a new site may be of one day. This page must state another one. */
    function isRefuted({ text }: SitemapLastmod): boolean {
      const { published, modified } = publicationDatesOf(facts);
      const [firstDay, ...others] = [...published, ...modified].map(({ day }) => day);
      const day = dayOf(text);
      if (firstDay === undefined || day === null) return false;
      return Math.abs(Math.max(firstDay, ...others) - day) > toleratedDays;
    }
  },
};

/** Whether a date has a time other than midnight, to which a day is extended. */
function hasTime({ text }: SitemapLastmod): boolean {
  const time = /T(\d\d):(\d\d)(?::(\d\d))?/i.exec(text);
  return time?.slice(1).some((part) => part !== undefined && part !== '00') ?? false;
}

function dateAndLine({ text, line }: SitemapLastmod): string {
  return `${text} (line ${line})`;
}

function quoteOf({ file }: SitemapLastmod): Evidence {
  return urlEvidence(file);
}
