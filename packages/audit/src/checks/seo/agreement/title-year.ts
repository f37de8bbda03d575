import type { Outcome } from '../../../outcome.ts';
import { elementsEvidence, urlEvidence } from '../../../readings/evidence.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import { titleOf } from '../../../readings/title.ts';
import type { Check } from '../../check.ts';

/**
 * The title and the URL name the same year.
 *
 * @remarks That the URL is compared is ours.
 */
export const titleYear: Check = {
  id: 'title-year',
  category: 'seo',
  importance: 'info',
  title: 'Title and URL name the same year',
  advice:
    'Use a URL without a year for a page that you update every year, and redirect (301) the old URL to it. Search results show the URL beside the title.',
  why: 'Readers who see two different years in a search result may take the page for outdated.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: (facts): Outcome => {
    const { page, response, now } = facts;
    const title = titleOf(page);
    const { pathname } = ownUrlOf(facts);
    const slug = pathname.split('/').findLast((part) => part !== '') ?? '';
    const latest = now.getUTCFullYear() + 1;
    const inTitle = singleYearIn(title?.text ?? '', latest);
    const inUrl = singleYearIn(slug, latest);
    if (title === undefined || inTitle === null || inUrl === null) {
      return { status: 'na', summary: 'Title and URL do not both name one year.' };
    }
    const value = { title: inTitle, url: inUrl };
    if (inTitle === inUrl) {
      return { status: 'pass', summary: `Both name the year ${inTitle}.`, value };
    }
    // The words of both must show that the year is that of the same thing.
    if (!sharesWords(title.text, slug)) {
      return { status: 'na', summary: 'Title and URL have few words in common.', value };
    }
    return {
      status: 'warn',
      summary: `The title names the year ${inTitle}, the URL ${inUrl}.`,
      value,
      evidence: [...elementsEvidence([title]), urlEvidence(response.finalUrl)],
    };
  },
};

/** Years of which pages are about. */
const earliest = 1950;
/** Four digits, without a currency sign. */
const fourDigits = /(?<![\p{L}\p{N}$€£¥#])\d{4}(?![\p{L}\p{N}])/gu;
/** A date, or a range: 2023-24, 31.12.2023. */
const dateOrRange = /\d{4}\s?[-–—_/.:,]\s?\d|\d\s?[-–—_/.:,]\s?\d{4}/;

function singleYearIn(text: string, latest: number): number | null {
  const start = text.slice(0, 500);
  if (!/\d{4}/.test(start)) return null;
  const years = new Set(
    [...start.replaceAll('_', '-').matchAll(fourDigits)]
      .map(([digits]) => Number(digits))
      .filter((number) => number >= earliest && number <= latest),
  );
  const [year] = years;
  return year === undefined || years.size > 1 || dateOrRange.test(start) ? null : year;
}

/** Words of the URL that the title must have. */
const sharedWords = 2;

function sharesWords(title: string, slug: string): boolean {
  const words = new Set(wordsIn(title));
  return new Set(wordsIn(slug).filter((word) => words.has(word))).size >= sharedWords;
}

function wordsIn(text: string): readonly string[] {
  return (
    text
      .slice(0, 500)
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  );
}
