import type { GroupFact } from '../../page-facts.ts';
import { knownTag } from '../../tokens/tags.ts';
import { isNamedByAttribute } from '../accessibility.ts';
import type { Collected } from '../collected.ts';
import type { Mutable, OpenParts } from '../frame.ts';
import { accessible } from '../role-facts.ts';
import { removeLast, type StructureTracker } from './structure-tracker.ts';

const fieldset = knownTag('fieldset');
const form = knownTag('form');
const legend = knownTag('legend');

const groupRoles = new Set(['group', 'radiogroup']);

/** The index of a group that is not kept. */
const notKept = -1;

/** Creates the tracker of groups of fields, and of their legends. */
export function trackGroups({
  groups,
}: Collected): StructureTracker & Pick<OpenParts, 'group' | 'forms'> {
  const openGroups: number[] = [];
  let forms = 0;
  const innermost = (): number | null => openGroups.at(-1) ?? null;
  return {
    element: (token, frame, role, context, parent) => {
      const { tag } = token;
      if (tag === form) forms++;
      if (tag === legend) {
        const group: Mutable<GroupFact> | undefined = groups[parent?.group ?? notKept];
        if (group === undefined || group.element !== 'fieldset' || group.legend !== null) return;
        const { line, column, html } = context.sourceOf(token.start, token.end);
        if (!context.reserve(groups, html.length)) return;
        frame.legend = {
          line,
          column,
          html,
          named: isNamedByAttribute(token, context.indexed),
          filledByScript: false,
          accessibleText: '',
        };
        group.legend = frame.legend;
        return;
      }
      if (tag !== fieldset && (role === null || !groupRoles.has(role))) return;
      const base = accessible(token, context);
      const fact = { element: tag.name, parent: innermost(), legend: null, ...base };
      frame.group = context.keep(groups, fact) ? groups.length - 1 : notKept;
    },
    opened: ({ group }) => {
      if (group !== null) openGroups.push(group);
    },
    closed: ({ group }) => {
      if (group !== null) removeLast(openGroups, group);
    },
    group: innermost,
    forms: () => forms,
  };
}
