import type { Hidden } from '../page-facts.ts';
import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { knownTag } from '../tokens/tags.ts';
import type { Scope } from '../tree/open-element.ts';
import { type CollectedItem, listLimit } from './collected.ts';
import type { ElementContext } from './element-context.ts';
import { wordCharacters } from './fact-budget.ts';
import { has, type NotedAttributes, slot, valueIn } from './noted-attributes.ts';
import { firstWords, wordsIn } from './words-in.ts';

/** Different properties of an item that are kept. */
const propertyLimit = 100;
/** Different ids that are kept. */
const idLimit = 10_000;

const html = knownTag('html');
const img = knownTag('img');
const picture = knownTag('picture');

const bit = (which: keyof typeof slot) => 1 << slot[which];
const hiding = bit('style') | bit('hidden') | bit('aria-hidden') | bit('inert');
/** Attributes that say something of what is inside, whatever is around. */
const inside = bit('lang') | bit('itemscope') | bit('typeof') | bit('vocab');
/** Attributes that name an element to whoever reads what is around it. */
const naming = bit('aria-label') | bit('aria-labelledby') | bit('title');

/** Attributes that say something on any element. */
export const saying =
  hiding | inside | naming | bit('id') | bit('role') | bit('itemprop') | bit('property');

/** Who an element is hidden from, given who all that is around it is hidden from. */
export function hiddenBy(token: TagToken, noted: NotedAttributes, around: Hidden): Hidden {
  if ((noted.bits & hiding) === 0 || around === 'all') return around;
  if (has(noted, slot.hidden)) return 'all';
  if (hidesByStyle(valueIn(token, noted, slot.style) ?? '')) return 'all';
  if (has(noted, slot.inert)) return 'readers';
  const forReaders = valueIn(token, noted, slot['aria-hidden'])?.trim().toLowerCase() === 'true';
  return forReaders ? 'readers' : around;
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
  const { noted, collected, scopes } = context;
  if (has(noted, slot.style)) collected.inlineStyles++;
  if (id !== null && id !== '') keepId(id, token, context);
  const outer = scopes.item();
  if (outer !== null) keepProperties(token, context, outer);
  const hides = context.hidden === scopes.hidden() ? 'no' : context.hidden;
  const isPicture = token.tag === picture;
  // Most of what has an id or a title says nothing of what is inside: no object is made for that.
  const may = isGathered ? inside | naming : inside;
  if (hides === 'no' && !isPicture && (noted.bits & may) === 0) return null;
  const isItem = has(noted, slot.itemscope) || has(noted, slot.typeof);
  const scope: Scope = {
    open: 0,
    hides,
    label: isGathered ? filled(valueIn(token, noted, slot['aria-label'])) : null,
    title: isGathered && token.tag !== img ? valueIn(token, noted, slot.title) : null,
    labelledBy:
      isGathered && token.tag !== img ? valueIn(token, noted, slot['aria-labelledby']) : null,
    lang: has(noted, slot.lang) && token.tag !== html ? keepLang(token, context) : null,
    item: isItem ? keepItem(token, context) : null,
    vocab: valueIn(token, noted, slot.vocab),
    picture: isPicture ? keepPicture(token, context) : null,
    around: [],
  };
  const says =
    scope.label ??
    scope.title ??
    scope.labelledBy ??
    scope.lang ??
    scope.item ??
    scope.vocab ??
    scope.picture;
  return hides === 'no' && says === null ? null : scope;
}

function filled(label: string | null): string | null {
  return label?.trim() ? label : null;
}

function keepId(id: string, token: TagToken, context: ElementContext): void {
  const { collected, sourceOf, keep, takes } = context;
  const { ids } = collected;
  if (ids.has(id)) {
    keep(collected.duplicateIds, { ...sourceOf(token.start, token.end), id });
    return;
  }
  if (ids.size >= idLimit) {
    collected.notes.add(`only the first ${listLimit} of a kind of element are listed`);
  } else if (takes(ids, wordCharacters + id.length)) {
    ids.add(id);
    return;
  }
  collected.idsCut = true;
}

function keepProperties(
  token: TagToken,
  { noted, collected, takes }: ElementContext,
  outer: number,
): void {
  const item = collected.items[outer];
  if (item === undefined) return;
  const name = item.syntax === 'microdata' ? slot.itemprop : slot.property;
  for (const word of wordsIn(valueIn(token, noted, name))) {
    if (item.properties.length >= propertyLimit) return;
    if (item.properties.includes(word)) continue;
    if (!takes(collected.items, wordCharacters + word.length)) return;
    item.properties.push(word);
  }
}

function keepItem(token: TagToken, context: ElementContext): number | null {
  const { collected, noted, scopes, sourceOf, keep } = context;
  const isMicrodata = has(noted, slot.itemscope);
  const types = isMicrodata ? attributeOf(token, 'itemtype') : valueIn(token, noted, slot.typeof);
  const vocab = isMicrodata ? null : (valueIn(token, noted, slot.vocab) ?? scopes.vocab());
  const fact: CollectedItem = {
    ...sourceOf(token.start, token.end),
    syntax: isMicrodata ? 'microdata' : 'rdfa',
    types: firstWords(types),
    vocab,
    properties: [],
    parent: scopes.item(),
    refers: isMicrodata && attributeOf(token, 'itemref') !== null,
  };
  return keep(collected.items, fact, vocab?.length) ? collected.items.length - 1 : null;
}

function keepLang(token: TagToken, { collected, noted, sourceOf, keep }: ElementContext) {
  const { line, column, html: source } = sourceOf(token.start, token.end);
  const lang = valueIn(token, noted, slot.lang) ?? '';
  const fact = { line, column, html: source, lang, hasText: false };
  return keep(collected.langs, fact) ? fact : null;
}

function keepPicture(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const { line, column, html: source } = sourceOf(token.start, token.end);
  const fact = { line, column, html: source, hasImage: false };
  return keep(collected.pictures, fact) ? fact : null;
}
