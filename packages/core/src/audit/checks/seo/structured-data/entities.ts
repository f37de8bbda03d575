import type { ItemValue, StructuredItem } from '../../../structured-data/structured-item.ts';

/** A thing that one or more items of the page describe: items with one `@id` are about one thing. */
export interface Entity {
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, readonly ItemValue[]>;
  /** Whether it stands by itself anywhere, and in no other item only. */
  readonly top: boolean;
  /** Whether all of its properties are known. */
  readonly complete: boolean;
  /** The first item that describes it with a type. */
  readonly item: StructuredItem;
}

/** The things of a page, and what their properties point at. */
export interface Entities {
  readonly all: readonly Entity[];
  /** The thing that a value is; `null` where it is a text, or not described on the page. */
  readonly of: (value: ItemValue) => Entity | null;
}

interface Gathered {
  readonly types: Set<string>;
  readonly properties: Map<string, ItemValue[]>;
  top: boolean;
  complete: boolean;
  item: StructuredItem;
}

/** Puts together what a page's items say of the same things. */
export function entitiesOf(items: readonly StructuredItem[]): Entities {
  const byId = new Map<string, Gathered>();
  const byIndex = items.map((item) => {
    const known = item.id === null ? undefined : byId.get(item.id);
    const entity = known ?? begin(item);
    if (item.id !== null) byId.set(item.id, entity);
    add(entity, item);
    return entity;
  });
  return {
    all: [...new Set(byIndex)],
    of: (value) => {
      if (value.kind === 'item') return byIndex[value.index] ?? null;
      return value.kind === 'reference' ? (byId.get(value.id) ?? null) : null;
    },
  };
}

/** Types of one thing, in whichever items: real ones have one or two. */
const mostTypes = 20;

function begin(item: StructuredItem): Gathered {
  return { types: new Set(), properties: new Map(), top: false, complete: true, item };
}

function add(entity: Gathered, item: StructuredItem): void {
  if (entity.types.size === 0) entity.item = item;
  for (const type of item.types) if (entity.types.size < mostTypes) entity.types.add(type);
  for (const [name, values] of item.properties) {
    const known = entity.properties.get(name);
    if (known === undefined) entity.properties.set(name, [...values]);
    else for (const value of values) known.push(value);
  }
  entity.top ||= item.parent === null;
  entity.complete &&= item.complete;
}
