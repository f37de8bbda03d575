import { roleOf } from '../../../page/facts/roles.ts';
import type { FrameFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
import type { Check } from '../../check.ts';

/** Frames have a title, so that users of screen readers know whether to enter them. */
export const iframeName: Check = {
  id: 'iframe-name',
  category: 'accessibility',
  importance: 'low',
  title: 'Frames have a title that describes them',
  advice:
    'Add a title attribute that describes the content to each <iframe>, such as title="Map of our shops".',
  why: 'People with screen readers have to enter an embedded part to find out what it contains.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/',
  run: ({ page }) => {
    const frames = page.frames.filter((frame) => frame.hidden === 'no' && !isExcluded(frame));
    if (frames.length === 0) {
      return { status: 'na', summary: 'The page has no visible frames.' };
    }
    const unnamed = frames.filter((frame) => accessibleNameOf(frame, page.labels) === '');
    const value = { frames: frames.length, without: unnamed.length };
    if (unnamed.length === 0) {
      return { status: 'pass', summary: `Frames without a title: 0 of ${frames.length}.`, value };
    }
    return {
      status: unnamed.length === frames.length ? 'fail' : 'warn',
      summary: `${unnamed.length} of ${frames.length} ${frames.length === 1 ? 'frame' : 'frames'} ${unnamed.length === 1 ? 'has' : 'have'} no title.`,
      value,
      evidence: tagsEvidence(unnamed),
      points: pointsOfShare(unnamed.length, frames.length),
    };
  },
};

/**
 * Whether the page removes the frame from the tab order or marks it as decoration. The rule accepts
 * that, even if the frame can be focused.
 */
function isExcluded({ role, tabindex }: FrameFact): boolean {
  const explicitRole = roleOf(role);
  return (
    explicitRole === 'none' ||
    explicitRole === 'presentation' ||
    Number.parseInt(tabindex ?? '', 10) < 0
  );
}
