import { roleOf } from '../../../page/facts/roles.ts';
import type { AnchorFact, RoleFact, SourceTag } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** Links have an accessible name: text, an image with alternative text, or a label. */
export const linkName: Check = {
  id: 'link-name',
  category: 'accessibility',
  importance: 'high',
  title: 'Links have text or a label',
  advice:
    'Add text to each link, or an alt text that names the target to its image: <a href="/"><img src="logo.svg" alt="Home"></a>. Add an aria-label to links that are only an icon.',
  why: 'People with screen readers hear the word “link” or a URL, but not where it leads.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/c487ae/',
  run: ({ page }) => {
    const unnamed: SourceTag[] = [];
    let links = 0;
    for (const anchor of page.anchors) {
      if (anchor.hidden !== 'no' || !isLink(anchor)) continue;
      links++;
      const hasText = anchor.accessibleText.trim() !== '';
      if (!hasText && accessibleNameOf(anchor, page.labels) === '') unnamed.push(anchor);
    }
    for (const element of page.roles) {
      if (element.kind !== 'link' || element.hidden !== 'no' || !isLink(element)) continue;
      links++;
      if (accessibleNameOf(element, page.labels) === '') unnamed.push(element);
    }
    return faultsOutcome(links, unnamed, {
      none: 'The page has no visible links.',
      fault: 'Links without text or a label',
      summary: (count, all) =>
        `${count} of ${all} links ${count === 1 ? 'has' : 'have'} no text and no label.`,
      value: { links, without: unnamed.length },
      severity: 'by share',
    });
  },
};

/**
 * Whether assistive technology announces an element as a link. `role="none"` has no effect if the
 * element can be focused; roles for footnotes and references (`doc-…`) are links, too.
 */
function isLink({ href, role }: AnchorFact | RoleFact): boolean {
  if (role === null) return href !== null;
  const explicitRole = roleOf(role);
  if (explicitRole === 'link') return true;
  return (
    href !== null &&
    (explicitRole === null || explicitRole === 'none' || explicitRole === 'presentation')
  );
}
