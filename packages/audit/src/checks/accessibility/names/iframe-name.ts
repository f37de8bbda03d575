import { roleOf } from '../../../page/facts/roles.ts';
import type { FrameFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
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
    const unnamed = frames.filter((frame) => accessibleNameOf(frame, page.labels) === '');
    return faultsOutcome(frames.length, unnamed, {
      none: 'The page has no visible frames.',
      fault: 'Frames without a title',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'frame' : 'frames'} ${count === 1 ? 'has' : 'have'} no title.`,
      value: { frames: frames.length, without: unnamed.length },
      severity: 'by share',
    });
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
