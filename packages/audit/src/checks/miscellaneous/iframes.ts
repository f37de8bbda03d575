import type { FrameFact } from '../../page/page-facts.ts';
import { tagsEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** @remarks The limits of 4 and 30 frames are ours. */
const few = 4;
const many = 30;

/** The page embeds few other pages. */
export const iframes: Check<'max' | 'fail'> = {
  id: 'iframes',
  category: 'miscellaneous',
  importance: 'info',
  title: 'The page embeds few other pages',
  advice:
    'Remove frames that are not needed, and add loading="lazy" to those further down: each one loads a whole page.',
  why: 'Each embedded page loads its own files, so the whole page gets slower and uses more data.',
  source: 'https://web.dev/articles/iframe-lazy-loading',
  options: {
    max: {
      default: few,
      min: 0,
      max: 1000,
      unit: 'frames',
      description: 'More frames are a warning.',
    },
    fail: {
      default: many,
      min: 0,
      max: 1000,
      unit: 'frames',
      description: 'More frames are a failure.',
    },
  },
  run: ({ page }, { max, fail }) => {
    const frames = page.frames.filter(embedsPage);
    const value = frames.length;
    const summary =
      value === 0
        ? 'The page has no frames.'
        : `The page embeds ${value} other ${value === 1 ? 'page' : 'pages'} in frames.`;
    const status = value > fail ? 'fail' : value > max ? 'warn' : 'pass';
    return { status, summary, value, evidence: tagsEvidence(frames) };
  },
};

/** Whether a frame has a page: one without is the target of a form or filled by a script. */
function embedsPage({ src, srcdoc }: FrameFact): boolean {
  const url = src?.trim() ?? '';
  return srcdoc !== null || (url !== '' && !/^(?:about:blank|javascript:)/i.test(url));
}
