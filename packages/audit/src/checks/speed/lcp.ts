import type { AuditFacts } from '../../audit-facts.ts';
import { quotedUrl } from '../../readings/evidence.ts';
import { isImageInSource } from '../../readings/image-in-source.ts';
import {
  durationText,
  measuredSpeedOf,
  metricValue,
  rateMetric,
  speedNotMeasured,
  spreadText,
} from '../../readings/speed-metric.ts';
import type { LargestPaintParts, MeasuredSpeed } from '../../render/speed.ts';
import type { Check } from '../check.ts';

type LargestPaint = NonNullable<MeasuredSpeed['largestContentfulPaint']>;

/** What delays the largest paint most, and what it consists of. */
type Part = keyof LargestPaintParts;

/**
 * The largest text or picture of the first screen is shown quickly.
 *
 * @remarks The limits of the source are for real visitors. We apply them to a phone with a slow connection, as
 * Lighthouse does.
 */
export const lcp: Check = {
  id: 'lcp',
  category: 'performance',
  importance: 'medium',
  reads: 'speed',
  family: 'speed',
  title: 'The largest element of the first screen is shown quickly',
  advice: 'Find out which part of the time is the longest, and shorten it first.',
  why: 'Visitors take a page for slow until its main content is there, and Google counts it among its Core Web Vitals.',
  source: 'https://web.dev/articles/lcp',
  run: (facts) => {
    const speed = measuredSpeedOf(facts);
    if (speed === null) return speedNotMeasured;
    const { largestContentfulPaint: paint } = speed;
    if (paint === null) {
      return { status: 'error', summary: 'Neither text nor a picture was shown in time.' };
    }
    const { value: ms, element, url, parts, isUnfinished } = paint;
    const what = url === null ? 'text' : 'image';
    const rated = rateMetric('largestContentfulPaint', paint);
    const limit = rated.status === 'pass' ? '' : '; up to 2.5 s is good';
    return {
      ...rated,
      summary: isUnfinished
        ? `The largest image of the first screen was not complete after ${durationText(ms)}, when the measurement ended${spreadText(paint, speed)}${limit}.`
        : `The largest ${what} of the first screen is shown after ${durationText(ms)}${spreadText(paint, speed)}${limit}.`,
      value: { ...metricValue('largestContentfulPaint', paint), url, parts: parts && { ...parts } },
      ...(element && {
        evidence: [{ kind: 'html', text: element.html, selector: element.selector }],
      }),
      ...(rated.status !== 'pass' && { advice: adviceFor(facts, speed, paint) }),
    };
  },
};

/** The first step: about the part of the time that is longest. */
function adviceFor(facts: AuditFacts, speed: MeasuredSpeed, paint: LargestPaint): string {
  const { value, parts, url, isUnfinished } = paint;
  if (isUnfinished)
    return `Make ${quotedUrl(url ?? '')} much smaller: AVIF or WebP, and no larger than it is shown.`;
  if (parts === null) return lcp.advice;
  const names = Object.keys(parts) as Part[];
  const longest = names.reduce((a, b) => (parts[b] > parts[a] ? b : a));
  const share = `${durationText(parts[longest])} of ${durationText(value)}`;
  switch (longest) {
    case 'firstByteMs':
      return `${share} pass until the server responds. Cache the page on the server or in a CDN near your visitors.`;
    case 'requestDelayMs':
      return `${share} pass until the image is requested. ${requestAdvice(facts, paint)}`;
    case 'downloadMs':
      return `${share} are spent on receiving the image. Make it smaller: AVIF or WebP, and no larger than it is shown.`;
    case 'paintDelayMs':
      return `${share} pass ${url === null ? 'between the first byte and' : 'after the image is received, until'} it is shown. ${paintAdvice(facts, speed, paint)}`;
  }
}

/** How the image is requested earlier. */
function requestAdvice(facts: AuditFacts, { url, element }: LargestPaint): string {
  if (/\sloading="?lazy/i.test(element?.html ?? '')) {
    return 'Remove loading="lazy" from the quoted image, and add fetchpriority="high".';
  }
  if (url !== null && !isImageInSource(facts, url, element?.html ?? '')) {
    return 'It is not in the HTML of the server: write it there as an <img>, or preload it with <link rel="preload" as="image" fetchpriority="high">.';
  }
  return 'Add fetchpriority="high" to the quoted image, and load scripts and images further down later.';
}

/** What keeps it from being painted. */
function paintAdvice(
  facts: AuditFacts,
  { blockingFiles, totalBlockingTime }: MeasuredSpeed,
  paint: LargestPaint,
): string {
  const [blocking] = blockingFiles;
  const { paintDelayMs = 0 } = paint.parts ?? {};
  const received = paint.value - paintDelayMs;
  if (blocking !== undefined && blocking.ms > received + paintDelayMs / 4) {
    return `The browser waits for ${quotedUrl(blocking.url)}, which is received after ${durationText(blocking.ms)}. Load it with defer if it is a script; put the styles that the first screen needs into the page if it is a style sheet.`;
  }
  const [script] = totalBlockingTime.scripts;
  if (script !== undefined && script.ms > 0) {
    return `Scripts keep the browser busy, most of all ${scriptName(facts, script.url)}. Run them later, and send what the first screen shows in the HTML.`;
  }
  return 'Send it in the HTML of the server instead of adding it by a script, and show it without an animation.';
}

function scriptName({ response }: AuditFacts, url: string): string {
  return url === '' || url === response.finalUrl ? 'those in the page itself' : quotedUrl(url);
}
