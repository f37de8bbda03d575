import type { ImageFact } from '../page/page-facts.ts';

/** A length of at most one pixel in an attribute. */
const tinyLength = /^\s{0,5}[01](?:px)?\s{0,5}$/i;

/** Lengths of at most one pixel in a `style` attribute. */
const tinyStyles = {
  width: /(?:^|[;\s])width\s{0,5}:\s{0,5}[01](?:px)?\s{0,5}(?:[;!]|$)/i,
  height: /(?:^|[;\s])height\s{0,5}:\s{0,5}[01](?:px)?\s{0,5}(?:[;!]|$)/i,
} as const;

/** A GIF with a query of more than 50 characters, which describes a visit. */
const counter = /^[^?#]*\.gif\?[^#]{51}/i;
const anySize = /(?:^|[;\s])(?:width|height)\s{0,5}:/i;

/**
 * Whether no one sees an image by its attributes: it counts visits, or fills space. It has at most 1 × 1
 * pixel, or no size, no alternative text and the URL of a counter.
 */
export function isTrackingPixel(
  image: Pick<ImageFact, 'width' | 'height' | 'style' | 'alt' | 'src'>,
): boolean {
  if (image.alt === '' && image.width === null && image.height === null) {
    if (counter.test(image.src ?? '') && !anySize.test(image.style ?? '')) return true;
  }
  return isPixel(image);
}

/** Whether an element has at most 1 × 1 pixel by its attributes. */
export function isPixel({ width, height, style }: Pick<ImageFact, 'width' | 'height' | 'style'>) {
  return isTiny(width, style, tinyStyles.width) && isTiny(height, style, tinyStyles.height);
}

function isTiny(attribute: string | null, style: string | null, tinyStyle: RegExp): boolean {
  if (attribute !== null) return tinyLength.test(attribute);
  return style !== null && tinyStyle.test(style);
}
