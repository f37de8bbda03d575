import type { ImageFact } from '../../page/page-facts.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import { layoutOf } from '../../readings/layout-of.ts';
import type { Check } from '../check.ts';

/**
 * @remarks That the first image of more than 150 pixels is the largest element is a guess of ours: smaller ones are
 * icons or logos, and rarely the largest.
 */
const small = 150;

/**
 * The first large image, which is often the largest element on the screen, does not load lazily. Only a
 * browser knows the layout, so the check has no weight, and does not apply to an image where a browser was there.
 */
export const lcpImageLazy: Check = {
  id: 'lcp-image-lazy',
  category: 'performance',
  importance: 'info',
  reads: 'source',
  title: 'The first large image loads at once',
  advice:
    'Remove loading="lazy" from the quoted image if it is visible without scrolling, and add fetchpriority="high" if it is the largest image there.',
  why: 'Visitors may wait longer for the largest picture that they see first, as the browser loads it late.',
  source: 'https://web.dev/articles/lcp-lazy-loading',
  run: (facts) => {
    const { page } = facts;
    const large = page.images.filter(mayBeLarge);
    const first = large.find(({ loadedByScript }) => !loadedByScript);
    if (first === undefined) {
      return { status: 'na', summary: 'No large images load without a script.' };
    }
    // Both attributes together are wrong at any position.
    const contradictory = page.images.find((image) => isLazy(image) && isUrgent(image));
    // After an image that a script loads, this one may be anywhere.
    if (contradictory === undefined && isLazy(first) && first !== large[0]) {
      return { status: 'na', summary: 'A script loads the first large image.' };
    }
    const late = contradictory ?? (isLazy(first) ? first : undefined);
    if (late === undefined) {
      return {
        status: 'pass',
        summary:
          first === large[0]
            ? 'The first large image has no loading="lazy".'
            : 'The first large image that loads without a script has no loading="lazy".',
        value: { urgent: page.images.some(isUrgent) },
        evidence: [tagEvidence(first)],
      };
    }
    if (contradictory === undefined && layoutOf(facts) !== null) {
      // The check of the largest image is about the right one.
      return { status: 'na', summary: 'The browser knows which image is the largest.' };
    }
    return {
      status: 'warn',
      summary:
        contradictory === undefined
          ? 'The first large image has loading="lazy", which delays it if it is visible without scrolling.'
          : 'An image has both fetchpriority="high" and loading="lazy".',
      value: { urgent: page.images.some(isUrgent) },
      evidence: [tagEvidence(late)],
    };
  },
};

function mayBeLarge({ hidden, src, srcset, width, height, loadedByScript }: ImageFact): boolean {
  if (hidden === 'all' || isSmall(width) || isSmall(height)) return false;
  if (loadedByScript || srcset?.trim()) return true;
  // A script may replace such a placeholder with an unknown image.
  return Boolean(src?.trim()) && !/^\s*data:/i.test(src ?? '');
}

function isSmall(length: string | null): boolean {
  const pixels = /^\s*(\d{1,6})(?:\.\d+)?\s*(?:px\s*)?$/.exec(length ?? '')?.[1];
  return pixels !== undefined && Number(pixels) < small;
}

function isLazy({ loading }: ImageFact): boolean {
  return loading?.trim().toLowerCase() === 'lazy';
}

function isUrgent({ fetchpriority }: ImageFact): boolean {
  return fetchpriority?.trim().toLowerCase() === 'high';
}
