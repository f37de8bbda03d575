import { codeOf, isBare, scriptSignsOf } from '../../../readings/app-shell.ts';
import { countPageWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/**
 * The page shows something. What scripts may add is not blank: `js-dependent` reports it.
 *
 * @remarks That the score of an empty page is at most 20 is ours: search engines show nothing of it.
 */
export const blankPage: Check = {
  id: 'blank-page',
  category: 'seo',
  importance: 'high',
  title: 'The page has content',
  why: 'Visitors see an empty screen, and search engines leave empty pages out of their results.',
  advice:
    'Open the page in a browser. If it is empty there too, restore its content, or look for the error in the log of the server or the CMS that stopped the page.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
  gate: {
    cap: 20,
    triggeredBy: 'fail',
    reason: 'The page is empty.',
    indexability: false,
  },
  run: ({ page }) => {
    if (scriptSignsOf(page).content === 'streamed') {
      return { status: 'na', summary: 'A script of React shows the content of the page.' };
    }
    if (!isBare(page)) {
      const words = countPageWords(page);
      const summary =
        words === 0
          ? 'The page has no text, but links, images, forms, frames or media.'
          : `The page has ${words} ${words === 1 ? 'word' : 'words'} of visible text.`;
      return { status: 'pass', summary };
    }
    if (codeOf(page).length > 0) {
      return { status: 'na', summary: 'Scripts may add the content of the page.' };
    }
    return {
      status: 'fail',
      summary: 'The page has no visible text, links, images, forms, frames or media.',
    };
  },
};
