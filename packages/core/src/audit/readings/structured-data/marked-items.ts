import type { ItemFact } from '../../page/page-facts.ts';
import { type JsonLdContext, schemaOrgNameIn, wordMeaningOf } from './json-ld-context.ts';
import type { ItemValue, StructuredItem } from './structured-item.ts';

/** The page facts keep at most this many properties of an item. */
const propertyLimit = 100;

/**
 * An item of Microdata or RDFa. The names of its properties are known, but not their values.
 *
 * @param offset - Is added to the index of its parent.
 */
export function markedItem(fact: ItemFact, offset: number): StructuredItem {
  const context = contextOf(fact);
  const words = fact.types.map((word) => ({ word, meaning: wordMeaningOf(word, context) }));
  const of = (kind: 'foreign' | 'loose') =>
    words.filter(({ meaning }) => meaning.kind === kind).map(({ word }) => word);
  return {
    syntax: fact.syntax,
    types: words.flatMap(({ meaning }) => (meaning.kind === 'schema.org' ? meaning.name : [])),
    foreignTypes: of('foreign'),
    looseTypes: of('loose'),
    id: null,
    properties: propertiesOf(fact, context),
    parent: fact.parent === null ? null : fact.parent + offset,
    complete: isComplete(fact),
    tag: () => fact,
  };
}

const unknownValue: readonly ItemValue[] = [{ kind: 'unknown' }];

function propertiesOf(
  fact: ItemFact,
  context: JsonLdContext,
): ReadonlyMap<string, readonly ItemValue[]> {
  const properties = new Map<string, readonly ItemValue[]>();
  if (fact.properties.length === 0) return properties;
  const own = propertyContextOf(fact, context);
  for (const word of fact.properties) {
    const meaning = wordMeaningOf(word, own);
    if (meaning.kind === 'schema.org') properties.set(meaning.name, unknownValue);
  }
  return properties;
}

const noTerms: ReadonlyMap<string, string> = new Map();

function contextOf({ syntax, vocab }: ItemFact): JsonLdContext {
  if (syntax === 'microdata' || vocab === null) return { vocabulary: 'none', terms: noTerms };
  const isSchema = schemaOrgNameIn(vocab.trim()) === '';
  return { vocabulary: isSchema ? 'schema.org' : 'other', terms: noTerms };
}

/** Microdata properties belong to the vocabulary of the item's type. */
function propertyContextOf({ syntax, types }: ItemFact, context: JsonLdContext): JsonLdContext {
  if (syntax === 'rdfa') return context;
  const isSchema = types.some((type) => schemaOrgNameIn(type) !== null);
  return { ...context, vocabulary: isSchema ? 'schema.org' : 'other' };
}

/**
 * Whether all properties are known. Microdata items may refer to properties elsewhere, and RDFa without
 * `vocab` may have properties in other attributes.
 */
function isComplete({ syntax, properties, refers, vocab }: ItemFact): boolean {
  if (properties.length >= propertyLimit) return false;
  return syntax === 'microdata' ? !refers : vocab !== null;
}
