import type { Outcome } from '../../outcome.ts';
import { statusMeaning } from '../../probes/probe-verdicts.ts';
import { loadedResources } from '../../probes/sampled-resources.ts';
import { fileSizeText } from '../../readings/file-size.ts';
import { loadedWeightOf } from '../../readings/loaded-weight.ts';
import { loadedPageOf } from '../../readings/rendered-page.ts';
import type { LoadedWeight } from '../../render/rendering.ts';
import type { Check } from '../check.ts';

/** @remarks From 5,000 KiB on, Lighthouse flags a page; it advises to stay below 1,600. */
const heavy = 5000 * 1024;
/** @remarks The limit of 10,000 KiB for a failure is ours: twice as much. */
const tooHeavy = 2 * heavy;

/**
 * The known part of the page's weight. In a browser, it is what the browser received.
 *
 * @remarks Without a browser, only the HTML and a sample of scripts, style sheets and images are known. The real weight
 * is higher, so that what is too heavy already is certain.
 */
export const pageWeight: Check<'max' | 'fail'> = {
  id: 'page-weight',
  category: 'performance',
  importance: 'medium',
  title: 'The page and its files have a moderate size',
  advice:
    'Make images smaller (AVIF or WebP, no larger than shown), add loading="lazy" to images further down, and remove scripts that the page does not need.',
  why: 'Visitors with a slow connection wait for a heavy page, and those with limited data pay for it.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight',
  samples: ['resources', 'images'],
  options: {
    max: {
      default: heavy,
      min: 10000,
      max: 100000000,
      unit: 'bytes',
      description: 'This weight and more is a warning.',
    },
    fail: {
      default: tooHeavy,
      min: 10000,
      max: 100000000,
      unit: 'bytes',
      description: 'This weight and more is a failure.',
    },
  },
  run: (facts, { max, fail }) => {
    const { response, probes } = facts;
    const rate = (bytes: number): Pick<Outcome, 'status' | 'points'> => {
      if (bytes >= fail) return { status: 'fail' };
      if (bytes < max) return { status: 'pass' };
      return { status: 'warn', points: Math.round((100 * (fail - bytes)) / (fail - max)) / 100 };
    };
    const loaded = loadedPageOf(facts);
    if (loaded !== null) {
      return loadedOutcome(loadedWeightOf(loaded), loaded.isBusy, rate);
    }
    const resources = loadedResources(facts).map(({ response }) => response.transferBytes);
    const images = probes.images.sample.flatMap(({ probe }) =>
      probe.kind === 'response' && statusMeaning(probe.status) === 'available'
        ? (probe.bytes ?? [])
        : [],
    );
    const files = [...resources, ...images];
    const bytes = files.reduce((sum, size) => sum + size, response.transferBytes);
    const total = probes.resources.total + probes.images.total;
    const value = {
      bytes,
      html: response.transferBytes,
      files: files.length,
      filesOnPage: total,
    };
    const what = total === 0 ? 'its HTML' : `its HTML and ${files.length} of ${total} files`;
    return {
      ...rate(bytes),
      summary: `The page weighs at least ${fileSizeText(bytes)}: ${what}.`,
      value,
    };
  },
};

/** Types that a summary names. */
const named = 3;

/** What a browser received. */
function loadedOutcome(
  { requests, bytes, byType }: LoadedWeight,
  isBusy: boolean,
  rate: (bytes: number) => Pick<Outcome, 'status' | 'points'>,
): Outcome {
  const names = new Map<string, number>();
  for (const { type, bytes } of byType) {
    const name = typeNames[type] ?? 'other files';
    names.set(name, (names.get(name) ?? 0) + bytes);
  }
  const parts = [...names].sort(([, a], [, b]) => b - a);
  const shown = parts.slice(0, named).map(([name, bytes]) => `${fileSizeText(bytes)} ${name}`);
  const value: Record<string, number> = { bytes, files: requests };
  for (const each of byType) value[each.type] = each.bytes;
  return {
    ...rate(bytes),
    summary: `A phone receives ${isBusy ? 'at least ' : ''}${fileSizeText(bytes)}: ${shown.join(', ')}${parts.length > named ? ' and more' : ''}.`,
    value,
    sampled: false,
  };
}

const typeNames: Readonly<Record<string, string>> = {
  document: 'HTML',
  script: 'scripts',
  stylesheet: 'style sheets',
  image: 'images',
  font: 'fonts',
  media: 'sound and video',
  xhr: 'data',
  fetch: 'data',
};
