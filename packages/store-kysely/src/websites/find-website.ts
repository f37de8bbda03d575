import type { Website } from '@sitegrade/core';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';
import { selectWebsites, toWebsite } from './website-row.ts';

/** One website of the owner. */
export function* findWebsite(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<Website | undefined> {
  const row = yield* firstOf(selectWebsites(builder, ownerId, [id]));
  return row && toWebsite(row);
}
