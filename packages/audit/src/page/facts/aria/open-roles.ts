import { knownTag, tagCount } from '../../tokens/tags.ts';
import { namespace, type OpenElement } from '../../tree/tree.ts';
import { ariaRoles, explicitRoleOf } from '../aria-roles.ts';
import { type RoleContext, structuralRoleOf } from '../implicit-roles.ts';
import { removeAt } from '../remove-at.ts';
import type { AriaNode, OpenAriaFact } from './aria-node.ts';

/** An open element, and what holds inside it. */
interface Entry extends RoleContext {
  /** {@link RoleContext.parent} without groups. */
  readonly grouped: string;
  readonly element: OpenElement | null;
  readonly node: AriaNode | null;
  /** The element that {@link RoleContext.parent} is the role of, if roles of its children are kept. */
  readonly owner: OpenAriaFact | null;
}

/** Tracks the roles of the open elements. */
interface OpenRoles {
  /** What holds at the current position. */
  readonly innermost: () => Entry;
  /**
   * An element opened.
   *
   * @param node - What it means for its content; `null` if only its tag does.
   */
  opened(element: OpenElement, node: AriaNode | null): void;
  /** An element closed; returns the node that it opened with. */
  closed(element: OpenElement): AriaNode | null;
}

const table = knownTag('table');

/** Formatting elements, which the parser may reopen as copies with the same start tag. */
export const formatting = new Set(
  'a b big code em font i nobr s small strike strong tt u'.split(' ').map(knownTag),
);

/** Elements whose tag gives them a role that other roles require or forbid around them. */
const structural = new Uint8Array(tagCount);
for (const name of 'address figure hgroup li menu ol table tbody td tfoot th thead tr ul'.split(
  ' ',
)) {
  structural[knownTag(name).id] = 1;
}
// Custom elements have the id of all unknown ones.
structural[0] = 1;

const tableRoles = new Set(['table', 'grid', 'treegrid']);
const tracked = new Set(['group', 'rowgroup', 'row']);

const outside: Entry = {
  element: null,
  node: null,
  parent: '',
  grouped: '',
  table: '',
  owner: null,
};

/** Creates the tracker. */
export function trackRoles(): OpenRoles {
  // Never empty: the engine is slow where there is no last entry.
  const entries: Entry[] = [outside];
  /** How many entries there are of each tag. */
  const entriesById = new Int32Array(tagCount);
  const innermost = () => entries[entries.length - 1] ?? outside;
  return {
    innermost,
    opened: (element, node) => {
      const { tag } = element;
      const isHtml = element.namespace === namespace.html;
      if (node === null && (!isHtml || structural[tag.id] === 0)) return;
      const outer = innermost();
      const role = node === null ? structuralRoleOf(tag, outer) : node.role;
      const isTable = isHtml && tag === table;
      const fact = node?.fact ?? null;
      const keepsChildren = fact !== null && explicitRoleOf(fact.role) === role && owns(role);
      entries.push({
        element,
        node,
        parent: role === '' ? outer.parent : role,
        grouped: role === '' || role === 'group' ? outer.grouped : role,
        table: isTable ? (tableRoles.has(role) ? role : '') : outer.table,
        owner: role === '' ? outer.owner : keepsChildren ? fact : null,
      });
      entriesById[tag.id] = (entriesById[tag.id] ?? 0) + 1;
    },
    closed: (element) => {
      const { id } = element.tag;
      if ((entriesById[id] ?? 0) === 0) return null;
      const index = indexOf(entries, element);
      const entry = index === -1 ? undefined : removeAt(entries, index);
      if (entry === undefined) return null;
      entriesById[id] = (entriesById[id] ?? 0) - 1;
      return entry.node;
    },
  };
}

/** The index of the entry of an element; -1 if there is none. */
function indexOf(entries: readonly Entry[], element: OpenElement): number {
  for (let index = entries.length - 1; index >= 0; index--) {
    const open = entries[index]?.element;
    if (open === element) return index;
    // What opened before cannot be inside; only copies of formatting elements have an earlier tag.
    const isOlder = open && open.start >= 0 && open.start < element.start;
    if (isOlder && !formatting.has(open.tag)) return -1;
  }
  return -1;
}

/** Whether the roles of the children of an element matter. */
function owns(role: string): boolean {
  return tracked.has(role) || (ariaRoles.get(role)?.children.length ?? 0) > 0;
}
