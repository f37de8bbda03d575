import type { SiteRule } from '../site-rule.ts';

/** A check that fails on so many pages fails because of what they have in common. */
const leastShare = 0.8;
const leastPages = 10;

/** No check fails on nearly all pages. The pages' scores count these failures, so this is a note. */
export const templateFindings: SiteRule = {
  id: 'template-findings',
  category: 'miscellaneous',
  importance: 'info',
  title: 'No check fails on nearly all pages',
  advice:
    'Fix the template or server setting that the pages have in common: this fixes the check on all of them.',
  source: 'https://developers.google.com/search/docs/fundamentals/seo-starter-guide',
  unknown: (site) =>
    site.pages.filter(({ outline }) => outline !== null).length < leastPages
      ? `Fewer than ${leastPages} pages were checked.`
      : null,
  *find({ pages, failures, checkTitles }) {
    const checked = pages.filter(({ outline }) => outline !== null).length;
    for (const [check, indexes] of failures) {
      yield null;
      if (indexes.length < leastShare * checked) continue;
      const share =
        indexes.length === checked ? 'all' : `${indexes.length.toLocaleString('en')} of`;
      yield {
        summary: `The check “${checkTitles.get(check) ?? check}” fails on ${share} ${checked.toLocaleString('en')} pages.`,
        pages: indexes,
        key: check,
      };
    }
  },
};
