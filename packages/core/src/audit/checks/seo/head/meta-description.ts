import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { descriptionOf, descriptionsOf } from './descriptions.ts';

/** The text that search results show under the title, where the page offers one. */
export const metaDescription: Check = {
  id: 'meta-description',
  category: 'seo',
  importance: 'high',
  title: 'The page has a meta description',
  advice:
    'Add <meta name="description" content="…"> to the <head>: one or two sentences that say what the reader finds here.',
  source: 'https://developer.chrome.com/docs/lighthouse/seo/meta-description',
  run: ({ page }) => {
    const found = descriptionOf(page);
    if (found) {
      return {
        status: 'pass',
        summary: 'The page has a meta description.',
        value: found.text,
        evidence: [tagEvidence(found.tag)],
      };
    }
    const tags = descriptionsOf(page).map(({ tag }) => tag);
    const evidence = tags.slice(0, 1).map(tagEvidence);
    if (tags.some(({ inHead }) => inHead)) {
      return { status: 'fail', summary: 'The meta description is empty.', evidence };
    }
    if (tags.length > 0) {
      return {
        status: 'fail',
        summary: 'The meta description stands outside the <head>, where it is not read.',
        evidence,
      };
    }
    return { status: 'fail', summary: 'The page has no meta description.' };
  },
};
