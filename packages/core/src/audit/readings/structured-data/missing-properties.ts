import type { Entities, Entity } from './entities.ts';

/**
 * The wanted properties that an entity lacks. Entities that are not described on the page may be
 * described elsewhere, and lack nothing.
 */
export function missingOf(
  entity: Entity,
  wanted: readonly string[],
  entities: Entities,
): readonly string[] {
  return wanted.filter(
    (alternatives) =>
      !alternatives.split('|').some((path) => hasPath(entity, path.split('.'), entities)),
  );
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
