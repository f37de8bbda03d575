import type { ImageFact, MediaFact, PageFacts, SourceTag } from '../../../page/page-facts.ts';
import type { ProbeFacts } from '../../../probes/probe-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { isTrackingPixel } from '../../../readings/tracking-pixel.ts';
import type { Check } from '../../check.ts';

/** Formats that need fewer bytes, and vector formats: https://web.dev/articles/choose-the-right-image-format */
const modern = /^(?:avif|webp|jxl|svg|svgz)$/;
const old = /^(?:jpe?g|jfif|png|gif|bmp|tiff?)$/;

/**
 * @remarks That images with sides up to 64 pixels need no modern format is ours: no format makes icons much smaller.
 */
const icon = 64;
/** So are images with an area up to this many pixels. */
const smallArea = 10_000;
/** Images whose class is read, which takes long for thousands of them. */
const maxClasses = 1_000;

/** Words of a file name or a class that mark an icon. */
const iconWord =
  /icon|logo(?![a-z]{2})|(?:^|[^a-z])(?:feed|rss|print(?:er|friendly)?)(?:[^a-z]|$)/i;
/** The beginning of a class; a match of more would take long on hostile tags. */
const classAttribute = /\sclass\s{0,5}=\s{0,5}["']?([^"'>]{0,200})/i;

/**
 * URLs of services that send each browser the best format it accepts: imgix, Cloudinary, Cloudflare,
 * Next.js, WordPress.com. Their file extensions do not show the format.
 */
const negotiated =
  /[?&](?:auto|fm|format|f)=[^&]*(?:auto|format|webp|avif)|\/f_auto|,f_auto|\/cdn-cgi\/image\/|\/_next\/image|^https?:\/\/i\d\.wp\.com\/|[?&](?:wpcom|output=webp)/i;

/**
 * Images use a format that saves bytes, going by their URLs and `<source>` elements. Sampled images can
 * only correct a finding. No weight.
 */
export const imageFormat: Check = {
  id: 'image-format',
  category: 'performance',
  importance: 'info',
  title: 'Images use a modern format',
  advice:
    'Save photos and drawings as AVIF or WebP, and keep the old file for old browsers: <picture><source srcset="loaf.avif" type="image/avif"><img src="loaf.jpg" alt="A loaf"></picture>.',
  why: 'Older formats make image files larger than they have to be, so visitors wait longer for them, above all on phones.',
  source: 'https://web.dev/articles/choose-the-right-image-format',
  samples: ['images'],
  run: ({ page, urls, probes }) => {
    const offered = imagesWithModernSource(page);
    const sampled = sampledModern(probes);
    const known: { readonly tag: SourceTag; readonly isOld: boolean }[] = [];
    let classes = 0;
    for (const { kind, tag, url } of urls.resources) {
      if (kind !== 'image' || !('loadedByScript' in tag) || isIgnored(tag)) continue;
      const format = formatOf(url.pathname);
      if (iconWord.test(fileNameOf(url.pathname))) continue;
      if (classes++ < maxClasses && iconWord.test(classAttribute.exec(tag.html)?.[1] ?? ''))
        continue;
      if (offered.has(tag) || sampled.urls.has(url.href) || modern.test(format)) {
        known.push({ tag, isOld: false });
      } else if (old.test(format) && !negotiated.test(url.href) && !sampled.hosts.has(url.host)) {
        known.push({ tag, isOld: true });
      }
    }
    if (known.length === 0) {
      return {
        status: 'na',
        summary:
          'Apart from icons and logos, the page has no images with a format that the HTML shows.',
      };
    }
    const outdated = known.filter(({ isOld }) => isOld);
    const value = { images: known.length, old: outdated.length };
    if (outdated.length === 0) {
      const summary = `Images only in JPEG, PNG or GIF: 0 of ${known.length}.`;
      return { status: 'pass', summary, value, sampled: false };
    }
    return {
      status: 'warn',
      summary: `${outdated.length} of ${known.length} images ${outdated.length === 1 ? 'is' : 'are'} available only as JPEG, PNG or GIF.`,
      value,
      // All images of the page, of which samples only correct some.
      sampled: false,
      evidence: tagsEvidence(outdated),
    };
  },
};

/** The ending of a path, lower-case; `''` without one of 3 to 5 letters. */
function formatOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  return /^[a-z]{3,5}$/i.test(ending) ? ending.toLowerCase() : '';
}

/** The last part of a path, of which the end counts. */
function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).slice(-100);
}

function isIgnored(image: ImageFact): boolean {
  const { hidden, width, height, loadedByScript } = image;
  if (loadedByScript || hidden === 'all') return true;
  const [across, down] = [pixelsOf(width), pixelsOf(height)];
  if (across <= icon && down <= icon) return true;
  return across * down <= smallArea || isTrackingPixel(image);
}

/** A length in pixels; infinite where it is not stated. */
function pixelsOf(length: string | null): number {
  const pixels = /^\s{0,5}(\d{1,6})\s{0,5}(?:px\s{0,5})?$/.exec(length ?? '')?.[1];
  // An image without a height has no area, regardless of its width.
  return pixels === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Number(pixels));
}

/** Images in a `<picture>` that also offers a modern format. */
function imagesWithModernSource(page: PageFacts): ReadonlySet<SourceTag> {
  const offered = new Set<SourceTag>();
  const sources = page.media.filter(({ element, inPicture }) => element === 'source' && inPicture);
  if (sources.length === 0) return offered;
  let next = 0;
  let start: SourceTag | undefined;
  let nextPicture = 0;
  for (const image of page.images) {
    if (!image.inPicture) continue;
    while (isBefore(page.pictures[nextPicture], image)) start = page.pictures[nextPicture++];
    let isOffered = false;
    for (let source = sources[next]; isBefore(source, image); source = sources[++next]) {
      // Skips the sources of an earlier <picture> without an image.
      if (source !== undefined && isBefore(start, source)) isOffered ||= isModernSource(source);
    }
    if (isOffered) offered.add(image);
  }
  return offered;
}

function isModernSource({ type, srcset, src }: MediaFact): boolean {
  if (/^\s*image\/(?:avif|webp|jxl|svg\+xml)\b/i.test(type ?? '')) return true;
  return /\.(?:avif|webp|jxl|svg)(?:[?#\s,]|$)/i.test(srcset ?? src ?? '');
}

function isBefore(a: SourceTag | undefined, b: SourceTag): boolean {
  if (a === undefined) return false;
  return a.line === b.line ? a.column < b.column : a.line < b.line;
}

/** Sampled URLs that returned a modern format, and hosts that do so for old file extensions. */
function sampledModern({ images }: ProbeFacts) {
  const urls = new Set<string>();
  const hosts = new Set<string>();
  for (const { probe } of images.sample) {
    if (probe.kind !== 'response') continue;
    if (!/^image\/(?:avif|webp|jxl|svg\+xml)$/.test(probe.contentType ?? '')) continue;
    urls.add(probe.url);
    const { host, pathname } = new URL(probe.url);
    if (old.test(formatOf(pathname))) hosts.add(host);
  }
  return { urls, hosts };
}
