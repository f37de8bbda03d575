import { roleOf } from '../page/facts/roles.ts';
import type { ListFact, PageFacts, SourceTag, StrayItemFact } from '../page/page-facts.ts';

/** The lists of a page that assistive technology announces as lists, by their elements. */
export function announcedLists(
  { lists }: PageFacts,
  elements: readonly ListFact['element'][],
): readonly ListFact[] {
  return lists.filter(({ element, role, hidden }) => {
    if (hidden !== 'no' || !elements.includes(element)) return false;
    const explicitRole = roleOf(role);
    return explicitRole === null || explicitRole === 'list';
  });
}

/** The first element in each list that is not an item; a `<slot>` is replaced by others. */
export function othersIn(lists: readonly ListFact[]): readonly SourceTag[] {
  return lists.flatMap(({ other }) =>
    other === null || /^<slot[\s/>]/i.test(other.html) ? [] : [other],
  );
}

/** The visible items without a list around them, except those that a role or a script may explain. */
export function strayItemsOf(
  { strayItems }: PageFacts,
  elements: readonly StrayItemFact['element'][],
): readonly StrayItemFact[] {
  return strayItems.filter(
    ({ element, role, hidden, inCustomElement }) =>
      elements.includes(element) && role === null && hidden === 'no' && !inCustomElement,
  );
}
