import type { Status } from '../../outcome.ts';
import { statusMeaning } from '../../probes/probe-verdicts.ts';
import { loadedResources } from '../../probes/sampled-resources.ts';
import { fileSizeText } from '../../readings/file-size.ts';
import type { Check } from '../check.ts';

/** From this weight on, Lighthouse flags a page. */
const heavy = 5000 * 1024;
/** Our own limit: twice as much. */
const tooHeavy = 2 * heavy;

/**
 * The known part of the page's weight: its HTML, and sampled scripts, style sheets and images. The real
 * weight is higher, so the check has no weight in the score.
 */
export const pageWeight: Check<'max' | 'fail'> = {
  id: 'page-weight',
  category: 'performance',
  importance: 'info',
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
    const status: Status = bytes >= fail ? 'fail' : bytes >= max ? 'warn' : 'pass';
    const what = total === 0 ? 'its HTML' : `its HTML and ${files.length} of ${total} files`;
    return {
      status,
      summary: `The page weighs at least ${fileSizeText(bytes)}: ${what}.`,
      value,
    };
  },
};
