import type { LinkTagFact, MetaFact } from '../../../page/page-facts.ts';
import { isAlternate } from '../../../readings/alternate-link.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { viewportPropertiesOf, viewportsOf } from '../../../readings/viewport-properties.ts';
import type { Check } from '../../check.ts';

/**
 * @remarks That fixed widths from 980 pixels on have no benefit is our conclusion from the default of phones
 * (https://developer.mozilla.org/en-US/docs/Web/HTML/Guides/Viewport_meta_element).
 */
const desktopWidth = 980;

/** Without a viewport meta tag, phones lay out the page at a desktop's width and shrink it. */
export const viewport: Check = {
  id: 'viewport',
  category: 'seo',
  importance: 'high',
  family: 'viewport',
  capsFamily: true,
  title: 'The page adapts to the screen width',
  advice: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the <head>.',
  why: 'On a phone, the page is shown as a shrunken desktop page, so people have to zoom and scroll sideways to read it.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name/viewport',
  gate: {
    cap: 79,
    triggeredBy: 'fail',
    reason: 'Phones show the page as a shrunk desktop page.',
    indexability: false,
  },
  run: ({ page }) => {
    const tags = viewportsOf(page);
    const fitting = tags.find(fitsScreen);
    const width = fitting ? fixedWidthOf(fitting) : desktopWidth;
    const mobile = width >= desktopWidth ? page.links.find(isMobileVersion) : undefined;
    if (mobile) {
      return {
        status: 'na',
        summary: `Phones have their own page at ${shorten(mobile.href ?? '', 100)}.`,
        evidence: [tagEvidence(mobile)],
      };
    }
    if (fitting) {
      if (width >= desktopWidth) {
        return {
          status: 'fail',
          summary: `The viewport meta tag sets a width of ${width} pixels, so phones shrink the page like a desktop page.`,
          value: fitting.content ?? '',
          evidence: [tagEvidence(fitting)],
        };
      }
      return {
        status: 'pass',
        summary: `The viewport is “${shorten(fitting.content ?? '', 100)}”.`,
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

/**
 * Whether a link names the page for phones on another URL
 * (https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing#separate-urls).
 */
function isMobileVersion(link: LinkTagFact): boolean {
  const { href, media, inHead } = link;
  if (!inHead || !href?.trim() || !isAlternate(link)) return false;
  return /\bmax-(?:device-)?width\b|^\s*handheld\s*$/i.test(media ?? '');
}

function fitsScreen(tag: MetaFact): boolean {
  const properties = viewportPropertiesOf(tag);
  return properties.has('width') || properties.has('initial-scale');
}

/** Pixels; 0 if the page uses the width of the device. */
function fixedWidthOf(tag: MetaFact): number {
  const pixels = Number.parseInt(viewportPropertiesOf(tag).get('width') ?? '', 10);
  return Number.isNaN(pixels) ? 0 : pixels;
}
