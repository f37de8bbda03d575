import { tagEvidence } from '../../../readings/evidence.ts';
import { fileSizeText } from '../../../readings/file-size.ts';
import type { Check } from '../../check.ts';

/** @remarks The limits of 100 kB and 500 kB are ours: Lighthouse compares each image with a compressed copy. */
const large = 100_000;
const huge = 500_000;

/** A GIF of this size is rarely a still image: https://web.dev/articles/replace-gifs-with-videos */
const adviceForGif =
  'If the largest GIF is an animation, save it as a video, such as MP4, and show it with <video autoplay loop muted playsinline>. Save still images as AVIF or WebP.';

/** Images are no larger than necessary. Only a sample is requested, so the check has no weight. */
export const imageWeight: Check<'max' | 'fail'> = {
  id: 'image-weight',
  category: 'performance',
  importance: 'info',
  title: 'Sampled images are small files',
  advice:
    'Scale the quoted images to the size at which they are shown, and save them as AVIF or WebP. Offer several sizes with srcset.',
  why: 'Large image files make visitors wait, above all on phones, and use up their data.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/uses-optimized-images',
  samples: ['images'],
  options: {
    max: {
      default: large,
      min: 1000,
      max: 100000000,
      unit: 'bytes',
      description: 'A larger image is a warning.',
    },
    fail: {
      default: huge,
      min: 1000,
      max: 100000000,
      unit: 'bytes',
      description: 'A larger image is a failure.',
    },
  },
  run: ({ probes: { images } }, { max, fail }) => {
    if (images.sample.length === 0) {
      return { status: 'na', summary: 'The page has no images to request.' };
    }
    const weighed = images.sample
      .flatMap(({ tag, probe }) =>
        probe.kind === 'response' && isImage(probe) && probe.bytes !== null
          ? [{ tag, url: probe.url, bytes: probe.bytes, isGif: probe.contentType === 'image/gif' }]
          : [],
      )
      .sort((left, right) => right.bytes - left.bytes);
    const [heaviest] = weighed;
    if (heaviest === undefined) {
      return { status: 'error', summary: 'No sampled image reported its size.' };
    }
    const heavy = weighed.filter(({ bytes }) => bytes > Math.min(max, fail));
    const value = {
      images: images.total,
      weighed: weighed.map(({ url, bytes }) => ({ url: url.slice(0, 300).toWellFormed(), bytes })),
    };
    if (heavy.length === 0) {
      return {
        status: 'pass',
        summary: `Sampled images larger than ${max / 1000} kB: 0 of ${weighed.length}.`,
        value,
      };
    }
    return {
      status: heaviest.bytes > fail ? 'fail' : 'warn',
      summary: `${heavy.length} of ${weighed.length} sampled images ${heavy.length === 1 ? 'is' : 'are'} larger than ${max / 1000} kB (the limit of this report), the largest ${fileSizeText(heaviest.bytes)}.`,
      value,
      evidence: heavy.map(({ tag }) => tagEvidence(tag)),
      ...(heaviest.isGif && { advice: adviceForGif }),
    };
  },
};

/** Error pages and HTML pages sent instead of an image also have a size. */
function isImage(probe: { readonly status: number; readonly contentType: string | null }): boolean {
  const { status, contentType } = probe;
  return (
    status === 200 &&
    (contentType === null || /^image\/|^application\/octet-stream$/.test(contentType))
  );
}
