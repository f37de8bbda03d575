import type { Hidden } from '../page-facts.ts';
import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { knownTag } from '../tokens/tags.ts';
import type { Scope } from '../tree/open-element.ts';
import { bitOf } from './attribute-bits.ts';
import { type Collected, listLimit } from './collected.ts';
import type { ElementContext } from './element-context.ts';

/** Different properties of an item that are kept. */
const propertyLimit = 100;
/** Different ids that are kept. */
const idLimit = 10_000;

const html = knownTag('html');
const img = knownTag('img');
const picture = knownTag('picture');

const { style, hidden, lang, title, itemscope, itemprop, property, vocab } = bitOf;
const ariaHidden = bitOf['aria-hidden'];
const ariaLabel = bitOf['aria-label'];
const typeOf = bitOf.typeof;
const hiding = style | hidden | ariaHidden;
/** Attributes that say something of what is inside, whatever is around. */
const inside = lang | itemscope | typeOf | vocab;

/** Attributes that say something on any element. */
export const saying =
  bitOf.id |
  hiding |
  lang |
  title |
  ariaLabel |
  itemscope |
  itemprop |
  typeOf |
  property |
  vocab |
  bitOf.role;

/** Who an element is hidden from, given who all that is around it is hidden from. */
export function hiddenBy(token: TagToken, bits: number, around: Hidden): Hidden {
  if ((bits & hiding) === 0 || around === 'all') return around;
  if ((bits & hidden) !== 0) return 'all';
  if ((bits & style) !== 0 && hidesByStyle(attributeOf(token, 'style') ?? '')) return 'all';
  if ((bits & ariaHidden) === 0) return around;
  return attributeOf(token, 'aria-hidden')?.trim().toLowerCase() === 'true' ? 'readers' : around;
}

function hidesByStyle(value: string): boolean {
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\s*(?:!\s*important\s*)?(?:;|$)/i.test(
    value,
  );
}

/**
 * Keeps what the attributes say that any element may have.
 *
 * @param isGathered - Whether anybody takes the text around the element.
 * @returns what the element says of what is inside it; `null` where that is nothing.
 */
export function readGlobals(
  token: TagToken,
  id: string | null,
  context: ElementContext,
  isGathered: boolean,
): Scope | null {
  const { bits, collected, scopes } = context;
  if ((bits & style) !== 0) collected.inlineStyles++;
  if (id !== null && id !== '') keepId(id, token, context);
  const outer = scopes.item();
  if ((bits & (itemprop | property)) !== 0 && outer !== null) {
    keepProperties(token, bits, collected, outer);
  }
  const hides = context.hidden === scopes.hidden() ? 'no' : context.hidden;
  const isPicture = token.tag === picture;
  // Most of what has an id or a title says nothing of what is inside: no object is made for that.
  const may = isGathered ? inside | ariaLabel | title : inside;
  if (hides === 'no' && !isPicture && (bits & may) === 0) return null;
  const scope: Scope = {
    open: 0,
    hides,
    label: isGathered && (bits & ariaLabel) !== 0 ? labelOf(token) : null,
    title:
      isGathered && (bits & title) !== 0 && token.tag !== img ? attributeOf(token, 'title') : null,
    lang: (bits & lang) !== 0 && token.tag !== html ? keepLang(token, context) : null,
    item: (bits & (itemscope | typeOf)) !== 0 ? keepItem(token, bits, context) : null,
    vocab: (bits & vocab) !== 0 ? attributeOf(token, 'vocab') : null,
    picture: isPicture ? keepPicture(token, context) : null,
    around: [],
  };
  const says =
    scope.label ?? scope.title ?? scope.lang ?? scope.item ?? scope.vocab ?? scope.picture;
  return hides === 'no' && says === null ? null : scope;
}

function labelOf(token: TagToken): string | null {
  const label = attributeOf(token, 'aria-label');
  return label?.trim() ? label : null;
}

function keepId(id: string, token: TagToken, { collected, sourceOf, keep }: ElementContext): void {
  const { ids } = collected;
  if (ids.has(id)) {
    keep(collected.duplicateIds, { ...sourceOf(token.start, token.end), id });
  } else if (ids.size < idLimit) {
    ids.add(id);
  } else {
    collected.notes.add(`only the first ${listLimit} of a kind of element are listed`);
  }
}

function keepProperties(token: TagToken, bits: number, collected: Collected, outer: number): void {
  const item = collected.items[outer];
  if (item === undefined) return;
  const name = item.syntax === 'microdata' ? 'itemprop' : 'property';
  if ((bits & bitOf[name]) === 0) return;
  for (const word of wordsOf(attributeOf(token, name))) {
    if (item.properties.length < propertyLimit && !item.properties.includes(word)) {
      item.properties.push(word);
    }
  }
}

function keepItem(token: TagToken, bits: number, context: ElementContext): number | null {
  const { collected, scopes, sourceOf, keep } = context;
  const syntax = (bits & itemscope) !== 0 ? 'microdata' : 'rdfa';
  const fact = {
    ...sourceOf(token.start, token.end),
    syntax,
    types: wordsOf(attributeOf(token, syntax === 'microdata' ? 'itemtype' : 'typeof')),
    vocab: syntax === 'rdfa' ? (attributeOf(token, 'vocab') ?? scopes.vocab()) : null,
    properties: [],
    parent: scopes.item(),
    refers: syntax === 'microdata' && attributeOf(token, 'itemref') !== null,
  } as const;
  return keep(collected.items, { ...fact, properties: [] }) ? collected.items.length - 1 : null;
}

function keepLang(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const { line, column, html: source } = sourceOf(token.start, token.end);
  const lang = attributeOf(token, 'lang') ?? '';
  const fact = { line, column, html: source, lang, hasText: false };
  return keep(collected.langs, fact) ? fact : null;
}

function keepPicture(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const { line, column, html: source } = sourceOf(token.start, token.end);
  const fact = { line, column, html: source, hasImage: false };
  return keep(collected.pictures, fact) ? fact : null;
}

function wordsOf(value: string | null): readonly string[] {
  return (value ?? '').split(/[\t\n\f\r ]+/).filter((word) => word !== '');
}
