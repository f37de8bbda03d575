import type { GroupFact, PageFacts } from '../page/page-facts.ts';
import { memoize } from './memoize.ts';

/** Whether each group of fields, or one around it, has a name; groups that are not known count as named. */
export const groupNamesOf = memoize(({ groups }: PageFacts): readonly boolean[] => {
  const named: boolean[] = [];
  // Groups around others come first.
  for (const group of groups) {
    const { parent } = group;
    named.push(isNamedGroup(group) || parent === -1 || (parent !== null && named[parent] === true));
  }
  return named;
});

/** Whether a group has a name: by its legend or an attribute. */
export function isNamedGroup({ legend, ariaLabel, ariaLabelledby, title }: GroupFact): boolean {
  if (legend !== null && (legend.named || legend.filledByScript)) return true;
  return [legend?.accessibleText, ariaLabel, ariaLabelledby, title].some((name) => name?.trim());
}
