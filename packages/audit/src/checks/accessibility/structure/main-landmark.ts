import type { LandmarkFact, PageFacts } from '../../../page/page-facts.ts';
import { missingContent } from '../../../readings/app-shell.ts';
import { namesText, tagsEvidence } from '../../../readings/evidence.ts';
import {
  hasToggle,
  type WaysToContent,
  waysToContentOf,
} from '../../../readings/ways-to-content.ts';
import type { Check } from '../../check.ts';

/**
 * The page has one main landmark, or several with different labels.
 *
 * @remarks One landmark is good practice: WCAG 2.4.1 also accepts other ways past repeated content, such as headings,
 * links within the page, and controls that may collapse a menu. Only a page without any fails
 * (https://www.w3.org/WAI/WCAG22/Understanding/bypass-blocks).
 */
export const mainLandmark: Check = {
  id: 'main-landmark',
  category: 'accessibility',
  importance: 'low',
  title: 'The content is in one main landmark',
  advice:
    'Put the content that is particular to this page, without menus, header and footer, in one <main> element. Add the hidden attribute to a <main> that is not shown.',
  why: 'Screen readers can jump straight to content that is marked; otherwise people hear the menus first on every page.',
  source: 'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/main.html',
  run: ({ page }) => {
    const missing = missingContent(page);
    if (missing !== null) return missing;
    const ways = waysToContentOf(page);
    const { mains, regions, headings, targets } = ways;
    const value = { mains: mains.length, regions, headings, targets: targets.length };
    if (mains.length === 1) {
      return { status: 'pass', summary: '1 main landmark was found.', value };
    }
    if (mains.length > 1 && areDistinct(mains)) {
      return { status: 'pass', summary: `${mains.length} main landmarks have labels.`, value };
    }
    if (mains.length > 1) {
      return {
        status: 'warn',
        summary: `The page has ${mains.length} main landmarks without labels that distinguish them.`,
        value,
        evidence: tagsEvidence(mains),
      };
    }
    if (ways.none !== null) return { status: 'na', summary: ways.none };
    const others = othersOf(ways, page);
    if (others.length > 0) {
      return {
        status: 'warn',
        summary: `No <main> or role="main" marks the content. What leads past the menus: ${namesText(others)}.`,
        value,
      };
    }
    return {
      status: 'fail',
      summary:
        'The page has no <main>, no headings and no link that leads past its menus, so people who do not use a mouse go through all of them on every page.',
      value,
    };
  },
};

/** Whether each landmark has a label that no other one has. */
function areDistinct(landmarks: readonly LandmarkFact[]): boolean {
  const names = landmarks.map(({ ariaLabelledby, ariaLabel }) =>
    (ariaLabelledby || ariaLabel || '').trim(),
  );
  return !names.includes('') && new Set(names).size === names.length;
}

function othersOf(
  { regions, headings, targets }: WaysToContent,
  page: PageFacts,
): readonly string[] {
  return [
    headings > 0 ? 'headings' : '',
    regions > 0 ? 'named sections' : '',
    targets.length > 0 ? 'links within the page' : '',
    hasToggle(page) ? 'controls that may collapse them' : '',
  ].filter((name) => name !== '');
}
