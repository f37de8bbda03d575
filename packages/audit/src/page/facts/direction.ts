import type { Direction } from '../page-facts.ts';
import { attributeOf, type TagToken } from '../tokens/token.ts';
import { attribute, type IndexedAttributes, valueIn } from './attributes.ts';

/**
 * The direction of a `dir`; `null` for one that has no effect.
 * Source: https://html.spec.whatwg.org/multipage/dom.html#the-dir-attribute
 */
export function directionIn(value: string | null): Direction | null {
  const direction = value?.toLowerCase();
  return direction === 'ltr' || direction === 'rtl' || direction === 'auto' ? direction : null;
}

/** The direction of an element's text, from its `dir` or its `style`; `null` where it declares none. */
export function directionOf(token: TagToken, indexed: IndexedAttributes): Direction | null {
  const declared = indexed.dir ? directionIn(attributeOf(token, 'dir')) : null;
  if (declared !== null) return declared;
  const style = valueIn(token, indexed, attribute.style);
  return style === null ? null : directionIn(styled.exec(style)?.[1] ?? null);
}

const styled = /(?:^|;)\s*direction\s*:\s*(ltr|rtl)\b/i;
