import { tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import {
  isAbsoluteUrl,
  type ShareTag,
  shareImagesOf,
  shareTagsOf,
} from '../../../readings/share-tags.ts';
import type { Check } from '../../check.ts';

/** Facebook shows no smaller images: developers.facebook.com/docs/sharing/webmasters/images */
const leastPixels = 200;
const listed = 25;

/**
 * The declared format, size and type of the preview image allow networks to show it. The check `open-graph`
 * reports URLs that are not absolute.
 */
export const ogImage: Check = {
  id: 'og-image',
  category: 'seo',
  importance: 'info',
  family: 'social',
  title: 'The Open Graph image tags are valid',
  advice:
    'Set og:image to the absolute URL (https://…) of a JPEG, PNG, WebP or GIF of about 1200 × 630 pixels, and state its size in og:image:width and og:image:height.',
  why: 'When someone shares the page, its picture may be missing, cut off or shown small.',
  source: 'https://developers.facebook.com/docs/sharing/webmasters/images',
  run: ({ page }) => {
    const tags = shareTagsOf(page);
    const images = shareImagesOf(tags);
    if (images.length === 0) {
      return { status: 'na', summary: 'The page has no og:image.' };
    }
    if (images.some(({ content }) => !isAbsoluteUrl(content))) {
      return { status: 'na', summary: 'The og:image is not an absolute URL.' };
    }
    const sizes = ['og:image:width', 'og:image:height'].flatMap((name) => tags.get(name) ?? []);
    const findings = [
      ...images.flatMap((tag) => findingOf(tag, faultOfUrl(tag.content))),
      ...sizes.flatMap((tag) => findingOf(tag, faultOfSize(tag.content))),
      ...(tags.get('og:image:type') ?? []).flatMap((tag) =>
        findingOf(tag, faultOfType(tag.content)),
      ),
    ];
    const value = {
      images: images.slice(0, listed).map(({ content }) => shown(content)),
      faults: findings.slice(0, listed).map(({ fault }) => fault),
    };
    const [first] = findings;
    if (first === undefined) {
      const summary = `The og:image is ${shorten(images[0]?.content ?? '', 200)}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `The preview image may not be shown: ${first.fault}.`,
      value,
      evidence: findings.map(({ tag }) => tagEvidence(tag.meta)),
    };
  },
};

function findingOf(tag: ShareTag, fault: string | null) {
  return fault === null ? [] : [{ tag, fault }];
}

function faultOfUrl(content: string): string | null {
  // A URL may be written with line breaks in it.
  const mayBeSvg = /\.svg|[\t\n\r]/i.test(content);
  return mayBeSvg && /\.svgz?$/i.test(new URL(content).pathname) ? 'SVG is not supported' : null;
}

function faultOfSize(content: string): string | null {
  // Readers ignore a unit.
  const pixels = /^(\d{1,9})(?:\.\d+)?(?:\s*px)?$/i.exec(content)?.[1];
  if (pixels === undefined) return `${shown(content)} is not a number of pixels`;
  // 0 means unknown.
  const isSmall = Number(pixels) > 0 && Number(pixels) < leastPixels;
  return isSmall ? `it is smaller than ${leastPixels} pixels` : null;
}

function faultOfType(content: string): string | null {
  return /^image\/svg/i.test(content) ? 'SVG is not supported' : null;
}

function shown(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text;
}
