import type { CpuAccount } from '../../limits/cpu-account.ts';
import { runAtOnce, runInSlices, takeSlices } from '../../limits/time-slices.ts';
import type { ItemFact, JsonLdFact, PageFacts } from '../../page/page-facts.ts';
import { openMemory } from '../memoize.ts';
import { addNote } from '../notes.ts';
import {
  type JsonLdContext,
  maxContexts,
  schemaOrgNameIn,
  sortTypes,
  wordMeaningOf,
} from './json-ld-context.ts';
import { type ItemList, readJsonLdItems } from './json-ld-items.ts';
import { type JsonReading, readJsonInSteps, tagsIn } from './json-text.ts';
import type { ItemValue, StructuredItem } from './structured-item.ts';

/** The number of properties of an item in the page facts, at most. */
const propertyLimit = 100;

/**
 * An item of Microdata or RDFa. Of the values of its properties, those with a format are known.
 *
 * @param offset - Added to the index of its parent.
 */
function markedItem(fact: ItemFact, offset: number): StructuredItem {
  const context = contextOf(fact);
  const { types, foreignTypes, looseTypes } = sortTypes(fact.types, context);
  return {
    syntax: fact.syntax,
    types,
    foreignTypes,
    looseTypes,
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
  const propertyContext = propertyContextOf(fact, context);
  const values = valuesByName(fact);
  for (const word of fact.properties) {
    const meaning = wordMeaningOf(word, propertyContext);
    if (meaning.kind === 'schema.org') {
      properties.set(meaning.name, values.get(word) ?? unknownValue);
    }
  }
  return properties;
}

/** The known values of each property. An empty one means nothing, as in JSON-LD. */
function valuesByName({ values }: ItemFact): ReadonlyMap<string, readonly ItemValue[]> {
  const byName = new Map<string, ItemValue[]>();
  for (const { name, text } of values) {
    if (text.trim() === '') continue;
    const value = { kind: 'text', text } as const;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [value]);
    else known.push(value);
  }
  return byName;
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
  return { vocabulary: isSchema ? 'schema.org' : 'other', terms: context.terms };
}

/**
 * Whether all properties are known. Microdata items may refer to properties elsewhere, and RDFa without
 * `vocab` may have properties in other attributes.
 */
function isComplete({ syntax, properties, hasItemref: refers, vocab }: ItemFact): boolean {
  if (properties.length >= propertyLimit) return false;
  return syntax === 'microdata' ? !refers : vocab !== null;
}

/** A JSON-LD block with its parsed content. */
export interface JsonLdBlock {
  readonly fact: JsonLdFact;
  /** `null` if it is too long to be read. */
  readonly reading: JsonReading | null;
  /** The position of an offset of its text in the page, with a quote. */
  readonly tagAt: (offset: number) => StructuredItem['tag'];
}

/** The structured data of a page. */
export interface StructuredData {
  readonly blocks: readonly JsonLdBlock[];
  /** Items of JSON-LD, then those of Microdata and RDFa, at most 4,000. */
  readonly items: readonly StructuredItem[];
}

/**
 * Limits for items of JSON-LD, characters of its blocks, items of Microdata and RDFa, and types and
 * properties of either.
 */
const limits = { items: 2_000, characters: 300_000, marked: 2_000, words: 20_000 } as const;

const memory = openMemory<PageFacts, StructuredData>();

/** The JSON-LD, Microdata and RDFa of a page. */
export function structuredDataOf(page: PageFacts): StructuredData {
  const known = memory.find(page);
  if (known !== undefined) return known.output;
  const data = runAtOnce(readInSteps(page));
  memory.keep(page, data);
  return data;
}

/** Milliseconds of work in a slice. */
const sliceMs = 2;

/** Reads the structured data of a page in slices, so that no check has to do that at once. */
export async function readStructuredData(page: PageFacts, cpu: CpuAccount): Promise<void> {
  memory.keep(page, await runInSlices(readInSteps(page), takeSlices(sliceMs, cpu)));
}

/** Items of Microdata and RDFa that are read in one step. */
const itemsPerStep = 50;

function* readInSteps(page: PageFacts): Generator<void, StructuredData> {
  let characters: number = limits.characters;
  const budget = { contexts: maxContexts, words: limits.words };
  const list: ItemList = { items: [], limit: limits.items, budget };
  const blocks: JsonLdBlock[] = [];
  for (const fact of page.jsonLd) {
    characters -= fact.text.length;
    const isTooLong = fact.truncated || characters < 0;
    const reading = isTooLong ? null : yield* readJsonInSteps(fact.text);
    const tagAt = tagsIn(fact);
    yield;
    if (reading?.root) yield* readJsonLdItems(reading.root, list, tagAt);
    blocks.push({ fact, reading, tagAt });
  }
  const { length } = list.items;
  const marked: StructuredItem[] = [];
  let words: number = limits.words;
  for (const fact of page.items) {
    if (marked.length === limits.marked) break;
    if (marked.length % itemsPerStep === 0) yield;
    words -= fact.types.length + fact.properties.length;
    if (words < 0) break;
    marked.push(markedItem(fact, length));
  }
  if (blocks.some(({ reading }) => reading === null)) {
    addNote(page, 'some JSON-LD is not read: it is too long');
  }
  const { items } = list;
  if (items.length >= limits.items || budget.words < 0 || budget.contexts <= 0) {
    addNote(page, 'some JSON-LD is not read: it has too many items, properties or contexts');
  }
  if (marked.length < page.items.length) {
    addNote(page, 'some Microdata or RDFa is not read: it has too many items or properties');
  }
  return { blocks, items: [...items, ...marked] };
}
