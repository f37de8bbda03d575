import { unknownRole } from '../../../page/facts/aria-roles.ts';
import { roleOf } from '../../../page/facts/roles.ts';
import type { Hidden, PageFacts } from '../../../page/page-facts.ts';
import {
  type AriaElement,
  ariaElementsById,
  ariaValueOf,
  childRolesOf,
  hasScripts,
  idsOf,
  isBound,
  ownedLimit,
  seenAriaElementsOf,
} from '../../../readings/aria/aria-elements.ts';
import { ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import { firstOf } from '../../../readings/notes.ts';
import type { Check } from '../../check.ts';

/**
 * Lists, menus, tab lists, tables and trees by role contain only what their role is made of. What a `<ul>` may contain
 * is a rule of HTML.
 *
 * @remarks Empty ones, and those with only text on a page with scripts, are left out: they are waiting to be filled.
 */
export const ariaRequiredChildren: Check = {
  id: 'aria-required-children',
  category: 'accessibility',
  importance: 'low',
  family: 'aria',
  title: 'Lists, menus, tab lists and tables by role contain only their parts',
  advice:
    'Give what is directly in the element the role of a part, such as role="menuitem" in role="menu", move other content out, or use plain HTML: most navigation is a <ul> in a <nav> without role="menu".',
  why: 'Screen readers may announce a list or menu with the wrong number of entries, so people lose their way in it.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc4a75/',
  run: ({ page }) => {
    const all = seenAriaElementsOf(page).filter(
      (element) =>
        element.explicit === element.role &&
        childRolesOf(element).length > 0 &&
        !element.tag.busy &&
        ariaValueOf(element, 'busy')?.trim().toLowerCase() !== 'true',
    );
    const targets = firstOf(page, all, mostChecked, 'elements with a role of parts are checked');
    if (targets.length === 0 && hasNative(page)) {
      return { status: 'pass', summary: 'Lists and tables have their roles from HTML alone.' };
    }
    let left = ownedLimit;
    const faults = targets.flatMap((element) => {
      const owned = idsOf(ariaValueOf(element, 'owns'));
      left -= owned.length;
      const wrong = left < 0 ? [] : wrongChildrenOf(element, owned, page);
      if (wrong.length === 0) return [];
      return [{ tag: element.tag, what: `${wrong.join(' and ')} in role="${element.explicit}"` }];
    });
    return ariaOutcome(targets.length, faults, {
      none: 'No visible element has a role that consists of others.',
      fault: 'Elements with content that their role does not allow',
      summary: (count, roles) =>
        `${elements(count, ['has', 'have'])} content that ${count === 1 ? 'its role does' : 'their roles do'} not allow: ${roles}.`,
    });
  },
};

/** Whether a page has lists, tables or list boxes by their tags. */
function hasNative({ lists, tables, controls }: PageFacts): boolean {
  const isPlain = ({ role, hidden }: { role: string | null; hidden: Hidden }) =>
    hidden === 'no' && roleOf(role) === null;
  return (
    lists.some(isPlain) ||
    tables.some(isPlain) ||
    controls.some((tag) => tag.element === 'select' && isPlain(tag) && multiple.test(tag.html))
  );
}

/** An attribute that makes a list box of a `<select>`. */
const multiple = /\smultiple[\s=/>]/i;

/** Elements that are checked: far more than a normal page has. */
const mostChecked = 2_000;

function wrongChildrenOf(
  element: AriaElement,
  ids: readonly string[],
  page: PageFacts,
): readonly string[] {
  const { tag, explicit } = element;
  // Its tag says the same: what it may contain is another check's.
  if (explicit === tag.implicitRole || isBound(element, 'role')) return [];
  const allowed = childRolesOf(element);
  const known = ariaElementsById(page);
  const owned = ids.map((id) => known.get(id));
  const roles = new Set(tag.children);
  for (const child of owned)
    if (child?.explicit && child.tag.hidden === 'no') roles.add(child.explicit);
  const wrong = [...roles].filter((role) => role !== unknownRole && !allowed.includes(role));
  if (wrong.length > 0) return wrong;
  const isTextOnly = tag.hasText && roles.size === 0 && owned.length === 0;
  return isTextOnly && !hasScripts(page) ? ['text'] : [];
}
