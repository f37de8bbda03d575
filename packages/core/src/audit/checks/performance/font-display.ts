import type { Check } from '../check.ts';
import { tagEvidence } from '../evidence.ts';

/** Values with which text is shown before its font has come: https://developer.mozilla.org/en-US/docs/Web/CSS/@font-face/font-display */
const showing: ReadonlySet<string> = new Set(['swap', 'fallback', 'optional']);

/**
 * Text is shown before its web font has come. Only Google Fonts says in the HTML whether it is; what
 * style sheets say is not known.
 */
export const fontDisplay: Check = {
  id: 'font-display',
  category: 'performance',
  importance: 'info',
  title: 'Text is shown while web fonts load',
  advice:
    'Add &display=swap to the address of the Google Fonts style sheet, as in https://fonts.googleapis.com/css2?family=Inter&display=swap.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/font-display',
  run: ({ urls }) => {
    const sheets = urls.resources.filter(
      ({ kind, url }) =>
        kind === 'stylesheet' &&
        url.hostname === 'fonts.googleapis.com' &&
        /^\/css2?$/.test(url.pathname),
    );
    if (sheets.length === 0) {
      return { status: 'na', summary: 'The page loads no style sheet of Google Fonts.' };
    }
    const hiding = sheets.filter(
      ({ url }) => !showing.has(url.searchParams.get('display')?.toLowerCase() ?? ''),
    );
    const value = { sheets: sheets.length, hiding: hiding.length };
    if (hiding.length === 0) {
      return { status: 'pass', summary: 'Text is shown while its fonts load.', value };
    }
    return {
      status: 'warn',
      summary: 'Text in fonts of Google Fonts may stay invisible until they have loaded.',
      value,
      evidence: hiding.map(({ tag }) => tagEvidence(tag)),
    };
  },
};
