import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** Bytes of an image: Screaming Frog calls more large, SEOnaut very large. */
const large = 100_000;
const huge = 500_000;

/** Images are not heavier than they need. A few are asked for how large they are: it weighs nothing. */
export const imageWeight: Check = {
  id: 'image-weight',
  category: 'performance',
  importance: 'info',
  title: 'Sampled images are light',
  advice:
    'Scale the quoted images to the size at which they are shown, and save them as AVIF or WebP; offer several sizes in srcset.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/uses-optimized-images',
  run: ({ probes: { images } }) => {
    if (images.sample.length === 0) {
      return { status: 'na', summary: 'The page has no images to ask for.' };
    }
    const weighed = images.sample
      .flatMap(({ tag, probe }) =>
        probe.kind === 'answered' && isImage(probe) && probe.bytes !== null
          ? [{ tag, url: probe.url, bytes: probe.bytes }]
          : [],
      )
      .sort((left, right) => right.bytes - left.bytes);
    const [heaviest] = weighed;
    if (heaviest === undefined) {
      return { status: 'error', summary: 'No image said how large it is.' };
    }
    const heavy = weighed.filter(({ bytes }) => bytes > large);
    const value = {
      images: images.total,
      weighed: weighed.map(({ url, bytes }) => ({ url: url.slice(0, 300).toWellFormed(), bytes })),
    };
    if (heavy.length === 0) {
      return {
        status: 'pass',
        summary: `None of ${weighed.length} images that were asked for has more than ${large / 1000} kB.`,
        value,
      };
    }
    return {
      status: heaviest.bytes > huge ? 'fail' : 'warn',
      summary: `${heavy.length} of ${weighed.length} images that were asked for ${heavy.length === 1 ? 'has' : 'have'} more than ${large / 1000} kB, the heaviest ${Math.round(heaviest.bytes / 1000)} kB.`,
      value,
      evidence: heavy.map(({ tag }) => tagEvidence(tag)),
    };
  },
};

/** An error page has a length, too, and so has a page that stands in for an image. */
function isImage(probe: { readonly status: number; readonly contentType: string | null }): boolean {
  const { status, contentType } = probe;
  return (
    status === 200 &&
    (contentType === null || /^image\/|^application\/octet-stream$/.test(contentType))
  );
}
