import type { ImageFact } from '../../page/page-facts.ts';
import type { Check } from '../check.ts';
import { tagEvidence } from '../evidence.ts';

/** Pixels: what says that it is smaller is an icon or a logo, and seldom the largest thing in view. */
const small = 150;

/**
 * The first large image, which is often the largest thing in view, does not wait. Where it is shown
 * only a browser can tell, so it weighs nothing.
 */
export const lcpImageLazy: Check = {
  id: 'lcp-image-lazy',
  category: 'performance',
  importance: 'info',
  title: 'The first large image does not load lazily',
  advice:
    'Remove loading="lazy" from the quoted image if it is in the first view, and add fetchpriority="high" if it is the largest there.',
  source: 'https://web.dev/articles/lcp-lazy-loading',
  run: ({ page }) => {
    const first = page.images.find(mayBeLarge);
    if (first === undefined) return { status: 'na', summary: 'The page has no large images.' };
    // An image that is said to be urgent and to be able to wait is wrong wherever it is.
    const torn = page.images.find((image) => isLazy(image) && isUrgent(image));
    const late = torn ?? (isLazy(first) ? first : undefined);
    if (late === undefined) {
      return {
        status: 'pass',
        summary: 'The first large image loads at once.',
        value: { urgent: page.images.some(isUrgent) },
        evidence: [tagEvidence(first)],
      };
    }
    return {
      status: 'warn',
      summary:
        torn === undefined
          ? 'The first large image of the page loads lazily, which is late if it is in the first view.'
          : 'An image is said to be urgent, and to load lazily.',
      value: { urgent: page.images.some(isUrgent) },
      evidence: [tagEvidence(late)],
    };
  },
};

function mayBeLarge({ hidden, src, srcset, width, height }: ImageFact): boolean {
  if (hidden === 'all' || !(src?.trim() || srcset?.trim())) return false;
  // A placeholder tells nothing of the image that a script puts in its place.
  if (src !== null && /^\s*data:/i.test(src) && !srcset?.trim()) return false;
  return !isSmall(width) && !isSmall(height);
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
