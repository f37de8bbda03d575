import type { Outcome, Status } from '../../outcome.ts';
import type { SharedImage } from '../../probes/probe-facts.ts';
import {
  isPermanentFailure,
  isPrivateAddress,
  reasonText,
  requestFailed,
  statusMeaning,
} from '../../probes/probe-verdicts.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** Minimum width and height in pixels: Facebook accepts no smaller image (https://developers.facebook.com/docs/sharing/webmasters/images). */
const least = 200;

/** The image of link previews can be loaded and shown. */
export const ogImageFetch: Check = {
  id: 'og-image-fetch',
  category: 'seo',
  importance: 'info',
  family: 'social',
  title: 'The Open Graph image can be loaded',
  advice:
    'Set og:image to an image that anyone can load: JPEG, PNG, GIF or WebP, at least 200 × 200 pixels, better 1200 × 630.',
  why: 'When someone shares the page in a social network or a messenger, the preview may have no picture.',
  source: 'https://developers.facebook.com/docs/sharing/webmasters/images',
  samples: ['sharedImage'],
  run: ({ probes: { sharedImage } }): Outcome => {
    if (sharedImage === null) return { status: 'na', summary: 'The page has no og:image.' };
    const { tag, probe } = sharedImage;
    const evidence = [tagEvidence(tag)];
    if (probe.kind !== 'response') {
      if (probe.reason === 'url_invalid' || probe.reason === 'url_scheme') {
        return { status: 'fail', summary: 'The og:image is not an http or https URL.', evidence };
      }
      if (isPermanentFailure(probe) || isPrivateAddress(probe)) {
        const summary = `The og:image cannot be loaded: ${reasonText(probe)}.`;
        return { status: 'fail', summary, evidence };
      }
      return requestFailed('The og:image', probe);
    }
    const { status, contentType, format, size } = probe;
    const value = { status, contentType, format, size: size === null ? null : { ...size } };
    if (statusMeaning(status) === 'unclear') {
      return { status: 'error', summary: `The og:image responded with status ${status}.`, value };
    }
    const [verdict, summary] = evaluate(probe);
    return { status: verdict, summary, value, ...(verdict !== 'pass' && { evidence }) };
  },
};

function evaluate({ status, contentType, format, size }: SharedImage): readonly [Status, string] {
  if (statusMeaning(status) === 'missing')
    return ['fail', `The og:image responds with status ${status}.`];
  const saysImage = contentType?.startsWith('image/') ?? false;
  if (!saysImage && format === null) {
    return ['fail', `The og:image is not an image but ${contentType ?? 'a file of unknown type'}.`];
  }
  if (contentType === 'image/svg+xml') {
    return ['warn', 'The og:image is SVG, which social networks do not show.'];
  }
  if (size !== null && (size.width < least || size.height < least)) {
    return [
      'warn',
      `The og:image is ${size.width} × ${size.height} pixels; at least ${least} × ${least} are required.`,
    ];
  }
  if (!saysImage) {
    const how = contentType === null ? 'without a Content-Type' : `as ${contentType}`;
    return ['warn', `The og:image is sent ${how}, not as an image.`];
  }
  const pixels = size === null ? '' : ` of ${size.width} × ${size.height} pixels`;
  return ['pass', `The og:image is an image${pixels}.`];
}
