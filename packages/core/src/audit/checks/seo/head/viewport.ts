import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { viewportPropertiesOf, viewportsOf } from './viewport-properties.ts';

/** Without a viewport, phones lay the page out for a desktop's width and shrink it. */
export const viewport: Check = {
  id: 'viewport',
  category: 'seo',
  importance: 'high',
  title: 'The page fits the width of the screen',
  advice: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the <head>.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name/viewport',
  run: ({ page }) => {
    const tags = viewportsOf(page);
    const fitting = tags.find(({ content }) => fitsScreen(content ?? ''));
    if (fitting) {
      return {
        status: 'pass',
        summary: 'The page sets its viewport.',
        value: fitting.content ?? '',
        evidence: [tagEvidence(fitting)],
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

function fitsScreen(content: string): boolean {
  const properties = viewportPropertiesOf(content);
  return properties.has('width') || properties.has('initial-scale');
}
