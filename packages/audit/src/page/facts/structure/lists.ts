import type { ListFact, StrayItemFact } from '../../page-facts.ts';
import { knownTag } from '../../tokens/tags.ts';
import type { TagToken } from '../../tokens/token.ts';
import { attribute, has, valueIn } from '../attributes.ts';
import type { Collected, ElementContext } from '../collected.ts';
import type { Frame, Mutable } from '../frame.ts';
import type { StructureTracker } from './structure-tracker.ts';

const dir = knownTag('dir');
const div = knownTag('div');
const lists = new Set(['ul', 'ol', 'menu', 'dl'].map(knownTag));
const items = new Set(['li', 'dt', 'dd'].map(knownTag));

/** Roles of elements whose children are items. */
const listRoles = new Set(
  'list listbox menu menubar tree tablist radiogroup group directory feed toolbar'.split(' '),
);

/** Elements that show nothing, so they do not count as children of a list. */
const silent = new Set(
  'area base basefont bgsound br col embed frame hr input keygen link meta noembed noframes noscript param script source style template title track wbr'
    .split(' ')
    .map(knownTag),
);

/** Collects lists, what is in them, and items outside of them. */
interface Lists extends StructureTracker {
  /** An element begins whose parent is a list. */
  child(token: TagToken, parent: Frame, context: ElementContext): void;
}

/**
 * Creates the tracker.
 *
 * @param inCustomElement - Whether the current position is inside a custom element.
 */
export function trackLists(collected: Collected, inCustomElement: () => boolean): Lists {
  let openLists = 0;
  let openDefinitions = 0;

  const keepStray = (token: TagToken, context: ElementContext): void => {
    const element = token.tag.name as StrayItemFact['element'];
    if ((element === 'li' ? openLists : openDefinitions) > 0) return;
    const { line, column, html } = context.sourceOf(token.start, token.end);
    context.keep(collected.strayItems, {
      line,
      column,
      html,
      element,
      role: valueIn(token, context.indexed, attribute.role),
      hidden: context.hidden,
      inCustomElement: inCustomElement(),
    });
  };
  return {
    child: countChild,
    element: (token, frame, role, context, parent) => {
      const { tag } = token;
      if (tag === dir) {
        frame.isList = true;
      } else if (lists.has(tag)) {
        frame.list = keepList(token, context);
        frame.isList = true;
      } else if (tag === div && parent?.list?.element === 'dl' && !parent.isGroup) {
        frame.list = parent.list;
        frame.isGroup = true;
      } else if (items.has(tag)) {
        keepStray(token, context);
      }
      if (role !== null && listRoles.has(role)) frame.isList = true;
    },
    opened: ({ isList, list }) => {
      if (!isList) return;
      openLists++;
      if (list?.element === 'dl') openDefinitions++;
    },
    closed: ({ isList, list }) => {
      if (!isList) return;
      openLists--;
      if (list?.element === 'dl') openDefinitions--;
    },
  };
}

function keepList(token: TagToken, context: ElementContext): Mutable<ListFact> {
  const { line, column, html } = context.sourceOf(token.start, token.end);
  const fact: Mutable<ListFact> = {
    line,
    column,
    html,
    element: token.tag.name as ListFact['element'],
    role: valueIn(token, context.indexed, attribute.role),
    hidden: context.hidden,
    items: 0,
    others: 0,
    other: null,
  };
  context.keep(context.collected.lists, fact);
  return fact;
}

function countChild(token: TagToken, { list, isGroup }: Frame, context: ElementContext): void {
  if (list === null) return;
  const { tag } = token;
  const isDefinitions = list.element === 'dl';
  if (isDefinitions ? tag.name === 'dt' || tag.name === 'dd' : tag.name === 'li') {
    list.items++;
    return;
  }
  if (isDefinitions && tag === div && !isGroup) return;
  if (tag.id === 0 || silent.has(tag) || context.hidden !== 'no') return;
  if (has(context.indexed, attribute.role)) return;
  list.others++;
  list.other ??= context.sourceOf(token.start, token.end);
}
