import {
  type ContextBudget,
  contextWithin,
  type JsonLdContext,
  keywordOf,
  noContext,
  sortTypes,
  wordMeaningOf,
} from './json-ld-context.ts';
import type { JsonNode } from './json-text.ts';
import type { ItemValue, StructuredItem } from './structured-item.ts';

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

/** Limits for the types of an item, and for the length of a type or a property. */
const typeLimit = 20;
const wordLimit = 100;

interface MutableItem extends StructuredItem {
  readonly properties: Map<string, ItemValue[]>;
}

/** Collects the items of a page. */
export interface ItemList {
  readonly items: StructuredItem[];
  readonly limit: number;
  /** The remaining budget for types, properties and contexts of the page. */
  readonly budget: ContextBudget & { words: number };
}

/** Nodes that are read in one step. */
const nodesPerStep = 50;

/** A block that is being read. */
interface BlockReader extends ItemList {
  /** Finds the position of an offset of the block in the page. */
  readonly tagAt: (offset: number) => StructuredItem['tag'];
  /** Nodes that were read. */
  nodes: number;
}

/**
 * Reads the items of one JSON-LD block, in steps of about a millisecond. `tagAt` finds the position of an
 * offset in the page.
 */
export function* readJsonLdItems(
  root: JsonNode,
  { items, limit, budget }: ItemList,
  tagAt: (offset: number) => StructuredItem['tag'],
): Generator<void, void> {
  yield* readTop({ items, limit, budget, tagAt, nodes: 0 }, root, noContext);
}

// Generators within a generator would be made for each block, which takes longer than to read most of them.

function* readTop(
  reader: BlockReader,
  node: JsonNode,
  context: JsonLdContext,
): Generator<void, void> {
  if (node.kind === 'object') yield* readNode(reader, node, context, null, []);
  if (node.kind !== 'array') return;
  for (const entry of node.items) {
    if (entry.kind === 'object') yield* readNode(reader, entry, context, null, []);
    else yield* readTop(reader, entry, context);
  }
}

/** @param values - Receives the node as a value, or several values for a list. */
function* readNode(
  reader: BlockReader,
  node: ObjectNode,
  outer: JsonLdContext,
  parent: number | null,
  values: ItemValue[],
): Generator<void, void> {
  const { items, limit, budget } = reader;
  if (++reader.nodes % nodesPerStep === 0) yield;
  budget.words -= node.members.length;
  if (budget.words < 0) {
    values.push({ kind: 'unknown' });
    return;
  }
  const declared = node.members.findLast(({ key }) => key === '@context')?.value;
  const context = declared === undefined ? outer : contextWithin(outer, declared, budget);
  const { keywords, hasContent } = keywordsOf(node, context);
  const value = keywords['@list'] ?? keywords['@set'] ?? keywords['@value'];
  if (value !== undefined) {
    yield* readValues(reader, value, context, parent, values);
    return;
  }
  const { '@graph': graph, '@included': included } = keywords;
  if (graph !== undefined) yield* readTop(reader, graph, context);
  if (included !== undefined) yield* readTop(reader, included, context);
  const id = textOf(keywords['@id']);
  if (!hasContent) {
    if (id !== null) values.push({ kind: 'reference', id });
    return;
  }
  if (items.length >= limit) {
    values.push({ kind: 'unknown' });
    return;
  }
  const item = itemOf(reader, node, keywords['@type'], id, context, parent);
  const index = items.push(item) - 1;
  budget.words -= item.types.length + item.foreignTypes.length + item.looseTypes.length;
  for (const { key, value: written } of node.members) {
    const name = keywordOf(key, context);
    if (name[0] === '@') {
      if (name === '@reverse') yield* readReverse(reader, written, context);
      continue;
    }
    const propertyValues: ItemValue[] = [];
    // Most values are literals, for which a generator would be expensive.
    if (written.kind === 'value') addLiteral(written, propertyValues);
    else if (written.kind === 'object')
      yield* readNode(reader, written, context, index, propertyValues);
    else yield* readValues(reader, written, context, index, propertyValues);
    addProperty(item, name, propertyValues, context);
  }
  values.push({ kind: 'item', index });
}

