import type { PageFacts } from '../../../page/page-facts.ts';
import { missingContent } from '../../../readings/app-shell.ts';
import { namesText, tagsEvidence } from '../../../readings/evidence.ts';
import {
  hasToggle,
  type WaysToContent,
  waysToContentOf,
} from '../../../readings/ways-to-content.ts';
import type { Check } from '../../check.ts';

/**
 * The page has one main landmark. Without one, other ways past repeated content soften the finding:
 * headings, links within the page, and controls that may collapse a menu.
 */
export const mainLandmark: Check = {
  id: 'main-landmark',
  category: 'accessibility',
  importance: 'low',
  title: 'The content is in one main landmark',
  advice:
    'Put the content that is particular to this page, without menus, header and footer, in one <main> element. Add the hidden attribute to a <main> that is not shown.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/cf77f2/',
  run: ({ page }) => {
    const missing = missingContent(page);
    if (missing !== null) return missing;
    const ways = waysToContentOf(page);
    const { mains, regions, headings, targets } = ways;
    const value = { mains: mains.length, regions, headings, targets: targets.length };
    if (mains.length === 1) {
      return { status: 'pass', summary: '1 main landmark was found.', value };
    }
    if (mains.length > 1) {
      return {
        status: 'warn',
        summary: `The page has ${mains.length} main landmarks, so that assistive technology cannot tell which part is the content.`,
        value,
        evidence: tagsEvidence(mains),
      };
    }
    if (ways.none !== null) return { status: 'na', summary: ways.none };
    const others = othersOf(ways, page);
    if (others.length > 0) {
      return {
        status: 'warn',
        summary: `The page has no main landmark. Only ${namesText(others)} lead past its menus.`,
        value,
      };
    }
    return {
      status: 'fail',
      summary:
        'The page has no main landmark, no headings and no link that leads past its menus, so people who do not use a mouse go through all of them on every page.',
      value,
    };
  },
};

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
