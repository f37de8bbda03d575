import type { Direction, Hidden } from '../page-facts.ts';
import { knownTag } from '../tokens/tags.ts';
import { attributeOf, hasAttribute, type TagToken } from '../tokens/token.ts';
import {
  attribute,
  firstWords,
  has,
  type IndexedAttributes,
  valueIn,
  wordsIn,
} from './attributes.ts';
import { type CollectedItem, type ElementContext, listLimit } from './collected.ts';
import { directionOf } from './direction.ts';
import { wordCharacters } from './fact-budget.ts';
import { keepItemValue } from './item-values.ts';
import { keepSpacedText } from './spaced-text.ts';
import type { Scope } from './text-buffer.ts';

const article = knownTag('article');
const body = knownTag('body');
const dialog = knownTag('dialog');
const html = knownTag('html');
const img = knownTag('img');
const picture = knownTag('picture');

/** Distinct properties of an item that are kept. */
const propertyLimit = 100;
/** Distinct ids that are kept. */
const idLimit = 10_000;

const hiding =
  attribute.style |
  attribute.hidden |
  attribute.popover |
  attribute['aria-hidden'] |
  attribute.inert;
/** Attributes that affect an element's content wherever it is. */
const inside = attribute.lang | attribute.itemscope | attribute.typeof | attribute.vocab;
/** Attributes that contribute to the accessible names of ancestors. */
const naming = attribute['aria-label'] | attribute['aria-labelledby'] | attribute.title;

const keyboard = attribute.accesskey | attribute.tabindex;

/** Attributes that matter on any element. */
export const relevantAttributes =
  hiding |
  keyboard |
  inside |
  naming |
  attribute.id |
  attribute.role |
  attribute.itemprop |
  attribute.property;

/**
 * Who an element is hidden from, given who its ancestors are hidden from. A closed `<dialog>` and a
 * popover are hidden by every browser. `<html>` and `<body>` are not hidden from all: no one publishes
 * a blank page, so a script shows it.
 */
export function hiddenBy(token: TagToken, indexed: IndexedAttributes, around: Hidden): Hidden {
  const { tag } = token;
  if (around === 'all') return around;
  if (tag === dialog && !hasAttribute(token, 'open')) return 'all';
  if (!has(indexed, hiding)) return around;
  if (tag !== body && tag !== html && hidesFromAll(token, indexed)) return 'all';
  if (has(indexed, attribute.inert)) return 'readers';
  const forReaders =
    valueIn(token, indexed, attribute['aria-hidden'])?.trim().toLowerCase() === 'true';
  return forReaders ? 'readers' : around;
}

/**
 * Whether an element's own attributes hide it from all visitors. Text under `hidden="until-found"`
 * counts as shown: browsers show it when a visitor searches for it or follows a link to it
 * (https://html.spec.whatwg.org/multipage/interaction.html#the-hidden-attribute).
 */
function hidesFromAll(token: TagToken, indexed: IndexedAttributes): boolean {
  if (has(indexed, attribute.popover)) return true;
  if (has(indexed, attribute.hidden)) {
    return valueIn(token, indexed, attribute.hidden)?.toLowerCase() !== 'until-found';
  }
  return hidesByStyle(valueIn(token, indexed, attribute.style) ?? '');
}

function hidesByStyle(value: string): boolean {
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\s*(?:!\s*important\s*)?(?:;|$)/i.test(
    value,
  );
}

const noForm = { fieldLabel: null, disables: false } as const;

/**
 * Collects the facts of attributes that any element may have.
 *
 * @param isCollected - Whether a buffer collects the text around the element.
 * @param isHtml - Whether it is an element of HTML, not of SVG or MathML.
 * @param form - What it declares as a part of a form.
 * @returns what the element declares for its content; `null` where that is nothing.
 */
export function readGlobals(
  token: TagToken,
  id: string | null,
  context: ElementContext,
  isCollected: boolean,
  isHtml: boolean,
  form: Pick<Scope, 'fieldLabel' | 'disables'> = noForm,
): Scope | null {
  const { indexed, collected, scopes } = context;
  if (has(indexed, attribute.style)) {
    collected.inlineStyles++;
    if (isHtml) keepSpacedText(token, context);
  }
  if (has(indexed, keyboard)) keepKeyboard(token, context);
  if (id !== null && id !== '') keepId(id, token, context);
  const outer = scopes.item();
  if (outer !== null) keepProperties(token, context, outer);
  const hides = context.hidden === scopes.hidden() ? 'no' : context.hidden;
  const isPicture = isHtml && token.tag === picture;
  const isArticle = isHtml && token.tag === article;
  // Most elements with an id or a title declare nothing for their content: allocate nothing for them.
  const may = isCollected ? inside | naming : inside;
  const isOfForm = form.fieldLabel !== null || form.disables;
  const isKind = isPicture || isArticle || isOfForm;
  const declaredDir = directionOf(token, indexed);
  if (declaredDir === 'rtl' || declaredDir === 'auto') collected.turnsText = true;
  // The direction of the page is a separate fact.
  const dir = token.tag === html ? null : declaredDir;
  if (hides === 'no' && !isKind && dir === null && !has(indexed, may)) return null;
  const isItem = has(indexed, attribute.itemscope) || has(indexed, attribute.typeof);
  const scope: Scope = {
    open: 0,
    hides,
    label: isCollected ? filled(valueIn(token, indexed, attribute['aria-label'])) : null,
    title: isCollected && token.tag !== img ? valueIn(token, indexed, attribute.title) : null,
    labelledBy:
      isCollected && token.tag !== img
        ? valueIn(token, indexed, attribute['aria-labelledby'])
        : null,
    lang: has(indexed, attribute.lang) && token.tag !== html ? keepLang(token, dir, context) : null,
    dir,
    item: isItem ? keepItem(token, context) : null,
    vocab: valueIn(token, indexed, attribute.vocab),
    picture: isPicture ? keepPicture(token, context) : null,
    article: isArticle ? keepArticle(token, context) : null,
    fieldLabel: form.fieldLabel,
    disables: form.disables,
    around: [],
  };
  const declared =
    scope.label ??
    scope.title ??
    scope.labelledBy ??
    scope.lang ??
    scope.dir ??
    scope.item ??
    scope.vocab ??
    scope.picture ??
    scope.article;
  return hides === 'no' && !isOfForm && declared === null ? null : scope;
}

