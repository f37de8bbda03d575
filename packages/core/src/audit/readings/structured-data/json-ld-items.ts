import {
  type ContextBudget,
  contextWithin,
  type JsonLdContext,
  keywordOf,
  noContext,
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

/**
 * Reads the items of one JSON-LD block, in steps of about a millisecond. `tagAt` finds the position of an
 * offset in the page.
 */
export function* readJsonLdItems(
  root: JsonNode,
  { items, limit, budget }: ItemList,
  tagAt: (offset: number) => StructuredItem['tag'],
): Generator<void, void> {
  let nodes = 0;
  yield* readTop(root, noContext);

  function* readTop(node: JsonNode, context: JsonLdContext): Generator<void, void> {
    if (node.kind === 'array') for (const one of node.items) yield* readTop(one, context);
    else if (node.kind === 'object') yield* readNode(node, context, null, []);
  }

  /** @param values - Receives the node as a value, or several values for a list. */
  function* readNode(
    node: ObjectNode,
    outer: JsonLdContext,
    parent: number | null,
    values: ItemValue[],
  ): Generator<void, void> {
    if (++nodes % nodesPerStep === 0) yield;
    budget.words -= node.members.length;
    if (budget.words < 0) {
      values.push({ kind: 'unknown' });
      return;
    }
    const declared = node.members.findLast(({ key }) => key === '@context')?.value;
    const context = declared === undefined ? outer : contextWithin(outer, declared, budget);
    const keyed = node.members.map(({ key, value }) => ({ key: keywordOf(key, context), value }));
    const keyword = (name: string) => keyed.findLast(({ key }) => key === name)?.value;
    const list = keyword('@list') ?? keyword('@set');
    if (list !== undefined) {
      yield* readValues(list, context, parent, values);
      return;
    }
    const literal = keyword('@value');
    if (literal !== undefined) {
      yield* readValues(literal, context, parent, values);
      return;
    }
    const graph = keyword('@graph');
    if (graph !== undefined) yield* readTop(graph, context);
    const included = keyword('@included');
    if (included !== undefined) yield* readTop(included, context);
    const id = textOf(keyword('@id'));
    const hasContent = keyed.some(
      ({ key }) => key === '@type' || key === '@reverse' || !key.startsWith('@'),
    );
    if (!hasContent) {
      if (id !== null) values.push({ kind: 'reference', id });
      return;
    }
    if (items.length >= limit) {
      values.push({ kind: 'unknown' });
      return;
    }
    const item = itemOf(node, keyword('@type'), id, context, parent);
    const index = items.push(item) - 1;
    budget.words -= item.types.length + item.foreignTypes.length + item.looseTypes.length;
    for (const { key, value } of keyed) {
      if (key === '@reverse') yield* readReverse(value, context);
      if (!key.startsWith('@')) yield* readProperty(item, index, key, value, context);
    }
    values.push({ kind: 'item', index });
  }

  function itemOf(
    node: ObjectNode,
    type: JsonNode | undefined,
    id: string | null,
    context: JsonLdContext,
    parent: number | null,
  ): MutableItem {
    const words = typesOf(type).map((word) => ({ word, meaning: wordMeaningOf(word, context) }));
    const of = (kind: 'foreign' | 'loose') =>
      words.filter(({ meaning }) => meaning.kind === kind).map(({ word }) => word);
    return {
      syntax: 'json-ld',
      types: words.flatMap(({ meaning }) => (meaning.kind === 'schema.org' ? meaning.name : [])),
      foreignTypes: of('foreign'),
      looseTypes: of('loose'),
      id,
      properties: new Map(),
      parent,
      complete: true,
      tag: tagAt(node.offset),
    };
  }

  function* readProperty(
    item: MutableItem,
    index: number,
    key: string,
    value: JsonNode,
    context: JsonLdContext,
  ): Generator<void, void> {
    const meaning = wordMeaningOf(wordOf(key), context);
    const values: ItemValue[] = [];
    yield* readValues(value, context, index, values);
    if (meaning.kind !== 'schema.org' || values.length === 0) return;
    const known = item.properties.get(meaning.name);
    if (known === undefined) item.properties.set(meaning.name, values);
    else for (const one of values) known.push(one);
  }

  /** Items that have this one as a property: they are at the top level, and the property is set. */
  function* readReverse(node: JsonNode, context: JsonLdContext): Generator<void, void> {
    if (node.kind !== 'object') return;
    for (const { key, value } of node.members) {
      const meaning = wordMeaningOf(key, context);
      const owners: ItemValue[] = [];
      yield* readValues(value, context, null, owners);
      for (const owner of owners) {
        const item = owner.kind === 'item' ? (items[owner.index] as MutableItem) : undefined;
        if (meaning.kind === 'schema.org')
          item?.properties.set(meaning.name, [{ kind: 'unknown' }]);
      }
    }
  }

  /** Appends to one list for nested arrays, because lists of lists would be copied at each level. */
  function* readValues(
    node: JsonNode,
    context: JsonLdContext,
    parent: number | null,
    values: ItemValue[],
  ): Generator<void, void> {
    if (node.kind === 'object') {
      yield* readNode(node, context, parent, values);
    } else if (node.kind === 'array') {
      for (const one of node.items) yield* readValues(one, context, parent, values);
    } else if (node.value !== null && String(node.value).trim() !== '') {
      // JSON-LD drops null; empty strings have no meaning.
      values.push({ kind: 'text', text: String(node.value) });
    }
  }
}

function textOf(node: JsonNode | undefined): string | null {
  return node?.kind === 'value' && typeof node.value === 'string' ? node.value : null;
}

function typesOf(node: JsonNode | undefined): readonly string[] {
  const all = node?.kind === 'array' ? node.items.slice(0, typeLimit) : [node];
  return all.flatMap((one) => wordOf(textOf(one)?.trim() ?? '') || []);
}

/** Reports quote these words, and accept only well-formed strings. */
function wordOf(text: string): string {
  return text.slice(0, wordLimit).toWellFormed();
}
