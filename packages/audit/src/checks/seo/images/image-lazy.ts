import type { ImageFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { isTrackingPixel } from '../../../readings/tracking-pixel.ts';
import type { Check } from '../../check.ts';

/**
 * @remarks The limits of 5 and 10 images are ours: the first 5 may be visible immediately and must not load lazily, and
 * 10 later ones may load immediately.
 */
const atOnce = 5;
const fine = 10;

/**
 * Images further down load lazily. Their position on the screen is unknown, so the check has no weight.
 */
export const imageLazy: Check = {
  id: 'image-lazy',
  category: 'performance',
  importance: 'info',
  title: 'Images further down load lazily',
  advice:
    'Add loading="lazy" to images below the first screen, but not to those on it: <img src="loaf.jpg" loading="lazy" alt="A loaf">.',
  why: 'Browsers load images that visitors may never scroll to, which can delay what they want to see first.',
  source: 'https://web.dev/articles/browser-level-image-lazy-loading',
  run: ({ page }) => {
    const images = page.images.filter(isLoaded);
    const later = images.slice(atOnce);
    if (later.length === 0) {
      return { status: 'na', summary: `No more than ${atOnce} images load without a script.` };
    }
    const eager = firstOfEach(later.filter(isEager));
    const value = {
      images: images.length,
      lazy: images.length - images.filter(isEager).length,
      eager: eager.length,
    };
    const summary = `${eager.length} of ${firstOfEach(later).length} images after the first ${atOnce} load immediately; the limit of this report is ${fine}.`;
    return eager.length > fine
      ? {
          status: 'warn',
          summary,
          value,
          evidence: tagsEvidence(eager),
        }
      : {
          status: 'pass',
          summary,
          value,
        };
  },
};

/** Each file once: an image that is shown again costs no further request. */
function firstOfEach(images: readonly ImageFact[]): readonly ImageFact[] {
  const known = new Set<string>();
  return images.filter(({ src, srcset, loadedByScript }) => {
    // They share a placeholder.
    if (loadedByScript) return true;
    const file = `${src?.trim()} ${srcset?.trim()}`;
    return !known.has(file) && known.add(file);
  });
}

function isEager({ loading, loadedByScript }: ImageFact): boolean {
  return !loadedByScript && loading?.trim().toLowerCase() !== 'lazy';
}

/** Whether browsers request the image, now or later: images as data: URLs need no request. */
function isLoaded(image: ImageFact): boolean {
  const { hidden, src, srcset, loadedByScript } = image;
  if (hidden === 'all') return false;
  const isRequested = loadedByScript || srcset?.trim() || (src?.trim() && !/^\s*data:/i.test(src));
  return Boolean(isRequested) && !isTrackingPixel(image);
}
