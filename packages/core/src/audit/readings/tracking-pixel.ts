import type { ImageFact } from '../page/page-facts.ts';

/** A length of at most one pixel in an attribute. */
const tinyLength = /^\s{0,5}[01](?:px)?\s{0,5}$/i;

/** Lengths of at most one pixel in a `style` attribute. */
const tinyStyles = {
  width: /(?:^|[;\s])width\s{0,5}:\s{0,5}[01](?:px)?\s{0,5}(?:[;!]|$)/i,
  height: /(?:^|[;\s])height\s{0,5}:\s{0,5}[01](?:px)?\s{0,5}(?:[;!]|$)/i,
} as const;

/**
 * Whether an image has at most 1 × 1 pixel by its attributes, so that no one sees it: it counts visits, or
 * fills space.
 */
export function isTrackingPixel(image: Pick<ImageFact, 'width' | 'height' | 'style'>): boolean {
  const isTiny = (side: 'width' | 'height') => {
    const attribute = image[side];
    return attribute === null
      ? tinyStyles[side].test(image.style ?? '')
      : tinyLength.test(attribute);
  };
  return isTiny('width') && isTiny('height');
}
