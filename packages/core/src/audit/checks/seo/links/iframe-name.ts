import { roleOf } from '../../../page/facts/roles.ts';
import type { FrameFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../accessible-name.ts';
import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';

/** Frames have a name, by which those who hear the page know whether to enter. */
export const iframeName: Check = {
  id: 'iframe-name',
  category: 'seo',
  importance: 'low',
  title: 'Frames have a name',
  advice:
    'Say in the title attribute of each <iframe> what it shows, as in title="Map of our shops".',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/',
  run: ({ page }) => {
    const frames = page.frames.filter((frame) => frame.hidden === 'no' && !isPassedOver(frame));
    if (frames.length === 0) {
      return { status: 'na', summary: 'The page has no frames that anybody is shown.' };
    }
    const unnamed = frames.filter((frame) => accessibleNameOf(frame, page.labels) === '');
    const value = { frames: frames.length, without: unnamed.length };
    if (unnamed.length === 0) return { status: 'pass', summary: 'Every frame has a name.', value };
    return {
      status: unnamed.length === frames.length ? 'fail' : 'warn',
      summary: `${unnamed.length} of ${frames.length} frames ${unnamed.length === 1 ? 'has' : 'have'} no name.`,
      value,
      evidence: tagsEvidence(unnamed),
      points: (frames.length - unnamed.length) / frames.length,
    };
  },
};

/**
 * Whether the page keeps the frame from being reached, or marks it as one that only decorates: by the
 * rule its author's word is enough for that, whether or not the frame can be focused.
 */
function isPassedOver({ role, tabindex }: FrameFact): boolean {
  const own = roleOf(role);
  return own === 'none' || own === 'presentation' || Number.parseInt(tabindex ?? '', 10) < 0;
}
