import type { Outcome } from '../../../outcome.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { firstOf } from '../../../readings/notes.ts';
import type { Check } from '../../check.ts';

/** Footers that are read. */
const mostFooters = 20;
/**
 * A sign of copyright with its year or its range of years directly after it. A name in between can be followed by
 * any other number. A range without an end is one that a script completes.
 */
const copyright =
  /(?:©|\(c\)|\bcopyright)[\s[(:,.]{0,6}(?:19|20)\d\d(?!\d)(\s{0,2}[-–—](?!\s{0,2}\d))?/gi;
const year = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
/** The second year of a range, without its century: 2009–15. */
const rangeEnd = /(?<!\d)((?:19|20)\d\d)\s{0,2}[-–—]\s{0,2}(\d\d)(?!\d)/g;

/**
 * The year of the copyright in the footer is not long past.
 *
 * @remarks A sign that a site is maintained makes it credible: that the year of the copyright is one is ours.
 */
export const copyrightYear: Check<'years'> = {
  id: 'copyright-year',
  category: 'seo',
  importance: 'info',
  family: 'dates',
  title: 'The year in the footer is recent',
  advice:
    'Write the current year into the copyright line of the footer if the site is maintained, or leave the year out: visitors can take an old one for a sign that it is not. Keep it if the site is an archive.',
  why: 'An old year makes visitors wonder whether the site is still maintained and its information still right.',
  source: 'https://credibility.stanford.edu/guidelines/index.html',
  options: {
    years: {
      /** @remarks The limit of 2 years is ours. */
      default: 2,
      min: 1,
      max: 100,
      unit: 'years',
      description:
        'A copyright that ended more years ago is a warning. The default is a limit of our own.',
    },
  },
  run: ({ page, now }, { years }): Outcome => {
    const shown = page.footers.filter(
      ({ article, hidden, text }) => article === null && hidden !== 'all' && text !== '',
    );
    const footers = firstOf(page, shown, mostFooters, 'footers are read');
    if (footers.length === 0) return { status: 'na', summary: 'The page has no <footer>.' };
    const signs = footers.flatMap((tag) =>
      [...tag.text.matchAll(copyright)].map(({ index, 1: isOpen }) => ({
        tag,
        text: tag.text.slice(index, index + quoted).trim(),
        isOpen: isOpen !== undefined,
      })),
    );
    if (signs.length === 0) {
      return { status: 'na', summary: 'The footer has no copyright with a year.' };
    }
    if (signs.some(({ isOpen }) => isOpen)) {
      return { status: 'na', summary: 'A script adds the year of the copyright.' };
    }
    // Any newer year in the footer shows that the site is maintained.
    const current = now.getUTCFullYear();
    const all = footers.flatMap(({ text }) => yearsIn(text)).filter((year) => year <= current + 1);
    const latest = Math.max(...all);
    if (all.length === 0 || latest >= current - years) {
      return { status: 'pass', summary: 'The year of the copyright is recent.' };
    }
    return {
      status: 'warn',
      summary: `The copyright in the footer ends with the year ${latest}.`,
      value: { year: latest },
      evidence: elementsEvidence(signs),
    };
  },
};

/** Characters of a quote. */
const quoted = 80;

function yearsIn(text: string): readonly number[] {
  const years = [...text.matchAll(year)].map(([digits]) => Number(digits));
  const ends = [...text.matchAll(rangeEnd)].map(([, start, end]) => {
    const inCentury = Math.floor(Number(start) / 100) * 100 + Number(end);
    return inCentury < Number(start) ? inCentury + 100 : inCentury;
  });
  return [...years, ...ends];
}
