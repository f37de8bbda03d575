import type { JsonNode } from './json-text.ts';
import type { StructuredItem } from './structured-item.ts';

/**
 * The meaning of the words in a JSON-LD node. Remote contexts are never fetched: the one of schema.org is
 * built in, all others are unknown.
 */
export interface JsonLdContext {
  /** The vocabulary of words without their own definition. */
  readonly vocabulary: 'schema.org' | 'other' | 'none';
  /** Words and prefixes that a context on the page defines, with their meaning. */
  readonly terms: ReadonlyMap<string, string>;
}

/** The meaning of a word: a name of schema.org, of another vocabulary, or of none. */
type Meaning =
  | { readonly kind: 'schema.org'; readonly name: string }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'loose' };

/** The context of a document without `@context`. */
export const noContext: JsonLdContext = { vocabulary: 'none', terms: new Map() };

/** The URL of the vocabulary in the forms that pages use, including subdomains. */
const schemaOrg = /^(?:https?:)?(?:\/\/)?(?:[a-z0-9-]+\.)*schema\.org(?:\/#?|$)/i;
/** Paths of context documents at schema.org. */
const contextDocument = /^(?:docs\/jsonldcontext\.json(?:ld)?|version\/.*)?$/i;
/** The limit for terms that are defined by other terms. */
const maxHops = 4;
/** Limits for the number of terms and the length of a definition, far above real pages. */
const termLimit = { count: 100, characters: 100 } as const;

/** The part of a URL after the URL of the vocabulary; `null` for other URLs. */
export function schemaOrgNameIn(url: string): string | null {
  const [vocabularyUrl] = schemaOrg.exec(url) ?? [];
  return vocabularyUrl === undefined ? null : url.slice(vocabularyUrl.length);
}

/** The remaining number of contexts that may define words; each one copies its outer context. */
export interface ContextBudget {
  contexts: number;
}

/** The limit for contexts that define words; real pages have one or two. */
export const maxContexts = 200;

/** The context of a node with `@context`. Beyond the limits, all its words count as unknown. */
export function contextWithin(
  outer: JsonLdContext,
  declared: JsonNode,
  budget: ContextBudget,
): JsonLdContext {
  const all = declared.kind === 'array' ? declared.items : [declared];
  let context = outer;
  for (const node of all) context = withOne(context, node, budget);
  return context;
}

function withOne(outer: JsonLdContext, declared: JsonNode, budget: ContextBudget): JsonLdContext {
  if (declared.kind === 'array') return outer;
  if (declared.kind === 'value') {
    if (typeof declared.value !== 'string') return noContext;
    const name = schemaOrgNameIn(declared.value.trim());
    if (name !== null && contextDocument.test(name)) return { ...outer, vocabulary: 'schema.org' };
    // The words of the other document are unknown, so none of them may be checked.
    return { ...outer, vocabulary: 'other' };
  }
  if (declared.members.length === 0) return outer;
  const unknown = { vocabulary: 'other', terms: outer.terms } as const;
  if (budget.contexts <= 0) return unknown;
  budget.contexts--;
  let { vocabulary } = outer;
  const terms = new Map(outer.terms);
  for (const { key, value } of declared.members) {
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

/** The definition of a term; an empty string if it is invalid or too long. */
function definitionOf(value: string | number | boolean | null): string {
  return typeof value === 'string' && value.length <= termLimit.characters ? value : '';
}

function vocabularyOf(value: JsonNode, context: JsonLdContext): JsonLdContext['vocabulary'] {
  if (value.kind !== 'value' || typeof value.value !== 'string') return 'none';
  const url = expand(value.value.trim(), context.terms);
  return schemaOrgNameIn(url) === '' ? 'schema.org' : 'other';
}

/** The keyword that a key is an alias of, such as `@type`; otherwise the key itself. */
export function keywordOf(key: string, { vocabulary, terms }: JsonLdContext): string {
  if (key[0] === '@') return key;
  const meaning = terms.size === 0 ? undefined : terms.get(key);
  if (meaning !== undefined) return meaning[0] === '@' ? meaning : key;
  // schema.org's own context defines these aliases.
  return vocabulary === 'schema.org' && (key === 'type' || key === 'id') ? `@${key}` : key;
}

/** The meaning of a type or a property. */
export function wordMeaningOf(word: string, { vocabulary, terms }: JsonLdContext): Meaning {
  if (word.includes(':') || (terms.size > 0 && terms.has(word))) {
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

/** Types by the vocabulary that they are of, as a {@link StructuredItem} has them. */
export function sortTypes(
  words: readonly string[],
  context: JsonLdContext,
): Pick<StructuredItem, 'types' | 'foreignTypes' | 'looseTypes'> {
  const types: string[] = [];
  const foreignTypes: string[] = [];
  const looseTypes: string[] = [];
  for (const word of words) {
    const meaning = wordMeaningOf(word, context);
    if (meaning.kind === 'schema.org') types.push(meaning.name);
    else if (meaning.kind === 'foreign') foreignTypes.push(word);
    else looseTypes.push(word);
  }
  return { types, foreignTypes, looseTypes };
}

function expand(word: string, terms: ReadonlyMap<string, string>): string {
  if (terms.size === 0) return word;
  let url = word;
  for (let hop = 0; hop < maxHops; hop++) {
    const definition = terms.get(url);
    const [prefix = '', rest = ''] = definition === undefined ? split(url) : [];
    const start = definition ?? (rest.startsWith('//') ? undefined : terms.get(prefix));
    if (start === undefined || start === url) return url;
    url = start + rest;
  }
  return url;
}

function split(url: string): readonly [string, string] {
  const colon = url.indexOf(':');
  return colon === -1 ? [url, ''] : [url.slice(0, colon), url.slice(colon + 1)];
}

/** The member of an object with this name; the last of repeated members, as in `JSON.parse`. */
function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object'
    ? node.members.findLast((member) => member.key === key)?.value
    : undefined;
}
