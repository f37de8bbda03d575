import { elementEvidence } from '../../readings/axe-outcome.ts';
import { countText } from '../../readings/count-text.ts';
import { maxEvidence } from '../../readings/evidence.ts';
import { fileSizeText } from '../../readings/file-size.ts';
import { layoutOf, notMeasured } from '../../readings/layout-of.ts';
import { receivedImagesOf } from '../../readings/shown-images.ts';
import type { ShownImage } from '../../render/renderer.ts';
import type { Check } from '../check.ts';

/** @remarks We tolerate 12 KiB of every image; Lighthouse only of those with several sizes, and 4 KiB of others. */
const tolerated = 12 * 1024;

/** @remarks We tolerate less than twice the pixels of the screen: it may be the next size, or be for a wider screen. */
const leastExcess = 2;

/** Images have about as many pixels as a phone shows of them. */
export const imageOversized: Check = {
  id: 'image-oversized',
  category: 'performance',
  importance: 'low',
  reads: 'browser',
  title: 'Images are about as large as they are shown',
  advice:
    'Offer the quoted images in several sizes with srcset and sizes, so that a phone receives the size that it shows.',
  why: 'Visitors with a phone wait for pixels, and pay for pixels, that their screen cannot show.',
  source: 'https://developer.chrome.com/docs/performance/insights/image-delivery',
  run: (facts) => {
    const layout = layoutOf(facts);
    if (layout === null) return notMeasured;
    const { images, pixelRatio } = layout;
    if (images.measured === 0) return { status: 'na', summary: 'The page shows no images.' };
    const oversized = receivedImagesOf(facts)
      .map(({ image, request }) => ({ image, ...excessOf(image, request.bytes, pixelRatio) }))
      .filter(({ ratio, bytes }) => ratio >= leastExcess && bytes > tolerated)
      .sort((a, b) => b.bytes - a.bytes);
    const bytes = oversized.reduce((sum, each) => sum + each.bytes, 0);
    const value = { images: images.measured, oversized: oversized.length, bytes };
    if (oversized.length === 0) {
      const summary = `Images that are far larger than they are shown: 0 of ${countText(images.measured)}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${countText(oversized.length)} of ${countText(images.measured)} images ${oversized.length === 1 ? 'has' : 'have'} at least twice the pixels that a phone shows: about ${fileSizeText(bytes)} too much.`,
      value,
      evidence: oversized
        .slice(0, maxEvidence)
        .map(({ image, bytes }) => elementEvidence(image, measuredText(image, bytes, pixelRatio))),
    };
  },
};

/**
 * How many times the pixels of the screen a file has, and what of its bytes that is.
 *
 * @remarks A file is taken as evenly heavy, as Lighthouse takes it.
 */
function excessOf({ file, drawn }: ShownImage, bytes: number, pixelRatio: number) {
  const shown = Math.max(1, drawn.width * drawn.height * pixelRatio ** 2);
  const ratio = (file.width * file.height) / shown;
  return { ratio, bytes: Math.max(0, Math.round(bytes * (1 - 1 / ratio))) };
}

function measuredText({ file, drawn }: ShownImage, bytes: number, pixelRatio: number): string {
  const pixels = (length: number) => countText(Math.round(length * pixelRatio));
  return `(${countText(file.width)} × ${countText(file.height)} pixels, ${pixels(drawn.width)} × ${pixels(drawn.height)} are shown: about ${fileSizeText(bytes)} too much)`;
}
