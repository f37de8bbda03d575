import type { ImageFact } from '../../../page/page-facts.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** Images at the beginning, which may be in the first view and must not wait. */
const atOnce = 5;
/** Images further down that a page may load at once all the same. */
const fine = 10;

/** Images further down wait until they are scrolled to. Where they are shown is not known: it weighs nothing. */
export const imageLazy: Check = {
  id: 'image-lazy',
  category: 'performance',
  importance: 'info',
  title: 'Images further down load lazily',
  advice:
    'Add loading="lazy" to images below the first view, and never to those in it: <img src="loaf.jpg" loading="lazy" alt="A loaf">.',
  source: 'https://web.dev/articles/browser-level-image-lazy-loading',
  run: ({ page }) => {
    const images = page.images.filter(isLoaded);
    const later = images.slice(atOnce);
    if (later.length === 0) {
      return { status: 'na', summary: 'The page has only a few images.' };
    }
    const eager = later.filter(({ loading }) => loading?.trim().toLowerCase() !== 'lazy');
    const value = {
      images: images.length,
      lazy: images.length - countEager(images),
      eager: eager.length,
    };
    return eager.length > fine
      ? {
          status: 'warn',
          summary: `${eager.length} of ${images.length} images load at once although ${atOnce} come before them.`,
          value,
          evidence: eager.map(tagEvidence),
        }
      : { status: 'pass', summary: 'Few images further down load at once.', value };
  },
};

function countEager(images: readonly ImageFact[]): number {
  return images.filter(({ loading }) => loading?.trim().toLowerCase() !== 'lazy').length;
}

/** Whether browsers load the image: a placeholder that a script will replace is in the page itself. */
function isLoaded({ hidden, src, srcset }: ImageFact): boolean {
  if (hidden === 'all') return false;
  if (srcset?.trim()) return true;
  return Boolean(src?.trim()) && !/^\s*data:/i.test(src ?? '');
}
