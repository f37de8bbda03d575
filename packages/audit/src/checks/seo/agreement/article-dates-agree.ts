import { dayAt, isoDay } from '../../../iso-date.ts';
import type { Outcome } from '../../../outcome.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { publicationDatesOf, type StatedDate } from '../../../readings/publication-dates.ts';
import type { Check } from '../../check.ts';

/**
 * The page states the same dates of publication and of the last change wherever it states them. The date that visitors
 * see may be either.
 */
export const articleDatesAgree: Check<'days'> = {
  id: 'article-dates-agree',
  category: 'seo',
  importance: 'low',
  family: 'dates',
  title: 'The page states the same dates everywhere',
  advice:
    'Take the dates of the structured data, of the meta tags and of the visible text from the same field of your CMS: search results may show any of them.',
  why: 'Search results may show any of the dates, so readers may take a new article for an old one, or the other way round.',
  source: 'https://developers.google.com/search/docs/appearance/publication-dates',
  options: {
    days: {
      /** @remarks The tolerance of 7 days is ours: Google asks for the same date everywhere. */
      default: 7,
      min: 1,
      max: 3_650,
      unit: 'days',
      description:
        'Dates that differ by more days are a warning. Time zones may differ by one day; the rest is our own tolerance.',
    },
  },
  run: (facts, { days }): Outcome => {
    const stated = publicationDatesOf(facts);
    const { visible } = stated;
    // The check `article-dates-possible` reports dates in the future.
    const latest = dayAt(facts.now) + 1;
    const isPossible = ({ name, day }: StatedDate) => !name.startsWith('date') || day <= latest;
    const published = stated.published.filter(isPossible);
    const modified = stated.modified.filter(isPossible);
    const all = [...published, ...modified];
    const isComparable = published.length > 1 || modified.length > 1 || visible !== null;
    if (all.length === 0) {
      return { status: 'na', summary: 'The page states no dates of an article in its data.' };
    }
    const value = {
      published: published.map(reportOf),
      modified: modified.map(reportOf),
      visible: visible && reportOf(visible),
    };
    const found =
      apart(published, days, 'of publication') ??
      apart(modified, days, 'of the last change') ??
      hiddenDifference(all, visible, days);
    if (found === null) {
      return isComparable
        ? { status: 'pass', summary: 'The dates that the page states agree.', value }
        : { status: 'na', summary: 'The page states its dates in one place only.', value };
    }
    const { what, dates } = found;
    return {
      status: 'warn',
      summary: `The page states different dates ${what}: ${dates.map(sentenceOf).join(', ')}.`,
      value,
      evidence: tagsEvidence(dates),
    };
  },
};

interface Difference {
  readonly what: string;
  readonly dates: readonly StatedDate[];
}

function apart(dates: readonly StatedDate[], days: number, what: string): Difference | null {
  const sorted = dates.toSorted((a, b) => a.day - b.day);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last.day - first.day <= days) return null;
  return { what, dates: [first, last] };
}

function hiddenDifference(
  dates: readonly StatedDate[],
  visible: StatedDate | null,
  days: number,
): Difference | null {
  if (visible === null || dates.some(({ day }) => Math.abs(day - visible.day) <= days)) return null;
  // Between both, it can be that of a change in between.
  const all = dates.map(({ day }) => day);
  if (visible.day > Math.min(...all) && visible.day < Math.max(...all)) return null;
  return { what: 'to visitors and to search engines', dates: [visible, ...dates.slice(0, 2)] };
}

function reportOf({ name, day, tag }: StatedDate) {
  return { name, date: isoDay(day), line: tag.line };
}

function sentenceOf({ name, day }: StatedDate): string {
  return `${isoDay(day)} (${name})`;
}
