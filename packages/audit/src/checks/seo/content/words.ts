import { missingContent } from '../../../readings/app-shell.ts';
import { postOf } from '../../../readings/post.ts';
import { countPageWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** @remarks The limit of 100 words is ours: search engines require no number, as Google states. */
const enough = 100;

const adviceFor = (min: number) =>
  `Write what readers want to know about the subject, or do not declare the page an article. Google has no preferred number of words: the limit of ${min} is that of this report. Words inside images and videos do not count.`;

/**
 * A page that declares itself an article has text.
 *
 * @remarks That it is for articles alone is ours: how many words another page needs, only its owner knows. A login has
 * ten.
 */
export const words: Check<'min'> = {
  id: 'words',
  category: 'seo',
  importance: 'low',
  title: 'The article has text',
  advice: adviceFor(enough),
  why: 'A page that says little may not answer what people searched for, and gives search engines little to understand it by.',
  source:
    'https://developers.google.com/search/docs/fundamentals/creating-helpful-content#self-assess-your-content',
  options: {
    min: {
      default: enough,
      min: 1,
      max: 10000,
      unit: 'words',
      description:
        'A page with fewer words of visible text is a warning, if its structured data declares a news article or a blog post.',
    },
  },
  run: ({ page }, { min }) => {
    const missing = missingContent(page);
    if (missing) return missing;
    const value = countPageWords(page);
    const summary = `The page has ${value} ${value === 1 ? 'word' : 'words'} of visible text.`;
    if (postOf(page) === null) {
      return {
        status: 'na',
        summary: `The page is not certainly a news article or a blog post. ${summary}`,
        value,
      };
    }
    if (value >= min) return { status: 'pass', summary, value };
    return { status: 'warn', summary, value, points: value / min, advice: adviceFor(min) };
  },
};
