import { tagsEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** Limits of Yellow Lab Tools: up to 4 frames are good, more than 30 are bad. */
const few = 4;
const many = 30;

/** The page embeds few other pages. */
export const iframes: Check = {
  id: 'iframes',
  category: 'miscellaneous',
  importance: 'info',
  title: 'The page embeds few other pages',
  advice:
    'Remove frames that are not needed, and add loading="lazy" to those further down: each one loads a whole page.',
  source: 'https://web.dev/articles/iframe-lazy-loading',
  run: ({ page: { frames } }) => {
    const value = frames.length;
    const summary =
      value === 0
        ? 'The page has no frames.'
        : `The page embeds ${value} other ${value === 1 ? 'page' : 'pages'} in frames.`;
    const status = value <= few ? 'pass' : value <= many ? 'warn' : 'fail';
    return { status, summary, value, evidence: tagsEvidence(frames) };
  },
};
