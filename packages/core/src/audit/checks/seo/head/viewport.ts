import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { viewportPropertiesOf, viewportsOf } from './viewport-properties.ts';

/**
 * Pixels that phones lay a page out for where it says nothing: as wide or wider is no better
 * (https://developer.mozilla.org/en-US/docs/Web/HTML/Guides/Viewport_meta_element).
 */
const desktopWidth = 980;

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
      const width = fixedWidthOf(fitting.content ?? '');
      if (width >= desktopWidth) {
        return {
          status: 'warn',
          summary: `The viewport meta tag sets a width of ${width} pixels: phones shrink the page as if it were not there.`,
          value: fitting.content ?? '',
          evidence: [tagEvidence(fitting)],
        };
      }
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

/** Pixels; 0 where the width is that of the device. */
function fixedWidthOf(content: string): number {
  const pixels = Number.parseInt(viewportPropertiesOf(content).get('width') ?? '', 10);
  return Number.isNaN(pixels) ? 0 : pixels;
}
