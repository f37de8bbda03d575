import { roleOf } from '../../../page/facts/roles.ts';
import type { AnchorFact, RoleFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../accessible-name.ts';
import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';

/** Links have a name: a text, or an image with an alternative, or a label. */
export const linkName: Check = {
  id: 'link-name',
  category: 'seo',
  importance: 'low',
  title: 'Links have a name',
  advice:
    'Give each link a text, or its image an alt that says where it leads, as in <a href="/"><img src="logo.svg" alt="Home"></a>; an icon needs an aria-label.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/c487ae/',
  run: ({ page }) => {
    const links = [...page.anchors, ...page.roles.filter(({ kind }) => kind === 'link')].filter(
      (element) => element.hidden === 'no' && isLink(element),
    );
    if (links.length === 0) {
      return { status: 'na', summary: 'The page has no links that anybody is shown.' };
    }
    const unnamed = links.filter((link) => accessibleNameOf(link, page.labels) === '');
    const value = { links: links.length, without: unnamed.length };
    if (unnamed.length === 0) {
      return { status: 'pass', summary: 'Every link has a name.', value };
    }
    return {
      status: unnamed.length === links.length ? 'fail' : 'warn',
      summary: `${unnamed.length} of ${links.length} links ${unnamed.length === 1 ? 'has' : 'have'} no name.`,
      value,
      evidence: tagsEvidence(unnamed),
      points: (links.length - unnamed.length) / links.length,
    };
  },
};

/**
 * Whether an element is a link to assistive technology. `role="none"` does not take that from one
 * that can be focused; roles for footnotes and references (`doc-…`) are links, too.
 */
function isLink({ href, role }: AnchorFact | RoleFact): boolean {
  const own = roleOf(role);
  if (own === 'link') return true;
  return href !== null && (own === null || own === 'none' || own === 'presentation');
}
