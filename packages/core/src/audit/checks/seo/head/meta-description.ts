import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

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
    const tags = page.metas.filter(({ name }) => name?.trim().toLowerCase() === 'description');
    const inHead = tags.filter((tag) => tag.inHead);
    const found = inHead.find(({ content }) => content?.trim());
    if (found) {
      return {
        status: 'pass',
        summary: 'The page has a meta description.',
        value: found.content?.trim() ?? '',
        evidence: [tagEvidence(found)],
      };
    }
    const evidence = tags.slice(0, 1).map(tagEvidence);
    if (inHead.length > 0) {
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
