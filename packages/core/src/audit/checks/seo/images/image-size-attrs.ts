import type { ImageFact } from '../../../page/page-facts.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** A length that `width` and `height` take: https://html.spec.whatwg.org/#rules-for-parsing-dimension-values */
const dimension = /^\s*\+?\d/;

/** Characters of `style` attributes that are read, of all images together. */
const mostStyle = 300_000;

/**
 * The page says how large its images are, so that nothing jumps when they arrive. Style sheets may
 * say it, too, and are not read here: it never fails, and weighs nothing.
 */
export const imageSizeAttrs: Check = {
  id: 'image-size-attrs',
  category: 'performance',
  importance: 'info',
  title: 'Images have a width and a height',
  advice:
    'Give each <img> its width and height in pixels, as in width="640" height="480"; style sheets can still scale it.',
  source: 'https://web.dev/articles/optimize-cls#images-without-dimensions',
  run: ({ page }) => {
    const images = page.images.filter(
      ({ hidden, src, srcset }) => hidden !== 'all' && (src?.trim() || srcset?.trim()),
    );
    if (images.length === 0) return { status: 'na', summary: 'The page shows no images.' };
    let room = mostStyle;
    const unsized = images.filter((image) => {
      room -= image.style?.length ?? 0;
      return !isSized(image, room >= 0 ? image.style : null);
    });
    const value = { images: images.length, without: unsized.length };
    if (unsized.length === 0) {
      return { status: 'pass', summary: 'Every image has a width and a height.', value };
    }
    return {
      status: 'warn',
      summary: `${unsized.length} of ${images.length} images ${unsized.length === 1 ? 'does' : 'do'} not say how large they are, unless a style sheet does.`,
      value,
      evidence: unsized.map(tagEvidence),
    };
  },
};

function isSized({ width, height }: ImageFact, style: string | null): boolean {
  const styled = declared(style ?? '');
  // What is laid out on its own moves nothing else.
  if (/^(?:absolute|fixed)\b/.test(styled.get('position') ?? '')) return true;
  const has = (name: string, attribute: string | null) =>
    (attribute !== null && dimension.test(attribute)) || says(styled.get(name));
  const sides = Number(has('width', width)) + Number(has('height', height));
  return sides === 2 || (sides === 1 && says(styled.get('aspect-ratio')));
}

function says(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'auto';
}

/** Declarations of a `style` attribute, names and values lower-case. */
function declared(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const one of style.toLowerCase().split(';')) {
    const colon = one.indexOf(':');
    if (colon > 0) declarations.set(one.slice(0, colon).trim(), one.slice(colon + 1).trim());
  }
  return declarations;
}
