import { missingContent } from '../../../readings/app-shell.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { waysToContentOf } from '../../../readings/ways-to-content.ts';
import type { Check } from '../../check.ts';

/**
 * A link within the page leads to its content. Headings and landmarks are other ways to get there, though not
 * for people who use only a keyboard, so the check has no weight. Where the content has no main landmark, that is
 * the finding.
 */
export const skipLink: Check = {
  id: 'skip-link',
  category: 'accessibility',
  importance: 'info',
  title: 'A link leads past the menus to the content',
  advice:
    'Make the first link of the page one to its content: <a href="#main">Skip to the content</a>, and <main id="main">. It may be hidden until it has the focus.',
  why: 'People who use a keyboard may have to go through the whole menu on every page before they reach the content.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/general/G1',
  run: ({ page }) => {
    const missing = missingContent(page);
    if (missing !== null) return missing;
    const { mains, targets, none } = waysToContentOf(page);
    if (none !== null) return { status: 'na', summary: none };
    if (targets.length === 0 && mains.length === 0) {
      return {
        status: 'na',
        summary: 'No main landmark marks the content that a link would lead to.',
        value: { targets: 0 },
      };
    }
    if (targets.length === 0) {
      return {
        status: 'warn',
        summary: 'No link points to an element of the content further down the page.',
        value: { targets: 0 },
      };
    }
    return {
      status: 'pass',
      summary: `Elements of the content that a link points to: ${targets.length}.`,
      value: { targets: targets.length },
      evidence: tagsEvidence(targets.slice(0, 1)),
    };
  },
};
