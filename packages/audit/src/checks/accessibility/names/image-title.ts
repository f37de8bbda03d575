import type { ImageFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Images, and characters of both texts, that are compared. */
const compared = { images: 2_000, characters: 80 } as const;

/**
 * The two texts of an image are about the same. Certain enough is that they have no word in common, with at least two
 * words each; a date or a credit in the title is an addition. No source forbids other additions, so the check has no
 * weight.
 */
export const imageTitle: Check = {
  id: 'image-title',
  category: 'accessibility',
  importance: 'info',
  family: 'image-alt',
  title: 'The alt text and the title of an image agree',
  advice:
    'Describe the image in alt, and remove the title or let it add to the description: screen readers may read both, and visitors with a mouse see only the title.',
  source: 'https://html.spec.whatwg.org/multipage/dom.html#the-title-attribute',
  run: ({ page }) => {
    const images = page.images.filter(hasBoth).slice(0, compared.images);
    if (images.length === 0) {
      return { status: 'na', summary: 'No image has an alt text and a title.' };
    }
    const found = images.filter(disagrees);
    const value = { images: images.length, different: found.length };
    if (found.length === 0) {
      const summary = `Titles with no word of the alt text: 0 of ${images.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${found.length} of ${images.length} images with both ${found.length === 1 ? 'has' : 'have'} a title with no word of the alt text.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};

function hasBoth({ alt, title, hidden, presentational }: ImageFact): boolean {
  return hidden === 'no' && !presentational && Boolean(alt?.trim() && title?.trim());
}

/** Words of a credit or a date. */
const addition = /©|\(c\)|\b(?:copyright|credit|foto|photo|by|source|quelle)\b|\b(?:19|20)\d\d\b/i;

function disagrees({ alt, title }: ImageFact): boolean {
  if (addition.test(title ?? '')) return false;
  const [left, right] = [wordsOf(alt ?? ''), wordsOf(title ?? '')];
  if (left.size < 2 || right.size < 2) return false;
  const letters = [...left].join('');
  return ![...right].some((word) => letters.includes(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .slice(0, compared.characters)
    .normalize('NFC')
    .toLowerCase()
    .match(/\p{L}[\p{L}\p{M}]+/gu);
  return new Set(words ?? []);
}
