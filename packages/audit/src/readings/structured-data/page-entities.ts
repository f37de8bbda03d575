import type { PageFacts } from '../../page/page-facts.ts';
import { memoize } from '../memoize.ts';
import { type Entities, type Entity, entitiesOf } from './entities.ts';
import { structuredDataOf } from './read-structured-data.ts';
import { isTypeOf } from './vocabulary.ts';

/** The entities that the structured data of a page describes. */
export const pageEntitiesOf = memoize(
  (page: PageFacts): Entities => entitiesOf(structuredDataOf(page).items),
);

/** Whether an entity has a type, or a subtype of it. */
export function isA({ types }: Entity, ancestor: string): boolean {
  for (const type of types) if (isTypeOf(type, ancestor)) return true;
  return false;
}

const none: readonly never[] = [];

/** The values of a property that are texts, trimmed. */
export function textsOf({ properties }: Entity, name: string): readonly string[] {
  const values = properties.get(name);
  if (values === undefined) return none;
  const texts: string[] = [];
  for (const value of values) if (value.kind === 'text') texts.push(value.text.trim());
  return texts;
}
