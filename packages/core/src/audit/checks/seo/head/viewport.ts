import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** Without a viewport, phones lay the page out for a desktop's width and shrink it. */
export const viewport: Check = {
  id: 'viewport',
  category: 'seo',
  importance: 'high',
  title: 'The page fits the width of the screen',
  advice: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the <head>.',
  source: 'https://developer.chrome.com/docs/lighthouse/pwa/viewport',
  run: ({ page }) => {
    const tags = page.metas.filter(({ name }) => name?.trim().toLowerCase() === 'viewport');
    const fitting = tags.find(({ content }) => fitsScreen(content ?? ''));
    if (fitting) {
      return {
        status: 'pass',
        summary: 'The page sets its viewport.',
        value: fitting.content ?? '',
      };
    }
    return {
      status: 'fail',
      summary:
        tags.length > 0
          ? 'The viewport meta tag sets neither width nor initial-scale.'
          : 'The page has no viewport meta tag.',
      evidence: tags.map(tagEvidence),
    };
  },
};

/**
 * Properties are parted by commas, semicolons or white space.
 * @see https://drafts.csswg.org/css-viewport/#parsing-algorithm
 */
function fitsScreen(content: string): boolean {
  return /(?:^|[\s,;])(?:width|initial-scale)\s*=\s*[^\s,;=]/i.test(content);
}
