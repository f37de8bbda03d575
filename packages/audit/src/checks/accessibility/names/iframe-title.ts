import type { FrameFact } from '../../../page/page-facts.ts';
import { shortList } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** Titles that say only that there is a frame; lower-case. */
const empty = new Set([
  'frame',
  'i-frame',
  'iframe',
  'iframe title',
  'inline frame',
  'title',
  'untitled',
  'untitled document',
]);

/**
 * The titles of frames say what is in them. A frame without one is the finding of `iframe-name`.
 *
 * @remarks The list of titles that describe nothing is ours.
 */
export const iframeTitle: Check = {
  id: 'iframe-title',
  category: 'accessibility',
  importance: 'info',
  title: 'The titles of frames say what is in them',
  advice:
    'Name each <iframe> after its content: title="Map of our shops" instead of title="iframe".',
  why: 'A title such as “iframe” does not tell people with screen readers what they would find inside.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H64',
  run: ({ page }) => {
    const frames = page.frames.filter(isTitled);
    const found = frames.filter((frame) => empty.has(nameOf(frame).toLowerCase()));
    const value = { frames: frames.length, titles: shortList(found.map(nameOf)) };
    return faultsOutcome(frames.length, found, {
      none: 'The page has no frames with a title.',
      fault: 'Titles such as "iframe"',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'frame' : 'frames'} ${count === 1 ? 'has' : 'have'} a title that says nothing about the content: "${value.titles[0]}".`,
      value,
    });
  },
};

function isTitled(frame: FrameFact): boolean {
  return frame.hidden === 'no' && frame.ariaLabelledby === null && nameOf(frame) !== '';
}

function nameOf({ ariaLabel, title }: FrameFact): string {
  return (ariaLabel?.trim() || title?.trim()) ?? '';
}
