import { faultsOutcome } from '../../readings/faults-outcome.ts';
import type { Check } from '../check.ts';

/** Values that show text before its font has loaded: https://developer.mozilla.org/en-US/docs/Web/CSS/@font-face/font-display */
const showing: ReadonlySet<string> = new Set(['swap', 'fallback', 'optional']);

/**
 * Text is shown before its web font has loaded. Only Google Fonts states this in the HTML; style sheets
 * are not read.
 */
export const fontDisplay: Check = {
  id: 'font-display',
  category: 'performance',
  importance: 'info',
  title: 'Text is shown while web fonts load',
  advice:
    'Add &display=swap to the URL of the Google Fonts style sheet: https://fonts.googleapis.com/css2?family=Inter&display=swap.',
  why: 'Visitors may see no text until the font has loaded, which takes long on a slow connection.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/font-display',
  run: ({ urls }) => {
    const sheets = urls.resources.filter(
      ({ kind, url }) =>
        kind === 'stylesheet' &&
        url.hostname === 'fonts.googleapis.com' &&
        /^\/css2?$/.test(url.pathname),
    );
    const hiding = sheets.filter(
      ({ url }) => !showing.has(url.searchParams.get('display')?.toLowerCase() ?? ''),
    );
    return faultsOutcome(sheets.length, hiding, {
      none: 'The page loads no Google Fonts style sheet.',
      fault: 'Google Fonts style sheets that hide text',
      summary: (count, all) =>
        `${count} of ${all} Google Fonts style sheets may hide text until the fonts have loaded.`,
      value: { sheets: sheets.length, hiding: hiding.length },
    });
  },
};
