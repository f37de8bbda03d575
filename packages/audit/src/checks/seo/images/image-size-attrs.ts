import type { ImageFact } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { addNote } from '../../../readings/notes.ts';
import type { Check } from '../../check.ts';

/** A valid value of `width` and `height`: https://html.spec.whatwg.org/#rules-for-parsing-dimension-values */
const dimension = /^\s*\+?\d/;

/** Total length of the `style` attributes that are read. */
const mostStyle = 300_000;

/**
 * The HTML states the size of its images, so that the layout does not shift when they load. Style sheets
 * may state it, too, and are not read here: the check never fails and has no weight.
 */
export const imageSizeAttrs: Check = {
  id: 'image-size-attrs',
  category: 'performance',
  importance: 'info',
  title: 'Images have a width and a height',
  advice:
    'Add width and height in pixels to each <img>, such as width="640" height="480". Style sheets can still scale it.',
  why: 'The text may jump while images load, because the browser does not know how much space to keep for them.',
  source: 'https://web.dev/articles/optimize-cls#images-without-dimensions',
  run: ({ page }) => {
    const images = page.images.filter(isLoaded);
    let room = mostStyle;
    const unsized = images.filter((image) => {
      room -= image.style?.length ?? 0;
      return !isSized(image, room >= 0 ? image.style : null);
    });
    if (room < 0) addNote(page, 'some style attributes of images are not read: they are too long');
    return faultsOutcome(images.length, unsized, {
      none: 'No visible images load without a script.',
      fault: 'Images without a width or a height',
      summary: (count, all) =>
        `${count} of ${all} images ${count === 1 ? 'has' : 'have'} no width or no height in the HTML.`,
      value: { images: images.length, without: unsized.length },
    });
  },
};

/** Whether the image is visible and loads without a script: `data:` URLs, often placeholders, load nothing. */
function isLoaded({ hidden, src, srcset, loadedByScript }: ImageFact): boolean {
  if (hidden === 'all' || loadedByScript) return false;
  return Boolean(srcset?.trim() || (src?.trim() && !/^\s*data:/i.test(src)));
}

function isSized({ width, height }: ImageFact, style: string | null): boolean {
  const styled = style === null || style === '' ? nothing : declared(style);
  // Elements outside the normal flow do not move others.
  if (/^(?:absolute|fixed)\b/.test(styled.get('position') ?? '')) return true;
  const has = (name: string, attribute: string | null) =>
    (attribute !== null && dimension.test(attribute)) || isSet(styled.get(name));
  const sides = Number(has('width', width)) + Number(has('height', height));
  return sides === 2 || (sides === 1 && isSet(styled.get('aspect-ratio')));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'auto';
}

const nothing: ReadonlyMap<string, string> = new Map();

/** Declarations of a `style` attribute, names and values lower-case. */
function declared(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0)
      declarations.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
  }
  return declarations;
}
