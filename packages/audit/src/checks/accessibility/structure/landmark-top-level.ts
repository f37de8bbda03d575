import type { LandmarkFact } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { exposedLandmarksOf } from '../../../readings/shown-landmarks.ts';
import type { Check } from '../../check.ts';

/**
 * Landmarks for the page as a whole are not in another landmark. That is good practice, not a rule of WCAG.
 *
 * @remarks That an aside may be in main is ours, as in axe-core.
 */
export const landmarkTopLevel: Check = {
  id: 'landmark-top-level',
  category: 'accessibility',
  importance: 'info',
  family: 'landmarks',
  title: 'Header, content, sidebars and footer are beside each other',
  advice:
    'Move the quoted elements out of the <header>, <nav>, <aside>, <footer> or other landmark around them. If one is only a part of that, write it as a <div> without a role. An <aside> may be in <main>.',
  why: 'Screen readers list the parts of a page by these landmarks; nested ones show a structure that the page does not have.',
  source: 'https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/',
  run: ({ page }) => {
    const landmarks = kinds.flatMap((kind) => exposedLandmarksOf(page, kind));
    const nested = landmarks.filter(isNested);
    return faultsOutcome(landmarks.length, nested, {
      none: 'The page has no header, main, sidebar or footer for assistive technology.',
      fault: 'Headers, main parts, sidebars and footers inside of other landmarks',
      summary: (count, all) =>
        `${count} of ${all} headers, main parts, sidebars and footers ${count === 1 ? 'is' : 'are'} inside of another landmark.`,
      value: { landmarks: landmarks.length, nested: nested.length },
    });
  },
};

const kinds = ['banner', 'main', 'complementary', 'contentinfo'] as const;

/** Whether a landmark is in another one. A form is not one of the parts that a page is divided into. */
function isNested({ kind, around }: LandmarkFact): boolean {
  if (around === null || around === 'form') return false;
  return kind !== 'complementary' || around !== 'main';
}
