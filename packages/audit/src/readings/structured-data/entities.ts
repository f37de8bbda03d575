import type { ItemValue, StructuredItem } from './structured-item.ts';

/** An entity that one or more items of the page describe: items with the same `@id` are merged. */
export interface Entity {
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, readonly ItemValue[]>;
  /** Whether one of its items is at the top level. */
  readonly top: boolean;
  /** Whether all of its properties are known. */
  readonly complete: boolean;
  /** Its first item with a type. */
  readonly item: StructuredItem;
  /** Two names of items of one type that have no word in common: they are not of one entity. `null` for none. */
  readonly names: readonly [string, string] | null;
}

/** The entities of a page, and a lookup for property values. */
export interface Entities {
  readonly all: readonly Entity[];
  /** The entity of a value; `null` for text, and for entities that the page does not describe. */
  readonly of: (value: ItemValue) => Entity | null;
}

interface MutableEntity {
  readonly types: Set<string>;
  properties: ReadonlyMap<string, readonly ItemValue[]>;
  /** The properties, if they are not those of its only item. */
  merged: Map<string, ItemValue[]> | null;
  top: boolean;
  complete: boolean;
  item: StructuredItem;
  names: readonly [string, string] | null;
}

/** Merges the items of a page that describe the same entity. */
export function entitiesOf(items: readonly StructuredItem[]): Entities {
  const all: MutableEntity[] = [];
  const byId = new Map<string, MutableEntity>();
  const byIndex = items.map((item) => {
    const { id } = item;
    const known = id === null ? undefined : byId.get(id);
    if (known !== undefined) {
      add(known, item);
      return known;
    }
    const entity = begin(item);
    all.push(entity);
    if (id !== null) byId.set(id, entity);
    return entity;
  });
  return {
    all,
    of: (value) => {
      if (value.kind === 'item') return byIndex[value.index] ?? null;
      return value.kind === 'reference' ? (byId.get(value.id) ?? null) : null;
    },
  };
}

/** The limit for types of one entity; real entities have one or two. */
const maxTypes = 20;

function begin(item: StructuredItem): MutableEntity {
  const { properties, complete } = item;
  const types = new Set<string>();
  addTypes(types, item);
  return {
    types,
    properties,
    merged: null,
    top: item.parent === null,
    complete,
    item,
    names: null,
  };
}

function add(entity: MutableEntity, item: StructuredItem): void {
  if (entity.types.size === 0) entity.item = item;
  if (item.types.some((type) => entity.types.has(type)))
    entity.names ??= unrelatedNames(entity.properties.get('name'), item.properties.get('name'));
  addTypes(entity.types, item);
  entity.merged ??= copyOf(entity.properties);
  entity.properties = entity.merged;
  for (const [name, values] of item.properties) {
    const known = entity.merged.get(name);
    if (known === undefined) entity.merged.set(name, [...values]);
    else for (const value of values) known.push(value);
  }
  entity.top ||= item.parent === null;
  entity.complete &&= item.complete;
}

/** The first names of two lists, if no word of one is in the other. */
function unrelatedNames(
  known: readonly ItemValue[] | undefined,
  other: readonly ItemValue[] | undefined,
): readonly [string, string] | null {
  const [first] = known ?? [];
  const [second] = other ?? [];
  if (first?.kind !== 'text' || second?.kind !== 'text') return null;
  const words = wordsOf(first.text);
  const others = wordsOf(second.text);
  if (words.length === 0 || others.length === 0) return null;
  return others.some((word) => words.includes(word)) ? null : [first.text, second.text];
}

function wordsOf(name: string): readonly string[] {
  return (
    name
      .slice(0, 200)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function addTypes(types: Set<string>, item: StructuredItem): void {
  for (const type of item.types) if (types.size < maxTypes) types.add(type);
}

function copyOf(properties: MutableEntity['properties']): Map<string, ItemValue[]> {
  const copy = new Map<string, ItemValue[]>();
  for (const [name, values] of properties) copy.set(name, [...values]);
  return copy;
}

/**
 * The wanted properties that an entity lacks. Properties of entities that the page does not describe
 * count as present: another page may describe them.
 */
export function missingOf(
  entity: Entity,
  wanted: readonly string[],
  entities: Entities,
): readonly string[] {
  return wanted.filter((name) =>
    name.includes('|') || name.includes('.')
      ? !hasAlternative(entity, name, entities)
      : !entity.properties.has(name),
  );
}

function hasAlternative(entity: Entity, alternatives: string, entities: Entities): boolean {
  return alternatives.split('|').some((path) => hasPath(entity, path.split('.'), entities));
}

function hasPath(entity: Entity, path: readonly string[], entities: Entities): boolean {
  const [name = '', ...rest] = path;
  const values = entity.properties.get(name);
  const [next] = rest;
  if (next === undefined) return values !== undefined;
  // A missing parent property is reported once, by its own entry.
  if (values === undefined) return true;
  return values.some((value) => {
    const target = entities.of(value);
    return target === null || target.properties.has(next);
  });
}

/**
 * The properties that the steps of a breadcrumb trail lack. One step is the page itself and needs no
 * link; the name of a step may be in its item.
 */
export function missingOfSteps(trail: Entity, entities: Entities): readonly string[] {
  const steps = (trail.properties.get('itemListElement') ?? [])
    .flatMap((value) => entities.of(value) ?? [])
    .filter(({ types }) => types.has('ListItem'));
  const unlinked = steps.filter(({ properties }) => !properties.has('item'));
  const lacks = {
    position: steps.some(({ properties }) => !properties.has('position')),
    name: steps.some((step) => !step.properties.has('name') && !isItemNamed(step, entities)),
    item: unlinked.length > 1,
  };
  return Object.entries(lacks).flatMap(([name, is]) => (is ? `itemListElement.${name}` : []));
}

function isItemNamed(step: Entity, entities: Entities): boolean {
  return (step.properties.get('item') ?? []).some((value) => {
    return value.kind === 'unknown' || entities.of(value)?.properties.has('name');
  });
}
