import { knownTag } from '../../tokens/tags.ts';
import { attributeOf, hasAttribute, type TagToken } from '../../tokens/token.ts';
import { attribute, has, type IndexedAttributes, valueIn } from '../attributes.ts';
import type { ElementContext } from '../collected.ts';

/** What an element does to the elements in it. */
export type Effect = 'inert' | 'disabled' | 'closed' | 'busy';

/** Tracks what open elements do to those in them: whether the Tab key reaches an element. */
interface OpenEffects {
  /** Whether the Tab key reaches an element of HTML at the current position. */
  isFocusable(token: TagToken, context: ElementContext): boolean;
  /** Whether it reaches an element of SVG or MathML. */
  isForeignFocusable(token: TagToken, context: ElementContext): boolean;
  /** Whether scripts say that they are changing the content at the current position. */
  readonly isBusy: () => boolean;
  opened(effects: readonly Effect[]): void;
  closed(effects: readonly Effect[]): void;
}

const details = knownTag('details');
const fieldset = knownTag('fieldset');

/** Creates the tracker. */
export function trackEffects(): OpenEffects {
  const open: Record<Effect, number> = { inert: 0, disabled: 0, closed: 0, busy: 0 };
  return {
    isFocusable: (token, { indexed, hidden, isSummary }) => {
      if (hidden === 'all' || open.inert > 0 || has(indexed, attribute.inert)) return false;
      if (isSummary) return !(tabIndexOf(token, indexed) < 0);
      return open.closed === 0 && isTabbable(token, indexed, open.disabled > 0);
    },
    isForeignFocusable: (token, { indexed, hidden }) => {
      if (hidden === 'all' || open.inert + open.closed > 0) return false;
      const tabIndex = tabIndexOf(token, indexed);
      if (tabIndex >= 0) return true;
      const isLink = has(indexed, attribute.href) || hasAttribute(token, 'xlink:href');
      return token.tag.name === 'a' && isLink && !(tabIndex < 0);
    },
    isBusy: () => open.busy > 0,
    opened: (effects) => {
      for (const effect of effects) open[effect]++;
    },
    closed: (effects) => {
      for (const effect of effects) open[effect]--;
    },
  };
}

/** The effects of an element. */
export function effectsOf(token: TagToken, indexed: IndexedAttributes): readonly Effect[] {
  const effects: Effect[] = [];
  if (has(indexed, attribute.inert)) effects.push('inert');
  if (token.tag === fieldset && hasAttribute(token, 'disabled')) effects.push('disabled');
  if (token.tag === details && !hasAttribute(token, 'open')) effects.push('closed');
  const busy = indexed.aria ? attributeOf(token, 'aria-busy') : null;
  if (busy?.trim().toLowerCase() === 'true') effects.push('busy');
  return effects;
}

const links = new Set(['a', 'area'].map(knownTag));
const fields = new Set(['button', 'input', 'select', 'textarea'].map(knownTag));
const players = new Set(['audio', 'video'].map(knownTag));

/**
 * Whether the Tab key reaches an element. Frames are left out: whether anything in them can be focused
 * is not known.
 * Source: https://html.spec.whatwg.org/multipage/interaction.html#the-tabindex-attribute
 */
function isTabbable(token: TagToken, indexed: IndexedAttributes, isDisabled: boolean): boolean {
  const { tag } = token;
  if (fields.has(tag)) {
    if (isDisabled || hasAttribute(token, 'disabled')) return false;
    if (valueIn(token, indexed, attribute.type)?.toLowerCase() === 'hidden') return false;
  }
  const tabIndex = tabIndexOf(token, indexed);
  if (!Number.isNaN(tabIndex)) return tabIndex >= 0;
  if (fields.has(tag)) return true;
  if (links.has(tag)) return has(indexed, attribute.href);
  if (players.has(tag)) return hasAttribute(token, 'controls');
  const editable = attributeOf(token, 'contenteditable')?.toLowerCase();
  return editable === '' || editable === 'true' || editable === 'plaintext-only';
}

/** The number in `tabindex`, as browsers read it; NaN where there is none. */
function tabIndexOf(token: TagToken, indexed: IndexedAttributes): number {
  const value = valueIn(token, indexed, attribute.tabindex);
  return Number(/^[\t\n\f\r ]*([+-]?\d+)/.exec(value ?? '')?.[1] ?? Number.NaN);
}