function itemOf(
  reader: BlockReader,
  node: ObjectNode,
  type: JsonNode | undefined,
  id: string | null,
  context: JsonLdContext,
  parent: number | null,
): MutableItem {
  const { types, foreignTypes, looseTypes } = sortTypes(typesOf(type), context);
  return {
    syntax: 'json-ld',
    types,
    foreignTypes,
    looseTypes,
    id,
    properties: new Map(),
    parent,
    complete: true,
    tag: reader.tagAt(node.offset),
  };
}

/** Items that have this one as a property: they are at the top level, and the property is set. */
function* readReverse(
  reader: BlockReader,
  node: JsonNode,
  context: JsonLdContext,
): Generator<void, void> {
  if (node.kind !== 'object') return;
  for (const { key, value } of node.members) {
    const meaning = wordMeaningOf(key, context);
    const owners: ItemValue[] = [];
    yield* readValues(reader, value, context, null, owners);
    for (const owner of owners) {
      const item = owner.kind === 'item' ? (reader.items[owner.index] as MutableItem) : undefined;
      if (meaning.kind === 'schema.org') item?.properties.set(meaning.name, [{ kind: 'unknown' }]);
    }
  }
}

/** Appends to one list for nested arrays, because lists of lists would be copied at each level. */
function* readValues(
  reader: BlockReader,
  node: JsonNode,
  context: JsonLdContext,
  parent: number | null,
  values: ItemValue[],
): Generator<void, void> {
  if (node.kind === 'object') {
    yield* readNode(reader, node, context, parent, values);
  } else if (node.kind === 'array') {
    for (const entry of node.items) {
      if (entry.kind === 'value') addLiteral(entry, values);
      else if (entry.kind === 'object') yield* readNode(reader, entry, context, parent, values);
      else yield* readValues(reader, entry, context, parent, values);
    }
  } else {
    addLiteral(node, values);
  }
}

/** The keywords of a node, with the last value of each, and whether it is more than a reference. */
function keywordsOf({ members }: ObjectNode, context: JsonLdContext) {
  const keywords: Partial<Record<Keyword, JsonNode>> = {};
  let hasContent = false;
  for (const { key, value } of members) {
    const keyword = keywordOf(key, context);
    if (keyword[0] !== '@') {
      hasContent = true;
      continue;
    }
    if (isKeyword(keyword)) keywords[keyword] = value;
    hasContent ||= keyword === '@type' || keyword === '@reverse';
  }
  return { keywords, hasContent };
}

const keywordList = ['@graph', '@id', '@included', '@list', '@set', '@type', '@value'] as const;
type Keyword = (typeof keywordList)[number];
const keywordSet: ReadonlySet<string> = new Set(keywordList);

function isKeyword(key: string): key is Keyword {
  return keywordSet.has(key);
}

/** JSON-LD drops null; empty strings have no meaning. */
function addLiteral({ value }: Extract<JsonNode, { kind: 'value' }>, values: ItemValue[]): void {
  const text = typeof value === 'string' ? value : value === null ? '' : String(value);
  if (text.trim() !== '') values.push({ kind: 'text', text });
}

function addProperty(
  { properties }: MutableItem,
  key: string,
  values: ItemValue[],
  context: JsonLdContext,
): void {
  if (values.length === 0) return;
  const meaning = wordMeaningOf(wordOf(key), context);
  if (meaning.kind !== 'schema.org') return;
  const known = properties.get(meaning.name);
  if (known === undefined) properties.set(meaning.name, values);
  else for (const value of values) known.push(value);
}

function textOf(node: JsonNode | undefined): string | null {
  return node?.kind === 'value' && typeof node.value === 'string' ? node.value : null;
}

function typesOf(node: JsonNode | undefined): readonly string[] {
  const all = node?.kind === 'array' ? node.items.slice(0, typeLimit) : [node];
  return all
    .map((typeNode) => wordOf(textOf(typeNode)?.trim() ?? ''))
    .filter((word) => word !== '');
}

/** Reports quote these words, and accept only well-formed strings. */
function wordOf(text: string): string {
  return text.slice(0, wordLimit).toWellFormed();
}
