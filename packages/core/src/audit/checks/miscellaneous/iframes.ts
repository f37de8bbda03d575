import type { Check } from '../check.ts';
import { tagsEvidence } from '../evidence.ts';

/** Frames, as Yellow Lab Tools grades them: up to 4 are good, over 30 are bad. */
const few = 4;
const many = 30;

/** The page embeds few others. */
export const iframes: Check = {
  id: 'iframes',
  category: 'miscellaneous',
  importance: 'info',
  title: 'The page embeds few other pages',
  advice:
    'Remove the frames that are not needed, and give those further down the page loading="lazy": each is a page of its own to load.',
  source: 'https://web.dev/articles/iframe-lazy-loading',
  run: ({ page: { frames } }) => {
    const value = frames.length;
    const summary =
      value === 0
        ? 'The page embeds no other page.'
        : `The page embeds ${value} other ${value === 1 ? 'page' : 'pages'} in frames.`;
    const status = value <= few ? 'pass' : value <= many ? 'warn' : 'fail';
    return { status, summary, value, evidence: tagsEvidence(frames) };
  },
};
