import { ariaRoles, explicitRoleOf } from '../../page/facts/aria-roles.ts';
import type { AriaFact, PageFacts } from '../../page/page-facts.ts';
import { memoize } from '../memoize.ts';

/** An attribute of ARIA. */
interface Attribute {
  /** Without `aria-`. */
  readonly name: string;
  /** As written. */
  readonly value: string;
}

/** An element with a `role` or an attribute of ARIA, and what follows from them. */
export interface AriaElement {
  readonly tag: AriaFact;
  /** The role that its `role` gives it; `null` for none. */
  readonly explicit: string | null;
  /**
   * The role that assistive technology works with; `null` for none. `role="none"` does not count where
   * browsers ignore it.
   */
  readonly role: string | null;
  readonly attributes: readonly Attribute[];
}

/** The elements of a page with a `role` or an attribute of ARIA. */
export const ariaElementsOf = memoize((page: PageFacts): readonly AriaElement[] =>
  page.aria.map((tag) => {
    const explicit = explicitRoleOf(tag.role);
    const isIgnored = (explicit === 'none' || explicit === 'presentation') && !tag.presentational;
    return {
      tag,
      explicit,
      role: isIgnored ? tag.implicitRole : (explicit ?? tag.implicitRole),
      attributes: tag.names.map((name, index) => {
        return { name: name.slice('aria-'.length), value: tag.values[index] ?? '' };
      }),
    };
  }),
);

/** The elements that assistive technology sees. */
export const seenAriaElementsOf = memoize((page: PageFacts): readonly AriaElement[] =>
  ariaElementsOf(page).filter(({ tag }) => tag.hidden === 'no'),
);

/** The value of an attribute of an element, named without `aria-`; `null` where it has none. */
export function ariaValueOf({ attributes }: AriaElement, name: string): string | null {
  for (const attribute of attributes) if (attribute.name === name) return attribute.value;
  return null;
}

/** Whether a framework sets an attribute of an element, so that the HTML does not show its value. */
export function isBound({ tag: { bound } }: AriaElement, attribute: string): boolean {
  return bound.includes(attribute) || bound.includes('*');
}

/** Whether a value has a placeholder of a template that no one replaced yet: `{{ label }}`, `<%= x %>`. */
export function isTemplate(value: string): boolean {
  return /\{\{|\{%|<%|\$\{|\[\[|%\w+%|^\{.*\}$/.test(value);
}

/** Whether an element is one that scripts define: they may give it a role. */
export function isCustom({ tag: { element } }: AriaElement): boolean {
  return element.includes('-');
}

/** Whether a page has scripts, which may add roles and states that its HTML lacks. */
export function hasScripts({ scripts }: PageFacts): boolean {
  return scripts.some(({ type }) => type === null || !/^application\/ld\+json/i.test(type.trim()));
}

/** What `aria-owns` takes into other elements. */
interface Owned {
  /** The roles of the elements that an id is taken into. */
  readonly roles: ReadonlyMap<string, ReadonlySet<string>>;
  /** The roles of those that take in elements without a role, which may contain any. */
  readonly ofOthers: ReadonlySet<string>;
  /** Whether there are more. */
  readonly cut: boolean;
}

/** Ids of `aria-owns` that are read: far more than a normal page has. */
export const ownedLimit = 10_000;

/** What the `aria-owns` of a page take into other elements. */
export const ownedOf = memoize((page: PageFacts): Owned => {
  const roles = new Map<string, Set<string>>();
  const ofOthers = new Set<string>();
  const known = ariaElementsById(page);
  let left = ownedLimit;
  for (const element of seenAriaElementsOf(page)) {
    for (const id of idsOf(ariaValueOf(element, 'owns'))) {
      if (--left < 0) break;
      const ownerRoles = roles.get(id) ?? new Set();
      roles.set(id, ownerRoles.add(element.role ?? ''));
      const mayBeThere = page.ids.has(id) || page.idsCut || hasScripts(page);
      if (!known.has(id) && mayBeThere) ofOthers.add(element.role ?? '');
    }
  }
  return { roles, ofOthers, cut: left < 0 };
});

/** The elements with an id, by their id. */
export const ariaElementsById = memoize((page: PageFacts): ReadonlyMap<string, AriaElement> => {
  const elements = new Map<string, AriaElement>();
  for (const element of ariaElementsOf(page)) {
    const { id } = element.tag;
    if (id && !elements.has(id)) elements.set(id, element);
  }
  return elements;
});

/** The ids in the value of an attribute, at most 100. */
export function idsOf(value: string | null): readonly string[] {
  return (value ?? '').split(/[\t\n\f\r ]+/, 100).filter((id) => id !== '');
}

/** The roles that the children of an element must have one of; empty where any will do. */
export function childRolesOf({ explicit, tag }: AriaElement): readonly string[] {
  if (explicit !== 'group') return ariaRoles.get(explicit ?? '')?.children ?? [];
  return groupedRoles.get(tag.parent) ?? [];
}

/**
 * What a group may contain, by what it is in. Groups may be in groups.
 * Sources: https://www.w3.org/TR/wai-aria-1.2/#mustContain,
 * https://www.w3.org/WAI/standards-guidelines/act/rules/bc4a75/
 */
const menuItems = ['menuitem', 'menuitemcheckbox', 'menuitemradio', 'separator', 'menu', 'group'];
const groupedRoles = new Map([
  ['menu', menuItems],
  ['menubar', menuItems],
  ['listbox', ['option', 'group']],
  ['tree', ['treeitem', 'group']],
]);
