import type { JsonNode } from './json-text.ts';

/**
 * What the words of a JSON-LD node mean. Contexts elsewhere are never fetched: schema.org's own is
 * known, and of any other one nothing is.
 */
export interface JsonLdContext {
  /** What words belong to that nothing else is said of. */
  readonly vocabulary: 'schema.org' | 'other' | 'none';
  /** Words and prefixes that a context on the page defines, and what for. */
  readonly terms: ReadonlyMap<string, string>;
}

/** What a word means: a name of schema.org's vocabulary, of another one, or of none. */
export type Meaning =
  | { readonly kind: 'schema.org'; readonly name: string }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'loose' };

/** Where no context has been given. */
export const noContext: JsonLdContext = { vocabulary: 'none', terms: new Map() };

/** The address of the vocabulary, as pages write it, with one of its sections, and what follows it. */
const schemaOrg = /^(?:https?:)?(?:\/\/)?(?:[a-z0-9-]+\.)*schema\.org(?:\/#?|$)/i;
/** Documents at schema.org that define all of its vocabulary. */
const contextDocument = /^(?:docs\/jsonldcontext\.json(?:ld)?|version\/.*)?$/i;
/** Terms defined by other terms, followed no further than this. */
const hops = 4;
/** Terms of one page, and characters of what one stands for; no real page comes near. */
const termLimit = { count: 100, characters: 100 } as const;

/** What follows the vocabulary's address in a URL; `null` where it is another URL. */
export function schemaOrgNameIn(url: string): string | null {
  const [address] = schemaOrg.exec(url) ?? [];
  return address === undefined ? null : url.slice(address.length);
}

/** Contexts of one page that may define words; each costs a copy of those around it. */
export interface ContextRoom {
  contexts: number;
}

/** Contexts that may define words: real pages have one or two. */
export const mostContexts = 200;

/**
 * The context that holds where a node says `@context`. Where a page defines more words than anyone can
 * mean, nothing is known of them.
 */
export function contextWithin(
  outer: JsonLdContext,
  said: JsonNode,
  room: ContextRoom,
): JsonLdContext {
  const all = said.kind === 'array' ? said.items : [said];
  let context = outer;
  for (const one of all) context = withOne(context, one, room);
  return context;
}

function withOne(outer: JsonLdContext, said: JsonNode, room: ContextRoom): JsonLdContext {
  if (said.kind === 'array') return outer;
  if (said.kind === 'value') {
    if (typeof said.value !== 'string') return noContext;
    const name = schemaOrgNameIn(said.value.trim());
    if (name !== null && contextDocument.test(name)) return { ...outer, vocabulary: 'schema.org' };
    // No one knows which words the other document defines: none of them may be checked.
    return { ...outer, vocabulary: 'other' };
  }
  if (said.members.length === 0) return outer;
  const unknown = { vocabulary: 'other', terms: outer.terms } as const;
  if (room.contexts <= 0) return unknown;
  room.contexts--;
  let { vocabulary } = outer;
  const terms = new Map(outer.terms);
  for (const { key, value } of said.members) {
    if (key === '@vocab') {
      vocabulary = vocabularyOf(value, { vocabulary, terms });
    } else if (!key.startsWith('@')) {
      const meaning = value.kind === 'object' ? memberOf(value, '@id') : value;
      if (meaning?.kind === 'value') terms.set(key, definitionOf(meaning.value));
    }
    if (terms.size > termLimit.count) return unknown;
  }
  return { vocabulary, terms };
}

/** A word that means nothing, or nothing that can be followed, is defined as the empty text. */
function definitionOf(value: string | number | boolean | null): string {
  return typeof value === 'string' && value.length <= termLimit.characters ? value : '';
}

function vocabularyOf(value: JsonNode, context: JsonLdContext): JsonLdContext['vocabulary'] {
  if (value.kind !== 'value' || typeof value.value !== 'string') return 'none';
  const url = expand(value.value.trim(), context.terms);
  return schemaOrgNameIn(url) === '' ? 'schema.org' : 'other';
}

/** The keyword that a key of a node stands for, such as `@type`; else the key itself. */
export function keywordOf(key: string, { vocabulary, terms }: JsonLdContext): string {
  if (key.startsWith('@')) return key;
  const meaning = terms.get(key);
  if (meaning !== undefined) return meaning.startsWith('@') ? meaning : key;
  // So schema.org's own context defines them.
  return vocabulary === 'schema.org' && (key === 'type' || key === 'id') ? `@${key}` : key;
}

/** What a type or a property means. */
export function meaningOf(word: string, { vocabulary, terms }: JsonLdContext): Meaning {
  if (word.includes(':') || terms.has(word)) {
    const isOwnPrefix = word.startsWith('schema:') && !terms.has('schema');
    const url = isOwnPrefix
      ? `https://schema.org/${word.slice('schema:'.length)}`
      : expand(word, terms);
    const name = url.includes(':') ? schemaOrgNameIn(url) : null;
    return name === null || name === '' ? { kind: 'foreign' } : { kind: 'schema.org', name };
  }
  if (vocabulary === 'schema.org') return { kind: 'schema.org', name: word };
  return { kind: vocabulary === 'other' ? 'foreign' : 'loose' };
}

function expand(word: string, terms: ReadonlyMap<string, string>): string {
  let url = word;
  for (let hop = 0; hop < hops; hop++) {
    const whole = terms.get(url);
    const [prefix = '', rest = ''] = whole === undefined ? split(url) : [];
    const start = whole ?? (rest.startsWith('//') ? undefined : terms.get(prefix));
    if (start === undefined || start === url) return url;
    url = start + rest;
  }
  return url;
}

function split(url: string): readonly [string, string] {
  const colon = url.indexOf(':');
  return colon === -1 ? [url, ''] : [url.slice(0, colon), url.slice(colon + 1)];
}

/** The member of an object with this name; the last one, as readers of JSON have it. */
export function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object'
    ? node.members.findLast((member) => member.key === key)?.value
    : undefined;
}
