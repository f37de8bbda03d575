import type { SiteRule } from '../site-rule.ts';

/** A check that fails on so many pages fails because of what they have in common. */
const leastShare = 0.8;
const leastPages = 10;

/** Nearly all pages fail the same check. The pages' scores count these failures, so this is a note. */
export const templateFindings: SiteRule = {
  id: 'template-findings',
  category: 'miscellaneous',
  importance: 'info',
  title: 'Each finding is on a few pages only',
  advice:
    'Fix the template or server setting that the pages have in common: this fixes the check on all of them.',
  why: 'One change in a shared template or setting improves all of these pages at once.',
  source: 'https://developers.google.com/search/docs/fundamentals/seo-starter-guide',
  unknown: (site) =>
    site.outlines < leastPages ? `Fewer than ${leastPages} pages were checked.` : null,
  *find({ outlines: checked, failures, checkTitles }) {
    for (const [check, failed] of failures) {
      yield null;
      if (failed.size < leastShare * checked) continue;
      const all = checked.toLocaleString('en');
      const share =
        failed.size === checked ? `All ${all}` : `${failed.size.toLocaleString('en')} of ${all}`;
      yield {
        summary: `${share} pages break the same rule: “${checkTitles.get(check) ?? check}”.`,
        pages: [...failed.values()],
        key: check,
      };
    }
  },
};
