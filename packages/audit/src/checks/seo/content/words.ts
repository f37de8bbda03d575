import { missingContent } from '../../../readings/app-shell.ts';
import { countPageWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** Our own limit: search engines require no number, as Google states. */
const enough = 300;
/** Our own limit: with fewer, a page says next to nothing. */
const tooFew = 50;

const adviceFor = (min: number) =>
  `Write text that answers what people look for on this page. Google has no preferred number of words: the limit of ${min} is that of this report. Words inside images and videos do not count.`;

/** The page has text, not just a few words. */
export const words: Check<'min'> = {
  id: 'words',
  category: 'seo',
  importance: 'medium',
  title: 'The page has enough text',
  advice: adviceFor(enough),
  why: 'A page that says little may not answer what people searched for, and gives search engines little to understand it by.',
  source:
    'https://developers.google.com/search/docs/fundamentals/creating-helpful-content#self-assess-your-content',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason: `The page has fewer than ${tooFew} words of visible text.`,
    indexability: false,
  },
  options: {
    min: {
      default: enough,
      min: tooFew,
      max: 10000,
      unit: 'words',
      description:
        'A page with fewer words of visible text is a warning; with fewer than 50 it always fails.',
    },
  },
  run: ({ page }, { min }) => {
    const missing = missingContent(page);
    if (missing) return missing;
    const value = countPageWords(page);
    const summary = `The page has ${value} ${value === 1 ? 'word' : 'words'} of visible text.`;
    if (value >= min) return { status: 'pass', summary, value };
    const advice = adviceFor(min);
    if (value < tooFew) return { status: 'fail', summary, value, advice };
    return { status: 'warn', summary, value, points: value / min, advice };
  },
};
