import type { QueryBuilder } from './dialect.ts';
import { firstOf, type Work } from './work.ts';

/** Replaces the share token of a report or a website of the owner. */
export function* renewShareToken(
  { db }: QueryBuilder,
  kind: 'reports' | 'websites',
  ownerId: string,
  id: number,
  token: string,
): Work<boolean> {
  const renewed = yield* firstOf(
    db
      .updateTable(`sitegrade_${kind}`)
      .set({ share_token: token })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning('id')
      .compile(),
  );
  return renewed !== undefined;
}
