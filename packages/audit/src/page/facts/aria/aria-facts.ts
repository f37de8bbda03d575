import type { HiddenFocusFact } from '../../page-facts.ts';
import { knownTag } from '../../tokens/tags.ts';
import type { TagToken } from '../../tokens/token.ts';
import { namespace, type OpenElement, type TextRun } from '../../tree/tree.ts';
import { hasGlobalAttribute, isPresentational } from '../accessibility.ts';
import { ariaRoles, explicitRoleOf } from '../aria-roles.ts';
import { attribute, has, type IndexedAttributes, valueIn } from '../attributes.ts';
import type { ElementContext } from '../collected.ts';
import { implicitRoleOf } from '../implicit-roles.ts';
import { keepAriaFact } from './aria-fact.ts';
import type { AriaNode, OpenAriaFact } from './aria-node.ts';
import { trackHiddenFocus } from './hidden-focus.ts';
import { effectsOf, trackEffects } from './open-effects.ts';
import { formatting, trackRoles } from './open-roles.ts';

/** Tracks which roles are inside which, and what can be focused although it is not read out. */
export interface AriaTree {
  /**
   * An element of HTML begins.
   *
   * @param isShown - Whether browsers show the content at this position: not that of a `<video>`.
   */
  element(token: TagToken, context: ElementContext, isShown: boolean): void;
  /** Whether an element of SVG or MathML with these attributes matters here. */
  isTracked(indexed: IndexedAttributes): boolean;
  /** An element of SVG or MathML begins that {@link isTracked}. */
  foreignElement(token: TagToken, context: ElementContext): void;
  opened(element: OpenElement): void;
  closed(element: OpenElement): void;
  /** Text that is hidden from no one. */
  text(run: TextRun): void;
}

/** Elements that need a node even without an attribute of ARIA. */
const special = new Set(['button', 'details', 'fieldset'].map(knownTag));

/**
 * Roles that some browsers omit where only the tag gives them, so that the content belongs to the element around.
 * Neither is a fault of the page.
 */
const optional = new Set(
  'banner code contentinfo deletion emphasis form insertion strong subscript superscript term time'.split(
    ' ',
  ),
);

/** Distinct roles of children that a fact keeps. */
const childLimit = 16;

/** Creates the tracker of a page. */
export function trackAria(): AriaTree {
  const roles = trackRoles();
  const focus = trackHiddenFocus();
  const effects = trackEffects();
  /** Nodes of formatting elements, by the offset of their tag. */
  const copied = new Map<number, AriaNode>();
  /** The node of the last tag, until its element opens. */
  let pending: AriaNode | null = null;

  const begin = (
    token: TagToken,
    context: ElementContext,
    implicit: string | null,
    canFocus: boolean,
  ): AriaNode => {
    const { indexed, hidden } = context;
    const { owner, parent: nearest, grouped } = roles.innermost();
    const role = semanticRoleOf(token, indexed, implicit);
    const parent = role === 'group' ? grouped : nearest;
    if (owner !== null && hidden === 'no') addChild(owner, role);
    const isFact = indexed.aria || has(indexed, attribute.role);
    const fact = isFact ? keepAriaFact(token, context, implicit, parent, effects.isBusy()) : null;
    const node = nodeOf(token, context, role, fact);
    if (canFocus) focus.reportNode(node, token, context);
    pending = node;
    return node;
  };
  return {
    element: (token, context, isShown) => {
      const { indexed } = context;
      const { tag } = token;
      const outer = roles.innermost();
      const isNode =
        indexed.aria ||
        has(indexed, attribute.role | attribute.inert) ||
        special.has(tag) ||
        outer.owner !== null;
      if (!isNode) {
        const canFocus = focus.isIgnored() && isShown && effects.isFocusable(token, context);
        if (canFocus) focus.report(token, context);
        return;
      }
      const implicit = implicitRoleOf(token, indexed, outer);
      const node = begin(token, context, implicit, isShown && effects.isFocusable(token, context));
      if (formatting.has(tag)) copied.set(token.start, node);
    },
    isTracked: (indexed) => indexed.aria || has(indexed, attribute.role) || focus.isIgnored(),
    foreignElement: (token, context) => {
      const { indexed } = context;
      const canFocus = effects.isForeignFocusable(token, context);
      if (indexed.aria || has(indexed, attribute.role)) begin(token, context, null, canFocus);
      else if (canFocus) focus.report(token, context);
    },
    opened: (element) => {
      const { tag, start } = element;
      let node = pending !== null && pending.start === start ? pending : null;
      pending = null;
      const isHtml = element.namespace === namespace.html;
      // A copy that formatting leaves behind has the node of its tag.
      if (node === null && isHtml && copied.size > 0 && formatting.has(tag))
        node = copied.get(start) ?? null;
      roles.opened(element, node);
      if (node === null) return;
      focus.opened(node);
      effects.opened(node.effects);
    },
    closed: (element) => {
      const node = roles.closed(element);
      if (node === null) return;
      focus.closed(node);
      effects.closed(node.effects);
    },
    text: ({ text, start, end }) => {
      const { owner } = roles.innermost();
      if (owner === null || owner.hasText) return;
      owner.hasText = /\S/.test(text.slice(start, end));
    },
  };
}

/** The node of an element with this role and fact. */
function nodeOf(
  token: TagToken,
  context: ElementContext,
  role: string,
  fact: OpenAriaFact | null,
): AriaNode {
  const { indexed, collected, sourceOf } = context;
  const because = ignoredInside(token, context, role);
  if (because === 'presentational-children') collected.flattened++;
  return {
    start: token.start,
    role,
    fact,
    ignores: because === null ? null : { because, by: sourceOf(token.start, token.end) },
    effects: effectsOf(token, indexed),
    isReported: false,
  };
}

function addChild({ children }: OpenAriaFact, role: string): void {
  if (role === '' || children.length >= childLimit || children.includes(role)) return;
  children.push(role);
}

/** The role that assistive technology sees; `''` where it sees only the content. */
function semanticRoleOf(
  token: TagToken,
  indexed: IndexedAttributes,
  implicit: string | null,
): string {
  const explicit = explicitRoleOf(valueIn(token, indexed, attribute.role));
  const isNone = explicit === 'none' || explicit === 'presentation';
  if (isNone && isPresentational(token, indexed)) return '';
  if (explicit !== null && !isNone && explicit !== 'generic') return explicit;
  const role = explicit === 'generic' ? 'generic' : implicit;
  if (role === null || role === 'none' || optional.has(role)) return '';
  // Assistive technology sees a generic element only with a global attribute.
  return role === 'generic' && !hasGlobalAttribute(token) ? '' : role;
}

/** Why assistive technology ignores the elements inside an element. */
function ignoredInside(
  token: TagToken,
  { indexed, hidden }: ElementContext,
  role: string,
): HiddenFocusFact['because'] | null {
  const ariaHidden = valueIn(token, indexed, attribute['aria-hidden']);
  if (ariaHidden?.trim().toLowerCase() === 'true') return 'aria-hidden';
  return hidden === 'no' && ariaRoles.get(role)?.flat ? 'presentational-children' : null;
}