/** Keeps an element with an `accesskey`, or its own position in the tab order. */
function keepKeyboard(
  token: TagToken,
  { collected, indexed, hidden, sourceOf, keep }: ElementContext,
) {
  const accesskey = valueIn(token, indexed, attribute.accesskey);
  const index = positiveNumber(valueIn(token, indexed, attribute.tabindex));
  if (accesskey === null && index === null) return;
  const { line, column, html: source } = sourceOf(token.start, token.end);
  keep(collected.keyboard, { line, column, html: source, accesskey, tabindex: index, hidden });
}

/** As browsers parse an integer (https://html.spec.whatwg.org/#rules-for-parsing-integers). */
function positiveNumber(value: string | null): number | null {
  const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(value ?? '')?.[1];
  return digits !== undefined && Number(digits) > 0 ? Number(digits) : null;
}

function filled(label: string | null): string | null {
  return label?.trim() ? label : null;
}

function keepId(id: string, token: TagToken, context: ElementContext): void {
  const { collected, sourceOf, keep, reserve } = context;
  const { ids } = collected;
  if (ids.has(id)) {
    keep(collected.duplicateIds, { id, ...sourceOf(token.start, token.end) });
    return;
  }
  if (ids.size >= idLimit) {
    collected.notes.add(`only the first ${listLimit} of a kind of element are listed`);
  } else if (reserve(ids, id.length, wordCharacters)) {
    ids.add(id);
    return;
  }
  collected.idsCut = true;
}

function keepProperties(token: TagToken, context: ElementContext, outer: number): void {
  const { indexed, collected, reserve } = context;
  const item = collected.items[outer];
  if (item === undefined) return;
  const name = item.syntax === 'microdata' ? attribute.itemprop : attribute.property;
  for (const word of wordsIn(valueIn(token, indexed, name))) {
    if (name === attribute.itemprop) {
      const value = keepItemValue(token, word, item, context);
      if (value !== null) context.textValues = [...(context.textValues ?? []), value];
    }
    if (item.properties.length >= propertyLimit) return;
    if (item.properties.includes(word)) continue;
    if (!reserve(collected.items, wordCharacters + word.length)) return;
    item.properties.push(word);
  }
}

function keepItem(token: TagToken, context: ElementContext): number | null {
  const { collected, indexed, scopes, sourceOf, keep } = context;
  const isMicrodata = has(indexed, attribute.itemscope);
  const types = isMicrodata
    ? attributeOf(token, 'itemtype')
    : valueIn(token, indexed, attribute.typeof);
  const vocab = isMicrodata ? null : (valueIn(token, indexed, attribute.vocab) ?? scopes.vocab());
  const fact: CollectedItem = {
    syntax: isMicrodata ? 'microdata' : 'rdfa',
    types: firstWords(types),
    vocab,
    properties: [],
    values: [],
    parent: isValue(indexed, isMicrodata) ? scopes.item() : null,
    hasItemref: isMicrodata && attributeOf(token, 'itemref') !== null,
    ...sourceOf(token.start, token.end),
  };
  return keep(collected.items, fact, vocab?.length) ? collected.items.length - 1 : null;
}

/**
 * Whether an item is the value of a property of the item around it. Without `itemprop`, a Microdata item is
 * on the top level (https://html.spec.whatwg.org/multipage/microdata.html#top-level-microdata-items); without
 * `property` and `rel`, RDFa states nothing of both (https://www.w3.org/TR/rdfa-core/#s_sequence).
 */
function isValue(indexed: IndexedAttributes, isMicrodata: boolean): boolean {
  return has(indexed, isMicrodata ? attribute.itemprop : attribute.property | attribute.rel);
}

/** Elements within a line of text. */
const inline = new Set(
  'a abbr b bdi bdo button cite code data dfn em font i input ins kbd label mark option q s samp select small span strong sub sup time u var'
    .split(' ')
    .map(knownTag),
);

function keepLang(
  token: TagToken,
  ownDir: Direction | null,
  { collected, indexed, scopes, sourceOf, keep }: ElementContext,
) {
  const { line, column, html: source } = sourceOf(token.start, token.end);
  const lang = valueIn(token, indexed, attribute.lang) ?? '';
  const dir = ownDir ?? scopes.dir();
  const isBlock = token.tag.id !== 0 && !inline.has(token.tag);
  const fact = {
    line,
    column,
    html: source,
    lang,
    hasText: false,
    isBlock,
    dir,
    words: 0,
    isRtlText: false,
  };
  // Elements inside are in this language even if the fact is not kept.
  keep(collected.langs, fact);
  return fact;
}

function keepArticle(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const { line, column, html: source } = sourceOf(token.start, token.end);
  const fact = { line, column, html: source, hasMainHeading: false };
  return keep(collected.articles, fact) ? collected.articles.length - 1 : null;
}

function keepPicture(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const { line, column, html: source } = sourceOf(token.start, token.end);
  const fact = { line, column, html: source, hasImage: false };
  return keep(collected.pictures, fact) ? fact : null;
}
